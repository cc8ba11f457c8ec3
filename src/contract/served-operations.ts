import * as z from 'zod/mini';
import { rawAddress } from './address-schemas.ts';
import { getJettonMarketCandles } from './candles.ts';
import { getExchanges, getExchangeVolume } from './exchanges.ts';
import { getJettonTopHolders } from './holders.ts';
import { holdersTick, jetton, jettonLiquidity, jettonMetrics, jettonStats, score } from './jetton.ts';
import { getNewPools } from './new-pools.ts';
import { currency, define, fromBeforeTo, jettonPath, operations, tickPage } from './operations.ts';
import { next } from './pagination.ts';
import { dateTime } from './period-sets.ts';
import { getJettonPriceChart, getJettonPriceHistory } from './price-chart.ts';
import { getPushKey, subscribe, unsubscribe } from './push.ts';
import { getJettonMarketReserves } from './reserves.ts';
import { search } from './search.ts';
import { getStream } from './stream.ts';
import { getJettonTraders, getJettonTradingIntegrity } from './traders.ts';
import { getJettonMarketTransactions, getJettonTransactions, getTraderTransactions } from './transactions.ts';
import { getJettonMarketVolumeProfile } from './volume-profile.ts';

/**
 * Operations that the specification does not have, in its types: those that public clients of the API call, `search`, and trading
 * data. They are not in `operations`, because pages would have to load them.
 */
export const extensionOperations = {
  getJettonsByQuery: define({
    name: 'getJettonsByQuery',
    method: 'GET',
    path: '/v1/jettons',
    plan: 'free',
    input: operations.getJettons.input,
    response: operations.getJettons.response,
  }),
  getJetton: define({
    name: 'getJetton',
    method: 'GET',
    path: '/v1/jettons/{address}',
    plan: 'free',
    input: z.object(jettonPath),
    response: z.object({ details: jetton }),
  }),
  getJettonTrustScore: define({
    name: 'getJettonTrustScore',
    method: 'GET',
    path: '/v1/jettons/{address}/trust-score',
    plan: 'paid',
    input: z.object(jettonPath),
    // Without a score before the first calculation.
    response: z.object({ address: rawAddress, score: z.optional(score), updatedAt: z.optional(dateTime) }),
  }),
  getJettonMetrics: define({
    name: 'getJettonMetrics',
    method: 'GET',
    path: '/v1/jettons/{address}/metrics',
    plan: 'paid',
    input: z.object({ ...jettonPath, currency }),
    response: jettonMetrics,
  }),
  getJettonStatistics: define({
    name: 'getJettonStatistics',
    method: 'GET',
    path: '/v1/jettons/{address}/stats',
    plan: 'paid',
    input: z.object(jettonPath),
    response: jettonStats,
  }),
  getJettonLiquidity: define({
    name: 'getJettonLiquidity',
    method: 'GET',
    path: '/v1/jettons/{address}/liquidity',
    plan: 'free',
    input: z.object({ ...jettonPath, currency }),
    response: jettonLiquidity,
  }),
  getJettonHoldersHistory: define({
    name: 'getJettonHoldersHistory',
    method: 'GET',
    path: '/v1/jettons/{address}/holders/ticks',
    plan: 'free',
    input: z.object({ ...jettonPath, ...tickPage }).check(fromBeforeTo),
    response: z.object({ items: z.array(holdersTick), next }),
  }),
  getJettonTopHolders,
  getJettonPriceHistory,
  getJettonPriceChart,
  getJettonMarketCandles,
  getJettonMarketVolumeProfile,
  getJettonMarketReserves,
  getJettonTransactions,
  getJettonMarketTransactions,
  getExchanges,
  getExchangeVolume,
  getTraderTransactions,
  getJettonTraders,
  getJettonTradingIntegrity,
  getNewPools,
  search,
  ping: define({
    name: 'ping',
    method: 'GET',
    path: '/v1/system/ping',
    plan: 'free',
    input: z.object({}),
    response: z.object({}),
  }),
} as const;

/** All operations of the service: those of the specification, then the extensions. */
export const servedOperations = { ...operations, ...extensionOperations } as const;
export type ServedOperations = typeof servedOperations;
export type OperationName = keyof ServedOperations;

/** All operations, the stream, whose response does not end, and those of alerts, which change what is stored. */
export const documentedOperations = {
  ...servedOperations,
  getStream,
  getPushKey,
  subscribe,
  unsubscribe,
} as const;
export type DocumentedOperations = typeof documentedOperations;
export type DocumentedName = keyof DocumentedOperations;
