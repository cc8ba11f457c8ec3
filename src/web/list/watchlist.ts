import { parseAddress } from '#contract/address.ts';
import { createPersistedStore } from '#web/kit/device/persisted-store.ts';

interface Watchlist {
  /** Raw addresses in the order in which they were added. */
  readonly addresses: readonly string[];
}

export const useWatchlist = createPersistedStore<Watchlist>('jetscope.watchlist', (stored) => {
  const list = typeof stored === 'object' && stored !== null && 'addresses' in stored ? stored.addresses : [];
  const texts = Array.isArray(list) ? list : [];
  const addresses = texts.flatMap((text) => (typeof text === 'string' ? (parseAddress(text) ?? []) : []));
  return { addresses: [...new Set(addresses)] };
});

/** Adds addresses that are not in the watchlist yet. */
export function addToWatchlist(more: readonly string[]): void {
  useWatchlist.setState(({ addresses }) => ({ addresses: [...new Set([...addresses, ...more])] }));
}

export function toggleWatchlist(address: string): void {
  const { addresses } = useWatchlist.getState();
  const without = addresses.filter((watched) => watched !== address);
  useWatchlist.setState({ addresses: without.length < addresses.length ? without : [...addresses, address] });
}
