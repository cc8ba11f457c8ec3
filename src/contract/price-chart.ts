import * as z from 'zod/mini';
import { rawAddress } from './address-schemas.ts';
import { amount } from './amount.ts';
import { priceTick } from './market.ts';
import { currency, define, fromBeforeTo, jettonPath, tickPage } from './operations.ts';
import { next } from './pagination.ts';
import { dateTime, missing } from './period-sets.ts';

/** The names and longest ranges of the API that public clients call. */
export const chartResolutions = ['min1', 'min15', 'hour1', 'day1'] as const;
export type ChartResolution = (typeof chartResolutions)[number];

const minute = 60;
const hour = 60 * minute;
const day = 24 * hour;

/** Length of the intervals and of the longest range, in seconds. */
export const chartLengths: Readonly<
  Record<ChartResolution, { readonly interval: number; readonly range: number }>
> = {
  min1: { interval: minute, range: day },
  min15: { interval: 15 * minute, range: 7 * day },
  hour1: { interval: hour, range: 30 * day },
  day1: { interval: day, range: 365 * day },
};

/** The price of a jetton at the end of an interval. */
const chartPoint = z
  .object({
    value: amount,
    /** Start of the interval. */
    time: dateTime,
  })
  .check(z.meta({ id: 'ChartPoint' }));
export type ChartPoint = z.infer<typeof chartPoint>;

/** Prices of a jetton at regular intervals, newest first. The specification has no such operation. */
export const getJettonPriceChart = define({
  name: 'getJettonPriceChart',
  method: 'GET',
  path: '/v1/jettons/{address}/price/chart',
  plan: 'free',
  input: z
    .object({
      ...jettonPath,
      resolution: z._default(z.enum(chartResolutions), 'hour1'),
      from: tickPage.from,
      to: tickPage.to,
      currency,
      gapFill: z.optional(z.boolean()),
    })
    .check(fromBeforeTo),
  response: z.object({ points: z.array(chartPoint), missing }),
});

/** The ticks of the reference market of a jetton, newest first. */
export const getJettonPriceHistory = define({
  name: 'getJettonPriceHistory',
  method: 'GET',
  path: '/v1/jettons/{address}/price/ticks',
  plan: 'free',
  input: z.object({ ...jettonPath, ...tickPage }).check(fromBeforeTo),
  response: z.object({
    items: z.array(priceTick),
    /** The pool of the market. Absent if the jetton has none. */
    poolAddress: z.optional(rawAddress),
    next,
  }),
});
