import { parse } from 'lossless-json';
import { expect, test } from 'vitest';
import { toArray, toFields } from './fields.ts';
import { readInteger } from './values.ts';

const fields = toFields(
  parse('{"number":12345678901234567890,"text":"x","object":{"a":1},"array":[1],"nothing":null}'),
);

test('reads lossless numbers with all digits', () => {
  expect(fields.optional('number', readInteger)).toBe('12345678901234567890');
});

test('reads objects and arrays', () => {
  expect(fields.object('object')?.optional('a', readInteger)).toBe('1');
  expect(fields.requiredArray('array')).toHaveLength(1);
  expect(fields.object('nothing')).toBeUndefined();
  expect(fields.object('absent')).toBeUndefined();
});

test('reads texts with the limit of their kind', () => {
  expect(fields.text('name', 'text')).toBe('x');
  const long = toFields({ label: 'x'.repeat(101) });
  expect(() => long.text('type', 'label')).toThrow('label exceeds 100 characters');
});

test.each([
  ['expected a JSON object', () => toFields([])],
  ['expected a JSON object', () => toFields(parse('1'))],
  ['expected a JSON array', () => toArray({})],
  ['text must be an object', () => fields.object('text')],
  ['number must be an object', () => fields.requiredObject('number')],
  ['absent is missing', () => fields.requiredObject('absent')],
  ['absent must be an array', () => fields.requiredArray('absent')],
  ['object must be an array', () => fields.requiredArray('object')],
])('%s (case %#)', (reason, read) => {
  expect(read).toThrow(expect.objectContaining({ reason }));
});
