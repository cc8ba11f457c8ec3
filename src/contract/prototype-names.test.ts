import { expect, test } from 'vitest';
import { hasPrototypeName } from './prototype-names.ts';

test.each(['__proto__', 'constructor', 'prototype', 'toString', 'hasOwnProperty'])('%s is found', (name) => {
  const key = JSON.stringify(name);
  expect(hasPrototypeName(JSON.parse(`{${key}: 1}`))).toBe(true);
  expect(hasPrototypeName(JSON.parse(`{"a": [null, {"b": {${key}: {}}}]}`))).toBe(true);
});

test('names in values and of arrays are not', () => {
  expect(hasPrototypeName({ sort: '__proto__', address: ['constructor'], empty: null })).toBe(false);
});

test('nesting deeper than the stack is read to its end', () => {
  const depth = 100_000;
  const json: unknown = JSON.parse(`${'['.repeat(depth)}{"constructor": 1}${']'.repeat(depth)}`);
  expect(hasPrototypeName(json)).toBe(true);
});
