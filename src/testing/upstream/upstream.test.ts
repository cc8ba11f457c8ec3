import { afterEach, describe, expect, test } from 'vitest';
import { TON_ADDRESS } from '#contract/address.ts';
import { generateMarket } from '#testing/market/market-generator.ts';
import { positionOf } from './chain-clock.ts';
import type { Faults } from './faults.ts';
import { feedMarket } from './feed-market.ts';
import { type ReportedSwap, readDedust, readDexscreener, readStonfi, uniqueSwaps } from './market-readers.ts';
import { createUpstream, type Upstream } from './upstream.ts';
import { type UpstreamMarket, upstreamMarketOf } from './upstream-market.ts';
import type { WireFormat } from './wire-format.ts';

const SECONDS_PER_BLOCK = 600;
const DAY_MS = 86_400_000;
/** All swaps of generated markets are at most two days later than their clock. */
const FUTURE_MS = 3 * DAY_MS;

const formatsOf = {
  stonfi: { stonfi: 'stonfi', dedust: 'stonfi', tonco: 'stonfi' },
  dedust: { stonfi: 'dedust', dedust: 'dedust', tonco: 'dedust' },
  dexscreener: { stonfi: 'dexscreener', dedust: 'dexscreener', tonco: 'dexscreener' },
  'dexscreener-stonfi': {
    stonfi: 'dexscreener-stonfi',
    dedust: 'dexscreener-stonfi',
    tonco: 'dexscreener-stonfi',
  },
} as const;

let running: Upstream | undefined;
afterEach(async () => {
  await running?.close();
  running = undefined;
});

interface Served {
  readonly base: string;
  readonly upstream: Upstream;
  readonly market: UpstreamMarket;
  /** The clock of the generated market, in milliseconds. */
  readonly clock: number;
  /** Reads everything that is visible. */
  readonly read: () => Promise<ReportedSwap[]>;
}

async function serve(format: WireFormat, seed: number, faults: Faults | null): Promise<Served> {
  const formats = formatsOf[format];
  const generated = feedMarket(generateMarket(seed), { formats, secondsPerBlock: SECONDS_PER_BLOCK });
  const market = await upstreamMarketOf(generated.files);
  const upstream = createUpstream({ market, formats, faults });
  running = upstream;
  const base = await upstream.listen();
  const clock = generated.clock.getTime();
  upstream.setNow(new Date(clock + FUTURE_MS));
  return { base, upstream, market, clock, read: () => readAll(base, market, format) };
}

async function readAll(base: string, { swaps }: UpstreamMarket, format: WireFormat): Promise<ReportedSwap[]> {
  const times = swaps.map(({ time }) => time);
  const firstLt = swaps.reduce((lowest, { lt }) => (lt < lowest ? lt : lowest), 1n << 63n);
  switch (format) {
    case 'stonfi':
      return readStonfi(base, Math.min(...times), Math.max(...times), 5 * DAY_MS);
    case 'dedust':
      return readDedust(base, 7);
    case 'dexscreener':
    case 'dexscreener-stonfi': {
      const dialect = format === 'dexscreener' ? 'standard' : 'stonfi';
      const exchanges = Object.keys(formatsOf[format]);
      const parts = exchanges.map((exchange) => readDexscreener(base, exchange, dialect, firstLt));
      return uniqueSwaps((await Promise.all(parts)).flat());
    }
  }
}

const contentFaults: Faults = {
  probabilities: { duplicates: 0.7, reordering: 0.7 },
  invalidEvents: 0.2,
};

describe.each(['stonfi', 'dedust', 'dexscreener', 'dexscreener-stonfi'] as const)('%s', (format) => {
  test.each([1, 2, 3])('serves exactly the swaps of market %i', async (seed) => {
    const { market, read } = await serve(format, seed, null);
    expect(market.swaps.length).toBeGreaterThan(200);
    expect(await read()).toEqual(uniqueSwaps(market.swaps));
  });

  test('serves the same swaps with duplicates, in any order and between invalid events', async () => {
    const { market, read } = await serve(format, 4, contentFaults);
    expect(await read()).toEqual(uniqueSwaps(market.swaps));
  });

  test('shows only what happened until the clock', async () => {
    const { market, clock, upstream, read } = await serve(format, 5, null);
    upstream.setNow(new Date(clock));
    const visible = market.swaps.filter(({ time }) => time <= clock);
    expect(visible.length).toBeLessThan(market.swaps.length);
    const isBlockFormat = format === 'dexscreener' || format === 'dexscreener-stonfi';
    const future = market.swaps.filter(({ time }) => time > clock).map(({ lt }) => positionOf(lt).block);
    const complete = isBlockFormat
      ? visible.filter(({ lt }) => positionOf(lt).block < Math.min(...future))
      : visible;
    // The latest block may still be incomplete.
    expect(complete.length).toBeGreaterThan(visible.length - 10);
    expect(await read()).toEqual(uniqueSwaps(complete));
  });

  test('shows late swaps after their delay, or when faults end', async () => {
    const lateSwaps = { share: 0.3, minSeconds: 60, maxSeconds: 6 * 86_400 };
    const { market, clock, upstream, read } = await serve(format, 6, { lateSwaps });
    const first = await read();
    expect(first.length).toBeLessThan(market.swaps.length);
    expect(first.length).toBeGreaterThan(market.swaps.length / 2);
    upstream.setFaults(null);
    expect(await read()).toEqual(uniqueSwaps(market.swaps));
    upstream.setFaults({ lateSwaps });
    expect(await read()).toEqual(first);
    upstream.setNow(new Date(clock + FUTURE_MS + 6 * DAY_MS));
    expect(await read()).toEqual(uniqueSwaps(market.swaps));
  });
});

test('serves every format at once, each with the pools of its exchanges', async () => {
  const formats = { stonfi: 'stonfi', dedust: 'dedust', tonco: 'dexscreener' } as const;
  const generated = feedMarket(generateMarket(9), { formats, secondsPerBlock: SECONDS_PER_BLOCK });
  const market = await upstreamMarketOf(generated.files);
  const now = () => new Date(generated.clock.getTime() + FUTURE_MS);
  const upstream = createUpstream({ market, formats, now });
  running = upstream;
  const base = await upstream.listen();
  const swapsOf = (exchange: string) =>
    uniqueSwaps(market.swaps.filter(({ pool }) => market.pools.get(pool)?.exchange === exchange));
  const times = market.swaps.map(({ time }) => time);
  const firstLt = market.swaps.reduce((lowest, { lt }) => (lt < lowest ? lt : lowest), 1n << 63n);
  expect(await readStonfi(base, Math.min(...times), Math.max(...times), 9 * DAY_MS)).toEqual(
    swapsOf('stonfi'),
  );
  expect(await readDedust(base)).toEqual(swapsOf('dedust'));
  expect(await readDexscreener(base, 'tonco', 'standard', firstLt)).toEqual(swapsOf('tonco'));
});

test('rejects markets with lts that STON.fi cannot express', async () => {
  const market = await upstreamMarketOf(generateMarket(1).files);
  expect(() => createUpstream({ market, formats: formatsOf.stonfi })).toThrow(RangeError);
});

test('a pool that two feeds claim is served by both, until faults end', async () => {
  const formats = { stonfi: 'stonfi', dedust: 'dedust' } as const;
  const generated = feedMarket(generateMarket(9), { formats });
  const market = await upstreamMarketOf(generated.files);
  const pool =
    market.swaps.find((swap) => market.pools.get(swap.pool)?.exchange === 'stonfi')?.pool ?? TON_ADDRESS;
  const claimed = market.swaps.filter((swap) => swap.pool === pool);
  const own = market.swaps.filter((swap) => market.pools.get(swap.pool)?.exchange === 'dedust');
  const upstream = createUpstream({
    market,
    formats,
    faults: { claimedPools: [{ pool, exchange: 'dedust' }] },
  });
  running = upstream;
  const base = await upstream.listen();
  upstream.setNow(new Date(generated.clock.getTime() + FUTURE_MS));
  expect(claimed.length).toBeGreaterThan(0);
  expect(await readDedust(base)).toEqual(uniqueSwaps([...own, ...claimed]));
  upstream.setFaults(null);
  expect(await readDedust(base)).toEqual(uniqueSwaps(own));
});
