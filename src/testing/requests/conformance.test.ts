import { Address } from '@ton/core';
import { sql } from 'drizzle-orm';
import { beforeAll, describe, expect, test } from 'vitest';
import { TON_ADDRESS, toUserFriendly } from '#contract/address.ts';
import { errorBodyOf } from '#contract/errors.ts';
import { type Operation, operations } from '#contract/operations.ts';
import { pathParameters, toRequest, type WireRequest } from '#contract/request-encoding.ts';
import { extensionOperations, servedOperations } from '#contract/served-operations.ts';
import { recordClaims } from '#service/market/record-claims.ts';
import { completeJetton, completeMarket } from '#testing/datasets/complete-market.ts';
import { type Market, marketsOf, type World } from '#testing/oracle/world.ts';
import { importGenerated } from '#testing/service/imported-service.ts';
import type { Client } from '#testing/service/inject.ts';
import { describeOnEachStore } from '#testing/stores/describe-on-each-store.ts';
import { badRequests } from './bad-requests.ts';
import { addressesIn, fieldsOf, specifiedFields } from './specification-bodies.ts';
import { addressFormats, exhaustiveInputs, type Input, inputFields, minimalInput } from './valid-inputs.ts';

const all = Object.values(servedOperations);
const withAddressBook = all.filter(({ name }) =>
  specifiedFields(name).includes('addressBook.*.userFriendly'),
);
const ofOneJetton = all.filter((operation) => pathParameters(operation).includes('address'));

/** JavaScript formats those before the year 0 and after the year 9999 with a sign. */
const EXTREME_TIMES = [
  '0000-01-01T00:00:00+23:59',
  '0000-01-01T00:00:00Z',
  '9999-12-31T23:59:59.9999Z',
  '9999-12-31T23:59:59-23:59',
];

const UNKNOWN = `0:${'e'.repeat(64)}`;

function firstMarket({ markets }: World): Market {
  for (const [market] of markets.values()) if (market) return market;
  throw new Error('The dataset has no markets');
}

function appleOf({ dataset }: World): string {
  for (const { address, name } of dataset.jettons.values()) if (name === completeJetton.name) return address;
  throw new Error(`The dataset has no ${completeJetton.name}`);
}

/** Returns the request with additional fields that no operation defines. */
function withUnknownFields({ method, url, body }: WireRequest): WireRequest {
  if (body !== undefined)
    return {
      method,
      url,
      body: JSON.stringify({ ...JSON.parse(body), colour: 'red', 'limit.max': { min: 1 } }),
    };
  return { method, url: `${url}${url.includes('?') ? '&' : '?'}colour=red&colour=blue&Limit=0&a.b.c=` };
}

describeOnEachStore('every operation', (openEmptyStore, _, shareCases) => {
  let client: Client;
  let world: World;
  beforeAll(async () => {
    const store = await openEmptyStore();
    ({ client, world } = await importGenerated(store, completeMarket()));
    // Imported data has the latest numbers of holders only.
    await store.db.execute(sql`insert into jetton_holders
      select id, holders_changed_at - interval '1 day', 5 from jetton where holders_changed_at is not null`);
    // A feed of all pools has missed some minutes.
    await store.db.execute(sql`update pool set feed = 'source'`);
    await store.db.execute(sql`
      insert into feed (name, kind, start_time, head) select 'source', 'stonfi', as_of, as_of from dataset`);
    await store.db.execute(sql`
      insert into feed_range (feed, subject, from_key, to_key, from_time, to_time, purpose)
      select 'source', '', 0, 1, as_of - interval '1 hour', as_of - interval '40 minutes', 'live' from dataset`);
    const multiplier = { numerator: 1n, denominator: 1n };
    await recordClaims(store.db, [{ address: appleOf(world), source: 'tonapi', multiplier }], new Date());
  });

  function plainInput(operation: Operation): Input {
    const { jetton, pool } = firstMarket(world);
    return minimalInput(operation, [jetton], pool.address);
  }

  test.each(shareCases(all))(
    '$method $path returns exactly the fields of the specification',
    async (specified) => {
      const operation: Operation = specified;
      const returnedFields = new Set<string>();
      for (const input of exhaustiveInputs(operation, world)) {
        for (const field of fieldsOf(await client.call(operation, input))) returnedFields.add(field);
      }
      expect([...returnedFields].toSorted()).toEqual(specifiedFields(specified.name).toSorted());
    },
  );

  describe.each(shareCases(all))('$method $path', (specified) => {
    const operation: Operation = specified;

    test('accepts addresses in any form', async () => {
      const { jetton, pool } = firstMarket(world);
      const expected = await client.call(operation, plainInput(operation));
      for (const format of addressFormats) {
        const [address, poolAddress] = [jetton, pool.address].map((raw) => format(Address.parseRaw(raw)));
        expect(await client.call(operation, minimalInput(operation, [address ?? ''], poolAddress))).toEqual(
          expected,
        );
      }
    });

    test('ignores unknown fields', async () => {
      const expected = await client.call(operation, plainInput(operation));
      const request = withUnknownFields(toRequest(operation, plainInput(operation)));
      expect(await client.send(request)).toEqual({ status: 200, body: expected });
    });

    const timeFields = inputFields(operation).filter((name) =>
      ['from', 'to', 'at', 'createdAt'].includes(name),
    );
    test.runIf(timeFields.length > 0)('answers requests with the earliest and latest times', async () => {
      for (const time of EXTREME_TIMES) {
        for (const name of timeFields) {
          const values = {
            from: [time],
            to: [time],
            at: [[time]],
            createdAt: [{ min: time }, { max: time }],
          }[name];
          for (const value of values ?? []) {
            const request = toRequest(operation, { ...plainInput(operation), [name]: value });
            const { status } = await client.send(request);
            // 400: charts are limited to a length of time.
            expect({ request, isAnswered: status === 200 || status === 400 }).toEqual({
              request,
              isAnswered: true,
            });
          }
        }
      }
    });

    test('rejects invalid requests', async () => {
      for (const request of badRequests(operation, plainInput(operation))) {
        const response = await client.send(request);
        expect({ request, ...response }).toEqual({ request, status: 400, body: errorBodyOf(400) });
      }
    });
  });

  test.each(shareCases(withAddressBook))(
    '$method $path returns the user-friendly form of every address',
    async (operation) => {
      for (const input of exhaustiveInputs(operation, world)) {
        const response = await client.call<Operation>(operation, input);
        const book = addressesIn(response).map((raw) => [
          raw,
          { userFriendly: Address.parseRaw(raw).toString() },
        ]);
        expect(response).toHaveProperty('addressBook', Object.fromEntries(book));
      }
    },
  );

  test.each(shareCases(ofOneJetton))('$method $path returns 404 for missing resources', async (operation) => {
    const { jetton, pool } = firstMarket(world);
    const own = new Set(marketsOf(world, jetton).map((market) => market.pool.address));
    const foreign = [...world.dataset.pools.keys()].find((address) => !own.has(address));
    const missing = [
      ...[UNKNOWN, pool.address].map((address) => minimalInput(operation, [address], pool.address)),
      ...(pathParameters(operation).includes('poolAddress')
        ? [UNKNOWN, foreign, jetton].map((address) => minimalInput(operation, [jetton], address))
        : []),
    ];
    for (const input of missing) {
      const response = await client.request<Operation>(operation, input);
      expect({ input, ...response }).toEqual({ input, status: 404, body: errorBodyOf(404) });
    }
  });

  test('operations of one jetton return the records of lists', async () => {
    const list = { limit: 100, currency: 'eur' } as const;
    const { jettons } = await client.call(operations.getJettons, list);
    expect(await client.call(extensionOperations.getJettonsByQuery, list)).toMatchObject({ jettons });
    const scores = await client.call(operations.getJettonTrustScoreList, list);
    const metrics = await client.call(operations.getJettonMetricsList, list);
    const activity = await client.call(operations.getJettonStatisticsList, list);
    const records = jettons.map(async ({ metadata: { address } }) => ({
      details: (await client.call(extensionOperations.getJetton, { address })).details,
      score: await client.call(extensionOperations.getJettonTrustScore, { address }),
      metrics: await client.call(extensionOperations.getJettonMetrics, { address, currency: 'eur' }),
      activity: await client.call(extensionOperations.getJettonStatistics, { address }),
    }));
    expect(await Promise.all(records)).toEqual(
      jettons.map((details, index) => ({
        details,
        score: scores.items[index],
        metrics: metrics.items[index],
        activity: activity.items[index],
      })),
    );
  });

  test('every preview of a jetton is in one image with those of others as well', async () => {
    const { jettons, chartSprites } = await client.call(operations.getJettons, { limit: 100 });
    const priced = jettons.filter(({ chartPreviews }) => chartPreviews.length > 0);
    expect(priced.length).toBeGreaterThan(3);
    for (const { metadata, chartPreviews } of priced)
      for (const { url: _, ...preview } of chartPreviews) {
        const friendly = toUserFriendly(metadata.address);
        const sprites = (chartSprites ?? []).filter(
          ({ url, ...sprite }) =>
            url.includes(friendly) && sprite.color === preview.color && sprite.metric === preview.metric,
        );
        expect(sprites).toEqual([{ ...preview, url: expect.stringMatching(/^http.*\/previews\/sprites\//) }]);
      }
  });

  test('a record contains every field of the dataset', async () => {
    const { jettons } = await client.call(operations.getJettons, { admin: [completeJetton.admin] });
    expect(jettons).toMatchObject([
      {
        metadata: {
          name: completeJetton.name,
          symbol: completeJetton.symbol,
          description: completeJetton.description,
          image: completeJetton.image,
          links: [
            { url: 'https://apple.example/', type: 'website' },
            { url: 'https://t.me/apple', type: 'telegram' },
          ],
          createdAt: '2024-02-29T23:59:59.000Z',
        },
        admin: { address: completeJetton.admin, offchainAddress: completeJetton.offchainAdmin },
        totalSupply: completeJetton.totalSupply,
        circulatingSupply: completeJetton.circulatingSupply,
        mintable: true,
        modifiedContract: false,
        verification: 'JVS_VERIFIED',
        holdersCount: completeJetton.holdersCount,
        trustScore: 77,
        warnings: [
          { kind: 'fake', source: 'an.indexer' },
          { kind: 'suspicious', source: 'stonfi' },
          { kind: 'taxable', source: 'stonfi' },
        ],
      },
    ]);
    const scores = await client.call(operations.getJettonTrustScoreList, { admin: [completeJetton.admin] });
    expect(scores.items).toMatchObject([{ score: 77, updatedAt: '2026-01-16T04:05:06.000Z' }]);
  });

  test('lists contain short metadata of every counterpart, including TON', async () => {
    const { jettons, markets } = await client.call(operations.getJettonMarkets, {
      address: appleOf(world),
      limit: 100,
    });
    for (const { counterpart } of markets) expect(jettons).toHaveProperty([counterpart]);
    expect(jettons[TON_ADDRESS]).toMatchObject({
      address: TON_ADDRESS,
      name: 'Gram',
      symbol: 'GRAM',
      decimals: 9,
    });
    const { items, ...list } = await client.call(operations.getJettonMetricsList, { limit: 100 });
    const expected = [...world.dataset.jettons.values()].map(({ address, name, symbol, decimals }) => [
      address,
      expect.objectContaining({ address, name, symbol, decimals }),
    ]);
    expect(items).toHaveLength(expected.length);
    expect(list.jettons).toEqual(Object.fromEntries(expected));
  });
});
