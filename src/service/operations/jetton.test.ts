import { sql } from 'drizzle-orm';
import { beforeAll, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { TON_ADDRESS } from '#contract/address.ts';
import { countPeriods } from '#contract/enums.ts';
import { NotFoundError } from '#contract/errors.ts';
import type { InputOf } from '#contract/operations.ts';
import { type OperationName, type ServedOperations, servedOperations } from '#contract/served-operations.ts';
import type { ServiceContext } from '#service/config/context.ts';
import { encodeJson } from '#service/server/requests/serve-operation.ts';
import { generateJettons, insertJettons, rawAddress } from '#testing/datasets/generated-jettons.ts';
import { serviceOf } from '#testing/service/http-app.ts';
import { describeOnOneStore } from '#testing/stores/describe-on-each-store.ts';
import { handlers } from './handlers.ts';
import { getJettonHoldersHistory } from './jetton.ts';
import { renderPreviews } from './preview.ts';

describeOnOneStore('the history of the number of holders', (openEmptyStore) => {
  const address = generateJettons(1)[0]?.address ?? '';

  let service: ServiceContext;
  beforeAll(async () => {
    const store = await openEmptyStore();
    await insertJettons(store, generateJettons(2));
    await store.db.execute(sql`delete from jetton_holders`);
    for (const [day, count] of [10, 12, 11, 13, 20].entries())
      await store.db.execute(
        sql`update jetton set holders_count = ${count}, holders_changed_at = ${timeOf(day)}::timestamptz
          where address = ${address}`,
      );
    // After the fifth time.
    service = serviceOf({ AS_OF: '2026-01-04T12:00:00.000Z' }, store);
  });

  function timeOf(day: number): string {
    return `2026-01-0${day + 1}T00:00:00.000Z`;
  }

  const ticks = [
    { value: '13', time: timeOf(3) },
    { value: '11', time: timeOf(2) },
    { value: '12', time: timeOf(1) },
    { value: '10', time: timeOf(0) },
  ];
  const query = (input: Partial<InputOf<ServedOperations['getJettonHoldersHistory']>> = {}) =>
    getJettonHoldersHistory(service, { address, limit: 20, ...input });

  test('is newest first, until the time of the answers', async () => {
    expect(await query()).toEqual({ items: ticks, next: undefined });
  });

  test('has pages', async () => {
    const first = await query({ limit: 3 });
    expect(first.items).toEqual(ticks.slice(0, 3));
    const second = await query({ limit: 3, cursor: first.next ?? '' });
    expect(second).toEqual({ items: ticks.slice(3), next: undefined });
  });

  test('includes the start of a range, and excludes its end', async () => {
    const { items } = await query({ from: new Date(timeOf(1)), to: new Date(timeOf(3)) });
    expect(items).toEqual(ticks.slice(1, 3));
  });

  test('is empty for a jetton without counts, and unknown for others', async () => {
    const [, other] = generateJettons(2);
    expect(await query({ address: other?.address ?? '' })).toEqual({ items: [], next: undefined });
    await expect(query({ address: rawAddress('nowhere') })).rejects.toThrow(NotFoundError);
  });
});

describeOnOneStore('a jetton without a market', (openEmptyStore) => {
  const [jetton] = generateJettons(1);
  const address = jetton?.address ?? '';
  const calculatedAt = '2026-01-29T07:50:00.000Z';
  const caller = { baseUrl: 'https://jetscope.example' };

  const zeroCount = { changePercent: 0, previous: '0', current: '0', calculatedAt };
  const zeroAmount = { value: '0', decimals: 6 };
  const zeroVolume = { changePercent: 0, previous: zeroAmount, current: zeroAmount, calculatedAt };
  const counts = Object.fromEntries(countPeriods.map((period) => [period, zeroCount]));
  const volumes = Object.fromEntries(countPeriods.map((period) => [period, zeroVolume]));

  let service: ServiceContext;
  beforeAll(async () => {
    const store = await openEmptyStore();
    const untraded = { price: null, first_price: null, first_tick_at: null, last_trade_at: null };
    await insertJettons(store, jetton ? [{ ...jetton, columns: { ...jetton.columns, ...untraded } }] : []);
    service = serviceOf({ AS_OF: calculatedAt }, store);
  });

  /** Returns the response as parsed JSON, after validating it. */
  async function call<Name extends OperationName>(name: Name, request: object): Promise<unknown> {
    const { input, response } = servedOperations[name];
    const handle: (service: ServiceContext, input: never, from: typeof caller) => Promise<object> =
      handlers[name];
    const result = await handle(service, z.parse(input, request) as never, caller);
    const json: unknown = JSON.parse(encodeJson(result).toString());
    expect(z.safeParse(response, json).error).toBeUndefined();
    return json;
  }

  test.each(['getJettonStatisticsList', 'getJettonStatisticsListByQuery'] as const)(
    '%s returns zero counts and no prices',
    async (name) => {
      expect(await call(name, {})).toMatchObject({
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
    expect(await call(name, { ...request, address: addresses })).toMatchObject({
      items: [{ address, changes }],
    });
  });

  test('has no trust score before the first calculation', async () => {
    await service.store.db.execute(`update jetton set trust_score = null, given_trust_score = null`);
    expect(await call('getJettonTrustScore', { address })).toEqual({ address, updatedAt: calculatedAt });
    expect(await call('getJettonTrustScoreList', {})).toMatchObject({ items: [] });
  });

  test('volumes are omitted in a currency without an exchange rate', async () => {
    expect(await call('getTradingVolumeChangeList', { address: [address], currency: 'eur' })).toEqual({
      items: [],
      addressBook: {},
    });
  });

  test('has no price, no markets and an empty preview', async () => {
    expect(await call('getJettonPrice', { address })).toEqual({});
    expect(await call('getJettonMarkets', { address })).toEqual({
      markets: [],
      addressBook: {},
      jettons: {},
    });
    expect(await call('getJettons', {})).toMatchObject({ jettons: [{ chartPreviews: [] }] });
    const empty = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 120 32"></svg>';
    const { variants } = await renderPreviews(service, address);
    expect(variants).toEqual({
      'price-week-dark': empty,
      'price-week-light': empty,
      'priceTon-week-dark': empty,
      'priceTon-week-light': empty,
    });
    await expect(renderPreviews(service, rawAddress('nowhere'))).rejects.toThrow(NotFoundError);
  });

  test('TON has a price of 1 TON even if its price in USD is unknown', async () => {
    const ton = { price: { value: '1000000000', decimals: 9 }, changedAt: calculatedAt };
    expect(await call('getJettonPrice', { address: TON_ADDRESS })).toEqual({ ton, currency: ton });
    expect(await call('getJettonPrice', { address: TON_ADDRESS, currency: 'eur' })).toEqual({ ton });
  });

  test('URLs of rendered images use the base URL of the request', async () => {
    const { db } = service.store;
    await db.execute(`update jetton set image = '/pictures/${address}.svg', offchain_image = 'ipfs://a'`);
    expect(await call('getJettons', {})).toMatchObject({
      jettons: [
        {
          metadata: { image: `https://jetscope.example/pictures/${address}.svg`, offchainImage: 'ipfs://a' },
        },
      ],
    });
    expect(await call('getJettonMetricsList', {})).toMatchObject({
      jettons: { [address]: { image: `https://jetscope.example/pictures/${address}.svg` } },
    });
  });
});
