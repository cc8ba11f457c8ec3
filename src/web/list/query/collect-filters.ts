import { MAX_ADMINS } from '#contract/jetton-filter.ts';
import type { MeasureKind, SortField } from '#contract/measures.ts';
import { MAX_ADDRESSES } from '#contract/pagination.ts';
import { parseFilterValue } from '#web/list/filter-values.ts';
import { minimumKind, normalizeMinimum } from '#web/list/list-end.ts';
import { type Range, type Ranges, rangeError, type ScreenFilter } from '#web/list/list-filter.ts';
import { type RangeId, rangeLabel, sortName, textOf } from '#web/list/measure-texts.ts';
import { searchLengthError } from '#web/list/search-length-error.ts';
import { strictBound } from '#web/list/strict-bounds.ts';
import type { DecimalText } from '#web/money/decimals.ts';
import type { Meaning } from './interpret.ts';

/** The filters that a query text sets. */
export type QueryFilters = {
  readonly [Key in 'sort' | 'order' | 'excludeScam' | 'search' | 'address' | 'admin' | 'verification']?:
    | ScreenFilter[Key]
    | undefined;
} & { readonly ranges: Ranges; readonly minimum?: DecimalText | undefined };

type MutableFilters = { -readonly [Key in keyof QueryFilters]: QueryFilters[Key] };
type MeaningOf<Kind extends Meaning['kind']> = Extract<Meaning, { readonly kind: Kind }>;

export interface CollectedFilters {
  readonly filters: QueryFilters;
  /** Error message of each meaning that was not applied. */
  readonly problems: readonly (string | undefined)[];
}

/** Combines the meanings of all tokens. A meaning that contradicts an earlier one is a problem and is not applied. */
export function collectFilters(meanings: readonly Meaning[], base: ScreenFilter): CollectedFilters {
  const filters: MutableFilters = { ranges: {} };
  const tokenProblems = meanings.map((meaning) => add(filters, meaning));
  const searchProblem = addSearch(filters, meanings);
  const minimums = meanings.filter((meaning) => meaning.kind === 'minimum');
  const problems = meanings.map((meaning, index) => {
    if (meaning.kind === 'word') return searchProblem;
    return meaning.kind === 'minimum' ? addMinimum(filters, meaning, minimums, base) : tokenProblems[index];
  });
  return { filters, problems };
}

function add(filters: MutableFilters, meaning: Meaning): string | undefined {
  switch (meaning.kind) {
    case 'range':
      return addRange(filters, meaning.id, meaning.range);
    case 'scam':
      return addOnce(filters, 'excludeScam', meaning.hidden);
    case 'sort':
      return addOnce(filters, 'sort', meaning.sort);
    case 'order':
      return addOnce(filters, 'order', meaning.order);
    case 'status':
      return addStatuses(filters, meaning);
    case 'admin':
      return addAddresses(filters, meaning, MAX_ADMINS);
    case 'address':
      return addAddresses(filters, meaning, MAX_ADDRESSES);
    case 'unknown':
      return meaning.problem;
    default:
      return undefined;
  }
}

const DUPLICATE = 'Duplicate filter';

function addOnce<Key extends 'excludeScam' | 'sort' | 'order'>(
  filters: MutableFilters,
  key: Key,
  value: MutableFilters[Key],
) {
  if (filters[key] !== undefined) return DUPLICATE;
  filters[key] = value;
  return undefined;
}

function addRange(filters: MutableFilters, id: RangeId, { min, max }: Range): string | undefined {
  const existing = filters.ranges[id] ?? {};
  const isDuplicate =
    (min !== undefined && existing.min !== undefined) || (max !== undefined && existing.max !== undefined);
  if (isDuplicate) return DUPLICATE;
  const range = { min: min ?? existing.min, max: max ?? existing.max };
  const error = rangeError(id, range);
  if (error === undefined) filters.ranges = { ...filters.ranges, [id]: range };
  return error && `${rangeLabel(id)}: ${error.toLowerCase()}`;
}

function addStatuses(filters: MutableFilters, { statuses }: MeaningOf<'status'>): undefined {
  filters.verification = [...new Set([...(filters.verification ?? []), ...statuses])];
}

function addAddresses(
  filters: MutableFilters,
  { kind, addresses }: MeaningOf<'admin' | 'address'>,
  max: number,
) {
  const all = [...new Set([...(filters[kind] ?? []), ...addresses])];
  if (all.length > max) return `At most ${max} addresses`;
  filters[kind] = all;
  return undefined;
}

function addSearch(filters: MutableFilters, meanings: readonly Meaning[]): string | undefined {
  const words = meanings.flatMap((meaning) => (meaning.kind === 'word' ? [meaning.text] : []));
  const search = words.join(' ');
  if (words.length === 0) return undefined;
  const error = searchLengthError(search);
  if (error === undefined) filters.search = search;
  return error;
}

function addMinimum(
  filters: MutableFilters,
  meaning: MeaningOf<'minimum'>,
  minimums: readonly Meaning[],
  base: ScreenFilter,
): string | undefined {
  if (meaning !== minimums[0]) return 'Only the sorted column can have a minimum';
  const sort = meaning.sort ?? filters.sort ?? base.sort;
  const { label } = textOf(sort);
  if (filters.sort !== undefined && filters.sort !== sort)
    return `A minimum for ${label} requires sort:${sortName(sort)}`;
  if (filters.order === 'asc') return `A minimum for ${label} requires order:desc`;
  const kind = minimumKind(sort);
  if (kind === undefined) return `${label} does not support a minimum`;
  const minimum = parseMinimum(sort, kind, meaning);
  if (minimum === undefined) return kind === 'time' ? 'Invalid date. Example: 2026-01-20' : 'Invalid number';
  Object.assign(filters, { sort, order: 'desc', minimum });
  return undefined;
}

function parseMinimum(
  sort: SortField,
  kind: MeasureKind,
  { text, isStrict }: MeaningOf<'minimum'>,
): DecimalText | undefined {
  const number = parseFilterValue(kind, text);
  const bound = number !== undefined && isStrict ? strictBound(kind, 'min', number) : number;
  return bound === undefined ? undefined : normalizeMinimum(sort, bound);
}
