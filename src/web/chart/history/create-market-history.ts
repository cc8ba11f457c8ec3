import { getJettonMarketCandles } from '#contract/candles.ts';
import { operations } from '#contract/operations.ts';
import { MAX_TICKS } from '#contract/pagination.ts';
import { service } from '#web/api/client/api-client.ts';
import { type MarketHistory, parseCandlePage, parseTickPage, rangeParameters } from './market-history.ts';

/** Returns the history of a market of the configured service. */
export function createMarketHistory(address: string, poolAddress: string): MarketHistory {
  const pool = { address, poolAddress };
  return {
    fetchTicks: (query, signal) => {
      const input = { ...pool, limit: MAX_TICKS, ...rangeParameters(query) };
      return service.callAndDecode(operations.getJettonMarketPriceHistory, input, parseTickPage, { signal });
    },
    fetchCandles: (interval, limit) => async (query, signal) => {
      const input = { ...pool, interval, limit, ...rangeParameters(query) };
      return parseCandlePage(await service.fetchExtension(getJettonMarketCandles, input, { signal }));
    },
  };
}
