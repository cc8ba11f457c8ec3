import { collectDefaultMetrics, Gauge, Registry } from 'prom-client';
import type { RoundListener } from '#service/market/round.ts';
import type { Store } from '#service/store/database.ts';
import { createFeedMetrics, type FeedMetrics } from './feed-metrics.ts';
import { createHttpMetrics, type HttpMetrics } from './http-metrics.ts';
import { createRoundMetrics } from './round-metrics.ts';
import { createStoreMetrics } from './store-metrics.ts';
import { StoredMetricsReader } from './stored-metrics-reader.ts';

export type { HttpMetrics } from './http-metrics.ts';

export interface Metrics {
  readonly http: HttpMetrics;
  readonly feeds: FeedMetrics;
  readonly onRound: RoundListener;
  /** Media type of `scrape`. */
  readonly contentType: string;
  /** Returns all metrics in Prometheus' text format, within about two seconds. */
  scrape(): Promise<string>;
}

/** Creates the metrics of one service: of its process, requests, rounds, feeds and store. */
export function createMetrics({ store, version }: { store: Store; version: string }): Metrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  new Gauge({
    name: 'jetscope_info',
    help: 'Version of the service; always 1',
    labelNames: ['version'],
    registers: [registry],
  }).set({ version }, 1);
  const feeds = createFeedMetrics(registry);
  const setStored = createStoreMetrics(registry, store);
  const reader = new StoredMetricsReader(store);
  return {
    http: createHttpMetrics(registry),
    feeds,
    onRound: createRoundMetrics(registry),
    contentType: registry.contentType,
    scrape: async () => {
      const stored = await reader.read();
      feeds.setFeeds(stored?.feeds ?? []);
      setStored(stored);
      return await registry.metrics();
    },
  };
}
