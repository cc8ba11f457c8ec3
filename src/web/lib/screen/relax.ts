import { type ChipId, filterChips } from './filter-chips.ts';
import { type JettonMeasurements, type LoadedActivity, sortValue } from './measurements.ts';
import { isValueBelowMinimum } from './minimum.ts';
import type { Screen } from './screen.ts';

/** One part of a screen that found nothing. */
export interface Relaxation {
  readonly id: ChipId;
  readonly label: string;
  readonly without: Screen;
}

/**
 * What people get wrong first, and least like to keep, comes first: a phrase is misspelt more easily than a limit is set
 * too high, and narrow windows of change empty a list sooner than sizes do. Whoever hides scam means it.
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
  'floor',
  'trustScore',
  'holders',
  'fdmc',
  'liquidity',
  'scam',
];

/** Every part that can be taken away alone, the most promising first: a service may allow one question a second. */
export function relaxations(screen: Screen): Relaxation[] {
  const chips = filterChips(screen);
  return relaxationOrder.flatMap((id) => {
    const chip = chips.find((candidate) => candidate.id === id);
    if (!chip?.without) return [];
    const { label, without } = chip;
    return [{ id, label, without }];
  });
}

/** Whether the first jetton of an answer is in the screen; its floor, which the service does not know, may cut it off. */
export function passesMinimum(
  { filter, minimum }: Screen,
  first: JettonMeasurements | undefined,
  activity: LoadedActivity,
): boolean {
  if (first === undefined || minimum === undefined) return first !== undefined;
  const value = sortValue(filter.sort, first, activity);
  return value !== 'unavailable' && !isValueBelowMinimum(filter.sort, value, minimum);
}

/** The part to suggest, by how much was found without each; none where no single part is to blame. */
export function bestRelaxation(
  asked: readonly Relaxation[],
  found: ReadonlyMap<ChipId, number>,
): Relaxation | undefined {
  const most = Math.max(...asked.map(({ id }) => found.get(id) ?? 0));
  return most > 0 ? asked.find(({ id }) => found.get(id) === most) : undefined;
}
