import { connect } from 'node:net';
import { sql } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import * as z from 'zod/mini';
import { toUserFriendly } from '#contract/address.ts';
import { getJettonMarketCandles } from '#contract/candles.ts';
import { operations } from '#contract/operations.ts';
import { servedOperations } from '#contract/served-operations.ts';
import { getStream, type StreamEvents, streamEvents } from '#contract/stream.ts';
import { getJettonMarketTransactions } from '#contract/transactions.ts';
import { buildApp, closeApp } from '#service/app.ts';
import type { Service } from '#service/config/context.ts';
import type { Batch, SwapRecord } from '#service/market/batch.ts';
import { handlers } from '#service/operations/handlers.ts';
import type { Store } from '#service/store/database.ts';
import { importClock, importFiles } from '#testing/datasets/dataset-folder.ts';
import { addressOf, smallDataset } from '#testing/datasets/small-dataset.ts';
import { eventually } from '#testing/eventually.ts';
import { serviceOf } from '#testing/service/http-app.ts';
import { clientOf } from '#testing/service/inject.ts';
import { describeOnEachStore } from '#testing/stores/describe-on-each-store.ts';
import { ingest } from '#testing/stores/ingest.ts';
import { openTestStore } from '#testing/stores/test-store.ts';
import { ResponseCache } from './response-cache.ts';

/** A pool of GRAM and the stablecoin a, and one of a and jetton b. */
const [stable, jetton, ratePool, pool] = [addressOf('a'), addressOf('b'), addressOf('c'), addressOf('d')];
const START = importClock.getTime();
const MINUTE = 60_000;

let lt = 100n;
function swapAt(time: number, changes: Partial<SwapRecord> = {}): SwapRecord {
  lt += 1n;
  return {
    pool,
    time: new Date(time),
    lt,
    trader: addressOf('e'),
    sold0: true,
    amount0: 1_000_000n,
    amount1: 3_000_000_000n,
    volumeUsd: undefined,
    reserve0: undefined,
    reserve1: undefined,
    ...changes,
  };
}

/** Imports the small dataset, of which rounds can start. */
async function prepare(store: Store): Promise<void> {
  now = START;
  await importFiles(store, smallDataset());
  await store.db.execute(sql`update dataset set as_of = null`);
}

/** The clock of all services: the time of the last round. */
let now = START;

/** A service at a port. */
async function startService(store: Store, environment: Readonly<Record<string, string>> = {}) {
  const clock = { fixed: false, now: () => new Date(now) };
  const service: Service = { ...serviceOf(environment, store), clock };
  const responses = new ResponseCache();
  const app = await buildApp({ service, handlers, version: '0.0.0', responses });
  const origin = await app.listen({ port: 0, host: '127.0.0.1' });
  onTestFinished(() => closeApp(app, 0));
  const round = async (at: number, batch: Batch) => {
    now = at;
    expect((await ingest(store, new Date(at), batch)).outcome).toBe('done');
    responses.clear();
  };
  return { app, origin, round, client: clientOf(app) };
}

type Received = {
  [Name in keyof StreamEvents]: { readonly event: Name; readonly data: StreamEvents[Name] };
}[keyof StreamEvents];

/** A client of a stream, which validates what it receives. */
class StreamClient {
  /** Those up to an id: then all of a position have arrived. */
  readonly events: Received[] = [];
  /** The id of the last event of each name. */
  readonly ids = new Map<string, string | undefined>();
  #others: Received[] = [];
  lastId = '';
  retry: number | undefined;
  response: Response | undefined;
  isEnded = false;
  readonly #controller = new AbortController();

  static async open(origin: string, query: string, lastEventId?: string): Promise<StreamClient> {
    const client = new StreamClient();
    client.response = await fetch(`${origin}${getStream.path}?${query}`, {
      signal: client.#controller.signal,
      headers: lastEventId === undefined ? {} : { 'last-event-id': lastEventId },
    });
    onTestFinished(() => client.close());
    if (client.response.ok) void client.#read().catch(() => undefined);
    return client;
  }

  close(): void {
    this.#controller.abort();
  }

  /** Returns the data of received events of a kind. */
  of<Name extends keyof StreamEvents>(name: Name): StreamEvents[Name][] {
    return this.events.flatMap(({ event, data }) => (event === name ? [data as StreamEvents[Name]] : []));
  }

  async until(name: keyof StreamEvents, count = 1): Promise<void> {
    await eventually(() => {
      if (this.of(name).length < count) throw new Error(`fewer than ${count} events ${name}`);
    });
  }

  async #read(): Promise<void> {
    const decoder = new TextDecoder();
    let text = '';
    for await (const chunk of this.response?.body ?? []) {
      text += decoder.decode(chunk, { stream: true });
      const blocks = text.split('\n\n');
      text = blocks.pop() ?? '';
      for (const block of blocks) this.#receive(block);
    }
    this.isEnded = true;
  }

  #receive(block: string): void {
    const fields = new Map(
      block
        .split('\n')
        .map((line) => [line.slice(0, line.indexOf(': ')), line.slice(line.indexOf(': ') + 2)]),
    );
    const retry = fields.get('retry');
    if (retry !== undefined) this.retry = Number(retry);
    const [id, event] = [fields.get('id'), fields.get('event')];
    if (event !== undefined) {
      const data: unknown = JSON.parse(fields.get('data') ?? '');
      const shape = streamEvents.shape as Record<string, z.core.$ZodType>;
      const schema = shape[event];
      if (!schema) throw new Error(`unknown event ${event}`);
      this.#others.push({ event, data: z.parse(schema, data) } as Received);
      this.ids.set(event, id);
    }
    if (id === undefined) return;
    this.lastId = id;
    this.events.push(...this.#others.splice(0));
  }
}

const everything = `jettons=${jetton}&ticks=${pool}&candles=${pool}&transactions=${pool}&new=jettons,pools`;

describeOnEachStore('the stream', (openEmptyStore) => {
  let store: Store;
  beforeAll(async () => {
    store = await openEmptyStore();
    await prepare(store);
  });

  test('has what the operations return, of new, late and corrected swaps', async () => {
    const { origin, round, client } = await startService(store);
    const stream = await StreamClient.open(origin, everything);
    await stream.until('ready');
    expect(stream.ids.get('ready')).toBe(stream.response?.headers.get('jetscope-position'));

    const market = { address: jetton, poolAddress: pool };
    const expectOperations = async () => {
      const ticks = await client.call(operations.getJettonMarketPriceHistory, market);
      const candles = await client.call(getJettonMarketCandles, { ...market, interval: '1m' });
      const { transactions } = await client.call(getJettonMarketTransactions, market);
      const { details } = await client.call(servedOperations.getJetton, { address: jetton });
      const last = <Value>(values: readonly Value[], keyOf: (value: Value) => string) => [
        ...new Map(values.map((value) => [keyOf(value), value])).values(),
      ];
      const ofJetton = <Value extends { readonly address: string }>(values: readonly Value[]) =>
        values.filter(({ address }) => address === jetton);
      const byKey = (a: { readonly key: string }, b: { readonly key: string }) => (a.key < b.key ? 1 : -1);
      const sorted = <Value>(values: readonly Value[], keyOf: (value: Value) => string) =>
        last(values, keyOf)
          .map((value) => ({ key: keyOf(value), value }))
          .toSorted(byKey);
      expect(
        sorted(
          ofJetton(stream.of('tick')).map(({ tick }) => tick),
          ({ timeLt }) => timeLt,
        ),
      ).toEqual(sorted(ticks.items, ({ timeLt }) => timeLt));
      expect(
        sorted(
          ofJetton(stream.of('candle')).map(({ candle }) => candle),
          ({ time }) => time,
        ),
      ).toEqual(sorted(candles.items, ({ time }) => time));
      expect(
        sorted(
          ofJetton(stream.of('transaction')).map(({ transaction }) => transaction),
          ({ timeLt }) => timeLt,
        ),
      ).toEqual(sorted(transactions, ({ timeLt }) => timeLt));
      // Links are those of the request.
      const record = JSON.stringify(stream.of('jetton').at(-1)).replaceAll(origin, 'http://localhost:80');
      expect(JSON.parse(record)).toEqual({ details });
    };

    await round(START + MINUTE, { swaps: [swapAt(START + MINUTE - 1000)] });
    await stream.until('tick', 2);
    await expectOperations();

    // Late, in an earlier minute, which had none.
    await round(START + 2 * MINUTE, { swaps: [swapAt(START - 5 * MINUTE, { amount1: 7_000_000_000n })] });
    await stream.until('tick', 4);
    await expectOperations();

    // A late rate of GRAM values a stored swap anew.
    const before = stream.of('tick').length;
    await round(START + 3 * MINUTE, {
      swaps: [swapAt(START + 30_000, { pool: ratePool, amount0: 1_000_000_000n, amount1: 9_000_000n })],
    });
    await stream.until('tick', before + 1);
    await expectOperations();
    expect(stream.of('reset')).toEqual([]);
  });

  test('has new jettons and pools', async () => {
    const { origin, round, client } = await startService(store);
    const stream = await StreamClient.open(origin, 'new=jettons&new=pools');
    await stream.until('ready');
    const [address, poolAddress] = [addressOf('1'), addressOf('2')];
    await round(START + 4 * MINUTE, {
      jettons: [{ address, name: 'New', symbol: 'NEW', decimals: 9, links: [], verification: 'JVS_NONE' }],
      pools: [{ address: poolAddress, exchange: 'stonfi', asset0: stable, asset1: address }],
    });
    await stream.until('newPool', 2);
    expect(stream.of('newJetton').map(({ details }) => details.metadata.address)).toEqual([address]);
    const { markets } = await client.call(operations.getJettonMarkets, { address });
    expect(stream.of('newPool').find((added) => added.address === address)?.market).toEqual(markets[0]);
  });

  test('resumes after what a client has, also on another node, or says that it cannot', async () => {
    const { origin, round } = await startService(store);
    const stream = await StreamClient.open(origin, everything);
    await stream.until('ready');
    stream.close();
    const missed = swapAt(START + 5 * MINUTE - 1000);
    await round(START + 5 * MINUTE, { swaps: [missed] });
    const missedLt = String(missed.lt);
    const resumed = async (at: string, query: string, id = stream.lastId) => {
      const next = await StreamClient.open(at, query, id);
      await expect.poll(() => next.lastId).not.toBe('');
      return {
        lts: next
          .of('tick')
          .filter(({ address }) => address === jetton)
          .map(({ tick }) => tick.timeLt),
        first: next.events[0]?.event,
      };
    };
    const other = await startService(store);
    const ticks = `ticks=${pool}`;
    expect(await resumed(origin, everything)).toEqual({ first: 'ready', lts: [missedLt] });
    expect(await resumed(other.origin, ticks)).toEqual({ first: 'ready', lts: [missedLt] });
    const repeated = `${ticks}&ticks=${encodeURIComponent(toUserFriendly(pool))}`;
    expect(await resumed(origin, repeated)).toEqual({ first: 'ready', lts: [missedLt] });
    // Another node does not know which jettons were new.
    expect(await resumed(other.origin, everything)).toEqual({ first: 'reset', lts: [] });
    expect(await resumed(origin, ticks, 'f'.repeat(16))).toEqual({ first: 'reset', lts: [] });
    const latest = await StreamClient.open(origin, ticks);
    await latest.until('ready');
    expect(await resumed(origin, ticks, latest.lastId)).toEqual({ first: 'ready', lts: [] });
  });

  test('starts again if the data was replaced, also since the last poll', async () => {
    const { origin, round } = await startService(store);
    const ticks = `ticks=${pool}`;
    const other = await StreamClient.open(origin, ticks);
    await other.until('ready');
    await round(now + 1000, {});
    await store.db.execute(sql`update dataset set built_at = built_at + interval '1 ms'`);
    const resumed = await StreamClient.open(origin, ticks, other.lastId);
    await expect.poll(() => resumed.events[0]?.event).toBe('reset');
    await other.until('reset');
  });

  test('does not repeat what it has resumed with', async () => {
    const { origin, round } = await startService(store);
    const ticks = `ticks=${pool}`;
    const other = await StreamClient.open(origin, ticks);
    await other.until('ready');
    const missed = swapAt(START + 5 * MINUTE + 1000);
    await round(START + 6 * MINUTE, { swaps: [missed] });
    const resumed = await StreamClient.open(origin, ticks, other.lastId);
    await resumed.until('ready');
    // Then the changes have been read for all streams.
    await other.until('tick', 2);
    const next = swapAt(START + 5 * MINUTE + 2000);
    await round(START + 6 * MINUTE + 1000, { swaps: [next] });
    const lts = () => resumed.of('tick').map(({ address, tick }) => `${address} ${tick.timeLt}`);
    await expect.poll(lts).toContain(`${jetton} ${next.lt}`);
    expect(lts()).toContain(`${jetton} ${missed.lt}`);
    expect(lts()).toHaveLength(new Set(lts()).size);
  });

  test('does not repeat what was added while a node had no streams', async () => {
    const { origin, round } = await startService(store);
    const other = await startService(store, { STREAMS: '1' });
    const first = await StreamClient.open(other.origin, 'new=jettons');
    await first.until('ready');
    first.close();
    const unknown = `${other.origin}${getStream.path}?jettons=${addressOf('9')}`;
    await expect.poll(async () => (await fetch(unknown)).status).toBe(404);
    const stream = await StreamClient.open(origin, 'new=jettons');
    await stream.until('ready');
    const add = (digit: string) =>
      round(now + 1000, {
        jettons: [
          {
            address: addressOf(digit),
            name: digit,
            symbol: digit,
            decimals: 9,
            links: [],
            verification: 'JVS_NONE',
          },
        ],
      });
    await add('4');
    await stream.until('newJetton');
    stream.close();
    await add('5');
    const resumed = await StreamClient.open(other.origin, 'new=jettons', stream.lastId);
    await resumed.until('reset');
    await add('6');
    await resumed.until('newJetton');
    const addresses = resumed.of('newJetton').map(({ details }) => details.metadata.address);
    expect(addresses).toEqual([addressOf('6')]);
  });

  test('has swaps that another process stored, whose clock is ahead', async () => {
    const { origin } = await startService(store);
    const stream = await StreamClient.open(origin, `ticks=${pool}`);
    await stream.until('ready');
    const ahead = now + 5_000;
    await ingest(store, new Date(ahead), { swaps: [swapAt(ahead)] });
    await stream.until('tick', 2);
    expect(stream.of('tick')[0]?.tick.time).toBe(new Date(ahead).toISOString());
  });

  test('has swaps that are ahead of the clock of the process that stored them', async () => {
    const { origin, round } = await startService(store);
    const stream = await StreamClient.open(origin, `ticks=${pool}&transactions=${pool}`);
    await stream.until('ready');
    const at = now + 6_000;
    const ahead = swapAt(at + 2_000);
    await round(at, { swaps: [ahead] });
    await stream.until('transaction', 2);
    await stream.until('tick', 2);
    expect(stream.of('tick').map(({ tick }) => tick.timeLt)).toEqual([String(ahead.lt), String(ahead.lt)]);
  });

  test('sends the candle of an interval that has ended once it is complete', async () => {
    const { origin, round } = await startService(store);
    const stream = await StreamClient.open(origin, `candles=${pool}`);
    await stream.until('ready');
    const ofLast = () =>
      stream
        .of('candle')
        .filter(({ address }) => address === jetton)
        .at(-1)?.candle;
    await round(START + 6 * MINUTE, { swaps: [swapAt(START + 6 * MINUTE - 1000)] });
    await eventually(() => expect(ofLast()?.time).toBe(new Date(START + 5 * MINUTE).toISOString()));
    await round(START + 8 * MINUTE, { swaps: [swapAt(START + 8 * MINUTE)] });
    await eventually(() => expect(ofLast()).toMatchObject({ complete: false }));
    await round(START + 10 * MINUTE, {});
    await eventually(() =>
      expect(ofLast()).toMatchObject({ time: new Date(START + 8 * MINUTE).toISOString(), complete: true }),
    );
  });
});

describe('the stream', () => {
  let store: Store;
  beforeAll(async () => {
    store = await openTestStore();
    await prepare(store);
    return () => store.close();
  });

  test.each([
    ['nothing to follow', '', 400, 'query'],
    ['no address', 'jettons=EQabc', 400, 'jettons'],
    ['too many pools', `ticks=${Array.from({ length: 21 }, () => pool).join('&ticks=')}`, 400, 'ticks'],
    ['an interval that is too long', `candles=${pool}&interval=1d`, 400, 'interval'],
    ['an unknown kind', 'new=swaps', 400, 'new'],
    ['a pool that does not exist', `ticks=${jetton}`, 404, undefined],
    ['a jetton that does not exist', `jettons=${pool}`, 404, undefined],
  ])('rejects %s', async (_name, query, status, parameters) => {
    const { origin } = await startService(store);
    const response = await fetch(`${origin}${getStream.path}?${query}`);
    expect(response.status).toBe(status);
    expect(response.headers.get('jetscope-invalid-parameters') ?? undefined).toBe(parameters);
  });

  test('names ignored parameters, is not compressed or stored, and any origin may read it', async () => {
    const { origin } = await startService(store);
    const { response } = await StreamClient.open(origin, `ticks=${pool}&tick=${pool}`);
    expect(Object.fromEntries(response?.headers ?? [])).toMatchObject({
      'access-control-allow-origin': '*',
      'cache-control': 'no-store',
      'content-type': 'text/event-stream',
      'jetscope-ignored-parameters': 'tick',
    });
    expect(response?.headers.has('content-encoding')).toBe(false);
    expect((await fetch(`${origin}${getStream.path}`, { method: 'HEAD' })).status).toBe(405);
  });

  test('a client can open some, and all clients together', async () => {
    const limited = await startService(store, {
      STREAMS: '3',
      STREAMS_PER_CLIENT: '2',
      TRUSTED_PROXIES: '127.0.0.1',
    });
    const query = `ticks=${pool}`;
    const first = await StreamClient.open(limited.origin, query);
    await StreamClient.open(limited.origin, query);
    const third = await StreamClient.open(limited.origin, query);
    expect([third.response?.status, third.response?.headers.get('retry-after')]).toEqual([429, '5']);
    const fromElsewhere = (address: string) =>
      fetch(`${limited.origin}${getStream.path}?${query}`, { headers: { 'x-forwarded-for': address } });
    expect((await fromElsewhere('192.0.2.1')).status).toBe(200);
    expect((await fromElsewhere('192.0.2.2')).status).toBe(503);
    first.close();
    await eventually(async () => expect((await fromElsewhere('192.0.2.3')).status).toBe(200));
  });

  test('a client can follow half of the jettons that others leave', async () => {
    const { origin, round } = await startService(store, { TRUSTED_PROXIES: '127.0.0.1' });
    const addresses = Array.from({ length: 600 }, (_, index) => `0:${String(index).padStart(64, '0')}`);
    const jettons = addresses.map((address) => ({
      address,
      decimals: 9,
      name: 'N',
      symbol: 'N',
      links: [],
      verification: 'JVS_NONE' as const,
    }));
    await round(START + 15 * MINUTE, { jettons });
    const statusOf = async (from: number, client: string) => {
      const query = addresses.slice(from, from + 100).join('&jettons=');
      const controller = new AbortController();
      onTestFinished(() => controller.abort());
      const { status } = await fetch(`${origin}${getStream.path}?jettons=${query}`, {
        headers: { 'x-forwarded-for': client },
        signal: controller.signal,
      });
      return status;
    };
    for (const from of [0, 100, 200, 300, 400]) expect(await statusOf(from, '192.0.2.1')).toBe(200);
    expect(await statusOf(500, '192.0.2.1')).toBe(503);
    expect(await statusOf(0, '192.0.2.1')).toBe(200);
    expect(await statusOf(500, '192.0.2.2')).toBe(200);
  });

  test('ends with the time to reconnect when the service stops', async () => {
    const { app, origin } = await startService(store);
    const stream = await StreamClient.open(origin, `ticks=${pool}`);
    await stream.until('ready');
    await closeApp(app);
    await expect.poll(() => stream.isEnded).toBe(true);
    expect(stream.retry).toBeGreaterThanOrEqual(1000);
  });

  test('a client that does not read is disconnected, and others receive all', async () => {
    const { app, origin, round } = await startService(store);
    const stream = await StreamClient.open(origin, `jettons=${jetton}`);
    await stream.until('ready');
    const unread = connect(Number(new URL(origin).port), '127.0.0.1');
    onTestFinished(() => void unread.destroy());
    unread.pause();
    unread.write(`GET ${getStream.path}?jettons=${jetton} HTTP/1.1\r\nHost: localhost\r\n\r\n`);
    await eventually(() => expect(connectionsOf(app)).resolves.toBe(2));
    let rounds = 0;
    await eventually(async () => {
      rounds += 1;
      const description = String(rounds).padEnd(2_000_000, '.');
      await round(START + 20 * MINUTE + rounds * 1000, { jettonUpdates: [{ address: jetton, description }] });
      await stream.until('jetton', rounds);
      expect(await connectionsOf(app)).toBe(1);
    });
    expect(stream.of('jetton').at(-1)?.details.metadata.description?.slice(0, 2)).toBe(
      String(rounds).padEnd(2, '.'),
    );
  });
});

function connectionsOf(app: FastifyInstance): Promise<number> {
  return new Promise((resolve, reject) => {
    app.server.getConnections((error, count) => (error ? reject(error) : resolve(count)));
  });
}
