import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { amountFromDecimal } from '#contract/amount.ts';
import type { Market } from '#contract/market.ts';
import {
  buySellDivergence,
  buySellShares,
  findDeepestMarket,
  isInactive,
  type Shares,
  tonUsdDivergence,
} from './figures.ts';

describe('buy sell', () => {
  const bought = (buy: number): Shares => ({ buy, sell: 1 - buy });

  test.each([
    [{ traders: bought(0.64), volume: bought(0.29) }, '64% of traders are buying, 71% of volume is selling'],
    [{ traders: bought(0.3), volume: bought(0.8) }, '70% of traders are selling, 80% of volume is buying'],
    [
      { traders: { buy: 0.9, sell: 0.6 }, volume: bought(0.2) },
      '90% of traders are buying, 80% of volume is selling',
    ],
    [
      { traders: bought(0.52), transactions: bought(0.6), volume: bought(0.2) },
      '60% of transactions are buys, 80% of volume is selling',
    ],
    [
      { traders: bought(0.4), transactions: bought(0.6), volume: bought(0.5) },
      '60% of traders are selling, 60% of transactions are buys',
    ],
    [{ traders: bought(0.54), volume: bought(0.3) }, undefined],
    [{ traders: bought(0.7), volume: bought(0.8) }, undefined],
    [{ volume: bought(0.1) }, undefined],
    [{}, undefined],
  ])('returns a note for %j: %j', (shares, expected) => {
    expect(buySellDivergence(shares)).toBe(expected);
  });

  test('returns undefined if all measures lean to the same side', () => {
    const leaning = fc.double({ min: 0.5, max: 1, noNaN: true }).map(bought);
    fc.assert(
      fc.property(leaning, leaning, leaning, (transactions, traders, volume) => {
        expect(buySellDivergence({ transactions, traders, volume })).toBeUndefined();
      }),
    );
  });

  const change = <Sum>(current: Sum) => ({ current, percent: 0, calculatedAt: undefined });
  const euros = (value: string) => change({ value, decimals: 2 });

  test('shares of counts can exceed 1 in sum, shares of amounts cannot', () => {
    expect(buySellShares({ total: change('10'), buy: change('8'), sell: change('5') })).toEqual({
      buy: 0.8,
      sell: 0.5,
    });
    expect(buySellShares({ total: euros('1000'), buy: euros('250'), sell: euros('750') })).toEqual({
      buy: 0.25,
      sell: 0.75,
    });
  });

  test('returns undefined if the total is zero or a side is unknown', () => {
    expect(buySellShares({ total: change('0'), buy: change('0'), sell: change('0') })).toBeUndefined();
    expect(buySellShares({ total: change('3'), buy: change('3'), sell: undefined })).toBeUndefined();
    expect(buySellShares(undefined)).toBeUndefined();
  });
});

describe('ton usd divergence', () => {
  const calculatedAt = undefined;
  const change = (percent: number) => ({ percent, calculatedAt });

  test.each([
    [{ day: change(-2) }, { day: change(3) }, '24h: up in USD, down in GRAM'],
    [{ day: change(2) }, { day: change(-3) }, '24h: down in USD, up in GRAM'],
    [
      { hour: change(1), week: change(1), day: change(1) },
      { hour: change(-1), week: change(-1), day: change(1) },
      '7d: down in USD, up in GRAM',
    ],
    [{ day: change(2) }, { day: change(3) }, undefined],
    // Displayed as zero.
    [{ day: change(0.001) }, { day: change(-3) }, undefined],
    [{ day: change(2) }, { week: change(-3) }, undefined],
  ])('%j in GRAM and %j in USD: %j', (ton, usd, expected) => {
    expect(tonUsdDivergence(ton, usd)).toBe(expected);
  });
});

describe('market comparison', () => {
  const now = new Date('2026-01-29T07:50:00Z');

  function market(price: { ton?: string; usd?: string }, lastTransactionAt?: string): Market {
    const { ton, usd } = price;
    return {
      counterpart: `0:${'0'.repeat(64)}`,
      exchangeId: 'stonfi',
      poolAddress: `0:${'1'.repeat(64)}`,
      type: 'JTN_MRKT_LINEAR',
      liquidity: {},
      price: {
        ...(ton !== undefined && { ton: amountFromDecimal(ton) }),
        ...(usd !== undefined && { usd: amountFromDecimal(usd) }),
      },
      ...(lastTransactionAt !== undefined && { lastTransactionAt }),
    };
  }

  test('the deepest market is the first one with a price', () => {
    const [unpriced, priced, other] = [market({}), market({ usd: '1' }), market({ ton: '2' })];
    expect(findDeepestMarket([unpriced, priced, other])).toBe(priced);
    expect(findDeepestMarket([unpriced])).toBe(unpriced);
    expect(findDeepestMarket([])).toBeUndefined();
  });

  test.each([
    ['2026-01-28T07:50:00Z', false],
    ['2026-01-28T07:49:59Z', true],
    [undefined, true],
  ])('last transaction at %s: inactive %s', (time, inactive) => {
    expect(isInactive(market({}, time), now)).toBe(inactive);
  });
});
