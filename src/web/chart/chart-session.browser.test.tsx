import { PriceScaleMode } from 'lightweight-charts';
import { afterEach, expect, onTestFinished, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { intervalStart } from '#contract/interval-start.ts';
import { NetworkError, ServiceError } from '#web/api/client/errors.ts';
import { BarBuilder } from './bars/bar-builder.ts';
import { newIndicator } from './bars/indicators.ts';
import { ChartNavigation } from './chart-navigation.ts';
import { ChartSession } from './chart-session.ts';
import { type ChartView, defaultView } from './chart-view.ts';
import type { HistoryPage, HistoryQuery } from './history/history-feed.ts';
import {
  type Candle,
  type CandleInterval,
  candleSeconds,
  type FetchTicks,
  type UnitValues,
} from './history/market-history.ts';
import { showIndicators } from './rendering/indicator-series.ts';
import { TradeMarkers } from './trade-markers.ts';
import { retryAfterOutage } from './view/use-chart-session.ts';

const MINUTE = 60;
const DAY = 86_400;
/** Start of the newest swap's minute, in seconds. */
const NEWEST = Math.floor(Date.now() / 60_000) * MINUTE - MINUTE;

const closing: (() => void)[] = [];
afterEach(() => {
  for (const close of closing.splice(0)) close();
});

const same = (value: number): UnitValues => ({ counterpart: value, ton: value, usd: value });

/**
 * Opens the chart of a market with a swap of 10 per minute, since that many days, in the service's candles, whose prices are 1 to
 * 3 times those of `priceAt`. With `isEmpty`, it has none until that is changed, and while it `isUnread`, they are incomplete. They
 * arrive once `held` has resolved.
 */
async function openChart(
  view: Partial<ChartView>,
  days = 40,
  priceAt: (time: number) => number = () => 1,
  isEmpty = false,
  held?: Promise<void>,
) {
  await page.viewport(1000, 600);
  const first = NEWEST - days * DAY;
  const failure: { error: Error | undefined } = { error: undefined };
  const market = { isEmpty, isUnread: false, held };
  const requests: string[] = [];
  const candles = (interval: CandleInterval, limit: number, query: HistoryQuery): HistoryPage<Candle> => {
    const seconds = candleSeconds[interval];
    const items: Candle[] = [];
    if (market.isEmpty) return { items, next: undefined };
    const last = Math.min(NEWEST, query.to ? query.to.getTime() / 1000 - 1 : NEWEST);
    const from = Math.max(intervalStart(first, seconds), query.from ? query.from.getTime() / 1000 : 0);
    let time = query.cursor ? Number(query.cursor) - seconds : intervalStart(last, seconds);
    for (; time >= from && items.length < limit; time -= seconds) {
      const count = (Math.min(time + seconds - MINUTE, NEWEST) - Math.max(time, first)) / MINUTE + 1;
      const isChanging = time + seconds > NEWEST || market.isUnread;
      const at = (factor: number) => same(factor * priceAt(time));
      const values = { open: at(1), high: at(3), low: at(1), close: at(2), volume: same(count * 10) };
      items.push({ time: time * 1000, ...values, count, isChanging });
    }
    return { items, next: time >= from ? String(items.at(-1)?.time ?? 0).slice(0, -3) : undefined };
  };
  const fetchTicks = vi.fn<FetchTicks>(async () => {
    requests.push('ticks');
    if (failure.error instanceof NetworkError) throw failure.error;
    return { items: [{ time: NEWEST * 1000, lt: 1n, prices: same(2) }], next: undefined };
  });
  const mount = document.createElement('div');
  mount.style.cssText = 'width: 800px; height: 400px';
  document.body.append(mount);
  const session = new ChartSession(
    mount,
    { ...defaultView, ...view },
    {
      history: {
        fetchTicks,
        fetchCandles: (interval, limit) => async (query) => {
          requests.push(interval);
          await market.held;
          if (failure.error) throw failure.error;
          return candles(interval, limit, query);
        },
      },
      onMove: () => undefined,
      isLive: () => false,
    },
  );
  closing.push(() => {
    session.close();
    mount.remove();
  });
  const state = () => session.state.getState();
  /** The interval of the loaded bars, and whether they are all. */
  const shown = () => {
    const { result, feed } = state();
    return result && result.bars.length > 0 && !feed.isLoading ? result.interval : undefined;
  };
  return { session, mount, state, shown, requests, failure, market };
}

test('candles of the service have volumes, and a range takes one request', async () => {
  const { state, shown, requests } = await openChart({ range: '7d' });
  await expect.poll(shown).toBe('1h');
  const { result } = state();
  expect(requests).toEqual(['1h']);
  expect(result?.hasVolumes).toBe(true);
  expect(result?.bars.length).toBeGreaterThanOrEqual(7 * 24);
  expect([result?.bars.volume.at(-2), result?.bars.count.at(-2)]).toEqual([600, 60]);
});

test('nothing is painted before there are bars', async () => {
  let release: () => void = () => undefined;
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  const { mount, state, shown } = await openChart({}, 40, () => 1, false, held);
  await expect.poll(() => state().result?.bars.length).toBe(0);
  expect(mount.querySelector('canvas')).toBeNull();
  release();
  await expect.poll(shown).toBe('1h');
  await expect.poll(() => mount.querySelector('canvas')).not.toBeNull();
});

test('what indicators need before the range is loaded', async () => {
  const { session, state, shown, requests } = await openChart({ range: '24h', interval: '5m' });
  await expect.poll(shown).toBe('5m');
  expect(requests).toEqual(['5m']);
  session.setIndicators(showIndicators([newIndicator('vwap')]));
  await expect.poll(() => requests).toEqual(['5m', '5m']);
  const first = () => state().result?.indicators[0]?.[0]?.[Math.ceil(state().visible?.from ?? 0)];
  await expect.poll(first).toBe(2);
});

test('indicators have panes of their own until they are removed', async () => {
  const { session, mount, state, shown } = await openChart({ range: '24h' });
  await expect.poll(shown).toBe('15m');
  const rows = () => mount.querySelectorAll('tr').length;
  const before = rows();
  session.setIndicators(showIndicators([newIndicator('bb'), newIndicator('rsi')]));
  await expect.poll(() => state().result?.indicators.map(({ length }) => length)).toEqual([3, 1]);
  const withOne = rows();
  expect(withOne).toBeGreaterThan(before);
  session.setIndicators(showIndicators([newIndicator('macd'), newIndicator('rsi'), newIndicator('atr')]));
  await expect.poll(() => state().result?.indicators.map(({ length }) => length)).toEqual([3, 1, 1]);
  expect(rows() - before).toBe(3 * (withOne - before));
  session.setIndicators(undefined);
  await expect.poll(() => state().result?.indicators).toEqual([]);
  expect(rows()).toBe(before);
});

test('names of indicators are below the line between panes, in the size of labels', async () => {
  const style = document.head.appendChild(document.createElement('style'));
  closing.push(() => style.remove());
  const named = async (fontSize: string) => {
    style.textContent = `:root { --muted: rgb(0, 0, 200); font-size: ${fontSize}; }`;
    const { session, mount, state, shown } = await openChart({ range: '24h' });
    await expect.poll(shown).toBe('15m');
    session.setIndicators(showIndicators([newIndicator('atr')]));
    await expect.poll(() => state().result?.indicators.map(({ length }) => length)).toEqual([1]);
    const rows = () => {
      const canvas = mount.querySelectorAll('tr')[2]?.querySelector('canvas');
      if (!canvas) return [];
      return [...changedRows(document.createElement('canvas'), canvas)]
        .filter(([color]) => color === 'rgb(0, 0, 200)')
        .flatMap(([, colored]) => [...colored].map((row) => row / devicePixelRatio));
    };
    await expect.poll(rows).not.toEqual([]);
    const found = rows();
    return { top: Math.min(...found), height: Math.max(...found) - Math.min(...found) };
  };
  const normal = await named('16px');
  expect(normal.top).toBeGreaterThanOrEqual(4);
  const large = await named('32px');
  expect(large.top).toBeGreaterThanOrEqual(4);
  expect(large.height).toBeGreaterThan(1.5 * normal.height);
});

test('panes of indicators are readable in a small chart', async () => {
  const { session, mount, state, shown } = await openChart({ range: '24h' });
  await expect.poll(shown).toBe('15m');
  mount.style.height = '300px';
  const heights = () =>
    Array.from(mount.querySelectorAll('tr'), (row) => row.getBoundingClientRect().height).filter(
      (height) => height > 40,
    );
  await expect.poll(() => heights()[0]).toBeLessThan(300);
  session.setIndicators(showIndicators([newIndicator('macd'), newIndicator('rsi')]));
  await expect.poll(() => state().result?.indicators.map(({ length }) => length)).toEqual([3, 1]);
  await expect.poll(heights).toHaveLength(3);
  const [prices = 0, ...panes] = heights();
  expect(Math.min(...panes)).toBeGreaterThanOrEqual(78);
  expect(prices).toBeGreaterThan(100);
});

test.each(['log', 'percent'] as const)('the %s scale is that of prices, not of indicators', async (scale) => {
  const { session, state } = await openChart({ range: '24h' });
  session.setIndicators(showIndicators([newIndicator('rsi'), newIndicator('macd')]));
  session.setView({ ...defaultView, range: '24h', scale });
  await expect.poll(() => state().result?.indicators.map(({ length }) => length)).toEqual([1, 3]);
  const panes = session.chart.rendering?.chart.panes() ?? [];
  const modes = panes.map((pane) => pane.priceScale('right').options().mode);
  const { Normal, Logarithmic, Percentage } = PriceScaleMode;
  expect(modes).toEqual([{ log: Logarithmic, percent: Percentage }[scale], Normal, Normal]);
});

test('averages and bands are measured from the same price as the prices on the percent scale', async () => {
  const { session, state } = await openChart(
    { range: '24h', interval: '15m', scale: 'percent', averages: [{ kind: 'sma', length: 100 }] },
    40,
    (time) => 1 + (NEWEST - time) / DAY,
  );
  session.setIndicators(showIndicators([newIndicator('bb')]));
  await expect.poll(() => state().result?.indicators.map(({ length }) => length)).toEqual([3]);
  const { result, visible } = state();
  const first = Math.ceil(visible?.from ?? 0);
  expect(result?.averages[0]?.[first]).not.toBeCloseTo(result?.bars.close[first] ?? 0, 1);
  const series = session.chart.rendering?.chart.panes()[0]?.getSeries() ?? [];
  const onPrices = series.filter((one) => one.priceScale().options().mode === PriceScaleMode.Percentage);
  expect(onPrices).toHaveLength(5);
  const factor = session.chart.rendering?.series.factor ?? 1;
  const heights = onPrices.map((one) => one.priceToCoordinate(2 * factor));
  expect(heights).toEqual(heights.map(() => expect.closeTo(heights[0] ?? Number.NaN, 6)));
});

test('the volume of a candle is announced', async () => {
  const { session, shown } = await openChart({ range: '7d' });
  await expect.poll(shown).toBe('1h');
  const area = document.body.appendChild(document.createElement('div'));
  const announce = vi.fn<(text: string) => void>();
  const navigation = new ChartNavigation(area, session, announce);
  closing.push(() => {
    navigation.detach();
    area.remove();
  });
  area.dispatchEvent(new KeyboardEvent('keydown', { key: 'End' }));
  area.dispatchEvent(new KeyboardEvent('keydown', { key: 'ArrowLeft' }));
  expect(announce).toHaveBeenLastCalledWith(
    expect.stringMatching(/: open 1, high 3, low 1, close 2, volume 600, 60 swaps$/),
  );
});

test('the whole life of a market takes at most two requests', async () => {
  const young = await openChart({ range: 'all' }, 25);
  await expect.poll(young.shown).toBe('4h');
  expect(young.requests).toEqual(['1d', '4h']);
  const swaps = young.state().result?.bars.count.reduce((sum, count) => sum + count, 0);
  expect(swaps).toBe(25 * 24 * 60 + 1);
  const old = await openChart({ range: 'all' }, 150);
  await expect.poll(old.shown).toBe('1d');
  expect(old.requests).toEqual(['1d']);
});

test('a market without swaps gets its first ones, in candles that suit them', async () => {
  const empty = await openChart({ range: 'all' }, 25, () => 1, true);
  await expect.poll(() => empty.state().feed.isComplete).toBe(true);
  expect(empty.requests).toEqual(['1d']);
  empty.market.isEmpty = false;
  empty.session.loadNewer();
  await expect.poll(empty.shown).toBe('4h');
  expect(empty.requests).toEqual(['1d', '1d', '4h']);
  expect(empty.state().visible?.from).toBeLessThan(1);
});

test('a chart whose bars cannot be built says so, and builds them on request', async () => {
  vi.stubGlobal('Worker', undefined);
  const builder = new BarBuilder();
  const handle = builder.handle.bind(builder);
  const failing = vi
    .spyOn(BarBuilder.prototype, 'handle')
    .mockImplementation((request) =>
      request.kind === 'build' ? Promise.reject(new Error('404')) : handle(request),
    );
  onTestFinished(() => {
    failing.mockRestore();
    vi.unstubAllGlobals();
  });
  const { session, state, shown, requests } = await openChart({ range: '7d' });
  await expect
    .poll(() => state().feed)
    .toMatchObject({ newest: expect.any(Number), error: expect.any(Error) });
  failing.mockImplementation(handle);
  session.retry();
  await expect.poll(shown).toBe('1h');
  expect(state().feed.error).toBeUndefined();
  expect(requests).toEqual(['1h']);
});

test('candles of a longer interval are made of the loaded ones if they are all', async () => {
  const days = 400;
  const { session, shown, requests, state } = await openChart({ range: 'all' }, days);
  await expect.poll(shown).toBe('1w');
  const swaps = () => state().result?.bars.count.reduce((sum, count) => sum + count, 0);
  expect(swaps()).toBe(days * 24 * 60 + 1);
  expect(state().result?.bars.volume.at(-2)).toBe(7 * 24 * 60 * 10);
  session.setView({ ...defaultView, range: 'all', interval: '1d' });
  await expect.poll(shown).toBe('1d');
  expect(swaps()).toBe(days * 24 * 60 + 1);
  expect(requests).toEqual(['1d']);
});

test('the chart of a young market has short candles, whatever the range', async () => {
  const { shown } = await openChart({ range: '30d' }, 2 / 24);
  await expect.poll(shown).toBe('1m');
});

test('single swaps are shown from ticks, and intervals by hand from candles', async () => {
  const { session, shown, requests, state } = await openChart({ range: '7d' });
  await expect.poll(shown).toBe('1h');
  session.setView({ ...defaultView, interval: 'tick' });
  await expect.poll(shown).toBe('tick');
  expect(state().result?.hasVolumes).toBe(false);
  session.setView({ ...defaultView, interval: '4h' });
  await expect.poll(shown).toBe('4h');
  expect(requests).toEqual(['1h', 'ticks', '4h']);
  expect(state().hasCandles).toBe(true);
});

test('the range stays while candles of another interval load', async () => {
  const { session, shown, state } = await openChart({ range: '7d' });
  await expect.poll(shown).toBe('1h');
  const before = session.span;
  session.setView({ ...defaultView, interval: '4h' });
  expect(state().result?.interval).toBe('1h');
  await expect.poll(shown).toBe('4h');
  expect(Math.abs((session.span?.from ?? 0) - (before?.from ?? 0))).toBeLessThanOrEqual(8 * 3600);
});

test('moving into the past loads older pages', async () => {
  const { session, shown, requests, state } = await openChart({ range: '24h' }, 40);
  await expect.poll(shown).toBe('15m');
  session.chart.pan(-250);
  await expect.poll(() => state().result?.bars.length).toBeGreaterThan(300);
  expect(new Set(requests)).toEqual(new Set(['15m']));
});

test('a range that ended long ago is loaded by its ends', async () => {
  const to = NEWEST - 20 * DAY;
  const { shown, requests, state } = await openChart({ range: { from: to - DAY, to } });
  await expect.poll(shown).toBe('15m');
  expect(requests).toEqual(['15m']);
  const times = state().result?.bars.time;
  expect(times?.at(-1)).toBeLessThan(to);
  expect(times?.[0]).toBeLessThanOrEqual(to - DAY);
  expect(times?.[0]).toBeGreaterThan(to - DAY - 1800);
});

test.each([new ServiceError(404, 'not found'), new ServiceError(400, 'unknown path')])(
  'without candles, ticks are loaded: %s',
  async (error) => {
    const { session, shown, requests, state, failure } = await openChart({ range: '7d' });
    await expect.poll(shown).toBe('1h');
    failure.error = error;
    session.setView({ ...defaultView, range: '30d' });
    await expect.poll(() => state().hasCandles).toBe(false);
    await expect.poll(() => requests).toEqual(['1h', '4h', 'ticks']);
    await expect.poll(() => state().result?.hasVolumes).toBe(false);
    expect(state().feed.error).toBeUndefined();
  },
);

test('a service that is busy is not one without candles', async () => {
  const { session, shown, state, failure } = await openChart({ range: '7d' });
  await expect.poll(shown).toBe('1h');
  failure.error = new ServiceError(503, 'busy');
  session.setView({ ...defaultView, range: '30d' });
  await expect.poll(() => state().feed.error).toBe(failure.error);
  expect(state().hasCandles).toBe(true);
  failure.error = undefined;
  session.retry();
  await expect.poll(shown).toBe('4h');
});

test('after an outage, candles are loaded again', async () => {
  const { session, shown, state, failure } = await openChart({ range: '7d' });
  await expect.poll(shown).toBe('1h');
  failure.error = new NetworkError('no response');
  session.setView({ ...defaultView, range: '30d' });
  await expect.poll(() => state().feed.error).toBe(failure.error);
  failure.error = undefined;
  retryAfterOutage(session);
  await expect.poll(shown).toBe('4h');
  expect(state().hasCandles).toBe(true);
});

/** The charting library adapts to changes within two frames. */
function nextFrames(): Promise<void> {
  return new Promise((resolve) => {
    requestAnimationFrame(() => requestAnimationFrame(() => resolve()));
  });
}

/** Returns the rows of an image, from the top, that differ from another, by the color that they have now. */
function changedRows(before: HTMLCanvasElement, now: HTMLCanvasElement): ReadonlyMap<string, Set<number>> {
  const { width, height } = now;
  const [old = [], current = []] = [before, now].map(
    (canvas) => canvas.getContext('2d')?.getImageData(0, 0, width, height).data ?? [],
  );
  const rows = new Map<string, Set<number>>();
  for (let at = 0; at < current.length; at += 4) {
    const [red, green, blue] = [0, 1, 2].map((channel) => current[at + channel] ?? 0);
    if ([0, 1, 2].every((channel) => old[at + channel] === current[at + channel])) continue;
    const color = `rgb(${red}, ${green}, ${blue})`;
    rows.set(color, (rows.get(color) ?? new Set()).add(Math.floor(at / 4 / width)));
  }
  return rows;
}

test('marked trades are arrows, below the price for buys and above it for sells', async () => {
  const style = document.head.appendChild(document.createElement('style'));
  style.textContent = ':root { --up: rgb(0, 200, 0); --down: rgb(200, 0, 0); }';
  closing.push(() => style.remove());
  // The price is constant.
  const { session, shown, state } = await openChart({ range: '7d', type: 'line' });
  await expect.poll(shown).toBe('1h');
  await nextFrames();
  const before = session.chart.screenshot();
  const times = state().result?.bars.time;
  const markers = new TradeMarkers(session, [
    { time: ((times?.at(-60) ?? 0) + 100) * 1000, isBuy: true },
    { time: ((times?.at(-20) ?? 0) + 200) * 1000, isBuy: false },
  ]);
  await nextFrames();
  const rows = changedRows(before, session.chart.screenshot());
  const [buy, sell] = ['rgb(0, 200, 0)', 'rgb(200, 0, 0)'].map((color) => [...(rows.get(color) ?? [])]);
  expect(buy?.length).toBeGreaterThan(5);
  expect(sell?.length).toBeGreaterThan(5);
  expect(Math.max(...(sell ?? []))).toBeLessThan(Math.min(...(buy ?? [])));
  markers.remove();
  await nextFrames();
  expect(changedRows(before, session.chart.screenshot()).size).toBe(0);
});

/** Returns a copy of the plot as it was last painted. For a screenshot, the library paints it again. */
function paintedPlot(mount: HTMLElement): HTMLCanvasElement {
  const plot = mount.querySelector<HTMLCanvasElement>('td:nth-child(2) canvas');
  if (!plot) throw new Error('no plot');
  const { width, height } = plot;
  const copy = Object.assign(document.createElement('canvas'), { width, height });
  copy.getContext('2d')?.drawImage(plot, 0, 0);
  return copy;
}

/** Returns the number of rows of pixels of a plot that are bluer than those of another one. */
function blueRows(before: HTMLCanvasElement, now: HTMLCanvasElement): number {
  const isBlue = (color: string) => {
    const [red = 0, green = 0, blue = 0] = (color.match(/\d+/g) ?? []).map(Number);
    return blue > Math.max(red, green) + 50;
  };
  const rows = [...changedRows(before, now)];
  return new Set(rows.flatMap(([color, ofColor]) => (isBlue(color) ? [...ofColor] : []))).size;
}

function stripesInBlue(): void {
  const style = document.head.appendChild(document.createElement('style'));
  style.textContent = ':root { --muted: rgb(0, 0, 255); }';
  closing.push(() => style.remove());
}

// Before the other test, so that the code is loaded after the chart is painted.
test('the first candles are hatched if they are incomplete, without another change', async () => {
  stripesInBlue();
  const { session, shown, market, mount } = await openChart({ range: '24h' }, 40, () => 1, true);
  await expect.poll(() => session.state.getState().feed.isComplete).toBe(true);
  const blank = document.createElement('canvas');
  market.isUnread = true;
  market.isEmpty = false;
  session.loadNewer();
  await expect.poll(shown).toBe('15m');
  await expect.poll(() => blueRows(blank, paintedPlot(mount))).toBeGreaterThan(100);
});

test('incomplete candles are hatched, also after the appearance changes', async () => {
  stripesInBlue();
  const week = { from: NEWEST - 9 * DAY, to: NEWEST - 2 * DAY };
  const { session, shown, market, mount } = await openChart({ range: week });
  await expect.poll(shown).toBe('1h');
  await nextFrames();
  const complete = paintedPlot(mount);
  const stripedRows = () => blueRows(complete, paintedPlot(mount));
  market.isUnread = true;
  session.setView({ ...defaultView, range: '24h' });
  await expect.poll(shown).toBe('15m');
  session.setView({ ...defaultView, range: week });
  await expect.poll(shown).toBe('1h');
  await expect.poll(stripedRows).toBeGreaterThan(100);
  session.setView({ ...defaultView, range: week, type: 'bars' });
  await expect.poll(stripedRows).toBeGreaterThan(100);
  market.isUnread = false;
  session.setView({ ...defaultView, range: '24h' });
  await expect.poll(shown).toBe('15m');
  session.setView({ ...defaultView, range: week });
  await expect.poll(shown).toBe('1h');
  await nextFrames();
  expect(stripedRows()).toBe(0);
});

test('series are replaced when the appearance changes, but not when the chart is moved', async () => {
  const { session, shown } = await openChart({ range: '7d' });
  await expect.poll(shown).toBe('1h');
  const { prices } = session.chart;
  session.setView({
    ...defaultView,
    range: { from: NEWEST - 9 * DAY, to: NEWEST - 2 * DAY },
    priceLevels: [2],
  });
  expect(session.chart.prices).toBe(prices);
  document.documentElement.style.setProperty('--up', 'rgb(1, 2, 3)');
  closing.push(() => document.documentElement.style.removeProperty('--up'));
  session.updateColors();
  expect(session.chart.prices).not.toBe(prices);
  expect(session.colors.up).toBe('rgb(1, 2, 3)');
});

/** Opens a chart whose prices were a million times those of the last two days, or, `isRising`, a millionth. */
async function openCollapse(view: Partial<ChartView>, isRising = false) {
  const start = NEWEST - 2 * DAY;
  const priceAt = (time: number) => (time < start === isRising ? 1 : 1_234_567.8);
  const chart = await openChart({ range: '24h', interval: '15m', ...view }, 4, priceAt);
  await expect.poll(chart.shown).toBe('15m');
  const axis = () => [...chart.mount.querySelectorAll('td')].at(-4)?.offsetWidth ?? 0;
  await expect.poll(axis).toBeGreaterThan(0);
  /** Waits until the library has adapted to a size, which takes two frames. */
  const settledAxis = async () => {
    for (let frame = 0; frame < 3; frame += 1)
      await new Promise((resolve) => void requestAnimationFrame(resolve));
    return axis();
  };
  return { ...chart, axis, settledAxis };
}

test('the axis has room for the labels of all bars, so that moving the chart does not lay it out again', async () => {
  const { session, settledAxis } = await openCollapse({});
  const width = await settledAxis();
  expect(width).toBeGreaterThan(72);
  session.chart.pan(-150);
  expect(await settledAxis()).toBe(width);
});

test('an axis that became wider for changes in percent stays so while the chart is moved', async () => {
  const { session, mount, axis, settledAxis } = await openCollapse({ scale: 'percent' }, true);
  const narrow = await settledAxis();
  session.chart.pan(-150);
  await expect.poll(axis).toBeGreaterThan(narrow);
  const wide = axis();
  session.chart.pan(150);
  // The library measures the labels again when options of the chart change, as at the start of a gesture.
  mount.dispatchEvent(new PointerEvent('pointerdown'));
  mount.dispatchEvent(new PointerEvent('pointerup', { bubbles: true }));
  expect(await settledAxis()).toBe(wide);
});

test('marked trades stay when the appearance of the chart changes', async () => {
  const { session, shown, state } = await openChart({ range: '7d' });
  await expect.poll(shown).toBe('1h');
  const time = (state().result?.bars.time.at(-60) ?? 0) * 1000;
  session.setView({ ...defaultView, range: '7d', type: 'area' });
  await nextFrames();
  const unmarked = session.chart.screenshot();
  session.setView({ ...defaultView, range: '7d' });
  const markers = new TradeMarkers(session, [{ time, isBuy: true }]);
  session.setView({ ...defaultView, range: '7d', type: 'area' });
  await nextFrames();
  expect(changedRows(unmarked, session.chart.screenshot()).size).toBeGreaterThan(0);
  markers.remove();
  await nextFrames();
  expect(changedRows(unmarked, session.chart.screenshot()).size).toBe(0);
});

test('markers can be removed after the chart', async () => {
  const { session, shown, state } = await openChart({ range: '7d' });
  await expect.poll(shown).toBe('1h');
  const time = (state().result?.bars.time.at(-60) ?? 0) * 1000;
  const markers = new TradeMarkers(session, [{ time, isBuy: true }]);
  await nextFrames();
  for (const close of closing.splice(0)) close();
  const onError = vi.fn<() => void>();
  addEventListener('error', onError);
  closing.push(() => removeEventListener('error', onError));
  markers.remove();
  await nextFrames();
  expect(onError).not.toHaveBeenCalled();
});
