import type { HistoryItem } from './history-feed.ts';
import type { UnitValues } from './ticks.ts';

/** Intervals of the service's candles that charts use, in seconds. */
export const candleSeconds = {
  '1m': 60,
  '5m': 300,
  '15m': 900,
  '1h': 3600,
  '4h': 14_400,
  '1d': 86_400,
  '1w': 604_800,
} as const;
export type CandleInterval = keyof typeof candleSeconds;

/** A candle of the service. Unknown values are NaN. */
export interface Candle extends HistoryItem {
  readonly open: UnitValues;
  readonly high: UnitValues;
  readonly low: UnitValues;
  readonly close: UnitValues;
  readonly volume: UnitValues;
  /** Number of swaps. */
  readonly count: number;
}
