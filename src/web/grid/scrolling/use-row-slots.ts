import { useState } from 'react';
import { useFastScroll } from '#web/state/use-fast-scroll.ts';
import { type PlacedRow, RowSlots } from './row-slots.ts';

/** The rows in the order of their elements. */
export function useRowSlots<Row>(
  rows: readonly Row[],
  keyOf: (row: Row) => string,
): readonly PlacedRow<Row>[] {
  const [slots] = useState(() => new RowSlots());
  return slots.place(rows, keyOf, useFastScroll());
}
