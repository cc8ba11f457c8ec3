import { type QueryClient, queryOptions } from '@tanstack/react-query';
import type { ListedJetton } from '#web/api/decoding/decode-jetton.ts';
import { symbolOf } from '#web/api/decoding/identities.ts';
import { InvalidResponseError, isNotFound } from '#web/api/transport/errors.ts';
import { service } from '#web/api/transport/service.ts';
import { jettonByAddress, marketOfPool } from './queries.ts';
import type { FoundPool } from './search-pools.ts';

export interface AddressMatches {
  readonly jettons: readonly ListedJetton[];
  readonly pools: readonly FoundPool[];
}

const nothing: AddressMatches = { jettons: [], pools: [] };

/** Query for the jetton or the pool at a raw address. */
export function lookUpAddress(address: string) {
  return queryOptions({
    queryKey: ['at address', address],
    queryFn: async ({ client, signal }): Promise<AddressMatches> => {
      const jetton = await client.fetchQuery(jettonByAddress(address));
      if (jetton) return { jettons: [jetton], pools: [] };
      const [traded] = await fetchPoolJettons(address, signal);
      const pool = traded === undefined ? undefined : await fetchPool(client, traded, address);
      return pool ? { jettons: [], pools: [pool] } : nothing;
    },
  });
}

/** Returns no jettons for an unknown pool, and if the service cannot look up pools. */
async function fetchPoolJettons(poolAddress: string, signal: AbortSignal): Promise<readonly string[]> {
  try {
    return (await service.fetchPoolJettons(poolAddress, signal)).jettons;
  } catch (error) {
    if (error instanceof InvalidResponseError || (error instanceof Error && isNotFound(error))) return [];
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
  const identities = new Map(counterpart ? [[counterpart.address, counterpart]] : []);
  return { jetton, market, quoteSymbol: symbolOf(market.counterpart, identities) };
}
