import { formatChange } from '#contract/format/format-numbers.ts';
import type { BarResult } from '#web/chart/bars/bar-messages.ts';
import { type BarInterval, intervalText } from '#web/chart/bars/intervals.ts';
import type { TimeZone } from '#web/chart/bars/time-zone.ts';
import type { VisibleRange } from '#web/chart/bars/visible-range.ts';
import { priceLabel, swapsText } from './price-labels.ts';
import { timeLabels } from './time-labels.ts';
import { visibleIndices } from './visible-rows.ts';

/** Returns a sentence that summarizes the visible bars, or an empty text if none of them has ticks. */
export function barSummary(
  { bars, interval }: BarResult,
  visible: VisibleRange,
  zone: TimeZone,
  unit: string,
): string {
  const indices = visibleIndices(bars, visible);
  const [first] = indices;
  const last = indices.at(-1);
  if (first === undefined || last === undefined) return '';
  const at = (column: Float64Array, index: number) => column[index] ?? Number.NaN;
  const { dateTime } = timeLabels(zone);
  const [open, close] = [at(bars.open, first), at(bars.close, last)];
  const high = indices.reduce((max, index) => Math.max(max, at(bars.high, index)), Number.NEGATIVE_INFINITY);
  const low = indices.reduce((min, index) => Math.min(min, at(bars.low, index)), Number.POSITIVE_INFINITY);
  const period = `From ${dateTime(at(bars.time, first))} to ${dateTime(at(bars.time, last))}`;
  const prices = `${priceLabel(open)} to ${priceLabel(close)} ${unit} (${formatChange((close / open - 1) * 100).text}%)`;
  const count = interval === 'tick' ? swapsText(indices.length) : candlesText(indices.length, interval, zone);
  return `${period}: ${prices}, high ${priceLabel(high)}, low ${priceLabel(low)}, ${count}.`;
}

function candlesText(count: number, interval: BarInterval, zone: TimeZone): string {
  return `${count} ${count === 1 ? 'candle' : 'candles'} of ${intervalText(interval, zone)}`;
}
