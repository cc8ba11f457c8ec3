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

/** Days and weeks start at midnight UTC in every time zone. If local time is shown, the label contains UTC. */
export function intervalText(interval: BarInterval, zone: TimeZone): string {
  if (interval === 'tick') return 'swaps';
  const startsAtMidnight = interval === '1d' || interval === '1w';
  return zone === 'local' && startsAtMidnight ? `${interval} (UTC)` : interval;
}

const fixedIntervals = Object.entries(intervalSeconds) as [FixedInterval, number][];

/** Maximum number of bars that are easy to tell apart on a wide screen. */
const MAX_AUTO_BARS = 500;
const MIN_AUTO_BARS = 40;
const MAX_TICK_BARS = 300;
/** With fewer ticks per bar on average, candles show little more than a line. */
const MIN_TICKS_PER_BAR = 3;

/**
 * Returns the shortest interval with few enough bars to read. A line of few ticks shows each tick; candles get a longer
 * interval so that they have a body.
 */
export function automaticInterval(seconds: number, tickCount: number, isLine: boolean): BarInterval {
  if (isLine && tickCount <= MAX_TICK_BARS) return 'tick';
  const candles = Math.min(Math.max(tickCount / MIN_TICKS_PER_BAR, MIN_AUTO_BARS), MAX_AUTO_BARS);
  const maxBars = isLine ? MAX_AUTO_BARS : candles;
  const fitting = fixedIntervals.find(([name, length]) => name !== '1s' && seconds / length <= maxBars);
  return fitting?.[0] ?? '1w';
}

/** Returns the requested interval, or the shortest longer one with at most `maxBars` bars in the range. */
export function fittingInterval(requested: FixedInterval, seconds: number, maxBars: number): FixedInterval {
  const longer = fixedIntervals.filter(([, length]) => length >= intervalSeconds[requested]);
  return longer.find(([, length]) => seconds / length < maxBars - 1)?.[0] ?? '1w';
}

// Unix time starts on a Thursday. Its first Monday is four days later.
const FIRST_MONDAY = 4 * 86_400;

/** Returns the start of the bar that contains a time. All values are in seconds. */
export function barStart(second: number, length: number): number {
  const offset = length === intervalSeconds['1w'] ? FIRST_MONDAY : 0;
  return Math.floor((second - offset) / length) * length + offset;
}

export const timeZones = ['local', 'utc'] as const;
export type TimeZone = (typeof timeZones)[number];
