import * as z from 'zod/mini';
import { jettonListFilter } from '#contract/jetton-filter.ts';
import { type Range, type RangeId, rangeParts } from './ranges.ts';

function isAllowed(id: RangeId, range: Range): boolean {
  return z.safeParse(jettonListFilter, rangeParts({ [id]: range })).success;
}

/** Why the service would refuse a range. */
export function rangeError(id: RangeId, { min, max }: Range): string | undefined {
  if (isAllowed(id, { min, max })) return undefined;
  const ends = isAllowed(id, { min }) && isAllowed(id, { max });
  return ends ? 'The minimum is over the maximum' : 'The number is too large';
}
