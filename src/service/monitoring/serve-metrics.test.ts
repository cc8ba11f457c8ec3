import { sql } from 'drizzle-orm';
import { expect, test, vi } from 'vitest';
import { queryRowCounts } from '#service/operations/store-status.ts';
import type { Store } from '#service/store/database.ts';
import { StoreUnavailableError } from '#service/store/store-errors.ts';
import { importFiles } from '#testing/datasets/dataset-folder.ts';
import { addressOf, smallDataset } from '#testing/datasets/small-dataset.ts';
import { buildHttpApp, serviceOf } from '#testing/service/http-app.ts';
import { scrapeMetrics } from '#testing/service/metric-samples.ts';
import { describeOnEachStore } from '#testing/stores/describe-on-each-store.ts';
import { createMetrics, type Metrics } from './metrics.ts';

const fixedMetrics: Metrics = {
  http: { observe: () => undefined, setStreams: () => undefined },
  feeds: { countResponse: () => undefined },
  onRound: () => undefined,
  contentType: 'text/plain; version=0.0.4; charset=utf-8',
  scrape: async () => 'jetscope_info 1\n',
};

const LOOPBACK = '127.0.0.1';
const OTHER = '203.0.113.5';

test.each<[string, number, Record<string, string>, string, Record<string, string>]>([
  ['loopback', 200, {}, LOOPBACK, {}],
  ['loopback in IPv6', 200, {}, '::1', {}],
  ['loopback as a mapped address', 200, {}, '::ffff:127.0.0.1', {}],
  ['loopback by a name of another site', 404, {}, LOOPBACK, { host: 'rebound.example' }],
  ['others', 404, {}, OTHER, {}],
  ['an allowed address', 200, { METRICS_ALLOW: '10.0.0.0/8,203.0.113.5' }, OTHER, {}],
  ['an allowed range', 200, { METRICS_ALLOW: '10.0.0.0/8' }, '10.1.2.3', {}],
  ['an allowed range in IPv6', 200, { METRICS_ALLOW: 'fd00::/8' }, 'fd12::1', {}],
  ['an address outside the range', 404, { METRICS_ALLOW: '10.0.0.0/8' }, '11.0.0.1', {}],
  ['an untrusted proxy', 404, {}, LOOPBACK, { 'x-forwarded-for': OTHER }],
  ['another untrusted proxy', 404, {}, LOOPBACK, { forwarded: `for=${OTHER}` }],
  ['a trusted proxy', 404, { TRUSTED_PROXIES: LOOPBACK }, LOOPBACK, { 'x-forwarded-for': OTHER }],
  [
    'a trusted proxy of an allowed client',
    200,
    { TRUSTED_PROXIES: LOOPBACK, METRICS_ALLOW: OTHER },
    LOOPBACK,
    { 'x-forwarded-for': OTHER, host: 'public.example' },
  ],
])('%s: %i', async (_, status, environment, remoteAddress, headers) => {
  const app = await buildHttpApp({ environment, metrics: fixedMetrics });
  const response = await app.inject({ url: '/metrics', remoteAddress, headers });
  expect(response.statusCode).toBe(status);
  await app.close();
});

test('other sites cannot read metrics, and nothing caches them', async () => {
  const app = await buildHttpApp({ metrics: fixedMetrics });
  const { headers, body } = await app.inject('/metrics');
  expect(body).toBe('jetscope_info 1\n');
  expect(headers).toMatchObject({
    'content-type': 'text/plain; version=0.0.4; charset=utf-8',
    'cache-control': 'no-store',
    'cross-origin-resource-policy': 'same-origin',
  });
  expect(headers).not.toHaveProperty('access-control-allow-origin');
  await app.close();
});

test('scrapes do not count as activity of users', async () => {
  const onRequest = vi.fn<() => void>();
  const app = await buildHttpApp({ metrics: fixedMetrics, onRequest });
  for (const url of ['/metrics', '/metrics?name=up', '/healthz']) await app.inject(url);
  expect(onRequest).not.toHaveBeenCalled();
  await app.inject('/status');
  expect(onRequest).toHaveBeenCalledOnce();
  await app.close();
});

/** Builds the app of a service on the store, with its metrics. `scrape` returns the values of all series. */
async function serveWithMetrics(store: Store) {
  const metrics = createMetrics({ store, version: '1.2.3' });
  const app = await buildHttpApp({ service: serviceOf({}, store), metrics });
  const scrape = () => scrapeMetrics(app);
  return { app, metrics, scrape };
}

describeOnEachStore('metrics', (openEmptyStore) => {
  test('of an empty store', async () => {
    const { app, scrape } = await serveWithMetrics(await openEmptyStore());
    const samples = await scrape();
    expect(samples.get('jetscope_info{version="1.2.3"}')).toBe(1);
    expect(samples.get('jetscope_store_up')).toBe(1);
    expect(samples.get('jetscope_store_condition{condition="ok"}')).toBe(1);
    expect(samples.get('jetscope_store_condition{condition="read-only"}')).toBe(0);
    expect(samples.has('jetscope_store_calculated_timestamp_seconds')).toBe(false);
    expect(samples.get('process_cpu_seconds_total')).toBeGreaterThan(0);
    await app.close();
  });

  test('of the size of the store', async () => {
    const store = await openEmptyStore();
    await importFiles(store, smallDataset());
    await store.db.execute(sql`analyze`);
    const { app, scrape } = await serveWithMetrics(store);
    const samples = await scrape();
    const counts = await queryRowCounts(store.db);
    expect(samples.get('jetscope_store_rows{table="jetton"}')).toBe(counts.jettons);
    expect(samples.get('jetscope_store_rows{table="swap"}')).toBe(counts.swaps);
    expect(samples.get('jetscope_store_size_bytes')).toBeGreaterThan(1_000_000);
    expect(samples.get('jetscope_store_calculated_timestamp_seconds')).toBeGreaterThan(1_700_000_000);
    const { engine } = store;
    expect(samples.get(`jetscope_store_info{engine="${engine}"}`)).toBe(1);
    expect(samples.has('jetscope_store_connections{state="idle"}')).toBe(engine === 'server');
    await app.close();
  });

  test('of feeds, as they are stored', async () => {
    const store = await openEmptyStore();
    const { app, scrape } = await serveWithMetrics(store);
    await store.db.execute(sql`
      insert into feed (name, kind, head, start_time, history_total, is_stopped, ingested, duplicate, late, rejected)
      values ('a', 'stonfi', '2026-01-29T07:50:00Z', now(), 4, false, 10, 3, 2, 1),
        ('b', 'tonapi', null, now(), 0, true, 0, 0, 0, 0)`);
    await store.db.execute(sql`
      insert into feed_range (feed, subject, from_key, to_key, from_time, to_time, purpose, attempts)
      values ('a', '', 0, 1, now(), now(), 'history', 0), ('a', '', 1, 2, now(), now(), 'history', 3)`);
    const samples = await scrape();
    const valuesOf = (feed: string) => {
      const entries = [...samples].flatMap(([series, value]) =>
        series.startsWith('jetscope_feed_') && series.includes(`feed="${feed}"`) ? [[series, value]] : [],
      );
      return Object.fromEntries(entries) as Record<string, number>;
    };
    const { 'jetscope_feed_lag_seconds{feed="a",kind="stonfi"}': lag, ...rest } = valuesOf('a');
    expect(lag).toBeGreaterThan(0);
    expect(rest).toEqual({
      'jetscope_feed_position_timestamp_seconds{feed="a",kind="stonfi"}':
        Date.parse('2026-01-29T07:50:00Z') / 1000,
      'jetscope_feed_history_read_ratio{feed="a",kind="stonfi"}': 0.5,
      'jetscope_feed_stopped{feed="a",kind="stonfi"}': 0,
      'jetscope_feed_open_ranges{feed="a",kind="stonfi"}': 2,
      'jetscope_feed_failed_ranges{feed="a",kind="stonfi"}': 1,
      'jetscope_feed_events_total{feed="a",kind="stonfi",outcome="ingested"}': 10,
      'jetscope_feed_events_total{feed="a",kind="stonfi",outcome="duplicate"}': 3,
      'jetscope_feed_events_total{feed="a",kind="stonfi",outcome="late"}': 2,
      'jetscope_feed_events_total{feed="a",kind="stonfi",outcome="rejected"}': 1,
    });
    expect(valuesOf('b')).toMatchObject({ 'jetscope_feed_stopped{feed="b",kind="tonapi"}': 1 });
    expect(samples.has('jetscope_feed_lag_seconds{feed="b",kind="tonapi"}')).toBe(false);
    await app.close();
  });

  test('of requests by route, never by URL', async () => {
    const { app, scrape } = await serveWithMetrics(await openEmptyStore());
    await app.inject(`/v1/jettons/${addressOf('a')}/price`);
    await app.inject('/v1/jettons/invalid/price');
    await app.inject({ method: 'POST', url: '/v1/jettons', body: {} });
    await app.inject('/no/such/path?secret=1');
    await app.inject({ method: 'PURGE' as 'GET', url: '/healthz' });
    const samples = await scrape();
    const counts = [...samples].flatMap(([series, value]) =>
      series.startsWith('jetscope_http_request_duration_seconds_count')
        ? [[series.split('{')[1], value]]
        : [],
    );
    expect(Object.fromEntries(counts)).toEqual({
      'method="GET",route="/v1/jettons/:address/price",status="2xx"}': 1,
      'method="GET",route="/v1/jettons/:address/price",status="4xx"}': 1,
      'method="POST",route="/v1/jettons",status="2xx"}': 1,
      'method="GET",route="none",status="4xx"}': 1,
      'method="other",route="none",status="4xx"}': 1,
    });
    expect([...samples.keys()].join('\n')).not.toContain('secret');
    await app.close();
  });

  test('of rounds', async () => {
    const { app, metrics, scrape } = await serveWithMetrics(await openEmptyStore());
    metrics.onRound({ outcome: 'done', seconds: 0.04, swaps: 12, jettons: 5 });
    metrics.onRound({ outcome: 'busy', seconds: 0.001, swaps: 0, jettons: 0 });
    const samples = await scrape();
    expect(samples.get('jetscope_round_duration_seconds_bucket{le="0.05",outcome="done"}')).toBe(1);
    expect(samples.get('jetscope_round_duration_seconds_count{outcome="busy"}')).toBe(1);
    expect(samples.get('jetscope_round_swaps_sum')).toBe(12);
    expect(samples.get('jetscope_round_jettons_count')).toBe(1);
    await app.close();
  });

  test('of the process while the store is unavailable', async () => {
    const store = await openEmptyStore();
    const failing: Store = {
      ...store,
      get db(): never {
        throw new StoreUnavailableError('no connection');
      },
    };
    const { app, scrape } = await serveWithMetrics(failing);
    const samples = await scrape();
    expect(samples.get('jetscope_store_up')).toBe(0);
    expect(samples.has('jetscope_store_size_bytes')).toBe(false);
    expect(samples.has('process_cpu_seconds_total')).toBe(true);
    await app.close();
  });

  test('services in one process have separate metrics', async () => {
    const store = await openEmptyStore();
    const [one, other] = await Promise.all([serveWithMetrics(store), serveWithMetrics(store)]);
    one.metrics.feeds.countResponse('a', 429);
    const series = 'jetscope_feed_responses_total{feed="a",status="429"}';
    expect((await one.scrape()).get(series)).toBe(1);
    expect((await other.scrape()).has(series)).toBe(false);
    await Promise.all([one.app.close(), other.app.close()]);
  });
});
