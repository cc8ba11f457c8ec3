import { beforeAll, expect, test } from 'vitest';
import { TON_ADDRESS } from '#contract/address.ts';
import { type Amount, decimalFromAmount } from '#contract/amount.ts';
import { operations } from '#contract/operations.ts';
import type { Store } from '#service/store/database.ts';
import { generateMarket } from '#testing/market/market-generator.ts';
import { importGenerated } from '#testing/service/imported-service.ts';
import type { Client } from '#testing/service/inject.ts';
import { describeOnOneStore } from '#testing/stores/describe-on-each-store.ts';
import { queryPageSummary } from './page-summary.ts';

const {
  getJettonPrice,
  getJettonHolders,
  getPriceChangeList,
  getJettonStatisticsList,
  getJettonMarkets,
  getJettonMarketStatistics,
} = operations;
const decimal = (amount: Amount | undefined) => (amount ? decimalFromAmount(amount) : null);

describeOnOneStore('page summaries', (openEmptyStore) => {
  let store: Store;
  let client: Client;
  let addresses: string[];
  beforeAll(async () => {
    store = await openEmptyStore();
    const generated = await importGenerated(store, generateMarket(2));
    client = generated.client;
    addresses = [...generated.world.dataset.jettons.keys()];
  });

  test('of jettons match the API', async () => {
    const [changes, traded] = [new Set<unknown>(), new Set<boolean>()];
    for (const address of addresses) {
      const { ton, usd } = await client.call(getJettonPrice, { address, currency: 'usd' });
      const { value: holders } = await client.call(getJettonHolders, { address });
      const { items } = await client.call(getPriceChangeList, { address: [address], currency: 'usd' });
      const changeDay = items[0]?.changes.day?.changePercent ?? null;
      changes.add(changeDay);
      const { items: statistics } = await client.call(getJettonStatisticsList, { address: [address] });
      const isTradedInDay = Number(statistics[0]?.transactions.day?.current ?? 0) > 0;
      traded.add(isTradedInDay);
      expect(await queryPageSummary(store.db, 'GRAM', address)).toMatchObject({
        priceTon: decimal(ton?.price),
        priceUsd: decimal(usd?.price),
        priceCounterpart: null,
        holdersCount: holders ?? null,
        changeDay,
        isTradedInDay,
      });
    }
    expect(changes.size).toBeGreaterThan(3);
    expect(traded.size).toBe(2);
  });

  test('of pools match the API', async () => {
    const [changes, traded] = [new Set<unknown>(), new Set<boolean>()];
    for (const address of addresses) {
      const { markets, jettons } = await client.call(getJettonMarkets, { address });
      for (const { poolAddress, exchangeId, counterpart, price, liquidity } of markets) {
        const statistics = await client.call(getJettonMarketStatistics, { address, poolAddress });
        const changeDay = statistics.priceChange.counterpart.day?.changePercent ?? null;
        changes.add(changeDay);
        const isTradedInDay = Number(statistics.transactions.day?.current ?? 0) > 0;
        traded.add(isTradedInDay);
        expect(await queryPageSummary(store.db, 'GRAM', address, poolAddress)).toMatchObject({
          poolAddress,
          exchange: exchangeId,
          counterpart: jettons[counterpart]?.symbol,
          isCounterpartNative: counterpart === TON_ADDRESS,
          priceCounterpart: decimal(price.counterpart),
          priceTon: decimal(price.ton),
          priceUsd: decimal(price.usd),
          liquidityUsd: decimal(liquidity.usd),
          changeDay,
          isTradedInDay,
        });
      }
    }
    expect(changes.size).toBeGreaterThan(3);
    expect(traded.size).toBe(2);
  });

  test('are undefined for unknown jettons', async () => {
    expect(await queryPageSummary(store.db, 'GRAM', `0:${'f'.repeat(64)}`)).toBeUndefined();
  });
});
