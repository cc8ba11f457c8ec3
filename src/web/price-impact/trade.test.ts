import fc from 'fast-check';
import { expect, test } from 'vitest';
import { amountFromDecimal, numberFromAmount } from '#contract/amount.ts';
import { impactLevel } from './impact.ts';
import { fromCommon, toCommon } from './pool-model.ts';
import { type AmountUnit, estimateSaleImpact, type TradeSide, tradeOutcome } from './trade.ts';

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
  const impact = estimateSaleImpact(amountFromDecimal(marketCap), amountFromDecimal(liquidity), [pool('7')]);
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
