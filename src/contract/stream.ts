import * as z from 'zod/mini';
import { addressInput, rawAddress } from './address-schemas.ts';
import { candle } from './candles.ts';
import { jetton } from './jetton.ts';
import { market, priceTick } from './market.ts';
import { define } from './operations.ts';
import { MAX_ADDRESSES } from './pagination.ts';
import { transaction } from './transactions.ts';

/** Names in each list of pools. */
export const MAX_STREAM_POOLS = 20;

/** Longer candles would be calculated from too many ticks whenever there is a new one. */
const streamIntervals = ['1m', '5m', '15m', '30m', '1h'] as const;
export type StreamInterval = (typeof streamIntervals)[number];

const jettons = z._default(z.array(addressInput).check(z.maxLength(MAX_ADDRESSES)), []);
const pools = z._default(z.array(addressInput).check(z.maxLength(MAX_STREAM_POOLS)), []);
const marketNames = { address: rawAddress, poolAddress: rawAddress };

/** The data of each event, by its name. The values are those of the operations for single ones. */
export const streamEvents = z
  .object({
    /** The stream follows the data from here. */
    ready: z.object({}),
    /** Events may be missing: what was loaded before must be loaded again. */
    reset: z.object({}),
    /** A record that changed. */
    jetton: z.object({ details: jetton }),
    /** New or changed. */
    tick: z.object({ ...marketNames, tick: priceTick }),
    candle: z.object({ ...marketNames, interval: z.enum(streamIntervals), candle }),
    transaction: z.object({ ...marketNames, transaction }),
    newJetton: z.object({ details: jetton }),
    newPool: z.object({ address: rawAddress, market }),
  })
  .check(z.meta({ id: 'StreamEvents' }));
export type StreamEvents = z.infer<typeof streamEvents>;

/**
 * Server-sent events about changes of the data. The specification has no such operation. The input names jettons and, by
 * what is to be followed of them, pools; pools of two jettons are markets of both.
 */
export const getStream = define({
  name: 'getStream',
  method: 'GET',
  path: '/v1/stream',
  plan: 'free',
  input: z
    .object({
      jettons,
      ticks: pools,
      candles: pools,
      interval: z._default(z.enum(streamIntervals), '1m'),
      transactions: pools,
      new: z._default(z.array(z.enum(['jettons', 'pools'])).check(z.maxLength(2)), []),
    })
    .check(
      z.refine(
        (input) =>
          [input.jettons, input.ticks, input.candles, input.transactions, input.new].some(
            ({ length }) => length > 0,
          ),
        {
          path: ['query'],
          message: 'names nothing to follow',
        },
      ),
    ),
  response: streamEvents,
});
