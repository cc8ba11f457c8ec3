import { afterEach, expect, test, vi } from 'vitest';

afterEach(() => {
  vi.unstubAllGlobals();
  vi.resetModules();
});

test.each([
  ['GRAM', 'gram'],
  ['A B', 'ab'],
  ['$T-1', 't1'],
])('the key of the unit %s is %s', async (symbol, key) => {
  vi.stubGlobal('document', { querySelector: () => ({ content: symbol, dataset: { name: 'Coin' } }) });
  vi.resetModules();
  const { unitKey } = await import('./native-coin.ts');
  expect(unitKey('ton')).toBe(key);
  expect(unitKey('eur')).toBe('eur');
});
