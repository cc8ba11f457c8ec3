import { useEffect, useEffectEvent, useRef } from 'react';

export interface DeferredAction {
  /** Runs the action as soon as it is ready. */
  readonly request: () => void;
  readonly cancel: () => void;
}

/**
 * An action that can be requested while it is not ready, such as Enter in a field whose results are still loading. Runs
 * once when `isReady` becomes true.
 */
export function useDeferredAction(isReady: boolean, action: () => void): DeferredAction {
  const isRequested = useRef(false);
  const run = useEffectEvent(action);
  useEffect(() => {
    if (!isReady || !isRequested.current) return;
    isRequested.current = false;
    run();
  }, [isReady]);
  return {
    request: () => {
      isRequested.current = true;
    },
    cancel: () => {
      isRequested.current = false;
    },
  };
}
