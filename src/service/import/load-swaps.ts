import { type SQL, sql } from 'drizzle-orm';
import { copyChunks } from '#service/store/copy-text.ts';
import { rows } from '#service/store/database.ts';
import type { LoadSession } from '#service/store/replace-data.ts';
import type { BadRows } from './bad-rows.ts';
import { csvRows } from './csv-rows.ts';
import type { DatasetFiles } from './dataset-files.ts';
import {
  optionalSwapColumns,
  requiredSwapColumns,
  type SwapRowConverter,
  stagingColumns,
} from './swap-row-converter.ts';

const FILE = 'swaps.csv';

// Unlogged: after a crash the next import drops its schema.
const createStaging = sql`
  create unlogged table staged_swap (
    "row" bigint not null, pool_id integer not null, time bigint not null, lt bigint not null,
    sold0 boolean not null, dust boolean not null, amount0 numeric not null, amount1 numeric not null,
    volume_usd numeric, reserve0 numeric, reserve1 numeric, tx_hash bytea, trader_id integer, trader text collate "C"
  )`;

// Traders beyond those that the converter keeps in memory; `lastId` is the last id of the latter.
function assignTraderIds(lastId: number): SQL {
  return sql`
    create unlogged table staged_trader as
    select trader, (${lastId} + row_number() over ())::integer as id
    from (select distinct trader from staged_swap where trader is not null) as traders`;
}

// Keeps the first row of duplicates by (pool, lt). The order clusters swaps by pool.
const moveSwaps = sql`
  insert into swap (
    pool_id, time, lt, trader_id, sold0, dust, amount0, amount1, volume_usd, reserve0, reserve1, tx_hash
  )
  select distinct on (s.pool_id, s.lt) s.pool_id, to_timestamp(s.time), s.lt, coalesce(s.trader_id, t.id),
    s.sold0, s.dust, s.amount0, s.amount1, s.volume_usd, s.reserve0, s.reserve1, s.tx_hash
  from staged_swap s left join staged_trader t using (trader)
  order by s.pool_id, s.lt, s."row"`;

export interface SwapCounts {
  readonly swaps: number;
  readonly traders: number;
}

/**
 * Streams swaps.csv into the store. Memory is bounded: neither all rows nor all traders are in memory at once. Calls
 * `onRead` when the file has been read.
 */
export async function loadSwaps(
  { db, copy }: LoadSession,
  files: DatasetFiles,
  badRows: BadRows,
  converter: SwapRowConverter,
  onRead: () => void,
): Promise<SwapCounts> {
  await db.execute(createStaging);
  await copy('staged_swap', stagingColumns, copyChunks(swapLines(files, badRows, converter)));
  onRead();
  await db.execute(assignTraderIds(converter.traderCount));
  await db.execute(sql`analyze staged_swap, staged_trader`);
  await db.execute(moveSwaps);
  await copy('trader', ['id', 'address'], copyChunks(converter.traderRows()));
  await db.execute(sql`insert into trader (id, address) select id, trader from staged_trader`);
  await db.execute(
    sql`select setval(pg_get_serial_sequence('trader', 'id'), max(id)) from trader having max(id) > 0`,
  );
  const [counts] = await rows<{ swaps: string; traders: string }>(
    db,
    sql`select (select count(*) from swap) as swaps, (select count(*) from staged_trader) as traders`,
  );
  await db.execute(sql`drop table staged_swap, staged_trader`);
  return { swaps: Number(counts?.swaps), traders: converter.traderCount + Number(counts?.traders) };
}

async function* swapLines(
  files: DatasetFiles,
  badRows: BadRows,
  converter: SwapRowConverter,
): AsyncGenerator<string> {
  let count = 0;
  for await (const swaps of csvRows(FILE, files.readBytes(FILE), requiredSwapColumns, optionalSwapColumns)) {
    while (swaps.next()) {
      count += 1;
      badRows.readRow(FILE, swaps.line, () => converter.addRow(count, swaps));
    }
    yield converter.flush();
  }
}
