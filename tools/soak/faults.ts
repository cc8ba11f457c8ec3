import { setTimeout as delay } from 'node:timers/promises';
import type { SmallDisk } from '#testing/stores/small-disk.ts';
import type { TcpProxy } from '#testing/stores/tcp-proxy.ts';
import type { ThrowawayServer } from '#testing/stores/throwaway-postgres.ts';
import type { ServiceUnderTest } from './service-under-test.ts';

export interface Fault {
  readonly name: string;
  /** Injects the fault and, if it would persist, ends it again. */
  readonly inject: () => Promise<void>;
}

const OUTAGE_MS = 8_000;
/** The service forces its exit after ten seconds. */
const MAX_STOP_MS = 10_500;

export function processFaults(service: ServiceUnderTest): Fault[] {
  return [
    {
      name: 'service killed',
      inject: async () => {
        await service.stop('SIGKILL');
        await service.start();
      },
    },
    {
      name: 'service restarted',
      inject: async () => {
        const milliseconds = await service.stop('SIGTERM');
        await service.start();
        if (milliseconds > MAX_STOP_MS) throw new Error(`SIGTERM took ${Math.round(milliseconds)} ms`);
      },
    },
  ];
}

export function diskFaults(disk: SmallDisk): Fault[] {
  const fill = (freeBytes: number) => async () => {
    disk.fillUntilFree(freeBytes);
    await delay(OUTAGE_MS);
    disk.free();
  };
  return [
    { name: 'disk nearly full', inject: fill(20e6) },
    { name: 'disk full', inject: fill(0) },
  ];
}

export function connectionFaults(proxy: TcpProxy): Fault[] {
  return [
    { name: 'connections reset', inject: async () => proxy.cut() },
    { name: 'connections black-holed', inject: async () => proxy.blackHole() },
    {
      name: 'connections refused',
      inject: async () => {
        proxy.refusing = true;
        proxy.cut();
        await delay(OUTAGE_MS);
        proxy.refusing = false;
      },
    },
  ];
}

export function serverFaults(server: ThrowawayServer): Fault[] {
  return [
    {
      name: 'PostgreSQL crashed',
      inject: async () => {
        await server.crash();
        await server.start();
      },
    },
  ];
}
