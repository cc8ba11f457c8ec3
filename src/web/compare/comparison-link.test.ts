import fc from 'fast-check';
import { expect, test } from 'vitest';
import { currencies, pricePeriods } from '#contract/enums.ts';
import { tonAddress } from '#testing/requests/generated-inputs.ts';
import { MAX_COMPARED } from '#web/grid/rows/compared-rows.ts';
import { parseQuery, stringifyQuery } from '#web/kit/device/query-string.ts';
import { comparisonScales, parseComparison, serializeComparison } from './comparison-link.ts';

const parse = (text: string) => parseComparison(parseQuery(text));
const raw = '0:906697a57af1cdb1bc39214b7049ae02b3c92a5b0c342ac61e0eb8bd9304b5f1';

test('serializing and parsing a comparison are inverse', () => {
  const addresses = fc.uniqueArray(
    tonAddress.map((address) => address.toRawString()),
    { maxLength: MAX_COMPARED },
  );
  const comparisons = fc.record({
    addresses,
    currency: fc.constantFrom(...currencies),
    period: fc.constantFrom(...pricePeriods),
    scale: fc.constantFrom(undefined, ...comparisonScales),
  });
  fc.assert(
    fc.property(comparisons, (comparison) => {
      const url = stringifyQuery(serializeComparison(comparison));
      expect(parse(url)).toEqual({ comparison, excess: [], ignored: [] });
    }),
  );
});

test('does not serialize default values', () => {
  expect(parse('').comparison).toEqual({ addresses: [], currency: 'usd', period: 'day', scale: undefined });
  expect(serializeComparison(parse('?currency=usd&period=24h').comparison)).toEqual({});
});

test('reports addresses beyond the sixth', () => {
  const many = Array.from({ length: 8 }, (_, index) => `0:${String(index).repeat(64)}`);
  const { comparison, excess } = parse(stringifyQuery({ address: [...many, many[0]] }));
  expect(comparison.addresses).toEqual(many.slice(0, 6));
  expect(excess).toEqual(many.slice(6));
});

test.each([
  ['?address=x', ['address']],
  [`?address=${raw}&address=${raw}x`, ['address']],
  ['?period=min15&period2=1', ['period2', 'period']],
  ['?period=24h&period=7d', ['period']],
  ['?scale=percent', ['scale']],
  ['?currency=doge&sort=fdmc', ['sort', 'currency']],
])('ignores invalid parameters of %s', (url, ignored) => {
  expect(parse(url).ignored).toEqual(ignored);
});
