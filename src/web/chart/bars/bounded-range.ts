import type { VisibleRange } from './visible-range.ts';

/** Empty space after the newest bar, in bars. */
export const RIGHT_MARGIN = 3;
/** Empty space before the first bar, in bars. */
const LEFT_MARGIN = 1;

interface Bounds {
  /** Number of bars. */
  readonly length: number;
  /** Space before the first bar that older bars may fill, as a share of the width. 0 if there are none. */
  readonly fillableShare: number;
}

/**
 * Returns the range nearest to a requested one that the user may move the chart to: without more empty space than the
 * margins, than older bars may fill, or than was visible before.
 */
export function boundedRange(
  requested: VisibleRange,
  previous: VisibleRange,
  { length, fillableShare }: Bounds,
): VisibleRange {
  const width = requested.to - requested.from;
  const minFrom = Math.min(-LEFT_MARGIN - width * fillableShare, previous.from);
  const maxTo = Math.max(length - 1 + RIGHT_MARGIN, previous.to);
  const boundedWidth = Math.min(width, maxTo - minFrom);
  const from = Math.min(Math.max(requested.from, minFrom), maxTo - boundedWidth);
  return { from, to: from + boundedWidth };
}
