import { expect } from 'vitest';
import type { JettonListFilterInput } from '#contract/jetton-filter.ts';
import { operations, type RequestOf, type ResponseOf } from '#contract/operations.ts';
import type { Client } from './inject.ts';

/** The five that take the list filter. */
export const listOperations = [
  operations.getJettons,
  operations.getJettonTrustScoreList,
  operations.getJettonMetricsList,
  operations.getJettonStatisticsList,
  operations.getJettonStatisticsListByQuery,
] as const;

export type ListOperation = (typeof listOperations)[number];

const MOST_PAGES = 100;

/** The addresses on all pages, in the order in which they are met. */
export async function walk(
  client: Client,
  operation: ListOperation,
  filter: JettonListFilterInput,
): Promise<string[]> {
  const met: string[] = [];
  let { cursor } = filter;
  for (let page = 0; page < MOST_PAGES; page += 1) {
    const answer = await client.call(operation, { ...filter, ...(cursor !== undefined && { cursor }) });
    const addresses =
      'items' in answer
        ? answer.items.map(({ address }) => address)
        : answer.jettons.map(({ metadata }) => metadata.address);
    expect(addresses.length).toBeLessThanOrEqual(filter.limit ?? 20);
    met.push(...addresses);
    if (!answer.next) return met;
    cursor = answer.next;
  }
  throw new Error('the walk does not come to an end');
}

type Ticks = ResponseOf<typeof operations.getJettonMarketPriceHistory>;

/** All ticks of a market, page by page. */
export async function walkTicks(
  client: Client,
  input: RequestOf<typeof operations.getJettonMarketPriceHistory>,
): Promise<Ticks['items']> {
  const met: Ticks['items'] = [];
  let cursor: string | undefined;
  for (let page = 0; page < MOST_PAGES; page += 1) {
    const asked = { ...input, ...(cursor !== undefined && { cursor }) };
    const answer: Ticks = await client.call(operations.getJettonMarketPriceHistory, asked);
    met.push(...answer.items);
    if (!answer.next) return met;
    cursor = answer.next;
  }
  throw new Error('the walk does not come to an end');
}
