import type { Order, SortField } from '#contract/enums.ts';

export interface SortName {
  readonly label: string;
  /** Its word in a typed query. */
  readonly keyword: string;
}

/** In the order in which they are offered. */
export const sortNames: Readonly<Record<SortField, SortName>> = {
  volume24h: { label: 'Volume 24h', keyword: 'volume' },
  liquidityUsd: { label: 'Liquidity', keyword: 'liq' },
  tvl: { label: 'TVL', keyword: 'tvl' },
  fdmc: { label: 'FDMC', keyword: 'fdmc' },
  trustScore: { label: 'Trust score', keyword: 'trust' },
  holders: { label: 'Holders', keyword: 'holders' },
  transactions24h: { label: 'Transactions 24h', keyword: 'transactions' },
  traders24h: { label: 'Traders 24h', keyword: 'traders' },
  tonPriceChangeHour: { label: 'TON price change 1h', keyword: '1h' },
  tonPriceChangeHour6: { label: 'TON price change 6h', keyword: '6h' },
  tonPriceChangeDay: { label: 'TON price change 24h', keyword: '24h' },
  tonPriceChangeWeek: { label: 'TON price change 7d', keyword: '7d' },
  tonPriceChangeMonth: { label: 'TON price change 30d', keyword: '30d' },
  createdAt: { label: 'Created', keyword: 'created' },
};

export function orderName(sort: SortField, order: Order): string {
  if (sort === 'createdAt') return order === 'desc' ? 'newest first' : 'oldest first';
  return order === 'desc' ? 'highest first' : 'lowest first';
}
