import fc from 'fast-check';
import { LosslessNumber, stringify } from 'lossless-json';
import { expect, test } from 'vitest';
import { parseJson } from './parse-json.ts';

test.each([
  ['{"a":1.5}', { a: new LosslessNumber('1.5') }],
  ['[0.1000]', [new LosslessNumber('0.1000')]],
  ['[1e3]', [new LosslessNumber('1e3')]],
  ['1234567890123456', new LosslessNumber('1234567890123456')],
  ['{"1.5":"2.5","\\"3.5":true}', { '1.5': '2.5', '"3.5': true }],
  ['["\\\\",123456789012345]', ['\\', 123456789012345]],
  ['[true,false,null,12]', [true, false, null, 12]],
])('parses %s', (text, value) => {
  expect(parseJson(text)).toEqual(value);
});

test('keeps the digits of every number', () => {
  const integer = fc.bigInt({ min: -(10n ** 30n), max: 10n ** 30n }).map(String);
  const decimal = fc
    .tuple(integer, fc.stringMatching(/^\d{1,30}$/), fc.constantFrom('', 'e5', 'E-7'))
    .map(([whole, digits, exponent]) => `${whole}.${digits}${exponent}`);
  fc.assert(
    fc.property(fc.string(), fc.oneof(integer, decimal), (text, number) => {
      const parsed = parseJson(JSON.stringify([text]).replace(/\]$/, `,${number}]`));
      expect(Array.isArray(parsed) && [parsed[0], String(parsed[1])]).toEqual([text, number]);
    }),
  );
});

test('agrees with JSON.parse', () => {
  fc.assert(
    fc.property(fc.json(), (text) => {
      const parsed = stringify(parseJson(text)) ?? '';
      expect(JSON.stringify(JSON.parse(parsed))).toBe(JSON.stringify(JSON.parse(text)));
    }),
  );
});

test.each(['', '[1', '{"a"', '"', '"\\', '[1.5', '1.5.'])('rejects %j', (text) => {
  expect(() => parseJson(text)).toThrow(SyntaxError);
});
