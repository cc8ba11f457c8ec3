import type { Order, SortField } from '#contract/enums.ts';

export interface SortName {
  readonly label: string;
  /** Its word in a typed query. */
  readonly typed: string;
}

/** In the order in which they are offered. */
export const sortNames: Readonly<Record<SortField, SortName>> = {
  volume24h: { label: 'Volume 24h', typed: 'volume' },
  liquidityUsd: { label: 'Liquidity', typed: 'liq' },
  tvl: { label: 'TVL', typed: 'tvl' },
  fdmc: { label: 'FDMC', typed: 'fdmc' },
  trustScore: { label: 'Trust score', typed: 'trust' },
  holders: { label: 'Holders', typed: 'holders' },
  transactions24h: { label: 'Transactions 24h', typed: 'transactions' },
  traders24h: { label: 'Traders 24h', typed: 'traders' },
  tonPriceChangeHour: { label: 'TON price change 1h', typed: '1h' },
  tonPriceChangeHour6: { label: 'TON price change 6h', typed: '6h' },
  tonPriceChangeDay: { label: 'TON price change 24h', typed: '24h' },
  tonPriceChangeWeek: { label: 'TON price change 7d', typed: '7d' },
  tonPriceChangeMonth: { label: 'TON price change 30d', typed: '30d' },
  createdAt: { label: 'Created', typed: 'created' },
};

export function orderName(sort: SortField, order: Order): string {
  if (sort === 'createdAt') return order === 'desc' ? 'newest first' : 'oldest first';
  return order === 'desc' ? 'highest first' : 'lowest first';
}
