import type { IPrimitivePaneView, ISeriesPrimitiveBase } from 'lightweight-charts';
import type { BarResult } from './bars/bar-messages.ts';
import type { VisibleRange } from './bars/bar-window.ts';
import type { Bars } from './bars/bars.ts';
import type { ChartSession } from './chart-session.ts';
import { type ChartColors, withAlpha } from './rendering/chart-appearance.ts';
import type { PriceSeries } from './rendering/chart-series.ts';
import { plotOf } from './rendering/plot.ts';

/** What was traded between two prices. */
export interface ProfileRow {
  readonly from: number;
  readonly to: number;
  /** Volumes of rising and of falling bars, or numbers of their swaps. */
  readonly up: number;
  readonly down: number;
}

export interface VolumeProfile {
  /** By price, ascending. */
  readonly rows: readonly ProfileRow[];
  /** Index of the row with the highest volume. */
  readonly peak: number;
  /** Indices of the first and the last row of the value area: those around the peak with 70% of the volume. */
  readonly valueArea: readonly [number, number];
}

const VALUE_AREA_SHARE = 0.7;

/**
 * Returns the volume of bars by price, for rows between ascending prices. As usual, the volume of a bar is spread evenly from
 * its low to its high, and is that of its direction: trades are not known one by one. `column` is the volume or the number of
 * swaps. Undefined without any.
 */
export function volumeProfile(
  bars: Bars,
  { from, to }: VisibleRange,
  edges: readonly number[],
  column: Float64Array,
): VolumeProfile | undefined {
  const rows = edges.slice(1).map((upper, index) => ({ from: edges[index] ?? 0, to: upper, up: 0, down: 0 }));
  for (let index = Math.max(Math.ceil(from), 0); index <= Math.min(to, bars.length - 1); index += 1) {
    const [low = Number.NaN, high = Number.NaN, volume = 0] = [
      bars.low[index],
      bars.high[index],
      column[index],
    ];
    if (!(volume > 0) || Number.isNaN(low)) continue;
    const side = (bars.close[index] ?? 0) < (bars.open[index] ?? 0) ? 'down' : 'up';
    for (const [position, row] of rows.entries())
      row[side] += volume * shareWithin(low, high, row, position === rows.length - 1);
  }
  const totals = rows.map(({ up, down }) => up + down);
  const peak = totals.indexOf(Math.max(...totals));
  return (totals[peak] ?? 0) > 0 ? { rows, peak, valueArea: valueAreaOf(totals, peak) } : undefined;
}

/** Returns the share of a bar that is within a row. A row contains its upper price only if it is the last one. */
function shareWithin(low: number, high: number, { from, to }: ProfileRow, isLast: boolean): number {
  if (low === high) return low >= from && (low < to || (isLast && low === to)) ? 1 : 0;
  return Math.max(Math.min(high, to) - Math.max(low, from), 0) / (high - low);
}

/** Extends the area from the peak to the larger of both neighbors until it has its share. */
function valueAreaOf(totals: readonly number[], peak: number): readonly [number, number] {
  const needed = totals.reduce((sum, total) => sum + total, 0) * VALUE_AREA_SHARE;
  let [first, last, sum] = [peak, peak, totals[peak] ?? 0];
  while (sum < needed && (first > 0 || last < totals.length - 1)) {
    const [below = -1, above = -1] = [totals[first - 1], totals[last + 1]];
    sum += Math.max(below, above);
    if (above >= below) last += 1;
    else first -= 1;
  }
  return [first, last];
}

/** Minimum height of a row in pixels, and the maximum number of rows. */
const ROW = { height: 5, max: 60 };
/** Maximum width as a share of the plot's. */
const WIDTH = 0.25;
/** Opacities. */
const VALUE_AREA_ALPHA = 0.4;
const OTHER_ALPHA = 0.2;

/**
 * Renders the volume profile of the visible bars at the right edge of a chart, behind them. Follows the bars and the appearance
 * of the chart. Call `remove` when done.
 */
export class VolumeProfilePrimitive implements ISeriesPrimitiveBase {
  readonly #session: ChartSession;
  readonly #unsubscribe: () => void;
  readonly #views: readonly IPrimitivePaneView[];
  #prices: PriceSeries | undefined;
  #colors: ChartColors | undefined;

  constructor(session: ChartSession) {
    this.#session = session;
    this.#views = [
      {
        zOrder: () => 'bottom',
        renderer: () => ({
          draw: (target) => target.useMediaCoordinateSpace(({ context }) => this.#render(context)),
        }),
      },
    ];
    this.#unsubscribe = session.state.subscribe(this.#attach);
    this.#attach();
  }

  remove(): void {
    this.#unsubscribe();
    // Of a replaced or removed series, there is nothing to detach.
    if (this.#prices && this.#prices === this.#session.chart.prices) this.#prices.detachPrimitive(this);
  }

  paneViews(): readonly IPrimitivePaneView[] {
    return this.#views;
  }

  readonly #attach = (): void => {
    const { prices } = this.#session.chart;
    if (!prices || prices === this.#prices) return;
    this.#prices = prices;
    this.#colors = this.#session.colors;
    prices.attachPrimitive(this);
  };

  #render(context: CanvasRenderingContext2D): void {
    const { result, visible } = this.#session.state.getState();
    const plot = plotOf(this.#session.chart);
    const profile = result && visible && visibleProfile(this.#session, result, visible);
    if (!plot || !profile || !this.#colors) return;
    const { up, down, text } = this.#colors;
    const { rows, peak, valueArea } = profile;
    const largest = (rows[peak]?.up ?? 0) + (rows[peak]?.down ?? 0);
    const scale = (plot.width * WIDTH) / largest;
    for (const [index, row] of rows.entries()) {
      const [top, bottom] = [plot.y(row.to), plot.y(row.from)];
      const isInArea = index >= valueArea[0] && index <= valueArea[1];
      const height = Math.max(bottom - top - 1, 1);
      let right = plot.width;
      for (const [color, volume] of [
        [up, row.up],
        [down, row.down],
      ] as const) {
        context.fillStyle = withAlpha(color, isInArea ? VALUE_AREA_ALPHA : OTHER_ALPHA);
        context.fillRect(right - volume * scale, top, volume * scale, height);
        right -= volume * scale;
      }
      if (index !== peak) continue;
      context.fillStyle = text;
      context.fillRect(right, (top + bottom) / 2, plot.width - right, 1);
    }
  }
}

/** Returns the profile of the visible bars, in rows of equal height on the scale of the chart. */
export function visibleProfile(
  session: ChartSession,
  { bars, hasVolumes }: BarResult,
  visible: VisibleRange,
): VolumeProfile | undefined {
  const plot = plotOf(session.chart);
  let [lowest, highest] = [Number.POSITIVE_INFINITY, 0];
  for (
    let index = Math.max(Math.ceil(visible.from), 0);
    index <= Math.min(visible.to, bars.length - 1);
    index += 1
  ) {
    lowest = Math.min(lowest, bars.low[index] || lowest);
    highest = Math.max(highest, bars.high[index] || highest);
  }
  if (!plot || !(highest > 0)) return undefined;
  const [top, bottom] = [plot.y(highest), plot.y(lowest)];
  const count = Math.min(Math.max(Math.floor((bottom - top) / ROW.height), 1), ROW.max);
  const edges = Array.from({ length: count + 1 }, (_, index) =>
    index === 0 ? lowest : index === count ? highest : plot.price(bottom + ((top - bottom) * index) / count),
  );
  return volumeProfile(bars, visible, edges, hasVolumes ? bars.volume : bars.count);
}
