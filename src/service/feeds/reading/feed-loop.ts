import type { FeedConfig } from '#service/config/feed-config.ts';
import { pause, type TaskListener } from '#service/config/task.ts';
import { createFeed } from '#service/feeds/ledger/feed-state.ts';
import {
  acquireLease,
  LeaseLostError,
  RENEWAL_MS,
  releaseLease,
  renewLease,
} from '#service/feeds/ledger/lease.ts';
import type { FeedContext } from './feed-context.ts';

/** Interval of attempts to take over from another process. */
const TAKE_OVER_MS = 2_000;
/** Delay after an error of the store. */
const RETRY_MS = 1_000;

/** One feed while this process runs it. */
export interface FeedSteps {
  /** Milliseconds that all steps have waited for responses. */
  readonly waited?: number;
  /** Makes at most a few requests. Returns the milliseconds to wait before the next step. */
  step(signal: AbortSignal): Promise<number>;
}

/**
 * Runs a feed until `signal` is aborted, whenever no other process does. `start` is called after each take-over, because
 * the other process has changed the stored state. `listener` receives failures of the store only: `/status` reports those
 * of the source.
 */
export async function runFeed(
  feed: FeedConfig,
  context: FeedContext,
  start: () => FeedSteps,
  listener: TaskListener,
  signal: AbortSignal,
): Promise<void> {
  const { store, lease, now } = context;
  while (!signal.aborted) {
    try {
      await createFeed(store.db, feed, now());
      if (await acquireLease(store.db, lease)) await runSteps(context, start(), listener, signal);
      else await pause(TAKE_OVER_MS, signal);
    } catch (error) {
      if (signal.aborted) break;
      if (!(error instanceof LeaseLostError)) listener.failed(error);
      await pause(RETRY_MS, signal);
    }
  }
  await releaseLease(store.db, lease).catch((error: unknown) => listener.failed(error));
}

/** Runs steps, and renews the lease, until it is lost or `signal` is aborted. */
async function runSteps(
  { store, lease, recordRecovery }: FeedContext,
  feed: FeedSteps,
  listener: TaskListener,
  signal: AbortSignal,
): Promise<void> {
  const ended = new AbortController();
  const active = AbortSignal.any([signal, ended.signal]);
  const renewing = renew();
  try {
    while (!active.aborted) {
      const started = performance.now();
      const { waited = 0 } = feed;
      const wait = await feed.step(active);
      await recordRecovery?.();
      listener.succeeded();
      // An embedded store runs one transaction at a time: leave half of its time to requests.
      const working = performance.now() - started - ((feed.waited ?? 0) - waited);
      const rest = store.engine === 'embedded' ? working : 0;
      if (Math.max(wait, rest) > 0) await pause(Math.max(wait, rest), active);
    }
  } finally {
    ended.abort();
    await renewing;
  }

  async function renew(): Promise<void> {
    while (!active.aborted) {
      await pause(RENEWAL_MS, active);
      // If the store fails, steps fail as well, and the lease expires.
      const isHeld = active.aborted || (await renewLease(store.db, lease).catch(() => true));
      if (!isHeld) ended.abort();
    }
  }
}
