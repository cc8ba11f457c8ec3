import { fork } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { FastifyInstance } from 'fastify';
import { buildApp, closeApp, GRACEFUL_CLOSE, STORE_ACCESS } from './app.ts';
import { startBackgroundTasks } from './background-tasks.ts';
import { errorReason, unknownArgument, withSettingName } from './config/command-line.ts';
import { type Config, helpText, readConfig, storeLocation } from './config/config.ts';
import type { Service } from './config/context.ts';
import { reportProgress } from './config/progress.ts';
import type { Environment } from './config/setting-values.ts';
import type { Task } from './config/task.ts';
import type { RoundListener } from './market/round.ts';
import { createMetrics } from './monitoring/metrics.ts';
import { openStore } from './open-store.ts';
import { handlers } from './operations/handlers.ts';
import { jettonImageRoute } from './operations/jetton-images.ts';
import { previewImageRoutes } from './operations/preview.ts';
import { clockOf, type Data, needsPreparation, prepareData } from './prepare-store.ts';
import { OpenedJettons, RequestActivity } from './request-activity.ts';
import type { GracefulClose } from './server/graceful-close.ts';
import { listenQuietly } from './server/log.ts';
import { Readiness } from './server/readiness.ts';
import { ResponseCache } from './server/requests/response-cache.ts';
import { type StoreAccess, watchStore } from './server/store-health.ts';
import type { Store } from './store/database.ts';
import { readStoreRecord } from './store/embedded/data-folder.ts';
import { isStoreUnavailable, OperatorError } from './store/store-errors.ts';

const STOP_SIGNALS = ['SIGINT', 'SIGTERM'] as const;
const SHUTDOWN_TIMEOUT_MS = 10_000;
/** Argument of the child process that prepares the store. */
const PREPARE = '--prepare-store';
const ADDRESS_SETTINGS = 'HOST, PORT';

async function start(environment: Environment): Promise<void> {
  const config = readConfig(environment);
  await checkAddress(config);
  const { store, data } = await (config.role === 'api'
    ? openReader(config)
    : openPrepared(config, environment));
  await withStore(store, serve(store, data, config));
}

/** Throws StartError if the service could not listen. Preparing the store first can take minutes. */
async function checkAddress({ host, port }: Config): Promise<void> {
  const server = createServer().listen({ host, port });
  await withSettingName(ADDRESS_SETTINGS, once(server, 'listening'));
  await once(server.close(), 'close');
}

/** Opens the store for reading. The service becomes ready once the store is reachable and contains data. */
async function openReader(config: Config): Promise<{ readonly store: Store; readonly data: Data }> {
  const store = await open(config);
  const recalculate = async () => undefined;
  return { store, data: { ...clockOf(store, config, undefined), isLive: false, recalculate } };
}

/** Opens the store and prepares its data for serving. */
async function openPrepared(
  config: Config,
  environment: Environment,
): Promise<{ readonly store: Store; readonly data: Data }> {
  const { databaseUrl, dataDir } = config;
  // The embedded engine keeps the memory of its largest calculation until its process ends.
  const isNew = databaseUrl === undefined && readStoreRecord(dataDir) === undefined;
  if (isNew) await prepareInChild(environment);
  let store = await open(config);
  const isEmbedded = store.engine === 'embedded';
  if (isEmbedded && !isNew && (await withStore(store, needsPreparation(store, config)))) {
    await store.close();
    await prepareInChild(environment);
    store = await open(config);
  }
  return { store, data: await prepare(store, config) };
}

/** Prepares the embedded store in a child process, which ends with this one. */
async function prepareInChild(environment: Environment): Promise<void> {
  const child = fork(process.argv[1] ?? '', [PREPARE], { env: environment, stdio: 'inherit' });
  const stop = () => child.kill();
  for (const signal of STOP_SIGNALS) process.once(signal, stop);
  const [code] = (await once(child, 'exit')) as [number | null];
  for (const signal of STOP_SIGNALS) process.off(signal, stop);
  // The child has reported why.
  if (code !== 0) process.exit(code ?? 1);
}

/** Runs in the child process. */
async function prepareOnly(config: Config): Promise<void> {
  if (config.databaseUrl !== undefined) return;
  const exit = () => process.exit(1);
  process.once('disconnect', exit);
  try {
    await checkAddress(config);
    const store = await open(config);
    await prepare(store, config);
    await store.close();
  } finally {
    process.off('disconnect', exit);
    // The process would not end while it is connected.
    process.disconnect();
  }
}

function open(config: Config): Promise<Store> {
  const setting = config.databaseUrl === undefined ? 'DATA_DIR' : 'DATABASE_URL';
  return withSettingName(setting, openStore(storeLocation(config)));
}

function prepare(store: Store, config: Config): Promise<Data> {
  return withStore(store, prepareData(store, config, reportProgress(process.stderr)));
}

/** Closes the store if `work` fails. */
async function withStore<Result>(store: Store, work: Promise<Result>): Promise<Result> {
  try {
    return await work;
  } catch (error) {
    await store.close();
    throw error;
  }
}

async function serve(store: Store, data: Data, config: Config): Promise<void> {
  const opened = new OpenedJettons();
  const service: Service = {
    store,
    config,
    clock: data.clock,
    onHoldersOpened: (jetton) => opened.add(jetton),
  };
  // A worker receives no requests, but must keep the data current.
  const activity = new RequestActivity(config.role === 'worker' ? { idlePauseMs: 0 } : {});
  const version = readVersion();
  const metrics = createMetrics({ store, version });
  const responses = new ResponseCache();
  const onRound: RoundListener = (round) => {
    metrics.onRound(round);
    responses.clear();
  };
  const readiness = new Readiness(store, config.maxLag);
  const app = await buildApp({
    service,
    metrics,
    responses,
    readiness,
    onRequest: () => activity.touch(),
    handlers,
    version,
    imageRoutes: [...previewImageRoutes, jettonImageRoute],
    webRoot: findWebRoot(),
  });
  const { log } = app;
  const access = app.getDecorator<StoreAccess>(STORE_ACCESS);
  const stopWatching = watchStore(store, access, log);
  let tasks: Promise<Task> | undefined;
  // Before the first request: otherwise, a signal would reset it.
  closeOnSignal(app, {
    prepare: async () => {
      readiness.stop();
      app.getDecorator<GracefulClose>(GRACEFUL_CLOSE).announce();
      await delay(config.shutdownDelay * 1000);
    },
    finish: async () => {
      stopWatching();
      await (await tasks)?.stop();
      await store.close();
    },
  });
  const { host, port } = config;
  const address = await withSettingName(ADDRESS_SETTINGS, listenQuietly(app, { host, port }));
  process.stdout.write(`Jetscope is listening on ${address}\n`);
  reportSources(config);
  const isStoreDown = () => access.health.isUnavailable || store.condition().state !== 'ok';
  const openedJettons = () => opened.list();
  const context = { store, data, config, metrics, activity, onRound, openedJettons, isStoreDown, log };
  tasks = startBackgroundTasks(context);
  await tasks;
}

/** Prints the hosts that the service contacts. */
function reportSources({ feeds }: Config): void {
  if (feeds.length === 0) return;
  const sources = feeds.map(({ url }) => (URL.canParse(url) ? new URL(url).host : url));
  process.stdout.write(`Reading data from ${[...new Set(sources)].join(', ')}\n`);
}

interface ShutdownSteps {
  /** While requests are still answered. */
  readonly prepare: () => Promise<void>;
  /** After the last request. */
  readonly finish: () => Promise<void>;
}

function closeOnSignal(app: FastifyInstance, { prepare, finish }: ShutdownSteps): void {
  let isClosing = false;
  const close = async () => {
    await prepare();
    setTimeout(() => process.exit(1), SHUTDOWN_TIMEOUT_MS).unref();
    await closeApp(app);
    await finish();
  };
  for (const signal of STOP_SIGNALS) {
    process.on(signal, () => {
      // A second signal exits immediately.
      if (isClosing) process.exit(1);
      isClosing = true;
      close().catch((error: unknown) => {
        app.log.error({ err: error }, 'Shutdown failed');
        process.exitCode = 1;
      });
    });
  }
}

// The relative paths are valid both in src/service and in dist/service.
function readVersion(): string {
  const text = readFileSync(new URL('../../package.json', import.meta.url), 'utf8');
  const { version } = JSON.parse(text) as { version: string };
  return version;
}

function findWebRoot(): string | undefined {
  const folder = fileURLToPath(new URL('../../dist/web/', import.meta.url));
  return existsSync(folder) ? folder : undefined;
}

/** Settings of `npm run live`: the public sources and a separate store. */
function liveDefaults(): Environment {
  return {
    FEEDS_FILE: fileURLToPath(new URL('../../feeds.json', import.meta.url)),
    DATA_DIR: '.data-live',
  };
}

async function main(args: readonly string[]): Promise<void> {
  const isLive = args[0] === 'live';
  const [argument] = isLive ? args.slice(1) : args;
  if (argument === '--help' || argument === '-h') process.stdout.write(`${helpText()}\n`);
  else if (argument === PREPARE && process.send) await prepareOnly(readConfig(process.env));
  else if (argument !== undefined) throw unknownArgument(argument);
  else await start(isLive ? { ...liveDefaults(), ...process.env } : process.env);
}

// A full disk, or the end of a program that reads the log, must not end the service. Later lines are written again.
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined);

try {
  await main(process.argv.slice(2));
} catch (error) {
  const isExpected = error instanceof OperatorError;
  if (!isExpected && !isStoreUnavailable(error)) throw error;
  process.stderr.write(`Jetscope failed to start: ${isExpected ? error.message : errorReason(error)}\n`);
  process.exitCode = 1;
}
