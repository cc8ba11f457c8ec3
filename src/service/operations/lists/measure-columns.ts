import { type SQL, sql } from 'drizzle-orm';
import {
  type CountPeriod,
  type MoveUnit,
  type PricePeriod,
  periodSeconds,
  pricePeriods,
} from '#contract/enums.ts';
import type { JettonListFilter } from '#contract/jetton-filter.ts';
import { type MeasureId, measureOf, measures } from '#contract/measures.ts';
import { defaultNativeCoin } from '#contract/native-coin.ts';
import { splitLimits } from '#contract/pool-split.ts';
import { priceScale } from '#service/market/ticks.ts';
import { subscriptOf } from '#service/market/windows.ts';
import { jetton, type SortColumn } from '#service/store/schema.ts';
import { literal } from '#service/store/sql-text.ts';
import { type StoredMeasureId, storedMeasureIds, storedMeasures } from '#service/store/stored-measures.ts';

/**
 * Selects one row of rates at T; null if unknown. `rateDependentValues` use its columns. It reads the snapshot of the
 * statement, so that rates and values belong together, and divides once instead of once per jetton.
 *
 * - `ton_usd`: TON in USD
 * - `usd_ton`: USD in TON
 * - `usd_ton_ratio_…`: USD in TON / USD in TON at the start of the period
 * - `calculated_at`: T; infinity before the first calculation
 */
export const selectRates: SQL = sql`
  select rates[1] as ton_usd, round(1, ${priceScale}) / rates[1] as usd_ton, ${sql.join(pricePeriods.map(usdTonRatio), sql`, `)},
    coalesce(calculated_at, 'infinity') as calculated_at
  from dataset limit 1`;

function usdTonRatio(period: PricePeriod): SQL {
  const rateBefore = sql`rates[${subscriptOf(period)}]`;
  return sql`round(${rateBefore}, ${priceScale}) / rates[1] as ${usdTonRatioColumn(period)}`;
}

/** Column of `selectRates` that converts a ratio of prices in USD to one in TON. */
function usdTonRatioColumn(period: PricePeriod): SQL {
  return sql`${sql.identifier(`usd_ton_ratio_${period}`)}`;
}

/** `-` for a bound below all keys of a value, `+` for one above them. */
export type Side = '-' | '+';

/**
 * Jettons whose values are in the order of a column whatever the rates are: they do not decrease while it increases.
 * All expressions may use the columns of `selectRates`.
 */
export interface SortedGroup {
  /** Condition of the jettons, all of which have a value. */
  readonly members: SQL;
  /** Column with an index whose predicate follows from `members`. */
  readonly key: SQL;
  /** Returns a bound of the keys that have a value. It is close, but not exact, because values are rounded. */
  readonly keyBound: (value: SQL, side: Side) => SQL;
}

/** Groups that together contain each jetton with a value once. */
export interface ValueGroups {
  readonly sorted: readonly SortedGroup[];
  /** Condition of jettons whose order depends on the rates. All of them are read for each page: they should be few. */
  readonly unsorted?: SQL;
}

/**
 * Moves a value that has `decimals` by more than its rounding error, which is at most half of the last digit plus that
 * of quotients and floats.
 */
function shift(value: SQL, side: Side, decimals: number): SQL {
  return sql`(${value} ${sql.raw(side)} (${sql.raw(`1e-${decimals}`)} + abs(${value}) * 1e-12))`;
}

const usdBound = (value: SQL, side: Side) => shift(value, side, 6);
const tonBound = (value: SQL, side: Side) => shift(value, side, 9);

const hasRate = sql`ton_usd is not null`;
const onlyInTon = sql`liquidity_ton is not null and liquidity_usd is null`;
const onlyInUsd = sql`liquidity_usd is not null and liquidity_ton is null`;
const inBoth = sql`liquidity_ton is not null and liquidity_usd is not null`;

/** How the table `jetton` stores a measure that lists are sorted or filtered by. */
export interface ListMeasure {
  /** For the documents of the API. */
  readonly description: string;
  readonly type: 'integer' | 'decimal' | 'float' | 'time';
  /** The value as served: an expression over columns of `jetton` and `selectRates`. */
  readonly value: SQL;
  /** Columns of `jetton` that `value` uses. */
  readonly columns: readonly string[];
  /** Absent if `value` is a column, which is indexed in its order. */
  readonly groups?: ValueGroups;
}

function stored(column: SortColumn, type: ListMeasure['type'], description: string): ListMeasure {
  const { name } = jetton[column];
  return { description, type, value: sql`${sql.identifier(name)}`, columns: [name] };
}

type StoredId = StoredMeasureId & MeasureId;

/** Leaves out values that are not measures yet: a release must not read what its own migrations add. */
function storedColumns() {
  const ids = storedMeasureIds.filter((id): id is StoredId => Object.hasOwn(measures, id));
  const columns = ids.map((id) => {
    const { type, description } = storedMeasures[id];
    return [id, stored(id, type, description)];
  });
  // Object.fromEntries does not keep the names.
  return Object.fromEntries(columns) as Record<StoredId, ListMeasure>;
}

/** `value` equals the functions total_in_ton and total_in_usd. */
function capitalization(name: 'fdmc' | 'mcap', description: string) {
  const [inTon, inUsd] = [sql.raw(`${name}_ton`), sql.raw(`${name}_usd`)];
  return {
    description,
    type: 'decimal',
    value: sql`sum_round(coalesce(${inTon} * ton_usd, ${inUsd}), 6)`,
    columns: [`${name}_ton`, `${name}_usd`],
    groups: {
      sorted: [
        {
          members: sql`${inTon} is not null and ${hasRate}`,
          key: inTon,
          keyBound: (usd, side) => sql`${usdBound(usd, side)} / ton_usd`,
        },
        { members: sql`${inUsd} is not null`, key: inUsd, keyBound: usdBound },
      ],
    },
  } as const satisfies ListMeasure;
}

/**
 * `jetton` has the change in TON in percent or the ratio of prices in USD; the other one is null. `value` equals the function
 * ton_change_percent.
 */
function tonPriceChange(period: CountPeriod, length: string): ListMeasure {
  const columns = [`ton_price_change_${period}`, `usd_price_ratio_${period}`];
  const [change, usdRatio] = columns.map((column) => sql`${sql.identifier(column)}`) as [SQL, SQL];
  const usdTonRatio = usdTonRatioColumn(period);
  return {
    description: `Change of the price in ${defaultNativeCoin.symbol} over ${length}, in percent`,
    type: 'float',
    value: sql`coalesce(${change}, ${percentOf(sql`${usdRatio} * ${usdTonRatio}`)})`,
    columns,
    groups: {
      sorted: [
        { members: sql`${change} is not null`, key: change, keyBound: (percent) => percent },
        {
          members: sql`${usdRatio} is not null and ${usdTonRatio} is not null`,
          key: usdRatio,
          keyBound: (percent, side) => sql`${ratioBound(percent, side)} / ${usdTonRatio}`,
        },
      ],
    },
  };
}

/** Change in percent of a ratio of prices, as the function `change_percent` rounds it. */
function percentOf(ratio: SQL): SQL {
  return sql`round(round((${ratio} - 1) * 100, 30), 6)::float8`;
}

function ratioBound(percent: SQL, side: Side): SQL {
  return sql`(${shift(sql`${percent}::numeric`, side, 6)} / 100 + 1)`;
}

/** Columns that determine the change since the first tick. */
const firstTickColumns = ['price', 'usd_based', 'stable', 'first_tick_at', 'first_price', 'first_ton_usd'];

/**
 * The change over a period with trades, in percent; since the first tick if that is later than the start of the period
 * (specification: moves). Among jettons priced in the same unit, the order of the former does not depend on the rates.
 * Young jettons and stablecoins, which are worth 1 USD, are few.
 */
function move(unit: MoveUnit, period: PricePeriod): Omit<ListMeasure, 'description'> {
  const column = `traded_ratio_${period}`;
  const ratio = sql`${sql.identifier(column)}`;
  const usdTonRatio = usdTonRatioColumn(period);
  const { isPegged, isPricedInUnit, converted, toRatio, sinceFirst } = {
    ton: {
      isPegged: sql`false`,
      isPricedInUnit: sql`not usd_based`,
      converted: sql`${ratio} * ${usdTonRatio}`,
      toRatio: (bound: SQL) => sql`${bound} / ${usdTonRatio}`,
      sinceFirst: sql`round(price * first_ton_usd, ${priceScale}) / (first_price * ton_usd)`,
    },
    usd: {
      isPegged: sql`stable`,
      isPricedInUnit: sql`usd_based`,
      converted: sql`${ratio} / ${usdTonRatio}`,
      toRatio: (bound: SQL) => sql`${bound} * ${usdTonRatio}`,
      sinceFirst: sql`round(price * ton_usd, ${priceScale}) / (first_price * first_ton_usd)`,
    },
  }[unit];
  const isTraded = sql`${ratio} is not null`;
  const isYoung = sql`${ratio} is null and first_tick_at is not null and first_tick_at > ${timeBefore(period)}
    and price is not null and coalesce(first_price, 0) > 0
    and (${isPegged} or ${isPricedInUnit} or ton_usd is not null and first_ton_usd is not null)`;
  return {
    type: 'float',
    value: sql`case
      when ${isTraded} then case
        when ${isPegged} then 0
        when ${isPricedInUnit} then ${percentOf(ratio)}
        else ${percentOf(converted)}
      end
      when ${isYoung} then case
        when ${isPegged} then 0
        when ${isPricedInUnit} then ${percentOf(sql`round(price, ${priceScale}) / first_price`)}
        else ${percentOf(sinceFirst)}
      end
    end`,
    columns: [column, ...firstTickColumns],
    groups: {
      sorted: [
        {
          members: sql`${isTraded} and ${isPricedInUnit} and not ${isPegged}`,
          key: ratio,
          keyBound: ratioBound,
        },
        {
          members: sql`${isTraded} and not (${isPricedInUnit}) and not ${isPegged} and ${usdTonRatio} is not null`,
          key: ratio,
          keyBound: (percent, side) => toRatio(ratioBound(percent, side)),
        },
      ],
      unsorted: sql`(${isTraded} and ${isPegged} or ${isYoung})`,
    },
  };
}

function tonMove(period: PricePeriod, length: string): ListMeasure {
  return {
    ...move('ton', period),
    description: `Move of the price in ${defaultNativeCoin.symbol} over ${length}, in percent`,
  };
}

/** T−L for a period of length L. */
function timeBefore(period: PricePeriod): SQL {
  return sql`calculated_at - interval '${literal(periodSeconds[period])} seconds'`;
}

/** Condition that a jetton was traded within a period. */
export function isTradedWithin(period: PricePeriod): SQL {
  return sql`last_trade_at > ${timeBefore(period)}`;
}

const exitColumns = ['exit_depth_ton', 'exit_depth_usd', 'exit_price_ton', 'exit_price_usd'];

/**
 * Value in USD of the quote in the pools that a sale is divided among, given that in the pools priced in TON and in USD. They
 * are pools of one sale if their prices differ by at most the tolerance of a split.
 */
function exitDepth(inTon: SQL, inUsd: SQL): SQL {
  return sql`case
    when exit_depth_usd is null then ${inTon} * ton_usd
    when exit_depth_ton is null then ${inUsd}
    when abs(exit_price_ton * ton_usd - exit_price_usd) <= ${literal(splitLimits.splitTolerance)} * exit_price_usd
      then ${inTon} * ton_usd + ${inUsd}
    when exit_depth_ton * ton_usd > exit_depth_usd then ${inTon} * ton_usd
    else ${inUsd}
  end`;
}

/**
 * What selling jettons worth `usd` brings, now or at the lowest reserves of 30 days (specification: exit value). It increases
 * with the depth, so the orders by all amounts are the same.
 */
function exitValue(usd: number, reserves: 'depth' | 'low' = 'depth') {
  const [inTon, inUsd] = [sql.raw(`exit_${reserves}_ton`), sql.raw(`exit_${reserves}_usd`)];
  const [amount, depth] = [literal(usd), sql`(select ${exitDepth(inTon, inUsd)} offset 0)`];
  /** The depth that brings a value. A sale never brings its whole amount, and values may be infinite. */
  const depthAt = (value: SQL) => sql`(select case
    when v <= 0 then v
    when v < ${amount} then ${amount} * v / (${amount} - v)
    else 'infinity'
  end from (select ${value} as v) as bound)`;
  return {
    description:
      `What selling jettons worth ${usd.toLocaleString('en')} USD brings` +
      (reserves === 'depth' ? ', in USD' : ' at the lowest reserves of 30 days, in USD'),
    type: 'decimal',
    value: sql`(select sum_round(${amount} * depth / (${amount} + depth), 6) from (select ${depth} as depth) as exit)`,
    columns: reserves === 'depth' ? exitColumns : [...exitColumns, 'exit_low_ton', 'exit_low_usd'],
    groups: {
      sorted: [
        {
          members: sql`${inTon} is not null and ${inUsd} is null and ${hasRate}`,
          key: inTon,
          keyBound: (value, side) => sql`${depthAt(usdBound(value, side))} / ton_usd`,
        },
        {
          members: sql`${inUsd} is not null and ${inTon} is null`,
          key: inUsd,
          keyBound: (value, side) => depthAt(usdBound(value, side)),
        },
      ],
      unsorted: sql`${inTon} is not null and ${inUsd} is not null`,
    },
  } as const satisfies ListMeasure;
}

const liquidityColumns = ['liquidity_ton', 'liquidity_usd'];

/** Conditions are evaluated in this order: cheapest first. */
export const listMeasures = {
  createdAt: stored('createdAt', 'time', 'Creation time of the jetton, with any offset'),
  trustScore: stored('trustScore', 'integer', 'Trust score'),
  holders: stored('holdersCount', 'integer', 'Number of holders'),
  ...storedColumns(),
  tonPriceChangeMin15: tonMove('min15', '15 minutes'),
  tonPriceChangeHour: tonPriceChange('hour', '1 hour'),
  tonPriceChangeHour6: tonPriceChange('hour6', '6 hours'),
  tonPriceChangeHour12: tonMove('hour12', '12 hours'),
  tonPriceChangeDay: tonPriceChange('day', '24 hours'),
  tonPriceChangeWeek: tonPriceChange('week', '7 days'),
  tonPriceChangeMonth: tonPriceChange('month', '30 days'),
  liquidityUsd: {
    description: 'Liquidity in USD',
    type: 'decimal',
    value: sql`sum_round(coalesce(liquidity_ton * ton_usd + coalesce(liquidity_usd, 0), liquidity_usd), 6)`,
    columns: liquidityColumns,
    groups: {
      sorted: [
        {
          members: sql`${onlyInTon} and ${hasRate}`,
          key: sql`liquidity_ton`,
          keyBound: (usd, side) => sql`${usdBound(usd, side)} / ton_usd`,
        },
        { members: onlyInUsd, key: sql`liquidity_usd`, keyBound: usdBound },
      ],
      unsorted: inBoth,
    },
  },
  tvl: {
    description: `Liquidity in ${defaultNativeCoin.symbol}`,
    type: 'decimal',
    value: sql`sum_round(coalesce(liquidity_usd * usd_ton + coalesce(liquidity_ton, 0), liquidity_ton), 9)`,
    columns: liquidityColumns,
    groups: {
      sorted: [
        { members: onlyInTon, key: sql`liquidity_ton`, keyBound: tonBound },
        {
          members: sql`${onlyInUsd} and ${hasRate}`,
          key: sql`liquidity_usd`,
          keyBound: (ton, side) => sql`${tonBound(ton, side)} * ton_usd`,
        },
      ],
      unsorted: inBoth,
    },
  },
  fdmc: capitalization('fdmc', 'Fully diluted market capitalization in USD'),
  exit1k: exitValue(1_000),
  exit10k: exitValue(10_000),
  worstExit1k: exitValue(1_000, 'low'),
  worstExit10k: exitValue(10_000, 'low'),
  mcap: capitalization('mcap', 'Market capitalization in USD'),
} as const satisfies Record<MeasureId, ListMeasure>;

export function listMeasureOf(id: MeasureId): ListMeasure {
  return listMeasures[id];
}

/** Returns the measure by which a list is sorted. */
export function sortMeasureOf({
  sort,
  moves,
}: Pick<JettonListFilter, 'sort' | 'moves'>): Omit<ListMeasure, 'description'> {
  const { family, period } = measureOf(sort);
  if (moves === undefined || family !== 'tonPriceChange' || period === undefined) return listMeasureOf(sort);
  return move(moves, period);
}

/** Columns of `jetton` that any list measure or condition uses. */
export const measureColumns: readonly string[] = [
  ...new Set([
    ...Object.values(listMeasures).flatMap(({ columns }) => columns),
    ...pricePeriods.flatMap((period) => move('ton', period).columns),
    'last_trade_at',
  ]),
];
