import * as z from 'zod/mini';
import { amount } from './amount.ts';
import { define, poolPath } from './operations.ts';
import { dateTime } from './period-sets.ts';
import { roundDownToMilliseconds, timestampText } from './timestamp.ts';

/** Times that can be requested at once. */
export const MAX_RESERVES_TIMES = 100;

/** What a pool held at a time. Without `asset` and `counterpart`, that is unknown, or the time has not come or the pool's feed has not reached it. */
const reservesAt = z
  .object({
    at: dateTime,
    asset: z.optional(amount),
    counterpart: z.optional(amount),
    /** When they last changed before; omitted if the source does not state it. */
    changedAt: z.optional(dateTime),
  })
  .check(z.meta({ id: 'ReservesAt' }));
export type ReservesAt = z.infer<typeof reservesAt>;

const timestamp = z.pipe(timestampText, z.transform(roundDownToMilliseconds));

/** Reserves of a market at requested times, in their order. The specification has no such operation. */
export const getJettonMarketReserves = define({
  name: 'getJettonMarketReserves',
  method: 'GET',
  path: '/v1/jettons/{address}/markets/{poolAddress}/reserves',
  plan: 'free',
  input: z.object({
    ...poolPath,
    at: z.array(timestamp).check(z.minLength(1), z.maxLength(MAX_RESERVES_TIMES)),
  }),
  response: z.object({ reserves: z.array(reservesAt) }),
});
