import { MAX_ADMINS, MAX_SEARCH_LENGTH, MIN_SEARCH_LENGTH } from '#contract/jetton-filter.ts';
import { MAX_ADDRESSES } from '#contract/pagination.ts';
import { parseShortNumber } from '#web/lib/numbers/short-numbers.ts';
import { minimumKinds, normalizeMinimum } from '#web/lib/screen/minimum.ts';
import { rangeError } from '#web/lib/screen/range-error.ts';
import { type Range, type RangeId, type Ranges, rangeFields } from '#web/lib/screen/ranges.ts';
import type { ScreenFilter } from '#web/lib/screen/screen.ts';
import { sortNames } from '#web/lib/screen/sort-names.ts';
import type { Meaning } from './interpret.ts';

/** What a typed query says, and no more than that. */
export type QueryFilters = {
  readonly [Key in 'sort' | 'order' | 'excludeScam' | 'search' | 'address' | 'admin' | 'verification']?:
    | ScreenFilter[Key]
    | undefined;
} & { readonly ranges: Ranges; readonly floor?: string | undefined };

type Parts = { -readonly [Key in keyof QueryFilters]: QueryFilters[Key] };
type MeaningOf<Kind extends Meaning['kind']> = Extract<Meaning, { readonly kind: Kind }>;

export interface CollectedFilters {
  readonly filters: QueryFilters;
  /** Of each meaning: why it is not among the parts. */
  readonly problems: readonly (string | undefined)[];
}

/** Puts together what the pieces say; what contradicts an earlier piece is a problem, and left out. */
export function collectFilters(meanings: readonly Meaning[], base: ScreenFilter): CollectedFilters {
  const parts: Parts = { ranges: {} };
  const first = meanings.map((meaning) => add(parts, meaning));
  const search = addSearch(parts, meanings);
  const floors = meanings.filter((meaning) => meaning.kind === 'floor');
  const problems = meanings.map((meaning, index) => {
    if (meaning.kind === 'word') return search;
    return meaning.kind === 'floor' ? addFloor(parts, meaning, floors, base) : first[index];
  });
  return { filters: parts, problems };
}

function add(parts: Parts, meaning: Meaning): string | undefined {
  switch (meaning.kind) {
    case 'range':
      return addRange(parts, meaning.id, meaning.range);
    case 'scam':
      return addOnce(parts, 'excludeScam', meaning.hidden);
    case 'sort':
      return addOnce(parts, 'sort', meaning.sort);
    case 'order':
      return addOnce(parts, 'order', meaning.order);
    case 'status':
      return addStatuses(parts, meaning);
    case 'admin':
      return addAddresses(parts, meaning, MAX_ADMINS);
    case 'address':
      return addAddresses(parts, meaning, MAX_ADDRESSES);
    case 'unknown':
      return meaning.problem;
    default:
      return undefined;
  }
}

const TWICE = 'This is said twice';

function addOnce<Key extends 'excludeScam' | 'sort' | 'order'>(parts: Parts, key: Key, value: Parts[Key]) {
  if (parts[key] !== undefined) return TWICE;
  parts[key] = value;
  return undefined;
}

function addRange(parts: Parts, id: RangeId, { min, max }: Range): string | undefined {
  const known = parts.ranges[id] ?? {};
  const isTwice =
    (min !== undefined && known.min !== undefined) || (max !== undefined && known.max !== undefined);
  if (isTwice) return TWICE;
  const range = { min: min ?? known.min, max: max ?? known.max };
  const fault = rangeError(id, range);
  if (fault === undefined) parts.ranges = { ...parts.ranges, [id]: range };
  return fault && `${rangeFields[id].label}: ${fault.toLowerCase()}`;
}

function addStatuses(parts: Parts, { statuses }: MeaningOf<'status'>): undefined {
  parts.verification = [...new Set([...(parts.verification ?? []), ...statuses])];
}

function addAddresses(parts: Parts, { kind, addresses }: MeaningOf<'admin' | 'address'>, most: number) {
  const all = [...new Set([...(parts[kind] ?? []), ...addresses])];
  if (all.length > most) return `At most ${most}`;
  parts[kind] = all;
  return undefined;
}

function addSearch(parts: Parts, meanings: readonly Meaning[]): string | undefined {
  const words = meanings.flatMap((meaning) => (meaning.kind === 'word' ? [meaning.text] : []));
  const search = words.join(' ');
  const { length } = [...search];
  if (words.length === 0) return undefined;
  if (length < MIN_SEARCH_LENGTH) return `A search needs at least ${MIN_SEARCH_LENGTH} characters`;
  if (length > MAX_SEARCH_LENGTH) return `A search has at most ${MAX_SEARCH_LENGTH} characters`;
  parts.search = search;
  return undefined;
}

function addFloor(
  parts: Parts,
  floor: MeaningOf<'floor'>,
  floors: readonly Meaning[],
  base: ScreenFilter,
): string | undefined {
  if (floor !== floors[0]) return 'Only the column that sorts the list can have such a minimum';
  const sort = floor.sort ?? parts.sort ?? base.sort;
  const { label } = sortNames[sort];
  if (parts.sort !== undefined && parts.sort !== sort)
    return `A minimum of ${label} needs the list sorted by it`;
  if (parts.order === 'asc') return `A minimum of ${label} needs order:desc`;
  const kind = minimumKinds[sort];
  if (kind === undefined) return `${label} can sort the list but is not known to the page`;
  const text = kind === 'date' ? floor.text : parseShortNumber(kind, floor.text);
  const written = text === undefined ? undefined : normalizeMinimum(sort, text);
  if (written === undefined) return kind === 'date' ? 'Not a date: write 2026-01-20' : 'Not such a number';
  Object.assign(parts, { sort, order: 'desc', floor: written });
  return undefined;
}
