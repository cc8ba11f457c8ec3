import { parseAddress, toUserFriendly } from '#contract/address.ts';
import { type ChartView, parseView, type Query, viewQuery } from '#web/chart/chart-view.ts';
import { spelled } from './jetton-search.ts';

/** What a link to a pool carries, in the shortest words; what is not understood is dropped. */
export type PoolSearch = Readonly<Record<string, string | readonly string[]>>;

export interface PoolLink {
  readonly view: ChartView;
  /** Pools of the same jetton that are laid over the chart, raw. */
  readonly others: readonly string[];
}

export const MOST_OTHERS = 3;

export function parsePoolLink(query: Query): PoolLink {
  const texts: readonly unknown[] = Array.isArray(query.with) ? query.with : [query.with];
  const others = texts.flatMap((text) => (typeof text === 'string' ? (parseAddress(text) ?? []) : []));
  return comparable({ view: parseView(query), others: [...new Set(others)].slice(0, MOST_OTHERS) });
}

/** Prices in different counterparts do not compare: pools are laid over in a unit that they share. */
export function comparable({ view, others }: PoolLink): PoolLink {
  const quote = others.length > 0 && view.quote === 'counterpart' ? 'ton' : view.quote;
  return { view: { ...view, quote }, others };
}

export function poolQuery({ view, others }: PoolLink): PoolSearch {
  return { ...viewQuery(view), ...(others.length > 0 && { with: others.map(toUserFriendly) }) };
}

export function poolSearch(query: Query): PoolSearch {
  return poolQuery(parsePoolLink(query));
}

interface PoolPath {
  readonly address: string;
  readonly poolAddress: string;
}

/** The addresses of a pool's page in their one spelling; undefined where they are so already, or are none. */
export function usualPool({ address, poolAddress }: PoolPath): PoolPath | undefined {
  const usual = { address: spelled(address) ?? address, poolAddress: spelled(poolAddress) ?? poolAddress };
  return usual.address === address && usual.poolAddress === poolAddress ? undefined : usual;
}
