import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { RawAddress } from '#contract/address.ts';
import type { HolderKind, TopHolders } from '#contract/holders.ts';
import { extensionOperations } from '#contract/served-operations.ts';
import { createClient } from '#service/feeds/client/http-client.ts';
import { type HolderSource, SourceError } from '#service/feeds/client/source.ts';
import { createTonapiHolders, createToncenterHolders } from '#service/feeds/sources/holders.ts';
import { rows } from '#service/store/database.ts';
import { importClock, importFiles } from '#testing/datasets/dataset-folder.ts';
import { addressOf, smallDataset } from '#testing/datasets/small-dataset.ts';
import { differences } from '#testing/differences.ts';
import { ManualClock, startFeed } from '#testing/feeds/manual-feed.ts';
import { generateMarket } from '#testing/market/market-generator.ts';
import { expectedTopHolders } from '#testing/oracle/holders.ts';
import { referenceMarket } from '#testing/oracle/prices.ts';
import type { HolderSnapshot } from '#testing/oracle/read-dataset.ts';
import type { World } from '#testing/oracle/world.ts';
import { importGenerated } from '#testing/service/imported-service.ts';
import { openTestStore } from '#testing/stores/test-store.ts';
import { createUpstream } from '#tools/upstream/server.ts';
import { HoldersFeed } from './holders-feed.ts';

const MINUTE = 60_000;
const [a, b, pool] = [addressOf('a'), addressOf('b'), addressOf('c')];

const store = await openTestStore();
afterAll(() => store.close());

describe('tokens are requested', () => {
  let clock: ManualClock;
  let requests: RawAddress[];
  let opened: RawAddress[];
  let failing: RawAddress | undefined;
  let failure: unknown;

  beforeEach(async () => {
    await importFiles(store, smallDataset());
    clock = new ManualClock(importClock);
    [requests, opened, failing, failure] = [[], [], undefined, undefined];
  });

  function start() {
    const source: HolderSource = {
      fetchHolders: async (token) => {
        requests.push(token);
        if (failure && token === (failing ?? token)) throw failure;
        return { holders: [{ owner: addressOf('5'), balance: '10' }], invalid: [] };
      },
      check: async () => 'works',
    };
    const options = { name: 'holders', kind: 'tonapi-holders', clock } as const;
    return startFeed(store, options, (context) => new HoldersFeed(context, source, () => opened));
  }

  test('by volume, with the LP tokens of the deepest pool', async () => {
    const feed = await start();
    await feed.settle();
    expect(requests).toEqual([a, pool, b]);
    expect(await rows(store.db, sql`select token, source from holder_snapshot order by token`)).toEqual(
      [a, b, pool].map((token) => ({ token, source: 'tonapi-holders' })),
    );
    expect(await feed.status()).toMatchObject({ events: { ingested: 3, rejected: 0 } });
  });

  test('so that those of an idle feed count as current between two records of its position', async () => {
    const feed = await start();
    await feed.settle();
    clock.advance(MINUTE + (await feed.step()));
    expect(await feed.status()).toMatchObject({ lagSeconds: 63, caughtUp: true });
  });

  test('first of jettons that people open, and again after half an hour', async () => {
    opened = [b];
    const feed = await start();
    await feed.settle();
    expect(requests).toEqual([b, a, pool]);
    clock.advance(30 * MINUTE);
    await feed.settle();
    expect(requests.slice(3)).toEqual([b]);
    clock.advance(6 * 60 * MINUTE);
    await feed.settle();
    expect(requests.slice(4)).toEqual([b, a, pool]);
  });

  test('then of those that alerts of browsers watch', async () => {
    const alert = { rule: { type: 'price', address: b } };
    await store.db.execute(
      sql`insert into alert_rule (subscription_id, id, alert) values (gen_random_uuid(), 'b', ${JSON.stringify(alert)})`,
    );
    const feed = await start();
    await feed.settle();
    await store.db.execute(sql`truncate alert_rule`);
    expect(requests).toEqual([b, a, pool]);
  });

  test.each([
    ['the source fails for', new SourceError('an error', { status: 500 })],
    ['it is not possible to store', new Error('an error of the store')],
  ])('although %s one of them, and that one again after half an hour', async (_, error) => {
    failing = a;
    failure = error;
    const feed = await start();
    await feed.step().catch(() => undefined);
    await feed.settle();
    expect(requests).toEqual([a, pool, b]);
    expect(await rows(store.db, sql`select token from holder_snapshot order by token`)).toEqual(
      [b, pool].map((token) => ({ token })),
    );
    clock.advance(29 * MINUTE);
    await feed.settle();
    expect(requests.slice(3)).toEqual([]);
    failure = undefined;
    clock.advance(MINUTE);
    await feed.settle();
    expect(requests.slice(3)).toEqual([a]);
  });

  test.each([
    ['cannot be reached', new SourceError('an error', { problem: 'unreachable' })],
    ['limits requests', new SourceError('an error', { status: 429, retryAfter: 1_000 })],
    ['refuses requests', new SourceError('an error', { status: 403 })],
  ])('in the same order after a source that %s', async (_, error) => {
    const feed = await start();
    await feed.settle();
    clock.advance(6 * 60 * MINUTE);
    requests = [];
    failure = error;
    for (let attempt = 0; attempt < 3; attempt += 1) await feed.step();
    failure = undefined;
    await feed.settle();
    expect(requests).toEqual([a, a, a, a, pool, b]);
  });

  test('again if a request was interrupted', async () => {
    const feed = await start();
    const interrupted = new AbortController();
    interrupted.abort();
    failure = interrupted.signal.reason;
    await feed.step(interrupted.signal);
    failure = undefined;
    await feed.settle();
    expect(requests).toEqual([a, a, pool, b]);
  });
});

describe.each([
  { kind: 'tonapi-holders', path: 'tonapi', create: createTonapiHolders },
  { kind: 'toncenter-holders', path: 'toncenter', create: createToncenterHolders },
] as const)('$kind', ({ kind, path, create }) => {
  describe.each([5, 6])('market %d', (seed) => {
    const market = generateMarket(seed);
    let served: Awaited<ReturnType<typeof importGenerated>>;

    beforeAll(async () => {
      served = await importGenerated(store, market);
      await store.db.execute(sql`truncate holder, holder_snapshot`);
    });

    test('provides the holders of the market, whatever fails meanwhile', async () => {
      const { client, world } = served;
      const probabilities = { serverError: 0.2, cutJson: 0.2, reordering: 0.5, duplicates: 0.5 };
      const upstream = createUpstream({ market: world.dataset, formats: {}, faults: { probabilities } });
      const base = await upstream.listen();
      const source = create(createClient({ url: `${base}/${path}`, rate: 1e6 }));
      const clock = new ManualClock(market.clock);
      const feed = await startFeed(
        store,
        { name: kind, kind, clock },
        (context) => new HoldersFeed(context, source),
      );
      for (let steps = 0; steps < 30; steps += 1) await feed.step();
      upstream.setFaults(null);
      clock.advance(6 * 60 * MINUTE);
      await feed.settle();
      await upstream.close();
      const [concentrations] = await rows(
        store.db,
        sql`select count(top_ten_percent) > 0 as "areSome", bool_and(top_ten_percent is not distinct from top_ten_holders) as "areStored"
        from holder_snapshot join jetton on jetton.address = token`,
      );
      expect(concentrations).toEqual({ areSome: true, areStored: true });
      const transported = transport(world, kind);
      let liquidities = 0;
      for (const jetton of world.dataset.jettons.keys()) {
        const { addressBook: _, ...actual } = await client.call(extensionOperations.getJettonTopHolders, {
          address: jetton,
        });
        liquidities += actual.liquidity.length;
        const expected = expectedTopHolders(transported, jetton, kind);
        expect(differences(withoutTimes(actual), withoutTimes(expected))).toEqual([]);
      }
      expect(liquidities).toBeGreaterThan(0);
    });
  });
});

type HoldersFeedKind = 'tonapi-holders' | 'toncenter-holders';

/**
 * Returns what a format transports of the holders of a world: the largest ones of jettons and of the LP tokens of their
 * reference pools; what an owner is, as far as the format says; and supplies that are not known otherwise.
 */
function transport(world: World, kind: HoldersFeedKind): World {
  const { jettons, holders } = world.dataset;
  const references = [...jettons.keys()].flatMap(
    (jetton) => referenceMarket(world, jetton)?.pool.address ?? [],
  );
  const tokens = new Set([...jettons.keys(), ...references]);
  const found = [...holders].flatMap(([token, { time, supply, holders: all }]) => {
    if (!tokens.has(token) || all.length === 0) return [];
    const isStated = supply !== undefined && !jettons.has(token);
    return [[token, { time, ...(isStated && { supply }), holders: all.map(holderIn[kind]) }] as const];
  });
  return { ...world, dataset: { ...world.dataset, holders: new Map(found) } };
}

type SnapshotHolder = HolderSnapshot['holders'][number];

const kindByName: Readonly<Record<string, HolderKind>> = { 'STON.fi': 'pool', Locker: 'locker' };

const holderIn: Readonly<Record<HoldersFeedKind, (holder: SnapshotHolder) => SnapshotHolder>> = {
  'tonapi-holders': (holder) => ({
    ...holder,
    kind: kindByName[holder.name ?? ''] ?? (holder.kind === 'wallet' ? 'wallet' : 'contract'),
  }),
  'toncenter-holders': ({ owner, balance, kind }) => ({
    owner,
    balance,
    ...(kind && { kind: kind === 'burn' ? 'contract' : kind }),
  }),
};

/** The feed states when it was answered, the market when the holders were read. */
function withoutTimes({ snapshotAt: _snapshotAt, liquidity, ...others }: Omit<TopHolders, 'addressBook'>) {
  return { ...others, liquidity: liquidity.map(({ snapshotAt: _time, ...share }) => share) };
}
