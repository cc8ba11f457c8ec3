import { amountFromDecimal } from '#contract/amount.ts';
import { formatCompactAmount, formatCount } from '#contract/format/format-numbers.ts';
import { decimalOfNumber } from '#web/money/decimals.ts';

export interface PricePoint {
  /** Milliseconds since the Unix epoch. */
  readonly time: number;
  readonly price: number;
}

/** Returns evenly spaced timestamps including both ends. */
export function evenTimestamps(from: number, to: number, count: number): number[] {
  return Array.from({ length: count }, (_, index) => from + ((to - from) / (count - 1)) * index);
}

/**
 * Returns the value at each timestamp of 100 invested at the first timestamp. A price is valid until the next one. Without
 * a price at the first timestamp, 100 is invested at the first price, which may be between two timestamps. Points must be
 * sorted, oldest first.
 */
export function indexedLine(
  points: readonly PricePoint[],
  timestamps: readonly number[],
): (number | undefined)[] {
  const valid = points.filter(({ price }) => price > 0);
  let next = 0;
  const [start = 0] = timestamps;
  const base = (valid.findLast(({ time }) => time <= start) ?? valid[0])?.price;
  return timestamps.map((timestamp) => {
    while (next < valid.length && (valid[next]?.time ?? timestamp) <= timestamp) next += 1;
    const price = valid[next - 1]?.price;
    return price === undefined || base === undefined ? undefined : (price / base) * 100;
  });
}

/** Formats an index value, for example 104.2, 1,250, 12.5m or 0.04. */
export function indexText(value: number): string {
  if (value >= 0.095 && value < 999.95) return value.toFixed(1);
  if (value >= 999.95 && value < 99_999.5) return formatCount(Math.round(value));
  const { digits, unit } = formatCompactAmount(amountFromDecimal(decimalOfNumber(value)));
  return digits + unit;
}

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
