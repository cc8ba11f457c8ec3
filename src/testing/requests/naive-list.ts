import { amountFromDecimal } from '#contract/amount.ts';
import type { Order } from '#contract/enums.ts';
import { foldCase } from '#contract/fold-case.ts';
import type { JettonListFilterInput } from '#contract/jetton-filter.ts';
import type { SortField } from '#contract/measures.ts';
import type { ListedField, ListedJetton } from '#testing/datasets/generated-jettons.ts';

type Comparable = number | bigint;

/** Converts a value to a comparable number. Amounts may have up to 9 decimals. */
export function comparableValue(field: ListedField, text: string): Comparable {
  if (field.startsWith('tonPriceChange')) return Number(text);
  if (field === 'createdAt') return microseconds(text);
  const { value, decimals } = amountFromDecimal(text);
  return BigInt(value) * 10n ** BigInt(9 - decimals);
}

function microseconds(text: string): bigint {
  const [, seconds = '', part = ''] = /^([^.]+)(?:\.(\d+))?\+00$/.exec(text) ?? [];
  return BigInt(Date.parse(`${seconds}Z`)) * 1000n + BigInt(part.padEnd(6, '0'));
}

/** Returns the addresses in list order: unknown values last in both orders, ties by address. */
export function sortedAddresses(jettons: readonly ListedJetton[], sort: SortField, order: Order): string[] {
  return jettons
    .map((jetton) => positionOf(jetton, sort))
    .toSorted((a, b) => comparePositions(a, b, order))
    .map(({ address }) => address);
}

/** Position in a list: the sort value and the address. */
export interface ListPosition {
  readonly value: Comparable | null;
  readonly address: string;
}

export function positionOf({ values, address }: ListedJetton, sort: SortField): ListPosition {
  const text = values[sort];
  return { value: text === null ? null : comparableValue(sort, text), address };
}

export function comparePositions(a: ListPosition, b: ListPosition, order: Order): number {
  if (a.value === b.value) return a.address < b.address ? -1 : Number(a.address > b.address);
  if (a.value === null || b.value === null) return a.value === null ? 1 : -1;
  return a.value < b.value === (order === 'asc') ? -1 : 1;
}

/** Returns whether a jetton matches a filter. Amounts in the filter may have up to 9 decimals. */
export function matchesFilter(jetton: ListedJetton, filter: JettonListFilterInput): boolean {
  const { name, symbol, address, admin, verification } = jetton;
  const { ton } = filter.priceChange ?? {};
  return (
    !(filter.excludeScam && verification === 'JVS_SCAM') &&
    isUnsetOr(filter.search, (phrase) =>
      [name, symbol].some((text) => foldCase(text).includes(foldCase(phrase))),
    ) &&
    isUnsetOr(filter.address, (addresses) => addresses.includes(address)) &&
    isUnsetOr(filter.admin, (admins) => admin !== null && admins.includes(admin)) &&
    isUnsetOr(filter.verification, (statuses) => statuses.some((status) => status === verification)) &&
    within(jetton, 'tonPriceChangeHour', ton?.hour, Number) &&
    within(jetton, 'tonPriceChangeHour6', ton?.hour6, Number) &&
    within(jetton, 'tonPriceChangeDay', ton?.day, Number) &&
    within(jetton, 'tonPriceChangeWeek', ton?.week, Number) &&
    within(jetton, 'liquidityUsd', filter.liquidity?.usd, comparableAmount) &&
    within(jetton, 'fdmc', filter.fdmc, comparableAmount) &&
    within(jetton, 'mcap', filter.mcap, comparableAmount) &&
    within(jetton, 'volume24h', filter.volume24h, comparableAmount) &&
    within(jetton, 'transactions24h', filter.transactions24h, (count) => comparableValue('holders', count)) &&
    within(jetton, 'traders24h', filter.traders24h, (count) => comparableValue('holders', count)) &&
    isWithinTimes(jetton.values.createdAt, filter.createdAt) &&
    within(jetton, 'trustScore', filter.trustScore, (count) => comparableValue('trustScore', count)) &&
    within(jetton, 'holders', filter.holders, (count) => comparableValue('holders', count))
  );
}

/** Compares a time as responses contain it: in whole milliseconds, rounded down. Bounds may have microseconds. */
function isWithinTimes(text: string | null, { min, max }: Range<string> = {}): boolean {
  if (min === undefined && max === undefined) return true;
  if (text === null) return false;
  const exact = microseconds(text);
  const shown = exact - (((exact % 1000n) + 1000n) % 1000n);
  const bound = (time: string) => microseconds(time.replace('T', ' ').replace('Z', '+00'));
  return isUnsetOr(min, (time) => shown >= bound(time)) && isUnsetOr(max, (time) => shown <= bound(time));
}

function isUnsetOr<Condition>(
  condition: Condition | undefined,
  check: (condition: Condition) => boolean,
): boolean {
  return condition === undefined || check(condition);
}

function comparableAmount({ value, decimals = 0 }: { value: string; decimals?: number | undefined }): bigint {
  return BigInt(value) * 10n ** BigInt(9 - decimals);
}

interface Range<Bound> {
  readonly min?: Bound | undefined;
  readonly max?: Bound | undefined;
}

function within<Bound>(
  { values }: ListedJetton,
  field: ListedField,
  { min, max }: Range<Bound> = {},
  toComparable: (bound: Bound) => Comparable,
): boolean {
  if (min === undefined && max === undefined) return true;
  const text = values[field];
  if (text === null) return false;
  const value = comparableValue(field, text);
  return (
    isUnsetOr(min, (bound) => value >= toComparable(bound)) &&
    isUnsetOr(max, (bound) => value <= toComparable(bound))
  );
}
