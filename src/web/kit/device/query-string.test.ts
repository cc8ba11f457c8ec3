import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parseQuery, stringifyQuery } from './query-string.ts';

const key = fc.oneof(
  fc.string({ minLength: 1 }),
  fc.constantFrom('__proto__', 'constructor', 'liquidity.usd.min.value'),
);
const text = fc.string({ unit: 'grapheme' });
const queries = fc
  .array(fc.tuple(key, fc.oneof(text, fc.array(text, { minLength: 2 }))))
  .map((entries) => Object.fromEntries(entries));

test('serializing and parsing a query are inverse', () => {
  fc.assert(
    fc.property(queries, (query) => {
      expect(Object.entries(parseQuery(stringifyQuery(query)))).toEqual(Object.entries(query));
    }),
  );
});

test('keeps all digits and omits absent values', () => {
  expect(parseQuery('?holders.min=9223372036854775807&sort=')).toEqual({
    'holders.min': '9223372036854775807',
    sort: '',
  });
  expect(stringifyQuery({ sort: undefined, admin: ['a', 'b'] })).toBe('?admin=a&admin=b');
  expect(stringifyQuery({})).toBe('');
});
