import fc from 'fast-check';
import { LosslessNumber, stringify } from 'lossless-json';
import { expect, test } from 'vitest';
import { divideJson, parseJson as parseBytes, TooManyValuesError } from './parse-json.mjs';
import { responseParser } from './response-parser.ts';

const parseJson = (text: string) => parseBytes(Buffer.from(text));

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

const never = new AbortController().signal;
const deep = '['.repeat(5_000) + ']'.repeat(5_000);

test('an item that is nested too deeply or too large becomes empty, and only it', () => {
  const longText = JSON.stringify('x'.repeat(1 << 20));
  const wide = `[${'1,'.repeat(10_000)}1]`;
  expect(parseJson(`{"a":[1.5,${wide},{"b":[2]},${longText}, "c"],"d":[]}`)).toEqual({
    a: [new LosslessNumber('1.5'), [], { b: [new LosslessNumber('2')] }, [], 'c'],
    d: [],
  });
  const parsed = JSON.stringify(parseJson(`[{"a":${deep}},{"b":{"c":${deep}}},2]`));
  expect(parsed).toMatch(/^\[\{"a":\[+\]+},\{"b":\{"c":\[+\]+}},2\]$/);
  expect(parsed.length).toBeLessThan(400);
});

test.each([`[${'0,'.repeat(2_000_001)}0]`, `{"a":{"b":[${'0,'.repeat(100_001)}0]}}`, '['.repeat(2_000_001)])(
  'rejects too many values: %.20s',
  (text) => {
    expect(() => divideJson(Buffer.from(text))).toThrow(TooManyValuesError);
  },
);

test.each(['[1,,2]', '[1,]', '[,1]', '[1}', '{"a":[1,]}', '[[1}]'])('rejects %j', (text) => {
  expect(() => parseJson(text)).toThrow(SyntaxError);
});

test('a later field replaces an earlier one of the same name', () => {
  expect(parseJson('{"a":[1],"a":[2.0,3],"a":[4]}')).toEqual({ a: [4] });
  expect(parseJson('{"b":1.5,"b":2}')).toEqual({ b: new LosslessNumber('2') });
});

const padding = ' '.repeat(1 << 16);
const parseInWorker = (text: string) => responseParser.parse(new TextEncoder().encode(text + padding), never);

test('a worker gives the same result', async () => {
  const repeated = fc.tuple(fc.jsonValue(), fc.nat(1_000)).map(([item, count]) => Array(count).fill(item));
  const items = fc.oneof(fc.array(fc.jsonValue()), repeated);
  const texts = fc.oneof(items, fc.dictionary(fc.string(), items)).map((value) => JSON.stringify(value));
  await fc.assert(
    fc.asyncProperty(texts, async (text) => {
      expect(stringify(await parseInWorker(text))).toBe(stringify(parseJson(text)));
    }),
    { numRuns: 20 },
  );
  await expect(parseInWorker('[1')).rejects.toThrow(SyntaxError);
  await expect(parseInWorker('['.repeat(2_000_001))).rejects.toThrow(TooManyValuesError);
  expect(await parseInWorker('{"a":[0.5]}')).toEqual({ a: [new LosslessNumber('0.5')] });
});

const longest = 'x'.repeat((1 << 20) - 20);

test('a list of items of the largest size is parsed', async () => {
  const items = Array.from({ length: 20 }, () => `{"a":1.5,"b":"${longest}"}`);
  const item = { a: new LosslessNumber('1.5'), b: longest };
  expect(await parseInWorker(`[${items.join(',')}]`)).toEqual(items.map(() => item));
});

test('a text that exceeds the memory of the worker is rejected, and the next one is parsed', async () => {
  const parsing = parseInWorker(`{"a":1.5,"b":"${longest.repeat(20)}"}`);
  await expect(parsing).rejects.toThrow(TooManyValuesError);
  await expect(parsing).rejects.toMatchObject({ cause: { code: 'ERR_WORKER_OUT_OF_MEMORY' } });
  expect(await parseInWorker('{"a":[0.5]}')).toEqual({ a: [new LosslessNumber('0.5')] });
});
