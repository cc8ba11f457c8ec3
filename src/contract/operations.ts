import * as z from 'zod/mini';
import { addressBook, addressInput, rawAddress } from './address-schemas.ts';
import { buySellSplit, countPeriodSet, pricePeriodSet, volumePeriodSet } from './change.ts';
import { currencies, fiatCurrencies } from './enums.ts';
import {
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

export type Plan = 'free' | 'paid';

/** One operation: fields of `input` named in `path` travel there, the rest in the body (POST) or the query (GET). */
export interface Operation<
  Input extends z.ZodMiniType = z.ZodMiniType,
  Response extends z.ZodMiniType = z.ZodMiniType,
> {
  readonly name: string;
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly plan: Plan;
  readonly summary: string;
  readonly input: Input;
  readonly response: Response;
}

export type InputOf<Op extends Operation> = z.output<Op['input']>;
export type RequestOf<Op extends Operation> = z.input<Op['input']>;
export type ResponseOf<Op extends Operation> = z.output<Op['response']>;

function define<const Op extends Operation>(operation: Op): Op {
  return operation;
}

const addresses = z._default(z.array(addressInput).check(z.maxLength(MAX_ADDRESSES)), []);
const currency = z._default(z.enum(currencies), 'ton');
const jettonPath = { address: addressInput };
const poolPath = { address: addressInput, poolAddress: addressInput };

// Rounded up: no tick lies between two milliseconds, so both ends of an interval keep their meaning.
const UNDER_MILLISECOND = /\.\d{3}\d*[1-9]/;
const MAX_MOMENT_LENGTH = 40;

const moment = z.pipe(
  z.iso.datetime({ offset: true }).check(z.maxLength(MAX_MOMENT_LENGTH)),
  z.transform((text: string) => new Date(Date.parse(text) + Number(UNDER_MILLISECOND.test(text)))),
);

/**
 * The specification does not show the names of the three market filters; these are ours.
 */
const marketFilters = {
  exchangeId: z.optional(z.string().check(z.minLength(1), z.maxLength(64))),
  counterpart: z.optional(addressInput),
  poolAddress: z.optional(addressInput),
};

function pageOf<Item extends z.ZodMiniType>(item: Item) {
  return z.object({ items: z.array(item), addressBook, jettons: jettonMap, next });
}

function changesOf<Changes extends z.ZodMiniType>(changes: Changes) {
  return z.object({ items: z.array(z.object({ address: rawAddress, changes })), addressBook });
}

/** The 15 operations, in the specification's order: the only place with a path or a method. */
export const operations = {
  getJettons: define({
    name: 'getJettons',
    method: 'POST',
    path: '/v1/jettons',
    plan: 'free',
    summary: 'Jettons by filter, with metadata and headline metrics',
    input: jettonListFilter,
    response: z.object({ jettons: z.array(jetton), addressBook, next }),
  }),
  getJettonTrustScoreList: define({
    name: 'getJettonTrustScoreList',
    method: 'GET',
    path: '/v1/jettons/trust-score',
    plan: 'paid',
    summary: 'Trust scores by filter',
    input: jettonListFilter,
    response: pageOf(jettonTrustScoreInfo),
  }),
  getJettonMetricsList: define({
    name: 'getJettonMetricsList',
    method: 'POST',
    path: '/v1/jettons/metrics',
    plan: 'paid',
    summary: 'Metrics by filter, also in a currency',
    input: jettonListFilter,
    response: pageOf(jettonMetrics),
  }),
  getJettonStatisticsList: define({
    name: 'getJettonStatisticsList',
    method: 'POST',
    path: '/v1/jettons/stats',
    plan: 'paid',
    summary: 'Changes of price, traders, transactions and volume by filter',
    input: jettonListFilter,
    response: pageOf(jettonStats),
  }),
  getJettonStatisticsListByQuery: define({
    name: 'getJettonStatisticsListByQuery',
    method: 'GET',
    path: '/v1/jettons/stats',
    plan: 'paid',
    summary: 'The same, as a GET',
    input: jettonListFilter,
    response: pageOf(jettonStats),
  }),
  getPriceChangeList: define({
    name: 'getPriceChangeList',
    method: 'POST',
    path: '/v1/jettons/price/change',
    plan: 'paid',
    summary: 'Price changes by address, in a currency',
    input: z.object({ address: addresses, currency }),
    response: changesOf(pricePeriodSet),
  }),
  getTransactionsNumberChangeList: define({
    name: 'getTransactionsNumberChangeList',
    method: 'POST',
    path: '/v1/jettons/transactions/change',
    plan: 'paid',
    summary: 'Changes of the number of transactions by address',
    input: z.object({ address: addresses }),
    response: changesOf(buySellSplit(countPeriodSet)),
  }),
  getTransactionsNumberChangeListByQuery: define({
    name: 'getTransactionsNumberChangeListByQuery',
    method: 'GET',
    path: '/v1/jettons/transactions/change',
    plan: 'paid',
    summary: 'The same, as a GET',
    input: z.object({ address: addresses }),
    response: changesOf(buySellSplit(countPeriodSet)),
  }),
  getTradingVolumeChangeList: define({
    name: 'getTradingVolumeChangeList',
    method: 'GET',
    path: '/v1/jettons/trading-volume/change',
    plan: 'paid',
    summary: 'Changes of the trading volume by address, in a fiat currency',
    input: z.object({ address: addresses, currency: z.enum(fiatCurrencies) }),
    response: changesOf(buySellSplit(volumePeriodSet)),
  }),
  getJettonPrice: define({
    name: 'getJettonPrice',
    method: 'GET',
    path: '/v1/jettons/{address}/price',
    plan: 'free',
    summary: 'Price of a jetton, or of TON, also in a currency',
    input: z.object({ ...jettonPath, currency }),
    response: jettonPrice,
  }),
  getJettonHolders: define({
    name: 'getJettonHolders',
    method: 'GET',
    path: '/v1/jettons/{address}/holders',
    plan: 'free',
    summary: 'Number of holders',
    input: z.object(jettonPath),
    response: holders,
  }),
  getJettonMarkets: define({
    name: 'getJettonMarkets',
    method: 'GET',
    path: '/v1/jettons/{address}/markets',
    plan: 'free',
    summary: 'Markets of a jetton, deepest first',
    input: z.object({ ...jettonPath, limit: limitSchema(MAX_LIMIT), cursor, ...marketFilters }),
    response: z.object({ markets: z.array(market), addressBook, jettons: jettonMap, next }),
  }),
  getJettonMarketLiquidity: define({
    name: 'getJettonMarketLiquidity',
    method: 'GET',
    path: '/v1/jettons/{address}/markets/{poolAddress}/liquidity',
    plan: 'free',
    summary: 'Liquidity of a market',
    input: z.object(poolPath),
    response: marketLiquidity,
  }),
  getJettonMarketStatistics: define({
    name: 'getJettonMarketStatistics',
    method: 'GET',
    path: '/v1/jettons/{address}/markets/{poolAddress}/stats',
    plan: 'free',
    summary: 'Changes of price, traders, transactions and volume of a market',
    input: z.object(poolPath),
    response: marketStatistics,
  }),
  getJettonMarketPriceHistory: define({
    name: 'getJettonMarketPriceHistory',
    method: 'GET',
    path: '/v1/jettons/{address}/markets/{poolAddress}/price/ticks',
    plan: 'free',
    summary: 'Price ticks of a market, newest first',
    input: z
      .object({
        ...poolPath,
        limit: limitSchema(MAX_TICKS),
        cursor,
        from: z.optional(moment),
        to: z.optional(moment),
      })
      .check(
        z.refine(
          ({ from, to }) => from === undefined || to === undefined || from < to,
          'from is not before to',
        ),
      ),
    response: z.object({ items: z.array(priceTick), next }),
  }),
} as const;

export type Operations = typeof operations;
export type OperationName = keyof Operations;
