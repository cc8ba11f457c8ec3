import { Counter, Gauge, type Registry } from 'prom-client';
import type { FeedStatus } from '#contract/status.ts';

export interface FeedMetrics {
  /** Counts a response of a feed's source. `failed`: no complete response arrived. */
  countResponse(feed: string, status: number | 'failed'): void;
}

interface SettableFeedMetrics extends FeedMetrics {
  /** Replaces all values that come from the store. */
  setFeeds(feeds: readonly FeedStatus[]): void;
}

const eventOutcomes = ['ingested', 'duplicate', 'late', 'rejected'] as const;

/** Creates the metrics of feeds. Except for responses, they are the same in all services on one store. */
export function createFeedMetrics(registry: Registry): SettableFeedMetrics {
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
