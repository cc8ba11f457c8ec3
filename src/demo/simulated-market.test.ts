import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { fiatCurrencies } from '#contract/enums.ts';
import {
  marketOptions,
  type ParsedPool,
  type ParsedSwap,
  parseMarket,
  USDT,
} from '#testing/datasets/parsed-market.ts';
import { fiatRate } from './exchange-rates.ts';
import type { MarketOptions } from './market-plan.ts';
import { hashSeed } from './random.ts';
import { generateMarket } from './simulated-market.ts';

describe('simulated market', () => {
  function digestOf(options: MarketOptions): string {
    const market = generateMarket(options);
    const hash = createHash('sha256');
    for (const part of [market.jettons(), market.pools(), market.swaps(), market.traders(), market.rates()]) {
      for (const text of part) hash.update(text);
    }
    return hash.digest('hex');
  }

  test('generates identical data for the same options and different data for others', () => {
    const options = marketOptions(60, 1);
    const digests = [
      options,
      { ...options, seed: 2 },
      { ...options, jettons: 61 },
      { ...options, exchanges: ['one'] },
      { ...options, end: new Date('2026-11-20T12:34:57Z') },
    ].map(digestOf);
    expect(digestOf(options)).toBe(digests[0]);
    expect(new Set(digests).size).toBe(digests.length);
  });

  test('the traders of all swaps have an address', () => {
    const market = generateMarket(marketOptions(60, 1));
    const traders = Array.from(market.swaps(), (line) => line.split('\t')[3]);
    const addresses = new Map(
      Array.from(market.traders(), (line) => line.trim().split('\t') as [string, string]),
    );
    expect(new Set(addresses.keys())).toEqual(new Set(traders));
    expect(new Set(addresses.values()).size).toBe(addresses.size);
  });

  test('holders do not hold more than the supply, and pools are among them', () => {
    const { pools, jettons } = parseMarket(marketOptions(60, 1));
    const { holders, snapshots } = generateMarket(marketOptions(60, 1)).holders();
    const rows = holders.map((line) => line.trim().split('\t'));
    const poolAddresses = new Set(Array.from(pools.values(), ({ address }) => address));
    const jettonAddresses = new Set(Array.from(jettons.values(), ({ address }) => address));
    expect(
      rows.some(([token = '', owner = '']) => jettonAddresses.has(token) && poolAddresses.has(owner)),
    ).toBe(true);
    for (const line of snapshots) {
      const [token, , , supply = ''] = line.trim().split('\t');
      const own = rows.filter(([of]) => of === token);
      expect(new Set(own.map(([, owner]) => owner)).size).toBe(own.length);
      const held = own.reduce((sum, [, , balance = '']) => sum + BigInt(balance), 0n);
      expect(held <= BigInt(supply)).toBe(true);
    }
  });

  test('names and addresses do not depend on the clock', () => {
    const options = marketOptions(60, 1);
    const identities = (end: string) =>
      Array.from(generateMarket({ ...options, end: new Date(end) }).jettons(), (line) =>
        line.split('\t').slice(0, 8),
      );
    expect(identities('2031-01-01T00:00:00Z')).toEqual(identities('2026-11-20T12:34:56Z'));
  });

  test('generates 2,500 pools for 1,500 jettons', () => {
    const market = generateMarket(marketOptions(1500, 1));
    expect(Array.from(market.jettons())).toHaveLength(1500);
    expect(Array.from(market.pools())).toHaveLength(2500);
  });

  test.each([1, 2, 3, 5, 24, 40])('generates a consistent market of %i jettons', (jettons) => {
    const { pools, ...market } = parseMarket(marketOptions(jettons, 3));
    expect(market.jettons.size).toBe(jettons);
    expect(market.jettons.get('1')?.address).toBe(USDT);
    expect(pools.get('1')?.swaps.length).toBeGreaterThan(0);
    for (const pool of pools.values()) {
      expect(pool.asset0).not.toBe(pool.asset1);
      for (const asset of [pool.asset0, pool.asset1])
        expect(asset === '0' || market.jettons.has(asset)).toBe(true);
    }
  });

  test('every configured stablecoin has pools, and stablecoins are optional', () => {
    const others = ['1', '2'].map((digit) => `0:${digit.repeat(64)}`);
    const { jettons, pools } = parseMarket({ ...marketOptions(40, 1), stables: [USDT, ...others] });
    expect(['1', '2', '3'].map((id) => jettons.get(id)?.address)).toEqual([USDT, ...others]);
    for (const id of ['2', '3']) {
      const own = [...pools.values()].filter(({ asset0, asset1 }) => [asset0, asset1].includes(id));
      expect(own.some(({ asset0, asset1 }) => [asset0, asset1].includes('0'))).toBe(true);
      expect(own.some(({ type, swaps }) => type === 'JTN_MRKT_STABLE' && swaps.length > 0)).toBe(true);
    }
    const without = parseMarket({ ...marketOptions(40, 1), stables: [] });
    expect(
      [...without.pools.values()].flatMap(({ swaps }) => swaps).every(({ usd }) => usd === undefined),
    ).toBe(true);
  });

  describe.each([1, 2, 3])('seed %i', (seed) => {
    const { plan, jettons, pools } = parseMarket(marketOptions(300, seed));
    const all = [...pools.values()];

    test('IDs, addresses and exchanges are valid', () => {
      const addresses = [...jettons.values(), ...all].map(({ address }) => address);
      expect(new Set(addresses).size).toBe(jettons.size + pools.size);
      for (const address of addresses) expect(address).toMatch(/^0:[0-9a-f]{64}$/);
      expect([...pools.keys()]).toEqual(Array.from({ length: 500 }, (_, index) => String(index + 1)));
      expect(new Set(all.map(({ exchange }) => exchange))).toEqual(new Set(['stonfi', 'dedust', 'tonco']));
    });

    test('swaps are ordered by time, within the window and the lifetime of their pool', () => {
      const misplaced = all.filter(({ created_at, reserves_at, swaps }) => {
        const opened = Math.max(plan.start, Date.parse(created_at) / 1000, Date.parse(reserves_at) / 1000);
        return swaps.some(
          ({ second, lt }, index) =>
            lt <= (swaps[index - 1]?.lt ?? -1n) || second < opened || second > plan.end,
        );
      });
      expect(misplaced.map(({ id }) => id)).toEqual([]);
    });

    test('reserves change by the amounts of swaps, except when liquidity changes', () => {
      const broken = all.flatMap((pool) =>
        pool.swaps.filter((swap, index) => !isConsistent(pool, swap, pool.swaps[index - 1])),
      );
      expect(broken).toEqual([]);
    });

    test('marks swaps with an amount under 1,000 base units, 100 without decimals, as dust', () => {
      const limitOf = (asset: string) => (jettons.get(asset)?.decimals === '0' ? 100n : 1000n);
      const wrong = all.flatMap(({ asset0, asset1, swaps }) =>
        swaps.filter(
          ({ dust, amounts }) => dust !== (amounts[0] < limitOf(asset0) || amounts[1] < limitOf(asset1)),
        ),
      );
      expect(wrong).toEqual([]);
      const swaps = all.flatMap((pool) => pool.swaps);
      expect(swaps.some(({ dust }) => dust)).toBe(true);
    });

    test('no pool contains more of a jetton than its supply', () => {
      const supplyOf = (asset: string) => BigInt(jettons.get(asset)?.total_supply ?? 0);
      const overfull = all.filter(({ asset0, asset1, swaps }) =>
        [asset0, asset1].some(
          (asset, side) =>
            asset !== '0' && swaps.some(({ reserves }) => (reserves[side] ?? 0n) > supplyOf(asset)),
        ),
      );
      expect(overfull.map(({ id }) => id)).toEqual([]);
    });

    test('values swaps against TON and stablecoins correctly', () => {
      const rates = tonRates(all);
      const rateAt = (time: bigint) => rates.findLast(({ lt }) => lt <= time)?.usd ?? Number.NaN;
      const expectedUsd = ({ asset0, asset1 }: ParsedPool, { amounts, lt }: ParsedSwap) => {
        const [ton, stable] = ['0', '1'].map((asset) =>
          Number(amounts[[asset0, asset1].indexOf(asset)] ?? Number.NaN),
        );
        return stable === undefined || Number.isNaN(stable)
          ? ((ton ?? Number.NaN) / 1e9) * rateAt(lt)
          : stable / 1e6;
      };
      const sample = all.flatMap((pool) =>
        pool.swaps.filter((_, index) => index % 37 === 0).map((swap) => ({ pool, swap })),
      );
      const wrong = sample.filter(({ pool, swap }) => {
        const expected = expectedUsd(pool, swap);
        if (Number.isNaN(expected)) return swap.usd !== undefined;
        return !(Math.abs((swap.usd ?? Number.NaN) - expected) <= 1e-6 + expected * 1e-9);
      });
      expect(sample.length).toBeGreaterThan(500);
      expect(wrong).toEqual([]);
    });
  });

  function isConsistent(
    pool: ParsedPool,
    { sold0, amounts, reserves }: ParsedSwap,
    previous: ParsedSwap | undefined,
  ): boolean {
    const [before0, before1] = sold0
      ? [reserves[0] - amounts[0], reserves[1] + amounts[1]]
      : [reserves[0] + amounts[0], reserves[1] - amounts[1]];
    const [from0, from1] = previous?.reserves ?? [BigInt(pool.reserve0), BigInt(pool.reserve1)];
    const positive = amounts.every((amount) => amount > 0n) && reserves.every((reserve) => reserve > 0n);
    const paid = pool.type !== 'JTN_MRKT_LINEAR' || reserves[0] * reserves[1] >= before0 * before1;
    if (before0 === from0 && before1 === from1) return positive && paid;
    // Liquidity changes scale both sides by the same factor, except for rounding.
    const change = Number(before0) / Number(from0) / (Number(before1) / Number(from1)) - 1;
    return positive && paid && Math.abs(change) < 1e-9 + 2 / Number(before0) + 2 / Number(before1);
  }

  /** Returns the price of TON in USD by logical time, directly from the pools of TON and the stablecoin. */
  function tonRates(pools: readonly ParsedPool[]): { lt: bigint; usd: number }[] {
    return pools
      .filter(({ asset0, asset1 }) => [asset0, asset1].sort().join() === '0,1')
      .flatMap(({ asset0, swaps }) =>
        swaps
          .filter(({ dust }) => !dust)
          .map(({ lt, amounts: [amount0, amount1] }) => ({
            lt,
            usd:
              asset0 === '0'
                ? (Number(amount1) * 1e3) / Number(amount0)
                : (Number(amount0) * 1e3) / Number(amount1),
          })),
      )
      .sort((left, right) => (left.lt < right.lt ? -1 : 1));
  }
});

describe('exchange rates', () => {
  test('provides a rate of every fiat currency for every day of the window, and none for TON', () => {
    const rows = Array.from(generateMarket(marketOptions(1, 1)).rates(), (line) => line.trim().split('\t'));
    expect(new Set(rows.map(([code]) => code))).toEqual(new Set(fiatCurrencies));
    const dates = [...new Set(rows.map(([, date]) => date))];
    expect(dates).toHaveLength(71);
    expect([dates[0], dates.at(-1)]).toEqual(['2026-09-11', '2026-11-20']);
    expect(rows).toHaveLength(71 * fiatCurrencies.length);
  });

  test('rates stay near their typical values with small daily changes', () => {
    const seed = hashSeed('rates');
    for (const code of fiatCurrencies) {
      const rates = Array.from({ length: 2000 }, (_, day) => fiatRate(seed, code, 20_000 + day));
      expect(Math.min(...rates) / Math.max(...rates)).toBeGreaterThan(0.9);
      const steps = rates.slice(1).map((rate, day) => Math.abs(rate / (rates[day] ?? rate) - 1));
      expect(Math.max(...steps)).toBeLessThan(0.02);
    }
    expect(fiatRate(seed, 'usd', 20_000)).toBe(1);
    expect(new Set([1, 2, 3].map((day) => fiatRate(seed, 'eur', day))).size).toBe(3);
  });
});
