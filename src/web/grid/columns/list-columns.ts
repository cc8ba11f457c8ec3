import type { Currency, MoveUnit, PricePeriod } from '#contract/enums.ts';
import { type MeasureId, measureOf, type SortField, sortFieldIn, sortFields } from '#contract/measures.ts';
import { operations } from '#contract/operations.ts';
import type { ExcludedOperations } from '#web/api/client/plan.ts';
import type { LivePart } from '#web/api/queries/live.ts';
import {
  type ChangeColumnId,
  type ChangeUnit,
  type ColumnId,
  changeColumnOf,
  isChangeColumn,
} from '#web/list/columns.ts';
import {
  isMeasureColumn,
  type MeasureColumn,
  type MeasureColumnId,
  measureColumnById,
} from '#web/list/measure-texts.ts';
import { baseUnitOf } from '#web/money/currencies.ts';
import { currencyUnit } from '#web/money/native-coin.ts';
import { countPeriodOf, periodLabels } from '#web/money/periods.ts';

/** The star column is always shown and not part of a link. */
export type GridColumnId = ColumnId | 'star';

export interface GridColumn {
  readonly id: GridColumnId;
  readonly label: string;
  readonly title: string;
  /** Label in two-line rows, which have no header; empty if the value needs none. Defaults to `label`. */
  readonly shortLabel?: string | undefined;
  readonly width: number;
  /** The data that the column shows beside the list's own. */
  readonly needs?: LivePart | undefined;
}

interface SortSettings {
  readonly period: PricePeriod;
  readonly currency: Currency;
}

interface ColumnSpec extends Omit<GridColumn, 'id'> {
  /** Returns the field that a press on the header sorts by. `undefined` if the service cannot sort by the column. */
  readonly sortField?: ((settings: SortSettings) => SortField | undefined) | undefined;
}

const changeWidths: Readonly<Record<ChangeUnit, { readonly selected: number; readonly fixed: number }>> = {
  change: { selected: 132, fixed: 94 },
  ton: { selected: 132, fixed: 94 },
  usd: { selected: 124, fixed: 94 },
};

function changeSpec(id: ChangeColumnId): ColumnSpec {
  const { unit, period } = changeColumnOf(id);
  const label = period && periodLabels[period];
  const unitName = unit === 'change' ? undefined : currencyUnit(unit);
  const shortLabel = unitName === undefined ? label : [label, unitName].join(' ').trim();
  return {
    label: label ?? 'Change',
    title: `Price change ${unitName === undefined ? '' : `in ${unitName} `}over ${label ?? 'the selected period'}, %`,
    shortLabel: shortLabel ?? '',
    width: changeWidths[unit][period ? 'fixed' : 'selected'],
    needs: unit === 'change' ? 'changes' : 'activity',
    sortField: (settings) => sortFieldIn('tonPriceChange', period ?? settings.period),
  };
}

function measureSpec({ measure, label, shortLabel, title, width }: MeasureColumn): ColumnSpec {
  return { label, shortLabel, title, width, needs: partWith(measure), sortField: sortFieldBy(measure) };
}

/** The list itself contains the trust score, but not when it was calculated. */
function partWith(id: MeasureId): LivePart | undefined {
  const { source, inCurrency } = measureOf(id);
  if (inCurrency !== undefined) return 'valuation';
  if (id === 'trustScore') return 'trust';
  return source?.record === 'activity' ? 'activity' : undefined;
}

/** Totals are sorted by that of the selected period, which lists have only for 24 hours. */
function sortFieldBy(id: MeasureId): ColumnSpec['sortField'] {
  const { family } = measureOf(id);
  if (family !== undefined) return ({ period }) => sortFieldIn(family, countPeriodOf(period));
  if (id === 'liquidityUsd') return ({ currency }) => (currency === 'ton' ? 'tvl' : id);
  const sort = sortFields.find((field) => field === id);
  return sort && (() => sort);
}

const specs: Readonly<Record<Exclude<GridColumnId, ChangeColumnId | MeasureColumnId>, ColumnSpec>> = {
  rank: { label: '#', title: 'Rank in this list', width: 48 },
  star: { label: '★', title: 'Watchlist', width: 32 },
  jetton: { label: 'Jetton', title: 'Jetton', width: 208 },
  price: {
    label: 'Price',
    title: 'Price',
    shortLabel: '',
    width: 92,
    needs: 'valuation',
  },
  line: { label: '7 days', title: 'Price over the last 7 days', width: 106 },
  admin: {
    label: 'Admin',
    title: 'Address that administers the jetton contract',
    shortLabel: '',
    width: 116,
  },
  supply: { label: 'Supply', title: 'Total supply', width: 92 },
  mintable: {
    label: 'Mintable',
    title: 'Whether more jettons can be minted',
    width: 84,
  },
};

export function gridColumn(id: GridColumnId): GridColumn {
  const { sortField: _, ...column } = specOf(id);
  return { id, ...column };
}

function specOf(id: GridColumnId): ColumnSpec {
  if (isChangeColumn(id)) return changeSpec(id);
  return isMeasureColumn(id) ? measureSpec(measureColumnById[id]) : specs[id];
}

/** Returns the field that a press on the column's header sorts by; undefined if the service cannot sort by the column. */
export function sortFieldOf(id: GridColumnId, settings: SortSettings): SortField | undefined {
  return specOf(id).sortField?.(settings);
}

/** Whether the list itself contains the column's amounts: prices in TON, and all amounts in USD. */
function isFromList(id: GridColumnId, currency: Currency): boolean {
  return currency === 'usd' || (currency === 'ton' && id === 'price');
}

/** Returns the part of the data that the column shows in a currency; undefined if the list itself contains it. */
export function neededPart({ id, needs }: GridColumn, currency: Currency): LivePart | undefined {
  if (needs === 'valuation' && isFromList(id, currency)) return undefined;
  // Statistics contain the changes in both.
  return needs === 'changes' && (currency === 'ton' || currency === 'usd') ? 'activity' : needs;
}

const operationNames = {
  valuation: operations.getJettonMetricsList.name,
  activity: operations.getJettonStatisticsList.name,
  changes: operations.getPriceChangeList.name,
  trust: operations.getJettonTrustScoreList.name,
} as const;

interface PlanSettings {
  readonly currency: Currency;
  readonly excludedOperations: ExcludedOperations;
}

/** Whether the caller's plan excludes the operation that the column needs. */
export function isNotInPlan(column: GridColumn, { currency, excludedOperations }: PlanSettings): boolean {
  const part = neededPart(column, currency);
  return part !== undefined && excludedOperations.has(operationNames[part]);
}

/** Whether the column has values in the caller's plan. The trust score always has: only its age needs an operation. */
export function hasDataInPlan(column: GridColumn, settings: PlanSettings): boolean {
  return column.id === 'trust' || !isNotInPlan(column, settings);
}

/** Returns the note on a column that is not in the plan. */
export function notInPlanText(id: GridColumnId): string {
  return id === 'trust' ? 'age not in this plan' : 'not in this plan';
}

/** Returns the announcement of a moved column. */
export function positionText(id: GridColumnId, index: number, count: number): string {
  return `${gridColumn(id).title}: column ${index + 1} of ${count}`;
}

/** Whether the column shows changes in another unit than that by which a list sorted by changes is. */
export function isInOtherUnit(id: GridColumnId, currency: Currency, sortedUnit: MoveUnit): boolean {
  if (!isChangeColumn(id)) return false;
  const { unit } = changeColumnOf(id);
  return (unit === 'change' ? baseUnitOf(currency) : unit) !== sortedUnit;
}
