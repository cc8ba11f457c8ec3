import { Address } from '@ton/core';
import fc from 'fast-check';
import * as z from 'zod/mini';
import { MAX_INT64 } from '#contract/amount.ts';
import { candleIntervals } from '#contract/candles.ts';
import {
  currencies,
  fiatCurrencies,
  moveUnits,
  orders,
  pricePeriods,
  verificationStatuses,
} from '#contract/enums.ts';
import { type JettonListFilterInput, searchLength } from '#contract/jetton-filter.ts';
import {
  type FilterMeasureId,
  filterMeasureIds,
  measureOf,
  measures,
  type RangeField,
  sortFields,
} from '#contract/measures.ts';
import type { Operation, RequestOf } from '#contract/operations.ts';
import { chartLengths, chartResolutions } from '#contract/price-chart.ts';
import { priceUnits } from '#contract/price-unit.ts';
import { pathParameters } from '#contract/request-encoding.ts';
import type { OperationName, ServedOperations } from '#contract/served-operations.ts';
import { traderSorts, tradingPeriods } from '#contract/traders.ts';
import { tradeTypes, transactionFormats } from '#contract/transactions.ts';
import { MAX_PROFILE_ROWS, profileDivisions } from '#contract/volume-profile.ts';
import type { Market, World } from '#testing/oracle/world.ts';

export type Input = Readonly<Record<string, unknown>>;

/** Returns the names of an operation's input fields. */
export function inputFields({ input }: Operation): string[] {
  if (!(input instanceof z.ZodMiniObject)) throw new Error('The input is not an object');
  return Object.keys(input.shape);
}

/** Returns an input with the required fields and a currency. Lists of addresses get all `jettons`, other fields the first. */
export function minimalInput(operation: Operation, jettons: readonly string[], poolAddress?: string): Input {
  const inPath = pathParameters(operation);
  const fields = inputFields(operation);
  const address = inPath.includes('address') ? jettons[0] : jettons;
  return {
    ...(fields.includes('address') && { address }),
    ...(inPath.includes('poolAddress') && { poolAddress }),
    ...(inPath.includes('traderAddress') && { traderAddress: jettons[0] }),
    ...(inPath.includes('exchangeId') && { exchangeId: 'stonfi' }),
    ...(fields.includes('at') && { at: ['2026-01-28T12:00:00Z'] }),
    ...(fields.includes('low') && { low: 1e-9, high: 1e9, division: 'logarithmic' }),
    ...(fields.includes('q') && { q: jettons[0] }),
    ...(fields.includes('currency') && { currency: 'eur' }),
  };
}

/** Returns inputs that together request all data, with short and long pages. */
export function exhaustiveInputs(operation: Operation, { dataset, markets }: World): Input[] {
  const all = [...dataset.jettons.keys()];
  const [inPath, fields] = [pathParameters(operation), inputFields(operation)];
  const subjects = inPath.includes('poolAddress')
    ? [...markets.values()].flat().map((market) => marketInput(operation, market))
    : inPath.includes('address') || fields.includes('q')
      ? [...all, ...(fields.includes('q') ? dataset.pools.keys() : [])].map((address) =>
          minimalInput(operation, [address]),
        )
      : inPath.includes('traderAddress')
        ? [...new Set(dataset.swaps.map(({ trader }) => trader))].map((trader) =>
            minimalInput(operation, [trader]),
          )
        : [minimalInput(operation, all)];
  if (!fields.includes('limit')) return subjects;
  return subjects.flatMap((subject) => [1, 100].map((limit) => ({ ...subject, limit })));
}

function marketInput(operation: Operation, { jetton, pool }: Market): Input {
  return minimalInput(operation, [jetton], pool.address);
}

const MAX_UINT256 = 2n ** 256n - 1n;

const hash = fc.uint8Array({ minLength: 32, maxLength: 32 }).map((bytes) => Buffer.from(bytes));

/** An address of @ton/core in any workchain, mostly the base workchain. */
export const tonAddress = fc
  .tuple(
    fc.oneof({ weight: 3, arbitrary: fc.constantFrom(0, -1) }, fc.integer({ min: -128, max: 127 })),
    hash,
  )
  .map(([workchain, bytes]) => new Address(workchain, bytes));

/** All forms in which clients may send an address. */
export const addressFormats: readonly ((address: Address) => string)[] = [
  (address) => address.toRawString(),
  (address) => `${address.workChain}:${address.hash.toString('hex').toUpperCase()}`,
  ...[true, false].flatMap((bounceable) =>
    [true, false].map((urlSafe) => (address: Address) => address.toString({ bounceable, urlSafe })),
  ),
];

/** An address in any form. */
const formattedAddress = fc
  .tuple(tonAddress, fc.constantFrom(...addressFormats))
  .map(([address, format]) => format(address));

const double = fc.double({ noNaN: true, noDefaultInfinity: true }).map((number) => number + 0);
const int64 = fc.bigInt({ min: 0n, max: MAX_INT64 }).map(String);
const amount = fc
  .tuple(
    fc.bigInt({ min: 0n, max: MAX_UINT256 }),
    fc.option(fc.integer({ min: 0, max: 255 }), { nil: undefined }),
  )
  .map(([value, decimals]) => ({ value: String(value), ...(decimals === undefined ? {} : { decimals }) }));

type Range<Bound> = { min?: Bound; max?: Bound };

function range<Bound>(
  bound: fc.Arbitrary<Bound>,
  compare: (a: Bound, b: Bound) => number,
): fc.Arbitrary<Range<Bound>> {
  return fc.record({ min: bound, max: bound }, { requiredKeys: [] }).map(({ min, max }) => {
    if (min !== undefined && max !== undefined && compare(min, max) > 0) return { min: max, max: min };
    return { ...(min === undefined ? {} : { min }), ...(max === undefined ? {} : { max }) };
  });
}

function compareBigInts(a: bigint, b: bigint): number {
  return a < b ? -1 : Number(a > b);
}

const percents = range(double, (a, b) => a - b);
const counts = range(int64, (a, b) => compareBigInts(BigInt(a), BigInt(b)));
const amounts = range(amount, (a, b) => {
  const [left = 0n, right = 0n] = [a, b].map(
    ({ value, decimals = 0 }) => BigInt(value) * 10n ** BigInt(255 - decimals),
  );
  return compareBigInts(left, right);
});

const time = fc
  .date({ min: new Date('0001-01-01'), max: new Date('9999-12-31'), noInvalidDate: true })
  .map((date) => date.toISOString());
const times = range(time, (a, b) => Date.parse(a) - Date.parse(b));

const optional = { requiredKeys: [] };
const text = fc
  .string({ unit: 'grapheme', minLength: 3, maxLength: 40 })
  .filter((search) => searchLength(search) >= 3);

const ranges = { sum: amounts, count: counts, percent: percents, time: times };

/** Returns the fields of the list filter that contain ranges: `rangeOf` of each measure, at the path of its filter. */
export function rangeFields(rangeOf: (id: FilterMeasureId) => fc.Arbitrary<unknown>) {
  const rangesByPath = filterMeasureIds.map((id) => [measures[id].filter, rangeOf(id)] as const);
  // The paths are those of the filter.
  return fieldsAt(rangesByPath) as { [Name in RangeField]: fc.Arbitrary<JettonListFilterInput[Name]> };
}

type Fields = Record<string, fc.Arbitrary<unknown>>;

function fieldsAt(entries: readonly (readonly [path: string, arbitrary: fc.Arbitrary<unknown>])[]): Fields {
  const nested = new Map<string, [path: string, arbitrary: fc.Arbitrary<unknown>][]>();
  const fields: Fields = {};
  for (const [path, arbitrary] of entries) {
    const [name = '', ...rest] = path.split('.');
    if (rest.length === 0) fields[name] = arbitrary;
    else nested.set(name, [...(nested.get(name) ?? []), [rest.join('.'), arbitrary]]);
  }
  for (const [name, below] of nested) fields[name] = fc.record(fieldsAt(below), optional);
  return fields;
}

/** Bounds that scores and shares can reach. */
const reached = {
  count: range(fc.integer({ min: 0, max: 100 }).map(String), (a, b) => Number(a) - Number(b)),
  percent: range(fc.integer({ min: 0, max: 100 }), (a, b) => a - b),
};

const filterRanges = rangeFields((id) => {
  const { kind, max } = measureOf(id);
  const isLimited = max !== undefined && (kind === 'count' || kind === 'percent');
  return isLimited ? fc.oneof(reached[kind], ranges[kind]) : ranges[kind];
});
const jettonSelection = {
  excludeScam: fc.boolean(),
  excludeWarned: fc.boolean(),
  verification: fc.array(fc.constantFrom(...verificationStatuses), { minLength: 1, maxLength: 5 }),
};

export const jettonFilterInput: fc.Arbitrary<JettonListFilterInput> = fc.record(
  {
    limit: fc.integer({ min: 1, max: 100 }),
    cursor: fc.string({ unit: 'grapheme', maxLength: 40 }),
    ...jettonSelection,
    excludeUntraded: fc.constantFrom(...pricePeriods),
    search: text,
    address: fc.array(formattedAddress, { minLength: 1, maxLength: 5 }),
    admin: fc.array(formattedAddress, { minLength: 1, maxLength: 5 }),
    sort: fc.constantFrom(...sortFields),
    order: fc.constantFrom(...orders),
    moves: fc.constantFrom(...moveUnits),
    ...filterRanges,
    currency: fc.constantFrom(...currencies),
  },
  optional,
);

const addresses = { address: fc.array(formattedAddress, { minLength: 1, maxLength: 5 }) };
const currency = fc.constantFrom(...currencies);
const jettonPath = { address: formattedAddress };
const poolPath = { address: formattedAddress, poolAddress: formattedAddress };
const cursor = fc.string({ unit: 'grapheme', maxLength: 40 });

/** A range of time of at most a length in milliseconds. */
function intervalOf(maxLength: number) {
  return fc
    .tuple(
      fc.date({ min: new Date(0), max: new Date('2100-01-01'), noInvalidDate: true }),
      fc.integer({ min: 1, max: maxLength }),
    )
    .map(([from, length]) => ({
      from: from.toISOString(),
      to: new Date(from.getTime() + length).toISOString(),
    }));
}
const interval = intervalOf(1e9);

function ticksOf<Path extends object>(path: { [Name in keyof Path]: fc.Arbitrary<Path[Name]> }) {
  const page = fc.record({ limit: fc.integer({ min: 1, max: 1000 }), cursor }, optional);
  return fc
    .tuple(fc.record(path), page, fc.option(interval, { nil: {} }))
    .map(([fields, paging, times]) => ({ ...fields, ...paging, ...times }));
}

function transactionsOf<Path extends object>(path: { [Name in keyof Path]: fc.Arbitrary<Path[Name]> }) {
  return withOptions(ticksOf(path), { who: formattedAddress, ...tradeFilters });
}

const profilePrice = fc.double({ min: 1e-60, max: 1e60, noNaN: true });

const tradeFilters = {
  type: fc.constantFrom(...tradeTypes),
  minUsd: fc.double({ min: 0, noNaN: true, noDefaultInfinity: true }),
};

/** Adds some of the options. */
function withOptions<Input extends object, Options extends object>(
  input: fc.Arbitrary<Input>,
  options: { [Name in keyof Options]: fc.Arbitrary<Options[Name]> },
): fc.Arbitrary<Input & Partial<Options>> {
  return fc.tuple(input, fc.record(options, optional)).map(([page, parts]) => ({ ...page, ...parts }));
}

/** A valid request of every operation. */
export const requests: { readonly [Name in OperationName]: fc.Arbitrary<RequestOf<ServedOperations[Name]>> } =
  {
    getJettons: jettonFilterInput,
    getJettonTrustScoreList: jettonFilterInput,
    getJettonMetricsList: jettonFilterInput,
    getJettonStatisticsList: jettonFilterInput,
    getJettonStatisticsListByQuery: jettonFilterInput,
    getPriceChangeList: fc.record({ ...addresses, currency }, optional),
    getTransactionsNumberChangeList: fc.record(addresses, optional),
    getTransactionsNumberChangeListByQuery: fc.record(addresses, optional),
    getTradingVolumeChangeList: fc.record(
      { ...addresses, currency: fc.constantFrom(...fiatCurrencies) },
      { requiredKeys: ['currency'] },
    ),
    getJettonPrice: fc.record({ ...jettonPath, currency }, { requiredKeys: ['address'] }),
    getJettonLiquidity: fc.record({ ...jettonPath, currency }, { requiredKeys: ['address'] }),
    getJettonHolders: fc.record(jettonPath),
    getJettonMarkets: fc.record(
      {
        ...poolPath,
        limit: fc.integer({ min: 1, max: 100 }),
        cursor,
        exchangeId: fc.string({ minLength: 1, maxLength: 20 }),
        counterpart: formattedAddress,
      },
      { requiredKeys: ['address'] },
    ),
    getJettonMarketLiquidity: fc.record(poolPath),
    getJettonMarketStatistics: fc.record(poolPath),
    getJettonMarketPriceHistory: ticksOf(poolPath),
    getJettonHoldersHistory: ticksOf(jettonPath),
    getJettonTopHolders: fc.record(jettonPath),
    getJettonsByQuery: jettonFilterInput,
    getJetton: fc.record(jettonPath),
    getJettonTrustScore: fc.record(jettonPath),
    getJettonMetrics: fc.record({ ...jettonPath, currency }, { requiredKeys: ['address'] }),
    getJettonStatistics: fc.record(jettonPath),
    getJettonPriceHistory: ticksOf(jettonPath),
    getJettonPriceChart: fc.constantFrom(...chartResolutions).chain((resolution) => {
      const range = fc.option(intervalOf(chartLengths[resolution].range * 1000), { nil: {} });
      const options = fc.record({ currency, gapFill: fc.boolean() }, optional);
      return fc
        .tuple(fc.record(jettonPath), range, options)
        .map(([path, times, rest]) => ({ ...path, resolution, ...times, ...rest }));
    }),
    getJettonMarketCandles: withOptions(ticksOf(poolPath), { interval: fc.constantFrom(...candleIntervals) }),
    getJettonMarketVolumeProfile: fc
      .tuple(
        fc.record(poolPath),
        fc.uniqueArray(profilePrice, { minLength: 2, maxLength: 2 }),
        fc.option(interval, { nil: {} }),
        fc.record(
          {
            unit: fc.constantFrom(...priceUnits),
            rows: fc.integer({ min: 1, max: MAX_PROFILE_ROWS }),
            division: fc.constantFrom(...profileDivisions),
          },
          optional,
        ),
      )
      .map(([path, bounds, times, options]) => ({
        ...path,
        low: Math.min(...bounds),
        high: Math.max(...bounds),
        ...times,
        ...options,
      })),
    getJettonMarketReserves: fc.record({ ...poolPath, at: fc.array(time, { minLength: 1, maxLength: 100 }) }),
    getJettonTransactions: transactionsOf(jettonPath),
    getJettonMarketTransactions: transactionsOf(poolPath),
    getTraderTransactions: withOptions(ticksOf({ traderAddress: formattedAddress }), {
      ...tradeFilters,
      format: fc.constantFrom(...transactionFormats),
    }),
    getJettonTraders: withOptions(fc.record(jettonPath), {
      limit: fc.integer({ min: 1, max: 100 }),
      cursor,
      period: fc.constantFrom(...tradingPeriods),
      who: formattedAddress,
      sort: fc.constantFrom(...traderSorts),
      order: fc.constantFrom(...orders),
    }),
    getJettonTradingIntegrity: fc.record(jettonPath),
    getExchanges: fc.record({}),
    getExchangeVolume: ticksOf({ exchangeId: fc.constantFrom('stonfi', 'DEDUST') }),
    getNewPools: fc.record(
      {
        limit: fc.integer({ min: 1, max: 100 }),
        cursor,
        exchangeId: fc.constantFrom('stonfi', 'DEDUST'),
        ...jettonSelection,
        liquidity: filterRanges.liquidity,
        trustScore: filterRanges.trustScore,
        holders: filterRanges.holders,
      },
      optional,
    ),
    search: fc.record(
      {
        q: fc.oneof(formattedAddress, text),
        limit: fc.integer({ min: 1, max: 100 }),
      },
      { requiredKeys: ['q'] },
    ),
    ping: fc.record({}),
  };
