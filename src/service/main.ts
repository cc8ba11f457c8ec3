import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { FastifyInstance } from 'fastify';
import { startLiveMarket } from '#demo/live/live-market.ts';
import { startRefresher } from './analytics/refresher.ts';
import { buildApp } from './app.ts';
import { type Config, readConfig } from './config.ts';
import { prepareData } from './data.ts';
import { handlers } from './handlers/handlers.ts';
import { jettonImageRoute } from './handlers/jetton-image-route.ts';
import { previewImageRoutes } from './handlers/preview.ts';
import { helpText } from './help.ts';
import { closeApp } from './http/connections/close-app.ts';
import { listenQuietly } from './http/log.ts';
import { OutageLog } from './outage-log.ts';
import { reportProgress } from './progress.ts';
import type { Service } from './service.ts';
import { SettingError } from './setting-values.ts';
import { errorReason, StartError, withSettingName } from './start-error.ts';
import { startPeriodicVacuum } from './store/periodic-vacuum.ts';
import { openStore, type Store, StoreInUseError } from './store/store.ts';
import { isStoreUnavailable } from './store/store-unavailable.ts';
import { logStoreCondition } from './store-condition-log.ts';

const STOP_SIGNALS = ['SIGINT', 'SIGTERM'] as const;
const CLOSE_MILLISECONDS = 10_000;

async function start(config: Config): Promise<void> {
  const { databaseUrl, dataDir } = config;
  const store = await (databaseUrl === undefined
    ? withSettingName('DATA_DIR', openStore({ dataDir }))
    : withSettingName('DATABASE_URL', openStore({ databaseUrl })));
  try {
    await serve(store, config);
  } catch (error) {
    await store.close();
    throw error;
  }
}

async function serve(store: Store, config: Config): Promise<void> {
  const { clock, refreshClock, isLive } = await prepareData(store, config, reportProgress(process.stderr));
  const service: Service = { store, config, clock };
  const app = await buildApp({
    service,
    handlers,
    version: version(),
    imageRoutes: [...previewImageRoutes, jettonImageRoute],
    webRoot: webRoot(),
  });
  const { host, port } = config;
  const address = await withSettingName('HOST, PORT', listenQuietly(app, { host, port }));
  process.stdout.write(`Jetscope is at ${address}\n`);
  const report = (what: string) => {
    const outages = new OutageLog(app.log);
    return { failed: (error: unknown) => outages.failed(error, what), succeeded: () => outages.succeeded() };
  };
  const refresher =
    refreshClock && startRefresher(service, refreshClock, report('Refreshing the statistics'));
  const market =
    isLive && refresher
      ? startLiveMarket(service, {
          traded: (jettonIds) => refresher.markTraded(jettonIds),
          ...report('Simulating the market'),
        })
      : undefined;
  const vacuum = startPeriodicVacuum(store, (error) =>
    app.log.error({ err: error }, 'Tidying the store failed'),
  );
  const stopReporting = logStoreCondition(store, app.log);
  closeOnSignal(app, async () => {
    stopReporting();
    await market?.stop();
    await refresher?.stop();
    await vacuum.stop();
    await store.close();
  });
}

function closeOnSignal(app: FastifyInstance, closeRest: () => Promise<void>): void {
  let closing = false;
  const close = async () => {
    await closeApp(app);
    await closeRest();
  };
  for (const signal of STOP_SIGNALS) {
    process.on(signal, () => {
      // Whoever asks twice does not want to wait.
      if (closing) process.exit(1);
      closing = true;
      setTimeout(() => process.exit(1), CLOSE_MILLISECONDS).unref();
      close().catch((error: unknown) => {
        app.log.error({ err: error }, 'closing failed');
        process.exitCode = 1;
      });
    });
  }
}

// Both paths are right for the sources' folder and for the bundle's.
function version(): string {
  const text = readFileSync(new URL('../../package.json', import.meta.url), 'utf8');
  const { version } = JSON.parse(text) as { version: string };
  return version;
}

function webRoot(): string | undefined {
  const folder = fileURLToPath(new URL('../../dist/web/', import.meta.url));
  return existsSync(folder) ? folder : undefined;
}

async function main([argument]: readonly string[]): Promise<void> {
  if (argument === '--help' || argument === '-h') process.stdout.write(`${helpText()}\n`);
  else if (argument !== undefined) throw new StartError(`${argument} is no argument; --help tells more`);
  else await start(readConfig(process.env));
}

try {
  await main(process.argv.slice(2));
} catch (error) {
  const expected = [SettingError, StartError, StoreInUseError];
  const isExpected = error instanceof Error && expected.some((kind) => error instanceof kind);
  if (!isExpected && !isStoreUnavailable(error)) throw error;
  process.stderr.write(`Jetscope does not start: ${isExpected ? error.message : errorReason(error)}.\n`);
  process.exitCode = 1;
}
