import { type SQL, sql } from 'drizzle-orm';
import type { RawAddress } from '#contract/address.ts';
import { type Amount, amountFromDecimal, subtractAmounts } from '#contract/amount.ts';
import { countPeriods, periodSeconds } from '#contract/enums.ts';
import { NotFoundError } from '#contract/errors.ts';
import type { InputOf, ResponseOf } from '#contract/operations.ts';
import type { ServedOperations } from '#contract/served-operations.ts';
import {
  type JettonTrader,
  MAX_COUNTED_SWAPS,
  type TraderSort,
  type TradingPeriod,
} from '#contract/traders.ts';
import type { ServiceContext } from '#service/config/context.ts';
import { priceScale } from '#service/market/ticks.ts';
import { assetUnits, swapOf } from '#service/market/trade-values.ts';
import {
  type CursorKeys,
  type CursorKeyType,
  pageOf,
  readCursor,
  writeCursor,
} from '#service/store/cursor.ts';
import { type Database, rows } from '#service/store/database.ts';
import { timestamptz } from '#service/store/sql-text.ts';
import { isAfter, orderByClause, type TotalOrder } from './lists/keyset.ts';
import { assetMultiplier, assetMultiplierColumns, displayed, rounded } from './multipliers.ts';
import { addressBookOf, optionalAmount, traderId, whoFields } from './response-parts.ts';

type TradersInput = InputOf<ServedOperations['getJettonTraders']>;

const traderCursorKeyTypes: readonly CursorKeyType[] = ['decimal', 'address'];

/** Extension: the traders of a jetton (metrics: candles and trades). */
export async function getJettonTraders(
  { store, clock }: ServiceContext,
  { limit, cursor, ...list }: TradersInput,
): Promise<ResponseOf<ServedOperations['getJettonTraders']>> {
  const after = readCursor(list, traderCursorKeyTypes, cursor);
  const jetton = await findJetton(store.db, list.address);
  const to = clock.now();
  const window = await windowOf(store.db, jetton, list.period, to, list.who);
  const query = { ...list, limit: limit + 1, jetton, window };
  const found = await rows<TraderRow>(store.db, selectTraders(query, after));
  const { page, last } = pageOf(found, limit);
  const traders = page.map(traderOf);
  return {
    window: windowFields(window),
    traders,
    addressBook: addressBookOf(traders.map(({ who }) => who)),
    next: last && writeCursor(list, [last.sortKey, last.tie]),
  };
}

export async function findJetton(db: Database, address: RawAddress): Promise<number> {
  const [jetton] = await rows<{ id: number }>(db, sql`select id from jetton where address = ${address}`);
  if (!jetton) throw new NotFoundError(address);
  return jetton.id;
}

export interface Window {
  readonly period: TradingPeriod;
  readonly from: Date | undefined;
  readonly to: Date;
}

export function windowFields({ period, from, to }: Window) {
  return { period, from: from?.toISOString(), to: to.toISOString() };
}

/**
 * Returns the window of a period up to `to`, or of the longest shorter one with at most MAX_COUNTED_SWAPS: an answer reads
 * all swaps of its window. That of an hour is not limited, because the chain has fewer.
 */
export async function windowOf(
  db: Database,
  jetton: number,
  requested: TradingPeriod,
  to: Date,
  who?: RawAddress,
): Promise<Window> {
  const ofTrader = who === undefined ? sql`` : sql`and trader_id = ${traderId(who)}`;
  const [counted] = await rows<{ isFew: boolean; periods: number[] | null }>(
    db,
    sql`select
      (select count(*) from (
        select from trade where jetton_id = ${jetton} ${ofTrader} limit ${MAX_COUNTED_SWAPS + 1}
      ) as counted) <= ${MAX_COUNTED_SWAPS} as "isFew",
      (select array_agg(period::int) from jetton_activity
        where jetton_id = ${jetton} and transactions_buy + transactions_sell <= ${MAX_COUNTED_SWAPS}) as periods`,
  );
  const shorter = countPeriods.filter(
    (_, index) =>
      counted?.periods?.includes(index) && (requested === 'all' || index <= countPeriods.indexOf(requested)),
  );
  const period = counted?.isFew ? requested : (shorter.at(-1) ?? countPeriods[0]);
  const from = period === 'all' ? undefined : new Date(to.getTime() - periodSeconds[period] * 1000);
  return { period, from, to };
}

/** FROM clause with the trades `t` of a jetton in a window, in market `m`. */
export function tradesIn(jetton: number, { from, to }: Window, who?: RawAddress): SQL {
  const since = from && timestamptz(from);
  const conditions = sql`t.time <= ${timestamptz(to)} ${since ? sql`and t.time > ${since}` : sql``}`;
  if (who !== undefined)
    return sql`trade t join market m on m.id = t.market_id
      and t.jetton_id = ${jetton} and t.trader_id = ${traderId(who)} and ${conditions}`;
  return sql`market m join trade t on t.market_id = m.id and t.dust in (false, true) and ${conditions}
    and m.jetton_id = ${jetton} ${since ? sql`and m.last_transaction_at > ${since}` : sql``}`;
}

/** Decimal strings, whose scale is the Amount's decimals; null if unknown. */
interface TraderRow {
  readonly who: RawAddress | null;
  readonly transactions: number;
  readonly buys: number;
  readonly firstAt: string;
  readonly lastAt: string;
  readonly volumeUsd: string;
  readonly bought: string;
  readonly boughtUsd: string | null;
  readonly boughtPrice: string | null;
  readonly sold: string;
  readonly soldUsd: string | null;
  readonly soldPrice: string | null;
  /** JSON array of Step, oldest first. */
  readonly steps: string;
  readonly decimals: number;
  /** The multiplier of a scaled jetton. */
  readonly numerator: string | null;
  readonly denominator: string | null;
  readonly sortKey: string;
  readonly tie: string;
}

interface TradersQuery extends Omit<TradersInput, 'cursor'> {
  /** Its id. */
  readonly jetton: number;
  readonly window: Window;
}

const sortKeys: Readonly<Record<TraderSort, SQL>> = {
  volume: sql`coalesce(sum(volume_usd), 0)`,
  net: sql`coalesce(sum(case when buy then units else -units end), 0)`,
  transactions: sql`count(*)::numeric`,
};

function selectTraders(query: TradersQuery, after: CursorKeys | undefined): SQL {
  const { jetton, window, who, sort, order, limit } = query;
  const byKey: TotalOrder = { column: sql`key`, order, tie: sql`tie` };
  const [key, tie] = after ?? [];
  const position = key && tie ? { value: sql`${key}::numeric`, tie: sql`${tie}` } : undefined;
  const sums = (['bought', 'sold'] as const).map((name) => {
    const filter = sql`filter (where ${name === 'bought' ? sql`buy` : sql`not buy`})`;
    return sql`coalesce(sum(units) ${filter}, 0) as ${sql.raw(name)},
      case when count(volume_usd) ${filter} = count(*) ${filter} then coalesce(sum(volume_usd) ${filter}, 0) end
        as ${sql.raw(name)}_usd`;
  });
  const columns = (['bought', 'sold'] as const).map((name) => {
    const [units, usd] = [sql.raw(`page.${name}`), sql.raw(`page.${name}_usd`)];
    const price = sql`round(${usd}, ${priceScale}) / nullif(${units} * unit.size, 0)`;
    return sql`(${displayed.asset(sql`(${units} * unit.size)`)})::text as ${sql.raw(name)},
      sum_round(${usd}, 6)::text as "${sql.raw(name)}Usd",
      ${rounded(displayed.price(sql`(${price})`))}::text as "${sql.raw(name)}Price"`;
  });
  // Traders of swaps that were stored before addresses were have an id only.
  return sql`
    with counted as materialized (
      select t.trader_id, t.time, t.lt, m.pool_address, t.buy, t.volume_usd, ${assetUnits} as units
      from ${tradesIn(jetton, window, who)}
      ${swapOf(sql`t.lt`)}
    ),
    page as materialized (
      select * from (
        select totals.*, trader.address, coalesce(trader.address, '0:' || lpad(to_hex(trader_id), 64, '0')) as tie
        from (
          select trader_id, count(*)::int as transactions, (count(*) filter (where buy))::int as buys,
            min(time) as first_at, max(time) as last_at, sum(volume_usd) as volume_usd,
            ${sql.join(sums, sql`, `)}, ${sortKeys[sort]} as key
          from counted
          group by trader_id
        ) as totals
        left join trader on trader.id = totals.trader_id
      ) as traders
      where ${isAfter(byKey, position)}
      ${orderByClause(byKey)}
      limit ${limit}
    )
    select page.address as who, page.transactions, page.buys, iso(page.first_at) as "firstAt",
      iso(page.last_at) as "lastAt", sum_round(coalesce(page.volume_usd, 0), 6)::text as "volumeUsd",
      ${sql.join(columns, sql`, `)}, steps.steps::text as steps, j.decimals, ${assetMultiplierColumns},
      page.key::text as "sortKey", page.tie
    from page
    join jetton j on j.id = ${jetton}
    cross join lateral (select ('1e-' || j.decimals)::numeric as size offset 0) as unit
    ${assetMultiplier}
    join (
      select trader_id,
        json_agg(json_build_array(buy, units::text, volume_usd::text) order by time, lt, pool_address) as steps
      from counted
      where trader_id in (select trader_id from page)
      group by trader_id
    ) as steps on steps.trader_id = page.trader_id
    ${orderByClause(byKey)}`;
}

function traderOf(row: TraderRow): JettonTrader {
  const { who, transactions, buys, firstAt, lastAt, decimals } = row;
  const [bought, sold] = [amountFromDecimal(row.bought), amountFromDecimal(row.sold)];
  const [boughtUsd, soldUsd] = [optionalAmount(row.boughtUsd), optionalAmount(row.soldUsd)];
  const { resultUsd, unitsWithoutCost, usdWithoutCost } = realizedResult(JSON.parse(row.steps) as Step[]);
  return {
    ...whoFields(who),
    transactions,
    buys,
    sells: transactions - buys,
    volumeUsd: amountFromDecimal(row.volumeUsd),
    bought: { amount: bought, usd: boughtUsd, averagePrice: optionalAmount(row.boughtPrice) },
    sold: { amount: sold, usd: soldUsd, averagePrice: optionalAmount(row.soldPrice) },
    net: {
      amount: subtractAmounts(bought, sold),
      usd: boughtUsd && soldUsd && subtractAmounts(boughtUsd, soldUsd),
    },
    resultUsd,
    soldWithoutCost: {
      amount: { value: displayedUnits(unitsWithoutCost, row).toString(), decimals },
      usd: usdWithoutCost,
    },
    firstTradeAt: firstAt,
    lastTradeAt: lastAt,
  };
}

/** Sums `units` of trades with `buy`, of which at most `max` + 1 are selected: `bought` and `sold` are null beyond `max`. */
export function selectBoughtAndSold(trades: SQL, max: number): SQL {
  return sql`
    select coalesce(sum(units) filter (where buy), 0) as bought, coalesce(sum(units) filter (where not buy), 0) as sold
    from (${trades}) as trades
    having count(*) <= ${max}
    union all
    select null, null
    limit 1`;
}

/** Returns the amount bought less that sold, of decimal strings of the same scale. Undefined if they are unknown. */
export function netAmount(bought: string | null, sold: string | null): Amount | undefined {
  if (bought === null || sold === null) return undefined;
  return subtractAmounts(amountFromDecimal(bought), amountFromDecimal(sold));
}

/** Returns base units in displayed units, rounded half up. */
function displayedUnits(units: bigint, { numerator, denominator }: TraderRow): bigint {
  if (numerator === null || denominator === null) return units;
  return (2n * units * BigInt(numerator) + BigInt(denominator)) / (2n * BigInt(denominator));
}

/** A swap of a trader: whether they bought, base units of the jetton, and the value in USD as a decimal string. */
type Step = readonly [isBuy: boolean, units: string, usd: string | null];

interface RealizedResult {
  readonly resultUsd: Amount | undefined;
  /** Sold beyond what was bought before. */
  readonly unitsWithoutCost: bigint;
  readonly usdWithoutCost: Amount | undefined;
}

/** Decimals of values: volumes have up to 40, and the errors of quotients must not reach those of responses. */
const VALUE_DECIMALS = 60;

/**
 * Returns the result of sales by average cost: each sale takes its share of what is held, and of its cost. What a sale
 * exceeds the holding by is reported apart.
 */
function realizedResult(steps: readonly Step[]): RealizedResult {
  let [held, cost, result, unitsWithoutCost, valueWithoutCost] = [0n, 0n, 0n, 0n, 0n];
  let isKnown = true;
  for (const [isBuy, unitsText, usd] of steps) {
    const units = BigInt(unitsText);
    const value = scaledValue(usd ?? '0');
    isKnown &&= usd !== null;
    if (isBuy) {
      held += units;
      cost += value;
      continue;
    }
    const covered = units < held ? units : held;
    const coveredCost = covered === held ? cost : (cost * covered) / held;
    const proceeds = covered === units ? value : (value * covered) / units;
    held -= covered;
    cost -= coveredCost;
    result += proceeds - coveredCost;
    unitsWithoutCost += units - covered;
    valueWithoutCost += value - proceeds;
  }
  return {
    resultUsd: isKnown ? usdAmount(result) : undefined,
    unitsWithoutCost,
    usdWithoutCost: isKnown ? usdAmount(valueWithoutCost) : undefined,
  };
}

function scaledValue(decimal: string): bigint {
  const { value, decimals } = amountFromDecimal(decimal);
  const excess = decimals - VALUE_DECIMALS;
  // Recorded volumes may have more decimals.
  return excess > 0 ? BigInt(value) / 10n ** BigInt(excess) : BigInt(value) * 10n ** BigInt(-excess);
}

/** Rounds to 30 decimals first, as the function `sum_round` of the store, so that errors of quotients do not decide a tie. */
function usdAmount(value: bigint): Amount {
  return { value: roundedTo(roundedTo(value, VALUE_DECIMALS, 30), 30, 6).toString(), decimals: 6 };
}

/** Rounds half up. */
function roundedTo(value: bigint, decimals: number, newDecimals: number): bigint {
  const divisor = 10n ** BigInt(decimals - newDecimals);
  const doubled = 2n * value + divisor;
  const quotient = doubled / (2n * divisor);
  return doubled < 0n && doubled % (2n * divisor) !== 0n ? quotient - 1n : quotient;
}
