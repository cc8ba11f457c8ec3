import { expect, test } from 'vitest';
import { hasPrototypeName } from './dotted-keys.ts';

test.each(['__proto__', 'constructor', 'prototype'])('finds %s at any depth', (name) => {
  const key = JSON.stringify(name);
  expect(hasPrototypeName(JSON.parse(`{${key}: 1}`))).toBe(true);
  expect(hasPrototypeName(JSON.parse(`{"a": [null, {"b": {${key}: {}}}]}`))).toBe(true);
});

test('ignores such names in values and array members', () => {
  expect(hasPrototypeName({ sort: '__proto__', address: ['constructor'], empty: null })).toBe(false);
});

test('searches nesting deeper than the call stack', () => {
  const depth = 100_000;
  const json: unknown = JSON.parse(`${'['.repeat(depth)}{"constructor": 1}${']'.repeat(depth)}`);
  expect(hasPrototypeName(json)).toBe(true);
});
