import { useSyncExternalStore } from 'react';

const INTERVAL_MS = 5000;

let now = Date.now();
let timer: ReturnType<typeof setInterval> | undefined;
const listeners = new Set<() => void>();

function tick(): void {
  now = Date.now();
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  if (timer === undefined) {
    now = Date.now();
    timer = setInterval(tick, INTERVAL_MS);
  }
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    clearInterval(timer);
    timer = undefined;
  };
}

/** Returns the local time in milliseconds, updated every five seconds. */
export function useWallClock(): number {
  return useSyncExternalStore(subscribe, () => now, Date.now);
}
