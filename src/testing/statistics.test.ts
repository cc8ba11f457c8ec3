import { beforeAll, describe, expect, test } from 'vitest';
import { TON_ADDRESS } from '#contract/address.ts';
import { numberFromAmount } from '#contract/amount.ts';
import { candleIntervals } from '#contract/candles.ts';
import { type Currency, currencies } from '#contract/enums.ts';
import { operations } from '#contract/operations.ts';
import { chartLengths, chartResolutions } from '#contract/price-chart.ts';
import { priceUnits } from '#contract/price-unit.ts';
import { extensionOperations } from '#contract/served-operations.ts';
import type { TraderTransaction, Transaction } from '#contract/transactions.ts';
import { profileDivisions } from '#contract/volume-profile.ts';
import { recordClaims } from '#service/market/record-claims.ts';
import type { Store } from '#service/store/database.ts';
import { withDatasetFolder } from './datasets/dataset-folder.ts';
import { differences } from './differences.ts';
import { runFeeds, splitMarket } from './feeds/run-feeds.ts';
import { runSchedule } from './incremental/schedule.ts';
import {
  type GeneratedMarket,
  generateMarket,
  withEdgeCases,
  withoutTonPrice,
} from './market/market-generator.ts';
import {
  expectedCandles,
  expectedExchangeDays,
  expectedPriceChart,
  expectedProfile,
} from './oracle/candles.ts';
import { fiatAmount, tonAmount } from './oracle/changes.ts';
import { expectedExit } from './oracle/exits.ts';
import { Fraction } from './oracle/fraction.ts';
import { expectedTopHolders } from './oracle/holders.ts';
import * as oracle from './oracle/jetton-responses.ts';
import { expectedReserves } from './oracle/liquidity.ts';
import {
  expectedMarket,
  expectedMarketStatistics,
  expectedTicks,
  sortedMarkets,
} from './oracle/market-responses.ts';
import { referenceMarket } from './oracle/prices.ts';
import { readDataset } from './oracle/read-dataset.ts';
import {
  expectedConcentration,
  expectedIntegrity,
  expectedNewPools,
  expectedTraders,
} from './oracle/traders.ts';
import { expectedTransactions, ofAllJettons } from './oracle/transactions.ts';
import { jettonOf, type Market, swapsOf, type World, worldAt } from './oracle/world.ts';
import {
  collectCandles,
  collectExchangeDays,
  collectJettonTicks,
  collectNewPools,
  collectTicks,
  collectTraders,
  collectTraderTransactions,
  collectTransactions,
} from './service/collect-pages.ts';
import { importGenerated, serve } from './service/imported-service.ts';
import type { Client } from './service/inject.ts';
import { describeOnEachStore } from './stores/describe-on-each-store.ts';

const { getJettonPriceChart, getJettonPriceHistory } = extensionOperations;
const someCurrencies: readonly Currency[] = ['ton', 'usd', 'eur', 'lkr'];
const directions = ['total', 'buy', 'sell'] as const;
const limit = 100;

// Testing every currency with one market is enough: currencies differ only in their rates.
const markets = [
  { name: 'market 2', market: generateMarket(2), load: importGenerated, codes: someCurrencies },
  {
    name: 'market 1, with edge cases',
    market: withEdgeCases(generateMarket(1)),
    load: importGenerated,
    codes: currencies,
  },
  {
    name: 'unknown price of TON in USD',
    market: withoutTonPrice(generateMarket(4)),
    load: importGenerated,
    codes: someCurrencies,
  },
  {
    name: 'market 9, with multipliers',
    market: generateMarket(9),
    load: importScaled,
    codes: someCurrencies,
  },
  { name: 'market 8, through feeds', market: generateMarket(8), load: feedGenerated, codes: someCurrencies },
  {
    name: 'market 5, with edge cases, step by step',
    market: withEdgeCases(generateMarket(5)),
    load: ingestGenerated,
    codes: someCurrencies,
  },
  {
    name: 'unknown price of TON in USD, step by step',
    market: withoutTonPrice(generateMarket(7)),
    load: ingestGenerated,
    codes: someCurrencies,
  },
];

const traderLists = [
  { sort: 'volume', order: 'desc', period: 'all' },
  { sort: 'net', order: 'asc', period: 'month' },
  { sort: 'transactions', order: 'desc', period: 'day' },
] as const;

const multipliers = [
  new Fraction(10n),
  new Fraction(1_001_234_567n, 1_000_000_000n),
  new Fraction(1n, 3n),
  new Fraction(7n, 10_000_000n),
];

/** Imports a market and states multipliers of its jettons. Stablecoins are not scaled, whatever sources state. */
async function importScaled(store: Store, market: GeneratedMarket) {
  const { client, world } = await importGenerated(store, market);
  const stated = [...world.dataset.jettons.keys()].flatMap((address, index) => {
    const multiplier = multipliers[index % (multipliers.length + 1)];
    return multiplier ? [{ address, multiplier }] : [];
  });
  await recordClaims(
    store.db,
    stated.map(({ address, multiplier: { top, bottom } }) => ({
      address,
      source: 'stonfi',
      multiplier: { numerator: top, denominator: bottom },
    })),
    market.clock,
  );
  const applied = stated.filter(({ address }) => !world.stables.has(address));
  return {
    client,
    world: {
      ...world,
      multipliers: new Map(applied.map(({ address, multiplier }) => [address, multiplier])),
    },
  };
}

/** Ingests a market in batches while the clock runs. */
async function ingestGenerated(store: Store, market: GeneratedMarket) {
  const steps = [300, 3, 7200, 0, 86_400, 60, 18_000].map((pause) => ({
    pause,
    swaps: 25,
    repeated: 2,
    addsPool: true,
  }));
  const dataset = await runSchedule(store, market, { seed: 1, steps });
  return {
    world: worldAt(dataset, market.stables, market.clock),
    client: await serve(store, market),
  };
}

/** Reads the last 36 hours of a market from sources in three formats, with faults. */
async function feedGenerated(store: Store, generated: GeneratedMarket) {
  const split = splitMarket(generated, 1, { importsJettons: true });
  const { market } = split;
  const probabilities = { serverError: 0.1, cutJson: 0.1, duplicates: 0.5, reordering: 0.5 };
  const schedule = { seed: 1, faults: { probabilities }, pauses: [3, 600, 40_000], interruptions: 0.1 };
  await runFeeds(store, split, schedule);
  const dataset = await withDatasetFolder(market.files, readDataset);
  return { world: worldAt(dataset, market.stables, market.clock), client: await serve(store, market) };
}

interface Served {
  readonly client: Client;
  readonly world: World;
  readonly address: readonly string[];
  readonly markets: readonly Market[];
  /** By jetton. */
  readonly transactions: ReadonlyMap<string, readonly Transaction[]>;
}

type Headline = Partial<ReturnType<typeof oracle.expectedMetrics>>;

function byAddress<Item extends { readonly address: string }>(items: readonly Item[]): Record<string, Item> {
  expect(new Set(items.map(({ address }) => address)).size).toBe(items.length);
  return Object.fromEntries(items.map((item) => [item.address, item]));
}

function mapByAddress<Value>(addresses: readonly string[], getValue: (address: string) => Value) {
  return Object.fromEntries(addresses.map((address) => [address, getValue(address)]));
}

describeOnEachStore('responses match an independent recomputation', (openEmptyStore, _, shareCases) => {
  describe.each(shareCases(markets))('$name', ({ market, load, codes }) => {
    let served: Served;
    beforeAll(async () => {
      const { client, world } = await load(await openEmptyStore(), market);
      const address = [...world.dataset.jettons.keys()];
      served = {
        client,
        world,
        address,
        markets: address.flatMap((jetton) => sortedMarkets(world, jetton)),
        transactions: new Map(address.map((jetton) => [jetton, expectedTransactions(world, jetton)])),
      };
    });

    test('jettons', async () => {
      const { client, world, address } = served;
      const { jettons } = await client.call(operations.getJettons, { limit });
      const headline = ({
        price,
        priceUsd,
        holdersCount,
        liquidityUsd,
        fdmc,
        mcap,
        circulatingSupply,
      }: Headline) =>
        oracle.omitUndefined({ price, priceUsd, holdersCount, liquidityUsd, fdmc, mcap, circulatingSupply });
      const actual = jettons.map((jetton) => ({
        address: jetton.metadata.address,
        totalSupply: jetton.totalSupply,
        ...headline(jetton),
      }));
      const expected = mapByAddress(address, (jetton) => ({
        address: jetton,
        totalSupply: oracle.expectedSupply(world, jetton, jettonOf(world, jetton).totalSupply),
        ...headline(oracle.expectedMetrics(world, jetton, 'ton')),
      }));
      expect(differences(byAddress(actual), expected)).toEqual([]);
    });

    test('shares of the ten largest holders', async () => {
      const { client, world, address } = served;
      const { jettons } = await client.call(operations.getJettons, { limit });
      const actual = jettons.map(({ metadata, topTenHoldersPercent }) =>
        oracle.omitUndefined({ address: metadata.address, topTenHoldersPercent }),
      );
      const expected = mapByAddress(address, (jetton) => ({
        address: jetton,
        topTenHoldersPercent: expectedTopHolders(world, jetton).topTenPercent,
      }));
      expect(differences(byAddress(actual), expected)).toEqual([]);
    });

    test('what sales bring, and how volume is divided among traders', async () => {
      const { client, world, address } = served;
      const { jettons } = await client.call(operations.getJettons, { limit });
      const actual = jettons.map(({ metadata, exit, effectiveTraders, buyersWhoSoldPercent, trending }) =>
        oracle.omitUndefined({
          address: metadata.address,
          exit,
          effectiveTraders,
          buyersWhoSoldPercent,
          trending,
        }),
      );
      const expected = mapByAddress(address, (jetton) => ({
        address: jetton,
        ...expectedConcentration(world, jetton),
        ...expectedExit(world, jetton),
      }));
      expect(differences(byAddress(actual), expected)).toEqual([]);
    });

    test.each(codes)('metrics in %s', async (currency) => {
      const { client, world, address } = served;
      const { items } = await client.call(operations.getJettonMetricsList, { limit, currency });
      const actual = byAddress(items);
      const expected = mapByAddress(address, (jetton) => ({
        ...oracle.expectedMetrics(world, jetton, currency),
        trustScore: actual[jetton]?.trustScore,
      }));
      expect(differences(actual, expected)).toEqual([]);
    });

    test.each([operations.getJettonStatisticsList, operations.getJettonStatisticsListByQuery])(
      '$method statistics',
      async (operation) => {
        const { client, world, address } = served;
        const { items } = await client.call(operation, { limit });
        expect(
          differences(
            byAddress(items),
            mapByAddress(address, (jetton) => oracle.expectedStatistics(world, jetton)),
          ),
        ).toEqual([]);
      },
    );

    test.each(someCurrencies)('price changes in %s', async (currency) => {
      const { client, world, address } = served;
      const { items } = await client.call(operations.getPriceChangeList, { address: [...address], currency });
      const expected = mapByAddress(address, (jetton) => ({
        address: jetton,
        changes: oracle.expectedPriceChanges(world, jetton, currency),
      }));
      expect(differences(byAddress(items), expected)).toEqual([]);
    });

    test.each([
      operations.getTransactionsNumberChangeList,
      operations.getTransactionsNumberChangeListByQuery,
    ])('$method numbers of transactions', async (operation) => {
      const { client, world, address } = served;
      const { items } = await client.call(operation, { address: [...address] });
      const expected = mapByAddress(address, (jetton) => ({
        address: jetton,
        changes: Object.fromEntries(
          directions.map((direction) => [direction, oracle.expectedTransactions(world, jetton, direction)]),
        ),
      }));
      expect(differences(byAddress(items), expected)).toEqual([]);
    });

    test.each(['usd', 'eur', 'lkr'] as const)('volumes in %s', async (currency) => {
      const { client, world, address } = served;
      const { items } = await client.call(operations.getTradingVolumeChangeList, {
        address: [...address],
        currency,
      });
      const expected = mapByAddress(address, (jetton) => ({
        address: jetton,
        changes: Object.fromEntries(
          directions.map((direction) => [
            direction,
            oracle.expectedVolume(world, jetton, direction, currency),
          ]),
        ),
      }));
      expect(differences(byAddress(items), expected)).toEqual([]);
    });

    test.each(someCurrencies)('liquidity of one jetton in %s', async (currency) => {
      const { client, world, address } = served;
      for (const jetton of address) {
        const actual = await client.call(extensionOperations.getJettonLiquidity, {
          address: jetton,
          currency,
        });
        expect(differences(actual, oracle.expectedJettonLiquidity(world, jetton, currency))).toEqual([]);
      }
    });

    test('price of one jetton', async () => {
      const { client, world, address } = served;
      for (const currency of someCurrencies) {
        for (const jetton of address) {
          const response = await client.call(operations.getJettonPrice, { address: jetton, currency });
          expect(differences(response, oracle.expectedPrice(world, jetton, currency))).toEqual([]);
        }
      }
    });

    test.each(someCurrencies)('price of TON in %s', async (currency) => {
      const { client, world } = served;
      const response = await client.call(operations.getJettonPrice, { address: TON_ADDRESS, currency });
      const expected = oracle.expectedTonPrices(world, currency);
      for (const unit of ['ton', 'usd', 'currency'] as const)
        expect(differences(response[unit]?.price, expected[unit])).toEqual([]);
    });

    test('holders', async () => {
      const { client, world, address } = served;
      for (const jetton of address) {
        const response = await client.call(operations.getJettonHolders, { address: jetton });
        expect(differences(response, oracle.expectedHolders(world, jetton))).toEqual([]);
      }
    });

    test('largest holders', async () => {
      const { client, world, address } = served;
      for (const jetton of address) {
        const { addressBook: _, ...response } = await client.call(extensionOperations.getJettonTopHolders, {
          address: jetton,
        });
        expect(differences(response, expectedTopHolders(world, jetton))).toEqual([]);
      }
    });

    test('markets of a jetton', async () => {
      const { client, world, address } = served;
      for (const jetton of address) {
        const response = await client.call(operations.getJettonMarkets, { address: jetton, limit });
        expect(
          differences(
            response.markets,
            sortedMarkets(world, jetton).map((market) => expectedMarket(world, market)),
          ),
        ).toEqual([]);
      }
    });

    test('liquidity and statistics of one market', async () => {
      const { client, world, markets } = served;
      for (const market of markets) {
        const input = { address: market.jetton, poolAddress: market.pool.address };
        const expected = expectedMarket(world, market);
        expect(
          differences(await client.call(operations.getJettonMarketLiquidity, input), expected.liquidity),
        ).toEqual([]);
        const statistics = await client.call(operations.getJettonMarketStatistics, input);
        expect(differences(statistics, expectedMarketStatistics(world, market))).toEqual([]);
      }
    });

    test('reserves of one market at any time', async () => {
      const { client, world, markets } = served;
      for (const market of markets) {
        const swaps = swapsOf(world, market.pool.address).map(({ time }) => time);
        const times = [
          world.clock,
          world.clock - 1,
          0,
          ...swaps.slice(0, 20),
          ...swaps.slice(-20, -1).map((time) => time - 1),
        ];
        const { reserves } = await client.call(extensionOperations.getJettonMarketReserves, {
          address: market.jetton,
          poolAddress: market.pool.address,
          at: [...times, world.clock + 1].map((time) => new Date(time).toISOString()),
        });
        const expected = times.map((time) => ({
          at: new Date(time).toISOString(),
          ...expectedReserves(world, market, time),
        }));
        expect(differences(reserves, [...expected, { at: new Date(world.clock + 1).toISOString() }])).toEqual(
          [],
        );
      }
    });

    // Intervals differ only in their length: a third of the markets for each is enough.
    test.each(candleIntervals.map((interval, index) => ({ interval, share: index % 3 })))(
      'candles of $interval',
      async ({ interval, share }) => {
        const { client, world, markets } = served;
        for (const market of markets.filter((_, index) => index % 3 === share)) {
          const input = { address: market.jetton, poolAddress: market.pool.address, interval };
          const expected = expectedCandles(world, market, interval);
          const limit = Math.max(3, Math.ceil(expected.length / 3));
          const collect = (range: object) => collectCandles(client, { ...input, ...range });
          expect(differences(await collect({ limit }), expected)).toEqual([]);
          const [from, to] = [expected.at(-2)?.time, expected.at(1)?.time];
          if (from === undefined || to === undefined || from >= to) continue;
          const between = expected.filter(({ time }) => time >= from && time < to);
          expect(differences(await collect({ limit: 1000, from, to }), between)).toEqual([]);
        }
      },
    );

    test.each(
      priceUnits.flatMap((unit, index) =>
        profileDivisions.map((division) => ({ unit, division, share: index })),
      ),
    )('$division volume profiles in $unit', async ({ unit, division, share }) => {
      const { client, world, markets } = served;
      for (const market of markets.filter((_, index) => index % 3 === share)) {
        const ticks = expectedTicks(world, market).flatMap(({ time, value }) => {
          const price = value[unit];
          return price ? [{ time: Date.parse(time), price: numberFromAmount(price) }] : [];
        });
        const prices = ticks.map(({ price }) => price).toSorted((a, b) => a - b);
        const [low, high] = [prices[Math.floor(prices.length / 10)] ?? 1, prices.at(-1) ?? 1];
        if (low === high) continue;
        for (const newest of [0, Math.floor(ticks.length / 4)]) {
          const [from, to] = [ticks.at(-2)?.time ?? 0, (ticks[newest]?.time ?? 0) + 1];
          if (from >= to) continue;
          const { rows } = await client.call(extensionOperations.getJettonMarketVolumeProfile, {
            address: market.jetton,
            poolAddress: market.pool.address,
            unit,
            division,
            low,
            high,
            rows: 7,
            from: new Date(from).toISOString(),
            to: new Date(to).toISOString(),
          });
          const edges = [...rows.map((row) => row.from), ...rows.slice(-1).map((row) => row.to)];
          expect(differences(rows, expectedProfile(world, market, { unit, from, to }, edges))).toEqual([]);
          const position = (price: number) => (division === 'linear' ? price : Math.log(price));
          const step = (position(high) - position(low)) / 7;
          for (const [index, edge] of edges.entries())
            expect((position(numberFromAmount(edge)) - position(low)) / step).toBeCloseTo(index, 5);
          expect(edges.map(numberFromAmount)).toEqual(expect.arrayContaining([low, high]));
        }
      }
    });

    test('days of exchanges', async () => {
      const { client, world } = served;
      const day = 86_400_000;
      const midnight = world.clock - (world.clock % day);
      const [from, to] = [midnight - 12 * day, midnight + day];
      const range = { from: new Date(from).toISOString(), to: new Date(to).toISOString(), limit: 5 };
      const { exchanges } = await client.call(extensionOperations.getExchanges, {});
      for (const { exchangeId, pools } of exchanges) {
        const known = [...world.dataset.pools.values()].filter(({ exchange }) => exchange === exchangeId);
        expect(pools).toBe(known.length);
        const expected = expectedExchangeDays(world, exchangeId)
          .filter(({ day: start }) => start >= from)
          .map(({ day: start, transactions, traders, volumeTon, volumeUsd }) => ({
            time: new Date(start).toISOString(),
            volume: { ton: tonAmount(volumeTon), usd: fiatAmount(volumeUsd) },
            transactions,
            traders,
            complete: start + day <= world.clock,
          }));
        const found = await collectExchangeDays(client, { exchangeId, ...range });
        expect(differences(found, expected.toReversed())).toEqual([]);
      }
    });

    // Of all currencies, a quarter of the jettons for each is enough.
    test.each(codes)('price charts in %s', async (currency) => {
      const { client, world, address } = served;
      const isTested = (_: unknown, index: number) =>
        codes === someCurrencies || index % 4 === codes.indexOf(currency) % 4;
      for (const jetton of address.filter(isTested)) {
        const { points } = await client.call(getJettonPriceChart, { address: jetton, currency });
        const from = world.clock - chartLengths.hour1.range * 1000;
        const chart = { resolution: 'hour1', currency, gapFill: false, from, to: world.clock } as const;
        expect(differences(points, expectedPriceChart(world, jetton, chart))).toEqual([]);
      }
    });

    test.each(chartResolutions)('price charts of %s without gaps', async (resolution) => {
      const { client, world, address } = served;
      // Ends at the last swaps, which are before the clock.
      const to = Math.max(...[...world.swaps.values()].flat().map(({ time }) => time));
      const from = to - chartLengths[resolution].range * 500;
      for (const jetton of address) {
        const chart = { resolution, currency: 'lkr', gapFill: true } as const;
        const { points } = await client.call(getJettonPriceChart, {
          address: jetton,
          ...chart,
          from: new Date(from).toISOString(),
          to: new Date(to).toISOString(),
        });
        expect(differences(points, expectedPriceChart(world, jetton, { ...chart, from, to }))).toEqual([]);
      }
    });

    test('transactions', async () => {
      const { client, transactions } = served;
      for (const [jetton, expected] of transactions) {
        const collect = (filter: object) => collectTransactions(client, { address: jetton, ...filter });
        const limit = Math.max(7, Math.ceil(expected.length / 3));
        expect(differences(await collect({ limit }), expected)).toEqual([]);
        const [from, to] = [expected.at(-2)?.time, expected.at(1)?.time];
        const [newest] = expected;
        if (!newest || from === undefined || to === undefined || from >= to) continue;
        const { who, type, usd, pool, exchangeId } = newest;
        const cases: readonly [filter: object, isIncluded: (transaction: Transaction) => boolean][] = [
          [{ from, to }, ({ time }) => time >= from && time < to],
          [{ who }, (transaction) => transaction.who === who],
          [{ type, exchangeId }, (other) => other.type === type && other.exchangeId === exchangeId],
          [
            { minUsd: Number(usd?.value ?? 0) / 1e6 },
            (other) => BigInt(other.usd?.value ?? -1) >= BigInt(usd?.value ?? 0),
          ],
        ];
        for (const [filter, isIncluded] of cases) {
          const found = differences(await collect({ ...filter, limit }), expected.filter(isIncluded));
          expect({ filter, found }).toEqual({ filter, found: [] });
        }
        const inPool = await client.call(extensionOperations.getJettonMarketTransactions, {
          address: jetton,
          poolAddress: pool,
          limit: 1000,
        });
        const expectedInPool = expected.filter((transaction) => transaction.pool === pool);
        expect(differences(inPool.transactions, expectedInPool.slice(0, 1000))).toEqual([]);
      }
    });

    test('ticks of reference markets', async () => {
      const { client, world, address } = served;
      for (const jetton of address) {
        const market = referenceMarket(world, jetton);
        const expected = market ? expectedTicks(world, market) : [];
        const limit = Math.max(7, Math.ceil(expected.length / 10));
        expect(differences(await collectJettonTicks(client, { address: jetton, limit }), expected)).toEqual(
          [],
        );
        const first = await client.call(getJettonPriceHistory, { address: jetton });
        expect(first.poolAddress).toBe(market?.pool.address);
      }
    });

    test('transactions of a trader', async () => {
      const { client, transactions } = served;
      const all = ofAllJettons(transactions);
      for (const traderAddress of [...new Set(all.map(({ who }) => who ?? ''))].slice(0, 3)) {
        const expected = all.filter(({ who }) => who === traderAddress);
        const limit = Math.max(7, Math.ceil(expected.length / 4));
        const collect = (filter: object) =>
          collectTraderTransactions(client, { traderAddress, limit, ...filter });
        expect(differences(await collect({}), expected)).toEqual([]);
        const [from, to] = [expected.at(-2)?.time, expected.at(1)?.time];
        const [{ exchangeId, type }] = expected as [TraderTransaction];
        if (from === undefined || to === undefined || from >= to) continue;
        const filtered = expected.filter(
          (trade) =>
            trade.exchangeId === exchangeId && trade.type === type && trade.time >= from && trade.time < to,
        );
        expect(differences(await collect({ exchangeId, type, from, to }), filtered)).toEqual([]);
      }
    });

    test('traders', async () => {
      const { client, world, address } = served;
      for (const [index, jetton] of address.entries()) {
        const query = traderLists[index % traderLists.length] ?? traderLists[0];
        const expected = expectedTraders(world, jetton, query);
        const found = await collectTraders(client, { address: jetton, limit: 12, ...query });
        expect(differences(found, expected)).toEqual([]);
        const [first] = expected;
        if (!first?.who) continue;
        const one = await collectTraders(client, { address: jetton, who: first.who, period: query.period });
        expect(differences(one, [first])).toEqual([]);
      }
    });

    test('trading integrity', async () => {
      const { client, world, address } = served;
      for (const jetton of address) {
        const { addressBook: _, ...found } = await client.call(
          extensionOperations.getJettonTradingIntegrity,
          { address: jetton },
        );
        expect(differences(found, expectedIntegrity(world, jetton))).toEqual([]);
      }
    });

    test('new pools', async () => {
      const { client, world } = served;
      const expected = expectedNewPools(world);
      const found = await collectNewPools(client, { limit: Math.max(3, Math.ceil(expected.length / 4)) });
      const actual = found.map(({ jetton, market, counterpart, ...rest }) => ({
        ...rest,
        jetton: jetton.metadata.address,
        market,
        counterpart: counterpart.address,
      }));
      expect(
        differences(
          actual,
          expected.map(({ market, ...rest }) => ({
            ...rest,
            market: expectedMarket(world, market),
            counterpart: market.counterpart,
          })),
        ),
      ).toEqual([]);
      const exchangeId = 'dedust';
      const verification = ['JVS_VERIFIED', 'JVS_NONE'] as const;
      const filtered = await collectNewPools(client, {
        limit: 2,
        exchangeId,
        verification: [...verification],
      });
      expect(filtered.map(({ jetton }) => jetton.metadata.address)).toEqual(
        found
          .filter(({ market, jetton }) => {
            const isListed: boolean = verification.some((status) => status === jetton.verification);
            return market.exchangeId === exchangeId && isListed;
          })
          .map(({ jetton }) => jetton.metadata.address),
      );
    });

    test('ticks of a market', async () => {
      const { client, world, markets } = served;
      for (const market of markets) {
        const input = { address: market.jetton, poolAddress: market.pool.address };
        const expected = expectedTicks(world, market);
        const limit = Math.max(7, Math.ceil(expected.length / 10));
        expect(differences(await collectTicks(client, { ...input, limit }), expected)).toEqual([]);
        const [from, to] = [expected.at(-2)?.time, expected.at(1)?.time];
        if (from === undefined || to === undefined || from >= to) continue;
        const between = expected.filter(({ time }) => time >= from && time < to);
        expect(
          differences(
            await collectTicks(client, {
              ...input,
              limit: 1000,
              from,
              to,
            }),
            between,
          ),
        ).toEqual([]);
      }
    });
  });
});
