import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect } from '@playwright/test';
import { freePort } from '#testing/service/free-ports.ts';
import { copyEmptyStore } from '#testing/stores/empty-store.ts';
import { timeLimit } from '#testing/time-limit.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
// Runs the built files without the launcher: the shared service has already built them.
const built = 'dist/service';

type Environment = Readonly<Record<string, string>>;

/** A separate service process with its own data folder and port, in addition to the one shared by all tests. */
export class ServiceProcess {
  readonly origin: string;
  readonly #environment: Environment;
  readonly #folder: string;
  #child: ChildProcess | undefined;

  private constructor(folder: string, port: number, environment: Environment) {
    this.#folder = folder;
    this.origin = `http://127.0.0.1:${port}`;
    const settings = { DATA_DIR: folder, PORT: String(port), LOG_LEVEL: 'warn', RATE_LIMIT: '0' };
    this.#environment = { ...settings, ...environment };
  }

  static async prepare(environment: Environment = {}): Promise<ServiceProcess> {
    const folder = mkdtempSync(join(tmpdir(), 'jetscope-e2e-'));
    await copyEmptyStore(folder);
    return new ServiceProcess(folder, await freePort(), environment);
  }

  async import(dataset: string, asOf: string): Promise<void> {
    const env = { ...process.env, ...this.#environment };
    await promisify(execFile)(process.execPath, [`${built}/import.js`, dataset, '--as-of', asOf], {
      cwd: root,
      env,
    });
  }

  /** Starts the process, with settings in addition to those of all its starts. */
  async start(environment: Environment = {}): Promise<void> {
    const env = { ...process.env, ...this.#environment, ...environment };
    const child = spawn(process.execPath, [`${built}/main.js`], {
      cwd: root,
      env,
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    this.#child = child;
    let errors = '';
    child.stderr.on('data', (chunk: Buffer) => {
      errors += chunk.toString();
    });
    const isHealthy = async () => {
      if (child.exitCode !== null) throw new Error(`The service exited: ${errors}`);
      return fetch(`${this.origin}/healthz`).then(
        (response) => response.ok,
        () => false,
      );
    };
    await expect
      .poll(isHealthy, { timeout: timeLimit(60_000), message: 'the service is healthy' })
      .toBe(true);
  }

  /** Stops the process. The next start uses the same data and port. */
  async stop(): Promise<void> {
    const child = this.#child;
    this.#child = undefined;
    if (!child || child.exitCode !== null) return;
    const exited = once(child, 'exit');
    child.kill('SIGTERM');
    await exited;
  }

  async remove(): Promise<void> {
    await this.stop();
    rmSync(this.#folder, { recursive: true, force: true });
  }
}
