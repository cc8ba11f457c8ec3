const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const YEAR = 365 * DAY;

const UNITS = [
  [YEAR, 'y'],
  [DAY, 'd'],
  [HOUR, 'h'],
  [MINUTE, 'min'],
  [SECOND, 's'],
] as const;

/** Formats the age of `time` in the largest whole unit: 3 min, 5 d. Future times, as from clock skew, count as 0 s. */
export function formatAge(time: Date, now: Date): string {
  const age = Math.max(now.getTime() - time.getTime(), 0);
  const [length, unit] = UNITS.find(([size]) => age >= size) ?? [SECOND, 's'];
  return `${Math.floor(age / length)} ${unit}`;
}

/** Formats a time in UTC: 2026-01-29 07:50. */
export function formatDateTime(time: Date): string {
  return time.toISOString().slice(0, 16).replace('T', ' ');
}

/** Formats parts of a time in UTC in English: the day with its month. The first use of `Intl` would delay the first render. */
export function englishParts(time: Date) {
  const [, day, month = '', year = '', second = ''] = time.toUTCString().split(' ');
  return { year, month, day: `${Number(day)} ${month}`, minute: second.slice(0, 5), second };
}

/** Formats the fixed time that data is as of, in UTC: 29 Jan 2026, 07:50 UTC. */
export function formatSnapshot(time: Date): string {
  const { day, year, minute } = englishParts(time);
  return `${day} ${year}, ${minute} UTC`;
}

/** Formats a time in UTC: 2026-01-29 07:50:12. */
export function formatDateTimeWithSeconds(time: Date): string {
  return time.toISOString().slice(0, 19).replace('T', ' ');
}
