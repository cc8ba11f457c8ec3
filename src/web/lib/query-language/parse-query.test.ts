import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { addressFormats, tonAddress } from '#testing/requests/generated-inputs.ts';
import { screens } from '#testing/requests/generated-screens.ts';
import { defaultScreen, normalizeFilter, type Screen } from '#web/lib/screen/screen.ts';
import { applyQuery, parseQueryText, screenFromQuery } from './parse-query.ts';
import { serializeQueryText } from './serialize-query.ts';

const friendly = 'EQCQZpelevHNsbw5IUtwSa4Cs8kqWww0KsYeDri9kwS18eCz';
const raw = '0:906697a57af1cdb1bc39214b7049ae02b3c92a5b0c342ac61e0eb8bd9304b5f1';

const screenOf = (text: string) => screenFromQuery(defaultScreen, parseQueryText(text));
const problemsOf = (text: string) =>
  parseQueryText(text).problems.map(({ start, end, problem }) => [text.slice(start, end), problem]);

test('what a screen is written as is read as that screen', () => {
  fc.assert(
    fc.property(screens, (screen) => {
      const typed = parseQueryText(serializeQueryText(screen));
      expect(typed.problems).toEqual([]);
      expect(screenFromQuery(screen, typed)).toEqual(screen);
    }),
  );
});

const names = [
  'liq',
  '24h',
  'volume',
  'trust',
  'scam',
  '-scam',
  'verified',
  'sort',
  'floor',
  'dogs',
  'status',
];
const signs = [
  '>',
  '>=',
  '<',
  '=',
  ':',
  '..',
  '"',
  '\\',
  ' ',
  '  ',
  '\n',
  '50k',
  '-5',
  '1,5',
  'é',
  '🐕',
  '-',
  'scam,',
];
const words = fc.constantFrom(...names, ...signs, friendly);
const anyText = fc.oneof(
  fc.string({ unit: 'grapheme' }),
  fc.array(words).map((parts) => parts.join('')),
);

test('every letter of a text is in a token or between tokens, and whatever is read has a text', () => {
  fc.assert(
    fc.property(anyText, (text) => {
      const typed = parseQueryText(text);
      const outside = typed.tokens.reduceRight(
        (left, { start, end }) => left.slice(0, start) + left.slice(end),
        text,
      );
      expect(outside.trim()).toBe('');
      const screen = screenFromQuery(defaultScreen, typed);
      expect(normalizeFilter(screen.filter)).toEqual(screen.filter);
      expect(screenFromQuery(defaultScreen, parseQueryText(serializeQueryText(screen)))).toEqual(screen);
    }),
    { numRuns: 500 },
  );
});

const day = (range: object) => ({ priceChange: { ton: { day: range } } });

test.each<[string, object]>([
  ['', {}],
  ['liq>50k', { liquidity: { usd: { min: { value: '50000' } } } }],
  ['Liquidity ≥ $1.5m', { liquidity: { usd: { min: { value: '1500000' } } } }],
  ['liq:50k..1m', { liquidity: { usd: { min: { value: '50000' }, max: { value: '1000000' } } } }],
  [
    'liq>=0.5 liq<1m',
    { liquidity: { usd: { min: { value: '5', decimals: 1 }, max: { value: '1000000' } } } },
  ],
  ['fdmc:..2b', { fdmc: { max: { value: '2000000000' } } }],
  ['fdv:1k..', { fdmc: { min: { value: '1000' } } }],
  ['trust=60', { trustScore: { min: '60', max: '60' } }],
  ['holders:>1k', { holders: { min: '1000' } }],
  ['holders>9223372036854775807', { holders: { min: '9223372036854775807' } }],
  ['24h>5', day({ min: 5 })],
  ['24h<-3,5%', day({ max: -3.5 })],
  ['1d:-5..+5', day({ min: -5, max: 5 })],
  ['1h>1 6h>2 7d>3', { priceChange: { ton: { hour: { min: 1 }, hour6: { min: 2 }, week: { min: 3 } } } }],
  ['verified', { verification: ['JVS_VERIFIED'] }],
  ['community verified', { verification: ['JVS_COMMUNITY_VERIFIED', 'JVS_VERIFIED'] }],
  ['status:approved,unverified', { verification: ['JVS_APPROVED', 'JVS_NONE'] }],
  ['scam', { excludeScam: false }],
  ['-scam', { excludeScam: true }],
  ['is:scam', { verification: ['JVS_SCAM'], excludeScam: false }],
  ['is:scam -scam', { verification: ['JVS_SCAM'], excludeScam: true }],
  ['sort:holders', { sort: 'holders' }],
  ['by:24h order:asc', { sort: 'tonPriceChangeDay', order: 'asc' }],
  ['sort:liquidityUsd', { sort: 'liquidityUsd' }],
  [`admin:${friendly}`, { admin: [raw] }],
  [`admin:${raw} admin:-1${raw.slice(1)}`, { admin: [raw, `-1${raw.slice(1)}`] }],
  [`address:${raw},${friendly}`, { address: [raw] }],
  ['dogs', { search: 'dogs' }],
  ['hot  dogs trust>60 wif', { search: 'hot dogs wif', trustScore: { min: '60' } }],
  ['"liq>50k"', { search: 'liq>50k' }],
  ['"say \\"hi\\" \\\\o/"', { search: 'say "hi" \\o/' }],
  ['"  x"', { search: '  x' }],
  ['"not closed', { search: 'not closed' }],
  ['🐕🐕🐕', { search: '🐕🐕🐕' }],
])('%s', (text, parts) => {
  expect(problemsOf(text)).toEqual([]);
  expect(screenOf(text)).toEqual({ ...defaultScreen, filter: normalizeFilter(parts) });
});

test.each<[string, Screen['filter']['sort'], string]>([
  ['volume>100k', 'volume24h', '100000'],
  ['floor:100k', 'volume24h', '100000'],
  ['floor:1k sort:holders', 'holders', '1000'],
  ['30d>=-5.5', 'tonPriceChangeMonth', '-5.5'],
  ['created>2026-01-20', 'createdAt', '2026-01-20'],
  ['created>=2026-01-20T07:30Z', 'createdAt', '2026-01-20T07:30:00.000Z'],
  ['sort:volume volume>5 order:desc', 'volume24h', '5'],
])('%s is a minimum on the column that sorts', (text, sort, minimum) => {
  expect(problemsOf(text)).toEqual([]);
  expect(screenOf(text)).toEqual({ ...defaultScreen, filter: normalizeFilter({ sort }), minimum });
});

describe('what is not understood is marked and asks for nothing', () => {
  test.each<[string, string, string]>([
    ['foo>5', 'foo>5', 'No filter is called foo; put it in quotes to search for it'],
    ['dogs > cats', 'dogs > cats', 'No filter is called dogs; put it in quotes to search for it'],
    ['foo:bar', 'foo:bar', 'No filter is called foo; put it in quotes to search for it'],
    ['liq>', 'liq>', 'A number is missing'],
    ['liq:', 'liq:', 'A number is missing'],
    ['liq>many', 'liq>many', 'Not an amount: write 50k, 1.5m or 50k..1m'],
    ['liq>-5', 'liq>-5', 'Not an amount: write 50k, 1.5m or 50k..1m'],
    ['liq:..', 'liq:..', 'Not an amount: write 50k, 1.5m or 50k..1m'],
    ['liq>1..2', 'liq>1..2', 'Not an amount: write 50k, 1.5m or 50k..1m'],
    ['liq:1..x', 'liq:1..x', 'Not an amount: write 50k, 1.5m or 50k..1m'],
    ['trust>1.5', 'trust>1.5', 'Not a whole number: write 60, 1k or 60..90'],
    ['24h>x', '24h>x', 'Not a percentage: write 5, -3.5 or -5..5'],
    ['liq:1m..50k', 'liq:1m..50k', 'Liquidity (USD): the minimum is over the maximum'],
    ['holders>9223372036854775808', 'holders>9223372036854775808', 'Holders: the number is too large'],
    ['ab', 'ab', 'A search needs at least 3 characters'],
    ['-dogs', '-dogs', 'Only scam can be left out; put the word in quotes to search for it'],
    ['> abc', '>', 'What is compared is missing'],
    ['sort:name', 'sort:name', 'The list cannot be sorted by name'],
    ['sort>volume', 'sort>volume', 'sort needs a colon'],
    ['sort:', 'sort:', 'What follows sort: is missing'],
    ['order:up', 'order:up', 'The order is asc or desc'],
    ['status:good', 'status:good', 'A status is verified, community, approved, unverified or scam'],
    ['admin:me', 'admin:me', 'Not an address'],
    [
      `${friendly.slice(0, 47)}a`,
      `${friendly.slice(0, 47)}a`,
      'No address: a letter is wrong, or it is of the test network',
    ],
    ['volume<5', 'volume<5', 'volume can have a minimum only: volume>=…'],
    ['volume>x', 'volume>x', 'Not such a number'],
    ['created>yesterday', 'created>yesterday', 'Not a date: write 2026-01-20'],
    ['sort:tvl floor:5', 'floor:5', 'TVL can sort the list but is not known to the page'],
    ['sort:holders volume>5', 'volume>5', 'A minimum of 24h volume needs the list sorted by it'],
    ['volume>5 order:asc', 'volume>5', 'A minimum of 24h volume needs order:desc'],
    ['volume>5 traders>5', 'traders>5', 'Only the column that sorts the list can have such a minimum'],
    ['liq>5 liq>6', 'liq>6', 'This is said twice'],
    ['scam -scam', '-scam', 'This is said twice'],
    ['sort:liq sort:fdmc', 'sort:fdmc', 'This is said twice'],
  ])('%s', (text, piece, problem) => {
    expect(problemsOf(text)).toEqual([[piece, problem]]);
    const rest = text.replace(piece, '');
    expect(screenOf(text)).toEqual(screenOf(rest));
  });

  test('too many of a list, and too long a search', () => {
    const admins = Array.from({ length: 11 }, (_, index) => `0:${String(index).padStart(64, '0')}`);
    expect(problemsOf(`admin:${admins.join(',')}`)).toEqual([[`admin:${admins.join(',')}`, 'At most 10']]);
    expect(problemsOf('я'.repeat(256))).toEqual([['я'.repeat(256), 'A search has at most 255 characters']]);
    expect(problemsOf('😀'.repeat(255))).toEqual([]);
  });
});

describe('a pasted address', () => {
  test('in any form is the jetton to go to', () => {
    fc.assert(
      fc.property(tonAddress, fc.constantFrom(...addressFormats), (address, format) => {
        const expected = { jetton: address.toRawString(), filters: { ranges: {} }, problems: [] };
        for (const text of [
          format(address),
          ` ${format(address)}\n`,
          `https://tonviewer.com/${address.toString()}?a=b`,
          `tonviewer.com/${address.toString()}`,
          `\u200B${format(address)}\u2069`,
          `(${format(address)}).`,
        ]) {
          expect(parseQueryText(text)).toEqual(expect.objectContaining(expected));
        }
      }),
    );
  });

  test('may be a hash alone: of the base workchain, and not in a link, where it may be a transaction’s', () => {
    const hash = raw.slice(2);
    for (const text of [hash, hash.toUpperCase(), ` ${hash}\n`])
      expect(parseQueryText(text).jetton).toBe(raw);
    for (const text of [`"${hash}"`, hash.slice(1), `${hash}0`, `https://tonviewer.com/transaction/${hash}`])
      expect(parseQueryText(text).jetton).toBeUndefined();
    const screen = screenOf(`"${hash}"`);
    expect(screen.filter.search).toBe(hash);
    expect(screenOf(serializeQueryText(screen))).toEqual(screen);
  });

  test('leaves the filter as it is', () => {
    const typed = parseQueryText(`liq>5 ${friendly}`);
    expect([typed.jetton, typed.tokens.map(({ kind }) => kind)]).toEqual([raw, ['range', 'jetton']]);
    expect(parseQueryText(`admin:${friendly}`).jetton).toBeUndefined();
    expect(parseQueryText(`"${friendly}"`).jetton).toBeUndefined();
  });
});

describe('put over a screen', () => {
  const screen = {
    ...screenOf('liq:5..9 trust>60 verified sort:holders floor:7 dogs'),
    currency: 'eur',
  } as const;

  test('a text changes what it says', () => {
    expect(serializeQueryText(applyQuery(screen, parseQueryText('liq>6 cats')))).toBe(
      'liq>=6 trust>=60 verified sort:holders floor:7 cats',
    );
    expect(applyQuery(screen, parseQueryText(''))).toEqual(screen);
  });

  test('a minimum goes with its column', () => {
    expect(applyQuery(screen, parseQueryText('sort:fdmc')).minimum).toBeUndefined();
    expect(applyQuery(screen, parseQueryText('order:asc')).minimum).toBeUndefined();
    expect(applyQuery(screen, parseQueryText('floor:8', screen.filter)).minimum).toBe('8');
    const upward = applyQuery(screen, parseQueryText('order:asc'));
    expect(applyQuery(upward, parseQueryText('volume>1')).filter).toEqual(
      expect.objectContaining({ sort: 'volume24h', order: 'desc' }),
    );
  });
});

test.each([
  'liq>=50k trust>=60 24h>=5 verified dogs',
  'liq:50k..1.5m 1h<=-3.5 scam sort:trust order:asc',
  'holders>=1k community status:scam -scam sort:liq floor:100k',
  `admin:${friendly} volume>=100k "verified"`,
  'created>=2026-01-20 "liq > 5"',
])('%s is written as it is read', (text) => {
  expect(serializeQueryText(screenOf(text))).toBe(text);
});
