import type { FastifyInstance } from 'fastify';
import * as z from 'zod/mini';
import type { JettonListFilterInput } from '#contract/jetton-filter.ts';
import { type Operation, operations, type RequestOf, type ResponseOf } from '#contract/operations.ts';
import { toRequest, type WireRequest } from '#contract/wire.ts';

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

// Each part alone is common, together they are impossible: no single index tells.
const nothing: JettonListFilterInput = {
  ...byVolume,
  liquidity: { usd: { min: { value: '1000000' } } },
  holders: { max: '1' },
  trustScore: { min: '95' },
};

/** The questions of the benchmark, with what only the data can tell filled in. */
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
    { name: 'filters that nothing meets', request: list(nothing) },
    { name: 'search, many hits', request: list({ ...byVolume, search: 'coin' }) },
    { name: 'search, no hit', request: list({ ...byVolume, search: 'zzqxj' }) },
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

/** Cursor that leads to a page of 20, walked to in pages of 100. */
async function cursorOfPage(app: FastifyInstance, page: number): Promise<string> {
  let cursor: string | undefined;
  for (let passed = 0; passed < (page - 1) * 20; passed += 100) {
    const { next } = await call(app, operations.getJettons, {
      ...byVolume,
      limit: 100,
      ...(cursor && { cursor }),
    });
    if (!next) throw new Error(`There is no page ${page}: the market is too small`);
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
  const answer = await app.inject({ method, url, headers, ...(body !== undefined && { body }) });
  return z.parse<Op['response']>(operation.response, answer.json());
}
