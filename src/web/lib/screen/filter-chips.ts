import { toUserFriendly } from '#contract/address.ts';
import { shortenAddress } from '#contract/format/shorten-address.ts';
import { verificationLabels } from '#contract/format/verification-labels.ts';
import { filterNumberText, rangeText } from '#web/lib/numbers/number-text.ts';
import { minimumKinds } from './minimum.ts';
import { type RangeId, rangeFields, rangeIds, rangesOf } from './ranges.ts';
import { defaultFilter, type Screen, withFilter, withMinimum, withRange } from './screen.ts';
import { orderName, sortNames } from './sort-names.ts';

export type ChipId = RangeId | 'sort' | 'floor' | 'scam' | 'verification' | 'search' | 'address' | 'admin';

/** A part of the screen that shapes the list, in words. */
export interface FilterChip {
  readonly id: ChipId;
  readonly label: string;
  /** The screen without that part; the default order of the list has nothing to go back to. */
  readonly without?: Screen;
}

/** Every active part, the default ones included: nothing is filtered invisibly. */
export function filterChips(screen: Screen): FilterChip[] {
  return [sortChip(screen), ...floorChip(screen), ...partChips(screen), ...rangeChips(screen)];
}

/** What a change of the order cost: a minimum belongs to the column that sorts, and to the order that it ends. */
export function removedMinimumText(before: Screen, after: Screen): string | undefined {
  const [chip] = floorChip(before);
  const needed = orderLabel(before);
  if (!chip || after.minimum !== undefined || orderLabel(after) === needed) return undefined;
  return `${chip.label} is left out: it needs the order “${needed}”`;
}

/** The order of the list, in words. */
export function orderLabel({ filter: { sort, order } }: Screen): string {
  return `${sortNames[sort].label}, ${orderName(sort, order)}`;
}

function sortChip(screen: Screen): FilterChip {
  const { sort, order } = screen.filter;
  const label = orderLabel(screen);
  if (sort === defaultFilter.sort && order === defaultFilter.order) return { id: 'sort', label };
  const { sort: first, order: down } = defaultFilter;
  return { id: 'sort', label, without: withFilter(screen, { sort: first, order: down }) };
}

function floorChip(screen: Screen): FilterChip[] {
  const { sort } = screen.filter;
  const kind = minimumKinds[sort];
  if (screen.minimum === undefined || kind === undefined) return [];
  const label = `${sortNames[sort].label} ≥ ${filterNumberText(kind, screen.minimum)}`;
  return [{ id: 'floor', label, without: withMinimum(screen, undefined) }];
}

function partChips(screen: Screen): FilterChip[] {
  const { excludeScam, verification, search, address, admin } = screen.filter;
  const parts: readonly (readonly [ChipId, string | undefined, Screen])[] = [
    ['scam', excludeScam ? 'Scam hidden' : undefined, withFilter(screen, { excludeScam: false })],
    [
      'verification',
      verification?.map((status) => verificationLabels[status]).join(' or '),
      withFilter(screen, { verification: undefined }),
    ],
    ['search', search && `“${search}” in name or symbol`, withFilter(screen, { search: undefined })],
    ['address', address && addressWords(address), withFilter(screen, { address: undefined })],
    ['admin', admin && `Admin ${oneOf(admin, 'admins')}`, withFilter(screen, { admin: undefined })],
  ];
  return parts.flatMap(([id, label, without]) => (label === undefined ? [] : [{ id, label, without }]));
}

function addressWords(addresses: readonly string[]): string {
  return addresses.length === 1 ? `Only ${oneOf(addresses, '')}` : `${addresses.length} chosen jettons`;
}

function oneOf(addresses: readonly string[], things: string): string {
  const [first = ''] = addresses;
  return addresses.length === 1
    ? shortenAddress(toUserFriendly(first))
    : `one of ${addresses.length} ${things}`;
}

function rangeChips(screen: Screen): FilterChip[] {
  const ranges = rangesOf(screen.filter);
  return rangeIds.flatMap((id) => {
    const range = ranges[id];
    if (!range) return [];
    const { short, kind } = rangeFields[id];
    return [{ id, label: `${short} ${rangeText(kind, range)}`, without: withRange(screen, id, undefined) }];
  });
}
