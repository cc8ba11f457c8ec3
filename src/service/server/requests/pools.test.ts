import { expect, test } from 'vitest';
import { TON_ADDRESS, toUserFriendly } from '#contract/address.ts';
import { decimalFromAmount } from '#contract/amount.ts';
import { poolLookupPath } from '#contract/market.ts';
import { operations } from '#contract/operations.ts';
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

  test('rejects an invalid address', async () => {
    const app = await buildHttpApp({ service: serviceOf({}, await openEmptyStore()) });
    expect((await app.inject('/pools/here')).statusCode).toBe(400);
    await app.close();
  });
});
