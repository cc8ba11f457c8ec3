import { sql } from 'drizzle-orm';
import type { RawAddress } from '#contract/address.ts';
import { copyChunks, copyLine } from '#service/store/copy-text.ts';
import type { LoadSession } from '#service/store/replace-data.ts';
import { BadValueError } from '#service/validation/bad-value-error.ts';
import { readAddress, readInt64, readTime } from '#service/validation/values.ts';
import type { BadRows } from './bad-rows.ts';
import { type CsvRows, csvRows } from './csv-rows.ts';
import type { DatasetFiles } from './dataset-files.ts';
import type { Asset } from './load-assets.ts';

const FILE = 'holder-counts.csv';
export const holderCountColumns = ['jetton_address', 'time', 'count'] as const;

const createStaging = sql`
  create unlogged table staged_holder_counts (jetton_id integer not null, time timestamptz not null, count bigint not null)`;

// The current number of each jetton has been stored with it.
const moveHolders = sql`
  insert into jetton_holders (jetton_id, time, count)
  select jetton_id, s.time, max(s.count) from staged_holder_counts s
  where not exists (select from jetton j where j.id = s.jetton_id and j.holders_changed_at = s.time)
  group by jetton_id, s.time`;

/** Loads holder-counts.csv: earlier numbers of holders. */
export async function loadHolderCounts(
  { db, copy }: LoadSession,
  files: DatasetFiles,
  badRows: BadRows,
  jettons: ReadonlyMap<RawAddress, Asset>,
): Promise<void> {
  await db.execute(createStaging);
  const lines = holderLines(files, badRows, jettons);
  await copy('staged_holder_counts', ['jetton_id', 'time', 'count'], copyChunks(lines));
  await db.execute(moveHolders);
  await db.execute(sql`drop table staged_holder_counts`);
}

async function* holderLines(
  files: DatasetFiles,
  badRows: BadRows,
  jettons: ReadonlyMap<RawAddress, Asset>,
): AsyncGenerator<string> {
  for await (const row of csvRows(FILE, files.readBytes(FILE), holderCountColumns, [])) {
    while (row.next()) yield badRows.readRow(FILE, row.line, () => readHolders(row, jettons)) ?? '';
  }
}

function readHolders(row: CsvRows, jettons: ReadonlyMap<RawAddress, Asset>): string {
  row.requireCellCount();
  const address = readAddress('jetton_address', row.text(0));
  const jetton = jettons.get(address);
  if (!jetton) throw new BadValueError('jetton_address is not in jettons.json', address);
  return copyLine([jetton.id, readTime('time', row.text(1)), readInt64('count', row.text(2))]);
}
