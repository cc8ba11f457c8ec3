import { anything, assert, property } from 'fast-check';
import { expect, test } from 'vitest';
import { parseCommand } from './embed-messages.ts';

test.each([
  { type: 'setTheme', theme: 'dark' },
  { type: 'setInterval', interval: '5m' },
  { type: 'setQuote', quote: 'usd' },
])('parses $type', (command) => {
  expect(parseCommand({ ...command, more: 1 })).toEqual(command);
});

test.each([
  undefined,
  null,
  'setTheme',
  { type: 'setTheme' },
  { type: 'setTheme', theme: 'url(https://x)' },
  { type: 'setInterval', interval: 5 },
  { type: 'navigate', url: 'https://x' },
])('rejects %j', (data) => {
  expect(parseCommand(data)).toBeUndefined();
});

test('never throws', () => {
  assert(
    property(anything(), (data) => {
      expect(() => parseCommand(data)).not.toThrow();
    }),
  );
});
