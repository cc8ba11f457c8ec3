import { indexText } from './index-text.ts';

export interface NamedLine {
  readonly address: string;
  readonly symbol: string;
  /** One value per timestamp of the chart; undefined before the first price. */
  readonly values: readonly (number | undefined)[];
  /** Time of the first price in milliseconds, if it is after the first timestamp. */
  readonly startsAt: number | undefined;
  /** Shown instead of a value if the line has none. */
  readonly missing: string | undefined;
}

/** Returns the last defined value. */
export function lastValue(values: readonly (number | undefined)[]): number | undefined {
  return values.findLast((value) => value !== undefined);
}

/** Returns the text of a value, or a dash before the first price. */
export function valueText(value: number | undefined): string {
  return value === undefined ? '–' : indexText(value);
}
