import { afterEach, beforeEach, expect, test, vi } from 'vitest';

const one = { name: 'One', query: '?sort=fdmc' };

beforeEach(() => {
  vi.resetModules();
  vi.stubGlobal('addEventListener', () => undefined);
});
afterEach(() => vi.unstubAllGlobals());

test('saves, renames and removes screens by name', async () => {
  const { removeScreen, renameScreen, saveScreens, useSavedScreens } = await import('./saved-screens.ts');
  const saved = () => useSavedScreens.getState().screens.map(({ name, query }) => name + query);
  saveScreens([one, { name: 'Two', query: '' }]);
  expect(saved()).toEqual(['One?sort=fdmc', 'Two']);
  saveScreens([{ ...one, query: '?sort=tvl' }]);
  expect(saved()).toEqual(['One?sort=tvl', 'Two']);
  renameScreen('One', 'Two');
  expect(saved()).toEqual(['Two?sort=tvl']);
  renameScreen('Two', 'Two');
  expect(saved()).toEqual(['Two?sort=tvl']);
  renameScreen('Gone', 'Two');
  removeScreen('Two');
  expect(saved()).toEqual([]);
});
