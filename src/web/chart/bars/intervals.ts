/** Bar intervals in seconds. Weeks start on Monday. */
export const intervalSeconds = {
  '1s': 1,
  '1m': 60,
  '5m': 300,
  '15m': 900,
  '1h': 3600,
  '4h': 14_400,
  '1d': 86_400,
  '1w': 604_800,
} as const;

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

const fixedIntervals = Object.entries(intervalSeconds) as [FixedInterval, number][];

/** Number of candles that are easy to tell apart and do not look coarse, also on a wide screen. */
const AUTO_CANDLES = { min: 60, max: 200 };
/** Maximum number of points of an automatic line. */
const MAX_AUTO_POINTS = 500;
const MAX_TICK_POINTS = 300;

/**
 * Returns the interval with a suitable number of bars in the range, also if many of them have no ticks: longer candles would
 * be few and coarse. If no interval suits, returns the one that is closest to it. A line of few ticks shows each tick.
 */
export function automaticInterval(seconds: number, tickCount: number, isLine: boolean): BarInterval {
  if (isLine && tickCount <= MAX_TICK_POINTS) return 'tick';
  const { min } = AUTO_CANDLES;
  const max = isLine ? MAX_AUTO_POINTS : AUTO_CANDLES.max;
  const offered = fixedIntervals.filter(([name]) => name !== '1s');
  const fitting = offered.findIndex(([, length]) => seconds / length <= max);
  const [name, length] = offered[fitting] ?? ['1w', intervalSeconds['1w']];
  const shorter = offered[fitting - 1];
  const isCloser = shorter && seconds / shorter[1] / max < min / (seconds / length);
  return isCloser ? shorter[0] : name;
}

/** Returns the requested interval, or the shortest longer one with at most `maxBars` bars in the range. */
export function fittingInterval(requested: FixedInterval, seconds: number, maxBars: number): FixedInterval {
  const longer = fixedIntervals.filter(([, length]) => length >= intervalSeconds[requested]);
  return longer.find(([, length]) => seconds / length < maxBars - 1)?.[0] ?? '1w';
}

export const timeZones = ['local', 'utc'] as const;
export type TimeZone = (typeof timeZones)[number];
