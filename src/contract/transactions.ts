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

const transactionFields = {
  time: dateTime,
  timeLt: logicalTime,
  /** Of the transaction of the pool, in hex. Absent if the source of the swap does not tell it. */
  hash: z.optional(z.string().check(z.regex(/^[\da-f]{64}$/))),
  /** Absent for traders of swaps that were stored before addresses were, like its user-friendly form. */
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
};

/** A swap as a trade of a jetton, dust included. */
export const transaction = z.object(transactionFields).check(z.meta({ id: 'Transaction' }));
export type Transaction = z.infer<typeof transaction>;

/** A trade of a trader, who may trade any jetton. */
const traderTransaction = z
  .object({ jetton: rawAddress, ...transactionFields })
  .check(z.meta({ id: 'TraderTransaction' }));
export type TraderTransaction = z.infer<typeof traderTransaction>;

const tradeFilters = {
  ...tickPage,
  type: z.optional(z.enum(tradeTypes)),
  minUsd: z.optional(z.number().check(z.gte(0))),
};
const filters = { ...tradeFilters, who: z.optional(addressInput) };
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

export const transactionFormats = ['json', 'csv'] as const;

/** Swaps of a trader as trades of all jettons, newest first: a swap of two jettons is a trade of both. */
export const getTraderTransactions = define({
  name: 'getTraderTransactions',
  method: 'GET',
  path: '/v1/traders/{traderAddress}/transactions',
  plan: 'free',
  input: z
    .object({
      traderAddress: addressInput,
      ...tradeFilters,
      exchangeId,
      format: z._default(z.enum(transactionFormats), 'json'),
    })
    .check(fromBeforeTo),
  response: z.object({ transactions: z.array(traderTransaction), addressBook, jettons: jettonMap, next }),
});
