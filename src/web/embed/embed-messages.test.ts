import { anything, assert, property } from 'fast-check';
import { expect, test } from 'vitest';
import { parseCommand } from './embed-messages.ts';

test.each([
  { type: 'setTheme', theme: 'dark' },
  { type: 'setInterval', interval: '5m' },
  { type: 'setQuote', quote: 'usd' },
])('$type is understood', (wish) => {
  expect(parseCommand({ ...wish, more: 1 })).toEqual(wish);
});

test.each([
  undefined,
  null,
  'setTheme',
  { type: 'setTheme' },
  { type: 'setTheme', theme: 'url(https://x)' },
  { type: 'setInterval', interval: 5 },
  { type: 'navigate', url: 'https://x' },
])('%j is not', (data) => {
  expect(parseCommand(data)).toBeUndefined();
});

test('nothing that is said can break it', () => {
  assert(
    property(anything(), (data) => {
      expect(() => parseCommand(data)).not.toThrow();
    }),
  );
});
