import fc from 'fast-check';
import { expect, test } from 'vitest';
import { MAX_INT64 } from '#contract/amount.ts';
import { InvalidValueError } from '#contract/errors.ts';
import { type CursorKeyType, readCursor, writeCursor } from './cursor.ts';

const list = { sort: 'fdmc', order: 'asc', holders: { min: '1' } };
const address = `0:${'ab'.repeat(32)}`;

const int64 = fc.bigInt({ min: -MAX_INT64, max: MAX_INT64 }).map(String);
const time = fc.bigInt({ min: -(10n ** 17n), max: 10n ** 17n }).map(String);
const decimal = fc
  .tuple(fc.bigInt({ min: -(10n ** 90n), max: 10n ** 90n }), fc.bigInt({ min: 0n, max: 10n ** 60n }))
  .map(([whole, part]) => `${whole}.${part}`);
const float = fc.double({ noNaN: true, noDefaultInfinity: true }).map(String);

const values: [CursorKeyType, fc.Arbitrary<string>][] = [
  ['integer', int64],
  ['time', time],
  ['decimal', decimal],
  ['float', float],
];

test.each(values)('every %s key survives a round trip, and so does null', (type, value) => {
  fc.assert(
    fc.property(fc.option(value), (key) => {
      const cursor = writeCursor(list, [key, address]);
      expect(cursor).toMatch(/^[\w-]+$/);
      expect(readCursor(list, [type, 'address'], cursor)).toEqual([key, address]);
    }),
  );
});

test('a missing or empty cursor means the first page', () => {
  expect(readCursor(list, ['integer', 'address'], undefined)).toBeUndefined();
  expect(readCursor(list, ['integer', 'address'], '')).toBeUndefined();
});

test.each([
  ['another field', { ...list, sort: 'tvl' }],
  ['another order', { ...list, order: 'desc' }],
  ['another filter', { ...list, holders: { min: '2' } }],
  ['no filter', { sort: 'fdmc', order: 'asc' }],
])('a cursor of a list with %s is rejected', (_, other) => {
  const cursor = writeCursor(other, ['1', address]);
  expect(() => readCursor(list, ['decimal', 'address'], cursor)).toThrow(InvalidValueError);
});

test.each<[CursorKeyType, string | number | null]>([
  ['integer', '9223372036854775808'],
  ['integer', '1.5'],
  ['integer', ''],
  ['integer', 5],
  ['time', '9000000000000000000'],
  ['time', '-9000000000000000000'],
  ['decimal', 'NaN'],
  ['decimal', '1e5'],
  ['decimal', '9'.repeat(401)],
  ['decimal', "1'; drop table jetton"],
  ['float', 'Infinity'],
  ['float', '1e999'],
  ['float', '1e-999'],
  ['float', '0x10'],
  ['float', ' 1'],
  ['address', 'EQ'],
  ['address', null],
])('a cursor with the %s key %s is rejected', (type, key) => {
  const genuine: unknown[] = JSON.parse(
    Buffer.from(writeCursor(list, ['1', address]), 'base64url').toString(),
  );
  const forged = Buffer.from(JSON.stringify([...genuine.slice(0, 2), key])).toString('base64url');
  expect(() => readCursor(list, [type], forged)).toThrow(InvalidValueError);
});

test('any other text is rejected', () => {
  const genuine = writeCursor(list, ['1', address]);
  const texts = fc.oneof(
    fc.string(),
    fc.base64String(),
    fc.json().map((json) => Buffer.from(json).toString('base64url')),
    fc.nat(genuine.length - 1).map((length) => genuine.slice(0, length)),
    fc.constantFrom(`${genuine}=`, `${genuine}!`, ` ${genuine}`, `${genuine}A`),
  );
  fc.assert(
    fc.property(texts, (text) => {
      fc.pre(text !== '');
      expect(() => readCursor(list, ['decimal', 'address'], text)).toThrow(InvalidValueError);
    }),
  );
});
