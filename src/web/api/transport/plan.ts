import { createStore, type StoreApi } from 'zustand/vanilla';
import { NotInPlanError } from './errors.ts';

/** Stands in place of an answer that the plan of this page's key does not have. */
export const notInPlan = 'not on this plan';
export type PlanResult<Answer> = Answer | typeof notInPlan;

/** By their names. */
export type ExcludedOperations = ReadonlySet<string>;

/** What a page may not ask for, learnt from the first refusal and kept for the session. */
export interface Plan {
  /** For `useStore`: the operations that were refused so far. */
  readonly excluded: Pick<StoreApi<ExcludedOperations>, 'getState' | 'getInitialState' | 'subscribe'>;
  /** Takes up what this session has learnt about `service`, a name for its address and key. */
  selectService(service: string): void;
  exclude(operation: string): void;
  /** Aborted, with a NotOnPlan, as soon as the operation is refused. */
  signal(operation: string): AbortSignal;
}

const KEY = 'jetscope.refused';

export function createPlan(): Plan {
  const excluded = createStore<ExcludedOperations>()(() => new Set());
  const controllers = new Map<string, AbortController>();
  let opened: string | undefined;

  function controllerOf(operation: string): AbortController {
    const controller = controllers.get(operation) ?? new AbortController();
    controllers.set(operation, controller);
    return controller;
  }
  function exclude(...names: string[]): void {
    excluded.setState(new Set([...excluded.getState(), ...names]), true);
    for (const name of names) controllerOf(name).abort(new NotInPlanError(name));
  }
  return {
    excluded,
    selectService: (service) => {
      if (service === opened) return;
      opened = service;
      const names = remembered(service);
      if (names.length > 0) exclude(...names);
    },
    exclude: (operation) => {
      if (excluded.getState().has(operation)) return;
      exclude(operation);
      if (opened !== undefined) remember(opened, excluded.getState());
    },
    signal: (operation) => controllerOf(operation).signal,
  };
}

function remembered(service: string): string[] {
  try {
    const [known, ...names] = (sessionStorage.getItem(KEY) ?? '').split('\n');
    return known === service ? names : [];
  } catch {
    // Without storage the page learns it anew.
    return [];
  }
}

function remember(service: string, refused: ExcludedOperations): void {
  try {
    sessionStorage.setItem(KEY, [service, ...refused].join('\n'));
  } catch {
    // As above.
  }
}
