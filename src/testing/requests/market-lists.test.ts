import { beforeAll, expect, test } from 'vitest';
import { errorBodyOf } from '#contract/errors.ts';
import { operations, type RequestOf } from '#contract/operations.ts';
import { generateMarket } from '#testing/market/market-generator.ts';
import { sortedMarkets } from '#testing/oracle/market-responses.ts';
import { type Market, swapsOf, type World } from '#testing/oracle/world.ts';
import { importGenerated } from '#testing/service/imported-service.ts';
import type { Client } from '#testing/service/inject.ts';
import { describeOnOneStore } from '#testing/stores/describe-on-each-store.ts';

const { getJettonMarkets, getJettonMarketPriceHistory } = operations;

describeOnOneStore('markets of a jetton', (openEmptyStore) => {
  let client: Client;
  let world: World;
  /** The markets of the jetton with the most markets. */
  let expected: Market[];
  let address: string;
  beforeAll(async () => {
    ({ client, world } = await importGenerated(await openEmptyStore(), generateMarket(3)));
    const [most] = [...world.markets.values()].toSorted((a, b) => b.length - a.length);
    address = most?.[0]?.jetton ?? '';
    expected = sortedMarkets(world, address);
    if (expected.length < 4) throw new Error('Too few markets');
  });

  async function pools(input: Partial<RequestOf<typeof getJettonMarkets>>): Promise<string[]> {
    const { markets } = await client.call(getJettonMarkets, { address, limit: 100, ...input });
    return markets.map(({ poolAddress }) => poolAddress);
  }

  function matching(predicate: (market: Market) => boolean): string[] {
    return expected.filter(predicate).map(({ pool }) => pool.address);
  }

  test.each([1, 2, 3])('in pages of %i', async (limit) => {
    const addresses: string[] = [];
    let cursor: string | undefined = '';
    while (cursor !== undefined && addresses.length < 100) {
      const { markets, next }: Awaited<ReturnType<typeof page>> = await page(limit, cursor);
      addresses.push(...markets.map(({ poolAddress }) => poolAddress));
      cursor = next || undefined;
    }
    expect(addresses).toEqual(matching(() => true));
  });

  function page(limit: number, cursor: string) {
    return client.call(getJettonMarkets, { address, limit, cursor });
  }

  test('by exchange, counterpart and pool', async () => {
    for (const { pool, counterpart } of expected) {
      expect(await pools({ exchangeId: pool.exchange })).toEqual(
        matching((market) => market.pool.exchange === pool.exchange),
      );
      expect(await pools({ counterpart })).toEqual(matching((market) => market.counterpart === counterpart));
      expect(await pools({ poolAddress: pool.address })).toEqual([pool.address]);
      expect(await pools({ exchangeId: pool.exchange, counterpart })).toEqual(
        matching((market) => market.pool.exchange === pool.exchange && market.counterpart === counterpart),
      );
    }
    expect(await pools({ counterpart: address })).toEqual([]);
  });

  test('rejects a cursor of a different query', async () => {
    const { next } = await client.call(getJettonMarkets, { address, limit: 1 });
    if (!next) throw new Error('there is a second page');
    const counterpart = expected[0]?.counterpart ?? '';
    const others = [{ counterpart }, { exchangeId: 'stonfi' }, { cursor: next.slice(1) }];
    for (const input of others.map((other) => ({ cursor: next, ...other }))) {
      const response = await client.request(getJettonMarkets, { address, ...input });
      expect({ input, ...response }).toEqual({ input, status: 400, body: errorBodyOf(400) });
    }
  });

  test('rejects an invalid cursor of ticks', async () => {
    const input = { address, poolAddress: busiest(expected).pool.address, limit: 1 };
    const { next } = await client.call(getJettonMarketPriceHistory, input);
    if (!next) throw new Error('there is a second page');
    for (const cursor of [next.slice(1), 'next', `${next}0`]) {
      const response = await client.request(getJettonMarketPriceHistory, { ...input, cursor });
      expect({ cursor, ...response }).toEqual({ cursor, status: 400, body: errorBodyOf(400) });
    }
    await client.call(getJettonMarketPriceHistory, { ...input, cursor: next, limit: 2 });
  });

  function busiest(markets: readonly Market[]): Market {
    const [most] = markets.toSorted(
      (a, b) => swapsOf(world, b.pool.address).length - swapsOf(world, a.pool.address).length,
    );
    if (!most) throw new Error('The jetton has no markets');
    return most;
  }
});
