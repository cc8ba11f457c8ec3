import { expect, test } from 'vitest';
import { togglePicked, usePicked } from './picked.ts';

test('six are picked at most, and a second press takes one back', () => {
  for (const address of ['a', 'b', 'c', 'd', 'e', 'f', 'g']) togglePicked(address);
  expect(usePicked.getState().addresses).toEqual(['a', 'b', 'c', 'd', 'e', 'f']);
  togglePicked('b');
  togglePicked('g');
  expect(usePicked.getState().addresses).toEqual(['a', 'c', 'd', 'e', 'f', 'g']);
});
