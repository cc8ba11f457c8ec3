import type { Currency, PricePeriod } from '#contract/enums.ts';
import type { SortField } from '#contract/measures.ts';
import { operations } from '#contract/operations.ts';
import type { LivePart } from '#web/api/queries/live.ts';
import type { ExcludedOperations } from '#web/api/transport/plan.ts';
import { currencyUnit } from '#web/lib/native-coin.ts';
import { countPeriodOf, periodLabels } from '#web/lib/numbers/periods.ts';
import type { ColumnId } from '#web/lib/screen/columns.ts';

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

interface ColumnSpec extends Omit<GridColumn, 'id'> {}

/** Without a unit, the change is in the unit of the row. */
function change(period: PricePeriod, unit?: 'ton' | 'usd'): ColumnSpec {
  const label = periodLabels[period];
  if (unit === undefined)
    return { label, title: `Price change over ${label}, %`, width: 86, needs: 'changes' };
  const unitName = currencyUnit(unit);
  return {
    label,
    title: `Price change in ${unitName} over ${label}, %`,
    shortLabel: `${label} ${unitName}`,
    width: 84,
    needs: 'activity',
  };
}

const specs: Readonly<Record<GridColumnId, ColumnSpec>> = {
  rank: { label: '#', title: 'Rank in this list', width: 52 },
  star: { label: '★', title: 'Watchlist', width: 32 },
  jetton: { label: 'Jetton', title: 'Jetton', width: 224 },
  price: { label: 'Price', title: 'Price', shortLabel: '', width: 96, needs: 'valuation' },
  change: {
    label: 'Change',
    title: 'Price change over the selected period, %',
    shortLabel: '',
    width: 132,
    needs: 'changes',
  },
  change15m: change('min15'),
  change1h: change('hour'),
  change6h: change('hour6'),
  change12h: change('hour12'),
  change24h: change('day'),
  change7d: change('week'),
  change30d: change('month'),
  ton: {
    label: 'Change',
    title: `Price change in ${currencyUnit('ton')} over the selected period, %`,
    shortLabel: currencyUnit('ton'),
    width: 132,
    needs: 'activity',
  },
  ton15m: change('min15', 'ton'),
  ton1h: change('hour', 'ton'),
  ton6h: change('hour6', 'ton'),
  ton12h: change('hour12', 'ton'),
  ton24h: change('day', 'ton'),
  ton7d: change('week', 'ton'),
  ton30d: change('month', 'ton'),
  usd: {
    label: 'Change',
    title: 'Price change in USD over the selected period, %',
    shortLabel: 'USD',
    width: 124,
    needs: 'activity',
  },
  usd15m: change('min15', 'usd'),
  usd1h: change('hour', 'usd'),
  usd6h: change('hour6', 'usd'),
  usd12h: change('hour12', 'usd'),
  usd24h: change('day', 'usd'),
  usd7d: change('week', 'usd'),
  usd30d: change('month', 'usd'),
  line: { label: '7 days', title: 'Price over the last 7 days', width: 106 },
  volume: {
    label: 'Volume',
    title: 'Trading volume',
    shortLabel: 'Vol',
    width: 140,
    needs: 'activity',
  },
  transactions: {
    label: 'Transactions',
    title: 'Number of swaps',
    shortLabel: 'Txs',
    width: 124,
    needs: 'activity',
  },
  traders: { label: 'Traders', title: 'Number of traders', width: 112, needs: 'activity' },
  liquidity: { label: 'Liquidity', title: 'Liquidity', shortLabel: 'Liq', width: 110, needs: 'valuation' },
  fdmc: {
    label: 'FDV',
    title: 'Fully diluted valuation: price × total supply',
    width: 88,
    needs: 'valuation',
  },
  mcap: {
    label: 'Market cap',
    title: 'Market capitalization: price × circulating supply',
    shortLabel: 'Mcap',
    width: 122,
    needs: 'valuation',
  },
  holders: { label: 'Holders', title: 'Number of holders', width: 92 },
  trust: {
    label: 'Trust',
    title: 'Trust score, 0 to 100, and its age if it was calculated more than 24 hours ago',
    width: 124,
    needs: 'trust',
  },
  age: { label: 'Age', title: 'Time since the jetton was created', width: 72 },
  admin: {
    label: 'Admin',
    title: 'Address that administers the jetton contract',
    shortLabel: '',
    width: 116,
  },
  supply: { label: 'Supply', title: 'Total supply', width: 92 },
  mintable: { label: 'Mintable', title: 'Whether more jettons can be minted', width: 84 },
};

export function gridColumn(id: GridColumnId): GridColumn {
  return { id, ...specs[id] };
}

const changeSorts: Readonly<Partial<Record<PricePeriod, SortField | undefined>>> = {
  hour: 'tonPriceChangeHour',
  hour6: 'tonPriceChangeHour6',
  day: 'tonPriceChangeDay',
  week: 'tonPriceChangeWeek',
  month: 'tonPriceChangeMonth',
};

const sortFields: Readonly<Partial<Record<GridColumnId, SortField | undefined>>> = {
  change1h: changeSorts.hour,
  change6h: changeSorts.hour6,
  change24h: changeSorts.day,
  change7d: changeSorts.week,
  change30d: changeSorts.month,
  ton1h: changeSorts.hour,
  ton6h: changeSorts.hour6,
  ton24h: changeSorts.day,
  ton7d: changeSorts.week,
  ton30d: changeSorts.month,
  liquidity: 'liquidityUsd',
  fdmc: 'fdmc',
  holders: 'holders',
  trust: 'trustScore',
  age: 'createdAt',
};

const daySorts: Readonly<Partial<Record<GridColumnId, SortField>>> = {
  volume: 'volume24h',
  transactions: 'transactions24h',
  traders: 'traders24h',
};

/**
 * Returns the field that a press on the column's header sorts by; undefined if the service cannot sort by the column. It
 * sorts volume, transactions and traders only over 24 hours, and changes only by those in the native coin.
 */
export function sortFieldOf(
  id: GridColumnId,
  { period, currency }: { readonly period: PricePeriod; readonly currency: Currency },
): SortField | undefined {
  if (id === 'change' || id === 'ton') return changeSorts[period];
  // `tvl` is liquidity in the native coin.
  if (id === 'liquidity' && currency === 'ton') return 'tvl';
  return sortFields[id] ?? (countPeriodOf(period) === 'day' ? daySorts[id] : undefined);
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
