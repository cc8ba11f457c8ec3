import { amountFromDecimal } from '#contract/amount.ts';
import type { Order, SortField } from '#contract/enums.ts';
import { foldCase } from '#contract/fold-case.ts';
import type { JettonListFilterInput } from '#contract/jetton-filter.ts';
import type { ListedJetton } from '#testing/datasets/generated-jettons.ts';

type Rank = number | bigint;

/** A sort value as JavaScript compares it; amounts have 6 decimals at most. */
export function rank(field: SortField, text: string): Rank {
  if (field.startsWith('tonPriceChange')) return Number(text);
  if (field === 'createdAt') return microseconds(text);
  const { value, decimals } = amountFromDecimal(text);
  return BigInt(value) * 10n ** BigInt(6 - decimals);
}

function microseconds(text: string): bigint {
  const [, seconds = '', part = ''] = /^([^.]+)(?:\.(\d+))?\+00$/.exec(text) ?? [];
  return BigInt(Date.parse(`${seconds}Z`)) * 1000n + BigInt(part.padEnd(6, '0'));
}

/** Addresses as the list shows them: unknown values last in either order, ties by address. */
export function inOrder(jettons: readonly ListedJetton[], sort: SortField, order: Order): string[] {
  const compare = (a: ListedJetton, b: ListedJetton) => {
    const [left, right] = [a.values[sort], b.values[sort]];
    if (left === right) return a.address < b.address ? -1 : 1;
    if (left === null || right === null) return left === null ? 1 : -1;
    return rank(sort, left) < rank(sort, right) === (order === 'asc') ? -1 : 1;
  };
  return jettons.toSorted(compare).map(({ address }) => address);
}

/** Whether a filter lets a jetton through; amounts in it have 6 decimals at most. */
export function matches(jetton: ListedJetton, filter: JettonListFilterInput): boolean {
  const { name, symbol, address, admin, verification } = jetton;
  const { ton } = filter.priceChange ?? {};
  return (
    !(filter.excludeScam && verification === 'JVS_SCAM') &&
    holds(filter.search, (phrase) =>
      [name, symbol].some((text) => foldCase(text).includes(foldCase(phrase))),
    ) &&
    holds(filter.address, (addresses) => addresses.includes(address)) &&
    holds(filter.admin, (admins) => admin !== null && admins.includes(admin)) &&
    holds(filter.verification, (statuses) => statuses.some((status) => status === verification)) &&
    within(jetton, 'tonPriceChangeHour', ton?.hour, Number) &&
    within(jetton, 'tonPriceChangeDay', ton?.day, Number) &&
    within(jetton, 'liquidityUsd', filter.liquidity?.usd, amountRank) &&
    within(jetton, 'fdmc', filter.fdmc, amountRank) &&
    within(jetton, 'trustScore', filter.trustScore, (count) => rank('trustScore', count)) &&
    within(jetton, 'holders', filter.holders, (count) => rank('holders', count))
  );
}

function holds<Part>(part: Part | undefined, check: (part: Part) => boolean): boolean {
  return part === undefined || check(part);
}

function amountRank({ value, decimals = 0 }: { value: string; decimals?: number | undefined }): bigint {
  return BigInt(value) * 10n ** BigInt(6 - decimals);
}

interface Range<Bound> {
  readonly min?: Bound | undefined;
  readonly max?: Bound | undefined;
}

function within<Bound>(
  { values }: ListedJetton,
  field: SortField,
  { min, max }: Range<Bound> = {},
  rankOf: (bound: Bound) => Rank,
): boolean {
  if (min === undefined && max === undefined) return true;
  const text = values[field];
  if (text === null) return false;
  const value = rank(field, text);
  return holds(min, (bound) => value >= rankOf(bound)) && holds(max, (bound) => value <= rankOf(bound));
}
