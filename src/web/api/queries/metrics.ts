import { queryOptions } from '@tanstack/react-query';
import type { Currency } from '#contract/enums.ts';
import { operations } from '#contract/operations.ts';
import type { Activity } from '#web/api/decoding/activity.ts';
import type { ByAddress } from '#web/api/decoding/decode-page.ts';
import type { JettonPage } from '#web/api/decoding/jetton-page.ts';
import type { Money } from '#web/api/decoding/money.ts';
import type { Trust } from '#web/api/decoding/trust.ts';
import { catchNotInPlan } from '#web/api/transport/catch-not-in-plan.ts';
import type { PlanResult } from '#web/api/transport/plan.ts';
import { fetchActivity, fetchMoney, fetchTrust } from './requests.ts';

export type { ByAddress } from '#web/api/decoding/decode-page.ts';

// Pages that nobody looks at are asked for again when somebody does: 100,000 rows of them would be too much to hold.
const held = { staleTime: 300_000, gcTime: 60_000, structuralSharing: false } as const;

/** What the rows of a loaded page are worth. */
export function pageMoney(page: JettonPage, currency: Currency) {
  return queryOptions({
    queryKey: [operations.getJettonMetricsList.name, { page: page.id, currency }],
    queryFn: ({ signal }): Promise<PlanResult<ByAddress<Money>>> =>
      catchNotInPlan(fetchMoney(addressesOf(page), currency, { signal, priority: 'metrics' })),
    ...held,
  });
}

/** Changes and activity of the rows of a loaded page. */
export function pageActivity(page: JettonPage) {
  return queryOptions({
    queryKey: [operations.getJettonStatisticsList.name, { page: page.id }],
    queryFn: ({ signal }): Promise<PlanResult<ByAddress<Activity>>> =>
      catchNotInPlan(fetchActivity(addressesOf(page), { signal, priority: 'statistics' })),
    ...held,
  });
}

/** When the trust scores of a loaded page's rows were calculated: only worth a request where that is shown. */
export function pageTrust(page: JettonPage) {
  return queryOptions({
    queryKey: [operations.getJettonTrustScoreList.name, { page: page.id }],
    queryFn: ({ signal }): Promise<PlanResult<ByAddress<Trust>>> =>
      catchNotInPlan(fetchTrust(addressesOf(page), { signal, priority: 'statistics' })),
    ...held,
  });
}

function addressesOf({ jettons }: JettonPage): string[] {
  return jettons.map(({ identity }) => identity.address);
}
