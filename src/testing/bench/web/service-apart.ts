import { fork } from 'node:child_process';
import { once } from 'node:events';
import type { BenchService } from '#testing/bench/bench-service.ts';
import { type Half, halfNames } from './write-results.ts';

export interface ServiceApart {
  /** `http://127.0.0.1:…` */
  readonly address: string;
  close(): Promise<void>;
}

const SERVE = 'serve';

/**
 * The service of a half in a process of its own, as it is run: in the benchmark's own, answers would wait for what that
 * hears of the browser, the more the more files a page has.
 */
export async function startApart(half: Half): Promise<ServiceApart> {
  const child = fork(process.argv[1] ?? '', [SERVE, half]);
  const ended = once(child, 'exit');
  const failed = ended.then(([code]) => {
    throw new Error(`the service ended with ${code}`);
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

/** The half that this process is to serve, if that is what it was started for. */
export function halfToServe(): Half | undefined {
  const [, , task, half] = process.argv;
  return task === SERVE ? halfNames.find((known) => known === half) : undefined;
}

/** Tells where the service is, and closes it with the benchmark. */
export function serveApart(service: BenchService): void {
  process.send?.(service.address);
  process.once('disconnect', () => void service.close().finally(() => process.exit()));
}
