import { expect, test } from 'vitest';
import { decodeByAddress, decodePage } from '#web/api/decoding/decode-jetton.ts';
import { InvalidResponseError } from './errors.ts';
import { asAmount, asInteger, asIntegerText, asTimestamp } from './fields.ts';

const at = '2026-01-29T07:50:00.000Z';
const address = `0:${'a'.repeat(64)}`;

test.each([
  ['12', '12'],
  ['-12', '-12'],
  [12, '12'],
  ['', undefined],
  ['-', undefined],
  ['1e3', undefined],
  ['12 ', undefined],
  [1.5, undefined],
  [2 ** 60, undefined],
  ['9'.repeat(401), undefined],
  [null, undefined],
])('the integer text of %j is %j', (value, text) => {
  expect(asIntegerText(value)).toBe(text);
});

test.each([
  [
    { value: '5', decimals: 2 },
    { value: '5', decimals: 2 },
  ],
  [
    { value: 5, decimals: '2' },
    { value: '5', decimals: 2 },
  ],
  [{ value: '5' }, undefined],
  [{ decimals: 2 }, undefined],
  [{ value: '5', decimals: 256 }, undefined],
  ['5', undefined],
])('the amount of %j is %j', (value, amount) => {
  expect(asAmount(value)).toEqual(amount);
});

test('invalid timestamps and integers are undefined', () => {
  expect([at, at, 'yesterday', '', undefined, 5].map(asTimestamp)).toEqual([
    at,
    at,
    undefined,
    undefined,
    undefined,
    undefined,
  ]);
  expect([60, '60', '9'.repeat(30), 'x'].map(asInteger)).toEqual([60, 60, undefined, undefined]);
});

test('a page without an item list is an error; invalid items are omitted', () => {
  for (const body of [undefined, null, [], '<html>', {}, { items: {} }])
    expect(() => decodePage(body, 'items', String)).toThrow(InvalidResponseError);
  expect(decodePage({ items: [1, 2], next: '' }, 'items', (item) => (item === 1 ? item : undefined))).toEqual(
    {
      items: [1],
      next: undefined,
    },
  );
  const items = [{ address }, { address: 'invalid' }, null, {}];
  expect([...decodeByAddress({ items }, () => 'decoded').keys()]).toEqual([address]);
});

test('user-friendly addresses are normalized to raw form', () => {
  const friendly = 'EQCQZpelevHNsbw5IUtwSa4Cs8kqWww0KsYeDri9kwS18eCz';
  const raw = '0:906697a57af1cdb1bc39214b7049ae02b3c92a5b0c342ac61e0eb8bd9304b5f1';
  expect([...decodeByAddress({ items: [{ address: friendly }] }, () => 1).keys()]).toEqual([raw]);
});
