import type { Currency, PricePeriod, SortField } from '#contract/enums.ts';
import type { LivePart } from '#web/api/queries/live.ts';
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

function change(period: PricePeriod, unit: 'ton' | 'usd'): ColumnSpec {
  const label = unit === 'ton' ? periodLabels[period] : `${periodLabels[period]} USD`;
  const title = `Price change in ${currencyUnit(unit)} over ${periodLabels[period]}, %`;
  return { label, title, width: unit === 'ton' ? 84 : 80, needs: 'activity' };
}

const specs: Readonly<Record<GridColumnId, ColumnSpec>> = {
  rank: { label: '#', title: 'Rank in this list', width: 52 },
  star: { label: '★', title: 'Watchlist', width: 32 },
  jetton: { label: 'Jetton', title: 'Jetton', width: 224 },
  price: { label: 'Price', title: 'Price', shortLabel: '', width: 96, needs: 'valuation' },
  change: {
    label: 'Change',
    title: `Price change in ${currencyUnit('ton')} over the selected period, %`,
    shortLabel: '',
    width: 132,
    needs: 'activity',
  },
  change15m: change('min15', 'ton'),
  change1h: change('hour', 'ton'),
  change6h: change('hour6', 'ton'),
  change12h: change('hour12', 'ton'),
  change24h: change('day', 'ton'),
  change7d: change('week', 'ton'),
  change30d: change('month', 'ton'),
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
    title: 'Trading volume in USD',
    shortLabel: 'Vol',
    width: 120,
    needs: 'activity',
  },
  transactions: {
    label: 'Transactions',
    title: 'Number of transactions',
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
  mintable: { label: 'Mintable', title: 'Whether new tokens can be minted', width: 84 },
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

/**
 * Returns the field that a press on the column's header sorts by; undefined if the service cannot sort by the column. It
 * sorts volume, transactions and traders only over 24 hours.
 */
export function sortFieldOf(
  id: GridColumnId,
  { period, currency }: { readonly period: PricePeriod; readonly currency: Currency },
): SortField | undefined {
  if (id === 'change') return changeSorts[period];
  // `tvl` is liquidity in the native coin.
  if (id === 'liquidity' && currency === 'ton') return 'tvl';
  return sortFields[id] ?? (countPeriodOf(period) === 'day' ? daySorts[id] : undefined);
}
