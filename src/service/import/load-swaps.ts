import { sql } from 'drizzle-orm';
import type { RawAddress } from '#contract/address.ts';
import { copyChunks } from '#service/store/copy-text.ts';
import { rows } from '#service/store/database.ts';
import type { Load } from '#service/store/replace-data.ts';
import type { BadRows } from './bad-rows.ts';
import { csvRows } from './csv-rows.ts';
import type { DatasetFiles } from './dataset-files.ts';
import type { Pool } from './pool-row.ts';
import { optionalSwapColumns, requiredSwapColumns, SwapReader, stagedColumns } from './swap-row.ts';

const FILE = 'swaps.csv';

// Kept out of the log: after a crash the schema that it is in is dropped anyway.
const createStaging = sql`
  create unlogged table staged_swap (
    "row" bigint not null, pool_id integer not null, time bigint not null, lt bigint not null,
    trader text collate "C" not null, sold0 boolean not null, dust boolean not null,
    amount0 numeric not null, amount1 numeric not null, volume_usd numeric, reserve0 numeric, reserve1 numeric
  )`;

const numberTraders = sql`
  create unlogged table staged_trader as
  select trader, (row_number() over ())::integer as id from (select distinct trader from staged_swap) as known`;

// The same (pool, lt) twice is one swap: the first of the file. In this order each pool's swaps also lie together.
const moveSwaps = sql`
  insert into swap (pool_id, time, lt, trader_id, sold0, dust, amount0, amount1, volume_usd, reserve0, reserve1)
  select distinct on (s.pool_id, s.lt)
    s.pool_id, to_timestamp(s.time), s.lt, t.id, s.sold0, s.dust, s.amount0, s.amount1, s.volume_usd, s.reserve0, s.reserve1
  from staged_swap s join staged_trader t using (trader)
  order by s.pool_id, s.lt, s."row"`;

export interface SwapCounts {
  readonly swaps: number;
  readonly traders: number;
}

/** Streams swaps.csv into the store; neither rows nor traders are ever held in memory. */
export async function loadSwaps(
  { db, copy }: Load,
  files: DatasetFiles,
  bad: BadRows,
  pools: ReadonlyMap<RawAddress, Pool>,
  jettonIds: ReadonlyMap<RawAddress, number>,
  onRead: () => void,
): Promise<SwapCounts> {
  await db.execute(createStaging);
  const lines = swapLines(files, bad, new SwapReader(pools, jettonIds));
  await copy('staged_swap', stagedColumns, copyChunks(lines));
  onRead();
  await db.execute(numberTraders);
  await db.execute(sql`analyze staged_swap, staged_trader`);
  await db.execute(moveSwaps);
  const [counts] = await rows<{ swaps: string; traders: string }>(
    db,
    sql`select (select count(*) from swap) as swaps, (select count(*) from staged_trader) as traders`,
  );
  await db.execute(sql`drop table staged_swap, staged_trader`);
  return { swaps: Number(counts?.swaps), traders: Number(counts?.traders) };
}

async function* swapLines(files: DatasetFiles, bad: BadRows, reader: SwapReader): AsyncGenerator<string> {
  let row = 0;
  for await (const batch of csvRows(FILE, files.read(FILE), requiredSwapColumns, optionalSwapColumns)) {
    let lines = '';
    for (const { line, cells } of batch) {
      row += 1;
      lines += bad.check(FILE, line, () => reader.line(row, cells())) ?? '';
    }
    yield lines;
  }
}
