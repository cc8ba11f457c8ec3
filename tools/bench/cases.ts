import type { FastifyInstance } from 'fastify';
import * as z from 'zod/mini';
import type { JettonListFilterInput } from '#contract/jetton-filter.ts';
import { type Operation, operations, type RequestOf, type ResponseOf } from '#contract/operations.ts';
import { toRequest, type WireRequest } from '#contract/request-encoding.ts';

export interface Case {
  readonly name: string;
  readonly request: WireRequest;
}

const byVolume: JettonListFilterInput = { sort: 'volume24h', order: 'desc' };

const sixFilters: JettonListFilterInput = {
  excludeScam: true,
  liquidity: { usd: { min: { value: '1000' } } },
  holders: { min: '50' },
  trustScore: { min: '20' },
  priceChange: { ton: { day: { min: -50, max: 200 } } },
  verification: ['JVS_NONE', 'JVS_APPROVED', 'JVS_COMMUNITY_VERIFIED', 'JVS_VERIFIED'],
};

// Each filter alone has many matches, but all together have none: no single index can decide that.
const noMatchFilters: JettonListFilterInput = {
  ...byVolume,
  liquidity: { usd: { min: { value: '1000000' } } },
  holders: { max: '1' },
  trustScore: { min: '95' },
};

/** Returns the requests of the benchmark, for jettons and pools of the running service. */
export async function benchCases(app: FastifyInstance): Promise<Case[]> {
  const list = (filter: JettonListFilterInput) => toRequest(operations.getJettons, filter);
  const { jettons } = await call(app, operations.getJettons, { ...byVolume, limit: 100 });
  const address = jettons.map(({ metadata }) => metadata.address);
  const [busiest = ''] = address;
  const { markets } = await call(app, operations.getJettonMarkets, { address: busiest });
  const pool = { address: busiest, poolAddress: markets[0]?.poolAddress ?? '' };
  return [
    { name: 'first page, 20 jettons', request: list(byVolume) },
    { name: 'page 500', request: list({ ...byVolume, cursor: await cursorOfPage(app, 500) }) },
    { name: 'first page, 100 jettons', request: list({ ...byVolume, limit: 100 }) },
    { name: 'six filters, by volume', request: list({ ...sixFilters, ...byVolume }) },
    { name: 'six filters, by age', request: list({ ...sixFilters, sort: 'createdAt', order: 'asc' }) },
    { name: 'six filters, by trust', request: list({ ...sixFilters, sort: 'trustScore', order: 'desc' }) },
    { name: 'filters without matches', request: list(noMatchFilters) },
    { name: 'search, many matches', request: list({ ...byVolume, search: 'coin' }) },
    { name: 'search, no matches', request: list({ ...byVolume, search: 'zzqxj' }) },
    {
      name: 'statistics of 100 addresses',
      request: toRequest(operations.getJettonStatisticsList, { address, limit: 100 }),
    },
    {
      name: '1,000 ticks',
      request: toRequest(operations.getJettonMarketPriceHistory, { ...pool, limit: 1000 }),
    },
    { name: 'price', request: toRequest(operations.getJettonPrice, { address: busiest, currency: 'eur' }) },
  ];
}

/** Returns the cursor of a page of 20 jettons, by paginating with pages of 100. */
async function cursorOfPage(app: FastifyInstance, page: number): Promise<string> {
  let cursor: string | undefined;
  for (let skipped = 0; skipped < (page - 1) * 20; skipped += 100) {
    const { next } = await call(app, operations.getJettons, {
      ...byVolume,
      limit: 100,
      ...(cursor && { cursor }),
    });
    if (!next) throw new Error(`The market has fewer than ${page} pages; increase BENCH_JETTONS`);
    cursor = next;
  }
  return cursor ?? '';
}

async function call<Op extends Operation>(
  app: FastifyInstance,
  operation: Op,
  input: RequestOf<Op>,
): Promise<ResponseOf<Op>> {
  const { method, url, body } = toRequest(operation, input);
  const headers = body === undefined ? {} : { 'content-type': 'application/json' };
  const response = await app.inject({ method, url, headers, ...(body !== undefined && { body }) });
  return z.parse<Op['response']>(operation.response, response.json());
}
