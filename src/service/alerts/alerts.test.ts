import { createHmac, createPublicKey, verify } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import type { AlertRule, Repeat } from '#contract/alerts.ts';
import { getPushKey, type PushAlertInput, subscribe, unsubscribe } from '#contract/push.ts';
import { buildApp, closeApp } from '#service/app.ts';
import type { Service } from '#service/config/context.ts';
import type { Webhook } from '#service/config/webhooks.ts';
import type { Batch, SwapRecord } from '#service/market/batch.ts';
import { handlers } from '#service/operations/handlers.ts';
import { publicInternet } from '#service/server/public-internet.ts';
import { rows, type Store } from '#service/store/database.ts';
import { importClock, importFiles } from '#testing/datasets/dataset-folder.ts';
import { addressOf, smallDataset } from '#testing/datasets/small-dataset.ts';
import { eventually } from '#testing/eventually.ts';
import { serviceOf } from '#testing/service/http-app.ts';
import { clientOf } from '#testing/service/inject.ts';
import { createBrowser, startPushService, type TestBrowser } from '#testing/service/push-endpoint.ts';
import { describeOnEachStore, describeOnOneStore } from '#testing/stores/describe-on-each-store.ts';
import { ingest } from '#testing/stores/ingest.ts';
import { startAlerts } from './alert-task.ts';
import { evaluateAlerts, Turns } from './evaluate-alerts.ts';
import { claimMessages, sendMessage } from './send-messages.ts';
import { storeWebhooks } from './webhooks.ts';

/** A jetton, and its pool with the stablecoin. */
const [jetton, pool] = [addressOf('b'), addressOf('d')];
const START = importClock.getTime();
const MINUTE = 60_000;
const BETA = { address: jetton, symbol: 'BETA' };

let now = START;
let lt = 100n;

/** A purchase of 10 jettons in USD each. */
function swapAt(price: number, time = now): SwapRecord {
  lt += 1n;
  return {
    pool,
    time: new Date(time),
    lt,
    trader: addressOf('e'),
    sold0: true,
    amount0: BigInt(Math.round(price * 10_000_000)),
    amount1: 10_000_000_000n,
    volumeUsd: undefined,
    reserve0: undefined,
    reserve1: undefined,
  };
}

function alertOn(
  rule: AlertRule,
  repeat: Repeat = 'min5',
  more: Partial<PushAlertInput> = {},
): PushAlertInput {
  return { id: 'one', rule, repeat, since: now, ...more };
}

const above = (value: number): AlertRule => ({ type: 'price', ...BETA, side: 'above', value });

function serviceAt(store: Store, environment: Readonly<Record<string, string>> = {}): Service {
  return { ...serviceOf(environment, store), clock: { fixed: false, now: () => new Date(now) } };
}

/** Imports the small dataset, of which rounds can start, and one service with a push service. */
async function prepare(
  store: Store,
  environment: Readonly<Record<string, string>> = {},
  webhooks: readonly Webhook[] = [],
) {
  now = START;
  await importFiles(store, smallDataset());
  await store.db.execute(sql`update dataset set as_of = null`);
  const { config, ...rest } = serviceAt(store, environment);
  const service = { ...rest, config: { ...config, webhooks } };
  const app = await buildApp({ service, handlers, version: '0.0.0' });
  onTestFinished(() => closeApp(app, 0));
  const push = await startPushService();
  onTestFinished(push.close);
  const failures: unknown[] = [];
  const start = (network = push.network) => {
    const listener = { failed: (error: unknown) => failures.push(error), succeeded: () => undefined };
    const task = startAlerts(service, listener, network);
    onTestFinished(() => task.stop());
    return task;
  };
  const round = async (at: number, batch: Batch | ((time: number) => Batch) = {}) => {
    now = at;
    expect((await ingest(store, new Date(at), typeof batch === 'function' ? batch(at) : batch)).outcome).toBe(
      'done',
    );
  };
  const client = clientOf(app);
  const save = async (browser: TestBrowser, ...alerts: PushAlertInput[]) => {
    const { decrypt: _decrypt, ...fields } = browser;
    const { serverKey } = await client.call(getPushKey, {});
    return client.request(subscribe, { ...fields, serverKey, alerts });
  };
  return { service, app, client, push, start, round, save, failures };
}

type Prepared = Awaited<ReturnType<typeof prepare>>;

function tablesOf(store: Store) {
  return rows<{ subscriptions: number; rules: number; messages: number }>(
    store.db,
    sql`select (select count(*)::int from alert_subscription) as subscriptions,
      (select count(*)::int from alert_rule) as rules, (select count(*)::int from alert_message) as messages`,
  );
}

/** Evaluates an alert with rounds at which the jetton has these prices. Returns how often it fired after each. */
async function firings(
  prepared: Prepared,
  browser: TestBrowser,
  alert: PushAlertInput,
  prices: readonly number[],
): Promise<number[]> {
  expect((await prepared.save(browser, alert)).status).toBe(200);
  return await evaluateAt(prepared, prices);
}

/** Evaluates the alerts after each of the rounds at which the jetton has these prices. Returns the numbers of messages. */
async function evaluateAt({ service, round }: Prepared, prices: readonly number[]): Promise<number[]> {
  const counts: number[] = [];
  for (const price of prices) {
    await round(now + 10 * MINUTE, (time) => ({ swaps: [swapAt(price, time)] }));
    counts.push(await evaluateAlerts(service));
  }
  return counts;
}

async function prepareWithKey(...parameters: Parameters<typeof prepare>) {
  const prepared = await prepare(...parameters);
  await prepared.start().stop();
  return prepared;
}

describeOnOneStore('alerts of browsers', (openEmptyStore) => {
  let store: Store;
  beforeEach(async () => {
    store = await openEmptyStore();
  });

  test('reach the endpoint encrypted and signed, within a round of the swap', async () => {
    const { push, start, round, save, client, failures } = await prepare(store, {
      PUSH_CONTACT: 'mailto:operator@jetscope.example',
    });
    await round(START + MINUTE, () => ({ swaps: [swapAt(1)] }));
    const task = start();
    const { serverKey } = await eventually(() => client.call(getPushKey, {}));
    const browser = createBrowser();
    await save(browser, alertOn(above(2)));
    await round(now + 3000);
    task.wake();
    await eventually(async () => {
      const [rule] = await rows<{ state: string | null }>(store.db, sql`select state from alert_rule`);
      expect(rule?.state).not.toBeNull();
    });
    await round(now + 3000, (time) => ({ swaps: [swapAt(3, time)] }));
    task.wake();
    const [message] = await eventually(() => {
      expect(push.received).toHaveLength(1);
      return push.received;
    });
    expect(browser.endpoint.endsWith(message?.path ?? '')).toBe(true);
    expect(message?.headers).toMatchObject({ 'content-encoding': 'aes128gcm', ttl: '3600', urgency: 'high' });
    expect(browser.decrypt(message?.body ?? Buffer.alloc(0))).toEqual({
      title: 'BETA price above 2 USD: 3 USD',
      body: 'Data of 2026-01-29 07:51:06 UTC',
      tag: `one ${now}`,
      path: expect.stringMatching(/^\/jetton\/EQ/),
    });
    const [, token = '', key] =
      /^vapid t=([\w.-]+), k=([\w-]+)$/.exec(String(message?.headers.authorization)) ?? [];
    expect(key).toBe(serverKey);
    const [head, claims = '', signature = ''] = token.split('.');
    const point = Buffer.from(serverKey, 'base64url');
    const [x, y] = [point.toString('base64url', 1, 33), point.toString('base64url', 33)];
    const publicKey = createPublicKey({ format: 'jwk', key: { kty: 'EC', crv: 'P-256', x, y } });
    const signed = Buffer.from(`${head}.${claims}`);
    const key256 = { key: publicKey, dsaEncoding: 'ieee-p1363' } as const;
    expect(verify('sha256', signed, key256, Buffer.from(signature, 'base64url'))).toBe(true);
    expect(JSON.parse(Buffer.from(claims, 'base64url').toString())).toMatchObject({
      aud: 'https://localhost',
      sub: 'mailto:operator@jetscope.example',
    });
    expect(failures).toEqual([]);
  });

  test('fire once per crossing, and never again with the same data or after a restart', async () => {
    const prepared = await prepareWithKey(store);
    const browser = createBrowser();
    expect(await firings(prepared, browser, alertOn(above(2)), [3, 1, 3, 3, 1, 3])).toEqual([
      0, 0, 1, 0, 0, 1,
    ]);
    expect(await evaluateAlerts(prepared.service)).toBe(0);
    // Another process, or this one after a restart.
    expect(await evaluateAlerts(serviceAt(store))).toBe(0);
    // The page synchronizes the same alert again.
    const [first] = await rows<{ since: number }>(
      store.db,
      sql`select (alert -> 'since')::text::float8 as since from alert_rule`,
    );
    const again = await prepared.save(browser, alertOn(above(2), 'min5', { since: first?.since ?? 0 }));
    expect(again.body).toMatchObject({ firings: [{ alertId: 'one' }, { alertId: 'one' }] });
    expect(await evaluateAlerts(prepared.service)).toBe(0);
    expect(await claimMessages(store)).toHaveLength(2);
    expect(await claimMessages(store)).toHaveLength(0);
  });

  test('fire after a clock was far ahead', async () => {
    const prepared = await prepareWithKey(store);
    await firings(prepared, createBrowser(), alertOn(above(2)), [1]);
    const ahead = now + 1_000 * MINUTE;
    await store.db.execute(
      sql`update alert_rule set state = jsonb_set(state, '{evaluatedAt}', ${ahead}::text::jsonb)`,
    );
    expect(await evaluateAt(prepared, [1, 3])).toEqual([0, 1]);
  });

  test('that repeat once are done', async () => {
    const prepared = await prepareWithKey(store);
    const counts = await firings(prepared, createBrowser(), alertOn(above(2), 'once'), [1, 3, 1, 3]);
    expect(counts).toEqual([0, 1, 0, 0]);
  });

  test('on trades of several jettons fire for those that are traded, above their own values', async () => {
    const prepared = await prepareWithKey(store);
    const trade = (id: string, minUsd: number, of = BETA) =>
      alertOn({ type: 'trade', ...of, minUsd }, 'min5', { id });
    const quote = { address: addressOf('a'), symbol: 'ALPHA' };
    const unlisted = { address: addressOf('9'), symbol: 'NINE' };
    const alerts = [
      trade('large', 25),
      trade('small', 15),
      trade('quote', 1, quote),
      trade('unlisted', 1, unlisted),
    ];
    expect((await prepared.save(createBrowser(), ...alerts)).status).toBe(200);
    expect(await evaluateAt(prepared, [1, 2, 3])).toEqual([1, 2, 3]);
  });

  test('on trades fire for a large one, however many smaller ones followed that others wait for', async () => {
    const prepared = await prepareWithKey(store);
    const trade = (id: string, minUsd: number) => alertOn({ type: 'trade', ...BETA, minUsd }, 'min5', { id });
    expect((await prepared.save(createBrowser(), trade('small', 1), trade('large', 25))).status).toBe(200);
    await prepared.round(now + 10 * MINUTE, (time) => ({ swaps: [swapAt(1, time)] }));
    await evaluateAlerts(prepared.service);
    await prepared.round(now + 10 * MINUTE, (time) => ({
      swaps: [swapAt(3, time - MINUTE), ...Array.from({ length: 250 }, () => swapAt(1, time))],
    }));
    await evaluateAlerts(prepared.service);
    const fired = await rows<{ id: string }>(
      store.db,
      sql`select distinct alert_id as id from alert_message`,
    );
    expect(fired.map(({ id }) => id).toSorted()).toEqual(['large', 'small']);
  });

  test('on trades never fire for late swaps', async () => {
    const prepared = await prepareWithKey(store);
    const rule: AlertRule = { type: 'trade', ...BETA, minUsd: 15 };
    const { service, round } = prepared;
    expect(await firings(prepared, createBrowser(), alertOn(rule), [1, 2])).toEqual([0, 1]);
    const late = now + 5 * MINUTE;
    await round(now + 20 * MINUTE, { swaps: [swapAt(4, late)] });
    expect(await evaluateAlerts(service)).toBe(0);
    await round(now + 10 * MINUTE, (time) => ({ swaps: [swapAt(5, time - MINUTE)] }));
    expect(await evaluateAlerts(service)).toBe(1);
    await round(now + 10_000);
    expect(await evaluateAlerts(service)).toBe(0);
  });

  test('on screens fire for jettons that enter the rows of the list', async () => {
    const prepared = await prepareWithKey(store);
    const rule: AlertRule = { type: 'screen', name: 'New', query: '', rows: 5, event: 'enters' };
    const filter = { search: 'Beta', volume24h: { min: { value: '35' } } };
    const alert = alertOn(rule, 'min5', { filter });
    expect(await firings(prepared, createBrowser(), alert, [1, 1, 2, 1])).toEqual([0, 0, 1, 0]);
    const aged = alertOn(rule, 'min5', { id: 'aged', filter: {}, age: { max: 1 } });
    expect(await firings(prepared, createBrowser(), aged, [1])).toEqual([0]);
    const [state] = await rows<{ members: string }>(
      store.db,
      sql`select (state -> 'members')::text as members from alert_rule where id = 'aged'`,
    );
    expect(state?.members).toBe('[]');
  });

  test('on numbers are evaluated every time, those on screens of all clients in turns', async () => {
    const prepared = await prepareWithKey(store);
    const screens = (count: number, from: number) =>
      Array.from({ length: count }, (_, index) => {
        const number = from + index;
        const rule: AlertRule = { type: 'screen', name: 'New', query: '', rows: 5, event: 'enters' };
        const filter = { holders: { max: `${number}` } };
        return alertOn(rule, 'min5', { id: `screen-${number}`, filter });
      });
    await prepared.save(createBrowser(), ...screens(5, 10), alertOn(above(2), 'min5', { id: 'number' }));
    const other = createBrowser();
    await prepared.save(other, ...screens(1, 20));
    await store.db.execute(
      sql`update alert_subscription set client = 'another' where endpoint = ${other.endpoint}`,
    );
    const turns = new Turns();
    // Each evaluation has time for one screen.
    const evaluateOne = async () => {
      await prepared.round(now + MINUTE, (time) => ({ swaps: [swapAt(1, time)] }));
      turns.restart();
      await evaluateAlerts(prepared.service, turns, 0);
      const evaluated = await rows<{ id: string }>(
        store.db,
        sql`select id from alert_rule where state -> 'evaluatedAt' = to_jsonb(${now}::bigint) order by id`,
      );
      return evaluated.map(({ id }) => id);
    };
    const evaluations = [await evaluateOne(), await evaluateOne(), await evaluateOne(), await evaluateOne()];
    expect(evaluations.map(([first]) => first)).toEqual(Array(4).fill('number'));
    const evaluated = evaluations.flatMap(([, ...ids]) => ids);
    expect(evaluated.filter((id) => id === 'screen-20')).toHaveLength(2);
    expect([evaluated.length, new Set(evaluated).size]).toEqual([4, 3]);
    expect(turns.isComplete).toBe(false);
    for (let count = 0; count < 5; count += 1) await evaluateAlerts(prepared.service, turns, 0);
    expect(turns.isComplete).toBe(true);
  });

  test('are deleted with the subscription, by the browser or once the endpoint is gone', async () => {
    const prepared = await prepareWithKey(store);
    const { client, push, start } = prepared;
    const [first, second] = [createBrowser(), createBrowser()];
    await firings(prepared, first, alertOn(above(2)), [1]);
    await firings(prepared, second, alertOn(above(2)), [1, 3]);
    expect(await tablesOf(store)).toEqual([{ subscriptions: 2, rules: 2, messages: 2 }]);
    await client.call(unsubscribe, { endpoint: first.endpoint, auth: second.auth });
    expect(await tablesOf(store)).toEqual([{ subscriptions: 2, rules: 2, messages: 2 }]);
    await client.call(unsubscribe, { endpoint: first.endpoint, auth: first.auth });
    expect(await tablesOf(store)).toEqual([{ subscriptions: 1, rules: 1, messages: 1 }]);
    push.status = 410;
    start();
    await eventually(async () =>
      expect(await tablesOf(store)).toEqual([{ subscriptions: 0, rules: 0, messages: 0 }]),
    );
    expect(push.received).toHaveLength(1);
  });

  test('are sent again only if the endpoint has not received them', async () => {
    const prepared = await prepareWithKey(store);
    const unsent = async () => {
      const [row] = await rows<{ count: number }>(
        store.db,
        sql`select count(*)::int as count from alert_message where send_at is not null and attempts = 1`,
      );
      return row?.count;
    };
    const { push, start } = prepared;
    push.status = 0;
    await firings(prepared, createBrowser(), alertOn(above(2)), [1, 3]);
    const task = start();
    await eventually(() => expect(push.received).toHaveLength(1));
    await task.stop();
    expect(await unsent()).toBe(0);
    push.status = 503;
    await firings(prepared, createBrowser(), alertOn(above(2)), [1, 3]);
    const other = start();
    await eventually(() => expect(push.received.length).toBeGreaterThan(1));
    await other.stop();
    expect(await unsent()).toBe(push.received.length - 1);
  });

  test('are deleted if the endpoint has accepted no message for a week', async () => {
    const prepared = await prepareWithKey(store);
    const { push, service } = prepared;
    const context = { ...service, contact: 'mailto:operator@jetscope.example', network: push.network };
    const sendNext = async (status: number) => {
      push.status = status;
      await evaluateAt(prepared, [1, 3]);
      const [message] = await claimMessages(store);
      return message && (await sendMessage(context, message));
    };
    const passWeek = () =>
      store.db.execute(sql`update alert_message set time = time - interval '7 days' where attempts > 0`);
    await prepared.save(createBrowser(), alertOn(above(2)));
    expect(await sendNext(403)).toBe('lost');
    await passWeek();
    expect(await sendNext(201)).toBe('sent');
    expect(await sendNext(403)).toBe('lost');
    expect(await sendNext(0)).toBe('lost');
    expect(await tablesOf(store)).toMatchObject([{ subscriptions: 1 }]);
    await passWeek();
    expect(await sendNext(403)).toBe('lost');
    expect(await tablesOf(store)).toEqual([{ subscriptions: 0, rules: 0, messages: 0 }]);
  });

  test('of one client leave room for the messages of others', async () => {
    const prepared = await prepareWithKey(store);
    const several = Array.from({ length: 9 }, (_, index) => alertOn(above(2), 'min5', { id: `id-${index}` }));
    await prepared.save(createBrowser(), ...several);
    const other = createBrowser();
    await prepared.save(other, alertOn(above(2)));
    await store.db.execute(
      sql`update alert_subscription set client = 'another' where endpoint = ${other.endpoint}`,
    );
    expect(await evaluateAt(prepared, [1, 3])).toEqual([0, 10]);
    const claimed = await claimMessages(store);
    const others = claimed.filter(({ endpoint }) => endpoint === other.endpoint);
    expect([claimed.length, others.length]).toEqual([6, 1]);
    expect(await claimMessages(store, claimed)).toEqual([]);
    expect(await claimMessages(store, others)).toHaveLength(4);
  });

  test('are deleted if no message can be encrypted for their browser', async () => {
    const prepared = await prepareWithKey(store);
    await firings(prepared, createBrowser(), alertOn(above(2)), [1, 3]);
    await store.db.execute(sql`update alert_subscription set public_key = ${'A'.repeat(87)}`);
    prepared.start();
    await eventually(async () => expect(await tablesOf(store)).toMatchObject([{ subscriptions: 0 }]));
    expect(prepared.failures).toEqual([]);
  });

  test('are not sent to private addresses', async () => {
    const prepared = await prepareWithKey(store);
    const { push, start } = prepared;
    const literal = { ...createBrowser(), endpoint: 'https://127.0.0.1/send' };
    await firings(prepared, literal, alertOn(above(2)), [1]);
    await firings(prepared, createBrowser(), alertOn(above(2)), [1, 3]);
    start({ ...push.network, policy: publicInternet });
    await eventually(async () =>
      expect(await rows(store.db, sql`select from alert_message where attempts = 1`)).toHaveLength(1),
    );
    expect(await tablesOf(store)).toMatchObject([{ subscriptions: 1 }]);
    expect(push.received).toEqual([]);
  });

  test('state what is missing of the data', async () => {
    const prepared = await prepareWithKey(store);
    await firings(prepared, createBrowser(), alertOn(above(2)), [1]);
    await store.db.execute(sql`update pool set feed = 'swaps' where address = ${pool}`);
    await store.db.execute(sql`insert into feed (name, kind, start_time, head)
      values ('swaps', 'dedust', ${new Date(START).toISOString()}, ${new Date(now + 5 * MINUTE).toISOString()})`);
    await prepared.round(now + 10 * MINUTE, (time) => ({ swaps: [swapAt(3, time)] }));
    expect(await evaluateAlerts(serviceAt(store))).toBe(1);
    const [message] = await claimMessages(store);
    expect(message?.firing.missing).toMatchObject([{ exchangeId: 'dedust' }]);
  });

  test('are limited, and rejected if they are invalid or of another key', async () => {
    const { save, client } = await prepareWithKey(store, { PUSH_SUBSCRIPTIONS: '2' });
    const statusOf = async (...parameters: Parameters<typeof save>) => (await save(...parameters)).status;
    const browser = createBrowser();
    const alerts = (count: number, rule: (index: number) => AlertRule) =>
      Array.from({ length: count }, (_, index) => alertOn(rule(index), 'min5', { id: `id-${index}` }));
    expect(await statusOf(browser, ...alerts(100, () => above(2)))).toBe(200);
    expect(await statusOf(browser, ...alerts(101, () => above(2)))).toBe(400);
    expect(await statusOf(browser)).toBe(400);
    expect(await statusOf(browser, alertOn(above(2)), alertOn(above(3)))).toBe(400);
    const trades = (index: number): AlertRule => ({
      type: 'trade',
      address: `0:${index.toString(16).padStart(64, '0')}`,
      symbol: 'X',
      minUsd: 1,
    });
    expect(await statusOf(browser, ...alerts(11, trades))).toBe(400);
    const screen: AlertRule = { type: 'screen', name: 'New', query: '', rows: 5, event: 'enters' };
    expect(await statusOf(browser, alertOn(screen))).toBe(400);
    expect(await statusOf({ ...browser, auth: createBrowser().auth }, alertOn(above(2)))).toBe(400);
    const endpoints = ['http://push.example/1', 'https://push.example:8443/1', 'https://[::1]/1'];
    for (const endpoint of [...endpoints, 'https://999.999.999.999/1', 'https://xn--/1'])
      expect(await statusOf({ ...createBrowser(), endpoint }, alertOn(above(2)))).toBe(400);
    expect(await statusOf({ ...createBrowser(), publicKey: 'A'.repeat(87) }, alertOn(above(2)))).toBe(400);
    expect(await statusOf(createBrowser(), alertOn(above(2)))).toBe(200);
    expect(await statusOf(createBrowser(), alertOn(above(2)))).toBe(429);
    expect(await statusOf(browser, alertOn(above(2)))).toBe(200);
    const { decrypt: _decrypt, ...fields } = browser;
    const otherKey = { ...fields, serverKey: browser.publicKey, alerts: [alertOn(above(2))] };
    expect((await client.request(subscribe, otherKey)).status).toBe(400);
    expect(await tablesOf(store)).toMatchObject([{ subscriptions: 2 }]);
  });

  test('are limited per client', async () => {
    const { save } = await prepareWithKey(store);
    for (let count = 0; count < 20; count += 1)
      expect((await save(createBrowser(), alertOn(above(2)))).status).toBe(200);
    expect((await save(createBrowser(), alertOn(above(2)))).status).toBe(429);
  });

  test('are not stored by nodes that only read, and have no operations if they are off', async () => {
    const { service } = await prepareWithKey(store);
    const appWith = async (config: Partial<Service['config']>) => {
      const changed = { ...service, config: { ...service.config, ...config } };
      const app = await buildApp({ service: changed, handlers, version: '0.0.0' });
      onTestFinished(() => closeApp(app, 0));
      return clientOf(app);
    };
    const { endpoint, auth } = createBrowser();
    const reader = await appWith({ role: 'api' });
    expect((await reader.request(unsubscribe, { endpoint, auth })).status).toBe(503);
    expect((await reader.request(getPushKey, {})).status).toBe(200);
    const off = await appWith({ pushSubscriptions: 0 });
    expect((await off.request(getPushKey, {})).status).toBe(404);
  });
});

describeOnOneStore('webhooks of the operator', (openEmptyStore) => {
  const SECRET = 'a secret of some length';
  const url = 'https://localhost/hook?team=1';
  let store: Store;
  beforeEach(async () => {
    store = await openEmptyStore();
  });

  const webhookOn = (rule: AlertRule, more: Partial<Webhook> = {}): Webhook => ({
    url,
    secret: SECRET,
    alerts: [{ id: 'one', rule, repeat: 'min5' }],
    ...more,
  });

  test('get signed messages, again with the same id until they accept one', async () => {
    const environment = { PUBLIC_URL: 'https://jetscope.example' };
    const prepared = await prepareWithKey(store, environment, [webhookOn(above(2))]);
    const { push, start, service, failures } = prepared;
    push.status = 500;
    expect(await evaluateAt(prepared, [1, 3])).toEqual([0, 1]);
    start();
    await eventually(() => expect(push.received).toHaveLength(1));
    await eventually(async () =>
      expect(await rows(store.db, sql`select from alert_message where send_at > now()`)).toHaveLength(1),
    );
    push.status = 204;
    await store.db.execute(sql`update alert_message set send_at = now()`);
    await eventually(() => expect(push.received).toHaveLength(2));
    const [first, second] = push.received;
    expect(first?.path).toBe('/hook?team=1');
    const { 'jetscope-delivery': delivery, 'jetscope-signature': signature } = second?.headers ?? {};
    expect(first?.headers['jetscope-delivery']).toBe(delivery);
    const [, seconds = '', digest] = /^t=(\d+),v1=([0-9a-f]{64})$/.exec(String(signature)) ?? [];
    const body = second?.body.toString() ?? '';
    expect(createHmac('sha256', SECRET).update(`${seconds}.${body}`).digest('hex')).toBe(digest);
    expect(Math.abs(Number(seconds) - Date.now() / 1000)).toBeLessThan(3600);
    expect(JSON.parse(body)).toEqual({
      delivery,
      alert: 'one',
      text: 'BETA price above 2 USD: 3 USD',
      time: new Date(now).toISOString(),
      value: 3,
      missing: [],
      rule: above(2),
      url: expect.stringMatching(/^https:\/\/jetscope\.example\/jetton\/EQ/),
    });
    expect(await evaluateAlerts(service)).toBe(0);
    expect(failures).toEqual([]);
  });

  test('get a failed message again after four times as long each time, five times in all', async () => {
    const prepared = await prepareWithKey(store, {}, [webhookOn(above(2))]);
    const { push, service } = prepared;
    push.status = 500;
    await evaluateAt(prepared, [1, 3]);
    const context = { ...service, contact: url, network: push.network };
    const send = async () => {
      const [message] = await claimMessages(store);
      if (!message) throw new Error('no message is due');
      return await sendMessage(context, message);
    };
    const remaining = sql`select extract(epoch from send_at - now())::float8 as delay from alert_message`;
    for (const seconds of [5, 20, 80, 320]) {
      expect(await send()).toBe('unsent');
      const [stored] = await rows<{ delay: number }>(store.db, remaining);
      expect(stored?.delay).toBeGreaterThan(seconds / 4);
      expect(stored?.delay).toBeLessThanOrEqual(seconds);
      await store.db.execute(sql`update alert_message set send_at = now()`);
    }
    await expect(send()).rejects.toThrow('has not accepted a message: status 500');
    expect(push.received).toHaveLength(5);
    expect(await claimMessages(store)).toEqual([]);
  });

  test('that refuse a message do not get it again, and stay', async () => {
    const prepared = await prepareWithKey(store, {}, [webhookOn(above(2))]);
    const { push, start, failures } = prepared;
    await evaluateAt(prepared, [1, 3]);
    push.status = 410;
    start();
    await eventually(() => expect(failures).toHaveLength(1));
    expect(String(failures[0])).toBe(
      'Error: The webhook at localhost has not accepted a message: status 410',
    );
    expect(await rows(store.db, sql`select from alert_message where send_at is not null`)).toEqual([]);
    expect(await tablesOf(store)).toMatchObject([{ subscriptions: 1, rules: 1 }]);
  });

  test('are those of the settings: equal alerts keep what they have seen, others begin anew', async () => {
    const prepared = await prepareWithKey(store);
    await storeWebhooks(store, [webhookOn(above(2)), webhookOn(above(2), { url: `${url}1` })], new Date(now));
    expect(await evaluateAt(prepared, [1, 3])).toEqual([0, 2]);
    await storeWebhooks(store, [webhookOn(above(2))], new Date(now));
    expect(await tablesOf(store)).toEqual([{ subscriptions: 1, rules: 1, messages: 1 }]);
    expect(await evaluateAt(prepared, [1, 3])).toEqual([0, 1]);
    await evaluateAt(prepared, [1]);
    await storeWebhooks(store, [webhookOn(above(2.5))], new Date(now));
    // The first data never fires.
    expect(await evaluateAt(prepared, [3, 1, 3])).toEqual([0, 0, 1]);
    await storeWebhooks(store, [], new Date(now));
    expect(await tablesOf(store)).toEqual([{ subscriptions: 0, rules: 0, messages: 0 }]);
  });

  test('count after a restart if they were first stored while the clock was ahead', async () => {
    const prepared = await prepareWithKey(store);
    await storeWebhooks(store, [webhookOn(above(2))], new Date(now + 1_000 * MINUTE));
    expect(await evaluateAt(prepared, [1, 3])).toEqual([0, 0]);
    await storeWebhooks(store, [webhookOn(above(2))], new Date(now));
    expect(await evaluateAt(prepared, [1, 3])).toEqual([0, 1]);
  });

  test('take no room of browsers, and are not called at private addresses', async () => {
    const webhook = webhookOn(above(2), { url: 'https://127.0.0.1/' });
    const prepared = await prepareWithKey(store, { PUSH_SUBSCRIPTIONS: '1' }, [webhook]);
    const { push, start, save, failures } = prepared;
    expect((await save(createBrowser(), alertOn(above(9)))).status).toBe(200);
    await evaluateAt(prepared, [1, 3]);
    start({ ...push.network, policy: publicInternet });
    await eventually(() => expect(String(failures[0])).toContain('its address is not public'));
    expect(push.received).toEqual([]);
  });
});

describeOnEachStore('alerts', (openEmptyStore) => {
  let store: Store;
  beforeEach(async () => {
    store = await openEmptyStore();
  });

  test('fire in one of several processes that evaluate at the same time', async () => {
    const prepared = await prepareWithKey(store);
    await firings(prepared, createBrowser(), alertOn(above(2)), [1]);
    await prepared.round(now + MINUTE, (time) => ({ swaps: [swapAt(3, time)] }));
    const counts = await Promise.all([1, 2, 3].map(() => evaluateAlerts(serviceAt(store))));
    expect(counts.toSorted((a, b) => a - b)).toEqual([0, 0, 1]);
    expect(await tablesOf(store)).toEqual([{ subscriptions: 1, rules: 1, messages: 1 }]);
  });

  test('are kept when the data is replaced, and begin anew', async () => {
    const prepared = await prepareWithKey(store);
    const browser = createBrowser();
    await firings(prepared, browser, alertOn(above(2)), [1]);
    const { serverKey } = await prepared.client.call(getPushKey, {});
    await importFiles(store, smallDataset());
    expect(await tablesOf(store)).toEqual([{ subscriptions: 1, rules: 1, messages: 0 }]);
    expect(await rows(store.db, sql`select from alert_rule where state is null`)).toHaveLength(1);
    expect(await prepared.client.call(getPushKey, {})).toEqual({ serverKey });
  });
});
