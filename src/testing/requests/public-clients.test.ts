import { beforeAll, expect, test } from 'vitest';
import { toUserFriendly } from '#contract/address.ts';
import { completeJetton, completeMarket } from '#testing/datasets/complete-market.ts';
import { importGenerated } from '#testing/service/imported-service.ts';
import type { Client, RawResponse } from '#testing/service/inject.ts';
import { openTestStore } from '#testing/stores/test-store.ts';

// Requests as public clients of the API send them (seen on GitHub in November 2026), with the fields that they read.
let client: Client;
let address: string;
beforeAll(async () => {
  const imported = await importGenerated(await openTestStore(), completeMarket());
  client = imported.client;
  const jettons = [...imported.world.dataset.jettons.values()];
  const apple = jettons.find(({ name }) => name === completeJetton.name);
  address = toUserFriendly(apple?.address ?? '');
});

function get(url: string): Promise<RawResponse> {
  return client.send({ method: 'GET', url });
}

const amount = { value: expect.any(String), decimals: expect.any(Number) };
const record = {
  metadata: { address: expect.any(String), name: completeJetton.name, symbol: completeJetton.symbol },
  verification: 'JVS_VERIFIED',
  priceUsd: amount,
  liquidityUsd: amount,
  holdersCount: completeJetton.holdersCount,
  trustScore: expect.any(Number),
};

test('an assistant searches by name', async () => {
  const query = `search=${encodeURIComponent(completeJetton.name)}&sort=fdmc&order=desc&limit=20&excludeScam=true`;
  expect(await get(`/v1/jettons?${query}`)).toMatchObject({ status: 200, body: { jettons: [record] } });
});

test('a bot looks up the liquidity of an address', async () => {
  const { status, body } = await get(`/v1/jettons?address=${address}`);
  expect({ status, body }).toMatchObject({ status: 200, body: { jettons: [record] } });
  expect(await get(`/v1/jettons?address[]=${address}`)).toEqual({ status, body });
});

test('an app for phones shows a jetton', async () => {
  expect(await get(`/v1/jettons/${address}`)).toMatchObject({ status: 200, body: { details: record } });
});

test.each([
  ['trust-score', { score: 77, updatedAt: expect.any(String) }],
  ['price?currency=usd', { ton: { price: amount }, usd: { price: amount }, currency: { price: amount } }],
  ['price?currency=USD', { currency: { price: amount, changedAt: expect.any(String) } }],
  ['metrics?currency=usd', { priceUsd: amount, priceCurrency: amount, liquidityUsd: amount, fdmc: amount }],
  ['stats', { priceChange: { ton: {}, usd: {} }, volume: { usd: {} }, transactions: {}, traders: {} }],
  ['holders', { value: completeJetton.holdersCount, changedAt: expect.any(String) }],
  ['markets?exchangeId=DEDUST&limit=20', { markets: expect.any(Array) }],
])('an assistant reads %s', async (path, body) => {
  expect(await get(`/v1/jettons/${address}/${path}`)).toMatchObject({ status: 200, body });
});

test('a bot that requests more than the specified limit gets 400', async () => {
  const { status } = await get('/v1/jettons?sort=createdAt&order=desc&limit=200&excludeScam=true');
  expect(status).toBe(400);
});

test('a script sends a list of addresses in JSON, with defaults as null', async () => {
  const body = JSON.stringify({
    address: [address],
    search: null,
    limit: '20',
    currency: 'USD',
    trustScore: { min: 0 },
  });
  expect(await client.send({ method: 'POST', url: '/v1/jettons', body })).toMatchObject({
    status: 200,
    body: { jettons: [record] },
  });
});

test('a monitor pings the service', async () => {
  expect(await get('/v1/system/ping')).toEqual({ status: 200, body: {} });
});
