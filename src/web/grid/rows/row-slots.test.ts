import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type AssignedRow, RowSlots } from './row-slots.ts';

const keyOf = (row: string) => row;

/** Visible ranges of a list, each with whether it was reached by a fast scroll. */
const steps = fc.array(
  fc.record({
    first: fc.integer({ min: 0, max: 60 }),
    count: fc.integer({ min: 0, max: 20 }),
    isFastScroll: fc.boolean(),
  }),
  { minLength: 1, maxLength: 30 },
);

interface Step {
  readonly rows: readonly string[];
  readonly isFastScroll: boolean;
  readonly previous: readonly AssignedRow<string>[];
  readonly assigned: readonly AssignedRow<string>[];
}

function scrollThrough(all: readonly { first: number; count: number; isFastScroll: boolean }[]): Step[] {
  const slots = new RowSlots();
  let previous: readonly AssignedRow<string>[] = [];
  return all.map(({ first, count, isFastScroll }) => {
    const rows = Array.from({ length: count }, (_, offset) => `row ${first + offset}`);
    const step = { rows, isFastScroll, previous, assigned: slots.assign(rows, keyOf, isFastScroll) };
    expect(slots.assign(rows, keyOf, isFastScroll)).toEqual(step.assigned);
    previous = step.assigned;
    return step;
  });
}

function slotsOf(assigned: readonly AssignedRow<string>[]): number[] {
  return assigned.map(({ slot }) => slot);
}

describe('RowSlots', () => {
  it('assigns every row to exactly one slot, which it keeps', () => {
    fc.assert(
      fc.property(steps, (all) => {
        for (const { rows, previous, assigned } of scrollThrough(all)) {
          expect(assigned.map(({ row }) => row).toSorted()).toEqual(rows.toSorted());
          expect(new Set(slotsOf(assigned)).size).toBe(rows.length);
          const stayed = previous.filter(({ row }) => rows.includes(row));
          expect(assigned).toEqual(expect.arrayContaining(stayed));
        }
      }),
    );
  });

  it('keeps slots in row order and reuses none without a fast scroll', () => {
    fc.assert(
      fc.property(steps, (all) => {
        for (const { rows, isFastScroll, previous, assigned } of scrollThrough(all)) {
          if (isFastScroll) continue;
          expect(assigned.map(({ row }) => row)).toEqual(rows);
          const stayed = previous.filter(({ row }) => rows.includes(row)).length;
          expect(slotsOf(assigned).filter((slot) => slotsOf(previous).includes(slot))).toHaveLength(stayed);
        }
      }),
    );
  });

  it('moves no slot in a fast scroll and creates as few as possible', () => {
    fc.assert(
      fc.property(steps, (all) => {
        for (const { rows, isFastScroll, previous, assigned } of scrollThrough(all)) {
          if (!isFastScroll) continue;
          const reused = slotsOf(assigned).filter((slot) => slotsOf(previous).includes(slot));
          expect(reused).toEqual(slotsOf(previous).filter((slot) => reused.includes(slot)));
          expect(reused).toHaveLength(Math.min(rows.length, previous.length));
        }
      }),
    );
  });
});
