import { beforeAll, describe, expect, test } from 'vitest';
import { TON_ADDRESS } from '#contract/address.ts';
import { type DatasetFiles, withDatasetFolder } from '#testing/datasets/dataset-folder.ts';
import { priceAmount } from './changes.ts';
import { Fraction, sumOfDefined } from './fraction.ts';
import {
  expectedMetrics,
  expectedPrice,
  expectedPriceChanges,
  expectedStatistics,
  expectedTonPrices,
  expectedVolume,
} from './jetton-responses.ts';
import { listValues, sortedAddresses } from './list-order.ts';
import {
  expectedMarket,
  expectedMarketStatistics,
  expectedTicks,
  sortedMarkets,
} from './market-responses.ts';
import { readDataset } from './read-dataset.ts';
import { type World, worldAt } from './world.ts';

const clock = new Date('2026-03-01T12:00:00Z');
const hour = 3600;

function raw(name: string): string {
  return `0:${Buffer.from(name).toString('hex').padStart(64, '0')}`;
}

const dollar = raw('dollar');
const apple = raw('apple');
const berry = raw('berry');
const cherry = raw('cherry');
const tonDollar = raw('ton dollar');
const tonApple = raw('ton apple');
const appleBerry = raw('apple berry');
const berryCherry = raw('berry cherry');

/** Returns a swap `hoursAgo` hours before the clock. `sold` and `bought` are pairs of asset and base units. */
function swap(
  pool: string,
  hoursAgo: number,
  trader: string,
  sold: [string, string],
  bought: [string, string],
  usd = '',
) {
  const time = clock.getTime() / 1000 - hoursAgo * hour;
  return {
    pool_address: pool,
    event_time: String(time),
    lt: String(time * 10),
    trader_address: raw(trader),
    token_sold_address: sold[0],
    token_bought_address: bought[0],
    amount_sold_raw: sold[1],
    amount_bought_raw: bought[1],
    volume_usd: usd,
  };
}

const files: DatasetFiles = {
  jettons: [
    { address: dollar, decimals: 6 },
    {
      address: apple,
      decimals: 9,
      totalSupply: '1000000000000',
      circulatingSupply: '500000000000',
      holdersCount: 7,
    },
    { address: berry, decimals: 0, totalSupply: '30' },
    { address: cherry, decimals: 3 },
  ],
  pools: [
    { address: tonDollar, exchange: 'stonfi', asset0: TON_ADDRESS, asset1: dollar },
    {
      address: tonApple,
      exchange: 'dedust',
      asset0: apple,
      asset1: TON_ADDRESS,
      reserve0: '300000000000',
      reserve1: '100000000000',
      reservesAt: '2026-03-01T11:00:00Z',
    },
    { address: appleBerry, exchange: 'dedust', type: 'stable', asset0: apple, asset1: berry },
    { address: berryCherry, exchange: 'tonco', asset0: berry, asset1: cherry },
  ],
  swaps: [
    swap(tonDollar, 25, 'ann', [TON_ADDRESS, '10000000000'], [dollar, '20000000'], '20'),
    swap(tonDollar, 1, 'ann', [dollar, '15000000'], [TON_ADDRESS, '10000000000'], '15'),
    swap(tonDollar, -1, 'ann', [dollar, '99000000'], [TON_ADDRESS, '10000000000'], '99'),
    swap(tonApple, 26, 'ann', [TON_ADDRESS, '6000000000'], [apple, '8000000000']),
    swap(tonApple, 0.5, 'bob', [apple, '8000000000'], [TON_ADDRESS, '4000000000']),
    swap(tonApple, 0.25, 'ann', [apple, '8000000000'], [TON_ADDRESS, '999']),
    swap(appleBerry, 2, 'bob', [apple, '3000000000'], [berry, '9000']),
    swap(berryCherry, 3, 'cat', [berry, '5000'], [cherry, '5000']),
  ],
  fx: [
    { date: '2026-02-01', ton: '0.25', eur: '0.8' },
    { date: '2026-03-01', ton: '', eur: '0.9' },
    { date: '2026-03-02', ton: '0.1', eur: '0.1' },
  ],
};

let world: World;
beforeAll(async () => {
  const dataset = await withDatasetFolder(files, readDataset);
  world = worldAt(dataset, [dollar], clock);
});

const whole = (value: string) => ({ value, decimals: 9 });

describe('prices', () => {
  test('of a jetton traded against TON', () => {
    const changedAt = '2026-03-01T11:30:00.000Z';
    expect(expectedPrice(world, apple, 'eur')).toEqual({
      ton: { price: whole('500000000'), changedAt },
      usd: { price: whole('750000000'), changedAt },
      currency: { price: whole('675000000'), changedAt },
    });
  });

  test('of a stablecoin: 1 USD', () => {
    expect(expectedPrice(world, dollar, 'ton').usd?.price).toEqual(whole('1000000000'));
    expect(expectedPrice(world, dollar, 'ton').ton?.price).toEqual(whole('666666667'));
  });

  test('of a jetton priced through another jetton; two steps away it has no price', () => {
    // 3 apples for 9,000 berries, 0.5 TON each.
    expect(expectedPrice(world, berry, 'ton').ton?.price).toEqual({ value: '166666667', decimals: 12 });
    expect(expectedPrice(world, cherry, 'ton')).toEqual({});
  });

  test('of TON', () => {
    expect(expectedTonPrices(world, 'eur')).toEqual({
      ton: whole('1000000000'),
      usd: whole('1500000000'),
      currency: whole('1350000000'),
    });
  });

  test('changes use the rates at the earlier time', () => {
    expect(expectedPriceChanges(world, apple, 'usd').day).toMatchObject({
      changePercent: -50,
      previous: whole('1500000000'),
      current: whole('750000000'),
    });
    expect(expectedPriceChanges(world, apple, 'eur').day?.previous).toEqual(whole('1200000000'));
    expect(expectedPriceChanges(world, apple, 'ton').day?.changePercent).toBeCloseTo(-33.333333333333, 10);
    expect(Object.keys(expectedPriceChanges(world, apple, 'ton'))).toEqual([
      'min15',
      'hour',
      'hour6',
      'hour12',
      'day',
    ]);
  });
});

test('capitalization and liquidity', () => {
  expect(expectedMetrics(world, apple, 'eur')).toMatchObject({
    liquidityUsd: { value: '375000000', decimals: 6 },
    liquidityCurrency: { value: '337500000', decimals: 6 },
    fdmc: { value: '750000000', decimals: 6 },
    mcap: { value: '375000000', decimals: 6 },
    mcapCurrency: { value: '337500000', decimals: 6 },
  });
  expect(expectedMetrics(world, apple, 'ton').liquidityCurrency).toEqual(whole('250000000000'));
  expect(expectedMetrics(world, berry, 'ton')).not.toHaveProperty('liquidityUsd');
});

describe('trading', () => {
  test('swaps without volume_usd are valued at the rates of their time', () => {
    const day = expectedVolume(world, apple, 'total', 'usd').day;
    // 4 TON and 999 nanotons at 1.5 USD. Berry has no direct market, so amounts paid in berries have no value.
    expect(day.current).toEqual({ value: '6000001', decimals: 6 });
    // 6 TON at 4 USD, the rate of the date: TON had not been traded yet.
    expect(day.previous).toEqual({ value: '24000000', decimals: 6 });
    // 3 apples at 0.75 TON at 2 USD.
    expect(expectedVolume(world, berry, 'buy', 'usd').day.current).toEqual({ value: '4500000', decimals: 6 });
    expect(expectedVolume(world, berry, 'buy', 'eur').day.current).toEqual({ value: '4050000', decimals: 6 });
  });

  test('dust counts as a transaction', () => {
    const { transactions, transactionsSell, traders, tradersSell } = expectedStatistics(world, apple);
    expect(transactions.day).toMatchObject({ current: '3', previous: '1', changePercent: 200 });
    expect(transactionsSell.hour.current).toBe('2');
    expect(traders.day.current).toBe('2');
    expect(tradersSell.month).toMatchObject({ current: '2', previous: '0', changePercent: 100 });
  });
});

test('markets', () => {
  expect(sortedMarkets(world, apple).map((market) => expectedMarket(world, market))).toMatchObject([
    {
      poolAddress: tonApple,
      counterpart: TON_ADDRESS,
      type: 'JTN_MRKT_LINEAR',
      lastTransactionAt: '2026-03-01T11:45:00.000Z',
      liquidity: {
        asset: whole('300000000000'),
        counterpart: whole('100000000000'),
        ton: whole('250000000000'),
        usd: { value: '375000000', decimals: 6 },
        changedAt: '2026-03-01T11:00:00.000Z',
      },
      price: { counterpart: whole('500000000'), changedAt: '2026-03-01T11:30:00.000Z' },
    },
    {
      poolAddress: appleBerry,
      counterpart: berry,
      type: 'stable',
      liquidity: {},
      price: { counterpart: whole('3000000000000') },
    },
  ]);
  const [market] = sortedMarkets(world, apple);
  if (!market) throw new Error('apple has markets');
  expect(expectedMarketStatistics(world, market)).toMatchObject({
    priceChange: { counterpart: { day: { changePercent: expect.closeTo(-33.3333333, 6) } } },
    transactions: { week: { current: '3' } },
  });
  expect(expectedTicks(world, market)).toMatchObject([
    { value: { counterpart: whole('500000000'), usd: whole('750000000') }, time: '2026-03-01T11:30:00.000Z' },
    {
      value: { counterpart: whole('750000000'), usd: whole('3000000000') },
      time: '2026-02-28T10:00:00.000Z',
    },
  ]);
});

test('lists sort unknown values last', () => {
  const fdmc = new Map(
    [dollar, apple, berry, cherry].map((address) => [address, listValues(world, address).fdmc]),
  );
  expect(sortedAddresses(fdmc, 'desc')).toEqual([apple, berry, cherry, dollar]);
  expect(sortedAddresses(fdmc, 'asc')).toEqual([berry, apple, cherry, dollar]);
});

describe('fractions', () => {
  test('arithmetic is exact', () => {
    const third = new Fraction(1n, 3n);
    expect(third.plus(third).plus(third).compare(new Fraction(1n))).toBe(0);
    expect(Fraction.parse('0.1').plus(Fraction.parse('0.2')).compare(Fraction.parse('0.3'))).toBe(0);
    expect(third.minus(new Fraction(1n, 2n)).compare(new Fraction(-1n, 6n))).toBe(0);
    expect(third.over(new Fraction(-2n, 3n)).compare(Fraction.parse('-0.5'))).toBe(0);
    expect(sumOfDefined([undefined, third, undefined, third])?.rounded(3)).toBe(667n);
    expect(sumOfDefined([undefined])).toBeUndefined();
  });

  test('rounds half up', () => {
    expect(Fraction.parse('0.125').rounded(2)).toBe(13n);
    expect(Fraction.parse('0.1249999').rounded(2)).toBe(12n);
    expect(Fraction.parse('-0.125').rounded(2)).toBe(-12n);
    expect(Fraction.parse('-0.126').rounded(2)).toBe(-13n);
    expect(Fraction.parse('-7').rounded(0)).toBe(-7n);
  });

  test.each([
    ['1.5063', { value: '1506300000', decimals: 9 }],
    ['0.1', { value: '100000000', decimals: 9 }],
    ['0.0123456789012', { value: '123456789', decimals: 10 }],
    ['0.000000000000000000000000000000000000012345', { value: '123', decimals: 40 }],
    ['987654321987654321987.5', { value: '987654321987654321987500000000', decimals: 9 }],
  ])('price %s has nine significant digits', (price, amount) => {
    expect(priceAmount(Fraction.parse(price))).toEqual(amount);
  });
});
