import { sql } from 'drizzle-orm';
import { type Database, rows, type Store } from '#service/store/database.ts';
import { tryLockData } from '#service/store/dataset.ts';
import type { Batch, SwapRecord } from './batch.ts';
import { advance, type Changes, noChanges } from './calculate-changes.ts';
import { type RoundTimes, recordBatch } from './record-batch.ts';
import { recordDueReserves } from './record-reserves.ts';

/** After a longer pause, everything is recalculated. */
const MAX_ROUND_MS = 6 * 3600_000;
/** Clocks of processes may differ by this. If T is further ahead, a clock was wrong, and everything is recalculated. */
const MAX_AHEAD_MS = 10 * 60_000;
/** T moves by at most this in one transaction, so that statements stay short on a busy market. */
const MAX_STEP_MS = 5 * 60_000;

export type RoundOutcome =
  /** The changes are stored, and all values are those of the new T. */
  | 'done'
  /** The changes are stored, but all values must be recalculated (`calculateAll`). */
  | 'stale'
  /** The data is being changed or calculated. Nothing was stored. */
  | 'busy'
  /** The store has no dataset. Nothing was stored. */
  | 'empty';

/** Whether rounds cannot bring T to a time, because they would take too long, or because T never moves backwards. */
export function isOutOfReach(target: Date, at: Date): boolean {
  const distance = target.getTime() - at.getTime();
  return distance > MAX_ROUND_MS || distance < -MAX_AHEAD_MS;
}

/** A round, with all its steps. */
interface FinishedRound {
  readonly outcome: RoundOutcome;
  readonly seconds: number;
  /** Swaps that were not stored before. */
  readonly swaps: number;
  /** Recalculated jettons. */
  readonly jettons: number;
}

/** Called after each round that did not fail. */
export type RoundListener = (round: FinishedRound) => void;

/** A round whose transaction stores data, before values are brought up to date. */
export class OpenRound {
  readonly db: Database;
  readonly #times: RoundTimes;
  #changes = noChanges;

  constructor(db: Database, times: RoundTimes) {
    this.db = db;
    this.#times = times;
  }

  /** What has been stored. */
  get changes(): Changes {
    return this.#changes;
  }

  /** Stores a batch. Returns those of its swaps that were not stored before. Throws UnknownReferenceError. */
  async record(batch: Batch): Promise<readonly SwapRecord[]> {
    const { recordedSwaps, ...changes } = await recordBatch(this.db, batch, this.#times);
    this.add(changes);
    return recordedSwaps;
  }

  /** Adds data that was stored in the transaction by other means. */
  add({ swaps, markets, jettons }: Changes): void {
    const before = this.#changes;
    this.#changes = {
      swaps: [...before.swaps, ...swaps],
      markets: [...before.markets, ...markets],
      jettons: [...before.jettons, ...jettons],
    };
  }
}

/**
 * Brings all computed values to T = `now`, or to the dataset's fixed time if it has one. `work` stores new data in the
 * transaction of the first step of T, so that nothing is lost or counted twice if the process is killed. T never moves
 * backwards: if it is far ahead of `now`, everything must be recalculated.
 */
export async function runRound(
  store: Pick<Store, 'transaction'>,
  now: Date,
  work: (round: OpenRound) => Promise<unknown> = async () => undefined,
  onRound?: RoundListener,
): Promise<RoundOutcome> {
  const started = performance.now();
  const first = await runStep(store, now, work);
  const { outcome, swaps = 0 } = first;
  let last = first;
  let jettons = first.jettons ?? 0;
  // The data is stored. If a further step fails to run, another process has continued, or the next round will.
  while (last.isBehind) {
    last = await runStep(store, now, async () => undefined);
    jettons += last.jettons ?? 0;
  }
  onRound?.({ outcome, seconds: (performance.now() - started) / 1000, swaps, jettons });
  return outcome;
}

interface Step {
  readonly outcome: RoundOutcome;
  /** Whether T has not reached its target after a step that is done. */
  readonly isBehind?: boolean;
  readonly swaps?: number;
  readonly jettons?: number;
}

function runStep(
  store: Pick<Store, 'transaction'>,
  now: Date,
  work: (round: OpenRound) => Promise<unknown>,
): Promise<Step> {
  return store.transaction(async (db) => {
    if (!(await tryLockData(db))) return { outcome: 'busy' };
    const state = await readState(db);
    if (!state) return { outcome: 'empty' };
    if (state.isCalculating) return { outcome: 'busy' };
    const { at, tonUsd } = state;
    const target = state.asOf ?? now;
    const isStale = state.isStale || !at || isOutOfReach(target, at);
    const to = isStale
      ? target
      : new Date(Math.max(at.getTime(), Math.min(target.getTime(), at.getTime() + MAX_STEP_MS)));
    const round = new OpenRound(db, { at: to, now: target });
    if (!isStale) round.add({ ...noChanges, markets: await recordDueReserves(db, to) });
    await work(round);
    const { changes } = round;
    if (isStale) {
      // Also if nothing was stored: another service must not move T without the stored swaps. Also if it is marked: what was
      // stored is a new position.
      await db.execute(sql`update dataset set is_stale = true`);
      return { outcome: 'stale', swaps: changes.swaps.length };
    }
    const jettons = await advance(db, { at, tonUsd }, to, changes);
    return { outcome: 'done', isBehind: to < target, swaps: changes.swaps.length, jettons };
  });
}

interface State {
  readonly asOf: string | null;
  readonly isStale: boolean;
  readonly isCalculating: boolean;
  readonly at: string | null;
  readonly tonUsd: string | null;
}

async function readState(db: Database) {
  const [row] = await rows<State>(
    db,
    sql`select iso(as_of) as "asOf", is_stale as "isStale", is_calculating as "isCalculating",
        iso(calculated_at) as at, rates[1] as "tonUsd"
      from dataset`,
  );
  const toDate = (text: string | null) => (text === null ? undefined : new Date(text));
  return row && { ...row, asOf: toDate(row.asOf), at: toDate(row.at) };
}
