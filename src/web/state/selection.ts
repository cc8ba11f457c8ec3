import { create } from 'zustand';
import { MAX_COMPARED } from '#web/lib/screen/comparison-limits.ts';

interface Picked {
  /** Raw, in the order in which they were picked. */
  readonly addresses: readonly string[];
}

/** Rows that are to be compared, until the page is left. */
export const useSelection = create<Picked>()(() => ({ addresses: [] }));

/** One more than can be compared is not taken. */
export function toggleSelected(address: string): void {
  const { addresses } = useSelection.getState();
  const without = addresses.filter((known) => known !== address);
  const isFull = addresses.length >= MAX_COMPARED;
  if (without.length < addresses.length) useSelection.setState({ addresses: without });
  else if (!isFull) useSelection.setState({ addresses: [...addresses, address] });
}
