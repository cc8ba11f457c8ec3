import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { freePort } from '#testing/service/free-ports.ts';
import type { ProbeSample } from './probe.ts';

const START_MS = 120_000;

/** The built service in a separate process, which reports its memory and event loop delay. */
export class ServiceUnderTest {
  readonly origin: string;
  readonly #environment: NodeJS.ProcessEnv;
  #child: ChildProcess | undefined;
  /** Latest sample of the process. */
  sample: ProbeSample | undefined;
  /** Bytes of log output. */
  logged = 0;
  /** Number of exits that were not requested by `stop`. */
  crashes = 0;
  #lastLines = '';
  #stopping = false;

  private constructor(port: number, environment: Readonly<Record<string, string>>) {
    this.origin = `http://127.0.0.1:${port}`;
    // All clients share one IP address, and therefore one rate limit.
    const settings = { PORT: String(port), LOG_LEVEL: 'info', RATE_LIMIT: '100' };
    this.#environment = { ...process.env, ...settings, ...environment };
  }

  static async start(environment: Readonly<Record<string, string>>): Promise<ServiceUnderTest> {
    const service = new ServiceUnderTest(await freePort(), environment);
    await service.start();
    return service;
  }

  async start(): Promise<void> {
    const [probe, main] = ['./soak-probe.js', './main.js'].map((name) => new URL(name, import.meta.url));
    const child = spawn(process.execPath, ['--import', String(probe), fileURLToPath(main ?? '')], {
      env: this.#environment,
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

  get lastLines(): string {
    return this.#lastLines;
  }

  /** Stops the process. Returns the milliseconds until it exited. */
  async stop(signal: NodeJS.Signals): Promise<number> {
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
