import { expect } from 'vitest';
import type { JettonListFilterInput } from '#contract/jetton-filter.ts';
import { operations, type RequestOf, type ResponseOf } from '#contract/operations.ts';
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

type Ticks = ResponseOf<typeof operations.getJettonMarketPriceHistory>;

/** Returns all ticks of a market. */
export async function collectTicks(
  client: Client,
  input: RequestOf<typeof operations.getJettonMarketPriceHistory>,
): Promise<Ticks['items']> {
  const collected: Ticks['items'] = [];
  let cursor: string | undefined;
  for (let page = 0; page < MAX_PAGES; page += 1) {
    const pageInput = { ...input, ...(cursor !== undefined && { cursor }) };
    const response: Ticks = await client.call(operations.getJettonMarketPriceHistory, pageInput);
    collected.push(...response.items);
    if (!response.next) return collected;
    cursor = response.next;
  }
  throw new Error(`More than ${MAX_PAGES} pages`);
}
