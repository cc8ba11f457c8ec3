import type { ExchangeRate } from '#web/money/amounts.ts';
import { type ChipId, filterChips } from './filter-chips.ts';
import { isValueBelowMinimum } from './list-end.ts';
import type { Screen } from './list-state.ts';
import {
  filterTextOf,
  type JettonMeasurements,
  type MaybeActivity,
  measureValue,
  type RangeId,
} from './measure-texts.ts';

/** One removable part of a screen without matches. */
export interface Relaxation {
  readonly id: ChipId;
  readonly label: string;
  readonly without: Screen;
}

/**
 * Positions of the other parts among the ranges: a typo in a phrase is more likely than a limit that is too strict. Hiding
 * scam is usually intended, so it comes last.
 */
const relaxRanks: Readonly<Record<Exclude<ChipId, RangeId>, number>> = {
  search: 0,
  address: 1,
  admin: 2,
  verification: 3,
  minimum: 20,
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
  { filter, minimum }: Screen,
  first: JettonMeasurements | undefined,
  activity: MaybeActivity,
): boolean {
  if (first === undefined || minimum === undefined) return first !== undefined;
  const value = measureValue(filter.sort, first, activity);
  return value !== 'unavailable' && !isValueBelowMinimum(value, minimum);
}
