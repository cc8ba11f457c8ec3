import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { addressFormats, tonAddress } from '#testing/requests/valid-inputs.ts';
import { embedView, pageAt, parseJettonPagePath } from './page-path.ts';
import { pageTitle, withMetaTags, withNativeCoin, withPair, withTheme } from './page-tags.ts';

const address = '0:906697a57af1cdb1bc39214b7049ae02b3c92a5b0c342ac61e0eb8bd9304b5f1';
const friendly = 'EQCQZpelevHNsbw5IUtwSa4Cs8kqWww0KsYeDri9kwS18eCz';
const poolAddress = '0:58b33d4721075aa7c69c099649b0d9724b1e2b8b2f48a9f342eba6bc3565398a';
const summary = {
  name: 'Somebody <script>',
  symbol: '"><img src=x>',
  priceUsd: '0.00001234567890',
  poolAddress,
  exchange: 'stonfi',
  counterpart: 'GRAM',
  verification: 'JVS_NONE',
  modifiedContract: null,
} as const;

test.each([
  [`/jetton/${address}`, { address, poolAddress: undefined }],
  [`/jetton/${friendly}/`, { address, poolAddress: undefined }],
  [`/jetton/${encodeURIComponent(address)}/pool/${poolAddress}`, { address, poolAddress }],
  [`/jetton/${address}/pool/nowhere`, undefined],
  ['/jetton/here', undefined],
  ['/jetton/%E0', undefined],
  ['/watchlist', undefined],
])('%s', (path, page) => {
  expect(parseJettonPagePath(path)).toEqual(page);
});

const index = readFileSync(new URL('../../../index.html', import.meta.url), 'utf8');

test('untrusted names are escaped', () => {
  const tags = withMetaTags(index, summary, { address, poolAddress }, 'https://jetscope.example');
  expect(tags.match(/<script|<img/g)).toEqual(index.match(/<script|<img/g));
  expect(tags).toContain('&quot;&gt;&lt;img src=x&gt; / GRAM on STON.fi');
  expect(tags).toContain(`https://jetscope.example/jetton/${friendly}/pool/EQ`);
  expect(tags).toContain('0.0000123456 USD');
});

test.each([
  ['1.50000000', '1.5 USD'],
  ['67891.23456789', '67891.2 USD'],
  ['1234567.89', '1234567 USD'],
  ['1', '1 USD'],
  [null, 'No price'],
])('a price of %s is described as %s', (priceUsd, text) => {
  expect(withMetaTags(index, { ...summary, priceUsd }, { address, poolAddress: undefined }, '')).toContain(
    `content="${text}.`,
  );
});

test('the description contains the warnings of the social image', () => {
  const scam = { ...summary, verification: 'JVS_SCAM', modifiedContract: true, priceUsd: null } as const;
  const tags = withMetaTags(index, scam, { address, poolAddress }, '');
  for (const name of ['name="description"', 'property="og:description"'])
    expect(tags).toContain(`<meta ${name} content="Marked as scam · Modified contract. No price. Prices`);
  expect(tags.match(/name="description"/g)).toHaveLength(1);
});

test('the title of a jetton has its name and symbol', () => {
  expect(pageTitle({ ...summary, name: 'Notcoin', symbol: 'NOT' }, { address, poolAddress: undefined })).toBe(
    'Notcoin (NOT)',
  );
});

test('pages contain the names of the native coin if they are not the default', () => {
  expect(withNativeCoin(index, { name: 'Gram', symbol: 'GRAM' })).toBe(index);
  const page = withNativeCoin(index, { name: 'Other "Coin"', symbol: '$&' });
  expect(page).toContain('<meta name="native-coin" content="$&amp;" data-name="Other &quot;Coin&quot;" />');
});

test('invisible characters are removed from names', () => {
  const hidden = { ...summary, name: 'Not\u200Bcoin', symbol: '\u202ENOT', counterpart: '\u2800' };
  expect(pageTitle(hidden, { address, poolAddress: undefined })).toBe('Notcoin (NOT)');
  expect(pageTitle(hidden, { address, poolAddress })).toBe('NOT / ? on STON.fi');
  expect(pageTitle({ ...hidden, name: '', symbol: '' }, { address, poolAddress: undefined })).toBe(
    'Unnamed (?)',
  );
});

test.each([
  [{ address, poolAddress: undefined }, `/jetton/${friendly}`],
  [{ address, poolAddress }, `/jetton/${friendly}/pool/EQ`],
])('the canonical link has bounceable addresses', (page, path) => {
  const tags = withMetaTags(index, summary, page, 'https://jetscope.example', '?type=area');
  expect(tags).toContain(`<link rel="canonical" href="https://jetscope.example${path}`);
  expect(tags).toMatch(/oembed\?[^"]*%3Ftype%3Darea"/);
});

test('each tag occurs once', () => {
  const tags = withMetaTags(index, summary, { address, poolAddress }, '');
  for (const tag of [
    '<title>',
    'rel="canonical"',
    'property="og:title"',
    'property="og:description"',
    'property="og:url"',
    'property="og:image"',
    'property="og:image:alt"',
  ])
    expect(tags.split(tag)).toHaveLength(2);
});

describe('an embed has its pair and price', () => {
  const embed = readFileSync(new URL('../../web/embed/embed.html', import.meta.url), 'utf8');
  const pair = { ...summary, isCounterpartNative: false, priceCounterpart: '0.0000000123456789' };
  const lineOf = (query: string, fields: object = {}) => {
    const text = withPair(
      embed,
      { ...pair, ...fields },
      { address, poolAddress },
      new URLSearchParams(query),
    );
    const line = text.slice(text.indexOf('</h1>') + 5, text.indexOf('<p id="old-browser"'));
    return line
      .replaceAll(/<[^>]*>|\s+/g, ' ')
      .replaceAll(/ +/g, ' ')
      .trim();
  };

  test.each(['', 'quote=counterpart', 'quote=constructor', 'range=30d'])('with %j', (query) => {
    expect(lineOf(query, { symbol: 'ABC' })).toBe('ABC / GRAM 0.0₇123457 GRAM');
  });

  test('in the native coin if that is the counterpart', () => {
    expect(lineOf('quote=ton', { symbol: 'ABC' })).toBe('ABC / GRAM');
    expect(lineOf('quote=ton', { symbol: 'ABC', isCounterpartNative: true })).toMatch(
      /GRAM 0\.0₇123457 GRAM$/,
    );
  });

  test('without a price that is unknown, or at other rates or of another time than that of the chart', () => {
    expect(lineOf('', { symbol: 'ABC', priceCounterpart: null })).toBe('ABC / GRAM');
    for (const query of ['quote=usd', 'chartType=USD', 'from=1769000000&to=1769600000'])
      expect(lineOf(query, { symbol: 'ABC' })).toBe('ABC / GRAM');
  });

  test('unless the URL hides them', () => {
    expect(lineOf('info=0')).toBe('');
    expect(lineOf('info=false')).toBe('');
  });

  test('with escaped names', () => {
    expect(lineOf('')).toContain('&quot;&gt;&lt;img src=x&gt; / GRAM');
  });
});

test.each([
  ['theme=dark', 'dark'],
  ['chartTheme=light', 'light'],
  ['light_chart=0', 'dark'],
  ['light_chart=true', 'light'],
  ['theme=auto&light_chart=1', undefined],
  ['theme="><script>', undefined],
  ['', undefined],
])('an embed with %j has the theme %j', (query, theme) => {
  const document = withTheme('<html lang="en">', new URLSearchParams(query));
  expect(document).toBe(theme ? `<html data-theme="${theme}" lang="en">` : '<html lang="en">');
});

describe('the path of a page', () => {
  const page = 'https://jetscope.example/jetton/a/pool/b';

  test.each([
    ['?type=area&range=30d&average=sma20&average=ema50', '?type=area&range=30d&average=sma20&average=ema50'],
    ['?from=2026-01-02T03:04:05Z&to=1769673000#chart', '?from=2026-01-02T03%3A04%3A05Z&to=1769673000'],
    ['?currency=eur&theme=dark&with=EQ', ''],
    ['?type="><script>&range=%3Cb%3E&scale=log', '?scale=log'],
    ['#?type=area', ''],
    ['', ''],
  ])('the embed view of a page with %j', (query, view) => {
    expect(embedView(page + query)).toBe(view);
  });

  test('addresses in any form are understood, also with the characters / and + of base64', () => {
    const forms = fc.tuple(tonAddress, fc.constantFrom(...addressFormats));
    fc.assert(
      fc.property(forms, forms, ([jetton, ofJetton], [pool, ofPool]) => {
        const subject = { address: jetton.toRawString(), poolAddress: pool.toRawString() };
        const path = `/jetton/${ofJetton(jetton)}`;
        expect(parseJettonPagePath(path)).toEqual({ ...subject, poolAddress: undefined });
        expect(parseJettonPagePath(`${path}/pool/${ofPool(pool)}`)).toEqual(subject);
        expect(pageAt(`/embed/${ofJetton(jetton)}/${ofPool(pool)}`)).toEqual({ name: 'embed', subject });
      }),
    );
  });
});
