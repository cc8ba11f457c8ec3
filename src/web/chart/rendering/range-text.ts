import { formatChange } from '#contract/format/format-change.ts';
import type { BarResult } from '#web/chart/bars/bar-messages.ts';
import { intervalText } from '#web/chart/bars/intervals.ts';
import type { VisibleRange } from '#web/chart/bars/visible-range.ts';
import type { TimeZone } from './chart-appearance.ts';
import { priceLabel } from './price-labels.ts';
import { timeLabels } from './time-labels.ts';
import { visibleIndices } from './visible-rows.ts';

/** What is seen, in a sentence; empty where nobody traded. */
export function rangeText({ bars, interval }: BarResult, seen: VisibleRange, zone: TimeZone, unit: string) {
  const places = visibleIndices(bars, seen);
  const [first] = places;
  const last = places.at(-1);
  if (first === undefined || last === undefined) return '';
  const at = (column: Float64Array, place: number) => column[place] ?? Number.NaN;
  const { point } = timeLabels(zone);
  const [open, close] = [at(bars.open, first), at(bars.close, last)];
  const high = places.reduce((most, place) => Math.max(most, at(bars.high, place)), Number.NEGATIVE_INFINITY);
  const low = places.reduce((least, place) => Math.min(least, at(bars.low, place)), Number.POSITIVE_INFINITY);
  const days = `From ${point(at(bars.time, first))} to ${point(at(bars.time, last))}`;
  const prices = `${priceLabel(open)} to ${priceLabel(close)} ${unit} (${formatChange((close / open - 1) * 100).text}%)`;
  const count = `${places.length} ${places.length === 1 ? 'bar' : 'bars'} of ${intervalText(interval, zone)}`;
  return `${days}: ${prices}, highest ${priceLabel(high)}, lowest ${priceLabel(low)}, ${count}.`;
}
