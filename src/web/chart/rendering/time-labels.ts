import type { TickMarkType } from 'lightweight-charts';
import type { TimeZone } from './chart-appearance.ts';

/** How a moment of the axis is written; the numbers of the library's kinds of marks. */
const MARKS: Readonly<Record<TickMarkType, Intl.DateTimeFormatOptions>> = {
  0: { year: 'numeric' },
  1: { month: 'short' },
  2: { day: 'numeric', month: 'short' },
  3: { hour: '2-digit', minute: '2-digit' },
  4: { hour: '2-digit', minute: '2-digit', second: '2-digit' },
};

const POINT: Intl.DateTimeFormatOptions = {
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
};

export interface TimeLabels {
  readonly mark: (second: number, kind: TickMarkType) => string;
  /** Date and time to the second. */
  readonly point: (second: number) => string;
}

const known = new Map<string, TimeLabels>();

/** Made once: a format takes longer to make than a chart to draw. */
export function timeLabels(zone: TimeZone, language = 'en-GB'): TimeLabels {
  const key = `${zone} ${language}`;
  const labels = known.get(key) ?? newLabels(zone, language);
  known.set(key, labels);
  return labels;
}

// Swedish: years, months, days in this order, in digits, as on every other page.
function newLabels(zone: TimeZone, language: string): TimeLabels {
  const timeZone = zone === 'utc' ? { timeZone: 'UTC' } : {};
  const format = (options: Intl.DateTimeFormatOptions, locale: string) =>
    new Intl.DateTimeFormat(locale, { ...options, ...timeZone, hourCycle: 'h23' });
  const marks = Object.values(MARKS).map((options) => format(options, language));
  const point = format(POINT, 'sv-SE');
  return {
    mark: (second, kind) => marks[kind]?.format(second * 1000) ?? '',
    point: (second) => point.format(second * 1000),
  };
}
