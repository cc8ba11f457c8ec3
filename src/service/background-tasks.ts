import { setTimeout as delay } from 'node:timers/promises';
import type { FastifyBaseLogger } from 'fastify';
import { startLiveMarket } from '#demo/live-market.ts';
import type { Config } from './config/config.ts';
import type { TaskListener } from './config/context.ts';
import { startControlServer } from './feeds/commands/control-server.ts';
import { createOperator } from './feeds/commands/operator.ts';
import { startFeeds } from './feeds/reading/start-feeds.ts';
import type { RoundListener } from './market/round.ts';
import { startRefresher } from './market/round-timer.ts';
import type { Metrics } from './monitoring/metrics.ts';
import { OutageLog } from './outage-log.ts';
import type { Data } from './prepare-store.ts';
import type { RequestActivity } from './request-activity.ts';
import type { Store } from './store/database.ts';
import { startPeriodicVacuum } from './store/periodic-vacuum.ts';

export interface TaskContext {
  readonly store: Store;
  readonly data: Data;
  readonly config: Config;
  readonly metrics: Metrics;
  readonly activity: RequestActivity;
  readonly onRound: RoundListener;
  /** Whether an outage of the store has been logged and continues. */
  readonly isStoreDown: () => boolean;
  readonly log: FastifyBaseLogger;
}

interface BackgroundTasks {
  stop(): Promise<void>;
}

/** Starts everything that runs besides requests. With ROLE=api, only the clock of the data is followed. */
export async function startBackgroundTasks(context: TaskContext): Promise<BackgroundTasks> {
  const { data, config } = context;
  if (config.role !== 'api') return await startUpdates(context);
  return followClock(data.refreshClock, outageListener(context, 'Reading the clock of the data'));
}

/** Feeds, calculations, the simulated market and maintenance. */
async function startUpdates(context: TaskContext): Promise<BackgroundTasks> {
  const { store, data, config, metrics, activity, onRound, log } = context;
  const { clock, refreshClock, recalculate, isLive, isUpdated } = data;
  const pause: RequestActivity['pause'] = (milliseconds, stopped) => activity.pause(milliseconds, stopped);
  const refresher = isUpdated
    ? startRefresher(
        { store, clock, refreshClock, recalculate, pause, onRound },
        outageListener(context, 'Refreshing the statistics'),
      )
    : undefined;
  const market =
    isLive && refresher
      ? startLiveMarket({ store, clock, pause, onRound }, outageListener(context, 'Simulating the market'))
      : undefined;
  const feedContext = { exchanges: config.exchanges, now: () => new Date(), clock, onRound };
  const feeds = startFeeds(
    config.feeds,
    {
      ...feedContext,
      store,
      onResponse: ({ name }, status) => metrics.feeds.countResponse(name, status),
    },
    ({ name }) => outageListener({ ...context, log: log.child({ feed: name }) }, 'Storing data of a feed'),
  );
  const control =
    store.engine === 'embedded'
      ? await startControlServer(
          config.dataDir,
          createOperator(store, { ...feedContext, feeds: config.feeds }),
          (error, path) => log.error({ err: error, path }, 'A command failed'),
        )
      : undefined;
  const vacuum = startPeriodicVacuum(store, (error) =>
    log.error({ err: error }, 'Database maintenance failed'),
  );
  return {
    stop: async () => {
      await market?.stop();
      await control?.close();
      await feeds.stop();
      await refresher?.stop();
      await vacuum.stop();
    },
  };
}

const CLOCK_INTERVAL_MS = 3_000;

/** Follows the clock of data that other services update. `stop` waits for a running refresh. */
export function followClock(
  refreshClock: () => Promise<void>,
  listener: TaskListener,
): { readonly stop: () => Promise<void> } {
  const stopped = new AbortController();

  async function run(): Promise<void> {
    while (!stopped.signal.aborted) {
      await refresh();
      await delay(CLOCK_INTERVAL_MS, undefined, { signal: stopped.signal }).catch(() => undefined);
    }
  }

  async function refresh(): Promise<void> {
    try {
      await refreshClock();
      listener.succeeded();
    } catch (error) {
      listener.failed(error);
    }
  }

  const running = run();
  return {
    stop: () => {
      stopped.abort();
      return running;
    },
  };
}

function outageListener({ log, isStoreDown }: TaskContext, task: string): TaskListener {
  const outages = new OutageLog(log, isStoreDown);
  return { failed: (error) => outages.failed(error, task), succeeded: () => outages.succeeded() };
}
