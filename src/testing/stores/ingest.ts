import type { Batch } from '#service/market/batch.ts';
import { storeNextCandles } from '#service/market/candle-backlog.ts';
import { type RoundListener, type RoundOutcome, runRound } from '#service/market/round.ts';
import type { Store } from '#service/store/database.ts';

interface IngestResult {
  readonly outcome: RoundOutcome;
  /** Swaps that were stored. */
  readonly recorded: number;
  /** Swaps that were stored before. */
  readonly duplicates: number;
}

/** Stores a batch in a round of its own. */
export async function ingest(
  store: Pick<Store, 'transaction'>,
  now: Date,
  batch: Batch,
  onRound?: RoundListener,
): Promise<IngestResult> {
  let [recorded, duplicates] = [0, 0];
  const outcome = await runRound(
    store,
    now,
    async (round) => {
      recorded = (await round.record(batch)).length;
      duplicates = (batch.swaps?.length ?? 0) - recorded;
    },
    onRound,
  );
  return { outcome, recorded, duplicates };
}

/** Stores all candles after a full calculation, as a service does in the background, of about `maxTicks` at a time. */
export async function storeAllCandles(store: Store, maxTicks?: number): Promise<void> {
  while (await storeNextCandles(store, maxTicks));
}
