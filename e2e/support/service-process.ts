import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { freePort } from '#testing/service/free-ports.ts';
import { copyEmptyStore } from '#testing/stores/empty-store.ts';
import { timeLimit } from '#testing/time-limit.ts';
import { BuiltService, builtScript } from '#tools/soak/built-service.ts';
import { test } from './test.ts';

type Environment = Readonly<Record<string, string>>;

/** A separate service process with its own data folder and port, in addition to the one shared by all tests. */
export class ServiceProcess extends BuiltService {
  readonly #folder: string;

  private constructor(folder: string, port: number, environment: Environment) {
    super(port, {
      DATA_DIR: folder,
      LOG_LEVEL: 'warn',
      RATE_LIMIT: '0',
      PAGE_RENDERING: 'off',
      ...environment,
    });
    this.#folder = folder;
  }

  static async prepare(environment: Environment = {}): Promise<ServiceProcess> {
    const folder = mkdtempSync(join(tmpdir(), 'jetscope-e2e-'));
    await copyEmptyStore(folder);
    return new ServiceProcess(folder, await freePort(), environment);
  }

  async import(dataset: string, asOf: string): Promise<void> {
    const args = [builtScript('import'), dataset, '--as-of', asOf];
    await promisify(execFile)(process.execPath, args, { env: this.environment });
  }

  async remove(): Promise<void> {
    await this.stop();
    rmSync(this.#folder, { recursive: true, force: true });
  }
}

/** Clock of imported test datasets. */
const CLOCK = '2026-01-29T07:50:00Z';

/** Starts a service on a dataset with these files before the tests of the calling file, and removes it afterwards. */
export function importedService(
  files: Readonly<Record<string, string>>,
  environment: Environment = {},
): { readonly origin: string } {
  let service: ServiceProcess | undefined;
  test.beforeAll(async () => {
    test.setTimeout(timeLimit(120_000));
    const folder = mkdtempSync(join(tmpdir(), 'jetscope-dataset-'));
    service = await ServiceProcess.prepare(environment);
    try {
      for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
      await service.import(folder, CLOCK);
    } finally {
      rmSync(folder, { recursive: true });
    }
    await service.start();
  });
  test.afterAll(() => service?.remove());
  return {
    get origin() {
      return service?.origin ?? '';
    },
  };
}

/** Starts a service on a simulated market before the tests of the calling file or group, and removes it afterwards. */
export function simulatedMarket(environment: Environment): { readonly origin: string } {
  let service: ServiceProcess | undefined;
  test.beforeAll(async () => {
    test.setTimeout(timeLimit(120_000));
    service = await ServiceProcess.prepare(environment);
    await service.start();
  });
  test.afterAll(() => service?.remove());
  return {
    get origin() {
      return service?.origin ?? '';
    },
  };
}

/** The same with a live market. */
export function runningMarket(): { readonly origin: string } {
  // The page repeats what a service that is busy with a live market rejects.
  test.use({ expectedErrors: [/503 \(Service Unavailable\)/] });
  return simulatedMarket({ DEMO_JETTONS: '20', DEMO_SEED: '3' });
}
