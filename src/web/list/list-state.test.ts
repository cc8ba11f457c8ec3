import { expect, test } from 'vitest';
import { defaultScreen, type Screen, withFilter } from './list-state.ts';

const screen: Screen = {
  ...defaultScreen,
  filter: { sort: 'holders', order: 'desc', excludeScam: true, search: 'dogs' },
  minimum: '7',
};

test('a change of the sort order removes the minimum', () => {
  expect(withFilter(screen, { sort: 'fdmc' }).minimum).toBeUndefined();
  expect(withFilter(screen, { order: 'asc' }).minimum).toBeUndefined();
});

test('any other change keeps the minimum and the other filters', () => {
  const changed = withFilter(screen, { excludeScam: false, verification: ['JVS_VERIFIED'] });
  expect(changed).toEqual({
    ...screen,
    filter: { ...screen.filter, excludeScam: false, verification: ['JVS_VERIFIED'] },
  });
  expect(withFilter(changed, { verification: undefined, excludeScam: true })).toEqual(screen);
});
