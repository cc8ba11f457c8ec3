import fc from 'fast-check';
import { afterEach, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { NetworkError } from '#web/api/client/errors.ts';
import { OverlayLines, type OverlayListener } from './bars/overlay-lines.ts';
import { ChartNavigation } from './chart-navigation.ts';
import { ChartSession } from './chart-session.ts';
import { defaultView } from './chart-view.ts';
import type { FetchTicks } from './history/market-history.ts';
import { addOverlays } from './rendering/overlay-series.ts';
import { plotOf } from './rendering/plot.ts';
import { timeLabels } from './rendering/time-labels.ts';
import { retryAfterOutage } from './view/use-chart-session.ts';

const PAGE = 100;
const NEWEST = Date.UTC(2026, 0, 29);

const closing: (() => void)[] = [];
afterEach(() => {
  for (const close of closing.splice(0)) close();
});

/** The price of a swap that many minutes before the newest one. */
const wave = (minutes: number) => 1 + Math.sin(minutes / 20) / 10;

/** Opens the chart of a market with a swap per minute, in pages of 100. */
async function openChart({ pages = 3, view = {}, priceAt = wave, isHidden = false } = {}) {
  await page.viewport(1000, 600);
  const fetchTicks = vi.fn<FetchTicks>(({ cursor = '0', from }) => {
    const number = Number(cursor);
    const ticks = Array.from({ length: PAGE }, (_, index) => {
      const minutes = number * PAGE + index;
      const price = priceAt(minutes);
      return {
        time: NEWEST - minutes * 60_000,
        lt: BigInt(1e9 - minutes),
        prices: { counterpart: price, ton: price, usd: price },
      };
    });
    return Promise.resolve({
      items: from ? [] : ticks,
      next: !from && number + 1 < pages ? String(number + 1) : undefined,
    });
  });
  const area = document.createElement('div');
  area.tabIndex = 0;
  area.dataset.testid = 'chart';
  area.style.cssText = 'position: relative; width: 800px; height: 400px';
  area.hidden = isHidden;
  document.body.append(area);
  const mount = document.createElement('div');
  mount.style.height = '100%';
  area.append(mount);
  const options = {
    history: { fetchTicks },
    overlays: {
      createLines: (listener: OverlayListener) => new OverlayLines(listener),
      addSeries: addOverlays,
    },
    onMove: () => undefined,
    isLive: () => false,
  };
  const session = new ChartSession(
    mount,
    { ...defaultView, interval: '1m', range: '1h', zone: 'utc', ...view },
    options,
  );
  const announce = vi.fn<(text: string) => void>();
  const navigation = new ChartNavigation(area, session, announce);
  closing.push(() => {
    navigation.detach();
    session.close();
    area.remove();
  });
  const state = () => session.state.getState();
  await expect.poll(() => state().result?.bars.length).toBeGreaterThan(0);
  const visible = () => state().visible ?? { from: Number.NaN, to: Number.NaN };
  const width = () => visible().to - visible().from;
  /** Turns the wheel. Returns whether the page may scroll. */
  const wheel = (deltaY: number, init: WheelEventInit = {}) =>
    mount.dispatchEvent(
      new WheelEvent('wheel', { deltaY, clientX: 300, bubbles: true, cancelable: true, ...init }),
    );
  return { area, mount, session, state, visible, width, wheel, fetchTicks, announce };
}

/** Returns the times at both edges of the rendered plot, in minutes before the newest swap. */
function edges({ chart }: ChartSession): readonly number[] {
  const width = 1 / chart.fractionAt(1);
  const seconds = [1, width - 1].map((x) => plotOf(chart)?.second(x) ?? Number.NaN);
  return seconds.map((second) => Math.round(NEWEST / 60_000 - second / 60));
}

/** An hour, a bar before it, and space after the newest one. */
const OPENED = [61, -3];

/** The same, zoomed in by turning the wheel by 200 pixels. */
const ZOOMED = [52, 10];

test('a chart that loads while hidden opens with its range', async () => {
  const shown = await openChart();
  await expect.poll(() => edges(shown.session)).toEqual(OPENED);
  const { area, session } = await openChart({ isHidden: true });
  area.hidden = false;
  await expect.poll(() => edges(session)).toEqual(OPENED);
});

/** Sizes of a chart in a folded panel, a minimized window, or on a phone that is turned. 0 × 0: not rendered at all. */
const sizes = fc.constantFrom(
  [0, 0],
  [0, 400],
  [1, 1],
  [70, 30],
  [160, 28],
  [320, 700],
  [700, 320],
  [1600, 900],
);

test('the table by which the library lays out a chart is hidden from screen readers', async () => {
  const { mount } = await openChart();
  expect(mount.querySelector('table')).not.toBeNull();
  expect(page.getByRole('table').elements()).toEqual([]);
});

test('the range stays the same at any sizes', async () => {
  const { area, session, wheel } = await openChart();
  await expect.poll(() => edges(session)).toEqual(OPENED);
  const resize = async ([width = 0, height = 0]: readonly number[]) => {
    area.style.width = `${width}px`;
    area.style.height = `${height}px`;
    area.hidden = width + height === 0;
    for (let frame = 0; frame < 3; frame += 1) await new Promise(requestAnimationFrame);
  };
  const expectEdges = ([from = 0, to = 0]: readonly number[]) => {
    const moves = () => edges(session).map((edge, index) => Math.abs(edge - (index === 0 ? from : to)));
    return expect.poll(() => Math.max(...moves())).toBeLessThanOrEqual(1);
  };
  const keeps = (expected: readonly number[]) =>
    fc.asyncProperty(fc.array(sizes, { minLength: 1, maxLength: 4 }), async (passed) => {
      for (const size of [...passed, [800, 400]]) {
        await resize(size);
        if (Math.min(...size) >= 300) await expectEdges(expected);
      }
    });
  await fc.assert(keeps(OPENED), { numRuns: 10, endOnFailure: true });
  wheel(-200, { ctrlKey: true });
  await expectEdges(ZOOMED);
  await fc.assert(keeps(ZOOMED), { numRuns: 5, endOnFailure: true });
});

test('measuring by keyboard announces changes like those of the tool', async () => {
  const { area, announce } = await openChart({ priceAt: (minutes) => (minutes === 0 ? 126 : 1) });
  area.focus();
  await userEvent.keyboard('{End}{ArrowLeft}{Shift>}{ArrowRight}{/Shift}');
  expect(announce.mock.lastCall?.[0]).toMatch(/; \+12,500% in 1 min$/);
});

test('the keyboard stays at its bar when older ones are loaded, and when the interval changes', async () => {
  const { area, session, announce } = await openChart({ pages: 30 });
  const bars = () => session.state.getState().result?.bars;
  const press = async (keys: string) => {
    await userEvent.keyboard(keys);
    return announce.mock.lastCall?.[0] ?? '';
  };
  area.focus();
  const first = bars()?.time[0] ?? 0;
  expect(await press('{Home}')).toContain(timeLabels('utc', '1m').dateTime(first));
  await expect.poll(() => bars()?.time[0] ?? first).toBeLessThan(first);
  expect(await press('{ArrowRight}')).toContain(timeLabels('utc', '1m').dateTime(first + 60));
  const count = bars()?.length ?? 0;
  await press('{Shift>}{ArrowRight}{/Shift}');
  session.chart.pan(-count);
  await expect.poll(() => bars()?.length).toBeGreaterThan(count);
  expect(await press('{Shift>}{ArrowRight}{/Shift}')).toMatch(/ in 2 min$/);
  session.setView({ ...defaultView, interval: '5m', range: '1h', zone: 'utc' });
  await expect.poll(() => session.state.getState().result?.interval).toBe('5m');
  const start = Math.floor((first + 180) / 300) * 300;
  expect(await press('{ArrowRight}')).toContain(timeLabels('utc', '5m').dateTime(start + 300));
});

const hint = () => page.getByText('Click the chart or hold Ctrl to zoom with the wheel');

test('without focus, the wheel scrolls the page and shows a hint once', async () => {
  const { wheel, width } = await openChart();
  const before = width();
  expect(wheel(100)).toBe(true);
  expect(width()).toBe(before);
  await expect.element(hint()).toBeVisible();
  await expect.element(hint()).not.toBeInTheDocument();
  expect(wheel(100)).toBe(true);
  expect(hint().query()).toBeNull();
});

test('the wheel zooms with Ctrl, or once the chart was clicked', async () => {
  const { area, wheel, width } = await openChart();
  const before = width();
  expect(wheel(-100, { ctrlKey: true })).toBe(false);
  const zoomed = width();
  expect(zoomed).toBeLessThan(before);
  await page.getByTestId('chart').click();
  expect(document.activeElement).toBe(area);
  expect(wheel(-100)).toBe(false);
  expect(width()).toBeLessThan(zoomed);
  await userEvent.keyboard('{Escape}');
  expect(wheel(-100)).toBe(true);
  expect(document.activeElement).toBe(area);
  await userEvent.keyboard('{ArrowLeft}');
  expect(wheel(-100)).toBe(false);
});

test('pinching zooms by the distance of the fingers, also with one of them on the price axis', async () => {
  const { mount, visible, width } = await openChart();
  const fingers = (type: string, ...positions: readonly number[]) => {
    const touches = positions.map(
      (clientX, identifier) => new Touch({ identifier, target: mount, clientX, clientY: 100 }),
    );
    return mount.dispatchEvent(new TouchEvent(type, { touches, bubbles: true, cancelable: true }));
  };
  const [before, left] = [width(), mount.getBoundingClientRect().left];
  fingers('touchstart', left + 380);
  fingers('touchstart', left + 380, left + 400);
  expect(fingers('touchmove', left + 350, left + 430)).toBe(false);
  expect(width()).toBeCloseTo(before / 4);
  fingers('touchmove', left + 380, left + 400);
  expect(width()).toBeCloseTo(before);
  fingers('touchend', left + 380);
  const { from } = visible();
  expect(fingers('touchmove', left + 200)).toBe(false);
  expect(visible().from).toBe(from);
  fingers('touchend');
  expect(fingers('touchmove', left + 200)).toBe(true);
});

test('zooming out ends when the whole history is visible, and loads each page once', async () => {
  const { area, state, visible, wheel, fetchTicks } = await openChart();
  area.focus();
  for (let turn = 0; turn < 30; turn += 1) wheel(200);
  await expect.poll(() => state().feed.isComplete).toBe(true);
  await expect.poll(() => state().result?.bars.length).toBe(3 * PAGE);
  for (let turn = 0; turn < 30; turn += 1) wheel(200);
  expect(visible().from).toBeCloseTo(-1);
  expect(visible().to).toBeCloseTo(3 * PAGE - 1 + 3);
  expect(fetchTicks).toHaveBeenCalledTimes(3);
});

test('space for older bars is removed when the history turns out to be complete', async () => {
  const { area, state, visible, wheel } = await openChart({ pages: 2 });
  area.focus();
  for (let turn = 0; turn < 10; turn += 1) wheel(200);
  expect(visible().from).toBeLessThan(-1);
  await expect.poll(() => state().feed.isComplete).toBe(true);
  await expect.poll(() => visible().from).toBeCloseTo(-1);
});

test('one turn of the wheel loads a limited number of pages', async () => {
  const { area, state, wheel, fetchTicks } = await openChart({ pages: 1000, view: { interval: '1d' } });
  area.focus();
  wheel(200);
  const pages = 1 + 20;
  await expect.poll(() => state().result?.swapCount).toBe(pages * PAGE);
  expect(fetchTicks).toHaveBeenCalledTimes(pages);
});

test('a click does not move a chart that shows all bars', async () => {
  const { session, state, visible } = await openChart();
  session.setView({ ...defaultView, interval: '1m', range: 'all', zone: 'utc' });
  await expect.poll(() => state().feed.isComplete).toBe(true);
  // Of all pages.
  await expect.poll(() => visible().to).toBeGreaterThan(3 * PAGE);
  const before = visible();
  await page.getByTestId('chart').click();
  await expect.poll(() => state().crosshairIndex).toBeGreaterThan(0);
  for (let frame = 0; frame < 3; frame += 1) await new Promise(requestAnimationFrame);
  expect(visible()).toEqual(before);
  expect(state().requestedRange).toBe('all');
});

test('dragging ends at the first bar and shortly after the newest one', async () => {
  const { area, state, visible, wheel } = await openChart();
  area.focus();
  for (let turn = 0; turn < 30; turn += 1) wheel(200);
  await expect.poll(() => state().feed.isComplete).toBe(true);
  wheel(-200);
  wheel(-200);
  const drag = async (fromX: number, toX: number) => {
    const { left, top } = area.getBoundingClientRect();
    const canvas = document.elementFromPoint(left + fromX, top + 100);
    const send = (type: string, x: number) =>
      canvas?.dispatchEvent(
        new MouseEvent(type, { clientX: left + x, clientY: top + 100, bubbles: true, button: 0, buttons: 1 }),
      );
    send('pointerdown', fromX);
    send('mousedown', fromX);
    for (let step = 0; step <= 10; step += 1) {
      send('mousemove', fromX + ((toX - fromX) * step) / 10);
      await new Promise(requestAnimationFrame);
    }
    send('mouseup', toX);
    send('pointerup', toX);
  };
  // How far a drag moves depends on how many turns of the wheel have been applied.
  do await drag(50, 700);
  while (visible().from > 0);
  await drag(50, 700);
  await expect.poll(() => visible().from).toBeGreaterThan(-1.6);
  do await drag(700, 50);
  while (visible().to < 3 * PAGE - 1);
  await drag(700, 50);
  await expect.poll(() => visible().to).toBeLessThan(3 * PAGE + 3);
});

test('after an outage, swaps that could not be loaded are loaded again', async () => {
  const { session, state, fetchTicks } = await openChart();
  const error = new NetworkError('no response');
  const fetchOther = vi.fn<FetchTicks>().mockRejectedValue(error);
  session.setOverlays([{ key: 'other', history: { fetchTicks: fetchOther } }]);
  await expect.poll(() => state().overlayErrors.get('other')).toBe(error);
  fetchTicks.mockRejectedValueOnce(error);
  session.setView({ ...defaultView, range: 'all' });
  await expect.poll(() => state().feed.error).toBe(error);
  fetchOther.mockImplementation(fetchTicks);
  retryAfterOutage(session);
  await expect.poll(() => state().feed).toMatchObject({ error: undefined, isComplete: true });
  await expect.poll(() => state().overlayErrors.size).toBe(0);
});
