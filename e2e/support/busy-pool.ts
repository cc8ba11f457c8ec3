import type { APIRequestContext } from '@playwright/test';
import { toUserFriendly } from '#contract/address.ts';
import type { PriceTick } from '#contract/market.ts';
import { operations } from '#contract/operations.ts';
import { allJettons, ask } from './answers.ts';
import { expect } from './test.ts';

export interface BusyPool {
  /** Of its page. */
  readonly path: string;
  readonly embedPath: string;
  readonly symbol: string;
  /** Newest first. */
  readonly ticks: readonly PriceTick[];
}

/** The reference market of the jetton with the most trade: more than a page of ticks. */
export async function busyPool(request: APIRequestContext): Promise<BusyPool> {
  const [jetton] = await allJettons(request);
  const address = jetton?.metadata.address ?? '';
  const { markets } = await ask(request, operations.getJettonMarkets, { address, limit: 1 });
  const poolAddress = markets[0]?.poolAddress ?? '';
  const ticks: PriceTick[] = [];
  let cursor: string | undefined;
  do {
    const input = { address, poolAddress, limit: 1000, cursor };
    const page = await ask(request, operations.getJettonMarketPriceHistory, input);
    ticks.push(...page.items);
    cursor = page.next || undefined;
  } while (cursor);
  expect(ticks.length).toBeGreaterThan(1000);
  const [own, pool] = [toUserFriendly(address), toUserFriendly(poolAddress)];
  return {
    path: `/jetton/${own}/pool/${pool}`,
    embedPath: `/embed/${own}/${pool}`,
    symbol: jetton?.metadata.symbol ?? '',
    ticks,
  };
}
