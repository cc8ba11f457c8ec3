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

test('a query survives the address bar', () => {
  fc.assert(
    fc.property(queries, (query) => {
      expect(Object.entries(parseQuery(stringifyQuery(query)))).toEqual(Object.entries(query));
    }),
  );
});

test('digits stay digits, absent values are not written', () => {
  expect(parseQuery('?holders.min=9223372036854775807&sort=')).toEqual({
    'holders.min': '9223372036854775807',
    sort: '',
  });
  expect(stringifyQuery({ sort: undefined, admin: ['a', 'b'] })).toBe('?admin=a&admin=b');
  expect(stringifyQuery({})).toBe('');
});
