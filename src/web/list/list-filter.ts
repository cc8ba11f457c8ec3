import { amountFromDecimal } from '#contract/amount.ts';
import type { JettonListFilterInput } from '#contract/jetton-filter.ts';
import {
  type FilterMeasureId,
  filterMeasureIds,
  type MeasureKind,
  measures,
  type RangeField,
  valueAt,
} from '#contract/measures.ts';
import { roundDownToMilliseconds, roundUpToMilliseconds } from '#contract/timestamp.ts';
import { type DecimalText, decimalOfAmount, decimalOfNumber, parseDecimal } from '#web/money/decimals.ts';
import { clampTime, secondsOfTime, timeOfSeconds } from '#web/money/times.ts';
import { type RangeId, rangeIds } from './measure-texts.ts';

/** A range that includes both bounds. Times are in seconds since 1970, ages in seconds. */
export interface Range {
  readonly min?: DecimalText | undefined;
  readonly max?: DecimalText | undefined;
}
export type Ranges = { readonly [Id in RangeId]?: Range | undefined };

/** The filter of a list. Requests send `apiFilter` of it. */
export interface ListFilter extends Readonly<Omit<JettonListFilterInput, RangeField>> {
  readonly ranges?: Ranges | undefined;
}

/** Range fields of a request. */
type RangeParts = Pick<JettonListFilterInput, RangeField>;

interface BoundCodec {
  /** Parses a valid bound of a request; undefined if it is not a number. */
  readonly read: (bound: never, end: keyof Range) => DecimalText | undefined;
  readonly write: (bound: DecimalText) => unknown;
}

const codecs: Readonly<Record<MeasureKind, BoundCodec>> = {
  sum: {
    read: ({ value, decimals = 0 }: { value: string; decimals?: number }) =>
      decimalOfAmount({ value, decimals }),
    write: (bound) => {
      const { value, decimals } = amountFromDecimal(bound);
      return decimals === 0 ? { value } : { value, decimals };
    },
  },
  count: { read: parseDecimal, write: String },
  percent: { read: decimalOfNumber, write: Number },
  time: {
    // Responses contain whole milliseconds, so rounding keeps the meaning.
    read: (time: string, end) =>
      secondsOfTime(end === 'min' ? roundUpToMilliseconds(time) : roundDownToMilliseconds(time)),
    write: (seconds) => timeOfSeconds(seconds).toISOString(),
  },
};

/** Returns the ranges of a request as normalized decimals. Omits ranges without bounds. */
function rangesOf(filter: RangeParts): Ranges {
  const entries = filterMeasureIds.map((id) => {
    const { read } = codecs[measures[id].kind];
    const bounds = valueAt(filter, measures[id].filter);
    return [id, mapBounds(bounds as Bounds<never> | undefined, read)] as const;
  });
  return normalizeRanges(Object.fromEntries(entries));
}

/** Returns the range fields of a request. Inverse of `rangesOf`. An age has no field. */
export function rangeParts(ranges: Ranges): RangeParts {
  const parts: Nested = {};
  for (const id of requestOrder) {
    const bounds = mapBounds(ranges[id], codecs[measures[id].kind].write);
    if (bounds) setValueAt(parts, measures[id].filter.split('.'), bounds);
  }
  return parts;
}

// Links have price changes first, then the other ranges in the order of the filter panel.
const requestOrder: readonly FilterMeasureId[] = rangeIds
  .filter((id) => id !== 'age')
  .toSorted((a, b) => Number(measures[b].kind === 'percent') - Number(measures[a].kind === 'percent'));

/** Returns ranges in a fixed order, without empty ones. */
export function normalizeRanges(ranges: Ranges): Ranges {
  const entries = rangeIds.map((id) => [id, mapBounds(ranges[id], (bound) => bound)] as const);
  return Object.fromEntries(entries.filter(([, range]) => range));
}

type Nested = { [key: string]: unknown };
type Bounds<Bound> = { readonly min?: Bound | undefined; readonly max?: Bound | undefined };

function mapBounds<From, To>(
  range: Bounds<From> | undefined,
  convert: (bound: From, end: keyof Range) => To | undefined,
): Bounds<To> | undefined {
  const min = range?.min === undefined ? undefined : convert(range.min, 'min');
  const max = range?.max === undefined ? undefined : convert(range.max, 'max');
  if (min === undefined && max === undefined) return undefined;
  return { ...(min !== undefined && { min }), ...(max !== undefined && { max }) };
}

function setValueAt(target: Nested, [key = '', ...rest]: readonly string[], value: unknown): void {
  if (rest.length === 0) {
    target[key] = value;
    return;
  }
  const child = (target[key] ?? {}) as Nested;
  target[key] = child;
  setValueAt(child, rest, value);
}

/** Returns the filter of a request. Inverse of `apiFilter`. */
export function listFilterOf(filter: JettonListFilterInput): ListFilter {
  const fields = new Set(filterMeasureIds.map((id) => measures[id].filter.split('.')[0]));
  const others = Object.entries(filter).filter(([name]) => !fields.has(name));
  return { ...Object.fromEntries(others), ranges: rangesOf(filter) };
}

/** Returns the filter that requests send, without an age. */
export function apiFilter({ ranges = {}, ...others }: ListFilter): JettonListFilterInput {
  return { ...others, ...rangeParts(ranges) };
}

/** Returns the filter that requests send at a time. Undefined if no creation time can match the age. */
export function apiFilterAt(filter: ListFilter, now: Date): JettonListFilterInput | undefined {
  const { age, createdAt } = filter.ranges ?? {};
  if (!age) return apiFilter(filter);
  const min = latest(createdAt?.min && timeOfSeconds(createdAt.min), age.max && timeBefore(now, age.max));
  const max = earliest(createdAt?.max && timeOfSeconds(createdAt.max), age.min && timeBefore(now, age.min));
  if (min && max && min > max) return undefined;
  return {
    ...apiFilter(filter),
    createdAt: { ...(min && { min: min.toISOString() }), ...(max && { max: max.toISOString() }) },
  };
}

type MaybeTime = Date | '' | undefined;

/** Rounds to milliseconds. */
function timeBefore(now: Date, seconds: DecimalText): Date {
  return clampTime(now.getTime() - Math.round(Number(seconds) * 1000));
}

function latest(a: MaybeTime, b: MaybeTime): Date | undefined {
  return a && b ? new Date(Math.max(a.getTime(), b.getTime())) : a || b || undefined;
}

function earliest(a: MaybeTime, b: MaybeTime): Date | undefined {
  return a && b ? new Date(Math.min(a.getTime(), b.getTime())) : a || b || undefined;
}
