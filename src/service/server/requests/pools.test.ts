import { expect, test } from 'vitest';
import { TON_ADDRESS, toUserFriendly } from '#contract/address.ts';
import { decimalFromAmount } from '#contract/amount.ts';
import { poolLookupPath } from '#contract/market.ts';
import { operations } from '#contract/operations.ts';
import type { Store } from '#service/store/database.ts';
import { rawAddress } from '#testing/datasets/generated-jettons.ts';
import { generateMarket } from '#testing/market/market-generator.ts';
import { buildHttpApp, serviceOf } from '#testing/service/http-app.ts';
import { importGenerated } from '#testing/service/imported-service.ts';
import { describeOnOneStore } from '#testing/stores/describe-on-each-store.ts';

describeOnOneStore('pool lookup', (openEmptyStore) => {
  test('returns the jettons of every pool, least liquid first', async () => {
    const store = await openEmptyStore();
    const { client, world } = await importGenerated(store, generateMarket(2));
    const app = await buildHttpApp({ service: serviceOf({}, store) });
    const lookUp = async (poolAddress: string): Promise<unknown> =>
      JSON.parse((await app.inject(poolLookupPath(poolAddress))).body);
    const jettonsByPool = new Map<string, string[]>();
    for (const address of world.dataset.jettons.keys()) {
      const { markets } = await client.call(operations.getJettonMarkets, { address, limit: 100 });
      for (const { poolAddress } of markets)
        jettonsByPool.set(poolAddress, [...(jettonsByPool.get(poolAddress) ?? []), address]);
    }
    const { jettons } = await client.call(operations.getJettons, { limit: 100 });
    const liquidity = new Map(
      jettons.map(({ metadata, liquidityUsd }) => [
        metadata.address,
        liquidityUsd ? Number(decimalFromAmount(liquidityUsd)) : -1,
      ]),
    );
    const liquidityOf = (address: string) => liquidity.get(address) ?? -1;
    expect([...jettonsByPool.values()].some(({ length }) => length === 2)).toBe(true);
    for (const [pool, traded] of jettonsByPool) {
      const sorted = traded.toSorted((a, b) => liquidityOf(a) - liquidityOf(b) || (a < b ? -1 : 1));
      expect(sorted).not.toContain(TON_ADDRESS);
      expect(await lookUp(toUserFriendly(pool))).toEqual({ jettons: sorted });
    }
    expect(await lookUp(rawAddress('no pool'))).toEqual({ jettons: [] });
    await app.close();
  });

  test('awaits the position that a request requires', async () => {
    const service = serviceOf({}, await openEmptyStore());
    let transaction = 7n;
    let reads = 0;
    const read: Store['read'] = (work) => {
      reads += 1;
      return service.store.read((db) => work(db, { transaction, isReplica: true }));
    };
    const store: Store = Object.create(service.store, { read: { value: read } });
    const app = await buildHttpApp({ service: { ...service, store } });
    const required = '0000000000000009';
    const headers = { 'jetscope-position': required };
    const waiting = app.inject({ url: poolLookupPath(rawAddress('no pool')), headers });
    await expect.poll(() => reads).toBeGreaterThan(1);
    transaction = 9n;
    expect((await waiting).headers['jetscope-position']).toBe(required);
    await app.close();
  });

  test('rejects an invalid address', async () => {
    const app = await buildHttpApp({ service: serviceOf({}, await openEmptyStore()) });
    expect((await app.inject('/pools/here')).statusCode).toBe(400);
    await app.close();
  });
});
