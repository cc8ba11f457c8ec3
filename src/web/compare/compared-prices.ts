import { queryOptions } from '@tanstack/react-query';
import { type PricePeriod, periodSeconds } from '#contract/enums.ts';
import type { Market, PriceTick } from '#contract/market.ts';
import { operations } from '#contract/operations.ts';
import { MAX_TICKS } from '#contract/pagination.ts';
import { service } from '#web/api/client/api-client.ts';
import type { CallOptions } from '#web/api/client/client.ts';
import { catchNotInPlan, type PlanResult } from '#web/api/client/plan.ts';
import { fetchServiceTime } from '#web/api/client/service-status.ts';

/** Prices of a jetton in its most liquid market. */
export interface PriceLine {
  /** Milliseconds since the Unix epoch. */
  readonly from: number;
  readonly to: number;
  /** Oldest first. The first tick may precede `from`: it is the price at `from`. */
  readonly ticks: readonly PriceTick[];
}

const STALE_TIME_MS = 60_000;
const MARKET_LIMIT = 10;
// If a period has more ticks than one response can contain, its older part is sampled at this many times.
const SAMPLE_COUNT = 20;

/** Query for the price history of a jetton. Empty without a market. Rejects with a 404 for an unknown jetton. */
export function priceLine(address: string, period: PricePeriod) {
  return queryOptions({
    queryKey: ['price line', address, period],
    queryFn: async ({ client, signal }): Promise<PlanResult<PriceLine>> => {
      const to = (await fetchServiceTime(client)).getTime();
      const span = { from: to - periodSeconds[period] * 1000, to };
      const options = { signal, priority: 'statistics' } as const;
      return catchNotInPlan(fetchPriceLine(address, span, options));
    },
    staleTime: STALE_TIME_MS,
    structuralSharing: false,
  });
}

type Span = Pick<PriceLine, 'from' | 'to'>;

async function fetchPriceLine(address: string, span: Span, options: CallOptions): Promise<PriceLine> {
  const { markets } = await service.call(
    operations.getJettonMarkets,
    { address, limit: MARKET_LIMIT },
    options,
  );
  const market = pricedMarket(markets);
  if (!market) return { ...span, ticks: [] };
  const pool = { address, poolAddress: market.poolAddress };
  const fetchTicks = (range: { from?: string; to?: string; limit: number }) =>
    service.call(operations.getJettonMarketPriceHistory, { ...pool, ...range }, options);
  const priceAt = (time: number) => fetchTicks({ to: isoTime(time), limit: 1 });
  const [newest, start] = await Promise.all([
    fetchTicks({ from: isoTime(span.from), limit: MAX_TICKS }),
    priceAt(span.from),
  ]);
  const oldest = newest.next ? newest.items.at(-1) : undefined;
  const sampleTimes = oldest ? samplesBetween(span.from, Date.parse(oldest.time)) : [];
  const samples = await Promise.all(sampleTimes.map(priceAt));
  // The index of a jetton without a price at the start begins at its first one, which is between two samples.
  const unpriced = samples.filter(({ items }) => items.length === 0).length;
  const first =
    oldest && start.items.length === 0
      ? await fetchTicks({
          from: isoTime(sampleTimes[unpriced - 1] ?? span.from),
          to: sampleTimes[unpriced] === undefined ? oldest.time : isoTime(sampleTimes[unpriced]),
          limit: MAX_TICKS,
        })
      : { items: [] };
  const ticks = [start, { items: first.items.slice(-1) }, ...samples]
    .flatMap(({ items }) => items)
    .concat(newest.items.toReversed());
  return { ...span, ticks: ticks.toSorted((a, b) => Date.parse(a.time) - Date.parse(b.time)) };
}

/** Returns the most liquid market with prices in TON. Markets are sorted by liquidity, highest first. */
function pricedMarket(markets: readonly Market[]): Market | undefined {
  return markets.find(({ price }) => price.ton !== undefined) ?? markets[0];
}

function samplesBetween(from: number, until: number): number[] {
  return Array.from(
    { length: SAMPLE_COUNT - 1 },
    (_, index) => from + ((until - from) / SAMPLE_COUNT) * (index + 1),
  );
}

function isoTime(time: number): string {
  return new Date(time).toISOString();
}
