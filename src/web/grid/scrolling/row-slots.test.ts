import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type PlacedRow, RowSlots } from './row-slots.ts';

const keyOf = (row: string) => row;

/** Windows over a list, each with whether it was reached in a rush. */
const steps = fc.array(
  fc.record({
    first: fc.integer({ min: 0, max: 60 }),
    count: fc.integer({ min: 0, max: 20 }),
    rushes: fc.boolean(),
  }),
  { minLength: 1, maxLength: 30 },
);

interface Walked {
  readonly rows: readonly string[];
  readonly rushes: boolean;
  readonly before: readonly PlacedRow<string>[];
  readonly placed: readonly PlacedRow<string>[];
}

function walk(all: readonly { first: number; count: number; rushes: boolean }[]): Walked[] {
  const slots = new RowSlots();
  let before: readonly PlacedRow<string>[] = [];
  return all.map(({ first, count, rushes }) => {
    const rows = Array.from({ length: count }, (_, offset) => `row ${first + offset}`);
    const walked = { rows, rushes, before, placed: slots.place(rows, keyOf, rushes) };
    expect(slots.place(rows, keyOf, rushes)).toEqual(walked.placed);
    before = walked.placed;
    return walked;
  });
}

function slotsOf(placed: readonly PlacedRow<string>[]): number[] {
  return placed.map(({ slot }) => slot);
}

describe('RowSlots', () => {
  it('draws every row once, each in an element of its own that it keeps', () => {
    fc.assert(
      fc.property(steps, (all) => {
        for (const { rows, before, placed } of walk(all)) {
          expect(placed.map(({ row }) => row).toSorted()).toEqual(rows.toSorted());
          expect(new Set(slotsOf(placed)).size).toBe(rows.length);
          const stayed = before.filter(({ row }) => rows.includes(row));
          expect(placed).toEqual(expect.arrayContaining(stayed));
        }
      }),
    );
  });

  it('keeps elements in the order of the rows, and takes none over, while nothing rushes', () => {
    fc.assert(
      fc.property(steps, (all) => {
        for (const { rows, rushes, before, placed } of walk(all)) {
          if (rushes) continue;
          expect(placed.map(({ row }) => row)).toEqual(rows);
          const stayed = before.filter(({ row }) => rows.includes(row)).length;
          expect(slotsOf(placed).filter((slot) => slotsOf(before).includes(slot))).toHaveLength(stayed);
        }
      }),
    );
  });

  it('moves no element in a rush, and makes as few as it can', () => {
    fc.assert(
      fc.property(steps, (all) => {
        for (const { rows, rushes, before, placed } of walk(all)) {
          if (!rushes) continue;
          const known = slotsOf(placed).filter((slot) => slotsOf(before).includes(slot));
          expect(known).toEqual(slotsOf(before).filter((slot) => known.includes(slot)));
          expect(known).toHaveLength(Math.min(rows.length, before.length));
        }
      }),
    );
  });
});
