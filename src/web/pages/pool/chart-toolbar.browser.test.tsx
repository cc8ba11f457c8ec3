import { useState } from 'react';
import { expect, test, vi } from 'vitest';
import { userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { type ChartView, defaultView } from '#web/chart/chart-view.ts';
import { ChartToolbar } from './chart-toolbar.tsx';
import type { Tool } from './chart-tools.tsx';

interface Options {
  readonly start?: Partial<ChartView>;
  readonly hasOverlays?: boolean;
  readonly counterpart?: string;
}

interface HostProps extends Options {
  readonly onChange: (view: ChartView) => void;
  readonly onClearLines: () => void;
}

/** Keeps the view and the tool, like the page. Price lines exist while their tool is active. */
function Host({ start, hasOverlays = false, counterpart = 'USDT', onChange, onClearLines }: HostProps) {
  const [view, setView] = useState<ChartView>({ ...defaultView, ...start });
  const [tool, setTool] = useState<Tool>();
  return (
    <ChartToolbar
      view={view}
      units={{ counterpart, ton: 'GRAM', usd: 'USD' }}
      hasOverlays={hasOverlays}
      session={undefined}
      title="Chart"
      onChange={(next) => {
        setView(next);
        onChange(next);
      }}
      tool={tool}
      onTool={setTool}
      hasLines={tool === 'line'}
      onClearLines={onClearLines}
      onFullScreen={() => undefined}
      onEmbed={() => undefined}
    />
  );
}

async function renderToolbar(options: Options = {}) {
  const onChange = vi.fn<(view: ChartView) => void>();
  const onClearLines = vi.fn<() => void>();
  const screen = await render(<Host {...options} onChange={onChange} onClearLines={onClearLines} />);
  const choose = (name: string, value: string) => screen.getByRole('combobox', { name }).selectOptions(value);
  return { screen, choose, onClearLines, view: () => onChange.mock.lastCall?.[0] };
}

test('each setting changes the view and keeps the others', async () => {
  const { screen, choose, view } = await renderToolbar();
  await choose('Price in', 'usd');
  await choose('Type', 'area');
  await choose('Interval', '1h');
  await choose('Scale', 'log');
  const month = screen.getByRole('button', { name: '30d', exact: true });
  await month.click();
  await expect.element(month).toHaveAttribute('aria-pressed', 'true');
  expect(view()).toEqual({
    ...defaultView,
    quote: 'usd',
    type: 'area',
    interval: '1h',
    scale: 'log',
    range: '30d',
  });
});

test.each([
  ['a pool with another quote', {}, ['USDT', 'GRAM', 'USD']],
  ['a pool with the native coin', { counterpart: 'GRAM' }, ['GRAM', 'USD']],
  ['overlaid pools', { hasOverlays: true }, ['GRAM', 'USD']],
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
  await choose('Type of moving average 1', 'ema');
  expect(view()?.averages[0]).toEqual({ kind: 'ema', length: 20 });
  await screen.getByRole('button', { name: 'Remove' }).first().click();
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

test('"Go to date" shows a day of the time zone', async () => {
  const { screen, choose, view } = await renderToolbar();
  await screen.getByRole('button', { name: 'Settings' }).click();
  await choose('Time', 'utc');
  await screen.getByLabelText('Go to').fill('2026-01-20');
  const midnight = Date.UTC(2026, 0, 20) / 1000;
  expect(view()?.range).toEqual({ from: midnight, to: midnight + 86_400 });
});

test('tools are toggled, one at a time', async () => {
  const { screen, onClearLines } = await renderToolbar();
  const measure = screen.getByRole('button', { name: 'Measure' });
  const line = screen.getByRole('button', { name: 'Price line' });
  await measure.click();
  await expect.element(measure).toHaveAttribute('aria-pressed', 'true');
  await line.click();
  await expect.element(measure).toHaveAttribute('aria-pressed', 'false');
  await expect.element(line).toHaveAttribute('aria-pressed', 'true');
  await screen.getByRole('button', { name: 'Clear lines' }).click();
  expect(onClearLines).toHaveBeenCalledOnce();
  await line.click();
  await expect.element(line).toHaveAttribute('aria-pressed', 'false');
});
