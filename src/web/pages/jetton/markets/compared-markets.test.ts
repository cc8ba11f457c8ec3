import { expect, test } from 'vitest';
import { amountFromDecimal } from '#contract/amount.ts';
import type { Market } from '#contract/market.ts';
import { deepestOf, isSilent, marketTypeText, spreadOf } from './compared-markets.ts';

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

test('the deepest is the first with a price', () => {
  const [none, priced, other] = [market({}), market({ usd: '1' }), market({ ton: '2' })];
  expect(deepestOf([none, priced, other])).toBe(priced);
  expect(deepestOf([none])).toBe(none);
  expect(deepestOf([])).toBeUndefined();
});

test.each([
  [{ ton: '1.02' }, { ton: '1' }, 2],
  [{ ton: '0.000000000098' }, { ton: '0.0000000001' }, -2],
  [{ ton: '3', usd: '1' }, { ton: '3', usd: '9' }, 0],
  [{ usd: '1.5' }, { ton: '2', usd: '1' }, 50],
  [{ ton: '1' }, { usd: '1' }, undefined],
  [{}, { usd: '1' }, undefined],
  [{ ton: '1' }, { ton: '0' }, undefined],
])('the spread of %j against %j is %d percent', (price, deepest, percent) => {
  expect(spreadOf(market(price), market(deepest))).toBe(percent);
});

test.each([
  ['2026-01-28T07:50:00Z', false],
  ['2026-01-28T07:49:59Z', true],
  [undefined, true],
])('a market last traded at %s: silent %s', (time, silent) => {
  expect(isSilent(market({}, time), now)).toBe(silent);
});

test.each([
  ['JTN_MRKT_LINEAR', 'Linear'],
  ['JTN_MRKT_STABLE_SWAP', 'Stable swap'],
  ['weighted', 'weighted'],
])('type %s is shown as %s', (type, text) => {
  expect(marketTypeText(type)).toBe(text);
});
