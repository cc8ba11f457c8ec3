import { sql } from 'drizzle-orm';
import { type Database, rows, type Session } from '#service/store/database.ts';
import { lockData } from '#service/store/dataset.ts';
import { timestamptz } from '#service/store/sql-text.ts';
import { jettonRange, marketsOf, type Scope } from './affected-jettons.ts';
import { hashStatements, versionAssignments } from './calculation-version.ts';
import { discardCandles } from './candle-backlog.ts';
import { storeCandles, storedLengths } from './candles.ts';
import { calculateRankValues, chooseDirectMarkets, chooseReferenceMarkets } from './choose-markets.ts';
import { calculateActivity } from './count-windows.ts';
import { deleteExchangeDays } from './exchange-days.ts';
import { calculateExitDepths } from './exit-depth.ts';
import { calculateJettonMetrics } from './jetton-metrics.ts';
import { calculateJettonLiquidity, calculateMarketLiquidity } from './liquidity.ts';
import { calculateMarketState } from './market-state.ts';
import { revalueTrades } from './move-windows.ts';
import { calculatePrices, queryTonRates } from './prices.ts';
import { addStoredReserves, recordDueReserves } from './record-reserves.ts';
import { writeStatisticsTexts } from './statistics-text.ts';
import { insertAllTrades, insertMissingTrades } from './trade-values.ts';
import { calculateConcentration } from './trader-concentration.ts';
import { calculateTrustScores } from './trust-score.ts';
import { monthPeriod, periodStart } from './windows.ts';

interface Step {
  readonly run: (db: Database, scope: Scope) => Promise<unknown>;
  /** Columns that later steps join or filter by. Without statistics the planner expects very few rows. */
  readonly analyze?: string;
}

/** Number of chunks: as many as a server calculates in parallel, or more to keep them below the maximum size. */
const CHUNKS = 4;
/** Work in units of one trade: that of a jetton without trades, and the maximum per chunk, which limits memory use. */
const WORK = { jetton: 30, maxPerChunk: 600_000 };

/**
 * Calculates all computed values at T = `at` from the recorded data: after a bulk load, after a long downtime, and as
 * the reference for `advance`. `onProgress` receives the completed share, up to 1. If it is interrupted, the dataset
 * stays marked as stale.
 */
export async function calculateAll(
  { db, forEach }: Pick<Session, 'db' | 'forEach'>,
  at: Date,
  onProgress?: (share: number) => void,
): Promise<void> {
  const hasTrades = await markAsStale(db, at);
  // Only columns that steps join by: analyzing the text and array columns would double the time.
  await db.execute(sql`analyze jetton (id, stable), pool, market, swap, ton_rate, fx`);
  const rates = await queryTonRates(db, at);
  const chunks = await splitIntoChunks(db);
  const steps = stepsAt(at, rates[0] ?? null, hasTrades);
  let done = 0;
  for (const { run, analyze } of steps) {
    await forEach(chunks, async (database, scope) => {
      await run(database, scope);
      done += 1;
      onProgress?.(done / (chunks.length * steps.length));
    });
    if (analyze !== undefined) await db.execute(sql.raw(`analyze ${analyze}`));
  }
  await db.execute(sql`
    update dataset set calculated_at = ${timestamptz(at)}, rates = ${sql.param(rates)}::numeric[],
      ${versionAssignments(await calculationHash())}, is_stale = false, is_calculating = false`);
}

let hash: Promise<string> | undefined;

/** Returns the hash of the formulas of all stored values. */
export function calculationHash(): Promise<string> {
  hash ??= hashStatements(async (db) => {
    await queryTonRates(db, epoch);
    for (const { run } of stepsAt(epoch, '1', false)) await run(db, () => sql`true`);
    await storeCandles(
      db,
      storedLengths.map((length) => ({ marketId: 0, length, start: 0 })),
    );
  });
  return hash;
}

const epoch = new Date(0);

/**
 * Waits for a running round, then prevents others from storing anything. Records the reserves that waited for T = `at`.
 * Returns whether an earlier calculation inserted the trades of all swaps.
 */
function markAsStale(db: Database, at: Date): Promise<boolean> {
  return db.transaction(async (transaction) => {
    await lockData(transaction);
    const [dataset] = await rows<{ hasTrades: boolean }>(
      transaction,
      sql`update dataset set is_stale = true, is_calculating = true returning calculated_at is not null as "hasTrades"`,
    );
    const hasTrades = dataset?.hasTrades ?? false;
    // An interrupted first calculation may have left some trades.
    if (!hasTrades) await transaction.execute(sql`truncate trade`);
    await recordDueReserves(transaction, at);
    await discardCandles(transaction);
    await deleteExchangeDays(transaction);
    return hasTrades;
  });
}

/** Each step reads results of previous steps, including those of counterparts of the jettons in its scope. */
function stepsAt(at: Date, tonUsd: string | null, hasTrades: boolean): readonly Step[] {
  return [
    {
      run: async (db, scope) => {
        await calculateMarketState(db, marketsOf(scope), at);
        await countMonthTransactions(db, scope, at);
        await addStoredReserves(db, scope, at);
      },
      analyze: 'market (tick_price), market_activity, reserve_low',
    },
    {
      run: (db, scope) => chooseDirectMarkets(db, scope, tonUsd),
      analyze: 'jetton (direct_market_id)',
    },
    { run: (db, scope) => calculateRankValues(db, marketsOf(scope)), analyze: 'market (rank_usd_based)' },
    {
      run: (db, scope) => chooseReferenceMarkets(db, scope, tonUsd),
      analyze: 'jetton (reference_market_id)',
    },
    {
      run: async (db, scope) => {
        if (!hasTrades) return await insertAllTrades(db, scope);
        await insertMissingTrades(db, scope);
        await revalueTrades(db, sql`select market_id, lt from trade where ${scope(sql`jetton_id`)}`, at);
      },
      ...(hasTrades ? {} : { analyze: 'trade' }),
    },
    { run: (db, scope) => calculateActivity(db, scope, at), analyze: 'jetton_activity' },
    { run: (db, scope) => calculateConcentration(db, scope, at), analyze: 'jetton_concentration' },
    { run: (db, scope) => calculatePrices(db, scope, at), analyze: 'jetton_statistics (jetton_id)' },
    { run: (db, scope) => calculateMarketLiquidity(db, marketsOf(scope)) },
    { run: (db, scope) => calculateJettonLiquidity(db, scope, tonUsd) },
    { run: (db, scope) => calculateExitDepths(db, scope, at) },
    {
      run: async (db, scope) => {
        await writeStatisticsTexts(db, scope);
        await calculateJettonMetrics(db, scope, at);
        await calculateTrustScores(db, scope, at, tonUsd);
      },
    },
  ];
}

/**
 * Counts the swaps of 30 days of the markets of the jettons in `scope`, the tie-breaker of their rank (metrics: prices).
 * Only for full calculations, which choose markets before they count trades: trades are valued by the chosen markets.
 */
async function countMonthTransactions(db: Database, scope: Scope, at: Date): Promise<void> {
  await db.execute(sql`
    insert into market_activity (market_id, period, transactions)
    select m.id, ${monthPeriod}, count(*)
    from market m
    join swap s on s.pool_id = m.pool_id and s.time > ${timestamptz(periodStart(at, 'month'))} and s.time <= ${timestamptz(at)}
    where ${scope(sql`m.jetton_id`)}
    group by 1
    on conflict (market_id, period) do update set transactions = excluded.transactions`);
  await db.execute(sql`
    update market_activity set transactions = 0
    from market m
    where market_activity.market_id = m.id and ${scope(sql`m.jetton_id`)} and market_activity.period = ${monthPeriod}
      and transactions > 0 and not exists (
        select from swap s
        where s.pool_id = m.pool_id and s.time > ${timestamptz(periodStart(at, 'month'))} and s.time <= ${timestamptz(at)}
      )`);
}

/** Ranges of jettons that take about the same time to calculate. */
async function splitIntoChunks(db: Database): Promise<Scope[]> {
  const ranges = await rows<{ first: number; last: number }>(
    db,
    sql`
    select min(id) as first, max(id) as last
    from (
      select id, sum(work) over (order by id) / greatest(
        ceil(sum(work) over () / greatest(${CHUNKS}, ceil(sum(work) over () / ${WORK.maxPerChunk}))), 1
      ) as position
      from (
        select j.id, ${WORK.jetton} + coalesce(sum(pool.swaps), 0) as work
        from jetton j
        left join market m on m.jetton_id = j.id
        left join (select pool_id, count(*) as swaps from swap group by 1) as pool on pool.pool_id = m.pool_id
        group by 1
      ) as jetton_work
    ) as positioned
    group by ceil(position)
    order by 1`,
  );
  return ranges.map(({ first, last }) => jettonRange(first, last));
}
