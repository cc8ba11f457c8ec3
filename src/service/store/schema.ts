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
} from 'drizzle-orm/pg-core';
import type { SortField } from '#contract/enums.ts';

// Byte order, independent of the server's locale: lists break ties by address, ascending.
const cText = customType<{ data: string }>({ dataType: () => 'text COLLATE "C"' });
const timestamptz = (name: string) => timestamp(name, { withTimezone: true });

/** One row that describes the stored data. */
export const dataset = pgTable('dataset', {
  source: text().$type<'simulated' | 'imported'>().notNull(),
  /** Fixed clock set by the import. */
  asOf: timestamptz('as_of'),
  stables: text().array().notNull(),
  builtAt: timestamptz('built_at').notNull(),
  /** T of the last full calculation. */
  calculatedAt: timestamptz('calculated_at'),
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
    /** Trigrams of the case-folded name and symbol, indexed for `search`. */
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
    referenceMarketId: integer('reference_market_id'),
    priceTon: numeric('price_ton'),
    priceUsd: numeric('price_usd'),
    priceChangedAt: timestamptz('price_changed_at'),
    liquidityUsd: numeric('liquidity_usd'),
    tvl: numeric(),
    fdmc: numeric(),
    mcap: numeric(),
    trustScore: smallint('trust_score'),
    trustScoreUpdatedAt: timestamptz('trust_score_updated_at'),
    volume24h: numeric('volume_24h'),
    traders24h: bigint('traders_24h', { mode: 'bigint' }),
    transactions24h: bigint('transactions_24h', { mode: 'bigint' }),
    tonPriceChangeHour: doublePrecision('ton_price_change_hour'),
    tonPriceChangeHour6: doublePrecision('ton_price_change_hour6'),
    tonPriceChangeDay: doublePrecision('ton_price_change_day'),
    tonPriceChangeWeek: doublePrecision('ton_price_change_week'),
    tonPriceChangeMonth: doublePrecision('ton_price_change_month'),
  },
  (table) => [
    ...sortIndexes(table),
    index('jetton_grams').using('gin', table.grams),
    index('jetton_admin').on(table.admin).where(sql`admin is not null`),
  ],
);

type SortColumns<Column> = Record<Exclude<SortField, 'holders'> | 'holdersCount' | 'address', Column>;

/** The column of each sort field. */
export function sortColumns<Column>(table: SortColumns<Column>): Record<SortField, Column> {
  return {
    createdAt: table.createdAt,
    fdmc: table.fdmc,
    tvl: table.tvl,
    liquidityUsd: table.liquidityUsd,
    trustScore: table.trustScore,
    volume24h: table.volume24h,
    holders: table.holdersCount,
    traders24h: table.traders24h,
    transactions24h: table.transactions24h,
    tonPriceChangeHour: table.tonPriceChangeHour,
    tonPriceChangeHour6: table.tonPriceChangeHour6,
    tonPriceChangeDay: table.tonPriceChangeDay,
    tonPriceChangeWeek: table.tonPriceChangeWeek,
    tonPriceChangeMonth: table.tonPriceChangeMonth,
  };
}

// Two per field: ties are ordered by address ascending in both directions, so a backward scan of one cannot replace
// the other.
function sortIndexes(table: SortColumns<ExtraConfigColumn>) {
  return Object.values(sortColumns(table)).flatMap((column) => [
    index(`jetton_by_${column.name}`).on(column.asc().nullsLast(), table.address),
    index(`jetton_by_${column.name}_desc`).on(column.desc().nullsLast(), table.address),
  ]);
}

export const pool = pgTable('pool', {
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
  reservesAt: timestamptz('reserves_at'),
});

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
    /** Swaps in the 30 days before T, as a tie-breaker of the rank. */
    transactionsMonth: bigint('transactions_month', { mode: 'bigint' }).notNull().default(sql`0`),
    priceCounterpart: numeric('price_counterpart'),
    priceTon: numeric('price_ton'),
    priceUsd: numeric('price_usd'),
    priceChangedAt: timestamptz('price_changed_at'),
    /** Latest known reserves at T, in whole units. Scale: the jetton's decimals. */
    liquidityAsset: numeric('liquidity_asset'),
    liquidityCounterpart: numeric('liquidity_counterpart'),
    liquidityTon: numeric('liquidity_ton'),
    liquidityUsd: numeric('liquidity_usd'),
    liquidityChangedAt: timestamptz('liquidity_changed_at'),
    lastTransactionAt: timestamptz('last_transaction_at'),
    /** Counts and volume of MarketStatistics, as members of a JSON object. */
    activity: text(),
    /** Complete MarketStatistics as JSON text. */
    statistics: text(),
  },
  (table) => [
    index('market_by_liquidity').on(table.jettonId, table.liquidityUsd.desc().nullsLast(), table.poolAddress),
    index('market_counterpart').on(table.counterpartId),
    index('market_pool').on(table.poolId),
  ],
);

/**
 * Traders are only counted, so a numeric id is stored instead of the address. `dust` (either raw amount under 1,000)
 * precedes the time in the key, so that the latest tick at any time takes one index lookup.
 */
export const swap = pgTable(
  'swap',
  {
    poolId: integer('pool_id').notNull(),
    time: timestamptz('time').notNull(),
    lt: bigint({ mode: 'bigint' }).notNull(),
    traderId: integer('trader_id').notNull(),
    /** True if the trader sold asset0 and bought asset1. */
    sold0: boolean().notNull(),
    dust: boolean().notNull(),
    amount0: numeric().notNull(),
    amount1: numeric().notNull(),
    volumeUsd: numeric('volume_usd'),
    reserve0: numeric(),
    reserve1: numeric(),
  },
  (table) => [
    primaryKey({ columns: [table.poolId, table.dust, table.time, table.lt] }),
    index('swap_reserves')
      .on(table.poolId, table.time, table.lt)
      .where(sql`reserve0 is not null and reserve1 is not null`),
  ],
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

/** Precomputed response fields, one row per jetton that has a market. */
export const jettonStatistics = pgTable(
  'jetton_statistics',
  {
    jettonId: integer('jetton_id').primaryKey(),
    calculatedAt: timestamptz('calculated_at').notNull(),
    /** Unrounded prices at T, T−15 min, −1 h, −6 h, −12 h, −24 h, −7 d, −30 d; null if there was none. */
    pricesTon: numeric('prices_ton').array(),
    pricesUsd: numeric('prices_usd').array(),
    /** Unrounded. */
    liquidityTon: numeric('liquidity_ton'),
    liquidityUsd: numeric('liquidity_usd'),
    /** Unrounded USD volumes by count period, current then previous: total, buy, sell. */
    volumes: numeric().array().notNull(),
    traders24h: bigint('traders_24h', { mode: 'bigint' }).notNull(),
    transactions24h: bigint('transactions_24h', { mode: 'bigint' }).notNull(),
    /** Period sets as JSON text. */
    priceChangeTon: text('price_change_ton').notNull().default('{}'),
    priceChangeUsd: text('price_change_usd').notNull().default('{}'),
    traders: text().notNull(),
    tradersBuy: text('traders_buy').notNull(),
    tradersSell: text('traders_sell').notNull(),
    transactions: text().notNull(),
    transactionsBuy: text('transactions_buy').notNull(),
    transactionsSell: text('transactions_sell').notNull(),
    volumeUsd: text('volume_usd').notNull(),
    volumeBuyUsd: text('volume_buy_usd').notNull(),
    volumeSellUsd: text('volume_sell_usd').notNull(),
  },
  (table) => [index('jetton_statistics_calculated_at').on(table.calculatedAt)],
);
