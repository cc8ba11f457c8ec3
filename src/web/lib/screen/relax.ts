import { type ChipId, filterChips } from './filter-chips.ts';
import { type Activity, type MeasuredJetton, sortValue } from './measurements.ts';
import { isUnderFloor } from './minimum.ts';
import type { Screen } from './screen.ts';

/** One part of a screen that found nothing. */
export interface Relaxation {
  readonly id: ChipId;
  readonly words: string;
  readonly without: Screen;
}

/**
 * What people get wrong first, and least like to keep, comes first: a phrase is misspelt more easily than a limit is set
 * too high, and narrow windows of change empty a list sooner than sizes do. Whoever hides scam means it.
 */
const promise: readonly ChipId[] = [
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
  return promise.flatMap((id) => {
    const chip = chips.find((candidate) => candidate.id === id);
    if (!chip?.without) return [];
    const { words, without } = chip;
    return [{ id, words, without }];
  });
}

/** Whether the first jetton of an answer is in the screen; its floor, which the service does not know, may cut it off. */
export function holds(
  { filter, floor }: Screen,
  first: MeasuredJetton | undefined,
  activity: Activity,
): boolean {
  if (first === undefined || floor === undefined) return first !== undefined;
  const value = sortValue(filter.sort, first, activity);
  return value !== 'unread' && !isUnderFloor(filter.sort, value, floor);
}

/** The part to suggest, by how much was found without each; none where no single part is to blame. */
export function mostPromising(
  asked: readonly Relaxation[],
  found: ReadonlyMap<ChipId, number>,
): Relaxation | undefined {
  const most = Math.max(...asked.map(({ id }) => found.get(id) ?? 0));
  return most > 0 ? asked.find(({ id }) => found.get(id) === most) : undefined;
}
