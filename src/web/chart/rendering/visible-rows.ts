import { formatChange, formatCount, priceLabel } from '#contract/format/format-numbers.ts';
import type { BarResult } from '#web/chart/bars/bar-messages.ts';
import type { VisibleRange } from '#web/chart/bars/bar-window.ts';
import { type Bars, closeBefore } from '#web/chart/bars/bars.ts';
import { type BarInterval, intervalText, type TimeZone } from '#web/chart/bars/intervals.ts';
import type { MovingAverage } from '#web/chart/bars/moving-averages.ts';
import type { MillisecondRange } from '#web/chart/history/market-history.ts';
import { swapsText, volumeLabel } from './price-labels.ts';
import { timeLabels } from './time-labels.ts';

export interface VisibleRow {
  /** Start of the bar, in seconds. */
  readonly time: number;
  readonly open: number;
  readonly high: number;
  readonly low: number;
  readonly close: number;
  /** NaN if unknown. */
  readonly volume: number;
  readonly count: number;
  readonly isIncomplete: boolean;
}

/** Returns the indices of the visible bars with ticks. */
export function visibleIndices(bars: Bars, { from, to }: VisibleRange): number[] {
  const indices: number[] = [];
  const last = Math.min(Math.floor(to), bars.length - 1);
  for (let index = Math.max(Math.ceil(from), 0); index <= last; index += 1)
    if (bars.count[index]) indices.push(index);
  return indices;
}

/** Returns the visible bars with ticks. */
export function visibleRows(bars: Bars, visible: VisibleRange): VisibleRow[] {
  return visibleIndices(bars, visible).map((index) => ({
    time: bars.time[index] ?? 0,
    open: bars.open[index] ?? Number.NaN,
    high: bars.high[index] ?? Number.NaN,
    low: bars.low[index] ?? Number.NaN,
    close: bars.close[index] ?? Number.NaN,
    volume: bars.volume[index] ?? Number.NaN,
    count: bars.count[index] ?? 0,
    isIncomplete: bars.incomplete[index] === 1,
  }));
}

/**
 * Returns the time range of the visible bars, undefined if there are none. Tick bars of the same second are included
 * together, because their times may have been moved apart.
 */
export function visibleTimeRange(
  { bars, interval }: BarResult,
  visible: VisibleRange,
): MillisecondRange | undefined {
  const first = bars.time[Math.max(Math.ceil(visible.from), 0)];
  const index = Math.min(Math.floor(visible.to), bars.length - 1);
  const last = bars.time[index];
  if (first === undefined || last === undefined || last < first) return undefined;
  const end = interval === 'tick' ? Math.floor(last) + 1 : bars.time[index + 1];
  return {
    from: Math.floor(first) * 1000,
    until: end === undefined ? Number.POSITIVE_INFINITY : end * 1000,
  };
}

/** Returns a sentence that summarizes the visible bars, or an empty text if none of them has ticks. */
export function barSummary(
  { bars, interval, hasVolumes }: BarResult,
  visible: VisibleRange,
  zone: TimeZone,
  unit: string,
): string {
  const indices = visibleIndices(bars, visible);
  const [first] = indices;
  const last = indices.at(-1);
  if (first === undefined || last === undefined) return '';
  const at = (column: Float64Array, index: number) => column[index] ?? Number.NaN;
  const { dateTime } = timeLabels(zone, interval);
  const [open, close] = [at(bars.open, first), at(bars.close, last)];
  const high = indices.reduce((max, index) => Math.max(max, at(bars.high, index)), Number.NEGATIVE_INFINITY);
  const low = indices.reduce((min, index) => Math.min(min, at(bars.low, index)), Number.POSITIVE_INFINITY);
  const period = `${dateTime(at(bars.time, first))} to ${dateTime(at(bars.time, last))}`;
  const count = interval === 'tick' ? swapsText(indices.length) : candlesText(indices.length, interval, zone);
  const volume = hasVolumes
    ? `volume ${volumeLabel(indices.reduce((sum, index) => sum + at(bars.volume, index), 0))}, `
    : '';
  return `${priceSummary(period, { open, high, low, close }, unit)}, ${volume}${count}.`;
}

/** Returns the beginning of a sentence on the prices in a period. */
export function priceSummary(
  period: string,
  { open, high, low, close }: Readonly<Record<'open' | 'high' | 'low' | 'close', number>>,
  unit: string,
): string {
  const change = formatChange((close / open - 1) * 100).text;
  const prices = `${priceLabel(open)} to ${priceLabel(close)} ${unit} (${change}%)`;
  return `From ${period}: ${prices}, high ${priceLabel(high)}, low ${priceLabel(low)}`;
}

function candlesText(count: number, interval: BarInterval, zone: TimeZone): string {
  return `${count} ${count === 1 ? 'candle' : 'candles'} of ${intervalText(interval, zone)}`;
}

/** Returns a note if bars were downsampled or have a longer interval than requested, or an empty text. */
export function downsamplingText({ requestedInterval, interval, groupSize }: BarResult): string {
  const bars = requestedInterval === 'tick' ? 'swaps' : `${requestedInterval} candles`;
  if (groupSize > 1) {
    return `Not all ${bars} fit in this range. Showing the highest and lowest of every ${formatCount(String(groupSize))}.`;
  }
  if (requestedInterval === 'auto' || requestedInterval === interval) return '';
  return `Not all ${bars} fit in this range. Showing ${interval} candles.`;
}

/** A value with its name, which may be empty. */
export interface NamedValue {
  readonly name: string;
  readonly text: string;
}

/** The values of a bar that a legend shows. */
export interface BarItems {
  /** Open, high and low. Empty for a single swap. */
  readonly extremes: readonly NamedValue[];
  readonly close: NamedValue;
  /** In percent, since the previous close; of the first bar, since its open. Undefined without a price. */
  readonly change: number | undefined;
  /** Undefined if the volumes of all bars are unknown. */
  readonly volume: NamedValue | undefined;
  /** Number of swaps. */
  readonly swaps: string;
  readonly isIncomplete: boolean;
  readonly averages: readonly NamedValue[];
}

/** Explains an incomplete bar. */
export const INCOMPLETE_HINT = 'Not all swaps of this candle have been read yet.';

export function barItems(
  { bars, interval, averages, hasVolumes }: BarResult,
  index: number,
  shownAverages: readonly MovingAverage[],
): BarItems {
  const isTick = interval === 'tick';
  const namedValue = (name: string, column: Float64Array | undefined): NamedValue => ({
    name,
    text: priceLabel(column?.[index] ?? Number.NaN),
  });
  const start = closeBefore(bars, index) || (bars.open[index] ?? 0);
  const change = ((bars.close[index] ?? Number.NaN) / start - 1) * 100;
  return {
    extremes: isTick
      ? []
      : [namedValue('O', bars.open), namedValue('H', bars.high), namedValue('L', bars.low)],
    close: namedValue(isTick ? '' : 'C', bars.close),
    change: Number.isFinite(change) ? change : undefined,
    volume: hasVolumes ? { name: 'Vol', text: volumeLabel(bars.volume[index] ?? Number.NaN) } : undefined,
    swaps: swapsText(bars.count[index] ?? 0),
    isIncomplete: bars.incomplete[index] === 1,
    averages: shownAverages.map(({ kind, length }, position) =>
      namedValue(`${kind.toUpperCase()} ${length}`, averages[position]),
    ),
  };
}
