import { type CandleInterval, candleSeconds } from '#web/chart/history/market-history.ts';

/** Bar intervals in seconds. Weeks start on Monday. */
export const intervalSeconds = { '1s': 1, ...candleSeconds } as const;

export type FixedInterval = keyof typeof intervalSeconds;
/** `tick`: one bar per tick. */
export type BarInterval = 'tick' | FixedInterval;
/** `auto`: an interval that suits the range. */
export type Interval = 'auto' | BarInterval;

export const intervals: readonly Interval[] = [
  'auto',
  'tick',
  '1s',
  '1m',
  '5m',
  '15m',
  '1h',
  '4h',
  '1d',
  '1w',
];

/** Whether bars are days or weeks, which start at midnight UTC in every time zone. */
export function isDaily(interval: BarInterval): boolean {
  return interval === '1d' || interval === '1w';
}

/** If local time is shown, the label of days and weeks contains UTC. */
export function intervalText(interval: BarInterval, zone: TimeZone): string {
  if (interval === 'tick') return 'swaps';
  return zone === 'local' && isDaily(interval) ? `${interval} (UTC)` : interval;
}

const candleIntervals = Object.entries(candleSeconds) as [CandleInterval, number][];

/** Number of candles that are easy to tell apart and do not look coarse, also on a wide screen. */
const AUTO_CANDLES = { min: 60, max: 200 };
/** Maximum number of points of an automatic line. */
const MAX_AUTO_POINTS = 500;

/**
 * Returns the interval with a suitable number of bars in the range, also if many of them have no ticks: longer candles would
 * be few and coarse. If no interval suits, returns the one that is closest to it.
 */
export function automaticInterval(seconds: number, isLine: boolean): CandleInterval {
  const { min } = AUTO_CANDLES;
  const max = isLine ? MAX_AUTO_POINTS : AUTO_CANDLES.max;
  const fitting = candleIntervals.findIndex(([, length]) => seconds / length <= max);
  const [name, length] = candleIntervals[fitting] ?? ['1w', intervalSeconds['1w']];
  const shorter = candleIntervals[fitting - 1];
  const isCloser = shorter && seconds / shorter[1] / max < min / (seconds / length);
  return isCloser ? shorter[0] : name;
}

/** Returns the requested interval, or the shortest longer one with at most `maxBars` bars in the range. */
export function fittingInterval<Name extends FixedInterval>(
  requested: Name,
  seconds: number,
  maxBars: number,
): Name | CandleInterval {
  if (seconds / intervalSeconds[requested] < maxBars - 1) return requested;
  const longer = candleIntervals.filter(([, length]) => length > intervalSeconds[requested]);
  return longer.find(([, length]) => seconds / length < maxBars - 1)?.[0] ?? '1w';
}

export const timeZones = ['local', 'utc'] as const;
export type TimeZone = (typeof timeZones)[number];
