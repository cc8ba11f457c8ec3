import { expect, test } from 'vitest';
import { TON_ADDRESS } from '#contract/address.ts';
import { operations } from '#contract/operations.ts';
import { priceImpact } from '#web/price-impact/impact.ts';
import { differences } from './differences.ts';
import type { GeneratedMarket } from './market/market-generator.ts';
import { Random } from './market/random.ts';
import { fiatAmount } from './oracle/changes.ts';
import { exitSplit, exitValue, worstExitValue } from './oracle/exits.ts';
import { Fraction, sumOfDefined, ZERO } from './oracle/fraction.ts';
import { importGenerated } from './service/imported-service.ts';
import { describeOnOneStore } from './stores/describe-on-each-store.ts';

const clock = new Date('2026-03-01T12:00:00Z');
const DAY_SECONDS = 86_400;
const JETTONS = 60;
const UNIT = 1e9;

/** Returns jettons with pools in GRAM, in a stablecoin and in another jetton, most of them at about the same price. */
function marketOfPools(): GeneratedMarket {
  const random = new Random(7);
  const [stable, quote] = [random.address(), random.address()];
  const quotes = [
    { address: TON_ADDRESS, usd: 2.5 },
    { address: stable, usd: 1 },
    { address: quote, usd: 0.5 },
  ];
  const swap = (
    pool: string,
    sold: string,
    bought: string,
    amounts: readonly [number, number],
    { age = random.whole(10, 5000), reserves }: { age?: number; reserves?: readonly [number, number] } = {},
  ) => ({
    pool_address: pool,
    event_time: String(clock.getTime() / 1000 - age),
    lt: String(random.whole(1, 1e9)),
    trader_address: random.address(),
    token_sold_address: sold,
    token_bought_address: bought,
    amount_sold_raw: String(Math.round(amounts[0] * UNIT)),
    amount_bought_raw: String(Math.round(amounts[1] * UNIT)),
    reserve0_raw: reserves ? String(Math.round(reserves[0] * UNIT)) : '',
    reserve1_raw: reserves ? String(Math.round(reserves[1] * UNIT)) : '',
  });
  const before = (age: number) => new Date(clock.getTime() - age * 1000).toISOString();
  const facts = (address: string, reserves: readonly [number, number], type?: string) => ({
    address,
    exchange: 'stonfi',
    type,
    reserve0: String(Math.round(reserves[0] * UNIT)),
    reserve1: String(Math.round(reserves[1] * UNIT)),
    reservesAt: before(random.chance(0.1) ? 40 * DAY_SECONDS : random.whole(1, 6000)),
  });
  // A second after the clock, and the start of the first day that counts.
  const edges = [-1, 29.5 * DAY_SECONDS];
  const [tonStable, tonQuote] = [random.address(), random.address()];
  const jettons = [stable, quote].map((address) => ({ address, decimals: 9 }));
  const pools = [
    { ...facts(tonStable, [1e6, 2.5e6]), asset0: TON_ADDRESS, asset1: stable },
    { ...facts(tonQuote, [1e6, 5e6]), asset0: TON_ADDRESS, asset1: quote },
  ];
  const swaps = [swap(tonStable, TON_ADDRESS, stable, [1, 2.5]), swap(tonQuote, TON_ADDRESS, quote, [1, 5])];
  for (let index = 0; index < JETTONS; index += 1) {
    const jetton = random.address();
    jettons.push({ address: jetton, decimals: 9 });
    for (let count = random.whole(1, 4); count > 0; count -= 1) {
      const { address: asset, usd } = random.pick(quotes);
      const pool = random.address();
      const price = (1 + 0.012 * random.next()) / usd;
      const depth = random.magnitude(100, 1e6);
      const deviation = random.chance(0.1) ? 1.06 : 1 + 0.04 * random.next();
      const type = random.pick([undefined, 'volatile', 'Constant_Product', 'constant_product', 'stable']);
      pools.push({ ...facts(pool, [depth / price, depth], type), asset0: jetton, asset1: asset });
      swaps.push(swap(pool, jetton, asset, [1000, 1000 * price * deviation]));
      for (let past = random.whole(0, 3); past > 0; past -= 1) {
        const share = random.pick([0.2, 0.5, 0.9, 1.5]);
        const age = random.chance(0.3) ? random.pick(edges) : random.whole(6001, 34 * DAY_SECONDS);
        swaps.push(
          swap(pool, jetton, asset, [1000, 1000 * price], { age, reserves: [depth / price, depth * share] }),
        );
      }
    }
  }
  return { clock, stables: [stable], files: { jettons, pools, swaps } };
}

describeOnOneStore('what a sale brings', (openEmptyStore) => {
  test('equals an independent calculation and, but for differences of prices, the best split', async () => {
    const store = await openEmptyStore();
    const { client, world } = await importGenerated(store, marketOfPools());
    const { jettons: found } = await client.call(operations.getJettons, { limit: 100 });
    const jettons = [...world.dataset.jettons.keys()];
    const expected = jettons.map((address) => [address, exitValue(world, address, SOLD)] as const);
    const texts = expected.map(([address, exit]) => [address, exit ? fiatAmount(exit) : null]);
    const exits = found.map(({ metadata, exit }) => [metadata.address, exit?.usd10k ?? null]);
    expect(differences(Object.fromEntries(exits), Object.fromEntries(texts))).toEqual([]);
    const worst = found.map(({ metadata, exit }) => [metadata.address, exit?.worst.usd10k ?? null]);
    const worstTexts = jettons.map((address) => {
      const exit = worstExitValue(world, address, SOLD);
      return [address, exit ? fiatAmount(exit) : null];
    });
    expect(differences(Object.fromEntries(worst), Object.fromEntries(worstTexts))).toEqual([]);
    const isLower = found.flatMap(({ exit }) =>
      exit ? BigInt(exit.worst.usd10k.value) < BigInt(exit.usd10k.value) : [],
    );
    expect(new Set(isLower)).toEqual(new Set([true, false]));
    const splits = jettons.map((address) => exitSplit(world, address));
    expect(splits.some((split) => split === undefined)).toBe(true);
    expect(splits.some((split) => split && new Set(split.map(({ unit }) => unit)).size > 1)).toBe(true);
    for (const [address, exit] of expected) {
      const split = exitSplit(world, address);
      if (!exit || !split) continue;
      const sold = new Fraction(SOLD).over(priceOf(split));
      const reserves = split.map(({ jettons, value }) => ({ input: units(jettons), output: units(value) }));
      const best = priceImpact(reserves, { side: 'paid', amount: units(sold) });
      const gain = Number(best?.received) / Number(units(exit)) - 1;
      expect(gain).toBeGreaterThan(-1e-9);
      expect(gain).toBeLessThan(0.012);
    }
  });
});

const SOLD = 10_000n;
const units = (fraction: Fraction) => fraction.rounded(18);

/** Returns the price of one jetton in all pools together. */
function priceOf(pools: NonNullable<ReturnType<typeof exitSplit>>): Fraction {
  const sum = (terms: readonly Fraction[]) => sumOfDefined(terms) ?? ZERO;
  return sum(pools.map(({ value }) => value)).over(sum(pools.map(({ jettons }) => jettons)));
}
