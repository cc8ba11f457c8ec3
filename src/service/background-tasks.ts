import type { FastifyBaseLogger } from 'fastify';
import { startLiveMarket } from '#demo/live-market.ts';
import { startAlerts } from './alerts/alert-task.ts';
import type { Config } from './config/config.ts';
import { pause, startTask, type Task, type TaskListener } from './config/task.ts';
import { startControlServer } from './feeds/commands/control-server.ts';
import { createOperator } from './feeds/commands/operator.ts';
import { SourceLog } from './feeds/reading/source-log.ts';
import { type FeedListener, startFeeds } from './feeds/reading/start-feeds.ts';
import { startStoringCandles } from './market/candle-backlog.ts';
import type { RoundListener } from './market/round.ts';
import { startRefresher } from './market/round-timer.ts';
import type { Metrics } from './monitoring/metrics.ts';
import { OutageLog } from './outage-log.ts';
import type { Data } from './prepare-store.ts';
import type { RequestActivity } from './request-activity.ts';
import { type Store, StoreInUseError } from './store/database.ts';
import { isStoreUnavailable } from './store/store-errors.ts';

export interface TaskContext {
  readonly store: Store;
  readonly data: Data;
  readonly config: Config;
  readonly metrics: Metrics;
  readonly activity: RequestActivity;
  readonly onRound: RoundListener;
  readonly openedJettons: () => readonly string[];
  /** Whether an outage of the store has been logged and continues. */
  readonly isStoreDown: () => boolean;
  readonly log: FastifyBaseLogger;
}

/** Starts everything that runs besides requests. With ROLE=api, only the clock of the data is followed. */
export async function startBackgroundTasks(context: TaskContext): Promise<Task> {
  const { data, config } = context;
  if (config.role !== 'api') return await startUpdates(context);
  return followClock(data.refreshClock, outageListener(context, 'Reading the clock of the data'));
}

/** Feeds, calculations, the simulated market and maintenance. */
async function startUpdates(context: TaskContext): Promise<Task> {
  const { store, data, config, activity, openedJettons, log } = context;
  const { clock, refreshClock, recalculate, isLive, isUpdated } = data;
  const alerts =
    config.pushSubscriptions > 0 || config.webhooks.length > 0
      ? startAlerts({ store, config, clock }, outageListener(context, 'Evaluating alerts'))
      : undefined;
  const onRound: RoundListener = (round) => {
    context.onRound(round);
    alerts?.wake();
  };
  const pauseWhileIdle: RequestActivity['pause'] = (milliseconds, stopped) =>
    activity.pause(milliseconds, stopped);
  const refresher = isUpdated
    ? startRefresher(
        { store, clock, refreshClock, recalculate, pause: pauseWhileIdle, onRound },
        outageListener(context, 'Refreshing the statistics'),
      )
    : undefined;
  const market =
    isLive && refresher
      ? startLiveMarket(
          { store, clock, pause: pauseWhileIdle, onRound },
          outageListener(context, 'Simulating the market'),
        )
      : undefined;
  const feedContext = { exchanges: config.exchanges, now: () => new Date(), clock, onRound };
  const feeds = startFeeds(config.feeds, { ...feedContext, openedJettons, store }, ({ name }) =>
    feedListener({ ...context, log: log.child({ feed: name }) }, name),
  );
  const control =
    store.engine === 'embedded'
      ? await startControlServer(
          config.dataDir,
          createOperator(store, { ...feedContext, feeds: config.feeds }),
          (error, path) => log.error({ err: error, path }, 'A command failed'),
        )
      : undefined;
  const candles = startStoringCandles(store, pauseWhileIdle, outageListener(context, 'Storing candles'));
  const maintenance = startMaintenance(store, (error) =>
    log.error({ err: error }, 'Database maintenance failed'),
  );
  return {
    stop: async () => {
      await market?.stop();
      await control?.close();
      await feeds.stop();
      await refresher?.stop();
      await candles.stop();
      await maintenance.stop();
      await alerts?.stop();
    },
  };
}

const CLOCK_INTERVAL_MS = 3_000;

/** Follows the clock of data that other services update. */
export function followClock(refreshClock: () => Promise<void>, listener: TaskListener): Task {
  return startTask(async (stopped) => {
    while (!stopped.aborted) {
      try {
        await refreshClock();
        listener.succeeded();
      } catch (error) {
        listener.failed(error);
      }
      await pause(CLOCK_INTERVAL_MS, stopped);
    }
  });
}

const MAINTENANCE_INTERVAL_MS = 60_000;

/** Maintains a store that does not do so itself. */
export function startMaintenance(
  store: Store,
  onError: (error: unknown) => void,
  interval = MAINTENANCE_INTERVAL_MS,
): Task {
  const report = (error: unknown) => {
    // Replaced data is vacuumed by the import; outages are reported elsewhere.
    if (!(error instanceof StoreInUseError) && !isStoreUnavailable(error)) onError(error);
  };
  return startTask(async (stopped) => {
    while (store.maintain && !stopped.aborted) {
      await pause(interval, stopped);
      if (!stopped.aborted) await store.maintain().catch(report);
    }
  });
}

function feedListener(context: TaskContext, name: string): FeedListener {
  const source = new SourceLog(context.log);
  return {
    ...outageListener(context, 'Storing data of a feed'),
    responded: (status) => context.metrics.feeds.countResponse(name, status),
    sourceResponded: () => source.responded(),
    sourceFailed: (error, wait, isPartial) => source.failed(error, wait, isPartial),
    sourceImplausible: (reason) => source.implausible(reason),
    recordRecovery: (record) => source.recordRecovery(record),
  };
}

function outageListener({ log, isStoreDown }: TaskContext, task: string): TaskListener {
  const outages = new OutageLog(log, isStoreDown);
  return { failed: (error) => outages.failed(error, task), succeeded: () => outages.succeeded() };
}
