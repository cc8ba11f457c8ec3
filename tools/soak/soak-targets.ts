import { mkdtempSync, rmSync } from 'node:fs';
import { readdir, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { mountSmallDisk, type SmallDisk } from '#testing/stores/small-disk.ts';
import { TcpProxy } from '#testing/stores/tcp-proxy.ts';
import { startThrowawayServer, type ThrowawayServer } from '#testing/stores/throwaway-postgres.ts';
import { BuiltService } from './built-service.ts';

/** Inject faults and, if they would persist, end them again; by name. */
type Faults = Readonly<Record<string, () => Promise<void>>>;

const OUTAGE_MS = 8_000;
/** The service forces its exit after ten seconds. */
const MAX_STOP_MS = 10_500;

function processFaults(service: BuiltService): Faults {
  return {
    'service killed': async () => {
      await service.stop('SIGKILL');
      await service.start();
    },
    'service restarted': async () => {
      const milliseconds = await service.stop('SIGTERM');
      await service.start();
      if (milliseconds > MAX_STOP_MS) throw new Error(`SIGTERM took ${Math.round(milliseconds)} ms`);
    },
  };
}

function diskFaults(disk: SmallDisk): Faults {
  const fill = (freeBytes: number) => async () => {
    disk.fillUntilFree(freeBytes);
    await delay(OUTAGE_MS);
    disk.free();
  };
  return { 'disk nearly full': fill(20e6), 'disk full': fill(0) };
}

function serverFaults(server: ThrowawayServer, proxy: TcpProxy): Faults {
  return {
    'connections reset': async () => proxy.cut(),
    'connections black-holed': async () => proxy.blackHole(),
    'connections refused': async () => {
      proxy.refusing = true;
      proxy.cut();
      await delay(OUTAGE_MS);
      proxy.refusing = false;
    },
    'PostgreSQL crashed': async () => {
      await server.crash();
      await server.start();
    },
  };
}

const DISK_MEGABYTES = 1_000;
/** All clients share one IP address, and therefore one rate limit. */
const SETTINGS = { LOG_LEVEL: 'info', RATE_LIMIT: '100' };

/** A service with the faults that the soak test injects. */
export interface SoakTarget {
  readonly name: string;
  readonly service: BuiltService;
  readonly faults: Faults;
  readonly diskBytes: () => Promise<number>;
  readonly remove: () => Promise<void>;
}

/** Starts a service on the embedded store, on a separate small disk if one can be mounted. */
export async function startEmbeddedTarget(): Promise<SoakTarget> {
  const disk = mountSmallDisk(DISK_MEGABYTES);
  const folder = disk?.folder ?? mkdtempSync(join(tmpdir(), 'jetscope-soak-'));
  const service = await BuiltService.start({ ...SETTINGS, DATA_DIR: join(folder, 'data') });
  return {
    name: 'embedded store',
    service,
    faults: { ...processFaults(service), ...(disk && diskFaults(disk)) },
    diskBytes: () => sizeOf(join(folder, 'data')),
    remove: async () => {
      await service.stop('SIGTERM');
      if (disk) disk.remove();
      else rmSync(folder, { recursive: true });
    },
  };
}

/** Starts a service on a PostgreSQL server behind a proxy. Rejects if PostgreSQL cannot be started. */
export async function startServerTarget(): Promise<SoakTarget> {
  const server = await startThrowawayServer();
  const proxy = await TcpProxy.listen(server.url);
  const service = await BuiltService.start({
    ...SETTINGS,
    DATABASE_URL: proxy.databaseUrl,
    DEMO_JETTONS: '1500',
  });
  return {
    name: 'PostgreSQL',
    service,
    faults: { ...processFaults(service), ...serverFaults(server, proxy) },
    diskBytes: async () => 0,
    remove: async () => {
      await service.stop('SIGTERM');
      await proxy.close();
      await server.remove();
    },
  };
}

async function sizeOf(folder: string): Promise<number> {
  let bytes = 0;
  for (const name of await readdir(folder, { recursive: true }).catch(() => [])) {
    bytes += await stat(join(folder, name)).then(
      (found) => found.size,
      () => 0,
    );
  }
  return bytes;
}
