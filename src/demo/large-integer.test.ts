import fc from 'fast-check';
import { expect, test } from 'vitest';
import { LargeInteger } from './large-integer.ts';
import { RowBuffer } from './row-buffer.ts';

const digits = fc.bigInt({ min: 0n, max: 10n ** 30n });
const parsed = (value: bigint) => new LargeInteger().parse(String(value));

function textOf(write: (text: RowBuffer) => void): string {
  const text = new RowBuffer();
  write(text);
  return text.flush();
}

test('adds and subtracts like BigInt', () => {
  fc.assert(
    fc.property(digits, digits, (left, right) => {
      const number = parsed(left);
      number.add(parsed(right));
      expect(number.toString()).toBe(String(left + right));
      number.subtract(parsed(left));
      expect(number.toString()).toBe(String(right));
      expect(textOf((text) => number.writeTo(text))).toBe(String(right));
    }),
  );
});

test('sets doubles exactly below 1e15 and within double precision above', () => {
  fc.assert(
    fc.property(fc.double({ min: 0, max: 1e30, noNaN: true }), (value) => {
      const integer = new LargeInteger().set(value);
      expect(Math.abs(integer.value - Math.floor(value))).toBeLessThanOrEqual(value * 2 ** -50);
    }),
  );
  fc.assert(
    fc.property(fc.double({ min: 0, max: 1e15, noNaN: true, maxExcluded: true }), (value) => {
      expect(new LargeInteger().set(value).toString()).toBe(String(BigInt(Math.floor(value))));
    }),
  );
});

test('writes integers and decimals as text', () => {
  fc.assert(
    fc.property(fc.nat({ max: Number.MAX_SAFE_INTEGER }), fc.integer({ min: 1, max: 15 }), (value, width) => {
      expect(textOf((text) => text.writeInteger(value, width))).toBe(String(value).padStart(width, '0'));
    }),
  );
  const decimal = (value: number) => textOf((text) => text.writeDecimal(value));
  expect([0, 0.5, 12.345678901234, 999_999.9999999999, 7_654_321.1234567].map(decimal)).toEqual([
    '0.000000000',
    '0.500000000',
    '12.345678901',
    '1000000.000000000',
    '7654321.123457',
  ]);
});
