import { toUserFriendly } from '#contract/address.ts';
import { type PricePeriod, verificationLabels } from '#contract/enums.ts';
import { shortenAddress } from '#contract/format/format-text.ts';
import type { ExchangeRate } from '#web/money/amounts.ts';
import { periodLabels } from '#web/money/periods.ts';
import { rangeText } from './filter-values.ts';
import { isValueBelowMinimum, minimumKind } from './list-end.ts';
import { defaultFilter } from './list-filter.ts';
import {
  listFilterOf,
  type OptionalFilter,
  type Screen,
  withFilter,
  withMinimum,
  withRange,
} from './list-state.ts';
import { chipLabel, filterTextOf, orderName, type RangeId, rangeIds, sortLabel } from './measure-texts.ts';
import { type JettonMeasurements, type MaybeActivity, sortedValue } from './measure-values.ts';

export type ChipId =
  | RangeId
  | 'sort'
  | 'minimum'
  | 'scam'
  | 'warned'
  | 'traded'
  | 'verification'
  | 'search'
  | 'address'
  | 'admin';

/** Label of the filter that hides jettons that a source warns of. */
export const WARNINGS_HIDDEN = 'Warnings hidden';

/** Label of the filter that hides jettons without trades in a period. */
export function tradedLabel(period: PricePeriod): string {
  return `Traded in ${periodLabels[period]}`;
}

/** Returns the label of a filter that the service lacks. */
export function optionalFilterLabel(id: OptionalFilter): string {
  if (id === 'excludeUntraded') return 'Untraded hidden';
  return id === 'excludeWarned' ? WARNINGS_HIDDEN : chipLabel(id);
}

/** One active part of a screen: a filter, the sort order or the minimum. */
export interface FilterChip {
  readonly id: ChipId;
  readonly label: string;
  /** The screen without this part. Absent for the default sort order, which cannot be removed. */
  readonly without?: Screen;
}

/** Returns all active parts, including defaults, so that every filter is visible. Sums are in USD without a rate. */
export function filterChips(screen: Screen, rate?: ExchangeRate | null): FilterChip[] {
  return [sortChip(screen), ...minimumChip(screen, rate), ...partChips(screen), ...rangeChips(screen, rate)];
}

/** Returns how many filters are active besides the default ones. The sort order is not a filter. */
export function countOwnFilters(screen: Screen): number {
  return filterChips(screen).filter(({ id }) => id !== 'sort' && id !== 'scam').length;
}

/** Returns a message if a change of the sort order removed the minimum, which only applies to one sort order. */
export function removedMinimumText(
  before: Screen,
  after: Screen,
  rate?: ExchangeRate | null,
): string | undefined {
  const [chip] = minimumChip(before, rate);
  const requiredOrder = orderLabel(before);
  if (!chip || after.minimum !== undefined || orderLabel(after) === requiredOrder) return undefined;
  return `${chip.label} was removed: it requires the order “${requiredOrder}”`;
}

/** Returns the sort order as text, for example "Holders, highest first". */
export function orderLabel({ filter: { sort, order } }: Screen): string {
  return `${sortLabel(sort)}, ${orderName(sort, order)}`;
}

function sortChip(screen: Screen): FilterChip {
  const { sort, order } = screen.filter;
  const label = orderLabel(screen);
  if (sort === defaultFilter.sort && order === defaultFilter.order) return { id: 'sort', label };
  const { sort: defaultSort, order: defaultOrder } = defaultFilter;
  return { id: 'sort', label, without: withFilter(screen, { sort: defaultSort, order: defaultOrder }) };
}

function minimumChip(screen: Screen, rate?: ExchangeRate | null): FilterChip[] {
  const { sort } = screen.filter;
  if (screen.minimum === undefined || minimumKind(sort) === undefined) return [];
  const label = `${sortLabel(sort)} ${rangeText(sort, { min: screen.minimum }, rate)}`;
  return [{ id: 'minimum', label, without: withMinimum(screen, undefined) }];
}

function partChips(screen: Screen): FilterChip[] {
  const { excludeScam, excludeWarned, excludeUntraded, verification, search, address, admin } = screen.filter;
  const parts: readonly (readonly [ChipId, string | undefined, Screen])[] = [
    ['scam', excludeScam ? 'Scams hidden' : undefined, withFilter(screen, { excludeScam: false })],
    ['warned', excludeWarned && WARNINGS_HIDDEN, withFilter(screen, { excludeWarned: false })],
    [
      'traded',
      excludeUntraded && tradedLabel(excludeUntraded),
      withFilter(screen, { excludeUntraded: undefined }),
    ],
    [
      'verification',
      verification?.map((status) => verificationLabels[status]).join(' or '),
      withFilter(screen, { verification: undefined }),
    ],
    ['search', search && `“${search}” in name or symbol`, withFilter(screen, { search: undefined })],
    ['address', address && addressLabel(address), withFilter(screen, { address: undefined })],
    ['admin', admin && adminLabel(admin), withFilter(screen, { admin: undefined })],
  ];
  return parts.flatMap(([id, label, without]) => (label === undefined ? [] : [{ id, label, without }]));
}

function addressLabel(addresses: readonly string[]): string {
  return addresses.length === 1 ? `Only ${firstAddress(addresses)}` : `${addresses.length} selected jettons`;
}

function adminLabel(addresses: readonly string[]): string {
  return addresses.length === 1 ? `Admin ${firstAddress(addresses)}` : `Any of ${addresses.length} admins`;
}

function firstAddress([first = '']: readonly string[]): string {
  return shortenAddress(toUserFriendly(first));
}

function rangeChips(screen: Screen, rate?: ExchangeRate | null): FilterChip[] {
  const { ranges = {} } = screen.filter;
  return rangeIds.flatMap((id) => {
    const range = ranges[id];
    if (!range) return [];
    const label = `${chipLabel(id)} ${rangeText(id, range, rate)}`;
    return [{ id, label, without: withRange(screen, id, undefined) }];
  });
}

/** One removable part of a screen without matches. */
export interface Relaxation {
  readonly id: ChipId;
  readonly label: string;
  readonly without: Screen;
}

/**
 * Positions of the other parts among the ranges: a typo in a phrase is more likely than a limit that is too strict. Hiding
 * scam and warnings is usually intended, so it comes last.
 */
const relaxRanks: Readonly<Record<Exclude<ChipId, RangeId>, number>> = {
  search: 0,
  address: 1,
  admin: 2,
  verification: 3,
  minimum: 20,
  traded: 38,
  warned: 39,
  scam: 40,
  sort: 50,
};

function relaxRank(id: ChipId): number {
  return isOther(id) ? relaxRanks[id] : filterTextOf(id).relaxRank;
}

function isOther(id: ChipId): id is keyof typeof relaxRanks {
  return id in relaxRanks;
}

/** Returns all removable parts, the most promising first, because a service may allow only one request per second. */
export function relaxations(screen: Screen, rate?: ExchangeRate | null): Relaxation[] {
  return filterChips(screen, rate)
    .flatMap(({ id, label, without }) => (without && id !== 'sort' ? [{ id, label, without }] : []))
    .toSorted((a, b) => relaxRank(a.id) - relaxRank(b.id));
}

/** Returns whether the first jetton of a response reaches the screen's minimum, which the service does not apply. */
export function passesMinimum(
  screen: Screen,
  first: JettonMeasurements | undefined,
  activity: MaybeActivity,
): boolean {
  const { minimum } = screen;
  if (first === undefined || minimum === undefined) return first !== undefined;
  const value = sortedValue(listFilterOf(screen), first, activity);
  return value !== 'unavailable' && !isValueBelowMinimum(value, minimum);
}
