import { sql } from 'drizzle-orm';
import { tryLockData } from '#service/store/data-lock.ts';
import { type Database, rows, type Store } from '#service/store/database.ts';
import { advance, type Changes, noChanges } from './calculate-changes.ts';

/** After a longer pause, everything is recalculated. */
export const MAX_ROUND_MS = 6 * 3600_000;
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

/** A round, with all its steps. */
export interface FinishedRound {
  readonly outcome: RoundOutcome;
  readonly seconds: number;
  /** Swaps that were not stored before. */
  readonly swaps: number;
  /** Recalculated jettons. */
  readonly jettons: number;
}

/** Called after each round that did not fail. */
export type RoundListener = (round: FinishedRound) => void;

/**
 * Stores new data and brings all computed values to T = `now`, or to the dataset's fixed time if it has one, so that
 * nothing is lost or counted twice if the process is killed: the data is stored in the transaction of the first step of
 * T. T never moves backwards. `record` stores data and returns what has changed.
 */
export async function runRound(
  store: Pick<Store, 'transaction'>,
  now: Date,
  record: (db: Database) => Promise<Changes> = async () => noChanges,
  onRound?: RoundListener,
): Promise<RoundOutcome> {
  const started = performance.now();
  const first = await runStep(store, now, record);
  const { outcome, swaps = 0 } = first;
  let last = first;
  let jettons = first.jettons ?? 0;
  // The data is stored. If a further step fails to run, another process has continued, or the next round will.
  while (last.isBehind) {
    last = await runStep(store, now, async () => noChanges);
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
  record: (db: Database) => Promise<Changes>,
): Promise<Step> {
  return store.transaction(async (db) => {
    if (!(await tryLockData(db))) return { outcome: 'busy' };
    const state = await readState(db);
    if (!state) return { outcome: 'empty' };
    if (state.isCalculating) return { outcome: 'busy' };
    const changes = await record(db);
    const { at, tonUsd } = state;
    const target = state.asOf ?? now;
    if (state.isStale || !at || target.getTime() - at.getTime() > MAX_ROUND_MS) {
      // Also if nothing was stored: another service must not move T without the stored swaps.
      await db.execute(sql`update dataset set is_stale = true where not is_stale`);
      return { outcome: 'stale', swaps: changes.swaps.length };
    }
    const to = new Date(Math.max(at.getTime(), Math.min(target.getTime(), at.getTime() + MAX_STEP_MS)));
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
