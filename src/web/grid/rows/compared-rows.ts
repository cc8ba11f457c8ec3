import { create } from 'zustand';

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

/** Numbers of jettons that fit side by side. */
export const MIN_COMPARED = 2;
export const MAX_COMPARED = 6;
