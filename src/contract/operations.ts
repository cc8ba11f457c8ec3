import * as z from 'zod/mini';
import { addressBook, addressInput, rawAddress } from './address-schemas.ts';
import { currencies, fiatCurrencies } from './enums.ts';
import {
  chartPreview,
  holders,
  jetton,
  jettonMap,
  jettonMetrics,
  jettonPrice,
  jettonStats,
  jettonTrustScoreInfo,
} from './jetton.ts';
import { jettonListFilter } from './jetton-filter.ts';
import { market, marketLiquidity, marketStatistics, priceTick } from './market.ts';
import { cursor, limitSchema, MAX_ADDRESSES, MAX_LIMIT, MAX_TICKS, next } from './pagination.ts';
import { buySellSplit, countPeriodSet, missing, pricePeriodSet, volumePeriodSet } from './period-sets.ts';
import { roundUpToMilliseconds, timestampText } from './timestamp.ts';

export type Plan = 'free' | 'paid';

/**
 * An operation of the API. Fields of `input` that occur in `path` are path parameters. The others are sent in the body
 * (POST) or in the query (GET).
 */
export interface Operation<
  Input extends z.ZodMiniType = z.ZodMiniType,
  Response extends z.ZodMiniType = z.ZodMiniType,
> {
  readonly name: string;
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly plan: Plan;
  readonly input: Input;
  readonly response: Response;
}

export type InputOf<Op extends Operation> = z.output<Op['input']>;
export type RequestOf<Op extends Operation> = z.input<Op['input']>;
export type ResponseOf<Op extends Operation> = z.output<Op['response']>;

/** Keeps the literal types of an operation. */
export function define<const Op extends Operation>(operation: Op): Op {
  return operation;
}

const addresses = z._default(z.array(addressInput).check(z.maxLength(MAX_ADDRESSES)), []);
export const currency = z._default(z.enum(currencies), 'ton');
export const jettonPath = { address: addressInput };
export const poolPath = { address: addressInput, poolAddress: addressInput };

// Ticks have whole milliseconds, so rounding up keeps the same ticks inside an interval.
const timestamp = z.pipe(timestampText, z.transform(roundUpToMilliseconds));

/** Input of pages of values over time, newest first; with `fromBeforeTo`. */
export const tickPage = {
  limit: limitSchema(MAX_TICKS),
  cursor,
  from: z.optional(timestamp),
  to: z.optional(timestamp),
};
export const fromBeforeTo = z.refine<{ from?: Date | undefined; to?: Date | undefined }>(
  ({ from, to }) => from === undefined || to === undefined || from < to,
  { error: 'from must be before to', path: ['from'] },
);

export const exchangeId = z.optional(z.string().check(z.minLength(1), z.maxLength(64), z.toLowerCase()));

/** The specification does not name the query parameters of the three market filters; Jetscope defines them. */
const marketFilters = {
  exchangeId,
  counterpart: z.optional(addressInput),
  poolAddress: z.optional(addressInput),
};

function pageOf<Item extends z.ZodMiniType>(item: Item) {
  return z.object({ items: z.array(item), addressBook, jettons: jettonMap, next });
}

function changesOf<Changes extends z.ZodMiniType>(changes: Changes) {
  return z.object({ items: z.array(z.object({ address: rawAddress, changes, missing })), addressBook });
}

/** The 15 operations in the order of the specification. Paths and methods are defined only here. */
export const operations = {
  getJettons: define({
    name: 'getJettons',
    method: 'POST',
    path: '/v1/jettons',
    plan: 'free',
    input: jettonListFilter,
    response: z.object({
      jettons: z.array(jetton),
      chartSprites: z.optional(z.array(chartPreview)),
      addressBook,
      next,
    }),
  }),
  getJettonTrustScoreList: define({
    name: 'getJettonTrustScoreList',
    method: 'GET',
    path: '/v1/jettons/trust-score',
    plan: 'paid',
    input: jettonListFilter,
    response: pageOf(jettonTrustScoreInfo),
  }),
  getJettonMetricsList: define({
    name: 'getJettonMetricsList',
    method: 'POST',
    path: '/v1/jettons/metrics',
    plan: 'paid',
    input: jettonListFilter,
    response: pageOf(jettonMetrics),
  }),
  getJettonStatisticsList: define({
    name: 'getJettonStatisticsList',
    method: 'POST',
    path: '/v1/jettons/stats',
    plan: 'paid',
    input: jettonListFilter,
    response: pageOf(jettonStats),
  }),
  getJettonStatisticsListByQuery: define({
    name: 'getJettonStatisticsListByQuery',
    method: 'GET',
    path: '/v1/jettons/stats',
    plan: 'paid',
    input: jettonListFilter,
    response: pageOf(jettonStats),
  }),
  getPriceChangeList: define({
    name: 'getPriceChangeList',
    method: 'POST',
    path: '/v1/jettons/price/change',
    plan: 'paid',
    input: z.object({ address: addresses, currency }),
    response: changesOf(pricePeriodSet),
  }),
  getTransactionsNumberChangeList: define({
    name: 'getTransactionsNumberChangeList',
    method: 'POST',
    path: '/v1/jettons/transactions/change',
    plan: 'paid',
    input: z.object({ address: addresses }),
    response: changesOf(buySellSplit(countPeriodSet)),
  }),
  getTransactionsNumberChangeListByQuery: define({
    name: 'getTransactionsNumberChangeListByQuery',
    method: 'GET',
    path: '/v1/jettons/transactions/change',
    plan: 'paid',
    input: z.object({ address: addresses }),
    response: changesOf(buySellSplit(countPeriodSet)),
  }),
  getTradingVolumeChangeList: define({
    name: 'getTradingVolumeChangeList',
    method: 'GET',
    path: '/v1/jettons/trading-volume/change',
    plan: 'paid',
    input: z.object({ address: addresses, currency: z.enum(fiatCurrencies) }),
    response: changesOf(buySellSplit(volumePeriodSet)),
  }),
  getJettonPrice: define({
    name: 'getJettonPrice',
    method: 'GET',
    path: '/v1/jettons/{address}/price',
    plan: 'free',
    input: z.object({ ...jettonPath, currency }),
    response: jettonPrice,
  }),
  getJettonHolders: define({
    name: 'getJettonHolders',
    method: 'GET',
    path: '/v1/jettons/{address}/holders',
    plan: 'free',
    input: z.object(jettonPath),
    response: holders,
  }),
  getJettonMarkets: define({
    name: 'getJettonMarkets',
    method: 'GET',
    path: '/v1/jettons/{address}/markets',
    plan: 'free',
    input: z.object({ ...jettonPath, limit: limitSchema(MAX_LIMIT), cursor, ...marketFilters }),
    response: z.object({ markets: z.array(market), addressBook, jettons: jettonMap, next }),
  }),
  getJettonMarketLiquidity: define({
    name: 'getJettonMarketLiquidity',
    method: 'GET',
    path: '/v1/jettons/{address}/markets/{poolAddress}/liquidity',
    plan: 'free',
    input: z.object(poolPath),
    response: marketLiquidity,
  }),
  getJettonMarketStatistics: define({
    name: 'getJettonMarketStatistics',
    method: 'GET',
    path: '/v1/jettons/{address}/markets/{poolAddress}/stats',
    plan: 'free',
    input: z.object(poolPath),
    response: marketStatistics,
  }),
  getJettonMarketPriceHistory: define({
    name: 'getJettonMarketPriceHistory',
    method: 'GET',
    path: '/v1/jettons/{address}/markets/{poolAddress}/price/ticks',
    plan: 'free',
    input: z.object({ ...poolPath, ...tickPage }).check(fromBeforeTo),
    response: z.object({ items: z.array(priceTick), next }),
  }),
} as const;

export type Operations = typeof operations;
