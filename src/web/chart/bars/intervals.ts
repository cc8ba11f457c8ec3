import type { TimeZone } from '#web/chart/rendering/chart-appearance.ts';

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

/** Days and weeks are those of UTC in every time zone, as markets count them: said where another one is shown. */
export function intervalText(interval: BarInterval, zone: TimeZone): string {
  const name = interval === '1d' ? 'days' : interval === '1w' ? 'weeks' : '';
  return zone === 'local' && name ? `${interval} (UTC ${name})` : interval;
}

const fixedIntervals = Object.entries(intervalSeconds) as [FixedInterval, number][];

/** As many bars as can be told apart on a wide screen, with some room. */
const MAX_BARS = 500;
const FEWEST_BARS = 40;
const FEW_TICKS = 300;
/** Candles of fewer ticks than this, on average, show little more than a line would. */
const TICKS_PER_BAR = 3;

/**
 * The shortest interval that makes no more bars of a range than a screen shows well. Few ticks stand each by itself,
 * where they are `joined` by a line; else they are gathered, so that bars have a length.
 */
export function automaticInterval(seconds: number, ticks: number, joined: boolean): BarInterval {
  if (joined && ticks <= FEW_TICKS) return 'tick';
  const enough = Math.min(Math.max(ticks / TICKS_PER_BAR, FEWEST_BARS), MAX_BARS);
  const most = joined ? MAX_BARS : enough;
  const fitting = fixedIntervals.find(([name, length]) => name !== '1s' && seconds / length <= most);
  return fitting?.[0] ?? '1w';
}

/** The asked interval, or the shortest longer one that makes no more than so many bars of a range. */
export function fittingInterval(asked: FixedInterval, seconds: number, most: number): FixedInterval {
  const longer = fixedIntervals.filter(([, length]) => length >= intervalSeconds[asked]);
  return longer.find(([, length]) => seconds / length < most - 1)?.[0] ?? '1w';
}

// 1970 began on a Thursday: weeks that start on Monday are three days off.
const MONDAY = 4 * 86_400;

/** Start of the bar that a moment is in; both in seconds. */
export function barStart(second: number, length: number): number {
  const offset = length === intervalSeconds['1w'] ? MONDAY : 0;
  return Math.floor((second - offset) / length) * length + offset;
}
