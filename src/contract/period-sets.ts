import * as z from 'zod/mini';
import { amount } from './amount.ts';
import { countPeriods, poolCountPeriods, pricePeriods } from './enums.ts';

/** A time in UTC, as RFC 3339. */
export const dateTime = z.iso.datetime();
/** A 64-bit integer. A string, because JSON numbers can lose digits. */
export const int64 = z.string().check(z.regex(/^-?\d{1,19}$/));
export const percent = z.number();

/** Ranges that a response names. Of more, the oldest ones of each exchange are one. */
export const MAX_MISSING_RANGES = 20;

/** A time whose swaps a feed has not read, from `from` until before `to`. An extension of the specification. */
export const missingRange = z
  .object({
    exchangeId: z.string(),
    from: dateTime,
    to: dateTime,
    /** How much of it is missing: all of it, unless several ranges are combined. */
    seconds: z.int().check(z.gte(0)),
  })
  .check(z.meta({ id: 'MissingRange' }));
export type MissingRange = z.infer<typeof missingRange>;

/** Newest first. Absent if the feeds have read all swaps. */
export const missing = z.optional(z.array(missingRange));

export const amountChange = z
  .object({ changePercent: percent, previous: amount, current: amount, calculatedAt: dateTime })
  .check(z.meta({ id: 'PriceOrAmountChange' }));
export type AmountChange = z.infer<typeof amountChange>;

export const countChange = z
  .object({ changePercent: percent, previous: int64, current: int64, calculatedAt: dateTime })
  .check(z.meta({ id: 'CountChange' }));
export type CountChange = z.infer<typeof countChange>;

type Shape<Keys extends readonly string[], Schema> = { [Key in Keys[number]]: Schema };

function shapeOf<const Keys extends readonly string[], Schema>(
  keys: Keys,
  schema: Schema,
): Shape<Keys, Schema> {
  return Object.fromEntries(keys.map((key) => [key, schema])) as Shape<Keys, Schema>;
}

/** A period is omitted if there was no price at its start. */
export const pricePeriodSet = z
  .partial(z.object(shapeOf(pricePeriods, amountChange)))
  .check(z.meta({ id: 'PricePeriods' }));
export type PricePeriodSet = z.infer<typeof pricePeriodSet>;

/**
 * Price changes over the periods in which a jetton was traded; since its first trade, at `since`, if that is later than the
 * start of the period.
 */
export const moveSet = z
  .partial(z.object(shapeOf(pricePeriods, z.object({ changePercent: percent, since: z.optional(dateTime) }))))
  .check(z.meta({ id: 'Moves' }));
export type Moves = z.infer<typeof moveSet>;

export const countPeriodSet = z
  .object(shapeOf(countPeriods, countChange))
  .check(z.meta({ id: 'CountPeriods' }));
export type CountPeriodSet = z.infer<typeof countPeriodSet>;

export const volumePeriodSet = z
  .object(shapeOf(countPeriods, amountChange))
  .check(z.meta({ id: 'VolumePeriods' }));
export type VolumePeriodSet = z.infer<typeof volumePeriodSet>;

export const poolCountPeriodSet = z
  .object(shapeOf(poolCountPeriods, countChange))
  .check(z.meta({ id: 'PoolCountPeriods' }));

export function buySellSplit<Schema extends z.ZodMiniType>(set: Schema) {
  return z.object({ total: set, buy: set, sell: set });
}
