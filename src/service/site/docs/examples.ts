import type { RequestOf } from '#contract/operations.ts';
import { toRequest, type WireRequest } from '#contract/request-encoding.ts';
import {
  type DocumentedName,
  type DocumentedOperations,
  documentedOperations,
} from '#contract/served-operations.ts';
import { exampleAddresses, type FieldDoc, type FieldDocs } from './field-doc.ts';
import { type Components, nameIn, resolve, type Schema } from './openapi-schema.ts';

/** Returns the documentation of a field, by its whole path, its last two names, or its last name. */
export function fieldDocAt(path: string, docs: FieldDocs): FieldDoc | undefined {
  const parts = path.split('.');
  return docs[path] ?? docs[`*.${parts.slice(-2).join('.')}`] ?? docs[`*.${parts.at(-1)}`];
}

/** Returns the path of a field, with the suffix `[]` for arrays and `{}` for maps. */
export function pathOf(parent: string, key: string, schema: Schema): string {
  const suffix = schema.items ? '[]' : schema.additionalProperties ? '{}' : '';
  return `${parent}.${key}${suffix}`;
}

/** Returns an example value of a schema. */
export function exampleOf(schema: Schema, path: string, docs: FieldDocs, components: Components): unknown {
  const [, example] = fieldDocAt(path, docs) ?? [];
  if (example !== undefined) return example;
  const name = nameIn(schema);
  if (name !== undefined) return exampleOf(resolve(schema, components), name, docs, components);
  const part = (inner: Schema) => exampleOf(inner, path, docs, components);
  if (schema.items) return [part(schema.items)];
  if (schema.additionalProperties) return { [exampleAddresses.jetton]: part(schema.additionalProperties) };
  if (schema.properties) {
    const entries = Object.entries(schema.properties);
    return Object.fromEntries(
      entries.map(([key, inner]) => [key, exampleOf(inner, pathOf(path, key, inner), docs, components)]),
    );
  }
  return schema.enum?.[0] ?? schema.default ?? schema.type;
}

const { jettonFriendly: address, poolFriendly: poolAddress } = exampleAddresses;

const BREAK = ' \\\n  ';

const ENDPOINT = 'https://push.example/send/1';

/** Example inputs of all operations. */
const inputs: { readonly [Name in DocumentedName]: RequestOf<DocumentedOperations[Name]> } = {
  getJettons: {
    limit: 2,
    sort: 'volume24h',
    order: 'desc',
    excludeScam: true,
    liquidity: { usd: { min: { value: '50000' } } },
  },
  getJettonTrustScoreList: { limit: 2, sort: 'trustScore', order: 'desc', trustScore: { min: '60' } },
  getJettonMetricsList: { address: [address], currency: 'eur' },
  getJettonStatisticsList: { limit: 1, sort: 'traders24h', order: 'desc' },
  getJettonStatisticsListByQuery: {
    limit: 1,
    sort: 'tonPriceChangeDay',
    order: 'desc',
    verification: ['JVS_VERIFIED'],
  },
  getPriceChangeList: { address: [address], currency: 'usd' },
  getTransactionsNumberChangeList: { address: [address] },
  getTransactionsNumberChangeListByQuery: { address: [address] },
  getTradingVolumeChangeList: { address: [address], currency: 'usd' },
  getJettonPrice: { address, currency: 'eur' },
  getJettonHolders: { address },
  getJettonMarkets: { address, limit: 2 },
  getJettonMarketLiquidity: { address, poolAddress },
  getJettonMarketStatistics: { address, poolAddress },
  getJettonMarketPriceHistory: {
    address,
    poolAddress,
    limit: 2,
    from: '2026-01-28T00:00:00Z',
    to: '2026-01-29T00:00:00Z',
  },
  getJettonsByQuery: { search: 'example', sort: 'volume24h', order: 'desc', limit: 2 },
  getJetton: { address },
  getJettonTrustScore: { address },
  getJettonMetrics: { address, currency: 'usd' },
  getJettonStatistics: { address },
  getJettonLiquidity: { address, currency: 'eur' },
  getJettonHoldersHistory: { address, limit: 2 },
  getJettonTopHolders: { address },
  getJettonPriceHistory: { address, limit: 2 },
  getJettonPriceChart: { address, resolution: 'day1', currency: 'eur', gapFill: true },
  getJettonMarketCandles: { address, poolAddress, interval: '1d', limit: 2 },
  getJettonMarketVolumeProfile: {
    address,
    poolAddress,
    unit: 'usd',
    low: 0.1,
    high: 0.2,
    rows: 10,
    from: '2026-01-28T00:00:00Z',
  },
  getJettonMarketReserves: { address, poolAddress, at: ['2026-01-28T12:00:00Z'] },
  getJettonTransactions: { address, type: 'TT_BUY', minUsd: 1000, limit: 2 },
  getJettonMarketTransactions: { address, poolAddress, limit: 2 },
  getExchanges: {},
  getExchangeVolume: { exchangeId: 'stonfi', limit: 2 },
  getTraderTransactions: { traderAddress: poolAddress, format: 'csv', limit: 1000 },
  getJettonTraders: { address, period: 'week', sort: 'volume', limit: 2 },
  getJettonTradingIntegrity: { address },
  getNewPools: { excludeScam: true, limit: 2 },
  search: { q: 'exmpel', limit: 5 },
  ping: {},
  getStream: { candles: [poolAddress], interval: '1m', new: ['jettons'] },
  getPushKey: {},
  subscribe: {
    endpoint: ENDPOINT,
    publicKey: 'B'.repeat(87),
    auth: 'A'.repeat(22),
    serverKey: 'B'.repeat(87),
    alerts: [
      {
        id: 'price-1',
        rule: {
          type: 'price',
          address: exampleAddresses.jetton,
          symbol: 'EXMPL',
          side: 'above',
          value: 0.05,
        },
        repeat: 'hour',
        since: 1_769_673_000_000,
      },
    ],
  },
  unsubscribe: { endpoint: ENDPOINT, auth: 'A'.repeat(22) },
};

/** Returns the example request of an operation. */
export function exampleRequest<Name extends DocumentedName>(name: Name): WireRequest {
  const operation: DocumentedOperations[Name] = documentedOperations[name];
  const input: RequestOf<DocumentedOperations[Name]> = inputs[name];
  return toRequest(operation, input);
}

/** Returns the curl command of a request, with `{base_url}` as placeholder for the service's base URL. */
export function curlOf({ method, url, body }: WireRequest): string {
  const [path = '', query] = url.split('?');
  const address = `'{base_url}${path}'`;
  if (method === 'POST') {
    const lines = formatJson(JSON.parse(body ?? '')).replaceAll('\n', '\n  ');
    return [`curl ${address}`, `-H 'Content-Type: application/json'`, `-d '${lines}'`].join(BREAK);
  }
  const parts = query?.split('&').map((part) => `-d '${decodeURIComponent(part)}'`) ?? [];
  return [`curl ${parts.length > 0 ? '-G ' : ''}${address}`, ...parts].join(BREAK);
}

const LINE_WIDTH = 52;

/** Formats JSON for reading; values that fit stay on one line. `start`: text before the value on its line. */
export function formatJson(value: unknown, start = ''): string {
  const short = formatInline(value);
  if (typeof value !== 'object' || value === null || start.length + short.length <= LINE_WIDTH)
    return start + short;
  const indent = /^ */.exec(start)?.[0] ?? '';
  const isList = Array.isArray(value);
  const lines = Object.entries(value).map(([key, member]) =>
    formatJson(member, `${indent}  ${isList ? '' : `${JSON.stringify(key)}: `}`),
  );
  const [open, close] = isList ? '[]' : '{}';
  return `${start}${open}\n${lines.join(',\n')}\n${indent}${close}`;
}

function formatInline(value: unknown): string {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  if (Array.isArray(value)) return `[${value.map(formatInline).join(', ')}]`;
  const members = Object.entries(value).map(
    ([key, member]) => `${JSON.stringify(key)}: ${formatInline(member)}`,
  );
  return members.length === 0 ? '{}' : `{ ${members.join(', ')} }`;
}
