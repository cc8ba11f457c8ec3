import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  RouterProvider,
} from '@tanstack/react-router';
import { useState } from 'react';
import '#web/style/tokens.css';
import '#web/style/base.css';
import { beforeEach, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { pagePaths } from '#contract/page-links.ts';
import { emulateTouch } from '#testing/components/render-app.tsx';
import type { Indicator } from '#web/chart/bars/indicators.ts';
import { ChartSession } from '#web/chart/chart-session.ts';
import { type ChartView, defaultView } from '#web/chart/chart-view.ts';
import { readColors } from '#web/chart/rendering/chart-appearance.ts';
import { renderChartImage } from './chart-image.ts';
import { ChartToolbar, ImageMenu } from './chart-toolbar.tsx';
import type { Tool } from './chart-tools.tsx';

beforeEach(() => page.viewport(1440, 800));

interface Options {
  readonly start?: Partial<ChartView>;
  readonly overlayNames?: readonly string[];
  readonly counterpart?: string;
  readonly hasNativeCounterpart?: boolean;
  readonly hasMarketCap?: boolean;
}

interface HostProps extends Options {
  readonly onChange: (view: ChartView) => void;
  readonly onIndicators: (indicators: readonly Indicator[]) => void;
  readonly onClearLines: () => void;
}

/** Keeps the view and the tool, like the page. */
function Host({
  start,
  overlayNames = [],
  counterpart = 'USDT',
  hasNativeCounterpart = false,
  hasMarketCap = false,
  onChange,
  onIndicators,
  onClearLines,
}: HostProps) {
  const [view, setView] = useState<ChartView>({ ...defaultView, ...start });
  const [indicators, setIndicators] = useState<readonly Indicator[]>([]);
  const [isMarketCap, setMarketCap] = useState(false);
  const [hasProfile, setProfile] = useState(false);
  const [tool, setTool] = useState<Tool>();
  return (
    <main id="main" tabIndex={-1}>
      <ChartToolbar
        view={view}
        indicators={indicators}
        onIndicators={(next) => {
          setIndicators(next);
          onIndicators(next);
        }}
        hasProfile={hasProfile}
        onProfile={setProfile}
        units={{ counterpart, ton: 'GRAM', usd: 'USD', mcap: 'k USD market cap' }}
        unit={isMarketCap ? 'mcap' : view.quote}
        hasMarketCap={hasMarketCap}
        onUnit={(unit) => {
          setMarketCap(unit === 'mcap');
          const next = { ...view, quote: unit === 'mcap' ? 'usd' : unit, priceLevels: [] } as const;
          setView(next);
          onChange(next);
        }}
        hasNativeCounterpart={hasNativeCounterpart}
        overlayNames={overlayNames}
        session={undefined}
        title="Chart"
        onChange={(next) => {
          setView(next);
          onChange(next);
        }}
        tool={tool}
        onTool={setTool}
        onClearLines={onClearLines}
        onDraw={() => undefined}
        onFullScreen={() => undefined}
        onEmbed={() => undefined}
      />
    </main>
  );
}

async function renderToolbar(options: Options = {}) {
  const onChange = vi.fn<(view: ChartView) => void>();
  const onClearLines = vi.fn<() => void>();
  const onIndicators = vi.fn<(indicators: readonly Indicator[]) => void>();
  const root = createRootRoute();
  const pool = createRoute({
    getParentRoute: () => root,
    path: pagePaths.pool,
    component: () => (
      <Host {...options} onChange={onChange} onIndicators={onIndicators} onClearLines={onClearLines} />
    ),
  });
  const router = createRouter({
    routeTree: root.addChildren([pool]),
    history: createMemoryHistory({ initialEntries: ['/jetton/jetton/pool/pool'] }),
  });
  await router.load();
  const screen = await render(<RouterProvider router={router} />);
  const choose = (name: string, value: string) => screen.getByRole('combobox', { name }).selectOptions(value);
  return {
    screen,
    choose,
    onClearLines,
    view: () => onChange.mock.lastCall?.[0],
    indicators: () => onIndicators.mock.lastCall?.[0],
  };
}

test('each setting changes the view and keeps the others', async () => {
  const { screen, choose, view } = await renderToolbar();
  await choose('Price in', 'usd');
  await choose('Type', 'area');
  const hour = screen.getByRole('button', { name: '1h', exact: true });
  await hour.click();
  await expect.element(hour).toHaveAttribute('aria-pressed', 'true');
  expect(view()).toEqual({ ...defaultView, quote: 'usd', type: 'area', interval: '1h' });
});

test('market caps are in USD', async () => {
  const { screen, choose, view } = await renderToolbar({ hasMarketCap: true });
  await choose('Price in', 'MCap');
  expect(view()?.quote).toBe('usd');
  await expect.element(screen.getByRole('combobox', { name: 'Price in' })).toHaveValue('mcap');
});

test('rare intervals are in a menu that shows the selected one', async () => {
  const { screen, choose, view } = await renderToolbar();
  const more = screen.getByRole('combobox', { name: 'More intervals' });
  await expect.element(more).toHaveDisplayValue('More');
  await choose('More intervals', '1w');
  expect(view()?.interval).toBe('1w');
  await expect.element(more).toHaveDisplayValue('1w');
  await screen.getByRole('button', { name: '5m', exact: true }).click();
  await expect.element(more).toHaveDisplayValue('More');
  expect(view()?.interval).toBe('5m');
});

test('price lines belong to a unit', async () => {
  const { choose, view } = await renderToolbar({ start: { priceLevels: [2] } });
  await choose('Price in', 'usd');
  expect(view()?.priceLevels).toEqual([]);
});

test.each([
  [1440, 'a mouse', 40],
  [1024, 'a mouse', 40],
  [390, 'a mouse', 45],
  [1366, 'touch', 57],
  [1024, 'touch', 57],
  [390, 'touch', 45],
])('is one row at a width of %d pixels with %s', async (width, pointer, height) => {
  if (pointer === 'touch') await emulateTouch();
  await page.viewport(width, 800);
  const { screen } = await renderToolbar({ start: { priceLevels: [2] } });
  const toolbar = screen.getByRole('toolbar').element();
  expect(toolbar.getBoundingClientRect().height).toBeLessThanOrEqual(height + 1);
  expect(toolbar.scrollWidth).toBeLessThanOrEqual(toolbar.clientWidth);
  const more = screen.getByRole('button', { name: 'More chart options' });
  await more.click();
  await expect.element(screen.getByRole('button', { name: 'Embed this chart' })).toBeVisible();
});

test.each([
  ['a pool with another quote', {}, ['USDT', 'GRAM', 'USD']],
  ['a pool with the native coin', { counterpart: 'GRAM', hasNativeCounterpart: true }, ['GRAM', 'USD']],
  ['a pool with a jetton called GRAM', { counterpart: 'GRAM' }, ['GRAM (jetton)', 'GRAM', 'USD']],
  ['overlaid pools', { overlayNames: ['A / B'] }, ['GRAM', 'USD']],
])('offers each quote once for %s', async (_, options, expected) => {
  const { screen } = await renderToolbar(options);
  const offered = screen.getByRole('combobox', { name: 'Price in' }).getByRole('option').elements();
  expect(offered.map(({ textContent }) => textContent)).toEqual(expected);
});

test('moving averages can be added, changed and removed', async () => {
  const { screen, choose, view } = await renderToolbar();
  await screen.getByRole('button', { name: 'Indicators' }).click();
  const add = screen.getByRole('button', { name: 'Add moving average' });
  await add.click();
  expect(view()?.averages).toEqual([{ kind: 'sma', length: 20 }]);
  await add.click();
  expect(view()?.averages.map(({ length }) => length)).toEqual([20, 50]);
  const panel = screen.getByRole('region', { name: 'Indicators' }).element();
  expect(panel.scrollWidth).toBeLessThanOrEqual(panel.clientWidth);
  await choose('Type of moving average 1', 'ema');
  expect(view()?.averages[0]).toEqual({ kind: 'ema', length: 20 });
  await screen.getByRole('button', { name: 'Remove moving average 1' }).click();
  expect(view()?.averages).toEqual([{ kind: 'sma', length: 50 }]);
});

test('Enter applies the length of a moving average, unless it is invalid', async () => {
  const { screen, view } = await renderToolbar({ start: { averages: [{ kind: 'sma', length: 20 }] } });
  await screen.getByRole('button', { name: 'Indicators' }).click();
  const length = screen.getByRole('spinbutton', { name: 'Length of moving average 1' });
  await length.fill('0');
  await userEvent.keyboard('{Enter}');
  expect(view()).toBeUndefined();
  await length.fill('33');
  await userEvent.keyboard('{Enter}');
  expect(view()?.averages).toEqual([{ kind: 'sma', length: 33 }]);
});

test('indicators can be added, changed and removed by keyboard', async () => {
  const { screen, indicators } = await renderToolbar();
  await screen.getByRole('button', { name: 'Indicators' }).click();
  const addMacd = screen.getByRole('button', { name: 'Add MACD' });
  await expect.element(addMacd).toBeVisible();
  addMacd.element().focus();
  await userEvent.keyboard('{Enter}');
  expect(indicators()).toEqual([{ kind: 'macd', parameters: [12, 26, 9] }]);
  await expect.element(addMacd).toBeDisabled();
  await expect.element(screen.getByRole('group', { name: 'Add' })).toHaveFocus();
  const slow = screen.getByRole('group', { name: 'MACD' }).getByRole('spinbutton', { name: 'Slow' });
  await slow.fill('1');
  await userEvent.keyboard('{Enter}');
  await slow.fill('30');
  await userEvent.keyboard('{Enter}');
  expect(indicators()).toEqual([{ kind: 'macd', parameters: [12, 30, 9] }]);
  await expect.element(slow).toHaveFocus();
  await expect.element(addMacd).toBeEnabled();
  const remove = screen.getByRole('button', { name: 'Remove MACD' });
  remove.element().focus();
  await userEvent.keyboard('{Enter}');
  expect(indicators()).toEqual([]);
  await expect.element(screen.getByRole('group', { name: 'Add' })).toHaveFocus();
});

test('the volume profile is switched next to the indicators', async () => {
  const { screen } = await renderToolbar();
  await screen.getByRole('button', { name: 'Indicators' }).click();
  const profile = screen.getByRole('checkbox', { name: 'Volume profile of the visible candles' });
  await profile.click();
  await expect.element(profile).toBeChecked();
});

test('at most five indicators can be added, and the panel does not scroll sideways', async () => {
  const { screen, indicators } = await renderToolbar();
  await screen.getByRole('button', { name: 'Indicators' }).click();
  for (const name of ['VWAP', 'Bollinger Bands', 'RSI', 'MACD', 'ATR'])
    await screen.getByRole('button', { name: `Add ${name}` }).click();
  expect(indicators()?.map(({ kind }) => kind)).toEqual(['vwap', 'bb', 'rsi', 'macd', 'atr']);
  const length = screen.getByRole('group', { name: 'RSI' }).getByRole('spinbutton');
  await length.fill('7');
  await userEvent.keyboard('{Enter}');
  await expect.element(screen.getByRole('button', { name: 'Add RSI' })).toBeDisabled();
  const panel = screen.getByRole('region', { name: 'Indicators' }).element();
  expect(panel.scrollWidth).toBeLessThanOrEqual(panel.clientWidth);
  await expect.element(screen.getByText('Since midnight UTC')).toBeVisible();
});

test('"Go to date" shows a day of the time zone', async () => {
  const { screen, choose, view } = await renderToolbar();
  await screen.getByRole('button', { name: 'More chart options' }).click();
  await choose('Time', 'utc');
  await screen.getByLabelText('Go to').fill('2026-01-20');
  const midnight = Date.UTC(2026, 0, 20) / 1000;
  expect(view()?.range).toEqual({ from: midnight, to: midnight + 86_400 });
});

test('on phones, everything is in the window: the unit, interval and type, and the rest in a menu', async () => {
  await emulateTouch();
  await page.viewport(390, 844);
  const { screen, choose, view } = await renderToolbar({ start: { priceLevels: [2] } });
  await choose('Interval', '4h');
  expect(view()?.interval).toBe('4h');
  for (const control of screen.getByRole('toolbar').element().querySelectorAll('select, button')) {
    expect(control.getBoundingClientRect().right).toBeLessThanOrEqual(390);
  }
  const more = screen.getByRole('button', { name: 'More chart options' });
  await more.click();
  const menu = screen.getByRole('region', { name: 'More chart options' });
  await menu.getByRole('button', { name: 'Add moving average' }).click();
  expect(view()?.averages).toEqual([{ kind: 'sma', length: 20 }]);
  await expect.element(menu.getByRole('button', { name: 'Full screen' })).toBeVisible();
  await expect.element(menu.getByRole('button', { name: 'Clear lines' })).toBeVisible();
  await menu.getByRole('button', { name: 'Measure' }).click();
  await expect.element(menu).not.toBeInTheDocument();
  const measure = screen.getByRole('button', { name: 'Measure', pressed: true });
  await measure.click();
  await expect.element(measure).not.toBeInTheDocument();
});

test('in narrow windows, the price alert is in the menu until it is selected', async () => {
  await page.viewport(1024, 800);
  const { screen } = await renderToolbar();
  const alert = screen.getByRole('button', { name: 'Price alert' });
  await expect.element(alert).not.toBeInTheDocument();
  await screen.getByRole('button', { name: 'More chart options' }).click();
  await expect.element(screen.getByRole('button', { name: 'Full screen' })).toBeVisible();
  await alert.click();
  await expect.element(alert).toHaveAttribute('aria-pressed', 'true');
  const main = screen.getByRole('main');
  await expect.element(main).toHaveFocus();
  await alert.click();
  await expect.element(alert).not.toBeInTheDocument();
  await expect.element(main).toHaveFocus();
});

test('tools are toggled, one at a time', async () => {
  const { screen, onClearLines } = await renderToolbar({ start: { priceLevels: [2] } });
  const measure = screen.getByRole('button', { name: 'Measure' });
  const line = screen.getByRole('button', { name: 'Price line' });
  await measure.click();
  await expect.element(measure).toHaveAttribute('aria-pressed', 'true');
  await line.click();
  await expect.element(measure).toHaveAttribute('aria-pressed', 'false');
  await expect.element(line).toHaveAttribute('aria-pressed', 'true');
  await screen.getByRole('button', { name: 'Clear lines' }).click();
  expect(onClearLines).toHaveBeenCalledOnce();
  await expect.element(screen.getByRole('main')).toHaveFocus();
  await line.click();
  await expect.element(line).toHaveAttribute('aria-pressed', 'false');
});

async function renderMenu({ isEmpty = false } = {}) {
  const mount = document.body.appendChild(document.createElement('div'));
  mount.style.cssText = 'width: 400px; height: 200px';
  const swap = { time: Date.now(), lt: 1n, prices: { counterpart: 1, ton: 1, usd: 1 } };
  const session = new ChartSession(mount, defaultView, {
    history: { fetchTicks: () => Promise.resolve({ items: isEmpty ? [] : [swap], next: undefined }) },
    onMove: () => undefined,
    isLive: () => false,
  });
  await expect.poll(() => session.state.getState().feed.isComplete).toBe(true);
  await expect.poll(() => session.chart.rendering === undefined).toBe(isEmpty);
  const screen = await render(
    <ImageMenu
      session={session}
      view={defaultView}
      indicators={[]}
      title="A / B"
      unit="GRAM"
      overlayNames={[]}
    />,
  );
  const close = () => {
    session.close();
    mount.remove();
    vi.restoreAllMocks();
  };
  return { screen, close };
}

test('reports that an image could not be created, as without bars', async () => {
  const { screen, close } = await renderMenu({ isEmpty: true });
  const message = screen.getByRole('status');
  await screen.getByRole('button', { name: 'Save image' }).click();
  await expect.element(message).toHaveTextContent("Couldn't create the image");
  close();
});

test('a copy that the browser rejects is not reported as unsupported', async () => {
  const { screen, close } = await renderMenu();
  vi.spyOn(navigator.clipboard, 'write').mockRejectedValue(new DOMException('denied', 'NotAllowedError'));
  await screen.getByRole('button', { name: 'Copy image' }).click();
  await expect.element(screen.getByRole('status')).toHaveTextContent("Couldn't copy the image");
  close();
});

test('details that do not fit next to the title have their own row, and no text is wider than the image', async () => {
  const chart = document.createElement('canvas');
  chart.width = 300 * devicePixelRatio;
  chart.height = 100 * devicePixelRatio;
  const description = { title: 'A / B', details: '1.5 GRAM · 1h · candles', lines: [], period: 'Today' };
  const drawn = vi.spyOn(CanvasRenderingContext2D.prototype, 'fillText');
  const rowsOf = async (title: string) => {
    drawn.mockClear();
    const colors = readColors(document.body);
    await renderChartImage(chart, { ...description, title }, colors, 1);
    const [first, second] = drawn.mock.calls;
    return { titleWidth: first?.[3], isBelow: (second?.[2] ?? 0) > (first?.[2] ?? 0) };
  };
  expect(await rowsOf('A / B')).toEqual({ titleWidth: 276, isBelow: false });
  expect(await rowsOf('A very long symbol / ANOTHER')).toEqual({ titleWidth: 276, isBelow: true });
  vi.restoreAllMocks();
});

test('texts of images grow with the text size of the browser, as the labels of the chart do', async () => {
  const chart = document.createElement('canvas');
  chart.width = 600 * devicePixelRatio;
  chart.height = 100 * devicePixelRatio;
  const description = { title: 'A / B', details: '1.5 GRAM', lines: [], period: 'Today' };
  const colors = readColors(document.body);
  const heightOfTexts = async (scale: number) => {
    const image = await createImageBitmap(await renderChartImage(chart, description, colors, scale));
    return image.height - chart.height;
  };
  expect(await heightOfTexts(2)).toBe(2 * (await heightOfTexts(1)));
});
