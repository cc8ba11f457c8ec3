import * as z from 'zod/mini';
import { unitValues } from './market.ts';
import { define, fromBeforeTo, poolPath, tickPage } from './operations.ts';
import { next } from './pagination.ts';
import { dateTime, missing } from './period-sets.ts';

export const candleIntervals = ['1m', '5m', '15m', '30m', '1h', '4h', '1d', '1w'] as const;
export type CandleInterval = (typeof candleIntervals)[number];

const minute = 60;
const hour = 60 * minute;
const day = 24 * hour;

/** Length of each interval in seconds. */
export const candleSeconds: Readonly<Record<CandleInterval, number>> = {
  '1m': minute,
  '5m': 5 * minute,
  '15m': 15 * minute,
  '30m': 30 * minute,
  '1h': hour,
  '4h': 4 * hour,
  '1d': day,
  '1w': 7 * day,
};

const count = z.int().check(z.gte(0));

/** The ticks of an interval. A unit whose value is unknown for one of them is omitted. */
export const candle = z
  .object({
    /** Start of the interval. */
    time: dateTime,
    open: unitValues,
    high: unitValues,
    low: unitValues,
    close: unitValues,
    volume: unitValues,
    transactions: count,
    buys: count,
    sells: count,
    /** Distinct traders. */
    traders: count,
    /** Whether the interval has ended, and the feed of the pool has read all of it. */
    complete: z.boolean(),
  })
  .check(z.meta({ id: 'Candle' }));
export type Candle = z.infer<typeof candle>;

/** Candles of a market, newest first. The specification has no such operation. */
export const getJettonMarketCandles = define({
  name: 'getJettonMarketCandles',
  method: 'GET',
  path: '/v1/jettons/{address}/markets/{poolAddress}/candles',
  plan: 'free',
  input: z
    .object({ ...poolPath, interval: z._default(z.enum(candleIntervals), '1h'), ...tickPage })
    .check(fromBeforeTo),
  response: z.object({ items: z.array(candle), missing, next }),
});
