import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { timeLimit } from '#testing/time-limit.ts';
import { ServiceProcess } from './service-process.ts';
import { test } from './test.ts';

/** Clock of imported test datasets. */
const CLOCK = '2026-01-29T07:50:00Z';

/** Starts a service on a dataset with these files before the tests of the calling file, and removes it afterwards. */
export function importedService(files: Readonly<Record<string, string>>): { readonly origin: string } {
  let service: ServiceProcess | undefined;
  test.beforeAll(async () => {
    test.setTimeout(timeLimit(120_000));
    const folder = mkdtempSync(join(tmpdir(), 'jetscope-dataset-'));
    service = await ServiceProcess.prepare();
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
