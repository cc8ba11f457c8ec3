import { parseAddress, toUserFriendly } from '#contract/address.ts';
import { type ChartView, parseView, type Query, viewQuery } from '#web/chart/chart-view.ts';
import { canonicalAddress } from './jetton-search.ts';

/** What a link to a pool carries, in the shortest words; what is not understood is dropped. */
export type PoolSearch = Readonly<Record<string, string | readonly string[]>>;

export interface PoolLink {
  readonly view: ChartView;
  /** Pools of the same jetton that are laid over the chart, raw. */
  readonly overlays: readonly string[];
}

export const MAX_OVERLAYS = 3;

export function parsePoolLink(query: Query): PoolLink {
  const texts: readonly unknown[] = Array.isArray(query.with) ? query.with : [query.with];
  const others = texts.flatMap((text) => (typeof text === 'string' ? (parseAddress(text) ?? []) : []));
  return withSharedQuote({ view: parseView(query), overlays: [...new Set(others)].slice(0, MAX_OVERLAYS) });
}

/** Prices in different counterparts do not compare: pools are laid over in a unit that they share. */
export function withSharedQuote({ view, overlays }: PoolLink): PoolLink {
  const quote = overlays.length > 0 && view.quote === 'counterpart' ? 'ton' : view.quote;
  return { view: { ...view, quote }, overlays };
}

export function serializePoolLink({ view, overlays }: PoolLink): PoolSearch {
  return { ...viewQuery(view), ...(overlays.length > 0 && { with: overlays.map(toUserFriendly) }) };
}

export function normalizePoolSearch(query: Query): PoolSearch {
  return serializePoolLink(parsePoolLink(query));
}

interface PoolPath {
  readonly address: string;
  readonly poolAddress: string;
}

/** The addresses of a pool's page in their one spelling; undefined where they are so already, or are none. */
export function canonicalPoolPath({ address, poolAddress }: PoolPath): PoolPath | undefined {
  const usual = {
    address: canonicalAddress(address) ?? address,
    poolAddress: canonicalAddress(poolAddress) ?? poolAddress,
  };
  return usual.address === address && usual.poolAddress === poolAddress ? undefined : usual;
}
