import { create } from 'zustand';
import { MAX_COMPARED } from '#web/list/comparison-limits.ts';

interface Selection {
  /** Raw addresses in the order of their selection. */
  readonly addresses: readonly string[];
}

/** Rows selected for comparison. Not persisted. */
export const useSelection = create<Selection>()(() => ({ addresses: [] }));

/** Selects or deselects a row. Does nothing if the maximum is already selected. */
export function toggleSelected(address: string): void {
  const { addresses } = useSelection.getState();
  const without = addresses.filter((selected) => selected !== address);
  const isFull = addresses.length >= MAX_COMPARED;
  if (without.length < addresses.length) useSelection.setState({ addresses: without });
  else if (!isFull) useSelection.setState({ addresses: [...addresses, address] });
}
