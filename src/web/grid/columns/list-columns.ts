import type { Currency, PricePeriod } from '#contract/enums.ts';
import { type MeasureFamily, type SortField, sortFieldIn, sortFields } from '#contract/measures.ts';
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
import { type MeasureColumnId, measureColumnIds, needsActivity, textOf } from '#web/list/measure-texts.ts';
import { currencyUnit } from '#web/money/native-coin.ts';
import { countPeriodOf, periodLabels } from '#web/money/periods.ts';

/** The star column is always shown and not part of a link. */
export type GridColumnId = ColumnId | 'star';

export interface GridColumn {
  readonly id: GridColumnId;
  readonly label: string;
  readonly title: string;
  /** Label in two-line rows, which have no header; empty if the value needs none. Defaults to `label`. */
  readonly shortLabel?: string;
  readonly width: number;
  /** The data that the column shows beside the list's own. */
  readonly needs?: LivePart;
}

interface SortSettings {
  readonly period: PricePeriod;
  readonly currency: Currency;
}

interface ColumnSpec extends Omit<GridColumn, 'id'> {
  /** Returns the field that a press on the header sorts by. `undefined` if the service cannot sort by the column. */
  readonly sortField: ((settings: SortSettings) => SortField | undefined) | undefined;
}

const changeWidths: Readonly<Record<ChangeUnit, { readonly selected: number; readonly fixed: number }>> = {
  change: { selected: 132, fixed: 86 },
  ton: { selected: 132, fixed: 84 },
  usd: { selected: 124, fixed: 84 },
};

/** Lists can only be sorted by changes in the native coin, which columns in the unit of the row say. */
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
    sortField:
      unit === 'usd' ? undefined : (settings) => sortFieldIn('tonPriceChange', period ?? settings.period),
  };
}

/** Sorts by the total of the selected period, which lists have only for 24 hours. */
function totalIn(family: MeasureFamily): ColumnSpec['sortField'] {
  return ({ period }) => sortFieldIn(family, countPeriodOf(period));
}

const by = (field: SortField) => () => field;

export function isMeasureColumn(id: GridColumnId): id is MeasureColumnId {
  return measureColumnIds.some((column) => column === id);
}

function measureSpec(id: MeasureColumnId): ColumnSpec {
  const { label, column } = textOf(id);
  const sort = sortFields.find((field) => field === id);
  return {
    label,
    title: column?.title ?? label,
    width: column?.width ?? 0,
    ...(needsActivity(id) && { needs: 'activity' as const }),
    sortField: sort && by(sort),
  };
}

const specs: Readonly<Record<Exclude<GridColumnId, ChangeColumnId | MeasureColumnId>, ColumnSpec>> = {
  rank: { label: '#', title: 'Rank in this list', width: 52, sortField: undefined },
  star: { label: '★', title: 'Watchlist', width: 32, sortField: undefined },
  jetton: { label: 'Jetton', title: 'Jetton', width: 224, sortField: undefined },
  price: {
    label: 'Price',
    title: 'Price',
    shortLabel: '',
    width: 96,
    needs: 'valuation',
    sortField: undefined,
  },
  line: { label: '7 days', title: 'Price over the last 7 days', width: 106, sortField: undefined },
  volume: {
    label: 'Volume',
    title: 'Trading volume',
    shortLabel: 'Vol',
    width: 140,
    needs: 'activity',
    sortField: totalIn('volume'),
  },
  transactions: {
    label: 'Transactions',
    title: 'Number of swaps',
    shortLabel: 'Txs',
    width: 124,
    needs: 'activity',
    sortField: totalIn('transactions'),
  },
  traders: {
    label: 'Traders',
    title: 'Number of traders',
    width: 112,
    needs: 'activity',
    sortField: totalIn('traders'),
  },
  liquidity: {
    label: 'Liquidity',
    title: 'Liquidity',
    shortLabel: 'Liq',
    width: 110,
    needs: 'valuation',
    sortField: ({ currency }) => (currency === 'ton' ? 'tvl' : 'liquidityUsd'),
  },
  fdmc: {
    label: 'FDV',
    title: 'Fully diluted valuation: price × total supply',
    width: 88,
    needs: 'valuation',
    sortField: by('fdmc'),
  },
  mcap: {
    label: 'Market cap',
    title: 'Market capitalization: price × circulating supply',
    shortLabel: 'Mcap',
    width: 122,
    needs: 'valuation',
    sortField: undefined,
  },
  trust: {
    label: 'Trust',
    title: 'Trust score, 0 to 100, and its age if it was calculated more than 24 hours ago',
    width: 124,
    needs: 'trust',
    sortField: by('trustScore'),
  },
  age: { label: 'Age', title: 'Time since the jetton was created', width: 72, sortField: by('createdAt') },
  admin: {
    label: 'Admin',
    title: 'Address that administers the jetton contract',
    shortLabel: '',
    width: 116,
    sortField: undefined,
  },
  supply: { label: 'Supply', title: 'Total supply', width: 92, sortField: undefined },
  mintable: {
    label: 'Mintable',
    title: 'Whether more jettons can be minted',
    width: 84,
    sortField: undefined,
  },
};

export function gridColumn(id: GridColumnId): GridColumn {
  const { sortField: _, ...column } = specOf(id);
  return { id, ...column };
}

function specOf(id: GridColumnId): ColumnSpec {
  if (isChangeColumn(id)) return changeSpec(id);
  return isMeasureColumn(id) ? measureSpec(id) : specs[id];
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

/** Whether the column shows changes in the unit of the row, while lists are sorted by those in the native coin. */
export function isSortedByOtherUnit(id: GridColumnId, currency: Currency): boolean {
  return currency !== 'ton' && id.startsWith('change');
}
