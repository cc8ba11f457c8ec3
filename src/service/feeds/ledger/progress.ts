import { OPEN_END, type Page } from '#service/feeds/client/source.ts';
import type { Database } from '#service/store/database.ts';
import { setHead, writeCursors, writeHead } from './feed-state.ts';
import {
  advanceRange,
  insertRanges,
  markAsRead,
  type NewRange,
  type ReadRange,
  type StoredRange,
  weight,
} from './ranges.ts';

/** What a feed has done. Recorded in the transaction that stores the data, so that a restart continues after it. */
export type Progress =
  /** New ranges were discovered, of which the feed knows all events up to `head`. */
  | {
      readonly kind: 'discovered';
      readonly ranges: readonly NewRange[];
      readonly cursors: ReadonlyMap<string, bigint>;
      readonly head: Date;
    }
  /** Contiguous ranges were read to their end. `end` is that of a last range with an open end. */
  | {
      readonly kind: 'read';
      readonly ranges: readonly StoredRange[];
      readonly end: Page['end'];
      readonly isFinal: boolean | undefined;
    }
  /** A range was read up to `next`, and the ranges `again` before it once more. */
  | {
      readonly kind: 'advanced';
      readonly range: StoredRange;
      readonly again: readonly StoredRange[];
      readonly next: bigint;
    }
  /** All data up to now is stored. */
  | { readonly kind: 'current' };

/** Returns the ends of discovered ranges that change with `progress`, by subject. */
export function changedCursors(progress: readonly Progress[]): ReadonlyMap<string, bigint> {
  return new Map(progress.flatMap(cursorsOf));
}

function cursorsOf(progress: Progress): readonly (readonly [subject: string, key: bigint])[] {
  if (progress.kind === 'discovered') return [...progress.cursors];
  const last = progress.kind === 'read' ? progress.ranges.at(-1) : undefined;
  if (progress.kind !== 'read' || last?.to !== OPEN_END || last.purpose === 'backfill') return [];
  return [[last.subject, progress.end ?? last.from]];
}

export async function recordProgress(
  db: Database,
  feed: string,
  progress: readonly Progress[],
  now: Date,
): Promise<void> {
  for (const item of progress) if (item.kind !== 'read') await recordStep(db, feed, item, now);
  const isFinal = progress.some((item) => item.kind === 'read' && item.isFinal);
  await markAsRead(db, progress.flatMap(readRanges), now, isFinal);
  await writeCursors(db, feed, changedCursors(progress));
}

async function recordStep(
  db: Database,
  feed: string,
  progress: Exclude<Progress, { readonly kind: 'read' }>,
  now: Date,
): Promise<void> {
  switch (progress.kind) {
    case 'discovered': {
      const history = progress.ranges.filter(({ purpose }) => purpose === 'history');
      const added = history.reduce((sum, range) => sum + weight(range), 0n);
      await insertRanges(db, feed, progress.ranges);
      return await writeHead(db, feed, progress.head, added);
    }
    case 'advanced':
      return await advanceRange(db, feed, progress.range, progress.next, now);
    case 'current':
      return await setHead(db, feed, now);
  }
}

function readRanges(progress: Progress): readonly ReadRange[] {
  if (progress.kind === 'advanced') return progress.again;
  return progress.kind === 'read' ? progress.ranges.map(({ id }) => ({ id, end: progress.end })) : [];
}
