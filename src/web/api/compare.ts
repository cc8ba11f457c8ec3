import { queryOptions } from '@tanstack/react-query';
import type { PriceTick } from '#contract/market.ts';

/** Price ticks of a jetton in its deepest market, newest first. */
export interface PriceLine {
  readonly ticks: readonly PriceTick[];
  /** Whether they reach back to the moment that was asked for; else there were too many. */
  readonly isWhole: boolean;
}

/** Since `from`, which must be the same text from one call to the next. A jetton without a market has no ticks. */
export function priceLine(address: string, from: string) {
  return queryOptions<PriceLine>({
    queryKey: ['price line', address, from],
    queryFn: () => Promise.reject(new Error('to be written')),
  });
}
