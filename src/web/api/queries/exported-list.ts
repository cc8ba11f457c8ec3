import type { Currency } from '#contract/enums.ts';
import { MAX_ADDRESSES } from '#contract/pagination.ts';
import type { Activity } from '#web/api/decoding/activity.ts';
import type { ByAddress } from '#web/api/decoding/decode-page.ts';
import type { Money } from '#web/api/decoding/money.ts';
import type { ListedJetton } from '#web/api/decoding/untrusted.ts';
import { onPlan } from '#web/api/transport/on-plan.ts';
import { notOnPlan } from '#web/api/transport/plan.ts';
import { askActivity, askMoney } from './requests.ts';

/** A row as it is taken along: what the plan does not have is left out. */
export interface TakenJetton {
  readonly jetton: ListedJetton;
  readonly money: Money | undefined;
  readonly activity: Activity | undefined;
}

export interface Taken {
  readonly rows: readonly TakenJetton[];
  /** Whether the plan has statistics. */
  readonly isActive: boolean;
}

/** Rows of one page of the list with what they are worth in the currency and what happened to them. */
export async function withFigures(
  jettons: readonly ListedJetton[],
  currency: Currency,
  signal: AbortSignal,
): Promise<Taken> {
  if (jettons.length === 0) return { rows: [], isActive: true };
  const addresses = jettons.map(({ face }) => face.address);
  const options = { signal, priority: 'export' } as const;
  const [money, activity] = await Promise.all([
    // The list itself has sums in USD.
    currency === 'usd' ? undefined : onPlan(askMoney(addresses, currency, options)),
    onPlan(askActivity(addresses, options)),
  ]);
  const moneyOf: ByAddress<Money> = money === undefined || money === notOnPlan ? new Map() : money;
  const activityOf: ByAddress<Activity> = activity === notOnPlan ? new Map() : activity;
  const rows = jettons.map((jetton) => ({
    jetton,
    money: moneyOf.get(jetton.face.address),
    activity: activityOf.get(jetton.face.address),
  }));
  return { rows, isActive: activity !== notOnPlan };
}

/** Loaded rows with their figures, a page at a time. */
export async function* takenRows(
  jettons: readonly ListedJetton[],
  currency: Currency,
  signal: AbortSignal,
): AsyncGenerator<readonly TakenJetton[]> {
  for (let start = 0; start < jettons.length; start += MAX_ADDRESSES) {
    const { rows } = await withFigures(jettons.slice(start, start + MAX_ADDRESSES), currency, signal);
    yield rows;
  }
}
