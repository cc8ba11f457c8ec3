import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { service } from '#web/api/client/api-client.ts';
import { isMissingEndpoint } from '#web/api/client/errors.ts';
import type { ListedJetton } from '#web/api/decoding/decode-jetton.ts';
import { quoteSymbolOf } from '#web/api/decoding/identities.ts';
import { jettonByAddress, marketOfPool } from '#web/list/jetton-queries.ts';
import type { FoundPool } from './search-pools.ts';

export interface AddressMatches {
  readonly jettons: readonly ListedJetton[];
  readonly pools: readonly FoundPool[];
  /** Whether the service can find a pool by its address. */
  readonly canLookUpPools: boolean;
}

/** Query for the jetton or the pool at a raw address. */
export function lookUpAddress(address: string) {
  return queryOptions({
    queryKey: ['at address', address],
    queryFn: async ({ client, signal }): Promise<AddressMatches> => {
      const jetton = await client.fetchQuery(jettonByAddress(address));
      if (jetton) return { jettons: [jetton], pools: [], canLookUpPools: true };
      const poolJettons = await fetchPoolJettons(address, signal);
      if (poolJettons === undefined) return { jettons: [], pools: [], canLookUpPools: false };
      const [first] = poolJettons;
      const pool = first === undefined ? undefined : await fetchPool(client, first, address);
      return { jettons: [], pools: pool ? [pool] : [], canLookUpPools: true };
    },
  });
}

/** Returns no jettons for an unknown pool, and undefined if the service cannot look up pools. */
async function fetchPoolJettons(
  poolAddress: string,
  signal: AbortSignal,
): Promise<readonly string[] | undefined> {
  try {
    return (await service.fetchPoolJettons(poolAddress, signal)).jettons;
  } catch (error) {
    if (isMissingEndpoint(error)) return undefined;
    throw error;
  }
}

async function fetchPool(client: QueryClient, address: string, poolAddress: string) {
  const [jetton, found] = await Promise.all([
    client.fetchQuery(jettonByAddress(address)),
    client.fetchQuery(marketOfPool(address, poolAddress)),
  ]);
  if (!jetton || !found) return undefined;
  const { market, counterpart } = found;
  return { jetton, market, quote: counterpart, quoteSymbol: quoteSymbolOf(market.counterpart, counterpart) };
}
