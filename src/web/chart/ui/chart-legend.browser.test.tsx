import { expect, test } from 'vitest';
import { render } from 'vitest-browser-react';
import { createStore } from 'zustand';
import { barResult, column } from '#testing/components/bar-result.ts';
import type { ChartSession } from '#web/chart/chart-session.ts';
import { type ChartView, defaultView } from '#web/chart/chart-view.ts';
import { ChartLegend } from './chart-legend.tsx';
import '#web/style/tokens.css';

test('every moving average has a swatch in the color of its line', async () => {
  const result = barResult(
    { time: column(1_769_670_000), close: column(2) },
    { averages: [column(1.5), column(1.75)] },
  );
  const state = createStore(() => ({ result, crosshairIndex: 0 }));
  const view: ChartView = {
    ...defaultView,
    averages: [
      { kind: 'sma', length: 20 },
      { kind: 'ema', length: 50 },
    ],
  };
  // The legend only reads the state of a session, which otherwise needs a chart and ticks.
  const session = { state } as unknown as ChartSession;
  const { container } = await render(<ChartLegend session={session} view={view} unit="USD" />);
  const swatches = [...container.querySelectorAll('[data-average]')];
  expect(swatches.map(({ nextElementSibling }) => nextElementSibling?.textContent)).toEqual([
    'SMA 20 1.5',
    'EMA 50 1.75',
  ]);
  const colors = swatches.map((swatch) => getComputedStyle(swatch).borderTopColor);
  expect(new Set(colors).size).toBe(2);
});
