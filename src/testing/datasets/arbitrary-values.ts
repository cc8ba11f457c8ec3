import fc from 'fast-check';
import { TON_ADDRESS } from '#contract/address.ts';

const MAX_UINT256 = 2n ** 256n - 1n;

/** Base units of any magnitude. */
export const anyInteger = fc.oneof(
  fc.nat({ max: 77 }).map((digits) => `1${'0'.repeat(digits)}`),
  fc.bigInt({ min: 1n, max: MAX_UINT256 }).map(String),
  fc.constantFrom('1', '999', '1000', String(MAX_UINT256)),
);

/** Volumes and rates of any magnitude. */
export const anyDecimal = fc.oneof(
  fc.integer({ min: -40, max: 40 }).map((exponent) => `1e${exponent}`),
  fc.double({ min: 0, noNaN: true, max: 1e40 }).map(String),
);

const hostileTexts = [
  [
    '',
    ' ',
    '\\N',
    '\\.',
    'NaN',
    'Infinity',
    '-Infinity',
    '-0',
    '0x10',
    '1e999',
    '1e-999',
    '0e-999',
    '-1',
    '٣',
  ],
  ['1'.repeat(330), '9'.repeat(999), `0.${'0'.repeat(500)}1`, String(MAX_UINT256 + 1n)],
  ['0000-01-01', '9999-12-31', '2000-01-01', '294277-01-01T00:00:00Z', '946684800', '4102444799'],
  ['9223372036854775807', '9223372036854775808', '-9223372036854775809', '2147483648', '65536'],
  ['x'.repeat(70_000), '€'.repeat(30_000), 'tg://resolve?domain=%00%ED%A0%80', 'javascript:1', 'true'],
  [TON_ADDRESS, `-1:${'f'.repeat(64)}`, '__proto__'],
].flat();

/** Arbitrary text of a field, including edge cases of every type. */
export const anyText = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.string({ unit: fc.constantFrom('\0', '\uD800', '\uDFFF', '\\', '\t', 'N', '.', '{', '"', "'", '0') }),
  fc.constantFrom(...hostileTexts),
  fc.constantFrom(...hostileTexts),
  anyInteger,
  anyDecimal,
);

export const anyJson: fc.Arbitrary<unknown> = fc.oneof(
  { weight: 3, arbitrary: anyText },
  fc.jsonValue(),
  fc.array(anyText),
  fc.constantFrom(1e300, -1e-300, 2 ** 53, -0, Array(101).fill('https://alpha.example')),
);

/** Generates undefined in two of three cases. */
export function sometimes<Value>(arbitrary: fc.Arbitrary<Value>): fc.Arbitrary<Value | undefined> {
  return fc.oneof({ weight: 2, arbitrary: fc.constant(undefined) }, arbitrary);
}
