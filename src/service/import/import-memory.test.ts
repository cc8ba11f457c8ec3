import { createWriteStream } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { setTimeout } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { smallDataset, swapHeader, swapRow } from '#testing/datasets/small-dataset.ts';
import { writeFolder } from '#testing/datasets/text-folder.ts';
import { bundleImportCommand, type ImportCommand, type Running } from '#testing/service/import-command.ts';

const ROWS = 1_000_000;
/** Varies with the garbage collector and grows a little with what the store sorts; the larger file has 380 MB. */
const ALLOWED_MEGABYTES = 150;
const MINUTES = 60_000;

const where = process.platform === 'linux' ? '' : ' [SKIPPED: needs /proc]';

test.skipIf(where)(
  `memory does not grow with swaps.csv: ${ROWS} rows${where}`,
  { timeout: 10 * MINUTES },
  async () => {
    const command = await bundleImportCommand();
    const folder = await writeFolder(smallDataset());
    // Enough rows to fill the store's shared buffers.
    await writeSwaps(folder.path, ROWS / 4);
    // The first start makes the store, which takes more memory than the import.
    await peakOfLoading(command, folder.path);
    const small = await peakOfLoading(command, folder.path);
    await writeSwaps(folder.path, ROWS);
    const large = await peakOfLoading(command, folder.path);
    expect(large - small).toBeLessThan(ALLOWED_MEGABYTES);
    await command.remove();
    await folder.remove();
  },
);

async function writeSwaps(folder: string, count: number): Promise<void> {
  const pieces = function* () {
    yield `${swapHeader}\n`;
    for (let lt = 0; lt < count; lt += 1) {
      const trader_address = `0:${String(lt % 200_000).padStart(64, '0')}`;
      yield `${swapRow({ lt: String(lt), event_time: String(1769000000 + (lt >> 1)), trader_address })}\n`;
    }
  };
  await pipeline(Readable.from(pieces()), createWriteStream(join(folder, 'swaps.csv')));
}

/** The most megabytes that the command held while it read and sorted, as samples see them. */
async function peakOfLoading(command: ImportCommand, folder: string): Promise<number> {
  const running = command.start({ dataDir: join(folder, 'data') }, folder);
  await running.reached('Reading');
  let over = false;
  const loaded = running.reached('Deriving markets').finally(() => {
    over = true;
  });
  let peak = 0;
  while (!over) {
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
