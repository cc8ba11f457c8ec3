import { describe, expect, test } from 'vitest';
import { TON_ADDRESS } from '#contract/address.ts';
import { generateMarket } from '#testing/market/market-generator.ts';
import { positionOf } from './chain-clock.ts';
import type { Faults } from './faults.ts';
import { type ReportedSwap, readDedust, readDexscreener, readStonfi, uniqueSwaps } from './market-readers.ts';
import { type ServedMarket, serveMarket } from './serve-market.ts';
import { createUpstream } from './upstream.ts';
import { type UpstreamMarket, upstreamMarketOf } from './upstream-market.ts';
import type { WireFormat } from './wire-format.ts';

const DAY_MS = 86_400_000;
const exchanges = ['stonfi', 'dedust', 'tonco'];

/** Returns options that serve all exchanges in one format. */
function allAs(format: WireFormat, faults: Faults | null = null) {
  return { formats: Object.fromEntries(exchanges.map((exchange) => [exchange, format])), faults };
}

function firstLtOf(swaps: UpstreamMarket['swaps']): bigint {
  return swaps.map(({ lt }) => lt).toSorted((a, b) => Number(a - b))[0] ?? 0n;
}

/** Reads everything that is visible. */
async function readAll({ base, market }: ServedMarket, format: WireFormat): Promise<ReportedSwap[]> {
  switch (format) {
    case 'stonfi': {
      const times = market.swaps.map(({ time }) => time);
      return readStonfi(base, Math.min(...times), Math.max(...times), 5 * DAY_MS);
    }
    case 'dedust':
      return readDedust(base, 7);
    case 'dexscreener':
    case 'dexscreener-stonfi': {
      const dialect = format === 'dexscreener' ? 'standard' : 'stonfi';
      const firstLt = firstLtOf(market.swaps);
      const readings = exchanges.map((exchange) => readDexscreener(base, exchange, dialect, firstLt));
      return uniqueSwaps((await Promise.all(readings)).flat());
    }
  }
}

describe.each(['stonfi', 'dedust', 'dexscreener', 'dexscreener-stonfi'] as const)('%s', (format) => {
  test.each([1, 2, 3])('serves exactly the swaps of market %i', async (seed) => {
    const served = await serveMarket(seed, allAs(format));
    expect(served.market.swaps.length).toBeGreaterThan(200);
    expect(await readAll(served, format)).toEqual(uniqueSwaps(served.market.swaps));
  });

  test('serves the same swaps with duplicates, in any order and between invalid events', async () => {
    const probabilities = { duplicates: 0.7, reordering: 0.7 };
    const served = await serveMarket(4, allAs(format, { probabilities, invalidEvents: 0.2 }));
    expect(await readAll(served, format)).toEqual(uniqueSwaps(served.market.swaps));
  });

  test('shows only what happened until the clock', async () => {
    const served = await serveMarket(5, allAs(format));
    const { market, clock, upstream } = served;
    upstream.setNow(new Date(clock));
    const visible = market.swaps.filter(({ time }) => time <= clock);
    expect(visible.length).toBeLessThan(market.swaps.length);
    // Adapters end before the first block with a later swap.
    const later = market.swaps.filter(({ time }) => time > clock).map(({ lt }) => positionOf(lt).block);
    const hasBlocks = format === 'dexscreener' || format === 'dexscreener-stonfi';
    const expected = visible.filter(({ lt }) => !hasBlocks || positionOf(lt).block < Math.min(...later));
    expect(expected.length).toBeGreaterThan(visible.length - 10);
    expect(await readAll(served, format)).toEqual(uniqueSwaps(expected));
  });

  test('shows late swaps after their delay, or when faults end', async () => {
    const lateSwaps = { share: 0.3, minSeconds: 60, maxSeconds: 6 * 86_400 };
    const served = await serveMarket(6, allAs(format, { lateSwaps }));
    const { market, end, upstream } = served;
    const all = uniqueSwaps(market.swaps);
    const first = await readAll(served, format);
    expect(first.length).toBeLessThan(all.length);
    expect(first.length).toBeGreaterThan(all.length / 2);
    upstream.setFaults(null);
    expect(await readAll(served, format)).toEqual(all);
    upstream.setFaults({ lateSwaps });
    expect(await readAll(served, format)).toEqual(first);
    upstream.setNow(new Date(end + 6 * DAY_MS));
    expect(await readAll(served, format)).toEqual(all);
  });
});

test('serves every format at once, each with the pools of its exchanges', async () => {
  const formats = { stonfi: 'stonfi', dedust: 'dedust', tonco: 'dexscreener' } as const;
  const { base, market } = await serveMarket(9, { formats });
  const swapsOf = (exchange: string) =>
    uniqueSwaps(market.swaps.filter(({ pool }) => market.pools.get(pool)?.exchange === exchange));
  const times = market.swaps.map(({ time }) => time);
  const stonfi = await readStonfi(base, Math.min(...times), Math.max(...times), 9 * DAY_MS);
  expect(stonfi).toEqual(swapsOf('stonfi'));
  expect(await readDedust(base)).toEqual(swapsOf('dedust'));
  const tonco = await readDexscreener(base, 'tonco', 'standard', firstLtOf(market.swaps));
  expect(tonco).toEqual(swapsOf('tonco'));
});

test('a pool that two feeds claim is served by both, until faults end', async () => {
  const { base, market, upstream } = await serveMarket(9, {
    formats: { stonfi: 'stonfi', dedust: 'dedust' },
  });
  const exchangeOf = (pool: string) => market.pools.get(pool)?.exchange;
  const pool = market.swaps.find((swap) => exchangeOf(swap.pool) === 'stonfi')?.pool ?? TON_ADDRESS;
  const own = market.swaps.filter((swap) => exchangeOf(swap.pool) === 'dedust');
  const claimed = market.swaps.filter((swap) => swap.pool === pool);
  expect(claimed.length).toBeGreaterThan(0);
  upstream.setFaults({ claimedPools: [{ pool, exchange: 'dedust' }] });
  expect(await readDedust(base)).toEqual(uniqueSwaps([...own, ...claimed]));
  upstream.setFaults(null);
  expect(await readDedust(base)).toEqual(uniqueSwaps(own));
});

test('rejects markets with lts that STON.fi cannot express', async () => {
  const market = await upstreamMarketOf(generateMarket(1).files);
  expect(() => createUpstream({ market, ...allAs('stonfi') })).toThrow(RangeError);
});
