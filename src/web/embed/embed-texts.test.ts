import { expect, test } from 'vitest';
import { barResult, column } from '#testing/components/bar-result.ts';
import { NetworkError, ServiceError } from '#web/api/client/errors.ts';
import { defaultView } from '#web/chart/chart-view.ts';
import { embedStatus, legendItems, newestPrice, unitOf } from './embed-texts.ts';

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
