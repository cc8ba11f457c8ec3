import type { Currency, PricePeriod, SortField } from '#contract/enums.ts';
import type { LivePart } from '#web/api/queries/live.ts';
import { countPeriodOf, periodLabels } from '#web/lib/numbers/periods.ts';
import type { ColumnId } from '#web/lib/screen/columns.ts';

/** The star is always there and no link names it. */
export type GridColumnId = ColumnId | 'star';

export interface GridColumn {
  readonly id: GridColumnId;
  readonly label: string;
  readonly title: string;
  /** Before a value that has no head over it; empty where the value speaks for itself. */
  readonly short?: string;
  readonly width: number;
  readonly needs?: LivePart;
  readonly isText?: boolean;
}

interface Spec extends Omit<GridColumn, 'id'> {}

function change(period: PricePeriod, unit: 'TON' | 'USD'): Spec {
  const label = unit === 'TON' ? periodLabels[period] : `${periodLabels[period]} USD`;
  const title = `Change of the price in ${unit} over ${periodLabels[period]}, percent`;
  return { label, title, width: unit === 'TON' ? 76 : 80, needs: 'activity' };
}

const specs: Readonly<Record<GridColumnId, Spec>> = {
  rank: { label: '#', title: 'Rank in this list', width: 52 },
  star: { label: '★', title: 'Watchlist', width: 32 },
  jetton: { label: 'Jetton', title: 'Jetton', width: 224, isText: true },
  price: { label: 'Price', title: 'Price', short: '', width: 96, needs: 'money' },
  change: {
    label: 'Change',
    title: 'Change of the price in TON over the period of the table, percent',
    short: '',
    width: 108,
    needs: 'activity',
  },
  change15m: change('min15', 'TON'),
  change1h: change('hour', 'TON'),
  change6h: change('hour6', 'TON'),
  change12h: change('hour12', 'TON'),
  change24h: change('day', 'TON'),
  change7d: change('week', 'TON'),
  change30d: change('month', 'TON'),
  usd: {
    label: 'Change',
    title: 'Change of the price in USD over the period of the table, percent',
    short: 'USD',
    width: 124,
    needs: 'activity',
  },
  usd15m: change('min15', 'USD'),
  usd1h: change('hour', 'USD'),
  usd6h: change('hour6', 'USD'),
  usd12h: change('hour12', 'USD'),
  usd24h: change('day', 'USD'),
  usd7d: change('week', 'USD'),
  usd30d: change('month', 'USD'),
  line: { label: '7 days', title: 'Price of the last 7 days', width: 106 },
  volume: { label: 'Volume', title: 'Trading volume in USD', short: 'Vol', width: 120, needs: 'activity' },
  transactions: {
    label: 'Transactions',
    title: 'Number of transactions',
    short: 'Txs',
    width: 124,
    needs: 'activity',
  },
  traders: { label: 'Traders', title: 'Number of traders', width: 112, needs: 'activity' },
  liquidity: { label: 'Liquidity', title: 'Liquidity', short: 'Liq', width: 104, needs: 'money' },
  fdmc: {
    label: 'FDMC',
    title: 'Fully diluted market capitalisation: price times total supply',
    width: 88,
    needs: 'money',
  },
  mcap: {
    label: 'Market cap',
    title: 'Price times circulating supply',
    short: 'Mcap',
    width: 100,
    needs: 'money',
  },
  holders: { label: 'Holders', title: 'Number of holders', width: 92 },
  trust: { label: 'Trust', title: 'Trust score, 0 to 100, and its age', width: 124, needs: 'trust' },
  age: { label: 'Age', title: 'Time since the jetton was created', width: 72 },
  admin: { label: 'Admin', title: 'Address that can change the jetton', short: '', width: 116 },
  supply: { label: 'Supply', title: 'Total supply', width: 92 },
  mintable: { label: 'Mintable', title: 'Whether the supply can grow', width: 84 },
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

/** What the service sorts by where a column's head is pressed; of the activity it sorts the day's alone. */
export function sortFieldOf(
  id: GridColumnId,
  { period, currency }: { readonly period: PricePeriod; readonly currency: Currency },
): SortField | undefined {
  if (id === 'change') return changeSorts[period];
  // Liquidity in TON has a field of its own.
  if (id === 'liquidity' && currency === 'ton') return 'tvl';
  return sortFields[id] ?? (countPeriodOf(period) === 'day' ? daySorts[id] : undefined);
}
