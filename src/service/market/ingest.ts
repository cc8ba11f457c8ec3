import type { Database, Store } from '#service/store/database.ts';
import type { Batch, IngestResult, SwapRecord } from './batch.ts';
import { recordBatch } from './record-batch.ts';
import { type RoundListener, type RoundOutcome, runRound } from './round.ts';

/** Steps before and after a batch is stored, in the same transaction. */
export interface IngestSteps {
  /** Returns the batch; may read and write the store. */
  readonly prepare: (db: Database) => Promise<Batch>;
  /** Runs after the batch was stored, with those of its swaps that were not stored before. */
  readonly finish: (db: Database, recorded: readonly SwapRecord[]) => Promise<void>;
}

/**
 * Stores a batch and brings all computed values to T = `now`, in one transaction; see the outcomes of a round. Throws
 * UnknownReferenceError.
 */
export async function ingest(
  store: Pick<Store, 'transaction'>,
  now: Date,
  batchOrSteps: Batch | IngestSteps,
  onRound?: RoundListener,
): Promise<{ readonly outcome: RoundOutcome } & IngestResult> {
  const steps = 'prepare' in batchOrSteps ? batchOrSteps : undefined;
  let [received, recorded] = [0, 0];
  const record = async (db: Database) => {
    const batch = steps ? await steps.prepare(db) : (batchOrSteps as Batch);
    const { recordedSwaps, ...changes } = await recordBatch(db, batch);
    await steps?.finish(db, recordedSwaps);
    received = batch.swaps?.length ?? 0;
    recorded = recordedSwaps.length;
    return changes;
  };
  const outcome = await runRound(store, now, record, onRound);
  return { outcome, recorded, duplicates: received - recorded };
}
