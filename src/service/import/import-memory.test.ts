import { createWriteStream } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { setTimeout } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { writeFolder } from '#testing/datasets/dataset-folder.ts';
import { smallDataset, swapHeader, swapRow } from '#testing/datasets/small-dataset.ts';
import { type BundledCommand, bundleImportCommand, type Running } from '#testing/service/bundled-command.ts';
import { copyEmptyStore } from '#testing/stores/empty-store.ts';
import { timeLimit } from '#testing/time-limit.ts';

/** Rows of the smaller file: enough to fill the store's shared buffers. */
const FEW_ROWS = 200_000;
const ROWS = 700_000;
/** Tolerance for garbage collection and for sorting in the store. The larger file has 190 MB more than the smaller one. */
const ALLOWED_MEGABYTES = 150;
const MINUTES = 60_000;

const skipReason = process.platform === 'linux' ? '' : ' [SKIPPED: needs /proc]';

test.skipIf(skipReason)(
  `memory does not grow with swaps.csv: ${ROWS} rows${skipReason}`,
  { timeout: timeLimit(10 * MINUTES) },
  async () => {
    const command = await bundleImportCommand();
    const folder = await writeFolder(smallDataset());
    await writeSwaps(folder.path, FEW_ROWS);
    // Creating a store takes more memory than the import.
    await copyEmptyStore(join(folder.path, 'data'));
    const small = await measurePeak(command, folder.path);
    await writeSwaps(folder.path, ROWS);
    const large = await measurePeak(command, folder.path);
    expect(large - small).toBeLessThan(ALLOWED_MEGABYTES);
    await command.remove();
    await folder.remove();
  },
);

async function writeSwaps(folder: string, count: number): Promise<void> {
  const lines = function* () {
    yield `${swapHeader}\n`;
    for (let lt = 0; lt < count; lt += 1) {
      const trader_address = `0:${String(lt % 200_000).padStart(64, '0')}`;
      yield `${swapRow({ lt: String(lt), event_time: String(1769000000 + (lt >> 1)), trader_address })}\n`;
    }
  };
  await pipeline(Readable.from(lines()), createWriteStream(join(folder, 'swaps.csv')));
}

/** Peak memory of the command in megabytes while it reads and sorts, sampled every 100 ms. */
async function measurePeak(command: BundledCommand, folder: string): Promise<number> {
  const running = command.start({ dataDir: join(folder, 'data') }, folder);
  await running.reached('Reading');
  let isLoaded = false;
  const loaded = running.reached('Deriving markets').finally(() => {
    isLoaded = true;
  });
  let peak = 0;
  while (!isLoaded) {
    peak = Math.max(peak, await residentMegabytes(running));
    await setTimeout(100);
  }
  await loaded;
  running.kill();
  await running.outcome;
  return peak;
}

async function residentMegabytes({ pid }: Running): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  return Number(/VmRSS:\s+(\d+) kB/.exec(status)?.[1]) / 1024;
}
