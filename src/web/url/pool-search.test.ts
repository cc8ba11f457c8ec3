import { anything, array, assert, constantFrom, dictionary, oneof, property } from 'fast-check';
import { expect, test } from 'vitest';
import { toUserFriendly } from '#contract/address.ts';
import type { Query } from '#web/chart/chart-view.ts';
import { canonicalPoolPath, MAX_OVERLAYS, normalizePoolSearch, parsePoolLink } from './pool-search.ts';

const pools = Array.from({ length: 5 }, (_, index) => `0:${String(index).repeat(64)}`);

test('pools in any spelling are laid over, each once, three at most', () => {
  const spelt = [pools[0], toUserFriendly(pools[0] ?? ''), pools[1], 'nonsense', pools[2], pools[3]];
  expect(parsePoolLink({ with: spelt }).overlays).toEqual(pools.slice(0, MAX_OVERLAYS));
});

test('with pools laid over there is no price in a counterpart', () => {
  const quoteOf = (query: Query) => parsePoolLink(query).view.quote;
  expect(quoteOf({ with: pools[0] })).toBe('ton');
  expect(quoteOf({ with: pools[0], quote: 'counterpart' })).toBe('ton');
  expect(quoteOf({ with: pools[0], quote: 'usd' })).toBe('usd');
  expect(quoteOf({ with: 'nonsense' })).toBe('counterpart');
});

test('whatever a link says, it reads as itself again', () => {
  const words = oneof(anything(), constantFrom(...pools), array(constantFrom(...pools)));
  assert(
    property(dictionary(constantFrom('with', 'type', 'range', 'from', 'to'), words), (query) => {
      const search = normalizePoolSearch(query);
      expect(normalizePoolSearch(search)).toEqual(search);
    }),
  );
});

test('a link to a pool has one spelling', () => {
  const [first = '', second = ''] = pools;
  const usual = { address: toUserFriendly(first), poolAddress: toUserFriendly(second) };
  expect(canonicalPoolPath({ address: first, poolAddress: second })).toEqual(usual);
  expect(canonicalPoolPath({ ...usual, poolAddress: second.toUpperCase() })).toEqual(usual);
  expect(canonicalPoolPath(usual)).toBeUndefined();
  expect(canonicalPoolPath({ address: 'here', poolAddress: 'there' })).toBeUndefined();
});
