import { queryOptions } from '@tanstack/react-query';
import { parseAddress } from '#contract/address.ts';
import { flatten, unflatten } from '#contract/flat.ts';
import { type JettonListFilterInput, jettonListFilter } from '#contract/jetton-filter.ts';
import type { Activity } from './activity.ts';
import { askActivity, askJettons, askRows } from './ask.ts';
import type { CallOptions } from './client.ts';
import { onPlan } from './on-plan.ts';
import { notOnPlan, type OnPlan } from './plan.ts';
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
  /** Absent where the service says nothing about it. */
  readonly activity: OnPlan<Activity | undefined>;
  /** Parts that keep it out, as the service itself decides; none: it is in the list, or behind its end. */
  readonly failed: readonly FilterPart[];
}

/** Asks which parts of a filter keep a jetton, by its raw address, out of the list. */
export function whyMissing(address: string, filter: JettonListFilterInput) {
  return queryOptions({
    queryKey: ['why missing', address, filter],
    queryFn: async ({ signal }): Promise<WhyMissing> => {
      const [rows, activity, failed] = await Promise.all([
        askRows([address], { signal }),
        onPlan(askActivity([address], { signal, priority: 'statistics' })),
        failedParts(address, filter, { signal }),
      ]);
      const jetton = rows.get(address);
      return {
        jetton,
        activity: activity === notOnPlan ? activity : activity.get(address),
        failed: jetton ? failed : [],
      };
    },
  });
}

async function failedParts(address: string, filter: JettonListFilterInput, options: CallOptions) {
  const asked = filterParts.map(async (part) =>
    (await passes(address, filter, part, options)) ? [] : [part],
  );
  return (await Promise.all(asked)).flat();
}

async function passes(
  address: string,
  filter: JettonListFilterInput,
  part: FilterPart,
  options: CallOptions,
): Promise<boolean> {
  if (part === 'address')
    return !filter.address?.length || filter.address.some((text) => parseAddress(text) === address);
  const own = flatten(filter).filter(([key]) => key === part || key.startsWith(`${part}.`));
  if (own.length === 0) return true;
  const input = { ...unflatten(jettonListFilter, own), address: [address], limit: 1 };
  return (await askJettons(input, options)).items.length > 0;
}
