import { asAddress, asArray, asFields } from '#web/api/client/fields.ts';
import { createPersistedStore } from '#web/kit/device/persisted-store.ts';

interface Watchlist {
  /** Raw addresses in the order in which they were added. */
  readonly addresses: readonly string[];
}

export const useWatchlist = createPersistedStore<Watchlist>('jetscope.watchlist', (stored) => ({
  addresses: storedAddresses(stored),
}));

/** Returns the distinct valid addresses of a stored list. */
export function storedAddresses(list: unknown): string[] {
  return [...new Set(asArray(asFields(list).addresses).flatMap((text) => asAddress(text) ?? []))];
}

/** Adds addresses that are not in the watchlist yet. */
export function addToWatchlist(more: readonly string[]): void {
  useWatchlist.setState(({ addresses }) => ({ addresses: [...new Set([...addresses, ...more])] }));
}

export function toggleWatchlist(address: string): void {
  const { addresses } = useWatchlist.getState();
  const without = addresses.filter((watched) => watched !== address);
  useWatchlist.setState({ addresses: without.length < addresses.length ? without : [...addresses, address] });
}
