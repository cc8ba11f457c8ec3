/** Seconds of each length that a bar may have; weeks start on Monday. */
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
/** `tick`: every tick is a bar of its own. */
export type BarInterval = 'tick' | FixedInterval;
/** `auto`: what suits the range. */
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

const fixedIntervals = Object.entries(intervalSeconds) as [FixedInterval, number][];

/** As many bars as can be told apart on a wide screen, with some room. */
const MOST_BARS = 500;
const FEW_TICKS = 300;

/** The shortest interval that makes no more bars of a range than a screen shows well; few ticks stand each by itself. */
export function suitingInterval(seconds: number, ticks: number): BarInterval {
  if (ticks <= FEW_TICKS) return 'tick';
  const fitting = fixedIntervals.find(([name, length]) => name !== '1s' && seconds / length <= MOST_BARS);
  return fitting?.[0] ?? '1w';
}

// 1970 began on a Thursday: weeks that start on Monday are three days off.
const MONDAY = 4 * 86_400;

/** Start of the bar that a moment is in; both in seconds. */
export function barStart(second: number, length: number): number {
  const offset = length === intervalSeconds['1w'] ? MONDAY : 0;
  return Math.floor((second - offset) / length) * length + offset;
}
