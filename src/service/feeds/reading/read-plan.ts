import type { Page } from '#service/feeds/client/source.ts';
import type { Progress } from '#service/feeds/ledger/progress.ts';
import type { StoredRange } from '#service/feeds/ledger/ranges.ts';

/** Ranges of one subject that are read together: one that is unread, and those before it that are read again. */
export interface ReadPlan {
  readonly unread: StoredRange | undefined;
  readonly again: readonly StoredRange[];
}

/** Returns what reading a page has completed, if anything. */
export function progressOf(
  { next, end }: Page,
  { unread, again }: ReadPlan,
  isFinal: boolean | undefined,
): Progress | undefined {
  if (next === undefined) {
    const ranges = [...again, ...(unread ? [unread] : [])];
    // Events that were read before may be missing in the page.
    return { kind: 'read', ranges, end: end && unread && end < unread.from ? unread.from : end, isFinal };
  }
  return unread && next > unread.from ? { kind: 'advanced', range: unread, again, next } : undefined;
}

/** Returns the longest contiguous sequence of ranges at the start of the list. */
export function firstContiguous(ranges: readonly StoredRange[]): StoredRange[] {
  const end = ranges.findIndex(
    ({ subject, from }, index) =>
      index > 0 && (subject !== ranges[index - 1]?.subject || from !== ranges[index - 1]?.to),
  );
  return ranges.slice(0, end === -1 ? ranges.length : end);
}
