import fc from 'fast-check';
import { expect, test } from 'vitest';
import { AddressIdMap, AddressKey } from './address-id-map.ts';

const workchain = fc.constantFrom(0, 0, -1, 127, -128);
const digit = fc.constantFrom('0', '1', 'a', 'f');
// A small range, so that many repeat.
const hash = fc.oneof(
  fc.nat({ max: 1500 }).map((number) => number.toString(16).padStart(64, '0')),
  fc.array(digit, { minLength: 64, maxLength: 64 }).map((digits) => digits.join('')),
);
const address = fc.tuple(workchain, hash).map(([chain, digits]) => `${chain}:${digits}`);

function keyOf(raw: string): AddressKey {
  const key = new AddressKey();
  key.readRaw(raw);
  return key;
}

test('returns the same ids as a Map', () => {
  fc.assert(
    fc.property(fc.array(address, { minLength: 600, maxLength: 1500 }), (addresses) => {
      const ids = new AddressIdMap();
      const expected = new Map<string, number>();
      for (const [index, raw] of addresses.entries()) {
        const key = keyOf(raw);
        expect(ids.get(key)).toBe(expected.get(raw) ?? -1);
        ids.set(key, index);
        expected.set(raw, index);
      }
      expect(ids.size).toBe(expected.size);
      for (const [raw, index] of expected) expect(ids.get(keyOf(raw))).toBe(index);
    }),
    { numRuns: 8 },
  );
});

test('a key can be read from bytes or text, in upper or lower case, and written back', () => {
  fc.assert(
    fc.property(hash, fc.boolean(), (digits, isUpper) => {
      const bytes = Buffer.from(`--0:${isUpper ? digits.toUpperCase() : digits}--`);
      const key = new AddressKey();
      expect(key.readBasechain(bytes, 2, bytes.length - 2)).toBe(true);
      expect(key).toEqual(keyOf(`0:${digits}`));
      expect(key.toRaw()).toBe(`0:${digits}`);
    }),
  );
});

test.each([
  '',
  '0:',
  `0:${'g'.repeat(64)}`,
  `-1:${'0'.repeat(64)}`,
  `0:${'0'.repeat(63)}é`,
  `1:${'0'.repeat(64)}`,
])('%j is not the raw form of a basechain address', (text) => {
  const bytes = Buffer.from(text);
  expect(new AddressKey().readBasechain(bytes, 0, bytes.length)).toBe(false);
});
