import { setImmediate } from 'node:timers/promises';
import { type SQL, sql } from 'drizzle-orm';
import { type Database, rows, type Session } from '#service/store/database.ts';
import { calculateActivity } from './activity.ts';
import { chooseDirectMarkets, chooseReferenceMarkets } from './choose-markets.ts';
import { calculateJettonMetrics } from './jetton-metrics.ts';
import { calculateLiquidity } from './liquidity.ts';
import { calculateMarketState } from './market-state.ts';
import { calculateMarketStatistics } from './market-statistics.ts';
import { calculatePrices } from './prices.ts';
import { jettonList, jettonRange, type Scope, timestamptz } from './scope.ts';

type Step = (db: Database, scope: Scope, at: Date) => Promise<void>;

interface BulkStep {
  readonly step: Step;
  /** Columns that later steps join or filter by: without figures of them the planner expects next to no rows. */
  readonly analyze?: string;
}

/** Each step reads what the steps before it wrote, also of jettons that are the counterpart of one in its scope. */
const bulkSteps: readonly BulkStep[] = [
  { step: calculateMarketState, analyze: 'market (tick_price)' },
  { step: chooseDirectMarkets, analyze: 'jetton (direct_market_id)' },
  { step: chooseReferenceMarkets, analyze: 'jetton (reference_market_id)' },
  { step: calculateActivity, analyze: 'jetton_statistics (jetton_id)' },
  { step: calculateMarketStatistics },
  { step: calculatePrices },
  { step: calculateLiquidity },
  { step: calculateJettonMetrics },
];
const steps = bulkSteps.map(({ step }) => step);

/** Jettons in one statement of a calculation of everything: bounds its memory and paces its progress. */
const CHUNK = { smallest: 1_000, largest: 10_000 };
/** As many as a server works on at once; more only where they would be too large, as each scans all markets. */
const CHUNKS = 4;

/** Every computed column and precomputed answer, at T. `onProgress` receives the share that is done, up to 1. */
export async function calculateAll(
  { db, forEach }: Pick<Session, 'db' | 'forEach'>,
  at: Date,
  onProgress?: (share: number) => void,
): Promise<void> {
  const [last] = await rows<{ id: number | null }>(db, sql`select max(id) as id from jetton`);
  const chunks = splitIntoChunks(last?.id ?? 0);
  let done = 0;
  for (const { step, analyze } of bulkSteps) {
    await forEach(chunks, async (database, scope) => {
      await step(database, scope, at);
      done += 1;
      onProgress?.(done / (chunks.length * bulkSteps.length));
    });
    if (analyze !== undefined) await db.execute(sql.raw(`analyze ${analyze}`));
  }
  await db.execute(sql`update dataset set calculated_at = ${timestamptz(at)}`);
}

function splitIntoChunks(lastId: number): Scope[] {
  const count = Math.max(
    Math.min(CHUNKS, Math.ceil(lastId / CHUNK.smallest)),
    Math.ceil(lastId / CHUNK.largest),
  );
  const size = Math.ceil(lastId / count);
  return Array.from({ length: count }, (_, index) => jettonRange(index * size + 1, (index + 1) * size));
}

/** The same of these jettons alone. */
export async function calculateJettons(db: Database, jettonIds: readonly number[], at: Date): Promise<void> {
  for (const step of steps) {
    await step(db, jettonList(jettonIds), at);
    // The embedded store answers in microtasks alone: without a pause no request would be heard before the last step.
    await setImmediate();
  }
}

/** Swaps of a month in one statement of a refresh, where more than one jetton is in it: no request waits long for it. */
const MAX_SWAPS_PER_BATCH = 10_000;

/** The same of jettons that were traded, and of those that they are the counterpart of; answers all of them. */
export async function calculateTraded(
  db: Database,
  jettonIds: readonly number[],
  at: Date,
): Promise<number[]> {
  const busy = await rows<JettonSwaps>(db, selectAffectedJettons(jettonIds));
  for (const batch of splitIntoBatches(busy)) await calculateJettons(db, batch, at);
  return busy.map(({ id }) => id);
}

interface JettonSwaps {
  readonly id: number;
  readonly swaps: number;
}

// A stable coin is worth 1 USD however it trades.
function selectAffectedJettons(jettonIds: readonly number[]): SQL {
  const ids = sql`any(${sql.param(jettonIds)}::int[])`;
  return sql`
    select jetton_id as id, sum(transactions_month)::float8 as swaps
    from market
    where jetton_id = ${ids} or jetton_id in (
      select m.jetton_id
      from market m
      join jetton counterpart on counterpart.id = m.counterpart_id and not counterpart.stable
      where counterpart.id = ${ids}
    )
    group by 1
    order by 2`;
}

function splitIntoBatches(jettons: readonly JettonSwaps[]): number[][] {
  const batches: number[][] = [];
  let room = 0;
  for (const { id, swaps } of jettons) {
    if (swaps > room) {
      batches.push([]);
      room = MAX_SWAPS_PER_BATCH;
    }
    batches.at(-1)?.push(id);
    room -= swaps;
  }
  return batches;
}
