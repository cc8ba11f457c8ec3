import { expect, test } from 'vitest';
import { amountFromDecimal } from '#contract/amount.ts';
import type { Market } from '#contract/market.ts';
import { findDeepestMarket, isInactive, priceSpread } from './market-comparison.ts';

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
  [{ ton: '1.02' }, { ton: '1' }, 2],
  [{ ton: '0.000000000098' }, { ton: '0.0000000001' }, -2],
  [{ ton: '3', usd: '1' }, { ton: '3', usd: '9' }, 0],
  [{ usd: '1.5' }, { ton: '2', usd: '1' }, 50],
  [{ ton: '1' }, { usd: '1' }, undefined],
  [{}, { usd: '1' }, undefined],
  [{ ton: '1' }, { ton: '0' }, undefined],
])('the spread between %j and %j is %d percent', (price, deepest, percent) => {
  expect(priceSpread(market(price), market(deepest))).toBe(percent);
});

test.each([
  ['2026-01-28T07:50:00Z', false],
  ['2026-01-28T07:49:59Z', true],
  [undefined, true],
])('last transaction at %s: inactive %s', (time, inactive) => {
  expect(isInactive(market({}, time), now)).toBe(inactive);
});
