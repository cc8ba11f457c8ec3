import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { FeedStatus } from '#contract/status.ts';
import type { RoundListener } from '#service/market/round.ts';
import { queryStoredMetrics, type StoredMetrics } from '#service/operations/store-status.ts';
import { type QueryLimits, ThrottledQuery } from '#service/server/store-health.ts';
import type { Store, StoreCondition } from '#service/store/database.ts';
import { isStoreUnavailable } from '#service/store/store-errors.ts';

export interface Metrics {
  readonly http: HttpMetrics;
  readonly feeds: FeedMetrics;
  readonly onRound: RoundListener;
  /** Media type of `scrape`. */
  readonly contentType: string;
  /** Returns all metrics in Prometheus' text format, within about two seconds. */
  scrape(): Promise<string>;
}

/** Scrapes share a query. */
const storeLimits: QueryLimits = { maxAge: 1_000, wait: 2_000 };

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
  const storedMetrics = new ThrottledQuery(() => readStored(store), storeLimits);
  return {
    http: createHttpMetrics(registry),
    feeds,
    onRound: createRoundMetrics(registry),
    contentType: registry.contentType,
    scrape: async () => {
      const stored = await storedMetrics.read();
      feeds.setFeeds(stored?.feeds ?? []);
      setStored(stored);
      return await registry.metrics();
    },
  };
}

/** Returns undefined if the store is unavailable: health checks and background work log outages. */
async function readStored(store: Pick<Store, 'db'>): Promise<StoredMetrics | undefined> {
  try {
    return await queryStoredMetrics(store.db, new Date());
  } catch (error) {
    if (isStoreUnavailable(error)) return undefined;
    throw error;
  }
}

interface ServedRequest {
  readonly method: string;
  /** Pattern of the route, such as `/v1/jettons/:address`; undefined for paths without a route. */
  readonly route: string | undefined;
  readonly status: number;
  readonly seconds: number;
}

export interface HttpMetrics {
  observe(request: ServedRequest): void;
  setStreams(count: number): void;
}

const REQUEST_SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];
const METHODS: readonly string[] = ['GET', 'HEAD', 'POST', 'OPTIONS'];

/** Creates the metrics of requests. Clients cannot choose the values of labels, so their number is limited. */
function createHttpMetrics(registry: Registry): HttpMetrics {
  const duration = new Histogram({
    name: 'jetscope_http_request_duration_seconds',
    help: 'Duration of requests by method, route and class of the status',
    labelNames: ['method', 'route', 'status'],
    buckets: REQUEST_SECONDS,
    registers: [registry],
  });
  const streams = new Gauge({ name: 'jetscope_streams', help: 'Open streams', registers: [registry] });
  return {
    setStreams: (count) => streams.set(count),
    observe: ({ method, route, status, seconds }) => {
      const labels = {
        method: METHODS.includes(method) ? method : 'other',
        route: routeLabel(route),
        status: `${Math.floor(status / 100)}xx`,
      };
      duration.observe(labels, seconds);
    },
  };
}

/** Pages of the dashboard and unknown paths have no route. Every asset of the dashboard has its own. */
function routeLabel(route: string | undefined): string {
  if (route === undefined) return 'none';
  return route.startsWith('/assets/') ? '/assets/*' : route;
}

const ROUND_SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];
const ROUND_COUNTS = [0, 1, 3, 10, 30, 100, 300, 1_000, 3_000, 10_000];

/** Creates the metrics of rounds, and returns the listener that records them. */
function createRoundMetrics(registry: Registry): RoundListener {
  const registers = [registry];
  const duration = new Histogram({
    name: 'jetscope_round_duration_seconds',
    help: 'Duration of rounds, which store new data and update all values, by outcome: done, stale, busy or empty',
    labelNames: ['outcome'],
    buckets: ROUND_SECONDS,
    registers,
  });
  const swaps = new Histogram({
    name: 'jetscope_round_swaps',
    help: 'New swaps per round',
    buckets: ROUND_COUNTS,
    registers,
  });
  const jettons = new Histogram({
    name: 'jetscope_round_jettons',
    help: 'Recalculated jettons per round',
    buckets: ROUND_COUNTS,
    registers,
  });
  return (round) => {
    duration.observe({ outcome: round.outcome }, round.seconds);
    if (round.outcome === 'busy' || round.outcome === 'empty') return;
    swaps.observe(round.swaps);
    jettons.observe(round.jettons);
  };
}

interface FeedMetrics {
  /** Counts a response of a feed's source. `failed`: no complete response arrived. */
  countResponse(feed: string, status: number | 'failed'): void;
}

interface SettableFeedMetrics extends FeedMetrics {
  /** Replaces all values that come from the store. */
  setFeeds(feeds: readonly FeedStatus[]): void;
}

const eventOutcomes = ['ingested', 'duplicate', 'late', 'rejected'] as const;

/** Creates the metrics of feeds. Except for responses, they are the same in all services on one store. */
function createFeedMetrics(registry: Registry): SettableFeedMetrics {
  const registers = [registry];
  const gauge = (name: string, help: string) =>
    new Gauge({ name: `jetscope_feed_${name}`, help, labelNames: ['feed', 'kind'], registers });
  const lag = gauge('lag_seconds', 'Seconds since the time up to which all events are stored');
  const position = gauge('position_timestamp_seconds', 'Unix time up to which all events are stored');
  const history = gauge('history_read_ratio', 'Share of the history that has been read, from 0 to 1');
  const stopped = gauge('stopped', 'Whether the feed was stopped because too many events were invalid');
  const open = gauge('open_ranges', 'Ranges of events that are not read yet');
  const failed = gauge('failed_ranges', 'Open ranges whose last attempt failed');
  const events = new Counter({
    name: 'jetscope_feed_events_total',
    help: 'Events by outcome: ingested, duplicate, late (stored when their range was read again) or rejected',
    labelNames: ['feed', 'kind', 'outcome'],
    registers,
  });
  const responses = new Counter({
    name: 'jetscope_feed_responses_total',
    help: 'Responses of sources to this service, by HTTP status; failed if no complete response arrived',
    labelNames: ['feed', 'status'],
    registers,
  });
  return {
    countResponse: (feed, status) => responses.inc({ feed, status: String(status) }),
    setFeeds: (feeds) => {
      for (const metric of [lag, position, history, stopped, open, failed, events]) metric.reset();
      for (const feed of feeds) {
        const labels = { feed: feed.name, kind: feed.kind };
        if (feed.position !== undefined && feed.lagSeconds !== undefined) {
          lag.set(labels, feed.lagSeconds);
          position.set(labels, Date.parse(feed.position) / 1000);
        }
        history.set(labels, feed.historyRead);
        stopped.set(labels, feed.stopped ? 1 : 0);
        open.set(labels, feed.ranges.open);
        failed.set(labels, feed.ranges.failed);
        for (const outcome of eventOutcomes) events.inc({ ...labels, outcome }, feed.events[outcome]);
      }
    },
  };
}

const conditions: readonly StoreCondition['state'][] = ['ok', 'read-only', 'unavailable'];

/** Creates the metrics of the store, and returns the function that sets them; undefined if it did not respond. */
function createStoreMetrics(
  registry: Registry,
  store: Pick<Store, 'engine' | 'condition' | 'connections'>,
): (stored: StoredMetrics | undefined) => void {
  const registers = [registry];
  const gauge = <Label extends string>(name: string, help: string, ...labelNames: Label[]) =>
    new Gauge({ name: `jetscope_store_${name}`, help, labelNames, registers });
  gauge('info', 'Engine of the store: embedded or server; always 1', 'engine').set(
    { engine: store.engine },
    1,
  );
  const up = gauge('up', 'Whether the store responded to this scrape within two seconds');
  const condition = gauge('condition', 'Condition of the store: 1 for the present one', 'condition');
  const connections = gauge('connections', 'Connections to the server: idle or active', 'state');
  const waiting = gauge('waiting_statements', 'Statements that wait for a connection to the server');
  const tableRows = gauge('rows', 'Estimated number of rows by table', 'table');
  const size = gauge('size_bytes', 'Size of the database');
  const calculated = gauge('calculated_timestamp_seconds', 'Unix time that all values are calculated for');
  return (stored) => {
    for (const metric of [connections, tableRows]) metric.reset();
    // Without labels, a reset value would be 0 instead of missing.
    for (const metric of [waiting, size, calculated]) metric.remove();
    up.set(stored ? 1 : 0);
    const { state } = store.condition();
    for (const name of conditions) condition.set({ condition: name }, name === state ? 1 : 0);
    const pool = store.connections?.();
    if (pool) {
      connections.set({ state: 'idle' }, pool.idle);
      connections.set({ state: 'active' }, pool.total - pool.idle);
      waiting.set(pool.waiting);
    }
    if (!stored) return;
    for (const [table, count] of stored.rows) tableRows.set({ table }, count);
    size.set(stored.bytes);
    if (stored.calculatedAt) calculated.set(stored.calculatedAt.getTime() / 1000);
  };
}
