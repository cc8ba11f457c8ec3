import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { additionalFilters } from '#contract/measures.ts';
import { screenFilterOf, screens } from '#testing/requests/generated-screens.ts';
import { addressFormats, tonAddress } from '#testing/requests/valid-inputs.ts';
import { normalizeFilter } from '#web/list/list-filter.ts';
import { defaultScreen, type Screen, unsupportedFilters, withoutFilters } from '#web/list/list-state.ts';
import { parseQueryText, type QueryContext, screenFromQuery } from './parse-query.ts';
import { serializeQueryText } from './serialize-query.ts';

const friendly = 'EQCQZpelevHNsbw5IUtwSa4Cs8kqWww0KsYeDri9kwS18eCz';
const raw = '0:906697a57af1cdb1bc39214b7049ae02b3c92a5b0c342ac61e0eb8bd9304b5f1';

const screenOf = (text: string, context?: QueryContext) =>
  screenFromQuery(defaultScreen, parseQueryText(text, context));
const problemsOf = (text: string, context?: QueryContext) =>
  parseQueryText(text, context).problems.map(({ start, end, problem }) => [text.slice(start, end), problem]);

/** A service without Jetscope's additional filters. */
const basic = { unsupported: new Set(additionalFilters) };

test('the text of a screen parses to the same screen', () => {
  fc.assert(
    fc.property(screens, (screen) => {
      const query = parseQueryText(serializeQueryText(screen));
      expect(query.problems).toEqual([]);
      expect(screenFromQuery(screen, query)).toEqual(screen);
    }),
  );
});

test('the text of a screen parses to the same screen on a service without additional filters', () => {
  fc.assert(
    fc.property(screens, (generated) => {
      const screen = withoutFilters(generated, unsupportedFilters(generated, basic.unsupported));
      const query = parseQueryText(serializeQueryText(screen, basic.unsupported), basic);
      expect(query.problems).toEqual([]);
      expect(screenFromQuery(screen, query)).toEqual(screen);
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
  '-warned',
  'verified',
  'sort',
  'min',
  'dogs',
  'status',
  'age',
  'mcap',
  'tx',
  'created',
  'new',
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
  '7d',
  '2026-01-20',
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

test('tokens cover all text except whitespace, and every parsed screen can be serialized', () => {
  fc.assert(
    fc.property(anyText, (text) => {
      const query = parseQueryText(text);
      const outside = query.tokens.reduceRight(
        (left, { start, end }) => left.slice(0, start) + left.slice(end),
        text,
      );
      expect(outside.trim()).toBe('');
      const screen = screenFromQuery(defaultScreen, query);
      expect(normalizeFilter(screen.filter)).toEqual(screen.filter);
      expect(screenFromQuery(defaultScreen, parseQueryText(serializeQueryText(screen)))).toEqual(screen);
    }),
    { numRuns: 500 },
  );
});

const day = (range: object) => ({ priceChange: { ton: { day: range } } });

test.each<[string, object]>([
  ['', {}],
  ['liq>=50k', { liquidity: { usd: { min: { value: '50000' } } } }],
  ['liq>50k', { liquidity: { usd: { min: { value: '50000000001', decimals: 6 } } } }],
  ['liq<50k', { liquidity: { usd: { max: { value: '49999999999', decimals: 6 } } } }],
  ['liq>0', { liquidity: { usd: { min: { value: '1', decimals: 6 } } } }],
  ['Liquidity ≥ $1.5m', { liquidity: { usd: { min: { value: '1500000' } } } }],
  ['liq:50k..1m', { liquidity: { usd: { min: { value: '50000' }, max: { value: '1000000' } } } }],
  [
    'liq>=0.5 liq<=1m',
    { liquidity: { usd: { min: { value: '5', decimals: 1 }, max: { value: '1000000' } } } },
  ],
  ['fdmc:..2b', { fdmc: { max: { value: '2000000000' } } }],
  ['fdv:1k..', { fdmc: { min: { value: '1000' } } }],
  ['trust=60', { trustScore: { min: '60', max: '60' } }],
  ['holders:>1k', { holders: { min: '1001' } }],
  ['tx>0 traders<5', { transactions24h: { min: '1' }, traders24h: { max: '4' } }],
  ['transactions>=10 txs<=20', { transactions24h: { min: '10', max: '20' } }],
  ['holders>=9223372036854775807', { holders: { min: '9223372036854775807' } }],
  ['24h>=5', day({ min: 5 })],
  ['24h>5', day({ min: 5.000001 })],
  ['24h<-3,5%', day({ max: -3.500001 })],
  ['24h>-3', day({ min: -2.999999 })],
  ['1d:-5..+5', day({ min: -5, max: 5 })],
  ['1h>=1 6h>=2 7d>=3', { priceChange: { ton: { hour: { min: 1 }, hour6: { min: 2 }, week: { min: 3 } } } }],
  ['24h.gram>=5', day({ min: 5 })],
  ['24h.TON>=5', day({ min: 5 })],
  ['sort:24h.gram', { sort: 'tonPriceChangeDay' }],
  ['sort:gramPriceChangeDay', { sort: 'tonPriceChangeDay' }],
  ['sort:tonPriceChangeDay', { sort: 'tonPriceChangeDay' }],
  ['verified', { verification: ['JVS_VERIFIED'] }],
  ['community verified', { verification: ['JVS_COMMUNITY_VERIFIED', 'JVS_VERIFIED'] }],
  ['status:approved,unverified', { verification: ['JVS_APPROVED', 'JVS_NONE'] }],
  ['scam', { excludeScam: false }],
  ['-scam', { excludeScam: true }],
  ['-warned', { excludeWarned: true }],
  ['traded:1H', { excludeUntraded: 'hour' }],
  ['is:scam', { verification: ['JVS_SCAM'], excludeScam: false }],
  ['is:scam -scam', { verification: ['JVS_SCAM'], excludeScam: true }],
  ['vol>=100k', { volume24h: { min: { value: '100000' } } }],
  ['volume:1k..2k', { volume24h: { min: { value: '1000' }, max: { value: '2000' } } }],
  ['mcap>1m', { mcap: { min: { value: '1000000000001', decimals: 6 } } }],
  ['marketcap<=1.5b', { mcap: { max: { value: '1500000000' } } }],
  ['age<1d', { age: { max: '86399.999' } }],
  ['age<=30m age>=5m', { age: { min: '300', max: '1800' } }],
  ['age:1.5h..2w', { age: { min: '5400', max: '1209600' } }],
  ['created>=2026-01-20', { createdAt: { min: '2026-01-20T00:00:00.000Z' } }],
  ['created<2026-01-20T07:30Z', { createdAt: { max: '2026-01-20T07:29:59.999Z' } }],
  ['new', { sort: 'createdAt' }],
  ['NEW verified', { sort: 'createdAt', verification: ['JVS_VERIFIED'] }],
  ['"new"', { search: 'new' }],
  ['sort:holders', { sort: 'holders' }],
  ['by:24h order:asc', { sort: 'tonPriceChangeDay', order: 'asc' }],
  ['sort:liquidityUsd', { sort: 'liquidityUsd' }],
  [`admin:${friendly}`, { admin: [raw] }],
  [`admin:${raw} admin:-1${raw.slice(1)}`, { admin: [raw, `-1${raw.slice(1)}`] }],
  [`address:${raw},${friendly}`, { address: [raw] }],
  ['dogs', { search: 'dogs' }],
  ['hot  dogs trust>=60 wif', { search: 'hot dogs wif', trustScore: { min: '60' } }],
  ['"liq>50k"', { search: 'liq>50k' }],
  ['"say \\"hi\\" \\\\o/"', { search: 'say "hi" \\o/' }],
  ['"  x y"', { search: '  x y' }],
  ['"not closed', { search: 'not closed' }],
  ['🐕🐕🐕', { search: '🐕🐕🐕' }],
])('%s', (text, parts) => {
  expect(problemsOf(text)).toEqual([]);
  expect(screenOf(text)).toEqual({ ...defaultScreen, filter: screenFilterOf(parts) });
});

test.each<[string, Screen['filter']['sort'], string, QueryContext?]>([
  ['min:100k', 'volume24h', '100000'],
  ['floor:1k sort:holders', 'holders', '1000'],
  ['30d>=-5.5', 'tonPriceChangeMonth', '-5.5'],
  ['30d>0', 'tonPriceChangeMonth', '0.000001'],
  ['30d.gram>=-5.5', 'tonPriceChangeMonth', '-5.5'],
  ['volume>=100k', 'volume24h', '100000', basic],
  ['vol>100k', 'volume24h', '100000.000001', basic],
  ['tx>=5', 'transactions24h', '5', basic],
  ['traders>5', 'traders24h', '6', basic],
  ['created>=2026-01-20', 'createdAt', '1768867200', basic],
  ['created>=2026-01-20T07:30Z', 'createdAt', '1768894200', basic],
  ['created>2026-01-20', 'createdAt', '1768867200.001', basic],
  ['sort:volume volume>=5 order:desc', 'volume24h', '5', basic],
])('%s sets the minimum of the sorted column', (text, sort, minimum, context) => {
  expect(problemsOf(text, context)).toEqual([]);
  expect(screenOf(text, context)).toEqual({ ...defaultScreen, filter: normalizeFilter({ sort }), minimum });
});

describe('invalid tokens have a problem and are not applied', () => {
  test.each<[string, string, string]>([
    ['foo>5', 'foo>5', 'Unknown filter “foo”. Quote the text to search for it'],
    ['dogs > cats', 'dogs > cats', 'Unknown filter “dogs”. Quote the text to search for it'],
    ['liq.gram>5', 'liq.gram>5', 'Unknown filter “liq.gram”. Quote the text to search for it'],
    ['foo:bar', 'foo:bar', 'Unknown filter “foo”. Quote the text to search for it'],
    ['liq>', 'liq>', 'Missing number'],
    ['liq:', 'liq:', 'Missing number'],
    ['liq>many', 'liq>many', 'Invalid amount. Examples: 50k, 1.5M, 50k..1M'],
    ['liq>-5', 'liq>-5', 'Invalid amount. Examples: 50k, 1.5M, 50k..1M'],
    ['liq:..', 'liq:..', 'Invalid amount. Examples: 50k, 1.5M, 50k..1M'],
    ['liq>1..2', 'liq>1..2', 'Invalid amount. Examples: 50k, 1.5M, 50k..1M'],
    ['liq:1..x', 'liq:1..x', 'Invalid amount. Examples: 50k, 1.5M, 50k..1M'],
    ['trust>1.5', 'trust>1.5', 'Invalid whole number. Examples: 60, 1k, 60..90'],
    ['24h>x', '24h>x', 'Invalid percentage. Examples: 5, -3.5, -5..5'],
    ['liq:1m..50k', 'liq:1m..50k', 'Liquidity, USD: minimum exceeds maximum'],
    ['trust>=80k', 'trust>=80k', 'Trust score: must be from 0 to 100'],
    ['sort:trust min:80k', 'min:80k', 'Invalid number'],
    ['trust>100', 'trust>100', 'Trust score: must be from 0 to 100'],
    ['top10>=-1', 'top10>=-1', 'Top 10 holders, %: must be from 0 to 100'],
    ['holders>=9223372036854775808', 'holders>=9223372036854775808', 'Holders: number is too large'],
    ['ab', 'ab', 'Search needs at least 3 characters'],
    ['-dogs', '-dogs', 'Only scam and warned can be excluded. Quote the text to search for it'],
    ['> abc', '>', 'Missing filter name'],
    ['sort:name', 'sort:name', 'Unknown sort field “name”'],
    ['sort>volume', 'sort>volume', 'Use a colon: sort:…'],
    ['sort:', 'sort:', 'Missing value after sort:'],
    ['order:up', 'order:up', 'Order must be asc or desc'],
    ['status:good', 'status:good', 'Status must be verified, community, approved, unverified or scam'],
    ['admin:me', 'admin:me', 'Invalid address'],
    [`${friendly.slice(0, 47)}a`, `${friendly.slice(0, 47)}a`, 'Not a mainnet address. Check for typos'],
    ['30d<5', '30d<5', '30d only supports a minimum, because the service can only sort by it: 30d>=…'],
    ['30d>x', '30d>x', 'Invalid number'],
    ['created>yesterday', 'created>yesterday', 'Invalid date. Example: 2026-01-20'],
    ['age<', 'age<', 'Missing age, such as 12h or 7d'],
    ['age<5', 'age<5', 'Invalid age. Examples: 30m, 12h, 7d, 2w, 1d..7d'],
    ['age:2d..1d', 'age:2d..1d', 'Age: minimum exceeds maximum'],
    ['tx<0', 'tx<0', 'No value is below this. Use <='],
    ['24h>1e12', '24h>1e12', 'No value is above this. Use >='],
    ['price>1', 'price>1', 'Lists cannot be filtered by price. Try mcap or fdv'],
    ['5m>5', '5m>5', 'Lists can only be filtered by the price changes of 1h, 6h, 24h and 7d'],
    ['traded:5m', 'traded:5m', 'Period must be 15m, 1h, 6h, 12h, 24h, 7d, 30d'],
    ['sort:tvl min:5', 'min:5', 'TVL does not support a minimum'],
    ['sort:holders 30d>5', '30d>5', 'A minimum for 30d change requires sort:30d'],
    ['30d>5 order:asc', '30d>5', 'A minimum for 30d change requires order:desc'],
    ['30d>5 min:5', 'min:5', 'Only the sorted column can have a minimum'],
    ['liq>5 liq>6', 'liq>6', 'Duplicate filter'],
    ['scam -scam', '-scam', 'Duplicate filter'],
    ['-warned -Warned', '-Warned', 'Duplicate filter'],
    ['sort:liq sort:fdmc', 'sort:fdmc', 'Duplicate filter'],
    ['new sort:fdmc', 'sort:fdmc', 'Duplicate filter'],
  ])('%s', (text, token, problem) => {
    expect(problemsOf(text)).toEqual([[token, problem]]);
    const rest = text.replace(token, '');
    expect(screenOf(text)).toEqual(screenOf(rest));
  });

  test.each<[string, string]>([
    ['volume<5', 'volume only supports a minimum, because the service can only sort by it: volume>=…'],
    ['mcap>5', 'Not supported by this service: market cap'],
    ['age<1d', 'Not supported by this service: age. Use a date: created>=2026-01-20'],
  ])('%s, on a service without additional filters', (text, problem) => {
    expect(problemsOf(text, basic)).toEqual([[text, problem]]);
    expect(screenOf(text, basic)).toEqual(defaultScreen);
  });

  test('limits the number of addresses and the search length', () => {
    const admins = Array.from({ length: 11 }, (_, index) => `0:${String(index).padStart(64, '0')}`);
    expect(problemsOf(`admin:${admins.join(',')}`)).toEqual([
      [`admin:${admins.join(',')}`, 'At most 10 addresses'],
    ]);
    expect(problemsOf('я'.repeat(256))).toEqual([['я'.repeat(256), 'Search is limited to 255 characters']]);
    expect(problemsOf('😀'.repeat(255))).toEqual([]);
  });
});

describe('a pasted address', () => {
  test('in any form is the jetton to open', () => {
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

  test('may be a bare hash of the base workchain, except in a link, where it may be a transaction hash', () => {
    const hash = raw.slice(2);
    for (const text of [hash, hash.toUpperCase(), ` ${hash}\n`])
      expect(parseQueryText(text).jetton).toBe(raw);
    for (const text of [`"${hash}"`, hash.slice(1), `${hash}0`, `https://tonviewer.com/transaction/${hash}`])
      expect(parseQueryText(text).jetton).toBeUndefined();
    const screen = screenOf(`"${hash}"`);
    expect(screen.filter.search).toBe(hash);
    expect(screenOf(serializeQueryText(screen))).toEqual(screen);
  });

  test('does not change the filter', () => {
    const query = parseQueryText(`liq>5 ${friendly}`);
    expect([query.jetton, query.tokens.map(({ kind }) => kind)]).toEqual([raw, ['range', 'jetton']]);
    expect(parseQueryText(`admin:${friendly}`).jetton).toBeUndefined();
    expect(parseQueryText(`"${friendly}"`).jetton).toBeUndefined();
  });
});

test.each<[string, QueryContext?]>([
  ['liq>=50k trust>=60 24h>=5 verified dogs'],
  ['liq>50k fdv<1M 24h>5 24h<10'],
  ['liq:50k..1.5M 1h<=-3.5 scam sort:trust order:asc'],
  ['holders>=1k community status:scam -scam sort:liq min:100k'],
  ['mcap<=1M volume>100k tx>=10 traders:5..50 age<7d'],
  ['age:12h..7d created>=2026-01-20 "liq > 5"'],
  ['"new"'],
  ['30d>5'],
  [`admin:${friendly} volume>=100k "verified"`, basic],
  ['created>=2026-01-20 "liq > 5"', basic],
  ['created>2026-01-20', basic],
  ['volume>100k', basic],
])('%s is serialized unchanged', (text, context) => {
  expect(serializeQueryText(screenOf(text, context), context?.unsupported)).toBe(text);
});

describe('numbers with blanks', () => {
  const blank = fc.constantFrom(' ', '\u00A0', '\u202F', '\u2009');

  test('mean the same as without', () => {
    const number = fc.bigInt({ min: 1000n, max: 10n ** 15n });
    fc.assert(
      fc.property(
        number,
        blank,
        fc.constantFrom('liq>', 'liq>=', 'liq<', 'liq:', 'liq=', 'holders > '),
        (value, gap, name) => {
          const grouped = String(value).replace(/\B(?=(\d{3})+$)/g, gap);
          const { filters, problems } = parseQueryText(`${name}${grouped} dogs 24h>5`);
          expect(problems).toEqual([]);
          expect(filters).toEqual(parseQueryText(`${name}${value} dogs 24h>5`).filters);
        },
      ),
    );
  });

  test('may have one before their unit', () => {
    const number = fc.integer({ min: 1, max: 999 });
    const filter = fc.constantFrom(
      ...['k', 'M', 'b'].flatMap((unit) => ['liq>', 'holders <= '].map((name) => [name, unit] as const)),
      ['24h>', '%'] as const,
      ['24h <= -', '%'] as const,
    );
    fc.assert(
      fc.property(number, blank, filter, (value, gap, [name, unit]) => {
        const { filters, problems } = parseQueryText(`${name}${value}${gap}${unit} dogs`);
        expect(problems).toEqual([]);
        expect(filters).toEqual(parseQueryText(`${name}${value}${unit} dogs`).filters);
      }),
    );
  });

  test('have a problem if a group is cut off or of another script', () => {
    const group = fc.string({ unit: fc.constantFrom(...'0123456789'), minLength: 1, maxLength: 6 });
    fc.assert(
      fc.property(group, blank, (rest, gap) => {
        const { filters, problems } = parseQueryText(`liq>50${gap}${rest}`);
        expect(filters.search).toBeUndefined();
        expect(problems.length).toBe(rest.length === 3 ? 0 : 1);
      }),
    );
    for (const text of ['liq>50 \u0660\u0660\u0660', 'liq>\u0665\u0660 000', 'liq>50  000', 'liq>1 000 00'])
      expect([text, parseQueryText(text).problems.length]).toEqual([text, 1]);
  });

  test('end before words and filters that begin with a digit', () => {
    expect(parseQueryText('trust>60 1inch').filters.search).toBe('1inch');
    expect(parseQueryText('liq>50 24h > 5').problems).toEqual([]);
    expect(parseQueryText('age<7d 100').filters.search).toBe('100');
  });
});
