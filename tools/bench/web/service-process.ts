import { fork } from 'node:child_process';
import { once } from 'node:events';
import type { BenchService } from '#tools/bench/bench-service.ts';
import { type BenchmarkPart, partNames } from './write-results.ts';

export interface ServiceProcess {
  /** `http://127.0.0.1:…` */
  readonly address: string;
  close(): Promise<void>;
}

const SERVE = 'serve';

/**
 * Starts the service of a benchmark part in a separate process. In the benchmark's own process, responses would wait for
 * the handling of browser events.
 */
export async function startServiceProcess(part: BenchmarkPart): Promise<ServiceProcess> {
  const child = fork(process.argv[1] ?? '', [SERVE, part]);
  const ended = once(child, 'exit');
  const failed = ended.then(([code]) => {
    throw new Error(`the service exited with code ${code}`);
  });
  const [address] = await Promise.race([once(child, 'message'), failed]);
  failed.catch(() => undefined);
  return {
    address: String(address),
    close: async () => {
      child.disconnect();
      await ended;
    },
  };
}

/** Returns the part that this process was started to serve, or undefined in the benchmark's own process. */
export function partToServe(): BenchmarkPart | undefined {
  const [, , task, part] = process.argv;
  return task === SERVE ? partNames.find((name) => name === part) : undefined;
}

/** Sends the service's address to the benchmark process, and exits with it. */
export function serveToParent(service: BenchService): void {
  process.send?.(service.address);
  process.once('disconnect', () => void service.close().finally(() => process.exit()));
}
