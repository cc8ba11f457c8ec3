import type { TickMarkType } from 'lightweight-charts';
import type { TimeZone } from '#web/chart/bars/intervals.ts';

/** Formats of the axis labels, by the charting library's tick mark type. */
const AXIS_FORMATS: Readonly<Record<TickMarkType, Intl.DateTimeFormatOptions>> = {
  0: { year: 'numeric' },
  1: { month: 'short' },
  2: { day: 'numeric', month: 'short' },
  3: { hour: '2-digit', minute: '2-digit' },
  4: { hour: '2-digit', minute: '2-digit', second: '2-digit' },
};

const DATE_TIME: Intl.DateTimeFormatOptions = {
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
};

export interface TimeLabels {
  readonly axis: (second: number, kind: TickMarkType) => string;
  /** Date and time to the second. */
  readonly dateTime: (second: number) => string;
}

const cache = new Map<string, TimeLabels>();

/** Cached: creating a `DateTimeFormat` takes longer than rendering a chart. */
export function timeLabels(zone: TimeZone, language = 'en-GB'): TimeLabels {
  const key = `${zone} ${language}`;
  const labels = cache.get(key) ?? createLabels(zone, language);
  cache.set(key, labels);
  return labels;
}

/** `sv-SE` formats dates as on the other pages: 2026-01-29 07:50:00. */
function createLabels(zone: TimeZone, language: string): TimeLabels {
  const timeZone = zone === 'utc' ? { timeZone: 'UTC' } : {};
  const format = (options: Intl.DateTimeFormatOptions, locale: string) =>
    new Intl.DateTimeFormat(locale, { ...options, ...timeZone, hourCycle: 'h23' });
  const axisFormats = Object.values(AXIS_FORMATS).map((options) => format(options, language));
  const dateTime = format(DATE_TIME, 'sv-SE');
  return {
    axis: (second, kind) => axisFormats[kind]?.format(second * 1000) ?? '',
    dateTime: (second) => dateTime.format(second * 1000),
  };
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
