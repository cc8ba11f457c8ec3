import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { type PricePeriod, periodSeconds } from '#contract/enums.ts';
import type { Market, PriceTick } from '#contract/market.ts';
import { operations } from '#contract/operations.ts';
import { MAX_TICKS } from '#contract/pagination.ts';
import { catchNotInPlan } from '#web/api/transport/catch-not-in-plan.ts';
import type { CallOptions } from '#web/api/transport/client.ts';
import type { PlanResult } from '#web/api/transport/plan.ts';
import { service } from '#web/api/transport/service.ts';
import { serviceStatus } from './queries.ts';

/** Prices of a jetton in its deepest market. */
export interface PriceLine {
  /** In milliseconds. */
  readonly from: number;
  readonly to: number;
  /** Oldest first; the first of them may be older than `from`: it is the price at that time. */
  readonly ticks: readonly PriceTick[];
}

const FRESH = 60_000;
const MARKETS = 10;
/** Where a period has more ticks than one answer, the older part of it is looked at in so many places. */
const LOOKS = 20;

/** A jetton without a market has no ticks; one that the service does not know is a 404. */
export function priceLine(address: string, period: PricePeriod) {
  return queryOptions({
    queryKey: ['price line', address, period],
    queryFn: async ({ client, signal }): Promise<PlanResult<PriceLine>> => {
      const to = await nowOf(client);
      const span = { from: to - periodSeconds[period] * 1000, to };
      const options = { signal, priority: 'statistics' } as const;
      return catchNotInPlan(askPriceLine(address, span, options));
    },
    staleTime: FRESH,
    structuralSharing: false,
  });
}

/** The time that the service's numbers are of. */
async function nowOf(client: QueryClient): Promise<number> {
  const status = await client.query(serviceStatus()).catch(() => undefined);
  return status?.clockFixed ? Date.parse(status.clock) : Date.now();
}

type Span = Pick<PriceLine, 'from' | 'to'>;

async function askPriceLine(address: string, span: Span, options: CallOptions): Promise<PriceLine> {
  const { markets } = await service.call(operations.getJettonMarkets, { address, limit: MARKETS }, options);
  const market = pricedMarket(markets);
  if (!market) return { ...span, ticks: [] };
  const place = { address, poolAddress: market.poolAddress };
  const ticksOf = (part: { from?: string; to?: string; limit: number }) =>
    service.call(operations.getJettonMarketPriceHistory, { ...place, ...part }, options);
  const look = (at: number) => ticksOf({ to: moment(at), limit: 1 });
  const [newest, start] = await Promise.all([
    ticksOf({ from: moment(span.from), limit: MAX_TICKS }),
    look(span.from),
  ]);
  const oldest = newest.next ? newest.items.at(-1) : undefined;
  const looks = oldest ? looksAt(span.from, Date.parse(oldest.time)) : [];
  const between = await Promise.all(looks.map(look));
  const ticks = [start, ...between].flatMap(({ items }) => items).concat(newest.items.toReversed());
  return { ...span, ticks: ticks.toSorted((a, b) => Date.parse(a.time) - Date.parse(b.time)) };
}

/** The deepest one whose ticks are prices in TON; they come deepest first. */
function pricedMarket(markets: readonly Market[]): Market | undefined {
  return markets.find(({ price }) => price.ton !== undefined) ?? markets[0];
}

function looksAt(from: number, until: number): number[] {
  return Array.from({ length: LOOKS - 1 }, (_, index) => from + ((until - from) / LOOKS) * (index + 1));
}

function moment(time: number): string {
  return new Date(time).toISOString();
}
