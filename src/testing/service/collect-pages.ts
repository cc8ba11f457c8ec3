import { expect } from 'vitest';
import { type Candle, getJettonMarketCandles } from '#contract/candles.ts';
import { type ExchangeDay, getExchangeVolume } from '#contract/exchanges.ts';
import type { JettonListFilterInput } from '#contract/jetton-filter.ts';
import type { PriceTick } from '#contract/market.ts';
import { getNewPools, type NewPool } from '#contract/new-pools.ts';
import { operations, type RequestOf } from '#contract/operations.ts';
import { getJettonPriceHistory } from '#contract/price-chart.ts';
import { getJettonTraders, type JettonTrader } from '#contract/traders.ts';
import {
  getJettonTransactions,
  getTraderTransactions,
  type TraderTransaction,
  type Transaction,
} from '#contract/transactions.ts';
import type { Client } from './inject.ts';

/** The operations that accept the jetton list filter. */
export const listOperations = [
  operations.getJettons,
  operations.getJettonTrustScoreList,
  operations.getJettonMetricsList,
  operations.getJettonStatisticsList,
  operations.getJettonStatisticsListByQuery,
] as const;

export type ListOperation = (typeof listOperations)[number];

const MAX_PAGES = 100;

/** Returns the addresses on all pages, in order. */
export async function collectAddresses(
  client: Client,
  operation: ListOperation,
  filter: JettonListFilterInput,
): Promise<string[]> {
  const collected: string[] = [];
  let { cursor } = filter;
  for (let page = 0; page < MAX_PAGES; page += 1) {
    const response = await client.call(operation, { ...filter, ...(cursor !== undefined && { cursor }) });
    const addresses =
      'items' in response
        ? response.items.map(({ address }) => address)
        : response.jettons.map(({ metadata }) => metadata.address);
    expect(addresses.length).toBeLessThanOrEqual(filter.limit ?? 20);
    collected.push(...addresses);
    if (!response.next) return collected;
    cursor = response.next;
  }
  throw new Error(`More than ${MAX_PAGES} pages`);
}

interface HistoryPage<Item> {
  readonly items: readonly Item[];
  readonly next?: string | undefined;
}

/** Returns the items of all pages. `fetchPage` receives the cursor of each page but the first. */
async function collectPages<Item>(
  fetchPage: (position: { cursor?: string }) => Promise<HistoryPage<Item>>,
): Promise<Item[]> {
  const collected: Item[] = [];
  let position: { cursor?: string } = {};
  for (let page = 0; page < MAX_PAGES; page += 1) {
    const { items, next } = await fetchPage(position);
    collected.push(...items);
    if (!next) return collected;
    position = { cursor: next };
  }
  throw new Error(`More than ${MAX_PAGES} pages`);
}

type TicksInput = RequestOf<typeof operations.getJettonMarketPriceHistory>;

/** Returns all ticks of a market. */
export function collectTicks(client: Client, input: TicksInput): Promise<PriceTick[]> {
  return collectPages((position) =>
    client.call(operations.getJettonMarketPriceHistory, { ...input, ...position }),
  );
}

/** Returns all ticks of the reference market of a jetton. */
export function collectJettonTicks(
  client: Client,
  input: RequestOf<typeof getJettonPriceHistory>,
): Promise<PriceTick[]> {
  return collectPages((position) => client.call(getJettonPriceHistory, { ...input, ...position }));
}

/** Returns all candles of a market. */
export function collectCandles(
  client: Client,
  input: RequestOf<typeof getJettonMarketCandles>,
): Promise<Candle[]> {
  return collectPages((position) => client.call(getJettonMarketCandles, { ...input, ...position }));
}

/** Returns all days on which an exchange was traded. */
export function collectExchangeDays(
  client: Client,
  input: RequestOf<typeof getExchangeVolume>,
): Promise<ExchangeDay[]> {
  return collectPages((position) => client.call(getExchangeVolume, { ...input, ...position }));
}

/** Returns all new pools. */
export function collectNewPools(client: Client, input: RequestOf<typeof getNewPools>): Promise<NewPool[]> {
  return collectPages((position) => client.call(getNewPools, { ...input, ...position }));
}

/** Returns all swaps of a trader. */
export function collectTraderTransactions(
  client: Client,
  input: RequestOf<typeof getTraderTransactions>,
): Promise<TraderTransaction[]> {
  return collectPages(async (position) => {
    const { transactions, next } = await client.call(getTraderTransactions, { ...input, ...position });
    return { items: transactions, next };
  });
}

/** Returns all traders of a jetton. */
export function collectTraders(
  client: Client,
  input: RequestOf<typeof getJettonTraders>,
): Promise<JettonTrader[]> {
  return collectPages(async (position) => {
    const { traders, next } = await client.call(getJettonTraders, { ...input, ...position });
    return { items: traders, next };
  });
}

/** Returns all swaps of a jetton. */
export function collectTransactions(
  client: Client,
  input: RequestOf<typeof getJettonTransactions>,
): Promise<Transaction[]> {
  return collectPages(async (position) => {
    const { transactions, next } = await client.call(getJettonTransactions, { ...input, ...position });
    return { items: transactions, next };
  });
}
