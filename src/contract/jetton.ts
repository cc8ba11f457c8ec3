import * as z from 'zod/mini';
import { adminAddress, rawAddress } from './address-schemas.ts';
import { amount } from './amount.ts';
import { verificationStatuses } from './enums.ts';
import { warningKinds } from './jetton-warnings.ts';
import {
  countPeriodSet,
  dateTime,
  int64,
  missing,
  moveSet,
  percent,
  pricePeriodSet,
  volumePeriodSet,
} from './period-sets.ts';

export const integerDigits = z.string().check(z.regex(/^\d+$/));
export const score = z.int().check(z.gte(0), z.lte(100));

export const shortJettonMeta = z
  .object({
    address: rawAddress,
    name: z.string(),
    symbol: z.string(),
    decimals: z.int(),
    image: z.optional(z.string()),
  })
  .check(z.meta({ id: 'ShortJettonMeta' }));
export type ShortJettonMeta = z.infer<typeof shortJettonMeta>;

export const jettonMap = z.record(z.string(), shortJettonMeta);

/** Link types, derived from the host of the link. The specification does not list them. */
export const linkTypes = [
  'telegram',
  'x',
  'github',
  'discord',
  'youtube',
  'instagram',
  'tiktok',
  'medium',
  'facebook',
  'vk',
  'reddit',
  'website',
] as const;
export type LinkType = (typeof linkTypes)[number];

// The specification does not list the values of a chart preview's metric, period and color.
/** The price in USD, and in the native coin. */
export const previewMetrics = ['price', 'priceTon'] as const;
export type PreviewMetric = (typeof previewMetrics)[number];
export const PREVIEW_PERIOD = 'week';
export const previewColors = ['dark', 'light'] as const;
export type PreviewColor = (typeof previewColors)[number];

/** Previews in one image at most. */
export const MAX_SPRITE_PREVIEWS = 25;

export const chartPreview = z.object({
  url: z.string(),
  metric: z.string(),
  period: z.string(),
  color: z.string(),
});

const jettonMetadata = z.object({
  address: rawAddress,
  name: z.string(),
  symbol: z.string(),
  decimals: z.int(),
  image: z.optional(z.string()),
  description: z.optional(z.string()),
  offchainImage: z.optional(z.string()),
  offchainDescription: z.optional(z.string()),
  links: z.array(z.object({ name: z.string(), url: z.string(), type: z.string() })),
  createdAt: z.optional(dateTime),
});

/**
 * The factor by which wallets multiply amounts of the jetton: `numerator` / `denominator`, omitted if the source states
 * none. An extension of the specification.
 */
const multiplier = z.object({
  numerator: z.optional(integerDigits),
  denominator: z.optional(integerDigits),
  source: z.string(),
  since: dateTime,
});

export const ratio = z.number();

/** What selling jettons worth 1,000 and 10,000 USD brings, in USD. */
const saleValues = { usd1k: amount, usd10k: amount };
/** Sales now, and at the lowest reserves of 30 days. An extension of the specification. */
const exitValues = z.object({ ...saleValues, worst: z.object(saleValues) });

/** The lesser of `traders` and `volume`, in multiples of a usual day. An extension of the specification. */
const trendingScore = z.object({ score: ratio, traders: ratio, volume: ratio });

export const jetton = z
  .object({
    metadata: jettonMetadata,
    admin: z.optional(
      z.object({ address: z.optional(adminAddress), offchainAddress: z.optional(rawAddress) }),
    ),
    totalSupply: z.optional(integerDigits),
    multiplier: z.optional(multiplier),
    mintable: z.optional(z.boolean()),
    modifiedContract: z.optional(z.boolean()),
    verification: z.enum(verificationStatuses),
    missing,
    warnings: z.array(z.object({ kind: z.enum(warningKinds), source: z.string() })),
    price: z.optional(amount),
    priceUsd: z.optional(amount),
    holdersCount: z.optional(int64),
    liquidityUsd: z.optional(amount),
    fdmc: z.optional(amount),
    mcap: z.optional(amount),
    trustScore: z.optional(score),
    exit: z.optional(exitValues),
    effectiveTraders: z.optional(ratio),
    buyersWhoSoldPercent: z.optional(percent),
    trending: z.optional(trendingScore),
    topTenHoldersPercent: z.optional(percent),
    circulatingSupply: z.optional(integerDigits),
    chartPreviews: z.array(chartPreview),
  })
  .check(z.meta({ id: 'Jetton' }));
export type Jetton = z.infer<typeof jetton>;

export const jettonTrustScoreInfo = z
  .object({ address: rawAddress, score, updatedAt: dateTime })
  .check(z.meta({ id: 'JettonTrustScoreInfo' }));
export type JettonTrustScoreInfo = z.infer<typeof jettonTrustScoreInfo>;

export const jettonMetrics = z
  .object({
    address: rawAddress,
    price: z.optional(amount),
    priceUsd: z.optional(amount),
    priceCurrency: z.optional(amount),
    holdersCount: z.optional(int64),
    liquidityUsd: z.optional(amount),
    liquidityCurrency: z.optional(amount),
    fdmc: z.optional(amount),
    fdmcCurrency: z.optional(amount),
    mcap: z.optional(amount),
    mcapCurrency: z.optional(amount),
    circulatingSupply: z.optional(integerDigits),
    trustScore: z.optional(score),
  })
  .check(z.meta({ id: 'JettonMetrics' }));
export type JettonMetrics = z.infer<typeof jettonMetrics>;

export const jettonStats = z
  .object({
    address: rawAddress,
    priceChange: z.object({ ton: pricePeriodSet, usd: pricePeriodSet }),
    moves: z.object({ ton: moveSet, usd: moveSet }),
    traders: countPeriodSet,
    tradersBuy: countPeriodSet,
    tradersSell: countPeriodSet,
    transactions: countPeriodSet,
    transactionsBuy: countPeriodSet,
    transactionsSell: countPeriodSet,
    missing,
    volume: z.object({ usd: volumePeriodSet, buyUsd: volumePeriodSet, sellUsd: volumePeriodSet }),
  })
  .check(z.meta({ id: 'JettonStats' }));
export type JettonStats = z.infer<typeof jettonStats>;

const priceAt = z.object({ price: amount, changedAt: dateTime });

/** Entries with unknown values are omitted. */
export const jettonPrice = z
  .object({ ton: z.optional(priceAt), usd: z.optional(priceAt), currency: z.optional(priceAt) })
  .check(z.meta({ id: 'JettonPrice' }));

/** The value of the reserves of all markets. Unknown values are omitted. */
export const jettonLiquidity = z
  .object({
    ton: z.optional(amount),
    usd: z.optional(amount),
    currency: z.optional(amount),
    changedAt: z.optional(dateTime),
  })
  .check(z.meta({ id: 'JettonLiquidity' }));

/** Both fields are omitted if the count is unknown. */
export const holders = z
  .object({ value: z.optional(int64), changedAt: z.optional(dateTime) })
  .check(z.meta({ id: 'Holders' }));

export const holdersTick = z.object({ value: int64, time: dateTime }).check(z.meta({ id: 'HoldersTick' }));
