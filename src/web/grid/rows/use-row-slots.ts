import { useState } from 'react';
import { useFastScroll } from '#web/kit/device/fast-scroll.ts';
import { type AssignedRow, RowSlots } from './row-slots.ts';

/** Returns the rows with their slots, in document order. */
export function useRowSlots<Row>(
  rows: readonly Row[],
  keyOf: (row: Row) => string,
): readonly AssignedRow<Row>[] {
  const [slots] = useState(() => new RowSlots());
  return slots.assign(rows, keyOf, useFastScroll());
}
