import { anything, array, assert, constantFrom, dictionary, oneof, property } from 'fast-check';
import { describe, expect, test } from 'vitest';
import { TON_ADDRESS, toUserFriendly } from '#contract/address.ts';
import { defaultView } from '#web/chart/chart-view.ts';
import { parseEmbedOptions } from '#web/embed/embed-options.ts';
import type { LinkQuery } from '#web/kit/device/link-state.ts';
import { DEFAULT_EMBED_SETTINGS, embedCode, embedUrl } from './embed-code.ts';
import {
  canonicalPoolPath,
  chartUnit,
  MAX_OVERLAYS,
  parsePoolLink,
  serializePoolLink,
  withoutMarketCap,
  withSharedQuote,
} from './pool-search.ts';

const pools = Array.from({ length: 5 }, (_, index) => `0:${String(index).repeat(64)}`);

test('overlays at most three unique pools, in any address form', () => {
  const addresses = [pools[0], toUserFriendly(pools[0] ?? ''), pools[1], 'nonsense', pools[2], pools[3]];
  expect(parsePoolLink({ with: addresses }).overlays).toEqual(pools.slice(0, MAX_OVERLAYS));
});

test('shows at most five different indicators, and none that do not exist', () => {
  const texts = ['rsi14', 'rsi14', 'vwap', 'nonsense', 'bb20-2', 'rsi7', 'macd12-26-9', 'atr14'];
  const { indicators } = parsePoolLink({ indicator: texts });
  expect(indicators.map(({ kind }) => kind)).toEqual(['rsi', 'vwap', 'bb', 'rsi', 'macd']);
  expect(serializePoolLink(parsePoolLink({ indicator: 'atr14' }))).toEqual({ indicator: ['atr14'] });
});

test('keeps the texts of at most fifty different drawings, and none of another form', () => {
  const texts = Array.from({ length: 60 }, (_, index) => `level_usd_1769673600_${index + 1}`);
  expect(parsePoolLink({ drawing: [...texts, texts[0]] }).drawings).toEqual(texts.slice(0, 50));
  const invalid = ['<b>', 'level_usd', 'level_usd_1', 'Level_usd_1_1', `level_usd_1_${'1'.repeat(30)}`];
  expect(parsePoolLink({ drawing: [...invalid, 'trend_usd_1_1e-9_2_2.5'] }).drawings).toEqual([
    'trend_usd_1_1e-9_2_2.5',
  ]);
});

test('overlays exclude prices in a counterpart', () => {
  const quoteOf = (query: LinkQuery) => parsePoolLink(query).view.quote;
  expect(quoteOf({ with: pools[0] })).toBe('ton');
  expect(quoteOf({ with: pools[0], quote: 'counterpart' })).toBe('ton');
  expect(quoteOf({ with: pools[0], quote: 'usd' })).toBe('usd');
  expect(quoteOf({ with: 'nonsense' })).toBe('counterpart');
});

test('market caps are in USD, and of one pool', () => {
  const link = parsePoolLink({ axis: 'mcap', quote: 'ton', line: '150000' });
  expect([link.isMarketCap, link.view.quote, link.view.priceLevels]).toEqual([true, 'usd', [150_000]]);
  expect(chartUnit(link)).toBe('mcap');
  expect(parsePoolLink(serializePoolLink(link))).toEqual(link);
  const overlaid = parsePoolLink({ axis: 'mcap', line: '150000', with: pools[0] });
  expect([overlaid.isMarketCap, overlaid.view.quote, overlaid.view.priceLevels]).toEqual([false, 'usd', []]);
  expect(chartUnit(parsePoolLink({ axis: 'price', quote: 'ton' }))).toBe('ton');
  // Of an unknown supply.
  const prices = withoutMarketCap(link);
  expect([chartUnit(prices), prices.view.priceLevels]).toEqual(['usd', []]);
  expect(withoutMarketCap(prices)).toBe(prices);
});

test('normalizing a query is idempotent', () => {
  const texts = [...pools, 'mcap', 'vwap', 'rsi14', 'bb20-2.0', 'level_usd_1_1.50'];
  const values = oneof(anything(), constantFrom(...texts), array(constantFrom(...texts)));
  assert(
    property(
      dictionary(constantFrom('with', 'axis', 'indicator', 'drawing', 'type', 'range', 'from', 'to'), values),
      (query) => {
        const search = serializePoolLink(parsePoolLink(query));
        expect(serializePoolLink(parsePoolLink(search))).toEqual(search);
      },
    ),
  );
});

test('pages have one path, whatever the form of the addresses', () => {
  const [first = '', second = ''] = pools;
  const canonical = { address: toUserFriendly(first), poolAddress: toUserFriendly(second) };
  expect(canonicalPoolPath({ address: first, poolAddress: second })).toEqual(canonical);
  expect(canonicalPoolPath({ ...canonical, poolAddress: second.toUpperCase() })).toEqual(canonical);
  const invalid = { address: 'here', poolAddress: 'there' };
  expect(canonicalPoolPath(invalid)).toEqual(invalid);
});

test.each([
  ['the native coin', TON_ADDRESS, [1.5]],
  ['a jetton', pools[4], []],
])(
  'an overlay on a pool against %s keeps the price lines if their unit stays',
  (_, counterpart, priceLevels) => {
    const view = { ...defaultView, priceLevels: [1.5] };
    const link = withSharedQuote(
      {
        view,
        isMarketCap: false,
        indicators: [],
        hasProfile: false,
        overlays: pools.slice(0, 1),
        drawings: [],
        trades: {},
        panel: 'trades',
      },
      counterpart,
    );
    expect(link.view).toEqual({ ...view, quote: 'ton', priceLevels });
  },
);

describe('the code of an embed', () => {
  const address = `0:${'1'.repeat(64)}`;
  const poolAddress = `0:${'2'.repeat(64)}`;

  test('the URL of an embed restores its options', () => {
    const view = {
      ...defaultView,
      type: 'area',
      quote: 'usd',
      range: '30d',
      averages: [{ kind: 'ema', length: 50 }],
    } as const;
    const settings = { ...DEFAULT_EMBED_SETTINGS, theme: 'dark', toolbar: false, live: false } as const;
    const more = { locale: 'de-DE', colors: { bg: '#101418', up: '#00ff00', down: '#ff0000' } };
    const [path = '', query] = embedUrl(address, poolAddress, view, { ...settings, ...more }).split('?');
    expect(parseEmbedOptions(path, `?${query}`)).toMatchObject({
      address,
      poolAddress,
      view,
      ...settings,
      ...more,
    });
  });

  test('escapes untrusted names', () => {
    const code = embedCode('https://jetscope.example/embed/a/b?x=1&y=2', '"><script>alert(1)</script>');
    expect(code).not.toContain('<script');
    expect(code).toContain('&quot;&gt;&lt;script');
    expect(code).toContain('x=1&amp;y=2');
    for (const part of ['loading="lazy"', 'allow="fullscreen; clipboard-write"', 'aspect-ratio'])
      expect(code).toContain(part);
  });
});
