import { expect, test } from 'vitest';
import { amountFromDecimal } from '#contract/amount.ts';
import type { Market } from '#contract/market.ts';
import { findDeepestMarket, isInactive } from './market-comparison.ts';

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
