import type { IPrimitivePaneView, ISeriesPrimitiveBase } from 'lightweight-charts';
import { numberFromAmount } from '#contract/amount.ts';
import type { PriceUnit } from '#contract/price-unit.ts';
import { type ProfileDivision, profileEdges, type VolumeProfileRow } from '#contract/volume-profile.ts';
import type { VisibleRange } from './bars/bar-window.ts';
import type { Bars } from './bars/bars.ts';
import { intervalSeconds } from './bars/intervals.ts';
import type { ChartSession } from './chart-session.ts';
import type { ChartView } from './chart-view.ts';
import { type ChartColors, withAlpha } from './rendering/chart-appearance.ts';
import type { PriceSeries } from './rendering/chart-series.ts';
import { plotOf } from './rendering/plot.ts';

/** What was traded between two prices. */
interface ProfileRow {
  readonly from: number;
  readonly to: number;
  /** Volumes or numbers of buys and of sells; of an estimate, those of rising and of falling bars. */
  readonly up: number;
  readonly down: number;
}

interface RankedRows {
  /** By price, ascending. */
  readonly rows: readonly ProfileRow[];
  /** Index of the row with the highest volume. */
  readonly peak: number;
  /** Indices of the first and the last row of the value area: those around the peak with 70% of the volume. */
  readonly valueArea: readonly [number, number];
}

export interface VolumeProfile extends RankedRows {
  /** Whether the rows are numbers of swaps instead of volumes. */
  readonly countsSwaps: boolean;
  /** Whether the rows are estimated from bars. */
  readonly isEstimate: boolean;
}

/** The rows that the profile of the visible bars has. */
export interface ProfileRange {
  /** Of the visible bars, in milliseconds; `to` is exclusive. */
  readonly from: number;
  readonly to: number;
  readonly unit: PriceUnit;
  /** Lowest and highest price, beyond those of the bars by less than a row. */
  readonly low: number;
  readonly high: number;
  readonly division: ProfileDivision;
  /** Number of swaps in the last visible bar, with which the profile changes while that is the newest. */
  readonly newestSwaps: number;
}

/** The exact rows of a range. */
export interface ExactProfile {
  readonly range: ProfileRange;
  readonly rows: readonly VolumeProfileRow[];
  /** What the prices of rows are multiplied by on the chart: 1, or the supply of market caps. */
  readonly supply: number;
}

const VALUE_AREA_SHARE = 0.7;

/**
 * Estimates the volume of bars by price, for rows between ascending prices. As usual, the volume of a bar is spread evenly from
 * its low to its high, and is that of its direction: trades are not known one by one. `column` is the volume or the number of
 * swaps. Undefined without any.
 */
export function estimatedRows(
  bars: Bars,
  { from, to }: VisibleRange,
  edges: readonly number[],
  column: Float64Array,
): RankedRows | undefined {
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
  return ranked(rows);
}

function exactRows({ rows, supply }: ExactProfile, countsSwaps: boolean): RankedRows | undefined {
  return ranked(
    rows.map(({ from, to, bought, sold, buys, sells }) => ({
      from: numberFromAmount(from) * supply,
      to: numberFromAmount(to) * supply,
      up: countsSwaps ? buys : numberFromAmount(bought),
      down: countsSwaps ? sells : numberFromAmount(sold),
    })),
  );
}

/** Undefined if nothing was traded. */
function ranked(rows: readonly ProfileRow[]): RankedRows | undefined {
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

/** Number of rows, whatever the height of the chart, so that all charts of a market can share a response of the service. */
export const PROFILE_ROWS = 48;
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
  readonly #view: ChartView;
  readonly #exact: ExactProfile | undefined;
  #prices: PriceSeries | undefined;
  #colors: ChartColors | undefined;

  /** Exact rows are rendered where they are those of the visible bars. */
  constructor(session: ChartSession, view: ChartView, exact: ExactProfile | undefined) {
    this.#session = session;
    this.#view = view;
    this.#exact = exact;
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
    const plot = plotOf(this.#session.chart);
    const profile = visibleProfile(this.#session, this.#view, this.#exact);
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

/**
 * Returns the profile of the visible bars: the exact rows if they are between the same prices, so that they stay while newer
 * ones are loaded, otherwise an estimate. Undefined without bars.
 */
export function visibleProfile(
  session: ChartSession,
  view: ChartView,
  exact: ExactProfile | undefined,
): VolumeProfile | undefined {
  const { result, visible } = session.state.getState();
  const range = profileRange(session, view);
  if (!result || !visible || !range) return undefined;
  const isSwaps = view.activity === 'swaps';
  if (exact && hasSameRows(exact.range, range)) {
    const rows = exactRows(exact, isSwaps);
    return rows && { ...rows, countsSwaps: isSwaps, isEstimate: false };
  }
  const countsSwaps = isSwaps || !result.hasVolumes;
  const edges = profileEdges(range.low, range.high, PROFILE_ROWS, range.division);
  const column = countsSwaps ? result.bars.count : result.bars.volume;
  const rows = estimatedRows(result.bars, visible, edges, column);
  return rows && { ...rows, countsSwaps, isEstimate: true };
}

function hasSameRows(a: ProfileRange, b: ProfileRange): boolean {
  return a.unit === b.unit && a.low === b.low && a.high === b.high && a.division === b.division;
}

/** Returns the range of the visible bars in rows of equal height on the scale of the chart. Undefined without swaps. */
export function profileRange(session: ChartSession, { quote, scale }: ChartView): ProfileRange | undefined {
  const { result, visible } = session.state.getState();
  if (!result || !visible) return undefined;
  const { bars, interval } = result;
  const first = Math.max(Math.ceil(visible.from), 0);
  const last = Math.min(Math.floor(visible.to), bars.length - 1);
  let [lowest, highest] = [Number.POSITIVE_INFINITY, 0];
  for (let index = first; index <= last; index += 1) {
    lowest = Math.min(lowest, bars.low[index] || lowest);
    highest = Math.max(highest, bars.high[index] || highest);
  }
  if (!(highest > 0)) return undefined;
  const [start = 0, end = 0] = [bars.time[first], bars.time[last]];
  return {
    from: Math.floor(start * 1000),
    to: Math.ceil(end * 1000) + (interval === 'tick' ? 1 : intervalSeconds[interval] * 1000),
    unit: quote,
    ...roundedOutward(lowest, highest),
    division: scale === 'log' ? 'logarithmic' : 'linear',
    newestSwaps: bars.count[last] ?? 0,
  };
}

/**
 * Rounds a range of prices outward by less than a thousandth of it. Doubles with more digits than the prices of swaps could
 * exclude the lowest or the highest one.
 */
function roundedOutward(lowest: number, highest: number): { readonly low: number; readonly high: number } {
  const rangeStep = (highest - lowest || highest / 1000) / 1000;
  // At least three digits, so that low prices stay positive, and at most those of a double.
  const step = (price: number) =>
    10 ** Math.floor(Math.log10(Math.max(Math.min(rangeStep, price / 100), price * 1e-12)));
  const rounded = (price: number, round: (count: number) => number) =>
    Number((round(price / step(price)) * step(price)).toPrecision(15));
  const [low, high] = [rounded(lowest, Math.floor), rounded(highest, Math.ceil)];
  return { low, high: low < high ? high : high + step(high) };
}
