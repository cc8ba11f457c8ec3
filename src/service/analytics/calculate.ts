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
  /** Columns that later steps join or filter by. Without statistics the planner expects very few rows. */
  readonly analyze?: string;
}

/** Each step reads results of previous steps, including those of counterparts of the jettons in its scope. */
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

/** Jettons per statement of a full calculation. Limits memory use and determines how often progress is reported. */
const CHUNK = { smallest: 1_000, largest: 10_000 };
/** Number of chunks, as many as a server processes in parallel. More only if chunks exceed the largest size. */
const CHUNKS = 4;

/** Calculates all computed columns at T = `at`, for all jettons. `onProgress` receives the completed share, up to 1. */
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

/** Calculates all computed columns at T = `at` for some jettons. */
export async function calculateJettons(db: Database, jettonIds: readonly number[], at: Date): Promise<void> {
  for (const step of steps) {
    await step(db, jettonList(jettonIds), at);
    // The embedded store resolves in microtasks; without this no HTTP request would be handled until the last step.
    await setImmediate();
  }
}

/** Swaps per month that one batch covers, unless it contains a single jetton. Keeps statements short for requests. */
const MAX_SWAPS_PER_BATCH = 10_000;

/** Recalculates jettons that were traded and all jettons that have them as counterpart. Returns the ids of both. */
export async function calculateTraded(
  db: Database,
  jettonIds: readonly number[],
  at: Date,
): Promise<number[]> {
  const affected = await rows<JettonSwaps>(db, selectAffectedJettons(jettonIds));
  for (const batch of splitIntoBatches(affected)) await calculateJettons(db, batch, at);
  return affected.map(({ id }) => id);
}

interface JettonSwaps {
  readonly id: number;
  /** Swaps in the last 30 days. */
  readonly swaps: number;
}

// Trades of a stablecoin do not affect others, because its value is always 1 USD.
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
