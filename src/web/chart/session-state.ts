import type { BarResult } from './bars/bar-messages.ts';
import type { OverlayColumns } from './bars/overlay-lines.ts';
import type { VisibleRange } from './bars/visible-range.ts';
import type { ChartView } from './chart-view.ts';
import type { TickFeedState } from './ticks/tick-feed.ts';

export interface SessionState {
  readonly feed: TickFeedState;
  /** Undefined until the first bars are built. */
  readonly result: BarResult | undefined;
  readonly visible: VisibleRange | undefined;
  /** The range of the view. Undefined after the user moved the chart. */
  readonly requestedRange: ChartView['range'] | undefined;
  /** Index of the bar under the crosshair. */
  readonly crosshairIndex: number | undefined;
  /** Columns parallel to the bars of `result`. */
  readonly overlays: OverlayColumns | undefined;
  /** Errors by the key of the overlay market whose ticks could not be loaded. */
  readonly overlayErrors: ReadonlyMap<string, Error>;
}
