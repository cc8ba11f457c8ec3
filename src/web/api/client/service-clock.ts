import { createStore } from 'zustand/vanilla';

/** By how many milliseconds the clock of the service is ahead of the device's, as far as is known. For `useStore`. */
export const clockOffset = createStore(() => 0);

/** Returns the time of the service's clock, in milliseconds. */
export function serviceNow(): number {
  return Date.now() + clockOffset.getState();
}

/**
 * Corrects the offset by the `Date` of a response, which the service created between `sentAt` and now, within a second
 * from that date. A clock that agrees stays as it is.
 */
export function recordServiceTime({ headers }: Pick<Response, 'headers'>, sentAt: number): void {
  const date = Date.parse(headers.get('date') ?? '');
  if (Number.isNaN(date)) return;
  // Caches keep dates of the past.
  const isFresh = /no-(store|cache)/.test(headers.get('cache-control') ?? '') && !headers.has('age');
  const max = isFresh ? date + 1000 - sentAt : Number.POSITIVE_INFINITY;
  const offset = Math.min(Math.max(clockOffset.getState(), date - Date.now()), max);
  clockOffset.setState(offset, true);
}
