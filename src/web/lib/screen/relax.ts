import type { ExchangeRate } from '#web/lib/numbers/exchange-rate.ts';
import { type ChipId, filterChips } from './filter-chips.ts';
import { type JettonMeasurements, type MaybeActivity, sortValue } from './measurements.ts';
import { isValueBelowMinimum } from './minimum.ts';
import type { Screen } from './screen.ts';

/** One removable part of a screen without matches. */
export interface Relaxation {
  readonly id: ChipId;
  readonly label: string;
  readonly without: Screen;
}

/**
 * The parts most likely to be wrong come first: a typo in a phrase is more likely than a limit that is too strict, and
 * ranges of changes exclude more jettons than ranges of sizes. Hiding scam is usually intended, so it comes last.
 */
const relaxationOrder: readonly ChipId[] = [
  'search',
  'address',
  'admin',
  'verification',
  'change1h',
  'change6h',
  'change24h',
  'change7d',
  'minimum',
  'age',
  'created',
  'transactions',
  'traders',
  'volume',
  'trustScore',
  'holders',
  'mcap',
  'fdmc',
  'liquidity',
  'scam',
];

/** Returns all removable parts, the most promising first, because a service may allow only one request per second. */
export function relaxations(screen: Screen, rate?: ExchangeRate | null): Relaxation[] {
  const chips = filterChips(screen, rate);
  return relaxationOrder.flatMap((id) => {
    const chip = chips.find((candidate) => candidate.id === id);
    if (!chip?.without) return [];
    const { label, without } = chip;
    return [{ id, label, without }];
  });
}

/** Returns whether the first jetton of a response reaches the screen's minimum, which the service does not apply. */
export function passesMinimum(
  { filter, minimum }: Screen,
  first: JettonMeasurements | undefined,
  activity: MaybeActivity,
): boolean {
  if (first === undefined || minimum === undefined) return first !== undefined;
  const value = sortValue(filter.sort, first, activity);
  return value !== 'unavailable' && !isValueBelowMinimum(value, minimum);
}
