import { type SQL, sql } from 'drizzle-orm';
import { type Database, queryIds, rows } from '#service/store/database.ts';
import { rowsOf, timestamptz } from '#service/store/sql-text.ts';
import { jettonList, marketList, type Scope } from './affected-jettons.ts';
import { minuteOf, type TouchedMinute, updateCandles } from './candles.ts';
import { calculateRankValues, chooseDirectMarkets, chooseReferenceMarkets } from './choose-markets.ts';
import { insertMissingActivity } from './count-windows.ts';
import { updateExchangeDays } from './exchange-days.ts';
import { calculateExitDepths } from './exit-depth.ts';
import { calculateJettonMetrics } from './jetton-metrics.ts';
import { calculateJettonLiquidity, calculateMarketLiquidity } from './liquidity.ts';
import { calculateMarketState } from './market-state.ts';
import { revalueTrades, type SwapKey, swapKeyRows, updateActivity } from './move-windows.ts';
import { calculatePrices, queryTonRates } from './prices.ts';
import { updateReserveLows } from './record-reserves.ts';
import { writeStatisticsTexts } from './statistics-text.ts';
import { calculateConcentration } from './trader-concentration.ts';
import { calculateTrustScores, jettonsWithLapsedTrustScore } from './trust-score.ts';

/** State of the computed values that `advance` starts from. */
export interface CalculatedState {
  readonly at: Date;
  /** TON in USD at T; null if unknown. */
  readonly tonUsd: string | null;
}

/** Data that was stored since the last calculation, in the same transaction as the following `advance`. */
export interface Changes {
  readonly swaps: readonly SwapKey[];
  /** Ids of new markets and of those with new reserves or another type. */
  readonly markets: readonly number[];
  /** Ids of jettons with new metadata or a new market. */
  readonly jettons: readonly number[];
}

export const noChanges: Changes = { swaps: [], markets: [], jettons: [] };

/**
 * Moves all computed values from the state's T to T = `to` and applies `changes`, so that they equal those of
 * `calculateAll`. The cost depends on the changes and on the number of trades that pass an edge of a window meanwhile.
 * Must run in one transaction. Returns the number of recalculated jettons.
 */
export async function advance(
  db: Database,
  { at: from, tonUsd: oldTonUsd }: CalculatedState,
  to: Date,
  changes: Changes,
): Promise<number> {
  const rates = await queryTonRates(db, to);
  const tonUsd = rates[0] ?? null;
  if (changes.jettons.length > 0) await insertMissingActivity(db, jettonList(changes.jettons));
  const revaluedTrades = await tradesValuedBy(db, changes.swaps);
  const corrected = new Set(await revalueStoredTrades(db, revaluedTrades, from));
  const { touched, concentrated } = await updateActivity(db, from, to, changes.swaps);
  const tradedJettons = unique(touched.map(({ jettonId }) => jettonId));
  const touchedMarkets = unique([
    ...touched.map(({ marketId }) => marketId),
    ...changes.markets,
    ...(await marketsWithReservesBetween(db, from, to)),
  ]);
  await ifAny(touchedMarkets, (ids) => calculateMarketState(db, marketList(ids), to));

  // If TON/USD becomes known or unknown, so does the value of every market against a stablecoin.
  const affectsAllMarkets = (oldTonUsd === null) !== (tonUsd === null);
  const forJettons = <Result>(ids: readonly number[], step: (scope: Scope) => Promise<Result>) =>
    affectsAllMarkets ? step(() => sql`true`) : ifAny(ids, (some) => step(jettonList(some)));

  const touchedJettons = unique([
    ...tradedJettons,
    ...changes.jettons,
    ...(await jettonsOf(db, touchedMarkets)),
  ]);
  const atDirectThreshold = await jettonsAtThreshold(db, 'direct', oldTonUsd, tonUsd);
  const redirected =
    (await forJettons([...touchedJettons, ...atDirectThreshold], (scope) =>
      chooseDirectMarkets(db, scope, tonUsd),
    )) ?? [];
  const redirectedTrades = await tradesAgainst(db, redirected);
  for (const id of await revalueStoredTrades(db, redirectedTrades, to)) corrected.add(id);
  const touchedDays = await updateCandles(db, changes.swaps, [...revaluedTrades, ...redirectedTrades]);
  const revalued = await jettonsValuedBy(db, touchedMarkets, redirected);
  const ranked = unique([...touchedMarkets, ...(await marketsWith(db, revalued))]);
  await ifAny(ranked, (ids) => calculateRankValues(db, marketList(ids)));

  const atReferenceThreshold = await jettonsAtThreshold(db, 'reference', oldTonUsd, tonUsd);
  const rankedJettons = [...(await jettonsOf(db, ranked)), ...atReferenceThreshold];
  const rereferenced =
    (await forJettons(rankedJettons, (scope) => chooseReferenceMarkets(db, scope, tonUsd))) ?? [];
  const priced = unique([
    ...rereferenced,
    ...changes.jettons,
    ...(await jettonsPricedBy(db, touchedMarkets, revalued, changes.swaps)),
  ]);
  await ifAny(priced, (ids) => calculatePrices(db, jettonList(ids), to));

  const valued = unique([...ranked, ...(await marketsWith(db, await withoutDirectMarket(db, priced)))]);
  await ifAny(valued, (ids) => calculateMarketLiquidity(db, marketList(ids)));
  const valuedJettons = await jettonsOf(db, valued);
  await forJettons(valuedJettons, (scope) => calculateJettonLiquidity(db, scope, tonUsd));
  const withExpiredLows = await updateReserveLows(db, from, to, {
    newSwaps: changes.swaps,
    marketIds: touchedMarkets,
  });
  const sold = unique([...valuedJettons, ...rereferenced, ...withExpiredLows]);
  await forJettons(sold, (scope) => calculateExitDepths(db, scope, to));

  const counted = unique([...tradedJettons, ...corrected, ...changes.jettons]);
  await ifAny(counted, (ids) => writeStatisticsTexts(db, jettonList(ids)));
  await ifAny([...corrected], (ids) => calculateConcentration(db, jettonList(ids), to));
  const calculated = unique([...counted, ...priced, ...concentrated]);
  await ifAny(calculated, (ids) => calculateJettonMetrics(db, jettonList(ids), to));
  const lapsed = await jettonsWithLapsedTrustScore(db, to, tonUsd);
  const scored = unique([...counted, ...valuedJettons, ...lapsed]);
  await forJettons(scored, (scope) => calculateTrustScores(db, scope, to, tonUsd));
  await updateExchangeDays(db, touchedDays, from, to);
  await db.execute(sql`
    update dataset set calculated_at = ${timestamptz(to)}, rates = ${sql.param(rates)}::numeric[]`);
  return calculated.length;
}

/**
 * Runs a step for the jettons or markets with these ids. Most rounds have none for some steps, whose SQL takes longer to plan
 * than to run.
 */
async function ifAny<Result>(
  ids: readonly number[],
  step: (ids: readonly number[]) => Promise<Result>,
): Promise<Result | undefined> {
  return ids.length > 0 ? await step(ids) : undefined;
}

interface RevaluedTrade extends TouchedMinute {
  readonly lt: string;
}

/**
 * Revalues trades. They are selected separately, because there are usually none, which the planner cannot predict: in one
 * statement, it would scan whole tables.
 */
async function revalueStoredTrades(
  db: Database,
  stale: readonly RevaluedTrade[],
  at: Date,
): Promise<number[]> {
  if (stale.length === 0) return [];
  const keys = rowsOf('trade_key', stale, {
    market_id: ['int', ({ marketId }) => marketId],
    lt: ['bigint', ({ lt }) => lt],
  });
  return await revalueTrades(db, sql`select * from ${keys}`, at);
}

/** Trades whose values a late swap changes: by its TON rate, or by its tick in the direct market of a counterpart. */
async function tradesValuedBy(db: Database, swaps: readonly SwapKey[]): Promise<RevaluedTrade[]> {
  if (swaps.length === 0) return [];
  return await rows(
    db,
    sql`
    with recorded as materialized (
      select s.pool_id, s.time
      from ${swapKeyRows(swaps)}
      join swap s using (pool_id, lt)
      where not s.dust
    ),
    valued_trade as (
      select t.market_id, t.lt, t.time
      from recorded
      join market m on m.pool_id = recorded.pool_id and m.counterpart_id = 0
      join jetton j on j.id = m.jetton_id and j.stable
      cross join lateral (
        select coalesce(min(time), 'infinity') as time from ton_rate where ton_rate.time > recorded.time
      ) as next
      cross join lateral (
        select market_id, lt, time from trade where time >= recorded.time and time <= next.time offset 0
      ) as t
      union
      select t.market_id, t.lt, t.time
      from recorded
      join market d on d.pool_id = recorded.pool_id
      join jetton c on c.direct_market_id = d.id and not c.stable
      cross join lateral (
        select coalesce(min(s.time), 'infinity') as time from swap s
        where s.pool_id = recorded.pool_id and not s.dust and s.time > recorded.time
      ) as next
      join market m on m.counterpart_id = c.id
      cross join lateral (
        select market_id, lt, time from trade
        where market_id = m.id and dust in (false, true) and time >= recorded.time and time <= next.time offset 0
      ) as t
    )
    select market_id as "marketId", lt, ${minuteOf(sql`time`)} as minute from valued_trade`,
  );
}

/** Jettons whose first tick has TON/USD by a late swap. */
function selectJettonsStartedAtRates(swaps: readonly SwapKey[]): SQL {
  return sql`
    select j.id
    from ${swapKeyRows(swaps)}
    join ton_rate using (pool_id, lt)
    cross join lateral (
      select coalesce(min(time), 'infinity') as time from ton_rate later where later.time > ton_rate.time
    ) as next
    join jetton j on j.first_tick_at between ton_rate.time and next.time`;
}

async function tradesAgainst(db: Database, counterpartIds: readonly number[]): Promise<RevaluedTrade[]> {
  if (counterpartIds.length === 0) return [];
  return await rows(
    db,
    sql`
    select t.market_id as "marketId", t.lt, ${minuteOf(sql`t.time`)} as minute
    from market m
    join jetton c on c.id = m.counterpart_id and not c.stable
    join trade t on t.market_id = m.id
    where c.id = any(${idArray(counterpartIds)})`,
  );
}

/** The jettons whose value is that of one of the markets, or of one of the jettons that have another direct market. */
async function jettonsValuedBy(
  db: Database,
  marketIds: readonly number[],
  redirected: readonly number[],
): Promise<number[]> {
  if (marketIds.length + redirected.length === 0) return [];
  return await queryIds(
    db,
    sql`select id from jetton
      where not stable and (direct_market_id = any(${idArray(marketIds)}) or id = any(${idArray(redirected)}))`,
  );
}

/** The jettons whose prices depend on the markets, on the value of the counterparts, or on the TON rates of late swaps. */
async function jettonsPricedBy(
  db: Database,
  marketIds: readonly number[],
  counterpartIds: readonly number[],
  swaps: readonly SwapKey[],
): Promise<number[]> {
  const queries = [
    ...(marketIds.length > 0
      ? [sql`select id from jetton where reference_market_id = any(${idArray(marketIds)})`]
      : []),
    ...(counterpartIds.length > 0
      ? [
          sql`select j.id from market m join jetton j on j.reference_market_id = m.id
            where m.counterpart_id = any(${idArray(counterpartIds)})`,
        ]
      : []),
    ...(swaps.length > 0 ? [selectJettonsStartedAtRates(swaps)] : []),
  ];
  return queries.length > 0 ? await queryIds(db, sql.join(queries, sql` union `)) : [];
}

async function withoutDirectMarket(db: Database, jettonIds: readonly number[]): Promise<number[]> {
  if (jettonIds.length === 0) return [];
  return await queryIds(
    db,
    sql`select id from jetton where id = any(${idArray(jettonIds)}) and direct_market_id is null and not stable`,
  );
}

/** Reserves may have been reported for a time after T. */
function marketsWithReservesBetween(db: Database, from: Date, to: Date): Promise<number[]> {
  return queryIds(
    db,
    sql`select m.id from pool join market m on m.pool_id = pool.id
      where pool.reserves_at > ${timestamptz(from)} and pool.reserves_at <= ${timestamptz(to)}`,
  );
}

/** The jettons whose choice of a market may change when TON/USD moves from `from` to `to`. */
async function jettonsAtThreshold(
  db: Database,
  choice: 'direct' | 'reference',
  from: string | null,
  to: string | null,
): Promise<number[]> {
  if (from === null || to === null || from === to) return [];
  const threshold = sql.raw(`${choice}_threshold`);
  return await queryIds(
    db,
    sql`select id from jetton
      where ${threshold} between least(${from}::numeric, ${to}::numeric) and greatest(${from}::numeric, ${to}::numeric)`,
  );
}

/** All markets with one of the jettons on either side. */
async function marketsWith(db: Database, jettonIds: readonly number[]): Promise<number[]> {
  if (jettonIds.length === 0) return [];
  return await queryIds(
    db,
    sql`select id from market where jetton_id = any(${idArray(jettonIds)})
      union
      select id from market where counterpart_id = any(${idArray(jettonIds)})`,
  );
}

async function jettonsOf(db: Database, marketIds: readonly number[]): Promise<number[]> {
  if (marketIds.length === 0) return [];
  return await queryIds(
    db,
    sql`select distinct jetton_id as id from market where id = any(${idArray(marketIds)})`,
  );
}

function idArray(ids: readonly number[]): SQL {
  return sql`${sql.param(ids)}::int[]`;
}

function unique(ids: readonly number[]): number[] {
  return [...new Set(ids)];
}
