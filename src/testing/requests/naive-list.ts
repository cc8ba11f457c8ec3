import { amountFromDecimal } from '#contract/amount.ts';
import type { MoveUnit, Order } from '#contract/enums.ts';
import type { JettonListFilterInput } from '#contract/jetton-filter.ts';
import {
  type FilterMeasureId,
  filterMeasureIds,
  measureOf,
  measures,
  type SortField,
  valueAt,
} from '#contract/measures.ts';
import { foldText } from '#contract/text.ts';
import { isWithin, type ListedField, type ListedJetton } from '#testing/datasets/generated-jettons.ts';

type Comparable = number | bigint;

/** Converts a value to a comparable number. Amounts may have up to 9 decimals. */
export function comparableValue(field: ListedField, text: string): Comparable {
  const { kind } = measures[field];
  if (kind === 'percent') return Number(text);
  if (kind === 'time') return microseconds(text);
  const { value, decimals } = amountFromDecimal(text);
  return BigInt(value) * 10n ** BigInt(9 - decimals);
}

function microseconds(text: string): bigint {
  const [, seconds = '', part = ''] = /^([^.]+)(?:\.(\d+))?\+00$/.exec(text) ?? [];
  return BigInt(Date.parse(`${seconds}Z`)) * 1000n + BigInt(part.padEnd(6, '0'));
}

type Sorting = SortField | { readonly sort: SortField; readonly moves: MoveUnit | undefined };

/** Returns the addresses in list order: unknown values last in both orders, ties by address. */
export function sortedAddresses(jettons: readonly ListedJetton[], sorting: Sorting, order: Order): string[] {
  return jettons
    .map((jetton) => positionOf(jetton, sorting))
    .toSorted((a, b) => comparePositions(a, b, order))
    .map(({ address }) => address);
}

/** Position in a list: the sort value and the address. */
export interface ListPosition {
  readonly value: Comparable | null;
  readonly address: string;
}

export function positionOf({ values, moves, address }: ListedJetton, sorting: Sorting): ListPosition {
  const { sort, moves: unit } = typeof sorting === 'object' ? sorting : { sort: sorting, moves: undefined };
  const { family, period } = measureOf(sort);
  const isMove = unit !== undefined && family === 'tonPriceChange' && period !== undefined;
  const text = isMove ? moves[unit][period] : values[sort];
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
  return (
    !(filter.excludeScam && verification === 'JVS_SCAM') &&
    !(filter.excludeWarned && jetton.isWarned) &&
    isUnsetOr(filter.excludeUntraded, (period) => isWithin(jetton.columns.last_trade_at, period)) &&
    isUnsetOr(filter.search, (phrase) =>
      [name, symbol].some((text) => foldText(text).includes(foldText(phrase))),
    ) &&
    isUnsetOr(filter.address, (addresses) => addresses.includes(address)) &&
    isUnsetOr(filter.admin, (admins) => admin !== null && admins.includes(admin)) &&
    isUnsetOr(filter.verification, (statuses) => statuses.some((status) => status === verification)) &&
    filterMeasureIds.every((id) => isInRange(jetton, id, rangeOf(filter, id)))
  );
}

function rangeOf(filter: JettonListFilterInput, id: FilterMeasureId): Range | undefined {
  // The schema of the filter has a range at the path.
  return valueAt(filter, measures[id].filter) as Range | undefined;
}

/** Compares a value as responses contain it: times in whole milliseconds, rounded down. Bounds may have microseconds. */
function isInRange({ values }: ListedJetton, id: FilterMeasureId, { min, max }: Range = {}): boolean {
  if (min === undefined && max === undefined) return true;
  const text = values[id];
  if (text === null) return false;
  const exact = comparableValue(id, text);
  const value = measures[id].kind === 'time' ? roundDownToMilliseconds(BigInt(exact)) : exact;
  return (
    isUnsetOr(min, (bound) => value >= comparableBound(id, bound)) &&
    isUnsetOr(max, (bound) => value <= comparableBound(id, bound))
  );
}

function roundDownToMilliseconds(exact: bigint): bigint {
  return exact - (((exact % 1000n) + 1000n) % 1000n);
}

type Bound = string | number | { readonly value: string; readonly decimals?: number | undefined };

function comparableBound(id: FilterMeasureId, bound: Bound): Comparable {
  if (typeof bound === 'number') return bound;
  if (typeof bound === 'object') return BigInt(bound.value) * 10n ** BigInt(9 - (bound.decimals ?? 0));
  return measures[id].kind === 'time'
    ? microseconds(bound.replace('T', ' ').replace('Z', '+00'))
    : comparableValue(id, bound);
}

function isUnsetOr<Condition>(
  condition: Condition | undefined,
  check: (condition: Condition) => boolean,
): boolean {
  return condition === undefined || check(condition);
}

interface Range {
  readonly min?: Bound | undefined;
  readonly max?: Bound | undefined;
}
