import * as z from 'zod/mini';
import { jettonListFilter } from '#contract/jetton-filter.ts';
import { compareDecimals } from '#web/money/decimals.ts';
import { type Range, rangeParts } from './list-filter.ts';
import type { RangeId } from './measure-texts.ts';

function isAllowed(id: RangeId, range: Range): boolean {
  // Requests contain the age as a creation time.
  if (id === 'age') {
    const { min, max } = range;
    return min === undefined || max === undefined || compareDecimals(min, max) <= 0;
  }
  return z.safeParse(jettonListFilter, rangeParts({ [id]: range })).success;
}

/** Returns the error message of a range that the service would reject. */
export function rangeError(id: RangeId, { min, max }: Range): string | undefined {
  if (isAllowed(id, { min, max })) return undefined;
  const areBoundsAllowed = isAllowed(id, { min }) && isAllowed(id, { max });
  return areBoundsAllowed ? 'Minimum exceeds maximum' : 'Number is too large';
}
