import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { beforeAll, describe, expect, test } from 'vitest';
import { TON_ADDRESS } from '#contract/address.ts';
import { operations } from '#contract/operations.ts';
import { collectAddresses, collectTicks } from './service/collect-pages.ts';
import { importAndServe } from './service/imported-service.ts';
import type { Client } from './service/inject.ts';
import { describeOnEachStore } from './stores/describe-on-each-store.ts';

/** Not part of the repository. The expected values below were computed from these files independently of this code. */
const folder = fileURLToPath(new URL('../../../shared/data/ton-2026-01', import.meta.url));
const clock = new Date('2026-01-29T07:50:00Z');
const calculatedAt = '2026-01-29T07:50:00.000Z';
const lastSwapAt = '2026-01-29T07:48:47.000Z';

const usdt = '0:b113a994b5024a16719f69139328eb759596c38a25f59028b146fecdc3621dfe';
const stonfi = '0:8649cad97b5c5bc96a960ef748ea6ccff8601c01616fe995ee6893ae4aa7a6c6';
const dedust = '0:3e5ffca8ddfcf36c36c9ff46f31562aab51b9914845ad6c26cbde649d58a5588';

const price = (value: string) => ({ value, decimals: 9 });
const fiat = (value: string) => ({ value, decimals: 6 });
const percent = (number: number) => expect.closeTo(number, 4);
const counts = (previous: number, current: number) => ({
  previous: String(previous),
  current: String(current),
  changePercent: percent(((current - previous) / previous) * 100),
  calculatedAt,
});

const isAvailable = existsSync(folder);

describe.skipIf(!isAvailable)(
  `real data${isAvailable ? '' : ' [SKIPPED: ../shared/data/ton-2026-01 does not exist]'}`,
  () => {
    describeOnEachStore('imported at 2026-01-29T07:50:00Z', (openEmptyStore) => {
      let client: Client;
      beforeAll(async () => {
        client = await importAndServe(await openEmptyStore(), { folder, clock });
      });

      test('price of TON', async () => {
        const response = await client.call(operations.getJettonPrice, {
          address: TON_ADDRESS,
          currency: 'eur',
        });
        expect(response.ton?.price).toEqual(price('1000000000'));
        expect(response.usd?.price).toEqual(price('1506300436'));
        expect(response.currency?.price).toEqual(price('1299169304'));
      });

      test('price of USD₮', async () => {
        const response = await client.call(operations.getJettonPrice, { address: usdt, currency: 'eur' });
        expect(response).toEqual({
          ton: { price: price('663878185'), changedAt: lastSwapAt },
          usd: { price: price('1000000000'), changedAt: lastSwapAt },
          currency: { price: price('862490160'), changedAt: lastSwapAt },
        });
      });

      test('headline metrics of USD₮', async () => {
        const { items } = await client.call(operations.getJettonMetricsList, {
          address: [usdt],
          currency: 'jpy',
        });
        expect(items).toMatchObject([
          {
            holdersCount: '2649800',
            liquidityUsd: fiat('781852551520'),
            liquidityCurrency: fiat('123681674987626'),
            priceCurrency: price('158190537010'),
          },
        ]);
        expect(items[0]).not.toHaveProperty('fdmc');
        const inTon = await client.call(operations.getJettonMetricsList, { address: [usdt] });
        expect(inTon.items[0]?.liquidityCurrency).toEqual(price('519054853127241'));
      });

      test('price changes of USD₮ are limited to the history of its reference market', async () => {
        const { items } = await client.call(operations.getPriceChangeList, { address: [usdt] });
        const change = (previous: string, changePercent: number) => ({
          previous: price(previous),
          current: price('663878185'),
          changePercent: percent(changePercent),
          calculatedAt,
        });
        expect(items).toEqual([
          {
            address: usdt,
            changes: {
              min15: change('663250358', 0.0946592),
              hour: change('664217206', -0.0510406),
              hour6: change('655507457', 1.2769844),
              hour12: change('654704088', 1.4012586),
              day: change('656416643', 1.1367082),
            },
          },
        ]);
      });

      test('transactions and traders of USD₮', async () => {
        const { items } = await client.call(operations.getJettonStatisticsList, { address: [usdt] });
        expect(items).toMatchObject([
          {
            transactions: {
              hour: counts(140, 136),
              hour6: counts(321, 677),
              day: counts(14, 1029),
              week: counts(58, 1275),
            },
            transactionsBuy: { day: counts(4, 544), week: counts(22, 666) },
            transactionsSell: { day: counts(10, 485), week: counts(36, 609) },
            traders: {
              hour: counts(117, 113),
              hour6: counts(270, 496),
              day: counts(14, 774),
              week: counts(54, 951),
            },
            tradersBuy: { day: counts(4, 433) },
            tradersSell: { day: counts(10, 388) },
          },
        ]);
        expect(items[0]?.transactions.month).toEqual({
          previous: '0',
          current: '1333',
          changePercent: 100,
          calculatedAt,
        });
        expect(items[0]?.traders.month.current).toBe('1002');
      });

      test('volumes of USD₮', async () => {
        const input = { address: [usdt] };
        const usd = await client.call(operations.getTradingVolumeChangeList, { ...input, currency: 'usd' });
        expect(usd.items).toMatchObject([
          {
            changes: {
              total: {
                hour: {
                  previous: fiat('19615522270'),
                  current: fiat('13588268032'),
                  changePercent: percent(-30.7269628),
                },
                day: {
                  previous: fiat('935150159'),
                  current: fiat('118188424914'),
                  changePercent: percent(12538.4435458),
                },
                week: { previous: fiat('9407822927'), current: fiat('175084362437') },
                month: { previous: fiat('0'), current: fiat('184492185364'), changePercent: 100 },
              },
              buy: { day: { previous: fiat('224996617'), current: fiat('73036487589') } },
              sell: { day: { previous: fiat('710153542'), current: fiat('45151937325') } },
            },
          },
        ]);
        const eur = await client.call(operations.getTradingVolumeChangeList, { ...input, currency: 'eur' });
        expect(eur.items).toMatchObject([
          { changes: { total: { day: { previous: fiat('806557810'), current: fiat('101936353514') } } } },
        ]);
      });

      test('two markets of USD₮, known reserves first', async () => {
        const { markets } = await client.call(operations.getJettonMarkets, { address: usdt });
        expect(markets).toEqual([
          {
            counterpart: TON_ADDRESS,
            exchangeId: 'dedust',
            poolAddress: dedust,
            type: 'constant_product',
            liquidity: {
              asset: fiat('391092457002'),
              counterpart: price('259417102462320'),
              ton: price('519054853127241'),
              usd: fiat('781852551520'),
              changedAt: lastSwapAt,
            },
            price: {
              counterpart: price('663878185'),
              ton: price('663878185'),
              usd: price('1000000000'),
              changedAt: lastSwapAt,
            },
            lastTransactionAt: lastSwapAt,
          },
          {
            counterpart: TON_ADDRESS,
            exchangeId: 'stonfi',
            poolAddress: stonfi,
            type: 'constant_product',
            liquidity: {},
            price: {
              counterpart: price('658497886'),
              ton: price('658497886'),
              usd: price('991895653'),
              changedAt: '2026-01-29T07:26:46.000Z',
            },
            lastTransactionAt: '2026-01-29T07:26:46.000Z',
          },
        ]);
      });

      test('statistics of one market', async () => {
        const response = await client.call(operations.getJettonMarketStatistics, {
          address: usdt,
          poolAddress: stonfi,
        });
        expect(response).toMatchObject({
          priceChange: {
            counterpart: {
              min15: { previous: price('658497886'), changePercent: 0 },
              week: { previous: price('645738489'), changePercent: percent(1.9759387) },
            },
          },
          transactions: { day: { previous: '0', current: '421', changePercent: 100 }, week: counts(58, 653) },
          traders: { day: { current: '325' }, week: counts(54, 494), month: { current: '546' } },
          volume: { usd: { day: { current: fiat('90451452781') } } },
        });
      });

      test('1,331 ticks of 1,333 swaps, two of which are dust', async () => {
        const input = { address: usdt, limit: 100 };
        const deep = await collectTicks(client, { ...input, poolAddress: dedust });
        const other = await collectTicks(client, { ...input, poolAddress: stonfi });
        expect([deep.length, other.length]).toEqual([621, 710]);
        const tick = (time: string, timeLt: string, counterpart: string) => ({
          value: { counterpart: price(counterpart), ton: price(counterpart), usd: price('1000000000') },
          time,
          timeLt,
        });
        expect([deep[0], deep[1], deep.at(-1)]).toEqual([
          tick(lastSwapAt, '66329816000006', '663878185'),
          tick(lastSwapAt, '66329816000004', '663781430'),
          tick('2026-01-28T07:36:36.000Z', '66292974000008', '657634369'),
        ]);
        expect([other[0], other.at(-1)]).toEqual([
          tick('2026-01-29T07:26:46.000Z', '66329260000006', '658497886'),
          tick('2026-01-21T04:27:27.000Z', '66032614000004', '648557585'),
        ]);
      });

      test('ticks of a half-hour interval', async () => {
        const { items } = await client.call(operations.getJettonMarketPriceHistory, {
          address: usdt,
          poolAddress: dedust,
          limit: 1000,
          from: '2026-01-29T07:00:00Z',
          to: '2026-01-29T08:30:00+01:00',
        });
        expect(items).toHaveLength(49);
        expect([items[0]?.timeLt, items.at(-1)?.timeLt]).toEqual(['66329338000004', '66328583000004']);
      });

      test('2,572 jettons, USD₮ the most traded', async () => {
        const addresses = await collectAddresses(client, operations.getJettons, {
          sort: 'volume24h',
          order: 'desc',
          limit: 100,
        });
        expect(addresses[0]).toBe(usdt);
        expect(new Set(addresses).size).toBe(2572);
        expect(addresses).toHaveLength(2572);
      });
    });
  },
);
