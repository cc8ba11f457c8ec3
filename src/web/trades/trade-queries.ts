import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import {
  getJettonTraders,
  getJettonTradingIntegrity,
  type TraderSort,
  type TradingPeriod,
} from '#contract/traders.ts';
import {
  getJettonMarketTransactions,
  getJettonTransactions,
  getTraderTransactions,
  type TraderTransaction,
  type TradeType,
  type Transaction,
} from '#contract/transactions.ts';
import { callExtension } from '#web/api/client/call-extension.ts';
import type { CallOptions } from '#web/api/client/client.ts';
import { isStreaming, STREAMED_POLL_MS } from '#web/api/client/follow-pool.ts';
import { loadSettings, type Settings, trustedOrigins } from '#web/api/client/settings.ts';
import { type JettonIdentity, nextCursor } from '#web/api/decoding/decode-jetton.ts';
import { type Identities, identitiesOf } from '#web/api/decoding/identities.ts';

export interface TradeFilter {
  readonly type?: TradeType | undefined;
  readonly minUsd?: number | undefined;
  /** Raw address of a trader. */
  readonly who?: string | undefined;
}

/** The trades of a jetton in all its markets, or in one pool. */
export interface TradesOf {
  readonly address: string;
  readonly poolAddress?: string | undefined;
}

export interface TradePage {
  readonly trades: readonly Transaction[];
  /** Of the counterparts. */
  readonly identities: Identities;
  readonly next: string | undefined;
}

interface Range {
  readonly limit: number;
  readonly cursor?: string | undefined;
  /** Inclusive. */
  readonly from?: string | undefined;
}

const PAGE_SIZE = 50;
const MAX_TRADES = 1_000;
const POLL_MS = 5_000;

async function fetchTrades(
  { address, poolAddress }: TradesOf,
  filter: TradeFilter,
  range: Range,
  options: CallOptions,
): Promise<TradePage> {
  const input = { address, ...filter, ...range };
  const { transactions, jettons, next } =
    poolAddress === undefined
      ? await callExtension(getJettonTransactions, input, options)
      : await callExtension(getJettonMarketTransactions, { ...input, poolAddress }, options);
  const trusted = trustedOrigins(await loadSettings());
  return { trades: transactions, identities: identitiesOf(jettons, trusted), next };
}

/** Query for the trades that existed when it was first sent, newest first. */
export function tradeHistory(of: TradesOf, filter: TradeFilter) {
  return infiniteQueryOptions({
    queryKey: [getJettonTransactions.name, of, filter],
    queryFn: ({ pageParam: cursor, signal }) =>
      fetchTrades(of, filter, { limit: PAGE_SIZE, cursor }, { signal, priority: 'statistics' }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: nextCursor,
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  });
}

/** Query for the trades since a time, repeated every few seconds if `isLive`. */
export function newTrades(of: TradesOf, filter: TradeFilter, from: string | undefined, isLive: boolean) {
  return queryOptions({
    queryKey: [getJettonTransactions.name, 'since', of, filter, from],
    queryFn: ({ signal }) =>
      fetchTrades(of, filter, { limit: MAX_TRADES, from }, { signal, priority: 'live' }),
    enabled: isLive,
    // After the list was read, what it has missed is loaded at once.
    staleTime: 0,
    // The stream reports the swaps of pools.
    refetchInterval: () => (of.poolAddress !== undefined && isStreaming() ? STREAMED_POLL_MS : POLL_MS),
  });
}

const MARKERS_POLL_MS = 15_000;

/** Query for the latest trades of a trader in a pool, repeated if `isLive`. `who` is a raw address. */
export function latestTradesOf(pool: TradesOf, who: string, isLive: boolean) {
  return queryOptions({
    queryKey: [getJettonMarketTransactions.name, pool, who],
    queryFn: ({ signal }) =>
      fetchTrades(pool, { who }, { limit: MAX_TRADES }, { signal, priority: 'statistics' }),
    refetchInterval: isLive && MARKERS_POLL_MS,
    retry: false,
  });
}

export interface TraderOrder {
  readonly sort: TraderSort;
  readonly period: TradingPeriod;
}

const TRADERS_STALE_MS = 30_000;

/** Query for the traders of a jetton, largest first. */
export function tradersOf(address: string, order: TraderOrder) {
  return infiniteQueryOptions({
    queryKey: [getJettonTraders.name, address, order],
    queryFn: ({ pageParam: cursor, signal }) =>
      callExtension(getJettonTraders, { address, ...order, cursor }, { signal, priority: 'statistics' }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: nextCursor,
    staleTime: TRADERS_STALE_MS,
    retry: false,
  });
}

/** Query for what a trader did with a jetton. Null without swaps. `who` is a raw address. */
export function traderOf(address: string, who: string) {
  return queryOptions({
    queryKey: [getJettonTraders.name, address, who],
    queryFn: async ({ signal }) => {
      const options = { signal, priority: 'statistics' } as const;
      const { window, traders } = await callExtension(getJettonTraders, { address, who }, options);
      const [trader] = traders;
      return trader ? { window, trader } : null;
    },
    staleTime: TRADERS_STALE_MS,
    retry: false,
  });
}

export interface TradedJetton {
  /** Raw address. */
  readonly address: string;
  /** Undefined if the service does not describe the jetton. */
  readonly identity: JettonIdentity | undefined;
  readonly trades: number;
  readonly lastTradeAt: string;
}

const LATEST_TRADES = 200;

/** Query for the latest trades of a trader over all jettons, by jetton, the latest first. `who` is a raw address. */
export function jettonsOfTrader(who: string) {
  return queryOptions({
    queryKey: [getTraderTransactions.name, who],
    queryFn: async ({ signal }) => {
      const input = { traderAddress: who, limit: LATEST_TRADES };
      const options = { signal, priority: 'statistics' } as const;
      const { transactions, jettons, next } = await callExtension(getTraderTransactions, input, options);
      const identities = identitiesOf(jettons, trustedOrigins(await loadSettings()));
      return {
        jettons: tradedJettons(transactions, identities),
        trades: transactions.length,
        hasMore: next !== undefined,
      };
    },
    staleTime: TRADERS_STALE_MS,
    retry: false,
  });
}

/** Groups trades, newest first, by jetton. */
function tradedJettons(
  trades: readonly TraderTransaction[],
  identities: Identities,
): readonly TradedJetton[] {
  const byJetton = new Map<string, TradedJetton>();
  for (const { jetton: address, time } of trades) {
    const { trades: earlier, lastTradeAt } = byJetton.get(address) ?? { trades: 0, lastTradeAt: time };
    byJetton.set(address, {
      address,
      identity: identities.get(address),
      trades: earlier + 1,
      lastTradeAt,
    });
  }
  return [...byJetton.values()];
}

/** Returns the template of links to transactions. Deployments with another explorer, or none, get no links to the default one. */
export function transactionTemplate({
  explorer,
  transactionExplorer,
}: Pick<Settings, 'explorer' | 'transactionExplorer'>): string {
  const isDefault = explorer.startsWith('https://tonviewer.com/');
  return transactionExplorer ?? (isDefault ? 'https://tonviewer.com/transaction/{hash}' : '');
}

/** Query for the template of links to transactions. Empty without a configured explorer. */
export function transactionExplorer() {
  return queryOptions({
    queryKey: ['transaction explorer'],
    queryFn: async () => transactionTemplate(await loadSettings()),
    staleTime: Number.POSITIVE_INFINITY,
  });
}

export function tradingIntegrity(address: string) {
  return queryOptions({
    queryKey: [getJettonTradingIntegrity.name, address],
    queryFn: ({ signal }) =>
      callExtension(getJettonTradingIntegrity, { address }, { signal, priority: 'statistics' }),
    staleTime: TRADERS_STALE_MS,
    retry: false,
  });
}

/** Joins pages of trades, which may overlap, newest first. */
export function joinTrades(pages: readonly TradePage[]): readonly Transaction[] {
  const byKey = new Map(pages.flatMap(({ trades }) => trades.map((trade) => [tradeKey(trade), trade])));
  return [...byKey.values()].sort(
    (a, b) => Date.parse(b.time) - Date.parse(a.time) || Number(BigInt(b.timeLt) - BigInt(a.timeLt)),
  );
}

/** Identifies a trade of a jetton. */
export function tradeKey({ pool, timeLt }: Transaction): string {
  return `${pool} ${timeLt}`;
}
