import { describe, expect, test } from 'vitest';
import {
  marketOptions,
  type ParsedPool,
  type ParsedSwap,
  parseMarket,
} from '#testing/datasets/parsed-market.ts';
import { type JettonKind, jettonKinds } from './jetton-kinds.ts';
import { generateProfile } from './jetton-profile.ts';

const DAY = 86_400;

describe.each([1, 2])('seed %i', (seed) => {
  const { plan, jettons, pools } = parseMarket(marketOptions(600, seed));
  const rows = [...jettons.values()];
  const profiles = rows.map((_, index) => generateProfile(plan, index));
  const ofKind = (kind: JettonKind) => profiles.filter((profile) => profile.kind === kind);
  const ownPools = (index: number) =>
    Array.from({ length: plan.poolCountOf(index) }, (_, turn) =>
      pools.get(String(plan.firstPoolId(index) + turn)),
    ).filter((pool) => pool !== undefined);
  const priced = (pool: ParsedPool, asset: string) => pricesOf(pool, asset, (id) => decimalsOf(id));
  const decimalsOf = (asset: string) => (asset === '0' ? 9 : Number(jettons.get(asset)?.decimals));
  const swapsOf = (index: number) => ownPools(index).flatMap(({ swaps }) => swaps);

  test('contains every kind of jetton', () => {
    expect(jettonKinds.filter((kind) => ofKind(kind).length === 0)).toEqual([]);
  });

  test('the price of TON changes within 1.4 to 4.2 USD', () => {
    const prices = ownPools(0).flatMap((pool) => priced(pool, '1').map(({ price }) => 1 / price));
    expect(Math.min(...prices)).toBeGreaterThan(1.4);
    expect(Math.max(...prices)).toBeLessThan(4.2);
    expect(Math.max(...prices) / Math.min(...prices)).toBeGreaterThan(1.1);
  });

  test('the pools of a jetton have nearly the same price', () => {
    const latest = ownPools(0).map((pool) => priced(pool, '1').at(-1)?.price ?? Number.NaN);
    expect(Math.max(...latest) / Math.min(...latest)).toBeLessThan(1.01);
  });

  test('prices in stable pools stay at the peg', () => {
    const dollar = profiles.findIndex(({ index }) => rows[index]?.symbol === 'MERUSD');
    const stable = ownPools(dollar).filter(({ type }) => type === 'JTN_MRKT_STABLE');
    const prices = stable.flatMap((pool) => priced(pool, String(dollar + 1)).map(({ price }) => price));
    expect(prices.length).toBeGreaterThan(100);
    for (const price of prices) expect(Math.abs(price - 1)).toBeLessThan(0.02);
  });

  test('a few jettons have most of the swaps', () => {
    const counts = profiles.map(({ index }) => swapsOf(index).length).sort((left, right) => right - left);
    const sum = (list: readonly number[]) => list.reduce((total, each) => total + each, 0);
    expect(sum(counts.slice(0, 60)) / sum(counts)).toBeGreaterThan(0.5);
    expect(counts.filter((count) => count === 0).length).toBeGreaterThan(30);
  });

  test('the price of a rug collapses', () => {
    const priceRatios = ofKind('rug').flatMap(({ index, ruggedAt }) => {
      const prices = ownPools(index).flatMap((pool) => priced(pool, String(index + 1)));
      const before = prices.findLast(({ second }) => second < (ruggedAt ?? 0));
      const last = prices.at(-1);
      return before && last && last.second > before.second ? [last.price / before.price] : [];
    });
    expect(priceRatios.length).toBeGreaterThan(5);
    expect(priceRatios.filter((ratio) => ratio < 0.02).length / priceRatios.length).toBeGreaterThan(0.8);
  });

  test('launches occur within the window, spike and fade', () => {
    const launches = ofKind('launch').filter(({ launchedAt }) => launchedAt < plan.end - 5 * DAY);
    expect(launches.every(({ launchedAt }) => launchedAt > plan.start)).toBe(true);
    const shapes = launches.flatMap(({ index, launchedAt }) => {
      const prices = ownPools(index)
        .slice(0, 1)
        .flatMap((pool) => priced(pool, String(index + 1)));
      const peak = Math.max(...prices.map(({ price }) => price));
      const early = prices.filter(({ second }) => second < launchedAt + 2 * DAY).length;
      return prices.length > 50
        ? [
            {
              early: early / prices.length,
              climb: peak / (prices[0]?.price ?? peak),
              fade: (prices.at(-1)?.price ?? peak) / peak,
            },
          ]
        : [];
    });
    const shareOf = (predicate: (shape: (typeof shapes)[number]) => boolean) =>
      shapes.filter(predicate).length / shapes.length;
    expect(shareOf(({ climb }) => climb > 2)).toBeGreaterThan(0.8);
    expect(shareOf(({ fade }) => fade < 0.5)).toBeGreaterThan(0.5);
    expect(shareOf(({ early }) => early > 0.3)).toBeGreaterThan(0.6);
  });

  test('dead jettons have no trades for weeks', () => {
    const latest = ofKind('dead').flatMap(({ index }) => lastOf(swapsOf(index)) ?? []);
    expect(latest.length).toBeGreaterThan(10);
    for (const second of latest) expect(second).toBeLessThan(plan.end - 21 * DAY);
  });

  test('some jettons have no market, some trade against other jettons', () => {
    const listed = new Set([...pools.values()].flatMap(({ asset0, asset1 }) => [asset0, asset1]));
    expect(rows.filter(({ id }) => !listed.has(id)).length).toBeGreaterThan(20);
    const pairs = [...pools.values()].filter(
      ({ asset0, asset1 }) => Math.min(Number(asset0), Number(asset1)) > 1,
    );
    expect(pairs.length).toBeGreaterThan(10);
  });

  test('bots make many swaps from few accounts', () => {
    const major = ofKind('major')[0]?.index ?? 0;
    const swaps = swapsOf(major).filter(({ second }) => second > plan.end - DAY);
    expect(new Set(swaps.map(({ trader }) => trader)).size / swaps.length).toBeLessThan(0.5);
  });

  test('a few retail traders make most swaps, and most make few', () => {
    const [established] = ofKind('established').toSorted((a, b) => a.index - b.index);
    const counts = new Map<number, number>();
    for (const { trader } of swapsOf(established?.index ?? 0))
      counts.set(trader, (counts.get(trader) ?? 0) + 1);
    const numbers = [...counts.values()].toSorted((a, b) => b - a);
    const sum = (part: readonly number[]) => part.reduce((total, number) => total + number, 0);
    expect(sum(numbers.slice(0, numbers.length / 5)) / sum(numbers)).toBeGreaterThan(0.4);
    expect(numbers.filter((number) => number <= 2).length / numbers.length).toBeGreaterThan(0.4);
  });

  test('facts vary realistically', () => {
    const distinct = (column: keyof (typeof rows)[number]) => new Set(rows.map((row) => row[column]));
    expect([...distinct('verification')].sort()).toEqual([
      'JVS_APPROVED',
      'JVS_COMMUNITY_VERIFIED',
      'JVS_NONE',
      'JVS_SCAM',
      'JVS_VERIFIED',
    ]);
    for (const decimals of ['0', '6', '9', '18']) expect(distinct('decimals')).toContain(decimals);
    const optionalColumns = [
      'image',
      'description',
      'admin',
      'created_at',
      'holders_count',
      'circulating_supply',
      'mintable',
      'given_trust_score',
    ] as const;
    expect(optionalColumns.filter((column) => !distinct(column).has(''))).toEqual([]);
    const holders = rows.map(({ holders_count }) => Number(holders_count)).filter((count) => count > 0);
    expect(Math.min(...holders)).toBeLessThan(300);
    expect(Math.max(...holders)).toBeGreaterThan(1_000_000);
    const supplies = rows.map(({ total_supply, decimals }) => Number(total_supply) / 10 ** Number(decimals));
    expect(Math.min(...supplies)).toBeLessThan(1e5);
    expect(Math.max(...supplies)).toBeGreaterThan(1e13);
    expect(rows.some(({ name }) => /\p{Script=Cyrillic}|\p{Script=Han}/u.test(name))).toBe(true);
    const admins = rows.map(({ admin }) => admin).filter(Boolean);
    expect(new Set(admins).size).toBeLessThan(admins.length * 0.8);
  });

  test('marks scams and uses only reserved domains in links', () => {
    for (const { index } of ofKind('scam')) expect(rows[index]?.verification).toBe('JVS_SCAM');
    for (const { links } of rows) {
      for (const [, host] of links.matchAll(/https:\/\/([^/"]+)/g)) expect(host).toMatch(/\.example$/);
    }
  });

  test('images are served by this service', () => {
    for (const { image } of rows) expect(image).toMatch(/^(\/pictures\/0:[0-9a-f]{64}\.svg)?$/);
  });
});

function lastOf(swaps: readonly ParsedSwap[]): number | undefined {
  return swaps.length === 0 ? undefined : Math.max(...swaps.map(({ second }) => second));
}

/** Returns the price of an asset in the other asset at each swap, in whole units. */
function pricesOf(pool: ParsedPool, asset: string, decimalsOf: (asset: string) => number) {
  const { asset0, asset1 } = pool;
  return pool.swaps
    .filter(({ dust }) => !dust)
    .map(({ second, amounts }) => {
      const [whole0, whole1] = [
        Number(amounts[0]) / 10 ** decimalsOf(asset0),
        Number(amounts[1]) / 10 ** decimalsOf(asset1),
      ];
      return { second, price: asset === asset0 ? whole1 / whole0 : whole0 / whole1 };
    });
}
