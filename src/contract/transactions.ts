import * as z from 'zod/mini';
import { addressBook, addressInput, rawAddress } from './address-schemas.ts';
import { amount } from './amount.ts';
import { jettonMap } from './jetton.ts';
import { logicalTime } from './market.ts';
import { define, exchangeId, fromBeforeTo, jettonPath, poolPath, tickPage } from './operations.ts';
import { next } from './pagination.ts';
import { dateTime } from './period-sets.ts';

/** From the trader's side: a buy received the jetton. */
export const tradeTypes = ['TT_BUY', 'TT_SELL'] as const;
export type TradeType = (typeof tradeTypes)[number];

/** A swap as a trade of a jetton, dust included. */
export const transaction = z
  .object({
    time: dateTime,
    timeLt: logicalTime,
    /** Absent for simulated traders, like its user-friendly form. */
    who: z.optional(rawAddress),
    whoFriendly: z.optional(z.string()),
    type: z.enum(tradeTypes),
    counterpart: rawAddress,
    exchangeId: z.string(),
    pool: rawAddress,
    amount,
    counterpartAmount: amount,
    /** Counterpart per jetton. */
    price: amount,
    /** Absent if unknown. */
    usd: z.optional(amount),
  })
  .check(z.meta({ id: 'Transaction' }));
export type Transaction = z.infer<typeof transaction>;

const filters = {
  ...tickPage,
  who: z.optional(addressInput),
  type: z.optional(z.enum(tradeTypes)),
  minUsd: z.optional(z.number().check(z.gte(0))),
};
const response = z.object({ transactions: z.array(transaction), addressBook, jettons: jettonMap, next });

/** Swaps of a jetton in all its markets, newest first. The specification has no such operation. */
export const getJettonTransactions = define({
  name: 'getJettonTransactions',
  method: 'GET',
  path: '/v1/jettons/{address}/transactions',
  plan: 'free',
  input: z.object({ ...jettonPath, ...filters, exchangeId }).check(fromBeforeTo),
  response,
});

/** Swaps in a market, newest first. */
export const getJettonMarketTransactions = define({
  name: 'getJettonMarketTransactions',
  method: 'GET',
  path: '/v1/jettons/{address}/markets/{poolAddress}/transactions',
  plan: 'free',
  input: z.object({ ...poolPath, ...filters }).check(fromBeforeTo),
  response,
});
