import { useState } from 'react';
import { useFastScroll } from '#web/kit/device/fast-scroll.ts';

/** Returns the rows with their slots, in document order. */
export function useRowSlots<Row>(
  rows: readonly Row[],
  keyOf: (row: Row) => string,
): readonly AssignedRow<Row>[] {
  const [slots] = useState(() => new RowSlots());
  return slots.assign(rows, keyOf, useFastScroll());
}

/** A row and the number of the DOM element that renders it. */
export interface AssignedRow<Row> {
  readonly row: Row;
  readonly slot: number;
}

/**
 * Assigns rows to DOM elements (slots) and decides the order of the elements in the document. A row keeps its slot while it
 * is rendered. During a fast scroll, new rows reuse the slots of rows that left, in place, which costs the browser about
 * two thirds of creating new elements. Otherwise the elements are in the order of the rows, as screen readers expect.
 */
export class RowSlots {
  #slots: ReadonlyMap<string, number> = new Map();
  /** Document position by slot. */
  #positions: ReadonlyMap<number, number> = new Map();
  #next = 0;

  /** Returns the rows with their slots, in document order. Idempotent for the same rows. */
  assign<Row>(
    rows: readonly Row[],
    keyOf: (row: Row) => string,
    isFastScroll: boolean,
  ): readonly AssignedRow<Row>[] {
    const previous = this.#slots;
    const keys = new Set(rows.map(keyOf));
    const free = isFastScroll ? [...previous].flatMap(([key, slot]) => (keys.has(key) ? [] : slot)) : [];
    const slots = new Map<string, number>();
    const assigned = rows.map((row) => {
      const key = keyOf(row);
      const slot = previous.get(key) ?? free.pop() ?? this.#next++;
      slots.set(key, slot);
      return { row, slot };
    });
    const ordered = isFastScroll
      ? assigned.toSorted((one, other) => this.#positionOf(one) - this.#positionOf(other))
      : assigned;
    this.#slots = slots;
    this.#positions = new Map(ordered.map(({ slot }, position) => [slot, position]));
    return ordered;
  }

  #positionOf({ slot }: AssignedRow<unknown>): number {
    return this.#positions.get(slot) ?? this.#positions.size + slot;
  }
}
