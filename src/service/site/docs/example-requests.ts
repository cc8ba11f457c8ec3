import { type OperationName, type Operations, operations, type RequestOf } from '#contract/operations.ts';
import { toRequest, type WireRequest } from '#contract/request-encoding.ts';
import { formatJson } from './docs-json.ts';
import { exampleAddresses } from './field-docs.ts';

const { jettonFriendly: address, poolFriendly: poolAddress } = exampleAddresses;

const BREAK = ' \\\n  ';

/** Example inputs of all operations. */
const inputs: { readonly [Name in OperationName]: RequestOf<Operations[Name]> } = {
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
};

/** Returns the example request of an operation. */
export function exampleRequest<Name extends OperationName>(name: Name): WireRequest {
  const operation: Operations[Name] = operations[name];
  const input: RequestOf<Operations[Name]> = inputs[name];
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
