import { beforeAll, describe, expect, test } from 'vitest';
import type { Amount } from '#contract/amount.ts';
import { type MoveUnit, moveUnits, orders, periodSeconds, pricePeriods } from '#contract/enums.ts';
import { errorBodyOf } from '#contract/errors.ts';
import type { JettonListFilterInput } from '#contract/jetton-filter.ts';
import {
  filterMeasureIds,
  type MeasureId,
  measureIds,
  measureOf,
  type SortField,
  sortFields,
  valueAt,
} from '#contract/measures.ts';
import { operations } from '#contract/operations.ts';
import type { Moves } from '#contract/period-sets.ts';
import type { Store } from '#service/store/database.ts';
import { generateMarket } from '#testing/market/market-generator.ts';
import { expectedMoves } from '#testing/oracle/jetton-responses.ts';
import {
  type ChangeField,
  changeFields,
  type ListValues,
  listValues,
  sortedAddresses,
} from '#testing/oracle/list-order.ts';
import type { Jetton } from '#testing/oracle/read-dataset.ts';
import { marketsOf, swapsOf, type World } from '#testing/oracle/world.ts';
import { collectAddresses, listOperations } from '#testing/service/collect-pages.ts';
import { importGenerated } from '#testing/service/imported-service.ts';
import type { Client } from '#testing/service/inject.ts';
import { describeOnEachStore } from '#testing/stores/describe-on-each-store.ts';

type Value = number | bigint | undefined;
type Records = ReadonlyMap<string, object>;

/** Converts a value of responses to that of the oracle: amounts to base units, times to milliseconds. */
function toNumber(id: MeasureId, value: unknown): number | bigint {
  if (typeof value === 'number') return value;
  const digits = typeof value === 'string' ? value : (value as Amount).value;
  return measureOf(id).kind === 'time' ? Date.parse(digits) : BigInt(digits);
}

/** The oracle does not round percentages. */
function roundPercent(id: MeasureId, value: number | bigint): number | bigint {
  return measureOf(id).kind === 'percent' ? Number(Number(value).toFixed(6)) : value;
}

interface Served {
  readonly client: Client;
  readonly world: World;
  readonly jettons: readonly Jetton[];
  readonly values: ReadonlyMap<string, ListValues>;
  readonly moves: ReadonlyMap<string, Readonly<Record<MoveUnit, Moves>>>;
  readonly trustScores: ReadonlyMap<string, number>;
}

const everything = { limit: 100 };

describeOnEachStore('lists', (openEmptyStore, _, shareCases) => {
  let served: Served;
  let store: Store;
  beforeAll(async () => {
    store = await openEmptyStore();
    const { client, world } = await importGenerated(store, generateMarket(2));
    const { items } = await client.call(operations.getJettonTrustScoreList, everything);
    const jettons = [...world.dataset.jettons.values()];
    served = {
      client,
      world,
      jettons,
      values: new Map(jettons.map(({ address }) => [address, listValues(world, address)])),
      moves: new Map(
        jettons.map(({ address }) => [
          address,
          { ton: expectedMoves(world, address, 'ton'), usd: expectedMoves(world, address, 'usd') },
        ]),
      ),
      trustScores: new Map(items.map(({ address, score }) => [address, score])),
    };
  });

  function valuesOf(sort: SortField | 'mcap'): Map<string, Value> {
    const { jettons, values, trustScores } = served;
    return new Map(
      jettons.map(({ address }) => [
        address,
        sort === 'trustScore' ? trustScores.get(address) : values.get(address)?.[sort],
      ]),
    );
  }

  async function listed(filter: JettonListFilterInput): Promise<string[]> {
    const { jettons } = await served.client.call(operations.getJettons, { ...everything, ...filter });
    return jettons.map(({ metadata }) => metadata.address);
  }

  /** Returns the matching jettons in the default order. */
  function matching(predicate: (jetton: Jetton) => boolean): string[] {
    const matches = new Set(served.jettons.filter(predicate).map(({ address }) => address));
    return sortedAddresses(valuesOf('createdAt'), 'asc').filter((address) => matches.has(address));
  }

  describe.each(shareCases(sortFields))('by %s', (sort) => {
    describe.each(orders)('%s', (order) => {
      test.each(listOperations)('$name returns every jetton once', async (operation) => {
        const limit = operation === operations.getJettons ? 4 : 8;
        const addresses = await collectAddresses(served.client, operation, { sort, order, limit });
        expect(addresses).toEqual(sortedAddresses(valuesOf(sort), order));
      });
    });
  });

  describe.each(moveUnits)('by moves in %s', (moves) => {
    test.each(shareCases(Object.entries(changeFields)))('%s', async (name, period) => {
      const sort = name as ChangeField;
      const values = new Map(
        served.jettons.map(({ address }) => [
          address,
          served.moves.get(address)?.[moves][period]?.changePercent,
        ]),
      );
      for (const order of orders) {
        const addresses = await collectAddresses(served.client, operations.getJettons, {
          sort,
          order,
          moves,
          limit: 4,
        });
        expect(addresses).toEqual(sortedAddresses(values, order));
      }
    });
  });

  test.each(shareCases(pricePeriods))(
    'without jettons that were not traded within a period: %s',
    async (period) => {
      const start = served.world.clock - periodSeconds[period] * 1000;
      const isTraded = ({ address }: Jetton) =>
        marketsOf(served.world, address).some(({ pool }) =>
          swapsOf(served.world, pool.address).some(({ time }) => time > start),
        );
      expect(await listed({ excludeUntraded: period })).toEqual(matching(isTraded));
    },
  );

  test.each(shareCases(orders))(
    'every jetton is returned once while prices change between pages: %s',
    async (order) => {
      const { client, jettons } = served;
      const market = generateMarket(2);
      const hourLater = new Date(market.clock.getTime() + 3_600_000);
      const first = await client.call(operations.getJettons, { order, limit: 7 });
      const later = await importGenerated(store, { ...market, clock: hourLater });
      const rest = await collectAddresses(later.client, operations.getJettons, {
        order,
        limit: 7,
        cursor: first.next,
      });
      const addresses = [...first.jettons.map(({ metadata }) => metadata.address), ...rest];
      expect(addresses).toEqual(sortedAddresses(valuesOf('createdAt'), order));
      expect(addresses).toHaveLength(jettons.length);
      await importGenerated(store, market);
    },
  );

  test('the default order is oldest first', async () => {
    expect(await listed({})).toEqual(sortedAddresses(valuesOf('createdAt'), 'asc'));
  });

  test.each(listOperations)('$name rejects a cursor of a different query', async (operation) => {
    const filter = { sort: 'holders', order: 'desc', excludeScam: true, limit: 3 } as const;
    const { next } = await served.client.call(operation, filter);
    if (!next) throw new Error('there is a second page');
    const others: readonly JettonListFilterInput[] = [
      { ...filter, cursor: next, sort: 'fdmc' },
      { ...filter, cursor: next, order: 'asc' },
      { ...filter, cursor: next, excludeScam: false },
      { ...filter, cursor: next, holders: { min: '1' } },
      { ...filter, cursor: next.slice(0, -1) },
      { ...filter, cursor: next.slice(1) },
      { ...filter, cursor: `${next}A` },
    ];
    for (const other of others) {
      const response = await served.client.request(operation, other);
      expect({ other, ...response }).toEqual({ other, status: 400, body: errorBodyOf(400) });
    }
    await served.client.call(operation, { ...filter, cursor: next, limit: 5 });
  });

  /** Tests each value as both bounds, as minimum and as maximum. Returns the filters with wrong results. */
  async function failingRanges<Bound>(
    values: ReadonlyMap<string, Value>,
    bound: (value: number | bigint) => Bound,
    filter: (range: { min?: Bound; max?: Bound }) => JettonListFilterInput,
  ): Promise<JettonListFilterInput[]> {
    const failing: JettonListFilterInput[] = [];
    const check = async (
      range: { min?: Bound; max?: Bound },
      isInRange: (value: number | bigint) => boolean,
    ) => {
      const expected = matching(({ address }) => {
        const value = values.get(address);
        return value !== undefined && isInRange(value);
      });
      if ((await listed(filter(range))).join() !== expected.join()) failing.push(filter(range));
    };
    const limits = [...values.values()].filter((value) => value !== undefined);
    if (limits.length < 3) throw new Error('Too few jettons have a value');
    for (const limit of limits) {
      await check({ min: bound(limit), max: bound(limit) }, (value) => value === limit);
      await check({ min: bound(limit) }, (value) => value >= limit);
      await check({ max: bound(limit) }, (value) => value <= limit);
    }
    return failing;
  }

  test('ranges of counts', async () => {
    expect(await failingRanges(valuesOf('holders'), String, (holders) => ({ holders }))).toEqual([]);
    expect(await failingRanges(valuesOf('trustScore'), String, (trustScore) => ({ trustScore }))).toEqual([]);
  });

  test.each(shareCases([0, 1, 60]))('ranges of amounts, with %i more decimals', async (zeros) => {
    const bound = (value: number | bigint) => ({
      value: `${value}${'0'.repeat(zeros)}`,
      decimals: 6 + zeros,
    });
    expect(await failingRanges(valuesOf('fdmc'), bound, (fdmc) => ({ fdmc }))).toEqual([]);
    const liquidity = valuesOf('liquidityUsd');
    expect(await failingRanges(liquidity, bound, (usd) => ({ liquidity: { usd } }))).toEqual([]);
  });

  test('ranges of market capitalization, 24h activity and creation time', async () => {
    const amount = (value: number | bigint) => ({ value: String(value), decimals: 6 });
    const time = (value: number | bigint) => new Date(Number(value)).toISOString();
    expect(await failingRanges(valuesOf('mcap'), amount, (mcap) => ({ mcap }))).toEqual([]);
    expect(await failingRanges(valuesOf('volume24h'), amount, (volume24h) => ({ volume24h }))).toEqual([]);
    expect(
      await failingRanges(valuesOf('transactions24h'), String, (transactions24h) => ({ transactions24h })),
    ).toEqual([]);
    expect(await failingRanges(valuesOf('traders24h'), String, (traders24h) => ({ traders24h }))).toEqual([]);
    expect(await failingRanges(valuesOf('createdAt'), time, (createdAt) => ({ createdAt }))).toEqual([]);
  });

  describe('responses', () => {
    let records: { readonly jetton: Records; readonly activity: Records };
    beforeAll(async () => {
      const { jettons } = await served.client.call(operations.getJettons, everything);
      const { items } = await served.client.call(operations.getJettonStatisticsList, everything);
      records = {
        jetton: new Map(jettons.map((item) => [item.metadata.address, item])),
        activity: new Map(items.map((item) => [item.address, item])),
      };
    });

    /** Returns the value of a measure by jetton, for those that have one. */
    function shownValues(id: MeasureId): ReadonlyMap<string, unknown> {
      const { source } = measureOf(id);
      if (!source) return new Map();
      const values = Array.from(records[source.record], ([address, record]) => {
        return [address, valueAt(record, source.path)] as const;
      });
      return new Map(values.filter(([, value]) => value !== undefined));
    }

    test.each(measureIds.filter((id) => id !== 'tvl'))('contain %s at its path', (id) => {
      const shown = Array.from(
        shownValues(id),
        ([address, value]) => [address, toNumber(id, value)] as const,
      );
      if (shown.length < (id === 'trending' ? 1 : 2)) throw new Error('Too few jettons have a value');
      const expected = [...valuesOf(id)].flatMap(([address, value]) =>
        value === undefined ? [] : [[address, roundPercent(id, value)] as const],
      );
      expect(new Map(shown)).toEqual(new Map(expected));
    });

    test.each(shareCases(filterMeasureIds))('decide whether a jetton is in a range of %s', async (id) => {
      const shown = Array.from(shownValues(id), ([address, value]) => ({ address, value }));
      const address = shown.map((jetton) => jetton.address);
      const { filter: path = '' } = measureOf(id);
      for (const bound of shown) {
        for (const side of ['min', 'max'] as const) {
          // Bounds of counts are texts of integers, also of those that responses contain as a number.
          const isNumber = measureOf(id).kind === 'count' && typeof bound.value === 'number';
          const value = isNumber ? String(Math.floor(Number(bound.value))) : bound.value;
          const range = path
            .split('.')
            .reduceRight<object>((part, name) => ({ [name]: part }), { [side]: value });
          const limit = toNumber(id, value);
          const expected = shown.filter((jetton) => {
            const number = toNumber(id, jetton.value);
            return side === 'min' ? number >= limit : number <= limit;
          });
          const found = await listed({ address, ...range });
          expect(found.toSorted()).toEqual(expected.map((jetton) => jetton.address).toSorted());
        }
      }
    });
  });

  test.each(shareCases(['hour', 'hour6', 'day', 'week'] as const))(
    'ranges of the price change: %s',
    async (period) => {
      const { items } = await served.client.call(operations.getJettonStatisticsList, everything);
      const changes = new Map(
        items.map(({ address, priceChange }) => [address, priceChange.ton[period]?.changePercent]),
      );
      const filter = (range: { min?: number; max?: number }) => ({
        priceChange: { ton: { [period]: range } },
      });
      expect(await failingRanges(changes, Number, filter)).toEqual([]);
    },
  );

  test('search and lists of values', async () => {
    const [first, second] = served.jettons.flatMap(({ admin }) => admin || []);
    if (!first || !second) throw new Error('some jettons have an admin');
    const some = served.jettons.slice(3, 9).map(({ address }) => address);
    const cases: readonly [JettonListFilterInput, (jetton: Jetton) => boolean][] = [
      [{ search: 'APPLE' }, ({ name }) => name.includes('apple')],
      [{ search: 'hindno' }, ({ symbol }) => symbol.includes('HINDNO')],
      [{ search: '100%' }, () => false],
      [{ excludeScam: true }, ({ verification }) => verification !== 'JVS_SCAM'],
      [
        { verification: ['JVS_SCAM', 'JVS_VERIFIED'] },
        ({ verification }) => ['JVS_SCAM', 'JVS_VERIFIED'].includes(verification),
      ],
      [{ verification: ['JVS_SCAM'], excludeScam: true }, () => false],
      [{ admin: [first] }, ({ admin }) => admin === first],
      [{ admin: [first, second] }, ({ admin }) => admin === first || admin === second],
      [{ address: some }, ({ address }) => some.includes(address)],
      [
        { address: some, admin: [first], search: 'the ' },
        ({ address, admin }) => some.includes(address) && admin === first,
      ],
    ];
    for (const [filter, predicate] of cases) {
      expect({ filter, listed: await listed(filter) }).toEqual({ filter, listed: matching(predicate) });
    }
  });
});
