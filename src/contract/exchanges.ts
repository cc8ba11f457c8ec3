import * as z from 'zod/mini';
import { amount } from './amount.ts';
import { define, fromBeforeTo, tickPage } from './operations.ts';
import { next } from './pagination.ts';
import { dateTime } from './period-sets.ts';

const count = z.int().check(z.gte(0));

/** What an exchange traded on a day: the sums of the daily candles of its pools. */
const exchangeDay = z
  .object({
    /** Start of the day, in UTC. */
    time: dateTime,
    volume: z.object({ ton: amount, usd: amount }),
    transactions: count,
    /** Distinct traders. */
    traders: count,
    /** Whether the day has ended, and the feeds of the exchange have read all of it. */
    complete: z.boolean(),
  })
  .check(z.meta({ id: 'ExchangeDay' }));
export type ExchangeDay = z.infer<typeof exchangeDay>;

const exchangeId = z.string().check(z.minLength(1), z.maxLength(64), z.toLowerCase());

/** All exchanges of the service. The specification has no such operation. */
export const getExchanges = define({
  name: 'getExchanges',
  method: 'GET',
  path: '/v1/exchanges',
  plan: 'free',
  input: z.object({}),
  response: z.object({ exchanges: z.array(z.object({ exchangeId: z.string(), pools: count })) }),
});

/** Days on which an exchange was traded, newest first. */
export const getExchangeVolume = define({
  name: 'getExchangeVolume',
  method: 'GET',
  path: '/v1/exchanges/{exchangeId}/volume',
  plan: 'free',
  input: z.object({ exchangeId, ...tickPage }).check(fromBeforeTo),
  response: z.object({ items: z.array(exchangeDay), next }),
});
