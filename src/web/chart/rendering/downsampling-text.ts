import { formatCount } from '#contract/format/format-count.ts';
import type { BarResult } from '#web/chart/bars/bar-messages.ts';

/** What is drawn in place of bars that have no room; empty where all have. */
export function downsamplingText({ asked, interval, group }: BarResult): string {
  const bars = asked === 'tick' ? 'ticks' : `bars of ${asked}`;
  if (group > 1) {
    return `Not all ${bars} of this range fit: of every ${formatCount(String(group))}, the highest and the lowest are drawn.`;
  }
  if (asked === 'auto' || asked === interval) return '';
  return `Not all ${bars} of this range fit: bars of ${interval} are drawn.`;
}
