import { queryOptions } from '@tanstack/react-query';
import type { Currency } from '#contract/enums.ts';
import { operations } from '#contract/operations.ts';
import { MAX_ADDRESSES } from '#contract/page.ts';
import type { Activity } from './activity.ts';
import type { CallOptions } from './client.ts';
import { NotOnPlan } from './failures.ts';
import type { JettonPage } from './jetton-page.ts';
import type { Money } from './money.ts';
import { notOnPlan, type OnPlan } from './plan.ts';
import { readActivity } from './read-activity.ts';
import { service } from './service.ts';
import type { ListedJetton } from './strangers.ts';

/** By raw address; a jetton that the service says nothing about is not in it. */
export type ByAddress<Value> = ReadonlyMap<string, Value>;

/** What a jetton is worth in a currency, by operation 3. */
export async function askMoney(addresses: readonly string[], currency: Currency, options: CallOptions) {
  const input = { address: [...addresses], limit: MAX_ADDRESSES, currency };
  const { items } = await service.call(operations.getJettonMetricsList, input, options);
  return new Map(
    items.map((item): [string, Money] => [
      item.address,
      {
        price: item.priceCurrency,
        liquidity: item.liquidityCurrency,
        fdmc: item.fdmcCurrency,
        mcap: item.mcapCurrency,
      },
    ]),
  );
}

/** Changes and activity, by operation 4. */
export async function askActivity(addresses: readonly string[], options: CallOptions) {
  const input = { address: [...addresses], limit: MAX_ADDRESSES };
  const { items } = await service.call(operations.getJettonStatisticsList, input, options);
  return new Map(items.map((item): [string, Activity] => [item.address, readActivity(item)]));
}

export async function onPlan<Answer>(answer: Promise<Answer>): Promise<OnPlan<Answer>> {
  try {
    return await answer;
  } catch (error) {
    if (error instanceof NotOnPlan) return notOnPlan;
    throw error;
  }
}

// Pages that nobody looks at are asked for again when somebody does: 100,000 rows of them would be too much to hold.
const KEPT = 60_000;
const FRESH = 300_000;

/** For the rows of a loaded page. */
export function pageMoney({ id, jettons }: JettonPage, currency: Currency) {
  return queryOptions({
    queryKey: [operations.getJettonMetricsList.name, { page: id, currency }],
    queryFn: ({ signal }): Promise<OnPlan<ByAddress<Money>>> =>
      onPlan(askMoney(addressesOf(jettons), currency, { signal, priority: 'metrics' })),
    staleTime: FRESH,
    gcTime: KEPT,
    structuralSharing: false,
  });
}

/** For the rows of a loaded page. */
export function pageActivity({ id, jettons }: JettonPage) {
  return queryOptions({
    queryKey: [operations.getJettonStatisticsList.name, { page: id }],
    queryFn: ({ signal }): Promise<OnPlan<ByAddress<Activity>>> =>
      onPlan(askActivity(addressesOf(jettons), { signal, priority: 'statistics' })),
    staleTime: FRESH,
    gcTime: KEPT,
    structuralSharing: false,
  });
}

function addressesOf(jettons: readonly ListedJetton[]): string[] {
  return jettons.map(({ face }) => face.address);
}
