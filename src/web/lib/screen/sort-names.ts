import type { Order } from '#contract/enums.ts';
import type { SortField } from '#contract/measures.ts';
import { nativeCoin } from '#web/lib/native-coin.ts';

export interface SortName {
  readonly label: string;
  /** Keyword in a query text. */
  readonly keyword: string;
}

/** In the order of the sort menu. */
export const sortNames: Readonly<Record<SortField, SortName>> = {
  volume24h: { label: '24h volume', keyword: 'volume' },
  liquidityUsd: { label: 'Liquidity', keyword: 'liq' },
  tvl: { label: 'TVL', keyword: 'tvl' },
  fdmc: { label: 'FDV', keyword: 'fdv' },
  trustScore: { label: 'Trust score', keyword: 'trust' },
  holders: { label: 'Holders', keyword: 'holders' },
  transactions24h: { label: '24h transactions', keyword: 'transactions' },
  traders24h: { label: '24h traders', keyword: 'traders' },
  tonPriceChangeHour: { label: `1h change in ${nativeCoin.symbol}`, keyword: '1h' },
  tonPriceChangeHour6: { label: `6h change in ${nativeCoin.symbol}`, keyword: '6h' },
  tonPriceChangeDay: { label: `24h change in ${nativeCoin.symbol}`, keyword: '24h' },
  tonPriceChangeWeek: { label: `7d change in ${nativeCoin.symbol}`, keyword: '7d' },
  tonPriceChangeMonth: { label: `30d change in ${nativeCoin.symbol}`, keyword: '30d' },
  createdAt: { label: 'Created', keyword: 'created' },
};

export function orderName(sort: SortField, order: Order): string {
  if (sort === 'createdAt') return order === 'desc' ? 'newest first' : 'oldest first';
  return order === 'desc' ? 'highest first' : 'lowest first';
}
