import fc from 'fast-check';
import { expect, test } from 'vitest';
import { toUserFriendly } from '#contract/address.ts';
import { screens } from '#testing/requests/generated-screens.ts';
import { addressFormats, tonAddress } from '#testing/requests/valid-inputs.ts';
import { parseQuery } from '#web/kit/device/link-state.ts';
import { cleanName } from '#web/kit/device/names.ts';
import { MAX_SHARED, parseWatchlist, watchlistLink, watchlistPath } from './watchlist-link.ts';

const friendly = 'EQCQZpelevHNsbw5IUtwSa4Cs8kqWww0KsYeDri9kwS18eCz';
const raw = '0:906697a57af1cdb1bc39214b7049ae02b3c92a5b0c342ac61e0eb8bd9304b5f1';

function parse(path: string) {
  const { search, hash } = new URL(path, 'http://page.example');
  return parseWatchlist(parseQuery(search), hash.slice(1));
}

function someAddresses(count: number): string[] {
  return Array.from({ length: count }, (_, index) => `0:${index.toString(16).padStart(64, '0')}`);
}

const screensOfLists = fc.tuple(screens, fc.boolean()).map(([screen, isByHand]) => {
  const { filter, columns, period, currency } = screen;
  return {
    isByHand,
    filter: { sort: filter.sort, order: filter.order, excludeScam: false },
    currency,
    ...(columns === undefined ? {} : { columns }),
    ...(period === undefined ? {} : { period }),
  };
});
const lists = fc.uniqueArray(
  tonAddress.map((address) => address.toRawString()),
  { minLength: 1 },
);

const names = fc.option(fc.string({ unit: 'grapheme' }).map(cleanName), { nil: undefined });

test('serializing and parsing a list of any length are inverse', () => {
  const addressLists = fc.oneof(lists, fc.constantFrom(100, 101, MAX_SHARED).map(someAddresses));
  fc.assert(
    fc.property(screensOfLists, addressLists, names, (screen, addresses, sharedName) => {
      const path = watchlistPath(screen, addresses, sharedName);
      expect(parse(path)).toEqual({ screen, shared: addresses, sharedName, ignored: [] });
    }),
    { numRuns: 50 },
  );
});

test('sends at most 100 addresses to a server', () => {
  const { screen } = parse('/watchlist');
  expect(watchlistPath(screen, someAddresses(100)).includes('#')).toBe(false);
  const long = new URL(watchlistPath(screen, someAddresses(101)), 'http://page.example');
  expect([long.pathname, long.search]).toEqual(['/watchlist', '']);
});

test('a link without addresses refers to the watchlist of the device', () => {
  const { screen, shared, ignored } = parse('/watchlist');
  expect([shared, ignored]).toEqual([undefined, []]);
  expect(screen.filter).toEqual({ sort: 'volume24h', order: 'desc', excludeScam: false });
  expect(watchlistLink(screen)).toEqual({ search: {}, hash: '' });
});

test('every form of an address gives the same list', () => {
  fc.assert(
    fc.property(tonAddress, (address) => {
      const query = { address: addressFormats.map((format) => format(address)) };
      expect(parseWatchlist(query, '')).toMatchObject({ shared: [address.toRawString()], ignored: [] });
    }),
  );
});

test.each([
  [`address=${friendly}&address=x`, [raw], ['address']],
  ['address=x', [], ['address']],
  ['address=', [], ['address']],
  [`address=${raw}&search=dog&holders.min=5&limit=3`, [raw], ['search', 'holders.min', 'limit']],
  [`address=${raw}&sort=nothing&currency=xyz`, [raw], ['currency', 'sort']],
  [`address=${raw}&excludeScam=true&floor=5`, [raw], ['excludeScam', 'floor']],
])('ignores invalid parameters of %s', (query, shared, ignored) => {
  const parsed = parse(`/watchlist?${query}`);
  expect(parsed.shared).toEqual(shared);
  expect(new Set(parsed.ignored)).toEqual(new Set(ignored));
});

test('truncates lists that are too long and reports it', () => {
  const many = someAddresses(MAX_SHARED + 1).map(toUserFriendly);
  const { shared, ignored } = parseWatchlist({ address: many }, '');
  expect([shared?.length, ignored]).toEqual([MAX_SHARED, ['address']]);
});
