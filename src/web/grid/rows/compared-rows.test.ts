import { expect, test } from 'vitest';
import { toggleSelected, useSelection } from './compared-rows.ts';

test('selects at most six rows, and toggling again deselects a row', () => {
  for (const address of ['a', 'b', 'c', 'd', 'e', 'f', 'g']) toggleSelected(address);
  expect(useSelection.getState().addresses).toEqual(['a', 'b', 'c', 'd', 'e', 'f']);
  toggleSelected('b');
  toggleSelected('g');
  expect(useSelection.getState().addresses).toEqual(['a', 'c', 'd', 'e', 'f', 'g']);
});
