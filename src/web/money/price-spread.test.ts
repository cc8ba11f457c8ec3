import { expect, test } from 'vitest';
import { amountFromDecimal } from '#contract/amount.ts';
import { priceSpread } from './price-spread.ts';

function priced({ ton, usd }: { ton?: string; usd?: string }) {
  return {
    price: {
      ...(ton !== undefined && { ton: amountFromDecimal(ton) }),
      ...(usd !== undefined && { usd: amountFromDecimal(usd) }),
    },
  };
}

test.each([
  [{ ton: '1.02' }, { ton: '1' }, 2],
  [{ ton: '0.000000000098' }, { ton: '0.0000000001' }, -2],
  [{ ton: '3', usd: '1' }, { ton: '3', usd: '9' }, 0],
  [{ usd: '1.5' }, { ton: '2', usd: '1' }, 50],
  [{ ton: '1' }, { usd: '1' }, undefined],
  [{}, { usd: '1' }, undefined],
  [{ ton: '1' }, { ton: '0' }, undefined],
])('the spread between %j and %j is %d percent', (price, reference, percent) => {
  expect(priceSpread(priced(price), priced(reference))).toBe(percent);
});
