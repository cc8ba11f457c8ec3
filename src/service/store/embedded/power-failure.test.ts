import { cpSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { Random } from '#testing/market/random.ts';
import { RecordingFolder, writeStateAfterPowerCut } from '#testing/stores/power-cut.ts';
import { DurableFolder, durableParameters } from './durable-folder.mjs';

const TRANSACTIONS = 40;
const CUTS = 5;

let parent: string;

beforeAll(() => {
  parent = mkdtempSync(join(tmpdir(), 'jetscope-power-'));
});

afterAll(() => rmSync(parent, { recursive: true, force: true }));

function open(fs: DurableFolder, parameters = durableParameters): Promise<PGlite> {
  const startParams = [...PGlite.defaultStartParams, ...parameters.flatMap((setting) => ['-c', setting])];
  return PGlite.create({ fs, startParams });
}

/**
 * Runs transactions that write two rows, interleaved with checkpoints, vacuums and new tables. `committedAt` is the
 * length of the log at each commit.
 */
async function runTransactions(
  folder: string,
): Promise<{ log: RecordingFolder['log']; committedAt: number[] }> {
  const recording = new RecordingFolder(folder);
  const pglite = await open(recording);
  const committedAt: number[] = [];
  for (let number = 1; number <= TRANSACTIONS; number += 1) {
    await pglite.transaction(async (transaction) => {
      await transaction.query(`insert into entry select $1::int, repeat(md5($1::text), 60)`, [number]);
      await transaction.query('update total set entries = entries + 1, checksum = checksum + $1', [number]);
    });
    committedAt.push(recording.log.length);
    if (number % 12 === 0) await pglite.exec('CHECKPOINT');
    if (number % 15 === 0) await pglite.exec('VACUUM');
    if (number % 17 === 0)
      await pglite.exec(`create table other_${number} as select generate_series(1, 2000) as n`);
  }
  await pglite.close();
  return { log: recording.log, committedAt };
}

test('a power failure never loses a committed transaction or leaves a partial one', async () => {
  const [base, folder] = [join(parent, 'base'), join(parent, 'after')];
  mkdirSync(base);
  const first = await open(new DurableFolder(base));
  await first.exec(
    'create table entry (number int, filler text); create table total (entries int, checksum int); insert into total values (0, 0)',
  );
  await first.close();
  cpSync(base, folder, { recursive: true });
  const { log, committedAt } = await runTransactions(folder);
  for (let cut = 1; cut <= CUTS; cut += 1) {
    const random = new Random(cut);
    const length = random.whole(0, log.length - 1);
    const found = join(parent, `cut-${cut}`);
    writeStateAfterPowerCut(log, length, base, found, () => random.next());
    const pglite = await open(new DurableFolder(found));
    const { rows } = await pglite.query<Record<string, number>>(
      'select count(*)::int as rows, coalesce(sum(number), 0)::int as numbers, (select entries from total), (select checksum from total) from entry',
    );
    await pglite.close();
    const count = rows[0]?.rows ?? -1;
    const numbers = (count * (count + 1)) / 2;
    expect({ cut, ...rows[0] }).toEqual({ cut, rows: count, numbers, entries: count, checksum: numbers });
    expect(count).toBeGreaterThanOrEqual(committedAt.filter((position) => position <= length).length);
    rmSync(found, { recursive: true });
  }
});
