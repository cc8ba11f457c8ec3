import { sql } from 'drizzle-orm';
import {
  bigint,
  boolean,
  customType,
  date,
  doublePrecision,
  type ExtraConfigColumn,
  index,
  integer,
  jsonb,
  numeric,
  pgTable,
  primaryKey,
  smallint,
  text,
  timestamp,
  uuid,
} from 'drizzle-orm/pg-core';
import type { AlertRule, AlertState, Firing } from '#contract/alerts.ts';
import type { PricePeriod } from '#contract/enums.ts';
import type { HolderKind } from '#contract/holders.ts';
import type { WarningKind } from '#contract/jetton-warnings.ts';
import type { PushAlert } from '#contract/push.ts';
import type { FeedProblem } from '#contract/status.ts';
import { storedMeasureColumns, storedMeasureIds } from './stored-measures.ts';

// Byte order, independent of the server's locale: lists break ties by address, ascending.
const cText = customType<{ data: string }>({ dataType: () => 'text COLLATE "C"' });
const timestamptz = (name: string) => timestamp(name, { withTimezone: true });
const bytea = customType<{ data: Uint8Array }>({ dataType: () => 'bytea' });

/** Price at T / price at T−L, both in USD if `jetton.usd_based`, otherwise in TON. Null without a trade in the period. */
const tradedRatioColumns = {
  tradedRatioMin15: numeric('traded_ratio_min15'),
  tradedRatioHour: numeric('traded_ratio_hour'),
  tradedRatioHour6: numeric('traded_ratio_hour6'),
  tradedRatioHour12: numeric('traded_ratio_hour12'),
  tradedRatioDay: numeric('traded_ratio_day'),
  tradedRatioWeek: numeric('traded_ratio_week'),
  tradedRatioMonth: numeric('traded_ratio_month'),
} satisfies Record<`tradedRatio${Capitalize<PricePeriod>}`, unknown>;

/** One row that describes the stored data. */
export const dataset = pgTable('dataset', {
  /** `live`: filled by feeds only. */
  source: text().$type<'simulated' | 'imported' | 'live'>().notNull(),
  /** Fixed clock set by the import. */
  asOf: timestamptz('as_of'),
  stables: text().array().notNull(),
  builtAt: timestamptz('built_at').notNull(),
  /** T of all computed values. Null before the first calculation, and after a migration that requires a new one. */
  calculatedAt: timestamptz('calculated_at'),
  /** Position in `calculation_hashes` of the last full calculation, from 1. Null if it was made before versions were stored. */
  calculationVersion: integer('calculation_version'),
  /** Hashes of the formulas of all full calculations, in the order of their first use. */
  calculationHashes: text('calculation_hashes').array(),
  /** TON in USD, unrounded, at T, T−15 min, −1 h, −6 h, −12 h, −24 h, −7 d, −30 d; null if unknown. */
  rates: numeric().array(),
  /** Whether the next round must calculate everything, because a change affects values of stored trades. */
  isStale: boolean('is_stale').notNull().default(false),
  /** Whether that calculation is running, or was interrupted. Nothing is stored meanwhile. */
  isCalculating: boolean('is_calculating').notNull().default(false),
  /** State of the simulated market, to resume trading after a restart. */
  simulation: jsonb(),
});

/** Loaded columns, followed by the columns that `analytics` computes. */
export const jetton = pgTable(
  'jetton',
  {
    id: integer().primaryKey(),
    address: cText().notNull().unique(),
    name: text().notNull(),
    symbol: text().notNull(),
    nameFolded: cText('name_folded').notNull(),
    symbolFolded: cText('symbol_folded').notNull(),
    /** Trigrams and words of the name and symbol, indexed for searches (search-text.ts). */
    grams: text().array().notNull(),
    decimals: smallint().notNull(),
    image: text(),
    description: text(),
    offchainImage: text('offchain_image'),
    offchainDescription: text('offchain_description'),
    links: jsonb().$type<{ name: string; url: string; type: string }[]>().notNull(),
    admin: cText(),
    offchainAdmin: cText('offchain_admin'),
    totalSupply: numeric('total_supply'),
    circulatingSupply: numeric('circulating_supply'),
    mintable: boolean(),
    modifiedContract: boolean('modified_contract'),
    verification: cText().notNull(),
    createdAt: timestamptz('created_at'),
    holdersCount: bigint('holders_count', { mode: 'bigint' }),
    holdersChangedAt: timestamptz('holders_changed_at'),
    givenTrustScore: smallint('given_trust_score'),
    givenTrustScoreUpdatedAt: timestamptz('given_trust_score_updated_at'),

    /** A USD stablecoin, worth exactly 1 USD (setting STABLES). */
    stable: boolean().notNull().default(false),
    directMarketId: integer('direct_market_id'),
    /** TON in USD at which the choice of the direct market changes; null if it does not depend on it. */
    directThreshold: numeric('direct_threshold'),
    referenceMarketId: integer('reference_market_id'),
    referenceThreshold: numeric('reference_threshold'),
    /** Unrounded price at T, in USD if `usd_based`, otherwise in TON. */
    price: numeric(),
    /** Whether the price derives from a market against a stablecoin, so that the price in TON follows TON/USD. */
    usdBased: boolean('usd_based'),
    priceChangedAt: timestamptz('price_changed_at'),
    /** Sums of the same columns of its markets. */
    liquidityTon: numeric('liquidity_ton'),
    liquidityUsd: numeric('liquidity_usd'),
    /** Unrounded fdmc: in TON if it follows TON/USD, otherwise in USD. One of them is null. */
    fdmcTon: numeric('fdmc_ton'),
    fdmcUsd: numeric('fdmc_usd'),
    /** Unrounded mcap, like fdmc. */
    mcapTon: numeric('mcap_ton'),
    mcapUsd: numeric('mcap_usd'),
    trustScore: smallint('trust_score'),
    ...storedMeasureColumns(),
    /** Effective traders and volume of 24 hours, in multiples of those of a usual day (market/trader-concentration.ts). */
    tradersVsUsual: doublePrecision('traders_vs_usual'),
    volumeVsUsual: doublePrecision('volume_vs_usual'),
    /**
     * Value of the quote in the pools that a sale can be divided among, unrounded, of those priced in TON and in USD, and
     * the price in their deepest pool (market/exit-depth.ts). Null without such pools; all null if unknown.
     */
    exitDepthTon: numeric('exit_depth_ton'),
    exitDepthUsd: numeric('exit_depth_usd'),
    exitPriceTon: numeric('exit_price_ton'),
    exitPriceUsd: numeric('exit_price_usd'),
    /** The lowest such reserves of 30 days (market/record-reserves.ts), at the prices of now. Null if those above are. */
    exitLowTon: numeric('exit_low_ton'),
    exitLowUsd: numeric('exit_low_usd'),
    /** Change of the price in TON in percent. Null if `usd_based`, see `usd_price_ratio_…`. */
    tonPriceChangeHour: doublePrecision('ton_price_change_hour'),
    tonPriceChangeHour6: doublePrecision('ton_price_change_hour6'),
    tonPriceChangeDay: doublePrecision('ton_price_change_day'),
    tonPriceChangeWeek: doublePrecision('ton_price_change_week'),
    tonPriceChangeMonth: doublePrecision('ton_price_change_month'),
    /** Price at T / price at T−L, both in USD. Null unless `usd_based`. */
    usdPriceRatioHour: numeric('usd_price_ratio_hour'),
    usdPriceRatioHour6: numeric('usd_price_ratio_hour6'),
    usdPriceRatioDay: numeric('usd_price_ratio_day'),
    usdPriceRatioWeek: numeric('usd_price_ratio_week'),
    usdPriceRatioMonth: numeric('usd_price_ratio_month'),
    /** Latest trade up to T in any of its markets. */
    lastTradeAt: timestamptz('last_trade_at'),
    /** First tick of the reference market. */
    firstTickAt: timestamptz('first_tick_at'),
    /** Unrounded price at that time, in USD if `usd_based`, otherwise in TON; null if the counterpart had none. */
    firstPrice: numeric('first_price'),
    /** TON in USD at that time, unrounded; null if unknown. */
    firstTonUsd: numeric('first_ton_usd'),
    ...tradedRatioColumns,
  },
  (table) => [
    ...sortIndexes(table),
    ...rateDependentIndexes(table),
    ...tradedRatioIndexes(table),
    ...exitIndexes(table),
    index('jetton_by_first_tick_at').on(table.firstTickAt).where(sql`first_tick_at is not null`),
    index('jetton_direct_threshold').on(table.directThreshold).where(sql`direct_threshold is not null`),
    index('jetton_reference_threshold')
      .on(table.referenceThreshold)
      .where(sql`reference_threshold is not null`),
    index('jetton_reference_market').on(table.referenceMarketId),
    index('jetton_direct_market').on(table.directMarketId),
    index('jetton_grams').using('gin', table.grams),
    index('jetton_admin').on(table.admin).where(sql`admin is not null`),
  ],
);

/**
 * Columns that lists are sorted by directly. Values that change with TON/USD are computed when they are read instead:
 * otherwise every change of TON/USD would rewrite all jettons. How indexed columns provide the order of all:
 * operations/lists/measure-columns.ts.
 */
export const sortColumns = ['createdAt', 'trustScore', 'holdersCount', ...storedMeasureIds] as const;
export type SortColumn = (typeof sortColumns)[number];

// Two per column: many jettons have equal values, and ties are ordered by address ascending in both directions, so a
// backward scan of one index cannot replace the other.
function sortIndexes(table: Record<SortColumn | 'address', ExtraConfigColumn>) {
  return sortColumns.flatMap((key) => {
    const column = table[key];
    return [
      index(`jetton_by_${column.name}`).on(column.asc().nullsLast(), table.address),
      index(`jetton_by_${column.name}_desc`).on(column.desc().nullsLast(), table.address),
    ];
  });
}

type RateDependentColumns<Column> = Record<
  | 'fdmcTon'
  | 'fdmcUsd'
  | 'liquidityTon'
  | 'liquidityUsd'
  | 'mcapTon'
  | 'mcapUsd'
  | `tonPriceChange${'Hour' | 'Hour6' | 'Day' | 'Week' | 'Month'}`
  | `usdPriceRatio${'Hour' | 'Hour6' | 'Day' | 'Week' | 'Month'}`,
  Column
>;

// One per column, scanned in both directions: few jettons have equal values, so ties are sorted after the scan.
function rateDependentIndexes(table: RateDependentColumns<ExtraConfigColumn>) {
  const columns = [
    table.fdmcTon,
    table.fdmcUsd,
    table.mcapTon,
    table.mcapUsd,
    table.tonPriceChangeHour,
    table.tonPriceChangeHour6,
    table.tonPriceChangeDay,
    table.tonPriceChangeWeek,
    table.tonPriceChangeMonth,
    table.usdPriceRatioHour,
    table.usdPriceRatioHour6,
    table.usdPriceRatioDay,
    table.usdPriceRatioWeek,
    table.usdPriceRatioMonth,
  ];
  return [
    index('jetton_by_liquidity_ton')
      .on(table.liquidityTon)
      .where(sql`liquidity_ton is not null and liquidity_usd is null`),
    index('jetton_by_liquidity_usd')
      .on(table.liquidityUsd)
      .where(sql`liquidity_usd is not null and liquidity_ton is null`),
    index('jetton_by_mixed_liquidity')
      .on(table.liquidityTon)
      .where(sql`liquidity_ton is not null and liquidity_usd is not null`),
    ...columns.map((column) =>
      index(`jetton_by_${column.name}`)
        .on(column)
        .where(sql`${sql.identifier(column.name)} is not null`),
    ),
  ];
}

// Two per period: within each of them, the order does not depend on TON/USD.
function tradedRatioIndexes(table: Record<keyof typeof tradedRatioColumns | 'usdBased', ExtraConfigColumn>) {
  return Object.keys(tradedRatioColumns).flatMap((key) => {
    const column = table[key as keyof typeof tradedRatioColumns];
    const isKnown = sql`${sql.identifier(column.name)} is not null`;
    return [
      index(`jetton_by_${column.name}_ton`).on(column).where(sql`${isKnown} and not usd_based`),
      index(`jetton_by_${column.name}_usd`).on(column).where(sql`${isKnown} and usd_based`),
    ];
  });
}

// As those of liquidity: jettons whose pools are priced in both units are few, and sorted when they are read.
function exitIndexes(table: Record<`exit${'Depth' | 'Low'}${'Ton' | 'Usd'}`, ExtraConfigColumn>) {
  return (['Depth', 'Low'] as const).flatMap((kind) => {
    const name = kind.toLowerCase();
    const [ton, usd] = [sql.raw(`exit_${name}_ton`), sql.raw(`exit_${name}_usd`)];
    const inTon = table[`exit${kind}Ton`];
    return [
      index(`jetton_by_exit_${name}_ton`).on(inTon).where(sql`${ton} is not null and ${usd} is null`),
      index(`jetton_by_exit_${name}_usd`)
        .on(table[`exit${kind}Usd`])
        .where(sql`${usd} is not null and ${ton} is null`),
      index(`jetton_by_mixed_exit_${name}`).on(inTon).where(sql`${ton} is not null and ${usd} is not null`),
    ];
  });
}

/** What sources warn of. A source is the kind of a feed (`stonfi`), or a name in imported data. */
export const jettonWarning = pgTable(
  'jetton_warning',
  {
    jettonId: integer('jetton_id').notNull(),
    source: cText().notNull(),
    kind: cText().$type<WarningKind>().notNull(),
  },
  (table) => [primaryKey({ columns: [table.jettonId, table.source, table.kind] })],
);

/**
 * Factors by which wallets multiply amounts of a jetton for display, by source and the time at which the source first
 * stated them. Jettons without one are displayed as they are.
 */
export const jettonMultiplier = pgTable(
  'jetton_multiplier',
  {
    jettonId: integer('jetton_id').notNull(),
    source: cText().notNull(),
    since: timestamptz('since').notNull(),
    /** A reduced fraction of positive integers. Null if the source states that amounts are scaled, but not by what. */
    numerator: numeric(),
    denominator: numeric(),
  },
  (table) => [primaryKey({ columns: [table.jettonId, table.source, table.since] })],
);

/**
 * Numbers of holders of a jetton by the time at which they were found to have changed, since the store began. Triggers on
 * `jetton` fill it, whatever writes there (migrations/0003_facts.sql). Counts without a time are not in it.
 */
export const jettonHolders = pgTable(
  'jetton_holders',
  {
    jettonId: integer('jetton_id').notNull(),
    time: timestamptz('time').notNull(),
    count: bigint({ mode: 'bigint' }).notNull(),
  },
  (table) => [primaryKey({ columns: [table.jettonId, table.time] })],
);

/**
 * The latest snapshot of the largest holders of a token: a jetton, or a pool, which issues the jetton of its LP tokens. Tokens
 * are identified by address, because a snapshot may precede what describes them.
 */
export const holderSnapshot = pgTable('holder_snapshot', {
  token: cText().primaryKey(),
  time: timestamptz('time').notNull(),
  /** The kind of a feed, or `import`. */
  source: cText().notNull(),
  /** Base units that exist, at the time of the snapshot; null if unknown. */
  supply: numeric(),
  /** Share of the ten largest holders except pools and burned tokens, in percent; null if unknown. */
  topTenPercent: doublePrecision('top_ten_percent'),
});

/** The holders in the latest snapshot of a token. */
export const holder = pgTable(
  'holder',
  {
    token: cText().notNull(),
    /** Owner of the jetton wallet. */
    owner: cText().notNull(),
    balance: numeric().notNull(),
    /** What the source says that the owner is; null if it does not say. Pools of the store need no kind. */
    kind: cText().$type<HolderKind>(),
    /** Name by which the source knows the owner. */
    name: text(),
  },
  (table) => [primaryKey({ columns: [table.token, table.owner] }), index('holder_owner').on(table.owner)],
);

export const pool = pgTable(
  'pool',
  {
    id: integer().primaryKey(),
    address: cText().notNull().unique(),
    exchange: text().notNull(),
    type: text().notNull(),
    /** `jetton.id`, or 0 for TON. */
    asset0: integer().notNull(),
    asset1: integer().notNull(),
    createdAt: timestamptz('created_at'),
    reserve0: numeric(),
    reserve1: numeric(),
    /** Since when the pool has these reserves. */
    reservesAt: timestamptz('reserves_at'),
    /** When they were last reported, and the logical time of that; null if they were those at the end of that second. */
    reservesConfirmedAt: timestamptz('reserves_confirmed_at'),
    reservesLt: bigint('reserves_lt', { mode: 'bigint' }),
    /** The feed whose swaps are stored; null until a feed provides some. */
    feed: text(),
    /** Whether the feed names the pool's assets in reverse order: imported pools may have another order than its source. */
    feedReversed: boolean('feed_reversed').notNull().default(false),
  },
  (table) => [index('pool_reserves_at').on(table.reservesAt)],
);

/**
 * The lowest reserves of a pool that are known of a day in UTC, up to T, each by itself. Rows are never recalculated: what
 * replaced records of the pool contained is not stored elsewhere.
 */
export const reserveLow = pgTable(
  'reserve_low',
  {
    poolId: integer('pool_id').notNull(),
    day: date().notNull(),
    low0: numeric().notNull(),
    low1: numeric().notNull(),
  },
  (table) => [primaryKey({ columns: [table.poolId, table.day] })],
);

/** A pool from the perspective of one of its jettons. Columns from `tick_price` on are computed. */
export const market = pgTable(
  'market',
  {
    /** `pool_id` × 2 + `side`. */
    id: integer().primaryKey(),
    poolId: integer('pool_id').notNull(),
    /** 0 if the jetton is the pool's asset0, 1 if it is asset1. */
    side: smallint().notNull(),
    jettonId: integer('jetton_id').notNull(),
    /** `jetton.id`, or 0 for TON. */
    counterpartId: integer('counterpart_id').notNull(),
    poolAddress: cText('pool_address').notNull(),
    /** 10^(−decimals): converts base units to whole units. */
    jettonUnit: numeric('jetton_unit').notNull(),
    counterpartUnit: numeric('counterpart_unit').notNull(),
    /** Converts counterpart per jetton from base units to whole units: `counterpart_unit` / `jetton_unit`. */
    scale: numeric().notNull(),

    /** Counterpart per jetton at the latest tick up to T, in whole units, unrounded. */
    tickPrice: numeric('tick_price'),
    priceChangedAt: timestamptz('price_changed_at'),
    lastTransactionAt: timestamptz('last_transaction_at'),
    /** Latest known reserves at T, in whole units. Scale: the jetton's decimals. */
    liquidityAsset: numeric('liquidity_asset'),
    liquidityCounterpart: numeric('liquidity_counterpart'),
    liquidityChangedAt: timestamptz('liquidity_changed_at'),
    /** Whether the counterpart's value is known in USD (true) or TON (false); null if it has none and is not ranked. */
    rankUsdBased: boolean('rank_usd_based'),
    /** Value of the counterpart reserve in that currency, which ranks the market; null if unknown. */
    rankValue: numeric('rank_value'),
    /**
     * Value of the reserves, unrounded: the total in USD is `liquidity_ton` × TON/USD + `liquidity_usd`. Null for a
     * currency in which neither side is priced; both null if the liquidity is unknown.
     */
    liquidityTon: numeric('liquidity_ton'),
    liquidityUsd: numeric('liquidity_usd'),
  },
  (table) => [
    index('market_jetton').on(table.jettonId, table.poolAddress),
    index('market_rank')
      .on(table.jettonId, table.rankUsdBased, table.rankValue.desc().nullsLast())
      .where(sql`tick_price is not null`),
    index('market_counterpart').on(table.counterpartId),
    index('market_pool').on(table.poolId),
  ],
);

/** Traders of swaps. Those of swaps that were stored before this table existed only have an id. */
export const trader = pgTable('trader', {
  id: integer().primaryKey().generatedByDefaultAsIdentity(),
  address: cText().notNull().unique(),
});

/** Swaps as recorded. Everything that is computed from them is in `trade`. */
export const swap = pgTable(
  'swap',
  {
    poolId: integer('pool_id').notNull(),
    time: timestamptz('time').notNull(),
    lt: bigint({ mode: 'bigint' }).notNull(),
    traderId: integer('trader_id').notNull(),
    /** True if the trader sold asset0 and bought asset1. */
    sold0: boolean().notNull(),
    /** Either raw amount is under 1,000. Such swaps are not ticks. */
    dust: boolean().notNull(),
    amount0: numeric().notNull(),
    amount1: numeric().notNull(),
    /** As recorded; null if it must be computed. */
    volumeUsd: numeric('volume_usd'),
    reserve0: numeric(),
    reserve1: numeric(),
    /** Hash of its transaction in the pool, 32 bytes; null if unknown. */
    txHash: bytea('tx_hash'),
  },
  (table) => [
    primaryKey({ columns: [table.poolId, table.lt] }),
    // The latest tick at any time takes one lookup.
    index('swap_tick').on(table.poolId, table.dust, table.time, table.lt),
    index('swap_reserves')
      .on(table.poolId, table.time, table.lt)
      .where(sql`reserve0 is not null and reserve1 is not null`),
    // Without `lt`, which would cost 8 bytes a swap: a trader has few swaps in a second.
    index('swap_trader').on(table.traderId, table.time),
  ],
);

/** A swap from the perspective of one of the pool's jettons, with its values at the time of the swap. */
export const trade = pgTable(
  'trade',
  {
    marketId: integer('market_id').notNull(),
    jettonId: integer('jetton_id').notNull(),
    time: timestamptz('time').notNull(),
    lt: bigint({ mode: 'bigint' }).notNull(),
    traderId: integer('trader_id').notNull(),
    buy: boolean().notNull(),
    dust: boolean().notNull(),
    /** Null if unknown. */
    volumeUsd: numeric('volume_usd'),
    /** Rounded prices of the tick; null for dust, and if unknown. */
    counterpart: numeric(),
    ton: numeric(),
    usd: numeric(),
  },
  (table) => [
    primaryKey({ columns: [table.marketId, table.dust, table.time, table.lt] }),
    index('trade_time').on(table.time),
    index('trade_trader').on(table.jettonId, table.traderId, table.buy, table.time),
    index('trade_market_trader').on(table.marketId, table.traderId, table.time),
  ],
);

/**
 * Candles of markets (metrics: candles and trades), of intervals with many ticks. Intervals without a row have few: their
 * candles are derived from the ticks, as are the open and close of all. Values equal those that the ticks give.
 */
export const candle = pgTable(
  'candle',
  {
    marketId: integer('market_id').notNull(),
    /** Length of the interval in seconds. */
    length: integer().notNull(),
    start: timestamptz('start').notNull(),
    transactions: integer().notNull(),
    buys: integer().notNull(),
    /** Distinct traders. */
    traders: integer().notNull(),
    highCounterpart: numeric('high_counterpart').notNull(),
    lowCounterpart: numeric('low_counterpart').notNull(),
    /** In whole units. */
    volumeCounterpart: numeric('volume_counterpart').notNull(),
    /** Null if the counterpart is TON, or if one of the ticks has no value in TON. */
    highTon: numeric('high_ton'),
    lowTon: numeric('low_ton'),
    volumeTon: numeric('volume_ton'),
    /** Null if one of the ticks has no value in USD. */
    highUsd: numeric('high_usd'),
    lowUsd: numeric('low_usd'),
    volumeUsd: numeric('volume_usd'),
  },
  (table) => [primaryKey({ columns: [table.marketId, table.length, table.start] })],
);

/**
 * From where on the candles of a full calculation's trades have not been stored yet, in the order of markets and time. Without
 * a row, all are stored.
 */
export const candleBacklog = pgTable('candle_backlog', {
  marketId: integer('market_id').primaryKey(),
  /** Start of a day in UTC, in Unix seconds. */
  since: integer().notNull(),
});

/**
 * What exchanges traded on a day in UTC: the sums of the daily candles of their pools. Days without rows, such as the current
 * one, are derived from the trades.
 */
export const exchangeDay = pgTable(
  'exchange_day',
  {
    day: date().notNull(),
    exchange: cText().notNull(),
    transactions: bigint({ mode: 'bigint' }).notNull(),
    /** Distinct traders. */
    traders: bigint({ mode: 'bigint' }).notNull(),
    /** Of the swaps whose value is known. */
    volumeTon: numeric('volume_ton').notNull(),
    volumeUsd: numeric('volume_usd').notNull(),
  },
  (table) => [primaryKey({ columns: [table.day, table.exchange] })],
);

/** TON in USD: the price of every non-dust swap in pools of TON and a stablecoin. */
export const tonRate = pgTable(
  'ton_rate',
  {
    time: timestamptz('time').notNull(),
    lt: bigint({ mode: 'bigint' }).notNull(),
    poolId: integer('pool_id').notNull(),
    usd: numeric().notNull(),
  },
  (table) => [primaryKey({ columns: [table.time, table.lt, table.poolId] })],
);

/** Units per 1 USD, valid from the start of the date. */
export const fx = pgTable(
  'fx',
  { code: text().notNull(), date: date().notNull(), rate: numeric().notNull() },
  (table) => [primaryKey({ columns: [table.code, table.date] })],
);

const total = (name: string) => numeric(name).notNull().default('0');
const count = (name: string) => bigint(name, { mode: 'bigint' }).notNull().default(sql`0`);

/** Counts and volumes of a jetton's trades in the current window (T−L, T] and the previous one (T−2L, T−L]. */
export const jettonActivity = pgTable(
  'jetton_activity',
  {
    jettonId: integer('jetton_id').notNull(),
    /** Index in `countPeriods`. */
    period: smallint().notNull(),
    transactionsBuy: count('transactions_buy'),
    transactionsSell: count('transactions_sell'),
    /** Distinct traders. */
    traders: count('traders'),
    tradersBuy: count('traders_buy'),
    tradersSell: count('traders_sell'),
    /** In USD, unrounded. */
    volumeBuy: total('volume_buy'),
    volumeSell: total('volume_sell'),
    previousTransactionsBuy: count('previous_transactions_buy'),
    previousTransactionsSell: count('previous_transactions_sell'),
    previousTraders: count('previous_traders'),
    previousTradersBuy: count('previous_traders_buy'),
    previousTradersSell: count('previous_traders_sell'),
    previousVolumeBuy: total('previous_volume_buy'),
    previousVolumeSell: total('previous_volume_sell'),
  },
  (table) => [primaryKey({ columns: [table.jettonId, table.period] })],
);

/** How the volume of windows of a jetton is divided among its traders (market/trader-concentration.ts). */
export const jettonConcentration = pgTable(
  'jetton_concentration',
  {
    jettonId: integer('jetton_id').notNull(),
    /** 0 to 6: 24 hours that end so many days before T; 7: the 7 days up to T. */
    days: smallint().notNull(),
    /** Sum over the traders of their volume in USD, unrounded, and of its square. */
    volume: total('volume'),
    squares: total('squares'),
    /** Of 7 days: distinct buyers, and those of them with a sale at any time up to T. */
    buyers: count('buyers'),
    buyersWhoSold: count('buyers_who_sold'),
  },
  (table) => [primaryKey({ columns: [table.jettonId, table.days] })],
);

/** The same as `jettonActivity` for a market, without separate buys and sells. */
export const marketActivity = pgTable(
  'market_activity',
  {
    marketId: integer('market_id').notNull(),
    /** Index in `countPeriods`, of periods in `poolCountPeriods`. */
    period: smallint().notNull(),
    transactions: count('transactions'),
    traders: count('traders'),
    volume: total('volume'),
    previousTransactions: count('previous_transactions'),
    previousTraders: count('previous_traders'),
    previousVolume: total('previous_volume'),
  },
  (table) => [primaryKey({ columns: [table.marketId, table.period] })],
);

/** Computed values that lists do not filter or sort by; one row per jetton that has a market. */
export const jettonStatistics = pgTable('jetton_statistics', {
  jettonId: integer('jetton_id').primaryKey(),
  /**
   * Unrounded prices at T, T−15 min, −1 h, −6 h, −12 h, −24 h, −7 d, −30 d, in USD if `jetton.usd_based`, otherwise in
   * TON; null if there was none.
   */
  prices: numeric().array(),
  /** Period sets as JSON text, with `@` in place of every `calculatedAt`. */
  traders: text(),
  tradersBuy: text('traders_buy'),
  tradersSell: text('traders_sell'),
  transactions: text(),
  transactionsBuy: text('transactions_buy'),
  transactionsSell: text('transactions_sell'),
  volumeUsd: text('volume_usd'),
  volumeBuyUsd: text('volume_buy_usd'),
  volumeSellUsd: text('volume_sell_usd'),
});

/** Until when, and within which range of TON/USD, a trust score stays valid without new trades. */
export const trustScoreValidity = pgTable(
  'trust_score_validity',
  {
    jettonId: integer('jetton_id').primaryKey(),
    until: timestamptz('until').notNull(),
    /** Null if TON/USD is unknown. */
    minTonUsd: doublePrecision('min_ton_usd'),
    maxTonUsd: doublePrecision('max_ton_usd'),
  },
  (table) => [
    index('trust_score_validity_until').on(table.until),
    index('trust_score_validity_min_ton_usd').on(table.minTonUsd),
    index('trust_score_validity_max_ton_usd').on(table.maxTonUsd),
  ],
);

/** The state of a feed. A feed is configured in FEEDS_FILE; its row is created when it first runs. */
export const feed = pgTable('feed', {
  name: text().primaryKey(),
  kind: text().notNull(),
  /** Time of the newest events that its source is known to have. */
  head: timestamptz('head'),
  /** Key at which subjects without a cursor start; null until it is located. */
  startKey: bigint('start_key', { mode: 'bigint' }),
  startTime: timestamptz('start_time').notNull(),
  /** Last time at which all recent ranges were read again. */
  rereadAt: timestamptz('reread_at'),
  /** Sum of the weights of all history ranges (`weight` in feeds/ledger/ranges.ts). */
  historyTotal: numeric('history_total').notNull().default('0'),
  /** The process that runs the feed, and until when no other may. */
  owner: text(),
  leaseUntil: timestamptz('lease_until'),
  /** Stopped because too many events were invalid. */
  isStopped: boolean('is_stopped').notNull().default(false),
  ingested: count('ingested'),
  duplicate: count('duplicate'),
  /** Swaps that were found when their range was read again. */
  late: count('late'),
  rejected: count('rejected'),
  lastError: text('last_error'),
  lastErrorAt: timestamptz('last_error_at'),
  /** Since when its source fails, and how. Null while it works. */
  failingSince: timestamptz('failing_since'),
  problem: text().$type<FeedProblem>(),
});

/** Where the next range of a subject (such as a pool) starts. */
export const feedCursor = pgTable(
  'feed_cursor',
  {
    feed: text().notNull(),
    subject: cText().notNull(),
    key: bigint({ mode: 'bigint' }).notNull(),
  },
  (table) => [primaryKey({ columns: [table.feed, table.subject] })],
);

/** Ranges [from_key, to_key) that are to be read, or were read recently and are read again to find late events. */
export const feedRange = pgTable(
  'feed_range',
  {
    id: bigint({ mode: 'bigint' }).primaryKey().generatedAlwaysAsIdentity(),
    feed: text().notNull(),
    subject: cText().notNull(),
    fromKey: bigint('from_key', { mode: 'bigint' }).notNull(),
    /** 2^63 − 1 if the end is not known before the range is read. */
    toKey: bigint('to_key', { mode: 'bigint' }).notNull(),
    /** The times between which its events lie. */
    fromTime: timestamptz('from_time').notNull(),
    toTime: timestamptz('to_time').notNull(),
    /** `history` is read after `live`, latest first; `backfill` was requested by an operator. */
    purpose: text().$type<'live' | 'history' | 'backfill'>().notNull(),
    /** Null until all of it has been read. */
    readAt: timestamptz('read_at'),
    /** Failed attempts since the last success. */
    attempts: integer().notNull().default(0),
    retryAt: timestamptz('retry_at'),
    error: text(),
  },
  (table) => [
    index('feed_range_unread').on(table.feed, table.purpose, table.toTime).where(sql`read_at is null`),
    index('feed_range_read').on(table.feed, table.toTime).where(sql`read_at is not null`),
  ],
);

/** Events that were skipped because they are invalid; the latest ones of each feed. */
export const feedRejected = pgTable(
  'feed_rejected',
  {
    feed: text().notNull(),
    key: cText().notNull(),
    reason: text().notNull(),
    event: text().notNull(),
    at: timestamptz('at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.feed, table.key] })],
);

/** Swaps that wait until all assets of their pool are known, and reserves that wait for that or for T. */
export const feedWaiting = pgTable(
  'feed_waiting',
  {
    feed: text().notNull(),
    pool: cText().notNull(),
    lt: bigint({ mode: 'bigint' }).notNull(),
    /** An asset whose decimals are unknown. */
    asset: cText().notNull(),
    /** The swap and its pool. */
    event: jsonb().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.feed, table.pool, table.lt] }),
    index('feed_waiting_asset').on(table.asset),
  ],
);

/** When the metadata of an asset was last requested by a feed. */
export const feedMetadata = pgTable(
  'feed_metadata',
  {
    feed: text().notNull(),
    address: cText().notNull(),
    requestedAt: timestamptz('requested_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.feed, table.address] }),
    index('feed_metadata_age').on(table.feed, table.requestedAt),
  ],
);

/** The key pair that push services recognize this service by (VAPID, RFC 8292), as base64url. One row. */
export const pushKey = pgTable('push_key', {
  id: smallint().primaryKey(),
  publicKey: text('public_key').notNull(),
  privateKey: text('private_key').notNull(),
});

/** A URL that receives messages when alerts fire. */
export const alertSubscription = pgTable(
  'alert_subscription',
  {
    id: uuid().primaryKey(),
    kind: text().$type<'push' | 'webhook'>().notNull(),
    endpoint: cText().notNull().unique(),
    /** Key of the browser that messages are encrypted for, as base64url. Null for webhooks. */
    publicKey: text('public_key'),
    /** Of a browser, the secret of the encryption, as base64url; of a webhook, the key of signatures. */
    secret: text().notNull(),
    /** Keyed hash of the API key or network that it came from. */
    client: bytea('client').notNull(),
    createdAt: timestamptz('created_at').notNull(),
  },
  (table) => [index('alert_subscription_client').on(table.client)],
);

/** An alert of a subscription, and what it has seen. */
export const alertRule = pgTable(
  'alert_rule',
  {
    subscriptionId: uuid('subscription_id').notNull(),
    id: cText().notNull(),
    alert: jsonb().$type<PushAlert>().notNull(),
    state: jsonb().$type<AlertState>(),
    /** Whether it fires only once and has. */
    isDone: boolean('is_done').notNull().default(false),
    /** Grows with each change, so that an evaluation of former data changes nothing. */
    revision: integer().notNull().default(0),
  },
  (table) => [primaryKey({ columns: [table.subscriptionId, table.id] })],
);

/** A firing of an alert. It is claimed before it is sent, so that a crash loses a message and never repeats it. */
export const alertMessage = pgTable(
  'alert_message',
  {
    subscriptionId: uuid('subscription_id').notNull(),
    alertId: cText('alert_id').notNull(),
    /** Of the data. */
    time: timestamptz('time').notNull(),
    rule: jsonb().$type<AlertRule>().notNull(),
    firing: jsonb().$type<Firing>().notNull(),
    /** When it is to be sent. Null once it has been claimed, and for late data, which is not sent. */
    sendAt: timestamptz('send_at'),
    /** More than the maximum for the message since which the endpoint of a browser has accepted none. */
    attempts: smallint().notNull().default(0),
  },
  (table) => [
    primaryKey({ columns: [table.subscriptionId, table.alertId, table.time] }),
    index('alert_message_unsent').on(table.sendAt).where(sql`send_at is not null`),
  ],
);
