import * as z from 'zod/mini';
import { rawAddress } from './address-schemas.ts';
import { amount, compareAmounts } from './amount.ts';
import { amountChange, dateTime, missing, poolCountPeriodSet, pricePeriodSet } from './period-sets.ts';

/** Returned for markets without a type in the data: the only value that the specification defines. */
export const DEFAULT_MARKET_TYPE = 'JTN_MRKT_LINEAR';

/** The type of a market whose source has types, but does not state that of the pool. */
export const UNKNOWN_MARKET_TYPE = 'JTN_MRKT_UNKNOWN';

/** All fields are omitted if the reserves are unknown. */
export const marketLiquidity = z
  .object({
    asset: z.optional(amount),
    counterpart: z.optional(amount),
    ton: z.optional(amount),
    usd: z.optional(amount),
    changedAt: z.optional(dateTime),
  })
  .check(z.meta({ id: 'MarketLiquidity' }));
export type MarketLiquidity = z.infer<typeof marketLiquidity>;

const marketPrice = z
  .object({
    counterpart: z.optional(amount),
    ton: z.optional(amount),
    usd: z.optional(amount),
    changedAt: z.optional(dateTime),
  })
  .check(z.meta({ id: 'MarketPrice' }));

export const market = z
  .object({
    counterpart: rawAddress,
    exchangeId: z.string(),
    poolAddress: rawAddress,
    type: z.string(),
    createdAt: z.optional(dateTime),
    liquidity: marketLiquidity,
    price: marketPrice,
    lastTransactionAt: z.optional(dateTime),
  })
  .check(z.meta({ id: 'Market' }));
export type Market = z.infer<typeof market>;

/** Orders markets by liquidity in USD: most liquid first, those of unknown liquidity last. */
export function byLiquidity({ liquidity: { usd: a } }: Market, { liquidity: { usd: b } }: Market): number {
  if (!a || !b) return Number(b !== undefined) - Number(a !== undefined);
  return compareAmounts(b, a);
}

export const marketStatistics = z
  .object({
    priceChange: z.object({ counterpart: pricePeriodSet }),
    traders: poolCountPeriodSet,
    transactions: poolCountPeriodSet,
    volume: z.object({ usd: z.object({ day: amountChange }) }),
    missing,
  })
  .check(z.meta({ id: 'MarketStatistics' }));

/** A price or a volume in the units of a market. Unknown values are omitted. */
export const unitValues = z.object({
  counterpart: amount,
  ton: z.optional(amount),
  usd: z.optional(amount),
});

export const logicalTime = z.string().check(z.regex(/^\d+$/));

export const priceTick = z
  .object({
    value: unitValues,
    time: dateTime,
    timeLt: logicalTime,
  })
  .check(z.meta({ id: 'PriceTick' }));
export type PriceTick = z.infer<typeof priceTick>;

/** Path prefix of the lookup of pools, which the specification does not have: its operations require the jetton. */
export const POOLS_PATH = '/pools';

export function poolLookupPath(poolAddress: string): string {
  return `${POOLS_PATH}/${encodeURIComponent(poolAddress)}`;
}

/** The jettons that a pool trades, without TON; of two jettons, the one with less liquidity first. Empty for unknown pools. */
export const poolLookup = z.object({ jettons: z.array(rawAddress) });
export type PoolLookup = z.infer<typeof poolLookup>;
