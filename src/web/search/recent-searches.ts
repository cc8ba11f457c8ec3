import * as z from 'zod/mini';
import { rawAddress } from '#contract/address-schemas.ts';
import { sanitizeText } from '#contract/format/format-text.ts';
import { createPersistedStore } from '#web/kit/device/persisted-store.ts';

/** A search result that was opened. */
export interface RecentSearch {
  readonly address: string;
  /** Undefined for a jetton. */
  readonly poolAddress?: string | undefined;
  readonly title: string;
  readonly name: string;
}

interface RecentSearches {
  /** Latest first. */
  readonly recent: readonly RecentSearch[];
}

const MAX_RECENT = 6;

const text = z.pipe(z.string(), z.transform(sanitizeText));
const search = z.object({
  address: rawAddress,
  poolAddress: z.optional(rawAddress),
  title: text,
  name: text,
});
const schema = z.object({ recent: z.array(z.unknown()) });

/** Returns the stored searches without invalid ones. */
function parseRecentSearches(stored: unknown): RecentSearches {
  const entries = z.safeParse(schema, stored).data?.recent ?? [];
  return { recent: entries.flatMap((entry) => z.safeParse(search, entry).data ?? []).slice(0, MAX_RECENT) };
}

/** Search results that were opened on this device. */
export const useRecentSearches = createPersistedStore<RecentSearches>(
  'jetscope.recent-searches',
  parseRecentSearches,
);

export function addRecentSearch({ address, poolAddress, title, name }: RecentSearch): void {
  const opened = { address, poolAddress, title, name };
  useRecentSearches.setState(({ recent }) => ({
    recent: [opened, ...recent.filter((search) => !isSame(search, opened))].slice(0, MAX_RECENT),
  }));
}

export function clearRecentSearches(): void {
  useRecentSearches.setState({ recent: [] });
}

function isSame(a: RecentSearch, b: RecentSearch): boolean {
  return a.address === b.address && a.poolAddress === b.poolAddress;
}
