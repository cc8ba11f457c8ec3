import * as z from 'zod/mini';
import { addressBook, addressInput, rawAddress } from './address-schemas.ts';
import { amount } from './amount.ts';
import { countPeriods, orders } from './enums.ts';
import { define, jettonPath } from './operations.ts';
import { cursor, limitSchema, MAX_LIMIT, next } from './pagination.ts';
import { dateTime, percent } from './period-sets.ts';

export const tradingPeriods = [...countPeriods, 'all'] as const;
export type TradingPeriod = (typeof tradingPeriods)[number];

export const traderSorts = ['volume', 'net', 'transactions'] as const;
export type TraderSort = (typeof traderSorts)[number];

/** If a jetton has more swaps in a period, the longest shorter period with at most this many is counted instead. */
export const MAX_COUNTED_SWAPS = 50_000;

const count = z.int().check(z.gte(0));

/** The swaps that are counted. */
const tradingWindow = z
  .object({
    period: z.enum(tradingPeriods),
    /** Exclusive. Absent if all swaps are counted. */
    from: z.optional(dateTime),
    /** Inclusive. */
    to: dateTime,
  })
  .check(z.meta({ id: 'TradingWindow' }));

/** Absent for traders of swaps that were stored before addresses were. */
const traderFields = { who: z.optional(rawAddress), whoFriendly: z.optional(z.string()) };

/** What was bought or sold. Values are those at the time of each swap, absent if that of a swap is unknown. */
const tradedSum = z
  .object({
    amount,
    usd: z.optional(amount),
    /** USD per jetton. Absent if nothing was traded as well. */
    averagePrice: z.optional(amount),
  })
  .check(z.meta({ id: 'TradedSum' }));

const valuedAmount = z.object({ amount, usd: z.optional(amount) }).check(z.meta({ id: 'ValuedAmount' }));

/** The swaps of a jetton by one trader. Transfers between wallets are not seen. */
const jettonTrader = z
  .object({
    ...traderFields,
    transactions: count,
    buys: count,
    sells: count,
    /** Of all swaps whose value is known. */
    volumeUsd: amount,
    bought: tradedSum,
    sold: tradedSum,
    /** Bought less sold. */
    net: valuedAmount,
    /** Proceeds of sales less the average cost of what was sold, in USD. Absent if the value of a swap is unknown. */
    resultUsd: z.optional(amount),
    /** Sales of more than was bought before, at no known cost: not part of the result. */
    soldWithoutCost: valuedAmount,
    firstTradeAt: dateTime,
    lastTradeAt: dateTime,
  })
  .check(z.meta({ id: 'JettonTrader' }));
export type JettonTrader = z.infer<typeof jettonTrader>;

/** The traders of a jetton. The specification has no such operation. */
export const getJettonTraders = define({
  name: 'getJettonTraders',
  method: 'GET',
  path: '/v1/jettons/{address}/traders',
  plan: 'free',
  input: z.object({
    ...jettonPath,
    limit: limitSchema(MAX_LIMIT),
    cursor,
    period: z._default(z.enum(tradingPeriods), 'all'),
    who: z.optional(addressInput),
    sort: z._default(z.enum(traderSorts), 'volume'),
    order: z._default(z.enum(orders), 'desc'),
  }),
  response: z.object({ window: tradingWindow, traders: z.array(jettonTrader), addressBook, next }),
});

/** DefiLlama's thresholds of wash trading over 24 hours. */
export const washTradingThresholds = {
  transactions: { transactions: 500, transactionsPerTrader: 100 },
  volume: { volumeUsd: 1_000_000, volumePerTraderUsd: 500_000, transactionsPerTrader: 30 },
} as const;
export type WashTradingFlag = keyof typeof washTradingThresholds;

/** What a jetton needs over 24 hours to be trending. */
export const trendingLimits = { minVolumeUsd: 1_000, minEffectiveTraders: 5 } as const;

/** Number of first buyers that are listed. */
export const MAX_FIRST_BUYERS = 20;

const tradingIntegrity = z
  .object({
    /** Of everything but first buyers and wash trading. */
    window: tradingWindow,
    transactions: count,
    traders: count,
    volumeUsd: amount,
    /** Absent without volume. */
    topTenVolumePercent: z.optional(percent),
    /** The inverse of the Herfindahl index of volume: as many traders of equal volume are as concentrated. */
    effectiveTraders: z.optional(z.number()),
    /** Traders who both bought and sold. */
    twoSidedTraders: count,
    /** Absent without swaps. */
    transactionsPerTrader: z.optional(z.number()),
    buyers: count,
    /** Those of them who ever sold, also before. */
    buyersWhoSold: count,
    /** Absent without buyers. */
    buyersWhoSoldPercent: z.optional(percent),
    /** Buyers within an hour of the first swap. Absent without swaps. */
    firstHour: z.optional(
      z
        .object({
          from: dateTime,
          buyers: count,
          /** Those who bought most, largest first. */
          largest: z.array(
            z
              .object({
                ...traderFields,
                bought: amount,
                /** Bought less sold until now. Absent if they have too many swaps to count. */
                net: z.optional(amount),
              })
              .check(z.meta({ id: 'FirstBuyer' })),
          ),
        })
        .check(z.meta({ id: 'FirstHour' })),
    ),
    /** Over the last 24 hours. */
    washTrading: z
      .object({
        transactions: count,
        traders: count,
        volumeUsd: amount,
        transactionsPerTrader: z.optional(z.number()),
        volumePerTraderUsd: z.optional(amount),
        flags: z.array(z.enum(['transactions', 'volume'])),
      })
      .check(z.meta({ id: 'WashTrading' })),
    addressBook,
  })
  .check(z.meta({ id: 'TradingIntegrity' }));
export type TradingIntegrity = z.infer<typeof tradingIntegrity>;

/** How concentrated and how genuine the trading of a jetton is. The specification has no such operation. */
export const getJettonTradingIntegrity = define({
  name: 'getJettonTradingIntegrity',
  method: 'GET',
  path: '/v1/jettons/{address}/trading-integrity',
  plan: 'free',
  input: z.object(jettonPath),
  response: tradingIntegrity,
});
