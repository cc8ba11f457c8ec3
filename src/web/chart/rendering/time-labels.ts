import { englishParts, formatDateTimeWithSeconds } from '#contract/format/format-time.ts';
import { type BarInterval, isDaily, type TimeZone } from '#web/chart/bars/intervals.ts';

/** Formats of the axis labels, by what begins at the mark. */
const AXIS_FORMATS = {
  year: { year: 'numeric' },
  month: { month: 'short' },
  day: { day: 'numeric', month: 'short' },
  minute: { hour: '2-digit', minute: '2-digit' },
  second: { hour: '2-digit', minute: '2-digit', second: '2-digit' },
} as const;
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
 * Returns how to label bars of an interval: those of days and longer by their UTC dates in every zone. Cached, and without
 * `Intl` in English: creating a `DateTimeFormat` takes longer than rendering a chart.
 */
export function timeLabels(zone: TimeZone, interval: BarInterval, language?: string): TimeLabels {
  // Charts render new labels if the device has changed its time zone. A text of the date ends with it: GMT+0100 (Central …).
  const key = `${zone} ${isDaily(interval)} ${language} ${Date().slice(24)}`;
  const labels = cache.get(key) ?? createLabels(zone, isDaily(interval), language);
  cache.set(key, labels);
  return labels;
}

function createLabels(zone: TimeZone, hasDates: boolean, language: string | undefined): TimeLabels {
  const isUtc = hasDates || zone === 'utc';
  const axisFormats: Partial<Record<AxisLabel, Intl.DateTimeFormat>> = {};
  const offsetAt = isUtc ? () => 0 : localOffset;
  const offset = (second: number) => offsetText(offsetAt(second));
  const clock = (second: number) => new Date((second + offsetAt(second)) * 1000);
  const text = (second: number) =>
    formatDateTimeWithSeconds(clock(second)).slice(0, hasDates ? DATE_LENGTH : undefined);
  const zoned = (second: number) => `${text(second)} ${offset(second)}`;
  return {
    axis: (second, label) => {
      if (!language) return englishParts(clock(second))[label];
      axisFormats[label] ??= new Intl.DateTimeFormat(language, {
        ...AXIS_FORMATS[label],
        timeZone: 'UTC',
        hourCycle: 'h23',
      });
      return axisFormats[label].format(clock(second));
    },
    dateTime: (second) => (!isUtc && isRepeated(second) ? zoned(second) : text(second)),
    zoned,
    clock: (second) => clock(second).getTime(),
    offset,
  };
}

/** Of 2026-01-29. */
const DATE_LENGTH = 10;

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
  const clock = formatDateTimeWithSeconds(new Date(Math.abs(seconds) * 1000)).slice(11, 16);
  return `UTC${seconds < 0 ? '−' : '+'}${clock}`;
}

const UNITS = [
  [86_400, 'd'],
  [3_600, 'h'],
  [60, 'min'],
  [1, 's'],
] as const;

/** Returns a duration in its two largest units: 2 d 5 h, 12 min 3 s. */
export function durationText(seconds: number): string {
  let rest = Math.round(seconds);
  const parts = UNITS.map(([size, unit]) => {
    const count = Math.floor(rest / size);
    rest %= size;
    return count > 0 ? `${count} ${unit}` : '';
  });
  const first = parts.findIndex(Boolean);
  return (
    parts
      .slice(first, first + 2)
      .filter(Boolean)
      .join(' ') || '0 s'
  );
}
