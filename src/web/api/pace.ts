/** Waits until a call may start. */
export type Pace = (signal?: AbortSignal) => Promise<void>;

/** Lets at most `perSecond` calls start in any second; below one a second, one in its interval. */
export function createPace(perSecond: number): Pace {
  const burst = Math.max(Math.floor(perSecond), 1);
  const interval = (burst * 1000) / perSecond;
  const starts: number[] = [];
  return async (signal) => {
    signal?.throwIfAborted();
    const now = performance.now();
    const start = Math.max(now, (starts.at(-burst) ?? -interval) + interval);
    starts.push(start);
    if (starts.length > burst) starts.shift();
    if (start > now) await sleep(start - now, signal);
  };
}

function sleep(milliseconds: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, milliseconds);
    signal?.addEventListener('abort', () => {
      clearTimeout(timer);
      reject(signal.reason);
    });
  });
}
