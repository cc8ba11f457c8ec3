import type { BarResult } from './bars/bar-messages.ts';
import type { OverlayColumns } from './bars/overlay-lines.ts';
import type { VisibleRange } from './bars/visible-range.ts';
import type { ChartView } from './chart-view.ts';
import type { FeedState } from './ticks/tick-feed.ts';

export interface SessionState {
  readonly feed: FeedState;
  /** Undefined before the first bars. */
  readonly answer: BarResult | undefined;
  readonly seen: VisibleRange | undefined;
  /** The range that is shown; undefined after the reader moved from it. */
  readonly asked: ChartView['range'] | undefined;
  /** The bar that the reader points at. */
  readonly pointed: number | undefined;
  /** Beside the bars of `answer`. */
  readonly others: OverlayColumns | undefined;
  /** Which of the markets that are laid over did not come, by their keys. */
  readonly overlayErrors: ReadonlyMap<string, Error>;
}
