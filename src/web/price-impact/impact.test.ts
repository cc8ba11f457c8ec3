import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { amountFromDecimal, numberFromAmount } from '#contract/amount.ts';
import type { Market } from '#contract/market.ts';
import {
  afterTrade,
  bestSplit,
  impactLevel,
  inputFor,
  outputFor,
  priceImpact,
  type Reserves,
  type TradeAmount,
  type TradePart,
  total,
} from './impact.ts';
import { fromCommon, isConstantProduct, poolModel, splitPools, toCommon } from './pool-model.ts';
import { shareText } from './price-impact-texts.ts';
import { type AmountUnit, estimateSaleImpact, type TradeSide, tradeOutcome } from './trade.ts';

describe('impact', () => {
  const reserve = fc.bigInt({ min: 10n ** 12n, max: 10n ** 36n });
  const pools = fc.array(fc.record({ input: reserve, output: reserve }), { minLength: 1, maxLength: 6 });
  const ROUNDING = 1e-6;

  /** Returns the rounding of a loss, whose absolute value is large if the reference pool's price is far worse than another. */
  function roundingOf(loss: number): number {
    return ROUNDING * Math.max(1, Math.abs(loss));
  }

  test('the impact grows with the amount', () => {
    fc.assert(
      fc.property(pools, reserve, reserve, (models, amount, more) => {
        const small = priceImpact(models, { side: 'paid', amount });
        const large = priceImpact(models, { side: 'paid', amount: amount + more });
        if (!small || !large || small.received < 10n ** 9n) return;
        expect(large.loss).toBeGreaterThanOrEqual(small.loss - roundingOf(small.loss));
        expect(large.drop).toBeGreaterThanOrEqual(small.drop - ROUNDING);
        expect(large.drop).toBeGreaterThanOrEqual(large.loss - ROUNDING);
      }),
    );
  });

  test('matches the formula of a single pool', () => {
    fc.assert(
      fc.property(reserve, reserve, fc.double({ min: 0.001, max: 1000, noNaN: true }), (input, output, q) => {
        const amount = (input * BigInt(Math.round(q * 1e6))) / 1_000_000n;
        const impact = priceImpact([{ input, output }], { side: 'paid', amount });
        expect(impact?.loss).toBeCloseTo(1 - 1 / (1 + q), 4);
        expect(impact?.drop).toBeCloseTo(1 - 1 / (1 + q) ** 2, 4);
      }),
    );
  });

  test('a split has at most the impact of the reference pool alone', () => {
    fc.assert(
      fc.property(pools, reserve, (models, amount) => {
        const split = priceImpact(models, { side: 'paid', amount });
        const alone = priceImpact(models.slice(0, 1), { side: 'paid', amount });
        if (!split || !alone || alone.received < 10n ** 9n) return;
        expect(split.loss).toBeLessThanOrEqual(alone.loss + ROUNDING);
        expect(split.drop).toBeLessThanOrEqual(alone.drop + ROUNDING);
      }),
    );
  });

  test('a better pool makes the loss negative and leaves the reference pool alone', () => {
    const models = [
      { input: 1_000_000n, output: 1_000_000n },
      { input: 100_000n, output: 101_000n },
    ];
    const impact = priceImpact(models, { side: 'paid', amount: 100n });
    expect(impact?.parts).toEqual([{ index: 1, paid: 100n, received: 100n }]);
    expect(impact?.drop).toBe(0);
    expect(priceImpact(models, { side: 'paid', amount: 300n })?.loss).toBeCloseTo(-0.00667, 5);
  });

  test('names parts by their position among all pools, also empty ones', () => {
    const models = [
      { input: 0n, output: 5n },
      { input: 1000n, output: 1000n },
    ];
    expect(priceImpact(models, { side: 'paid', amount: 100n }, 1)?.parts).toEqual([
      { index: 1, paid: 100n, received: 90n },
    ]);
  });

  test.each([
    ['no pool', [], { side: 'paid' as const, amount: 5n }],
    ['empty pools', [{ input: 0n, output: 0n }], { side: 'paid' as const, amount: 5n }],
    ['more than the pools hold', [{ input: 9n, output: 9n }], { side: 'received' as const, amount: 9n }],
    ['nothing', [{ input: 9n, output: 9n }], { side: 'paid' as const, amount: 0n }],
  ])('has no impact for %s', (_, models, trade) => {
    expect(priceImpact(models, trade)).toBeUndefined();
  });

  test.each([
    [0.05, 'low'],
    [0.051, 'high'],
    [0.31, 'extreme'],
  ])('a loss of %d is %s', (loss, level) => {
    expect(impactLevel(loss)).toBe(level);
  });

  const largeReserve = fc.bigInt({ min: 10n ** 12n, max: 10n ** 40n });
  const positiveReserve = fc.oneof(fc.bigInt({ min: 1n, max: 1000n }), largeReserve);
  const poolOf = (side: typeof positiveReserve) => fc.record({ input: side, output: side });
  const amount = fc.oneof(fc.bigInt({ min: 1n, max: 1000n }), fc.bigInt({ min: 1n, max: 10n ** 40n }));
  const poolsOf = (side: typeof positiveReserve) => fc.array(poolOf(side), { minLength: 1, maxLength: 8 });
  const side = fc.constantFrom('paid' as const, 'received' as const);

  test('a trade keeps the product of the reserves, up to rounding in favor of the pool', () => {
    fc.assert(
      fc.property(poolOf(positiveReserve), amount, (pool, paid) => {
        const received = outputFor(pool, paid);
        const { input, output } = afterTrade(pool, paid, received);
        const product = pool.input * pool.output;
        expect(input * output >= product).toBe(true);
        expect(input * (output - 1n) < product).toBe(true);
      }),
    );
  });

  test('the payment for an amount is the smallest one that receives it', () => {
    fc.assert(
      fc.property(poolOf(positiveReserve), amount, (pool, received) => {
        const paid = inputFor(pool, received);
        expect(paid === undefined).toBe(received >= pool.output);
        if (paid === undefined) return;
        expect(outputFor(pool, paid) >= received).toBe(true);
        expect(outputFor(pool, paid - 1n) < received).toBe(true);
      }),
    );
  });

  test('a split adds up to the exact amount', () => {
    fc.assert(
      fc.property(poolsOf(positiveReserve), amount, (pools, exact) => {
        expect(total(bestSplit(pools, { side: 'paid', amount: exact }) ?? [], 'paid')).toBe(exact);
      }),
    );
    const parts = fc.bigInt({ min: 2n, max: 1000n });
    fc.assert(
      fc.property(poolsOf(largeReserve), parts, (pools, part) => {
        const received = held(pools) / part;
        const split = bestSplit(pools, { side: 'received', amount: received });
        expect(total(split ?? [], 'received')).toBe(received);
      }),
    );
  });

  test('there is no split of as much as the pools hold', () => {
    fc.assert(
      fc.property(poolsOf(positiveReserve), fc.bigInt({ min: 0n, max: 1000n }), (pools, more) => {
        expect(bestSplit(pools, { side: 'received', amount: held(pools) + more })).toBeUndefined();
      }),
    );
  });

  test('a split is never worse than the best single pool', () => {
    fc.assert(
      fc.property(poolsOf(positiveReserve), amount, (pools, exact) => {
        const received = total(bestSplit(pools, { side: 'paid', amount: exact }) ?? [], 'received');
        expect(pools.every((pool) => received >= outputFor(pool, exact))).toBe(true);
        const parts = bestSplit(pools, { side: 'received', amount: exact });
        const single = pools.map((pool) => inputFor(pool, exact)).filter((paid) => paid !== undefined);
        expect(single.every((paid) => parts && total(parts, 'paid') <= paid)).toBe(true);
      }),
    );
  });

  test('an optimal split gives all used pools the same marginal price, and no other pool a better one', () => {
    const trades: fc.Arbitrary<TradeAmount> = fc.record({ side, amount: largeReserve });
    fc.assert(
      fc.property(poolsOf(largeReserve), trades, (pools, trade) => {
        const parts = bestSplit(pools, trade);
        if (!parts) return;
        const after = applied(pools, parts);
        const prices = after.map(({ input, output }) => Number(output) / Number(input));
        const used = parts.map(({ index }) => prices[index] ?? Number.NaN);
        // Amounts of a few base units are too small to move a price exactly.
        const isPrecise = after.every(({ input, output }) => input > 10n ** 9n && output > 10n ** 9n);
        if (!isPrecise) return;
        expect(Math.max(...used) / Math.min(...used)).toBeLessThan(1 + 1e-6);
        expect(Math.max(...prices)).toBeLessThan(Math.min(...used) * (1 + 1e-6));
      }),
    );
  });

  test('buying and selling again returns at most what was paid', () => {
    fc.assert(
      fc.property(poolsOf(positiveReserve), amount, (pools, paid) => {
        const bought = bestSplit(pools, { side: 'paid', amount: paid });
        if (!bought) return;
        for (const part of bought) {
          const pool = pools[part.index];
          if (!pool) throw new Error('unknown pool');
          const { input, output } = afterTrade(pool, part.paid, part.received);
          expect(outputFor({ input: output, output: input }, part.received) <= part.paid).toBe(true);
        }
      }),
    );
  });

  test('uses the deeper of two equally priced pools in proportion to its depth', () => {
    const pools = [
      { input: 1000n, output: 1000n },
      { input: 3000n, output: 3000n },
    ];
    expect(bestSplit(pools, { side: 'paid', amount: 400n })).toEqual([
      { index: 0, paid: 100n, received: 90n },
      { index: 1, paid: 300n, received: 272n },
    ]);
  });

  test('leaves a pool out whose price is worse than that of the trade elsewhere', () => {
    const pools = [
      { input: 1000n, output: 500n },
      { input: 10_000n, output: 10_000n },
    ];
    expect(bestSplit(pools, { side: 'paid', amount: 1000n })).toEqual([
      { index: 1, paid: 1000n, received: 909n },
    ]);
  });

  function held(pools: readonly Reserves[]): bigint {
    return pools.reduce((sum, { output }) => sum + output, 0n);
  }

  function applied(pools: readonly Reserves[], parts: readonly TradePart[]): Reserves[] {
    return pools.map((pool, index) => {
      const part = parts.find((one) => one.index === index);
      return part ? afterTrade(pool, part.paid, part.received) : pool;
    });
  }
});

describe('pool model', () => {
  interface Values {
    readonly type?: string;
    readonly asset?: string;
    readonly counterpart?: string;
    readonly price?: string;
    readonly usd?: string;
  }

  /** Returns a market of 1,000 jettons and 500 of a quote worth 3 USD, unless `values` differ. */
  function market({
    type = 'JTN_MRKT_LINEAR',
    asset = '1000',
    counterpart = '500',
    price = '0.5',
    usd = '1.5',
  }: Values): Market {
    return {
      counterpart: `0:${'1'.repeat(64)}`,
      exchangeId: 'stonfi',
      poolAddress: `0:${'2'.repeat(64)}`,
      type,
      liquidity: asset
        ? { asset: amountFromDecimal(asset), counterpart: amountFromDecimal(counterpart) }
        : {},
      price: { counterpart: amountFromDecimal(price), ...(usd && { usd: amountFromDecimal(usd) }) },
    };
  }

  const sides = (values: Values) => {
    const { depth } = poolModel(market(values), 'usd');
    return depth && [fromCommon(depth.jetton, 6).value, fromCommon(depth.currency, 6).value];
  };

  test('values the reserves in the currency', () => {
    expect(sides({})).toEqual(['1000000000', '1500000000']);
    const rate = { numerator: amountFromDecimal('0.9'), denominator: amountFromDecimal('1') };
    expect(fromCommon(poolModel(market({}), 'usd', rate).depth?.currency ?? 0n, 2).value).toBe('135000');
  });

  test.each([
    ['no reserves', { asset: '' }, 'reserves'],
    ['empty reserves', { asset: '0' }, 'reserves'],
    ['an unknown value of the quote', { usd: '' }, 'value'],
    ['a price of zero', { price: '0' }, 'value'],
    ['a stable formula', { type: 'JTN_MRKT_STABLE' }, 'type'],
    ['weights', { type: 'JTN_MRKT_WEIGHTED' }, 'type'],
    ['an unknown type', { type: 'JTN_MRKT_UNKNOWN' }, 'type'],
  ])('excludes a pool with %s', (_, values, excluded) => {
    expect(poolModel(market(values), 'usd')).toMatchObject({ excluded, depth: undefined });
  });

  test.each([
    { asset: '1000', counterpart: '250' },
    { asset: '500', counterpart: '700' },
  ])('estimates a pool whose reserves contradict its price at that price: %o', (values) => {
    expect(poolModel(market(values), 'usd').isEstimate).toBe(true);
    const [jettons = '', usd = ''] = sides(values) ?? [];
    expect(Number(usd) / Number(jettons)).toBe(1.5);
    expect(Number(jettons)).toBe(500_000_000);
  });

  test('divides trades among constant-product pools of about the same price', () => {
    const pools = [
      { type: 'JTN_MRKT_STABLE' },
      { asset: '10000', counterpart: '5000' },
      { counterpart: '504', price: '0.504', usd: '1.512' },
      { counterpart: '508', price: '0.508', usd: '1.524' },
      { counterpart: '400', price: '0.4', usd: '1.2' },
      { asset: '' },
    ].map((values) => poolModel(market(values), 'usd'));
    expect(splitPools(pools).included).toEqual([pools[1], pools[2]]);
  });

  test.each([
    ['JTN_MRKT_LINEAR', true],
    ['volatile', true],
    ['constant_product', true],
    ['stable', false],
    ['JTN_MRKT_STABLE_SWAP', false],
    ['JTN_MRKT_CONCENTRATED', false],
    ['JTN_MRKT_UNKNOWN', false],
  ])('type %s is constant product: %s', (type, expected) => {
    expect(isConstantProduct(type)).toBe(expected);
  });
});

describe('trade', () => {
  const depth = (jetton: string, currency: string) => ({
    jetton: toCommon(amountFromDecimal(jetton)),
    currency: toCommon(amountFromDecimal(currency)),
  });
  const text = (value: bigint) => numberFromAmount(fromCommon(value, 6));

  test.each<[TradeSide, AmountUnit, string, number, number, number, number]>([
    ['buy', 'currency', '1000', 500, 1000, 2, 100],
    ['buy', 'jetton', '500', 500, 1000, 2, 100],
    ['sell', 'jetton', '1000', 1000, 500, 0.5, -50],
    ['sell', 'currency', '1000', 1000, 500, 0.5, -50],
  ])('%s an amount in %s: %s', (side, unit, amount, jettons, currency, price, change) => {
    const outcome = tradeOutcome([depth('1000', '1000')], { side, unit, amount: amountFromDecimal(amount) });
    if (!outcome) throw new Error('no outcome');
    expect([text(outcome.jettons), text(outcome.currency)]).toEqual([jettons, currency]);
    expect(numberFromAmount(outcome.averagePrice)).toBe(price);
    expect(numberFromAmount(outcome.currentPrice)).toBe(1);
    expect(outcome.averageChange).toBeCloseTo(change, 9);
    expect(outcome.loss).toBeCloseTo(0.5, 9);
    expect(outcome.parts).toEqual([{ index: 0, share: 1 }]);
  });

  test('the average price is the amount divided by the jettons, for reserves of any size', () => {
    const reserve = fc.bigInt({ min: 10n ** 24n, max: 10n ** 70n });
    const side = fc.constantFrom<TradeSide>('buy', 'sell');
    fc.assert(
      fc.property(
        reserve,
        reserve,
        side,
        fc.integer({ min: 1, max: 1_000_000 }),
        (jetton, currency, trade, units) => {
          const unit = trade === 'buy' ? 'currency' : 'jetton';
          const base = trade === 'buy' ? currency : jetton;
          const amount = { value: String((base * BigInt(units)) / 1_000_000n), decimals: 36 };
          const outcome = tradeOutcome([{ jetton, currency }], { side: trade, unit, amount });
          if (!outcome || outcome.jettons < 10n ** 15n || outcome.currency < 10n ** 15n) return;
          const expected = Number(outcome.currency) / Number(outcome.jettons);
          if (expected < 1e-20) return;
          expect(numberFromAmount(outcome.averagePrice) / expected).toBeCloseTo(1, 8);
          const current = numberFromAmount(outcome.currentPrice);
          expect(expected / current - 1).toBeCloseTo(outcome.averageChange / 100, 6);
        },
      ),
    );
  });

  test('has no outcome for more than the pools hold', () => {
    const trade = { side: 'buy', unit: 'jetton', amount: amountFromDecimal('1000') } as const;
    expect(tradeOutcome([depth('600', '1'), depth('400', '1')], trade)).toBeUndefined();
    expect(tradeOutcome([], trade)).toBeUndefined();
  });

  function pool(usd: string, type = 'JTN_MRKT_LINEAR') {
    return { type, liquidity: { usd: amountFromDecimal(usd) } };
  }

  test.each([
    ['1000000', '1000000', 0.0196, 0.0388, 'low'],
    ['1000000', '100000', 0.1667, 0.3056, 'high'],
    ['1000000', '1000', 0.9524, 0.9977, 'extreme'],
    ['1000000', '0', 1, 1, 'extreme'],
  ])('market cap %s and liquidity %s: loss %d, drop %d, %s', (marketCap, liquidity, loss, drop, level) => {
    const impact = estimateSaleImpact(amountFromDecimal(marketCap), amountFromDecimal(liquidity), [
      pool('7'),
    ]);
    if (!impact) throw new Error('no estimate');
    expect(impact.value).toEqual(amountFromDecimal('10000.000000'));
    expect(impact.loss).toBeCloseTo(loss, 4);
    expect(impact.drop).toBeCloseTo(drop, 4);
    expect(impactLevel(impact.loss)).toBe(level);
  });

  test.each([
    ['0', '1000'],
    [undefined, '1000'],
    ['1000', undefined],
  ])('market cap %s and liquidity %s: no estimate', (marketCap, liquidity) => {
    const amountOf = (text: string | undefined) => (text === undefined ? undefined : amountFromDecimal(text));
    expect(estimateSaleImpact(amountOf(marketCap), amountOf(liquidity), [pool('7')])).toBeUndefined();
  });

  test('a sale only counts pools that are known to be constant-product pools', () => {
    const estimate = (...markets: ReturnType<typeof pool>[]) =>
      estimateSaleImpact(amountFromDecimal('1000000'), amountFromDecimal('400000'), markets)?.loss;
    expect(estimate(pool('1'), pool('3', 'stable'))).toBeCloseTo(0.1667, 4);
    expect(estimate(pool('1'), pool('3', 'volatile'))).toBeCloseTo(0.0476, 4);
    expect(estimate(pool('1', 'stable'), pool('3', 'JTN_MRKT_UNKNOWN'))).toBeUndefined();
    expect(estimate()).toBeUndefined();
  });
});

test.each([
  [0, '0%'],
  [0.000_01, 'under 0.01%'],
  [0.0042, '0.42%'],
  [0.009_96, '1.0%'],
  [0.052, '5.2%'],
  [0.0996, '10%'],
  [0.9969, 'over 99%'],
  [1, '100%'],
])('a share of %d is formatted as %s', (share, text) => {
  expect(shareText(share)).toBe(text);
});
