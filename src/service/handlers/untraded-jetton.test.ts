import { beforeAll, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { TON_ADDRESS } from '#contract/address.ts';
import { countPeriods } from '#contract/enums.ts';
import { type OperationName, operations } from '#contract/operations.ts';
import { encodeJson } from '#service/http/operations/encode-json.ts';
import { NotFoundError, type Service } from '#service/service.ts';
import { generateJettons, putJettons, rawAddress } from '#testing/datasets/generated-jettons.ts';
import { serviceOf } from '#testing/service/http-app.ts';
import { describeOnEachStore } from '#testing/stores/describe-on-each-store.ts';
import { handlers } from './handlers.ts';
import { renderPreviews } from './preview.ts';

const [one] = generateJettons(1);
const address = one?.address ?? '';
const calculatedAt = '2026-01-29T07:50:00.000Z';
const caller = { baseUrl: 'https://jetscope.example' };

const noCount = { changePercent: 0, previous: '0', current: '0', calculatedAt };
const nothing = { value: '0', decimals: 6 };
const noVolume = { changePercent: 0, previous: nothing, current: nothing, calculatedAt };
const counts = Object.fromEntries(countPeriods.map((period) => [period, noCount]));
const volumes = Object.fromEntries(countPeriods.map((period) => [period, noVolume]));

describeOnEachStore('a jetton without a market', (openFresh) => {
  let service: Service;
  beforeAll(async () => {
    const store = await openFresh();
    await putJettons(store, one ? [one] : []);
    service = serviceOf({ AS_OF: calculatedAt }, store);
  });

  /** What a caller gets, once it is JSON. */
  async function ask<Name extends OperationName>(name: Name, request: object): Promise<unknown> {
    const { input, response } = operations[name];
    const handle: (service: Service, input: never, from: typeof caller) => Promise<object> = handlers[name];
    const answer = await handle(service, z.parse(input, request) as never, caller);
    const json: unknown = JSON.parse(encodeJson(answer).toString());
    expect(z.safeParse(response, json).error).toBeUndefined();
    return json;
  }

  test.each(['getJettonStatisticsList', 'getJettonStatisticsListByQuery'] as const)(
    '%s: nothing was counted, no price is optional',
    async (name) => {
      expect(await ask(name, {})).toMatchObject({
        items: [
          {
            address,
            priceChange: { ton: {}, usd: {} },
            traders: counts,
            tradersBuy: counts,
            tradersSell: counts,
            transactions: counts,
            transactionsBuy: counts,
            transactionsSell: counts,
            volume: { usd: volumes, buyUsd: volumes, sellUsd: volumes },
          },
        ],
      });
    },
  );

  test.each([
    ['getPriceChangeList', { currency: 'usd' }, {}],
    ['getPriceChangeList', { currency: 'eur' }, {}],
    ['getTransactionsNumberChangeList', {}, { total: counts, buy: counts, sell: counts }],
    ['getTradingVolumeChangeList', { currency: 'usd' }, { total: volumes, buy: volumes, sell: volumes }],
  ] as const)('%s %o', async (name, request, changes) => {
    const addresses = [address, rawAddress('nowhere'), address];
    expect(await ask(name, { ...request, address: addresses })).toMatchObject({
      items: [{ address, changes }],
    });
  });

  test('a volume is not told in a currency without a rate', async () => {
    expect(await ask('getTradingVolumeChangeList', { address: [address], currency: 'eur' })).toEqual({
      items: [],
      addressBook: {},
    });
  });

  test('there is no price, no market, and a preview without a line', async () => {
    expect(await ask('getJettonPrice', { address })).toEqual({});
    expect(await ask('getJettonMarkets', { address })).toEqual({ markets: [], addressBook: {}, jettons: {} });
    expect(await ask('getJettons', {})).toMatchObject({ jettons: [{ chartPreviews: [] }] });
    const empty = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 120 32"></svg>';
    expect(await renderPreviews(service, address)).toEqual({ dark: empty, light: empty });
    await expect(renderPreviews(service, rawAddress('nowhere'))).rejects.toThrow(NotFoundError);
  });

  test('TON is worth 1 TON, even where nobody knows its price in USD', async () => {
    const ton = { price: { value: '1000000000', decimals: 9 }, changedAt: calculatedAt };
    expect(await ask('getJettonPrice', { address: TON_ADDRESS })).toEqual({ ton, currency: ton });
    expect(await ask('getJettonPrice', { address: TON_ADDRESS, currency: 'eur' })).toEqual({ ton });
  });

  test('pictures that the service draws are served from where the caller found it', async () => {
    const { db } = service.store;
    await db.execute(`update jetton set image = '/pictures/${address}.svg', offchain_image = 'ipfs://a'`);
    expect(await ask('getJettons', {})).toMatchObject({
      jettons: [
        {
          metadata: { image: `https://jetscope.example/pictures/${address}.svg`, offchainImage: 'ipfs://a' },
        },
      ],
    });
    expect(await ask('getJettonMetricsList', {})).toMatchObject({
      jettons: { [address]: { image: `https://jetscope.example/pictures/${address}.svg` } },
    });
  });
});
