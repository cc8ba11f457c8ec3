import { sql } from 'drizzle-orm';
import { rows, type Store } from '#service/store/database.ts';
import { ingest, storeAllCandles } from '#testing/stores/ingest.ts';
import { asOf, openMarket } from './dataset.ts';
import { listOf, type Trades } from './market.ts';
import { alignedTable, print } from './report.ts';
import { onServer } from './stores.ts';

const DAY_SECONDS = 86_400;
/** PostgreSQL's default. Simulated time passes faster, but checkpoints cause a large part of the WAL. */
const CHECKPOINT_SECONDS = 300;
const MARKET = { swaps: 250_000, jettons: 5_000, pools: 7_500, traders: 50_000 };
const swapsPerDay = (process.env.BENCH_SWAPS_PER_DAY ?? '27000,100000,1000000').split(',').map(Number);
/** Simulated minutes, which are extrapolated to a day. */
const minutes = Number(process.env.BENCH_MINUTES ?? 60);
const roundSeconds = Number(process.env.BENCH_ROUND_SECONDS ?? 3);

/** Rows, bytes of the tables that grow with the number of swaps and their indexes, and position of the WAL. */
type Size = Readonly<Record<'swaps' | 'trades' | 'bytes' | 'candles' | 'wal', number>>;

const table = [
  [
    'swaps a day',
    'rows a day',
    'tables and indexes, MB a day',
    'bytes a swap',
    'and of candles',
    'WAL, GB a day',
  ],
];
await onServer(async (withStore) => {
  for (const perDay of swapsPerDay)
    await withStore(async (location) => {
      const { store, trades } = await openMarket(location, '.bench/size/dataset', MARKET);
      await storeAllCandles(store);
      const before = await measureSize(store);
      await follow(store, trades, perDay);
      const after = await measureSize(store);
      table.push(growth(perDay, before, after));
      await store.close();
    });
});
print(alignedTable(table));
process.exit();

function growth(swaps: number, before: Size, after: Size): string[] {
  const days = (minutes * 60) / DAY_SECONDS;
  const perDay = (part: keyof Size) => (after[part] - before[part]) / days;
  return [
    swaps.toLocaleString('en'),
    Math.round(perDay('swaps') + perDay('trades')).toLocaleString('en'),
    (perDay('bytes') / 1e6).toFixed(0),
    (perDay('bytes') / perDay('swaps')).toFixed(0),
    (perDay('candles') / perDay('swaps')).toFixed(0),
    (perDay('wal') / 1e9).toFixed(1),
  ];
}

/** Ingests a steady flow of swaps in rounds. */
async function follow(store: Store, trades: Trades, perDay: number): Promise<void> {
  const rounds = (minutes * 60) / roundSeconds;
  let count = 0;
  for (let round = 1; round <= rounds; round += 1) {
    const now = new Date(asOf.getTime() + round * roundSeconds * 1000);
    const due = Math.floor((perDay * round * roundSeconds) / DAY_SECONDS);
    const swaps = listOf(due - count, () => trades.swap(trades.pickPool(), now));
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
      pg_total_relation_size('candle')::float8 as candles,
      (pg_current_wal_lsn() - '0/0')::float8 as wal`,
  );
  if (!size) throw new Error('no size');
  return size;
}
