import { create } from 'zustand';
import { COMPARED_MAX } from '#web/lib/screen/comparison-limits.ts';

interface Picked {
  /** Raw, in the order in which they were picked. */
  readonly addresses: readonly string[];
}

/** Rows that are to be compared, until the page is left. */
export const usePicked = create<Picked>()(() => ({ addresses: [] }));

/** One more than can be compared is not taken. */
export function togglePicked(address: string): void {
  const { addresses } = usePicked.getState();
  const without = addresses.filter((known) => known !== address);
  const isFull = addresses.length >= COMPARED_MAX;
  if (without.length < addresses.length) usePicked.setState({ addresses: without });
  else if (!isFull) usePicked.setState({ addresses: [...addresses, address] });
}
