import { mkdirSync } from 'node:fs';
import { sql } from 'drizzle-orm';
import { openStore } from '#service/open-store.ts';
import { rows, type Store } from '#service/store/database.ts';
import { createDatabase } from '#testing/stores/create-database.ts';
import { ingest } from '#testing/stores/ingest.ts';
import { startThrowawayServer } from '#testing/stores/throwaway-postgres.ts';
import { asOf, writeLargeDataset } from '#tools/bench/import/large-dataset.ts';
import { planMarket } from '#tools/bench/import/large-market.ts';
import { LiveTrades } from '#tools/bench/live/live-trades.ts';
import { loadWithRunningClock } from '#tools/bench/live/load-dataset.ts';
import { alignedTable } from '#tools/bench/web/markdown-table.ts';

const WORK = '.bench/size';
const DAY_SECONDS = 86_400;
/** PostgreSQL's default. Simulated time passes faster, but checkpoints cause a large part of the WAL. */
const CHECKPOINT_SECONDS = 300;
const MARKET = { swaps: 250_000, jettons: 5_000, pools: 7_500, traders: 50_000 };
const swapsPerDay = (process.env.BENCH_SWAPS_PER_DAY ?? '27000,100000,1000000').split(',').map(Number);
/** Simulated minutes, which are extrapolated to a day. */
const minutes = Number(process.env.BENCH_MINUTES ?? 60);
const roundSeconds = Number(process.env.BENCH_ROUND_SECONDS ?? 3);

interface Size {
  readonly swaps: number;
  readonly trades: number;
  /** Of the tables that grow with the number of swaps, with their indexes. */
  readonly bytes: number;
  /** Position of the write-ahead log. */
  readonly wal: number;
}

mkdirSync(WORK, { recursive: true });
const folder = `${WORK}/dataset`;
await writeLargeDataset(folder, MARKET);
const { url, remove } = await startThrowawayServer([]);
const table = [
  ['swaps a day', 'rows a day', 'tables and indexes, MB a day', 'bytes a swap', 'WAL, GB a day'],
];
for (const swaps of swapsPerDay) {
  const { location, remove: drop } = await createDatabase(url);
  const store = await openStore(location);
  await loadWithRunningClock(store, folder);
  const before = await measureSize(store);
  await follow(store, swaps);
  const after = await measureSize(store);
  const days = (minutes * 60) / DAY_SECONDS;
  const perDay = (read: (size: Size) => number) => (read(after) - read(before)) / days;
  const bytes = perDay((size) => size.bytes);
  table.push([
    swaps.toLocaleString('en'),
    Math.round(perDay(({ swaps: recorded, trades }) => recorded + trades)).toLocaleString('en'),
    (bytes / 1e6).toFixed(0),
    (bytes / perDay((size) => size.swaps)).toFixed(0),
    (perDay((size) => size.wal) / 1e9).toFixed(1),
  ]);
  await store.close();
  await drop();
}
await remove();
process.stdout.write(`${alignedTable(table)}\n`);
process.exit();

/** Ingests a steady flow of swaps in rounds. */
async function follow(store: Store, perDay: number): Promise<void> {
  const trades = new LiveTrades(planMarket(MARKET));
  const rounds = (minutes * 60) / roundSeconds;
  let count = 0;
  for (let round = 1; round <= rounds; round += 1) {
    const now = new Date(asOf.getTime() + round * roundSeconds * 1000);
    const due = Math.floor((perDay * round * roundSeconds) / DAY_SECONDS);
    const swaps = Array.from({ length: due - count }, () => trades.swap(trades.pickPool(), now));
    count = due;
    const { outcome } = await ingest(store, now, { swaps });
    if (outcome !== 'done') throw new Error(`unexpected outcome: ${outcome}`);
    if ((round * roundSeconds) % CHECKPOINT_SECONDS === 0) await store.db.execute(sql`checkpoint`);
  }
}

async function measureSize({ db }: Store): Promise<Size> {
  await db.execute(sql`vacuum analyze`);
  const [size] = await rows<Size>(
    db,
    sql`select (select count(*)::int from swap) as swaps, (select count(*)::int from trade) as trades,
      (select sum(pg_total_relation_size(name))::float8
        from unnest(array['swap', 'trade', 'trader', 'ton_rate']::regclass[]) as name) as bytes,
      (pg_current_wal_lsn() - '0/0')::float8 as wal`,
  );
  if (!size) throw new Error('no size');
  return size;
}
