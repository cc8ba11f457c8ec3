import { type RoundOutcome, runRound } from '#service/analytics/round.ts';
import type { Store } from '#service/store/database.ts';
import type { Batch, IngestResult } from './batch.ts';
import { recordBatch } from './record-batch.ts';

/**
 * Stores a batch and brings all computed values to T = `now`, in one transaction; see the outcomes of a round. Throws
 * UnknownReferenceError.
 */
export async function ingest(
  store: Pick<Store, 'transaction'>,
  now: Date,
  batch: Batch,
): Promise<{ readonly outcome: RoundOutcome } & IngestResult> {
  let recorded = 0;
  const outcome = await runRound(store, now, async (db) => {
    const changes = await recordBatch(db, batch);
    recorded = changes.swaps.length;
    return changes;
  });
  const received = outcome === 'done' || outcome === 'stale' ? (batch.swaps?.length ?? 0) : 0;
  return { outcome, recorded, duplicates: received - recorded };
}
