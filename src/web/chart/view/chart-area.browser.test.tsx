import { QueryClientProvider } from '@tanstack/react-query';
import { useState } from 'react';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { createStore } from 'zustand';
import { amountFromDecimal } from '#contract/amount.ts';
import { getJettonMarketVolumeProfile } from '#contract/volume-profile.ts';
import { barResult, column } from '#testing/components/responses.ts';
import { createQueryClient } from '#web/api/client/query-client.ts';
import type { BarResult } from '#web/chart/bars/bar-messages.ts';
import { newIndicator } from '#web/chart/bars/indicators.ts';
import type { MovingAverage } from '#web/chart/bars/moving-averages.ts';
import type { ChartSession } from '#web/chart/chart-session.ts';
import { type ChartView, defaultView } from '#web/chart/chart-view.ts';
import type { ShownIndicators } from '#web/chart/rendering/chart-appearance.ts';
import { ChartTools, type Tool } from '#web/pool/toolbar/chart-tools.tsx';
import { ChartArea, ChartStatus } from './chart-area.tsx';
import { ChartIndicators } from './chart-indicators.tsx';
import { ChartLegend } from './chart-legend.tsx';
import { ChartProfile } from './chart-profile.tsx';
import { IndicatorsPanel } from './indicators-panel.tsx';
import '#web/style/tokens.css';
import '#web/style/base.css';
import '#web/style/layout.css';

/** A chart with the tool for price lines. */
function ToolHost({ run }: { run: () => string }) {
  const [tool, setTool] = useState<Tool | undefined>('line');
  // The tool reads the session when the pointer is on it.
  const tools = { session: {} as ChartSession, unit: 'USD', onPrice: run };
  return (
    <main id="main" tabIndex={-1}>
      <ChartArea session={undefined} label="Price" enter={{ hint: '', run }}>
        {tool ? <ChartTools {...tools} tool={tool} onClose={() => setTool(undefined)} /> : null}
      </ChartArea>
    </main>
  );
}

describe('chart area', () => {
  test('names what Enter does and announces its result', async () => {
    const enter = { hint: 'Press Enter to add a price line.', run: () => 'Line added at 1.5 GRAM' };
    const screen = await render(
      <ChartArea session={undefined} label="Price" enter={enter}>
        {null}
      </ChartArea>,
    );
    const area = screen.getByRole('application', { name: /Press Enter to add a price line\.$/ });
    await expect.element(area).toBeInTheDocument();
    await userEvent.keyboard('{Tab}{Enter}');
    await expect.element(screen.getByText('Line added at 1.5 GRAM')).toBeInTheDocument();
  });

  test('Enter on Cancel only ends the tool, and the focus moves to the content of the page', async () => {
    const run = vi.fn<() => string>(() => '');
    const screen = await render(<ToolHost run={run} />);
    await userEvent.keyboard('{Tab}{Tab}');
    const cancel = screen.getByRole('button', { name: 'Cancel' });
    await expect.element(cancel).toHaveFocus();
    await userEvent.keyboard('{Enter}');
    await expect.element(cancel).not.toBeInTheDocument();
    expect(run).not.toHaveBeenCalled();
    await expect.element(screen.getByRole('main')).toHaveFocus();
  });
});

test('retrying moves the focus to the content of the page, because the button disappears', async () => {
  const state = createStore(() => ({ feed: { error: new Error('Offline'), isLoading: false } }));
  const retry = () => state.setState({ feed: { error: undefined as unknown as Error, isLoading: true } });
  const session = { state, retry } as unknown as ChartSession;
  const screen = await render(
    <QueryClientProvider client={createQueryClient()}>
      <main id="main" tabIndex={-1}>
        <ChartStatus session={session} />
      </main>
    </QueryClientProvider>,
  );
  screen.getByRole('button', { name: 'Retry' }).element().focus();
  await userEvent.keyboard('{Enter}');
  await expect.element(screen.getByText('Loading…')).toBeInTheDocument();
  await expect.element(screen.getByRole('main')).toHaveFocus();
});

test('the progress of loading leaves the titles of low panes free', async () => {
  const state = createStore(() => ({ feed: { error: undefined, isLoading: true } }));
  const session = { state } as unknown as ChartSession;
  const screen = await render(
    <QueryClientProvider client={createQueryClient()}>
      <div style={{ position: 'relative', height: 200 }}>
        <ChartStatus session={session} />
      </div>
    </QueryClientProvider>,
  );
  const box = screen.container.getBoundingClientRect();
  const status = screen.getByRole('status').element().getBoundingClientRect();
  expect(status.top).toBeGreaterThan(box.top);
  expect(status.bottom).toBeLessThan(box.top + 100);
});

describe('chart legend', () => {
  /** Renders the legend of the first bar. */
  function renderLegend(result: BarResult, { view = defaultView, currentPrice }: Options = {}) {
    const state = createStore(() => ({ result, crosshairIndex: 0 }));
    // The legend only reads the state of a session, which otherwise needs a chart and ticks.
    const session = { state } as unknown as ChartSession;
    return render(<ChartLegend session={session} view={view} unit="USD" currentPrice={currentPrice} />);
  }

  interface Options {
    readonly view?: ChartView;
    readonly currentPrice?: string;
  }

  test('every moving average has a swatch in the color of its line', async () => {
    const result = barResult(
      { time: column(1_769_670_000), close: column(2) },
      { averages: [column(1.5), column(1.75)] },
    );
    const view: ChartView = {
      ...defaultView,
      averages: [
        { kind: 'sma', length: 20 },
        { kind: 'ema', length: 50 },
      ],
    };
    const { container } = await renderLegend(result, { view });
    const swatches = [...container.querySelectorAll('[data-average]')];
    expect(swatches.map(({ nextElementSibling }) => nextElementSibling?.textContent)).toEqual([
      'SMA 20 1.5',
      'EMA 50 1.75',
    ]);
    const colors = swatches.map((swatch) => getComputedStyle(swatch).borderTopColor);
    expect(new Set(colors).size).toBe(2);
  });

  test('on phones, long prices and averages stay on one line, whose start has the change', async () => {
    await page.viewport(390, 844);
    const price = column(0.000_000_123_456);
    const result = barResult(
      { time: column(1_769_670_000), open: price, high: price, low: price, close: price },
      { averages: [price] },
    );
    const view: ChartView = { ...defaultView, averages: [{ kind: 'sma', length: 20 }] };
    const screen = await renderLegend(result, { view });
    const { container } = screen;
    expect(container.textContent).toContain('C 0.0₆123456');
    expect(container.textContent).toMatch(/^USD/);
    expect(container.clientHeight).toBeLessThanOrEqual(28);
    expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(390);
    const left = (text: string | RegExp) => screen.getByText(text).element().getBoundingClientRect().left;
    expect(left(/%$/)).toBeGreaterThan(left('C 0.0₆123456'));
    expect(left(/%$/)).toBeLessThan(left('O 0.0₆123456'));
  });

  test('shows the volume, and that a candle is incomplete', async () => {
    await page.viewport(1440, 900);
    const columns = {
      time: column(1_769_670_000),
      close: column(2),
      volume: column(12_431.5),
      count: column(7),
    };
    const known = barResult({ ...columns, incomplete: column(1) }, { hasVolumes: true });
    const { container } = await renderLegend(known);
    expect(container.textContent).toContain('Vol 12.4k7 swapsIncomplete');
    const ticks = await renderLegend(barResult(columns));
    expect(ticks.container.textContent).not.toMatch(/Vol|Incomplete/);
  });

  test('a price that differs from the newest bar is called current, also on a snapshot', async () => {
    const result = barResult({ time: column(1_769_670_000), close: column(2) });
    const { container } = await renderLegend(result, { currentPrice: '2.18' });
    expect(container.textContent).toContain('Current 2.18');
  });

  test('indicators are shown until they are removed, with the values of the bar', async () => {
    const result = barResult(
      { time: column(1_769_670_000), close: column(2) },
      { indicators: [[column(55.5)], [column(2), column(3), column(1)]] },
    );
    const setIndicators = vi.fn<(shown: ShownIndicators | undefined) => void>();
    const state = createStore(() => ({ result, crosshairIndex: undefined }));
    const chart = { isRemoved: false };
    const session = { state, chart, setIndicators } as unknown as ChartSession;
    const indicators = [newIndicator('rsi'), newIndicator('bb')];
    const { container, unmount } = await render(
      <ChartIndicators session={session} indicators={indicators} />,
    );
    expect(container.textContent).toBe(' RSI 14 55.50 BB 20, 2 M 2 U 3 L 1');
    expect(setIndicators.mock.lastCall?.[0]?.list).toBe(indicators);
    expect(setIndicators.mock.lastCall?.[0]?.warmUp(3600)).toBe(70);
    await unmount();
    expect(setIndicators.mock.lastCall).toEqual([undefined]);
    const removed = await render(<ChartIndicators session={session} indicators={indicators} />);
    chart.isRemoved = true;
    await removed.unmount();
    expect(setIndicators.mock.lastCall?.[0]?.list).toBe(indicators);
  });
});

test('an invalid length of an indicator is marked until the field is left, which shows the applied one', async () => {
  const onAverages = vi.fn<(averages: readonly MovingAverage[]) => void>();
  const screen = await render(
    <IndicatorsPanel
      averages={[{ kind: 'sma', length: 20 }]}
      onAverages={onAverages}
      indicators={[]}
      onIndicators={() => undefined}
    />,
  );
  const field = screen.getByRole('spinbutton', { name: 'Length of moving average 1' });
  for (const text of ['1000', '1', '2.5']) {
    await field.fill(text);
    await userEvent.keyboard('{Enter}');
    await expect.element(field).toHaveAccessibleDescription('Whole number, 2 to 500');
    await expect.element(field).toBeInvalid();
    await userEvent.tab();
    await expect.element(field).toHaveValue(20);
    await expect.element(field).toBeValid();
  }
  await field.fill('');
  await userEvent.tab();
  await expect.element(field).toHaveValue(20);
  expect(onAverages).not.toHaveBeenCalled();
  await field.fill('50');
  await userEvent.keyboard('{Enter}');
  expect(onAverages.mock.calls).toEqual([[[{ kind: 'sma', length: 50 }]]]);
});

test('newer swaps renew the exact volume profile after a while, another range once it has settled', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
  const requests: URL[] = [];
  const stub = vi.spyOn(globalThis, 'fetch').mockImplementation(async (input) => {
    const url = new URL(input instanceof Request ? input.url : String(input), location.origin);
    if (url.pathname.endsWith('/config.json')) return Response.json({});
    if (url.pathname.endsWith('/openapi.json'))
      return Response.json({ paths: { [getJettonMarketVolumeProfile.path]: {} } });
    requests.push(url);
    const amounts = { from: '1', to: '2', bought: '3', sold: '4' };
    const row = Object.fromEntries(
      Object.entries(amounts).map(([name, text]) => [name, amountFromDecimal(text)]),
    );
    return Response.json({ rows: [{ ...row, buys: 1, sells: 1 }] });
  });
  onTestFinished(() => {
    stub.mockRestore();
    vi.useRealTimers();
  });
  const resultOf = (swaps: number) =>
    barResult({ time: column(0), low: column(1), high: column(2), close: column(2), count: column(swaps) });
  const state = createStore(() => ({ result: resultOf(1), visible: { from: 0, to: 1 } }));
  // A profile without series only reads the state of a session.
  const session = { state, chart: {} } as unknown as ChartSession;
  const market = { address: `0:${'a'.repeat(64)}`, poolAddress: `0:${'c'.repeat(64)}` };
  const profileOf = (view: ChartView) => (
    <QueryClientProvider client={client}>
      <ChartProfile session={session} view={view} {...market} />
    </QueryClientProvider>
  );
  const client = createQueryClient();
  const screen = await render(profileOf(defaultView));
  const estimate = screen.getByText('(estimate)', { exact: true });
  await expect.element(estimate).toBeVisible();
  /** Lets a time pass, and the requests of it be answered. */
  const pass = async (ms: number) => {
    await vi.advanceTimersByTimeAsync(ms);
    await new Promise<void>((resolve) => requestAnimationFrame(() => resolve()));
  };
  await expect.poll(() => pass(500).then(() => requests.length)).toBe(1);
  await expect.element(estimate).not.toBeVisible();

  state.setState({ result: resultOf(2) });
  await pass(5_000);
  expect(requests).toHaveLength(1);
  await expect.element(estimate).not.toBeVisible();
  await expect.poll(() => pass(1_000).then(() => requests.length)).toBe(2);
  await pass(20_000);
  expect(requests).toHaveLength(2);

  await screen.rerender(profileOf({ ...defaultView, quote: 'usd' }));
  await expect.element(estimate).toBeVisible();
  await pass(300);
  expect(requests).toHaveLength(2);
  await expect.poll(() => pass(100).then(() => requests.at(-1)?.searchParams.get('unit'))).toBe('usd');
});
