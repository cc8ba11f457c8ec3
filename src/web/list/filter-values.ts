import type { DecimalText } from '#web/money/decimals.ts';
import {
  formatDuration,
  formatTime,
  parseDuration,
  parseTime,
  secondsOfTime,
  timeOfSeconds,
} from '#web/money/times.ts';
import type { NumberKind } from './measure-texts.ts';
import { formatShortNumber, parseShortNumber } from './short-numbers.ts';

/** Parses user input: a short number, a duration such as 7d (in seconds) or a time (in seconds since 1970). */
export function parseFilterValue(kind: NumberKind, text: string): DecimalText | undefined {
  if (kind === 'duration') return parseDuration(text);
  if (kind !== 'time') return parseShortNumber(kind, text);
  const time = parseTime(text.trim().toUpperCase());
  return time && secondsOfTime(time);
}

/** Formats a value as users type it. Inverse of `parseFilterValue`. */
export function formatFilterValue(kind: NumberKind, value: DecimalText): string {
  if (kind === 'duration') return formatDuration(value);
  return kind === 'time' ? formatTime(timeOfSeconds(value)) : formatShortNumber(value);
}
