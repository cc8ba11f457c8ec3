import { createStore, type StoreApi } from 'zustand/vanilla';
import { NotInPlanError } from './errors.ts';
import { loadSessionList, storeSessionList } from './settings.ts';

/** Replaces the response of an operation that the plan of the configured API key does not include. */
export const notInPlan = 'not in plan';
export type PlanResult<Result> = Result | typeof notInPlan;

/** Operation names. */
export type ExcludedOperations = ReadonlySet<string>;

/** Operations that the plan excludes, learned from the first rejection and stored for the session. */
export interface Plan {
  /** Excluded operations, for `useStore`. */
  readonly excluded: Pick<StoreApi<ExcludedOperations>, 'getState' | 'getInitialState' | 'subscribe'>;
  /** Selects the service with this key (see `serviceKey`) and restores the operations that this session has excluded. */
  selectService(service: string): void;
  exclude(operation: string): void;
  /** Returns a signal that aborts with a NotInPlanError when the operation is excluded. */
  signal(operation: string): AbortSignal;
}

const STORAGE_KEY = 'jetscope.refused';

export function createPlan(): Plan {
  const excluded = createStore<ExcludedOperations>()(() => new Set());
  const controllers = new Map<string, AbortController>();
  let selectedService: string | undefined;

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
      if (service === selectedService) return;
      selectedService = service;
      const names = loadSessionList(STORAGE_KEY, service) ?? [];
      if (names.length > 0) exclude(...names);
    },
    exclude: (operation) => {
      if (excluded.getState().has(operation)) return;
      exclude(operation);
      if (selectedService !== undefined) storeSessionList(STORAGE_KEY, selectedService, excluded.getState());
    },
    signal: (operation) => controllerOf(operation).signal,
  };
}

/** Resolves to `notInPlan` instead of rejecting with a NotInPlanError, so that the query is not retried. */
export async function catchNotInPlan<Result>(result: Promise<Result>): Promise<PlanResult<Result>> {
  try {
    return await result;
  } catch (error) {
    if (error instanceof NotInPlanError) return notInPlan;
    throw error;
  }
}
