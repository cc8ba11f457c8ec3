import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parseLink } from '#web/kit/device/link-state.ts';
import { minLiquidities, minTrustScores, newPoolsLink } from './new-pools-link.ts';

test('a link restores the filter', () => {
  const filter = fc.record(
    {
      exchange: fc.constantFrom('stonfi', 'dedust', 'x-1.y'),
      liquidity: fc.constantFrom(...minLiquidities),
      trust: fc.constantFrom(...minTrustScores),
      show: fc.constantFrom('verified' as const, 'all' as const),
    },
    { requiredKeys: [] },
  );
  fc.assert(
    fc.property(filter, (state) => {
      expect(parseLink(newPoolsLink, newPoolsLink.serialize(state))).toEqual({ state, ignored: [] });
    }),
  );
});

test('invalid and unknown parameters are reported', () => {
  const query = { exchange: 'a b', liquidity: '5', trust: '101', show: 'scam', sort: 'age' };
  expect(parseLink(newPoolsLink, query)).toEqual({
    state: {},
    ignored: expect.arrayContaining(Object.keys(query)),
  });
});
