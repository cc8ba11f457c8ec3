import type { PriceUnit } from '#contract/price-unit.ts';
import type { Candle, CandleInterval, MillisecondRange, Tick } from '#web/chart/history/market-history.ts';
import type { Bars } from './bars.ts';
import type { Bucketing } from './bucketing.ts';
import type { Indicator } from './indicators.ts';
import type { BarInterval, Interval } from './intervals.ts';
import type { MovingAverage } from './moving-averages.ts';

/** How to build bars. */
export interface BarOptions {
  readonly quote: PriceUnit;
  readonly bucketing: Omit<Bucketing, 'interval'> & { readonly interval: Interval };
  /** Interval of the stored candles, which the bars are built from. Undefined: they are built from the ticks. */
  readonly candleInterval?: CandleInterval | undefined;
  readonly averages: readonly MovingAverage[];
  readonly indicators?: readonly Indicator[] | undefined;
  /** Whether the market's first swap is loaded, so that no bars are missing before the first. */
  readonly isComplete?: boolean;
  /** Length of the range that the interval must suit, in seconds. Infinite for all ticks. */
  readonly rangeSeconds: number;
  /** End of that range, in seconds. Undefined for the newest tick. */
  readonly rangeEnd?: number | undefined;
  /** Whether closes are connected by a line. */
  readonly isLine: boolean;
  /** Whether to downsample bars that do not fit, instead of lengthening the interval. */
  readonly isDownsampled?: boolean;
}

/** Requests to the worker. Only `findTicks` and `build` have a result. */
export type BarRequest =
  | { readonly kind: 'addTicks'; readonly ticks: readonly Tick[] }
  | { readonly kind: 'addCandles'; readonly candles: readonly Candle[] }
  | { readonly kind: 'clear' }
  | ({ readonly kind: 'findTicks'; readonly id: number } & MillisecondRange)
  | ({ readonly kind: 'build'; readonly id: number } & BarOptions);

export interface BarResult {
  readonly id: number;
  readonly requestedInterval: Interval;
  /** The requested interval, or the one chosen because it was `auto` or its bars did not fit. */
  readonly interval: BarInterval;
  /** Number of bars that were downsampled to their extremes; 1 if none were. */
  readonly groupSize: number;
  readonly bars: Bars;
  /** One column per moving average, parallel to the bars. */
  readonly averages: readonly Float64Array[];
  /** Columns of each indicator's lines, parallel to the bars. Empty if their code could not be loaded. */
  readonly indicators: readonly (readonly Float64Array[])[];
  /** Whether the volumes of bars are known. Those of ticks are not. */
  readonly hasVolumes: boolean;
  /** Number of swaps in all bars, also those before they were downsampled. */
  readonly swapCount: number;
  readonly durationMs: number;
}

/** Ticks of a range, oldest first. */
export interface TickResult {
  readonly id: number;
  readonly ticks: readonly Tick[];
}
