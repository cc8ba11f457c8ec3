import type { MillisecondRange, Tick } from '#web/chart/ticks/ticks.ts';
import type { Bars } from './bars.ts';
import type { Bucketing } from './bucketing.ts';
import type { BarInterval, Interval } from './intervals.ts';
import type { MovingAverage } from './moving-averages.ts';

/** What is to be drawn of the ticks. */
export interface BarOptions {
  readonly bucketing: Omit<Bucketing, 'interval'> & { readonly interval: Interval };
  readonly averages: readonly MovingAverage[];
  /** Length of the range that an interval is chosen for; infinite for all ticks. */
  readonly seconds: number;
  /** Its end, in seconds; undefined for the newest tick. */
  readonly until?: number | undefined;
  /** Whether bars are joined by a line. */
  readonly isJoined: boolean;
  /** Whether bars are points: of those that have no room the extremes are drawn, in place of longer bars. */
  readonly isThinned?: boolean;
}

/** What the worker is told or asked. */
export type BarRequest =
  | { readonly kind: 'add'; readonly ticks: readonly Tick[] }
  | { readonly kind: 'forget' }
  | ({ readonly kind: 'find'; readonly id: number } & MillisecondRange)
  | ({ readonly kind: 'show'; readonly id: number } & BarOptions);

export interface BarResult {
  readonly id: number;
  readonly asked: Interval;
  /** The one that was asked for, or chosen, or the shortest of which all bars have room. */
  readonly interval: BarInterval;
  /** Of so many bars only the extremes are here. */
  readonly group: number;
  readonly bars: Bars;
  /** One column for each average, beside the bars. */
  readonly averages: readonly Float64Array[];
  /** All that the worker holds. */
  readonly ticks: number;
  /** Milliseconds that it worked for this. */
  readonly took: number;
}

/** Ticks as they came, oldest first. */
export interface TickResult {
  readonly id: number;
  readonly found: readonly Tick[];
}
