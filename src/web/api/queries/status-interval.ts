import type { Status } from '#contract/status.ts';
import { historyShare } from './feed-state.ts';

const INTERVAL_MS = 15_000;
/** While the history is being read, or before there is any data. */
const FILLING_INTERVAL_MS = 5_000;

/**
 * Returns after how many milliseconds to request the status again. Undefined if it does not change: with a fixed clock, or
 * without feeds.
 */
export function statusInterval(status: Status): number | undefined {
  if (status.clockFixed) return undefined;
  if (status.source === 'none' || historyShare(status) !== undefined) return FILLING_INTERVAL_MS;
  return status.feeds.length > 0 ? INTERVAL_MS : undefined;
}
