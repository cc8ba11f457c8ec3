import type { TimeZone } from './bars/time-zone.ts';
import type { TimeSpan } from './chart-view.ts';

/**
 * Returns the day of a date input value, from midnight to midnight: not always 24 hours. Undefined if the date is invalid
 * or not after 1970-01-01.
 */
export function daySpan(date: string, zone: TimeZone): TimeSpan | undefined {
  const start = new Date(zone === 'utc' ? date : `${date}T00:00`);
  const end = new Date(start);
  if (zone === 'utc') end.setUTCDate(end.getUTCDate() + 1);
  else end.setDate(end.getDate() + 1);
  const [from, to] = [start.getTime() / 1000, end.getTime() / 1000];
  return from > 0 ? { from, to } : undefined;
}
