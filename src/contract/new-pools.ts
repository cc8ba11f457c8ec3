import * as z from 'zod/mini';
import { addressBook } from './address-schemas.ts';
import { amount } from './amount.ts';
import { jetton, shortJettonMeta } from './jetton.ts';
import { jettonListFilter } from './jetton-filter.ts';
import { market } from './market.ts';
import { define, exchangeId } from './operations.ts';
import { cursor, limitSchema, MAX_LIMIT, next } from './pagination.ts';
import { dateTime } from './period-sets.ts';

const { excludeScam, excludeWarned, verification, liquidity, trustScore, holders } = jettonListFilter.shape;

/** Swaps of the first hour of a pool whose buyers are counted. */
export const MAX_FIRST_SWAPS = 500;
/** If the first buyers have more swaps in the pool, it is not known what they hold. */
export const MAX_SWAPS_OF_FIRST_BUYERS = 2_000;

/** The pool of the reference market of a jetton, with the jetton. */
export const newPool = z
  .object({
    jetton,
    market,
    counterpart: shortJettonMeta,
    firstTickAt: dateTime,
    /** Buyers in the pool within an hour of the first tick. */
    firstBuyers: z
      .object({
        buyers: z.int().check(z.gte(0)),
        /** In that hour. */
        bought: amount,
        /** Bought less sold in the pool until now. Absent if they have too many swaps to count. */
        net: z.optional(amount),
      })
      .check(z.meta({ id: 'FirstBuyers' })),
  })
  .check(z.meta({ id: 'NewPool' }));
export type NewPool = z.infer<typeof newPool>;

/** Pools in the order of their first ticks, newest first. The specification has no such operation. */
export const getNewPools = define({
  name: 'getNewPools',
  method: 'GET',
  path: '/v1/pools/new',
  plan: 'free',
  input: z.object({
    limit: limitSchema(MAX_LIMIT),
    cursor,
    exchangeId,
    excludeScam,
    excludeWarned,
    verification,
    liquidity,
    trustScore,
    holders,
  }),
  response: z.object({ items: z.array(newPool), addressBook, next }),
});
