import { useEffect, useEffectEvent, useState } from 'react';

export interface DeferredAction {
  /** Runs the action as soon as it is ready. */
  readonly request: () => void;
  readonly cancel: () => void;
}

/** An action that can be requested before it is ready, such as Enter in a field whose results are still loading. */
export function useDeferredAction(isReady: boolean, action: () => void): DeferredAction {
  const [isRequested, setRequested] = useState(false);
  const run = useEffectEvent(() => {
    setRequested(false);
    action();
  });
  useEffect(() => {
    if (isRequested && isReady) run();
  }, [isRequested, isReady]);
  return { request: () => setRequested(true), cancel: () => setRequested(false) };
}
