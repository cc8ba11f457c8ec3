import { expect, test } from 'vitest';
import { sharesOf } from './side-shares.ts';

const step = <Sum>(current: Sum) => ({ current, percent: 0, at: undefined });
const euros = (value: string) => step({ value, decimals: 2 });

test('parts of a count may come to more than the whole, parts of a sum do not', () => {
  expect(sharesOf({ total: step('10'), buy: step('8'), sell: step('5') })).toEqual({ buy: 0.8, sell: 0.5 });
  expect(sharesOf({ total: euros('1000'), buy: euros('250'), sell: euros('750') })).toEqual({
    buy: 0.25,
    sell: 0.75,
  });
});

test('where nothing happened, or a part is not known, there are none', () => {
  expect(sharesOf({ total: step('0'), buy: step('0'), sell: step('0') })).toBeUndefined();
  expect(sharesOf({ total: step('3'), buy: step('3'), sell: undefined })).toBeUndefined();
  expect(sharesOf(undefined)).toBeUndefined();
});
