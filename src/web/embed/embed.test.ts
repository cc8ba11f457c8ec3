import { anything, assert, constantFrom, dictionary, property, string, tuple } from 'fast-check';
import { describe, expect, test } from 'vitest';
import { getJettonMarketCandles } from '#contract/candles.ts';
import { operations } from '#contract/operations.ts';
import { toRequest } from '#contract/request-encoding.ts';
import * as contract from '#contract/status.ts';
import { barResult, column } from '#testing/components/responses.ts';
import { addressFormats, tonAddress } from '#testing/requests/valid-inputs.ts';
import { NetworkError, ServiceError } from '#web/api/client/errors.ts';
import { defaultView } from '#web/chart/chart-view.ts';
import { parseCommand, parseEmbedOptions } from './embed-options.ts';
import { candlesPath, LIST_PATH, marketsPath, STATUS_PATH, ticksPath } from './embed-requests.ts';
import { embedStatus, legendItems, newestPrice, unitOf } from './embed-texts.ts';

describe('embed options', () => {
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
});

describe('embed requests', () => {
  test('the paths match those of the service', () => {
    expect(STATUS_PATH).toBe(contract.STATUS_PATH);
    const [address, poolAddress] = [`0:${'1'.repeat(64)}`, `-1:${'2'.repeat(64)}`];
    expect(LIST_PATH).toBe(toRequest(operations.getJettons, {}).url);
    expect(marketsPath(address)).toBe(toRequest(operations.getJettonMarkets, { address }).url);
    expect(ticksPath(address, poolAddress)).toBe(
      toRequest(operations.getJettonMarketPriceHistory, { address, poolAddress }).url,
    );
    expect(candlesPath(address, poolAddress)).toBe(
      toRequest(getJettonMarketCandles, { address, poolAddress }).url,
    );
  });
});

describe('embed texts', () => {
  const result = barResult(
    {
      time: column(0, 3600, 7200),
      open: column(1, 2, Number.NaN),
      high: column(3, 4, Number.NaN),
      low: column(0.5, 1, Number.NaN),
      close: column(2, 1.5, Number.NaN),
      count: column(5, 1, 0),
    },
    { averages: [column(Number.NaN, 1.75, Number.NaN)] },
  );
  const view = { ...defaultView, zone: 'utc', averages: [{ kind: 'sma', length: 2 }] } as const;

  test('lists prices, change, swaps and moving averages of a bar', () => {
    expect(legendItems(result, 1, view)).toEqual([
      ['1970-01-01 01:00:00'],
      ['O 2', 'detail'],
      ['H 4', 'detail'],
      ['L 1', 'detail'],
      ['C 1.5'],
      ['−25.0%', 'down'],
      ['1 swap', 'detail'],
      ['SMA 2 1.75', 'average-1'],
    ]);
    expect(legendItems(result, 0, view)).toContainEqual(['5 swaps', 'detail']);
    expect(legendItems(result, 0, view)).toContainEqual(['+100%', 'up']);
  });

  test('lists the volume if it is known, and says that a bar is incomplete', () => {
    const bars = { ...result.bars, volume: column(12_431, 2, 0), incomplete: column(1, 0, 0) };
    const known = { ...result, hasVolumes: true, bars };
    expect(legendItems(known, 0, view)).toContainEqual(['Vol 12.4k']);
    expect(legendItems(known, 0, view)).toContainEqual(['Incomplete']);
    expect(legendItems(known, 1, view)).not.toContainEqual(['Incomplete']);
  });

  test('a single swap has one price, and its change from the previous swap', () => {
    expect(legendItems({ ...result, interval: 'tick' }, 1, view).slice(1, 4)).toEqual([
      ['1.5'],
      ['−25.0%', 'down'],
      ['1 swap', 'detail'],
    ]);
  });

  test('an empty bar has no change', () => {
    expect(legendItems(result, 2, view).map(([text]) => text)).toEqual([
      '1970-01-01 02:00:00',
      'O –',
      'H –',
      'L –',
      'C –',
      '0 swaps',
      'SMA 2 –',
    ]);
  });

  test('the newest price is the last known close; empty for a fixed time span', () => {
    expect(newestPrice(result, view, 'TON')).toBe('1.5 TON');
    expect(newestPrice(result, { ...view, range: { from: 0, to: 7200 } }, 'TON')).toBe('');
  });

  test('the unit is the counterpart or the selected currency', () => {
    expect(unitOf({ ...view, quote: 'counterpart' }, 'NOT')).toBe('NOT');
    expect(unitOf({ ...view, quote: 'usd' }, 'NOT')).toBe('USD');
  });

  const feed = { isLoading: false, isComplete: false, oldest: 1, newest: 2, error: undefined };

  test('an unknown pool cannot be retried', () => {
    const { text, message, canRetry } = embedStatus(
      { ...feed, error: new ServiceError(404, 'not found') },
      false,
    );
    expect({ message, canRetry }).toEqual({ message: 'error', canRetry: undefined });
    expect(text).toContain('No pool at this address');
  });

  test.each([new NetworkError('no response'), new ServiceError(500, 'broken')])(
    '%s can be retried',
    (error) => {
      expect(embedStatus({ ...feed, error }, true)).toMatchObject({ message: 'error', canRetry: true });
    },
  );

  test('is ready with the first bars or if there are no swaps', () => {
    const none = { ...feed, oldest: undefined, newest: undefined };
    expect(embedStatus({ ...none, isLoading: true }, false)).toEqual({ text: 'Loading…' });
    expect(embedStatus({ ...feed, isLoading: true }, true)).toEqual({ text: 'Loading…', message: 'ready' });
    expect(embedStatus({ ...none, isComplete: true }, false)).toMatchObject({
      text: expect.stringContaining('No swaps yet'),
      message: 'ready',
    });
  });
});
