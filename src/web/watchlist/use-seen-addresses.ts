import { useState } from 'react';

/** Returns all addresses that were in a list since the page was opened, in the order in which they were added. */
export function useSeenAddresses(addresses: readonly string[]): readonly string[] {
  const [seen, setSeen] = useState(addresses);
  const seenSet = new Set(seen);
  const added = addresses.filter((address) => !seenSet.has(address));
  if (added.length === 0) return seen;
  const all = [...seen, ...added];
  setSeen(all);
  return all;
}
