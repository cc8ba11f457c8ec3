import { queryOptions } from '@tanstack/react-query';
import type { Currency } from '#contract/enums.ts';
import type { PriceTick } from '#contract/market.ts';
import { operations } from '#contract/operations.ts';
import { MAX_TICKS } from '#contract/page.ts';
import { askActivity, askMoney, askRows } from './ask.ts';
import { onPlan } from './on-plan.ts';
import type { OnPlan } from './plan.ts';
import { service } from './service.ts';

const MOST_CALLS = 10;
const FRESH = 60_000;

/** What the list says of a few jettons, whatever they are marked as. */
export function comparedJettons(addresses: readonly string[]) {
  return queryOptions({
    queryKey: ['compared', addresses],
    queryFn: ({ signal }) => askRows(addresses, { signal, priority: 'list' }),
    staleTime: FRESH,
  });
}

export function comparedMoney(addresses: readonly string[], currency: Currency) {
  return queryOptions({
    queryKey: ['compared money', addresses, currency],
    queryFn: ({ signal }) => onPlan(askMoney(addresses, currency, { signal, priority: 'metrics' })),
    staleTime: FRESH,
  });
}

export function comparedActivity(addresses: readonly string[]) {
  return queryOptions({
    queryKey: ['compared activity', addresses],
    queryFn: ({ signal }) => onPlan(askActivity(addresses, { signal, priority: 'statistics' })),
    staleTime: FRESH,
  });
}

/** Price ticks of a jetton in its deepest market, newest first. */
export interface PriceLine {
  readonly ticks: readonly PriceTick[];
  /** Whether they reach back to the moment that was asked for; else there were too many. */
  readonly isWhole: boolean;
}

/**
 * Since `from`, a date-time that must be the same from one drawing to the next. A jetton without a market has no
 * ticks; one that the service does not know is a 404.
 */
export function priceLine(address: string, from: string) {
  return queryOptions({
    queryKey: ['price line', address, from],
    queryFn: ({ signal }): Promise<OnPlan<PriceLine>> => onPlan(askPriceLine(address, from, signal)),
    staleTime: FRESH,
    structuralSharing: false,
  });
}

async function askPriceLine(address: string, from: string, signal: AbortSignal): Promise<PriceLine> {
  const options = { signal, priority: 'statistics' } as const;
  const deepest = { address, limit: 1 };
  const { markets } = await service.call(operations.getJettonMarkets, deepest, options);
  const poolAddress = markets[0]?.poolAddress;
  if (poolAddress === undefined) return { ticks: [], isWhole: true };
  const input = { address, poolAddress, from, limit: MAX_TICKS };
  const ticks: PriceTick[] = [];
  let cursor: string | undefined;
  for (let call = 0; call < MOST_CALLS; call += 1) {
    const page = await service.call(operations.getJettonMarketPriceHistory, { ...input, cursor }, options);
    ticks.push(...page.items);
    cursor = page.next || undefined;
    if (cursor === undefined) break;
  }
  return { ticks, isWhole: cursor === undefined };
}
