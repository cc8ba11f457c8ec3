import type { APIRequestContext } from '@playwright/test';
import { toUserFriendly } from '#contract/address.ts';
import type { PriceTick } from '#contract/market.ts';
import { operations } from '#contract/operations.ts';
import { callOperation, fetchAllJettons } from './call-service.ts';
import { expect } from './test.ts';

export interface BusyPool {
  /** Path of the pool page. */
  readonly path: string;
  readonly embedPath: string;
  readonly address: string;
  readonly poolAddress: string;
  readonly symbol: string;
  /** Newest first. */
  readonly ticks: readonly PriceTick[];
}

let found: Promise<BusyPool> | undefined;

/**
 * Returns the deepest market of the jetton with the highest volume. It has more than one page of ticks. Its data does
 * not change, because the clock of the shared service is fixed.
 */
export function busyPool(request: APIRequestContext): Promise<BusyPool> {
  found ??= findBusyPool(request);
  return found;
}

async function findBusyPool(request: APIRequestContext): Promise<BusyPool> {
  const [jetton] = await fetchAllJettons(request);
  const address = jetton?.metadata.address ?? '';
  const { markets } = await callOperation(request, operations.getJettonMarkets, { address, limit: 1 });
  const poolAddress = markets[0]?.poolAddress ?? '';
  const ticks: PriceTick[] = [];
  let cursor: string | undefined;
  do {
    const input = { address, poolAddress, limit: 1000, cursor };
    const page = await callOperation(request, operations.getJettonMarketPriceHistory, input);
    ticks.push(...page.items);
    cursor = page.next || undefined;
  } while (cursor);
  expect(ticks.length).toBeGreaterThan(1000);
  const [jettonPart, poolPart] = [toUserFriendly(address), toUserFriendly(poolAddress)];
  return {
    path: `/jetton/${jettonPart}/pool/${poolPart}`,
    embedPath: `/embed/${jettonPart}/${poolPart}`,
    address,
    poolAddress,
    symbol: jetton?.metadata.symbol ?? '',
    ticks,
  };
}
