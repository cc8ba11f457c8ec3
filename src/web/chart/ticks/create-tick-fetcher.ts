import { operations } from '#contract/operations.ts';
import { MAX_TICKS } from '#contract/pagination.ts';
import { service } from '#web/api/client/api-client.ts';
import { asFields, asString } from '#web/api/client/fields.ts';
import type { FetchTicks } from './tick-feed.ts';
import { parseTicks } from './ticks.ts';

/** Returns a function that fetches pages of a market's price ticks (operation 15). */
export function createTickFetcher(address: string, poolAddress: string): FetchTicks {
  return ({ cursor, from, to }, signal) => {
    const input = {
      address,
      poolAddress,
      limit: MAX_TICKS,
      ...(cursor !== undefined && { cursor }),
      ...(from && { from: from.toISOString() }),
      ...(to && { to: to.toISOString() }),
    };
    const decode = (body: unknown) => ({ ticks: parseTicks(body), next: asString(asFields(body).next) });
    return service.callAndDecode(operations.getJettonMarketPriceHistory, input, decode, { signal });
  };
}
