import { createStore, type StoreApi } from 'zustand/vanilla';
import { NotOnPlan } from './errors.ts';

/** Stands in place of an answer that the plan of this page's key does not have. */
export const notOnPlan = 'not on this plan';
export type OnPlan<Answer> = Answer | typeof notOnPlan;

/** By their names. */
export type RefusedOperations = ReadonlySet<string>;

/** What a page may not ask for, learnt from the first refusal and kept for the session. */
export interface Plan {
  /** For `useStore`: the operations that were refused so far. */
  readonly refused: Pick<StoreApi<RefusedOperations>, 'getState' | 'getInitialState' | 'subscribe'>;
  /** Takes up what this session has learnt about `service`, a name for its address and key. */
  open(service: string): void;
  refuse(operation: string): void;
  /** Aborted, with a NotOnPlan, as soon as the operation is refused. */
  signal(operation: string): AbortSignal;
}

const KEY = 'jetscope.refused';

export function createPlan(): Plan {
  const refused = createStore<RefusedOperations>()(() => new Set());
  const controllers = new Map<string, AbortController>();
  let opened: string | undefined;

  function controllerOf(operation: string): AbortController {
    const controller = controllers.get(operation) ?? new AbortController();
    controllers.set(operation, controller);
    return controller;
  }
  function refuse(...names: string[]): void {
    refused.setState(new Set([...refused.getState(), ...names]), true);
    for (const name of names) controllerOf(name).abort(new NotOnPlan(name));
  }
  return {
    refused,
    open: (service) => {
      if (service === opened) return;
      opened = service;
      const names = remembered(service);
      if (names.length > 0) refuse(...names);
    },
    refuse: (operation) => {
      if (refused.getState().has(operation)) return;
      refuse(operation);
      if (opened !== undefined) remember(opened, refused.getState());
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

function remember(service: string, refused: RefusedOperations): void {
  try {
    sessionStorage.setItem(KEY, [service, ...refused].join('\n'));
  } catch {
    // As above.
  }
}
