import { setTimeout as delay } from 'node:timers/promises';
import { requireLease } from '#service/feeds/ledger/lease.ts';
import { type IngestSteps, ingest } from '#service/market/ingest.ts';
import type { FeedContext } from './feed-context.ts';

const BUSY_MS = 100;

type FeedIngestSteps = Pick<IngestSteps, 'prepare'> & Partial<Pick<IngestSteps, 'finish'>>;

/**
 * Ingests a batch of a feed while its lease is held. Waits while the data is being calculated or replaced; rejects if
 * `signal` is aborted meanwhile. Throws LeaseLostError.
 */
export async function ingestForFeed(
  { store, lease, clock, onRound }: FeedContext,
  { prepare, finish = async () => undefined }: FeedIngestSteps,
  signal?: AbortSignal,
): Promise<void> {
  const steps: IngestSteps = {
    prepare: async (db) => {
      await requireLease(db, lease);
      return await prepare(db);
    },
    finish,
  };
  for (;;) {
    const { outcome } = await ingest(store, clock.now(), steps, onRound);
    if (outcome === 'done' || outcome === 'stale') return;
    await delay(BUSY_MS, undefined, { signal });
  }
}
