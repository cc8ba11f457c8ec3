import { formatCount } from '#contract/format/format-numbers.ts';
import type { BarResult } from '#web/chart/bars/bar-messages.ts';

/** Returns a note if bars were downsampled or have a longer interval than requested, or an empty text. */
export function downsamplingText({ requestedInterval, interval, groupSize }: BarResult): string {
  const bars = requestedInterval === 'tick' ? 'swaps' : `${requestedInterval} candles`;
  if (groupSize > 1) {
    return `Not all ${bars} fit in this range. Showing the highest and lowest of every ${formatCount(String(groupSize))}.`;
  }
  if (requestedInterval === 'auto' || requestedInterval === interval) return '';
  return `Not all ${bars} fit in this range. Showing ${interval} candles.`;
}
