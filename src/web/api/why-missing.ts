import { queryOptions } from '@tanstack/react-query';
import type { JettonListFilterInput } from '#contract/jetton-filter.ts';
import type { Activity } from './activity.ts';
import type { OnPlan } from './plan.ts';
import type { ListedJetton } from './strangers.ts';

/** A part of the filter that lets a jetton pass or not, by itself. */
export const filterParts = [
  'excludeScam',
  'search',
  'address',
  'admin',
  'verification',
  'priceChange.ton.hour',
  'priceChange.ton.hour6',
  'priceChange.ton.day',
  'priceChange.ton.week',
  'liquidity.usd',
  'fdmc',
  'trustScore',
  'holders',
] as const;
export type FilterPart = (typeof filterParts)[number];

export interface WhyMissing {
  /** What the service knows of it; absent where it knows no such jetton. */
  readonly jetton: ListedJetton | undefined;
  readonly activity: OnPlan<Activity | undefined>;
  /** Parts that do not let it pass, as the service itself decides; none: it is in the list. */
  readonly failed: readonly FilterPart[];
}

/** Asks for one jetton which parts of a filter keep it out. */
export function whyMissing(address: string, filter: Omit<JettonListFilterInput, 'cursor' | 'limit'>) {
  return queryOptions<WhyMissing>({
    queryKey: ['why missing', address, filter],
    queryFn: () => Promise.reject(new Error('to be written')),
  });
}
