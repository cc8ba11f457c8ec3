import type { Logical } from 'lightweight-charts';
import { positionAt, timeAt } from '#web/chart/bars/bar-window.ts';
import type { Rendering } from './chart-series.ts';

/** Converts between points of the prices' pane, in pixels from its top left corner, and prices and times. */
export interface Plot {
  readonly width: number;
  readonly height: number;
  /** Distance of two bars in pixels. */
  readonly barWidth: number;
  /** Returns the x coordinate of a time in seconds: interpolated between bars, extrapolated beyond them. */
  readonly x: (second: number) => number;
  readonly y: (price: number) => number;
  /** Returns the start of the bar at an x coordinate in seconds, extrapolated beyond the bars. */
  readonly second: (x: number) => number;
  readonly price: (y: number) => number;
}

/** A chart that renders other bars, or by other series, over time. Without bars, there is no rendering. */
export interface RenderedChart {
  readonly rendering: Rendering | undefined;
}

/** Returns the plot as it is rendered at the moment. Undefined without bars. */
export function plotOf({ rendering }: RenderedChart): Plot | undefined {
  if (!rendering) return undefined;
  const { chart, series, bars, offset } = rendering;
  const { prices, factor } = series;
  const timeScale = chart.timeScale();
  // As `timeAt` extrapolates.
  const step = timeAt(bars, bars.length) - timeAt(bars, bars.length - 1);
  // The library only converts whole indices.
  const [left = 0, next = 0] = [0, 1].map((index) => timeScale.logicalToCoordinate(index as Logical) ?? 0);
  const barWidth = next - left;
  return {
    width: timeScale.width(),
    height: prices.getPane().getHeight(),
    barWidth,
    x: (second) => left + (positionAt(bars, second, step) - offset) * barWidth,
    y: (price) => prices.priceToCoordinate(price * factor) ?? Number.NaN,
    second: (x) => timeAt(bars, Math.round((x - left) / barWidth) + offset),
    price: (y) => (prices.coordinateToPrice(y) ?? Number.NaN) / factor,
  };
}
