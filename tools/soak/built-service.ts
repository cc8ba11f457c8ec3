import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { freePort } from '#testing/service/free-ports.ts';
import { timeLimit } from '#testing/time-limit.ts';
import type { ProbeSample } from './probe.ts';

type Environment = Readonly<Record<string, string>>;

const START_MS = timeLimit(120_000);

/** Path of a bundle. This file is as deep in the tree as a bundle with it. */
export function builtScript(name: string): string {
  return fileURLToPath(new URL(`../../dist/service/${name}.js`, import.meta.url));
}

/** The built service in a separate process, which reports its memory and event loop delay. */
export class BuiltService {
  readonly origin: string;
  readonly environment: NodeJS.ProcessEnv;
  /** Latest sample of the process. */
  sample: ProbeSample | undefined;
  /** Bytes of log output. */
  logged = 0;
  /** Number of exits that were not requested by `stop`. */
  crashes = 0;
  #child: ChildProcess | undefined;
  #lastLines = '';
  #stopping = false;

  constructor(port: number, environment: Environment) {
    this.origin = `http://127.0.0.1:${port}`;
    this.environment = { ...process.env, PORT: String(port), ...environment };
  }

  /** Starts a service on any free port. */
  static async start(environment: Environment): Promise<BuiltService> {
    const service = new BuiltService(await freePort(), environment);
    await service.start();
    return service;
  }

  /** Starts the process, with settings in addition to those of all its starts. Resolves once it is healthy. */
  async start(environment: Environment = {}): Promise<void> {
    const probe = String(pathToFileURL(builtScript('soak-probe')));
    const child = spawn(process.execPath, ['--import', probe, builtScript('main')], {
      env: { ...this.environment, ...environment },
      stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    });
    this.#stopping = false;
    this.#child = child;
    child.on('message', (sample: ProbeSample) => {
      this.sample = sample;
    });
    child.stderr?.on('data', (chunk: Buffer) => {
      this.logged += chunk.length;
      this.#lastLines = (this.#lastLines + chunk.toString()).slice(-2_000);
    });
    child.once('exit', () => {
      if (!this.#stopping) this.crashes += 1;
    });
    await this.#waitUntilHealthy(child);
  }

  /** Stops the process. The next start uses the same data and port. Returns the milliseconds until it exited. */
  async stop(signal: NodeJS.Signals = 'SIGTERM'): Promise<number> {
    const start = performance.now();
    const child = this.#child;
    if (!child || child.exitCode !== null || child.signalCode !== null) return 0;
    this.#stopping = true;
    const exited = once(child, 'exit');
    child.kill(signal);
    await exited;
    return performance.now() - start;
  }

  async #waitUntilHealthy(child: ChildProcess): Promise<void> {
    const deadline = performance.now() + START_MS;
    while (performance.now() < deadline) {
      if (child.exitCode !== null) throw new Error(`The service exited during startup: ${this.#lastLines}`);
      const healthy = await fetch(`${this.origin}/healthz`).then(
        ({ ok }) => ok,
        () => false,
      );
      if (healthy) return;
      await delay(200);
    }
    throw new Error(`The service did not become healthy in ${START_MS / 1000} s: ${this.#lastLines}`);
  }
}
