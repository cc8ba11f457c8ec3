import { anything, assert, constantFrom, dictionary, property, string, tuple } from 'fast-check';
import { describe, expect, test } from 'vitest';
import { addressFormats, tonAddress } from '#testing/requests/generated-inputs.ts';
import { defaultView } from '#web/chart/chart-view.ts';
import { parseCommand, parseEmbedOptions } from './embed-options.ts';

const ADDRESS = `0:${'1'.repeat(64)}`;
const POOL = `0:${'2'.repeat(64)}`;
const PATH = `/embed/${ADDRESS}/${POOL}`;

describe('an embed', () => {
  test('has default options without parameters', () => {
    expect(parseEmbedOptions(PATH, '')).toEqual({
      address: ADDRESS,
      poolAddress: POOL,
      view: defaultView,
      theme: 'auto',
      toolbar: true,
      legend: true,
      info: true,
      swaps: true,
      live: true,
      locale: undefined,
      colors: {},
    });
  });

  test('ignores what only pool pages show', () => {
    expect(parseEmbedOptions(PATH, '?indicator=rsi14&indicator=vwap').view).toEqual(defaultView);
  });

  test('parses its own parameters', () => {
    const query =
      '?theme=dark&quote=usd&type=line&interval=1h&range=30d&scale=log&toolbar=0&legend=0&info=0&bg=101418&up=%2300ff00&down=f00&locale=de-DE&tz=utc&live=0';
    expect(parseEmbedOptions(PATH, query)).toMatchObject({
      view: { quote: 'usd', type: 'line', interval: '1h', range: '30d', scale: 'log', zone: 'utc' },
      theme: 'dark',
      toolbar: false,
      legend: false,
      info: false,
      live: false,
      locale: 'de-DE',
      colors: { bg: '#101418', up: '#00ff00', down: '#f00' },
    });
  });

  test.each([
    [
      '?embed=1&chartTheme=light&chartStyle=0&chartType=usd&interval=15',
      { view: { type: 'bars', interval: '15m', quote: 'usd' }, theme: 'light' },
    ],
    [
      '?embed=1&chartTheme=dark&chartStyle=3&interval=1D',
      { view: { type: 'area', interval: '1d' }, theme: 'dark' },
    ],
    [
      '?embed=1&info=0&swaps=0&resolution=5m&light_chart=1&bg_color=f1f5f9',
      { view: { interval: '5m' }, theme: 'light', info: false, swaps: false, colors: { bg: '#f1f5f9' } },
    ],
    ['?light_chart=0&resolution=1s', { view: { interval: '1s' }, theme: 'dark' }],
  ])('parses parameters of other embeds: %s', (query, options) => {
    expect(parseEmbedOptions(PATH, query)).toMatchObject(options);
  });

  test('understands addresses in any form, also with the characters / and + of base64', () => {
    const formatted = tuple(tonAddress, constantFrom(...addressFormats));
    assert(
      property(formatted, formatted, ([jetton, ofJetton], [pool, ofPool]) => {
        expect(parseEmbedOptions(`/embed/${ofJetton(jetton)}/${ofPool(pool)}`, '')).toMatchObject({
          address: jetton.toRawString(),
          poolAddress: pool.toRawString(),
        });
      }),
    );
  });

  test.each(['/embed', '/embed/', '/embed/here/there', '/embed/%E0', `/embed/${ADDRESS}`])(
    'has no pool: %s',
    (path) => {
      expect(parseEmbedOptions(path, '').poolAddress).toBeUndefined();
    },
  );
});

const names = constantFrom(
  'theme',
  'quote',
  'type',
  'interval',
  'range',
  'from',
  'to',
  'scale',
  'toolbar',
  'bg',
  'up',
  'locale',
  'tz',
  'chartStyle',
  'resolution',
  'average',
  'light_chart',
);

test('any parameters give a valid view and valid colors', () => {
  assert(
    property(dictionary(names, string()), string(), (parameters, junk) => {
      const search = new URLSearchParams({ ...parameters, junk }).toString();
      const { view, colors } = parseEmbedOptions(PATH, `?${search}`);
      expect(Object.keys(view).toSorted()).toEqual(Object.keys(defaultView).toSorted());
      for (const color of Object.values(colors)) expect(color).toMatch(/^#([\da-f]{3}|[\da-f]{6})$/);
    }),
  );
});

test.each([
  { type: 'setTheme', theme: 'dark' },
  { type: 'setInterval', interval: '5m' },
  { type: 'setQuote', quote: 'usd' },
])('parses $type', (command) => {
  expect(parseCommand({ ...command, more: 1 })).toEqual(command);
});

test.each([
  undefined,
  null,
  'setTheme',
  { type: 'setTheme' },
  { type: 'setTheme', theme: 'url(https://x)' },
  { type: 'setInterval', interval: 5 },
  { type: 'navigate', url: 'https://x' },
])('rejects %j', (data) => {
  expect(parseCommand(data)).toBeUndefined();
});

test('never throws', () => {
  assert(
    property(anything(), (data) => {
      expect(() => parseCommand(data)).not.toThrow();
    }),
  );
});
