import { parseAddress } from '#contract/address.ts';
import { type PoolPath, type PoolSearch, parsePoolLink, serializePoolLink } from './pool-search.ts';
import { storedPriceLines } from './price-levels.ts';

/** Returns the query with the price lines that were stored on this device, or undefined if the link has its own. */
export function withStoredLines(
  { address, poolAddress }: PoolPath,
  query: PoolSearch,
): PoolSearch | undefined {
  const { view, overlays } = parsePoolLink(query);
  const chart = [parseAddress(address), parseAddress(poolAddress)];
  if (view.priceLines.length > 0 || chart[0] === undefined || chart[1] === undefined) return undefined;
  const priceLines = storedPriceLines({ address: chart[0], poolAddress: chart[1], quote: view.quote });
  return priceLines.length > 0 ? serializePoolLink({ view: { ...view, priceLines }, overlays }) : undefined;
}
