import { type BarInterval, isDaily, type TimeZone } from '#web/chart/bars/intervals.ts';

const [YEAR, MONTH, DAY] = [
  { year: 'numeric' },
  { month: 'short' },
  { day: 'numeric', month: 'short' },
] as const;
const MINUTE = { hour: '2-digit', minute: '2-digit' } as const;
const SECOND = { ...MINUTE, second: '2-digit' } as const;
const DATE = { year: 'numeric', month: '2-digit', day: '2-digit' } as const;

/** Formats of the axis labels, by what begins at the mark. */
const AXIS_FORMATS = { year: YEAR, month: MONTH, day: DAY, minute: MINUTE, second: SECOND };
export type AxisLabel = keyof typeof AXIS_FORMATS;

export interface TimeLabels {
  readonly axis: (second: number, label: AxisLabel) => string;
  /** Date and time to the second, with the offset from UTC if clocks show this time twice. Of daily bars, the date. */
  readonly dateTime: (second: number) => string;
  /** Date and time with the offset from UTC: for readers elsewhere. */
  readonly zoned: (second: number) => string;
  /** The time that a clock shows, as milliseconds since 1970 in UTC. */
  readonly clock: (second: number) => number;
  /** The offset of the clock, for example UTC+05:30. */
  readonly offset: (second: number) => string;
}

const cache = new Map<string, TimeLabels>();

/**
 * Returns how to label bars of an interval: those of days and longer by their UTC dates in every zone. Cached: creating a
 * `DateTimeFormat` takes longer than rendering a chart.
 */
export function timeLabels(zone: TimeZone, interval: BarInterval, language = 'en-GB'): TimeLabels {
  // Formats keep the time zone in which they were created. A text of the date ends with it: GMT+0100 (Central …).
  const key = `${zone} ${isDaily(interval)} ${language} ${Date().slice(24)}`;
  const labels = cache.get(key) ?? createLabels(zone, isDaily(interval), language);
  cache.set(key, labels);
  return labels;
}

/** `sv-SE` formats dates as on the other pages: 2026-01-29 07:50:00. */
function createLabels(zone: TimeZone, hasDates: boolean, language: string): TimeLabels {
  const isUtc = hasDates || zone === 'utc';
  const format = (options: Intl.DateTimeFormatOptions, locale: string) =>
    new Intl.DateTimeFormat(locale, { ...options, ...(isUtc && { timeZone: 'UTC' }), hourCycle: 'h23' });
  const axisFormats: Partial<Record<AxisLabel, Intl.DateTimeFormat>> = {};
  const dateTime = format(hasDates ? DATE : { ...DATE, ...SECOND }, 'sv-SE');
  const offsetAt = isUtc ? () => 0 : localOffset;
  const offset = (second: number) => offsetText(offsetAt(second));
  const zoned = (second: number) => `${dateTime.format(second * 1000)} ${offset(second)}`;
  return {
    axis: (second, label) => {
      axisFormats[label] ??= format(AXIS_FORMATS[label], language);
      return axisFormats[label].format(second * 1000);
    },
    dateTime: (second) => (!isUtc && isRepeated(second) ? zoned(second) : dateTime.format(second * 1000)),
    zoned,
    clock: (second) => (second + offsetAt(second)) * 1000,
    offset,
  };
}

/** Returns the seconds by which local time is ahead of UTC. */
function localOffset(second: number): number {
  return new Date(second * 1000).getTimezoneOffset() * -60;
}

const DAY_SECONDS = 86_400;

/** Returns whether local clocks show this time twice, because they are set back within a day. */
function isRepeated(second: number): boolean {
  const clock = second + localOffset(second);
  return [second - DAY_SECONDS, second + DAY_SECONDS]
    .map(localOffset)
    .some((other) => other !== localOffset(second) && localOffset(clock - other) === other);
}

function offsetText(seconds: number): string {
  if (seconds === 0) return 'UTC';
  const minutes = Math.abs(seconds) / 60;
  const clock = [Math.floor(minutes / 60), minutes % 60].map((part) => String(part).padStart(2, '0'));
  return `UTC${seconds < 0 ? '−' : '+'}${clock.join(':')}`;
}

const UNITS = [
  [86_400, 'd'],
  [3_600, 'h'],
  [60, 'min'],
  [1, 's'],
] as const;

/** Returns a duration in its two largest units: 2 d 5 h, 12 min 3 s. */
export function durationText(seconds: number): string {
  const whole = Math.round(seconds);
  const first = UNITS.findIndex(([size]) => whole >= size);
  if (first < 0) return '0 s';
  let rest = whole;
  const parts = UNITS.slice(first, first + 2).map(([size, unit]) => {
    const count = Math.floor(rest / size);
    rest -= count * size;
    return count > 0 ? `${count} ${unit}` : '';
  });
  return parts.filter(Boolean).join(' ');
}
