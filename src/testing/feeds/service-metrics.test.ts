import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { TON_ADDRESS } from '#contract/address.ts';
import { buildApp } from '#service/app.ts';
import { readConfig } from '#service/config/config.ts';
import { silentProgress } from '#service/config/progress.ts';
import { startFeeds } from '#service/feeds/reading/start-feeds.ts';
import { createMetrics } from '#service/monitoring/metrics.ts';
import { handlers } from '#service/operations/handlers.ts';
import { prepareData } from '#service/prepare-store.ts';
import type { Store } from '#service/store/database.ts';
import { addressOf } from '#testing/datasets/small-dataset.ts';
import { eventually } from '#testing/eventually.ts';
import { FakeService, sendError } from '#testing/service/fake-service.ts';
import { scrapeMetrics } from '#testing/service/metric-samples.ts';
import { describeOnOneStore } from '#testing/stores/describe-on-each-store.ts';

let folder: string;
const source = new FakeService();
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'jetscope-metrics-'));
  await source.listen();
});
afterAll(async () => {
  await source.close();
  rmSync(folder, { recursive: true });
});

/** A jetton, its pool, and swaps of the last minutes, some of which are invalid. */
function writeRecords({ swaps, invalid }: { swaps: number; invalid: number }): void {
  const [jetton, pool] = [addressOf('a'), addressOf('b')];
  const time = Math.floor(Date.now() / 1000) - 120;
  const swap = (index: number) => ({
    type: 'swap',
    pool_address: pool,
    event_time: time + index,
    lt: String(1_000 + index),
    trader_address: addressOf('c'),
    token_sold_address: TON_ADDRESS,
    token_bought_address: jetton,
    amount_sold_raw: '5000000000',
    amount_bought_raw: '2500000',
  });
  const records = [
    { type: 'jetton', address: jetton, name: 'Example', symbol: 'EX', decimals: 6 },
    { type: 'pool', address: pool, exchange: 'stonfi', asset0: jetton, asset1: TON_ADDRESS },
    ...Array.from({ length: swaps }, (_, index) => swap(index)),
    ...Array.from({ length: invalid }, (_, index) => ({ ...swap(swaps + index), event_time: 'yesterday' })),
  ];
  writeFileSync(
    join(folder, 'records.ndjson'),
    records.map((record) => `${JSON.stringify(record)}\n`).join(''),
  );
}

async function startService(store: Store) {
  const feedsFile = join(folder, 'feeds.json');
  const feeds = [
    { name: 'file', kind: 'ndjson', url: 'records.ndjson' },
    { name: 'rates', kind: 'fx', url: source.baseUrl },
  ];
  writeFileSync(feedsFile, JSON.stringify(feeds));
  const config = readConfig({ FEEDS_FILE: feedsFile, RATE_LIMIT: '0', LOG_LEVEL: 'error' });
  const { clock } = await prepareData(store, config, silentProgress);
  const metrics = createMetrics({ store, version: '1.2.3' });
  const app = await buildApp({ service: { store, config, clock }, handlers, metrics, version: '1.2.3' });
  const failed = vi.fn<(error: unknown) => void>();
  const running = startFeeds(
    config.feeds,
    {
      store,
      clock,
      exchanges: config.exchanges,
      now: () => new Date(),
      onRound: metrics.onRound,
    },
    ({ name }) => ({
      succeeded: () => undefined,
      failed,
      responded: (status) => metrics.feeds.countResponse(name, status),
      sourceResponded: () => undefined,
      sourceFailed: () => undefined,
      sourceImplausible: () => undefined,
      recordRecovery: async () => undefined,
    }),
  );
  return {
    scrape: () => scrapeMetrics(app),
    get: (url: string) => app.inject(url),
    stop: async () => {
      await running.stop();
      await app.close();
      expect(failed).not.toHaveBeenCalled();
    },
  };
}

describeOnOneStore('metrics of a service with feeds', (openEmptyStore) => {
  test('count events, responses, rounds and requests', async () => {
    source.responders.set('/v1/currencies/usd.json', (_, response) => sendError(response, 503));
    writeRecords({ swaps: 40, invalid: 1 });
    const service = await startService(await openEmptyStore());
    const events = (outcome: string) =>
      `jetscope_feed_events_total{feed="file",kind="ndjson",outcome="${outcome}"}`;
    await eventually(async () => {
      const samples = await service.scrape();
      expect(samples.get(events('ingested'))).toBe(40);
      expect(samples.get(events('rejected'))).toBe(1);
      const responses = [...samples.keys()].filter((series) =>
        series.startsWith('jetscope_feed_responses_total{feed="rates"'),
      );
      expect(responses).not.toEqual([]);
    }, 200);
    const { statusCode } = await service.get(`/v1/jettons/${addressOf('a')}/price`);
    const samples = await service.scrape();
    expect(statusCode).toBe(200);
    expect(samples.get('jetscope_round_swaps_sum')).toBe(40);
    expect(samples.get('jetscope_round_jettons_sum')).toBeGreaterThan(0);
    const route = 'method="GET",route="/v1/jettons/:address/price",status="2xx"';
    expect(samples.get(`jetscope_http_request_duration_seconds_count{${route}}`)).toBe(1);
    expect(samples.get('jetscope_feed_lag_seconds{feed="file",kind="ndjson"}')).toBeGreaterThanOrEqual(0);
    await service.stop();
  });
});
