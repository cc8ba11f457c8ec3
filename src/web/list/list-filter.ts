import * as z from 'zod/mini';
import { parseAddress, toUserFriendly } from '#contract/address.ts';
import { amountFromDecimal } from '#contract/amount.ts';
import { flatten, type QueryEntry } from '#contract/dotted-keys.ts';
import { type Order, type VerificationStatus, verificationStatuses } from '#contract/enums.ts';
import {
  type JettonListFilterInput,
  jettonListFilter,
  MAX_ADMINS,
  MAX_SEARCH_LENGTH,
  MIN_SEARCH_LENGTH,
  parseFilter,
  searchLength,
} from '#contract/jetton-filter.ts';
import {
  type FilterMeasureId,
  filterMeasureIds,
  type MeasureId,
  type MeasureKind,
  measureOf,
  measures,
  type RangeField,
  type SortField,
  valueAt,
} from '#contract/measures.ts';
import { defaultList } from '#contract/page-links.ts';
import { MAX_ADDRESSES } from '#contract/pagination.ts';
import { roundDownToMilliseconds, roundUpToMilliseconds } from '#contract/timestamp.ts';
import {
  createLink,
  type LinkPart,
  listParameter,
  oneOf,
  parameter,
  textsOf,
} from '#web/kit/device/link-state.ts';
import {
  compareDecimals,
  type DecimalText,
  decimalOfAmount,
  decimalOfNumber,
  parseDecimal,
} from '#web/money/decimals.ts';
import { clampTime, formatDuration, parseDuration, secondsOfTime, timeOfSeconds } from '#web/money/times.ts';
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

/** A list filter with the required fields of the screener, in the canonical form of `normalizeFilter`. */
export interface ScreenFilter extends Omit<ListFilter, 'limit' | 'cursor' | 'currency'> {
  readonly sort: SortField;
  readonly order: Order;
  readonly excludeScam: boolean;
  /** Hides jettons that a source warns of. */
  readonly excludeWarned?: true;
}

export const defaultFilter: ScreenFilter = defaultList;

export type FilterParts = {
  readonly [Key in keyof ScreenFilter]?:
    | (Key extends 'excludeWarned' ? boolean : ScreenFilter[Key])
    | undefined;
};

/**
 * Returns the canonical form of a filter with raw addresses: defaults for missing required fields, normalized numbers, no
 * duplicates and no empty lists.
 */
export function normalizeFilter(parts: FilterParts): ScreenFilter {
  const { sort, order, excludeScam } = defaultFilter;
  const ranges = normalizeRanges(parts.ranges ?? {});
  const lists = {
    address: unique(parts.address),
    admin: unique(parts.admin),
    verification: unique(parts.verification),
  };
  return {
    sort: parts.sort ?? sort,
    order: parts.order ?? order,
    excludeScam: parts.excludeScam ?? excludeScam,
    ...(parts.excludeWarned ? { excludeWarned: true } : {}),
    ...(parts.excludeUntraded ? { excludeUntraded: parts.excludeUntraded } : {}),
    ...(parts.search === undefined ? {} : { search: parts.search }),
    ...Object.fromEntries(Object.entries(lists).filter(([, list]) => list.length > 0)),
    ...(Object.keys(ranges).length > 0 ? { ranges } : {}),
  };
}

function unique<Item>(items: readonly Item[] = []): Item[] {
  return [...new Set(items)];
}

/** Returns a part with filters that links contain as requests do. Without names, it reports unknown parameters. */
function requestPart(names?: readonly (keyof JettonListFilterInput)[]): LinkPart<JettonListFilterInput> {
  return {
    names,
    parse: (query, ignored) => {
      const own = Object.entries(query).filter(([key]) => !names || names.some((name) => name === key));
      const entries = own.flatMap(([key, value]) => textsOf(value).map((text): QueryEntry => [key, text]));
      const { limit: _limit, cursor: _cursor, ...filter } = parseFilter(entries);
      const accepted = new Set(flatten(filter).map(([key]) => key));
      for (const [key] of entries) if (!accepted.has(key)) ignored.add(key);
      return filter;
    },
    serialize: (filter) => {
      const changed = Object.entries(filter).filter(
        ([key, value]) => Reflect.get(defaultFilter, key) !== value,
      );
      return Object.fromEntries(flatten(Object.fromEntries(changed)));
    },
  };
}

export const orderPart = requestPart(['sort', 'order']);

const ageBounds = createLink<Range>({
  min: parameter('age.min', parseDuration, undefined, formatDuration),
  max: parameter('age.max', parseDuration, undefined, formatDuration),
});

const agePart: LinkPart<Range | undefined> = {
  names: ['age.min', 'age.max'],
  parse: (query, ignored) => {
    const range = ageBounds.parse(query, ignored);
    if (rangeError('age', range) === undefined) return range;
    for (const name of ['age.min', 'age.max']) ignored.add(name);
    return undefined;
  },
  serialize: (range = {}) => ageBounds.serialize(range),
};

const filterParts = createLink<{
  readonly order: JettonListFilterInput;
  readonly fields: JettonListFilterInput;
  readonly verification: VerificationStatus[] | undefined;
  readonly ranges: JettonListFilterInput;
  readonly age: Range | undefined;
  readonly address: string[] | undefined;
  readonly admin: string[] | undefined;
}>({
  order: orderPart,
  fields: requestPart(['excludeScam', 'excludeWarned', 'excludeUntraded', 'search']),
  verification: listParameter('verification', oneOf(verificationStatuses), verificationStatuses.length),
  ranges: requestPart(),
  age: agePart,
  address: listParameter('address', parseAddress, MAX_ADDRESSES, toUserFriendly),
  admin: listParameter('admin', parseAddress, MAX_ADMINS, toUserFriendly),
});

/** The filter in a link to the screener. Reports parameters that no part of the screen has. */
export const filterPart: LinkPart<ScreenFilter> = {
  parse: (query, ignored) => {
    const { order, fields, ranges, age, ...lists } = filterParts.parse(query, ignored);
    const possible = possibleRanges(rangesOf(ranges), ignored);
    return normalizeFilter({ ...order, ...fields, ...lists, ranges: { ...possible, age } });
  },
  serialize: ({
    sort,
    order,
    excludeScam,
    excludeWarned,
    excludeUntraded,
    search,
    ranges: { age, ...ranges } = {},
    verification,
    address,
    admin,
  }) =>
    filterParts.serialize({
      order: { sort, order },
      fields: { excludeScam, excludeWarned, excludeUntraded, search },
      ranges: rangeParts(ranges),
      age,
      verification,
      address,
      admin,
    }),
};

/** Returns the error message of a range that the service would reject, or with a bound that no value can reach. */
export function rangeError(id: RangeId, { min, max }: Range): string | undefined {
  if (!isPossible(id, { min, max })) return `Must be from 0 to ${limitOf(id)}`;
  if (isAllowed(id, { min, max })) return undefined;
  const areBoundsAllowed = isAllowed(id, { min }) && isAllowed(id, { max });
  return areBoundsAllowed ? 'Minimum exceeds maximum' : 'Number is too large';
}

function limitOf(id: MeasureId | 'age'): number | undefined {
  return id === 'age' ? undefined : measureOf(id).max;
}

/** Returns whether there can be values at the bounds: scores and shares are limited. */
export function isPossible(id: MeasureId | 'age', { min = '0', max = '0' }: Range): boolean {
  const limit = limitOf(id);
  if (limit === undefined) return true;
  return [min, max].every(
    (bound) => compareDecimals(bound, '0') >= 0 && compareDecimals(bound, String(limit)) <= 0,
  );
}

function isAllowed(id: RangeId, range: Range): boolean {
  // Requests contain the age as a creation time.
  if (id === 'age') {
    const { min, max } = range;
    return min === undefined || max === undefined || compareDecimals(min, max) <= 0;
  }
  return z.safeParse(jettonListFilter, rangeParts({ [id]: range })).success;
}

/** Returns ranges that scores and shares can be in. Adds the parameters of others to `ignored`. */
function possibleRanges(ranges: Ranges, ignored: Set<string>): Ranges {
  const entries = filterMeasureIds.flatMap((id) => {
    const range = ranges[id];
    if (!range) return [];
    if (isPossible(id, range)) return [[id, range]];
    for (const end of Object.keys(range)) ignored.add(`${measures[id].filter}.${end}`);
    return [];
  });
  return Object.fromEntries(entries);
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
function rangeParts(ranges: Ranges): RangeParts {
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
function normalizeRanges(ranges: Ranges): Ranges {
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

/** Returns why services reject a filter by text because of its length in characters; undefined if they accept it. */
export function searchLengthError(text: string, minLength: number = MIN_SEARCH_LENGTH): string | undefined {
  const length = searchLength(text);
  if (length < minLength) return `Search needs at least ${minLength} characters`;
  return length > MAX_SEARCH_LENGTH ? `Search is limited to ${MAX_SEARCH_LENGTH} characters` : undefined;
}
