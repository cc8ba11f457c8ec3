import { useState } from 'react';
import { useRush } from '#web/state/rush.ts';
import { type PlacedRow, RowSlots } from './row-slots.ts';

/** The rows in the order of their elements. */
export function useRowSlots<Row>(
  rows: readonly Row[],
  keyOf: (row: Row) => string,
): readonly PlacedRow<Row>[] {
  const [slots] = useState(() => new RowSlots());
  return slots.place(rows, keyOf, useRush());
}
