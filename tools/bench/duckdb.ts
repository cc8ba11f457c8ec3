import { execFileSync } from 'node:child_process';
import { chmodSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { sql } from 'drizzle-orm';
import { FIRST_MONDAY } from '#contract/interval-start.ts';
import { priceUnits } from '#contract/price-unit.ts';
import { minStoredTicks, selectTicks, storedLengths } from '#service/market/candles.ts';
import { swapOf } from '#service/market/trade-values.ts';
import { type Database, rows, type Store } from '#service/store/database.ts';
import { alignedTable } from './report.ts';

const PACKAGE = '@duckdb/node-api';
const VERSION = '1.5.6-r.1';

/** What the benchmark uses of the package, which is not a dependency. */
interface DuckDb {
  readonly DuckDBInstance: { create(path: string): Promise<{ connect(): Promise<DuckDbConnection> }> };
}
interface DuckDbConnection {
  run(statement: string): Promise<unknown>;
  runAndReadAll(statement: string): Promise<{ getRowsJson(): unknown[][] }>;
}

const values = ['high', 'low', 'volume'].flatMap((part) => priceUnits.map((unit) => `${part}_${unit}`));

/** Seconds of processor time, and elapsed ones. */
export interface Duration {
  readonly seconds: number;
  readonly wall: number;
}

/**
 * Calculates the stored candles of a market with DuckDB as well, from the same ticks with the same values, and returns the
 * results as a table. Throws an error if a candle differs.
 */
export async function compareWithDuckDb(store: Store, folder: string, stored: Duration): Promise<string> {
  const database = await openDuckDb(folder);
  const shared = mkdtempSync(join(tmpdir(), 'jetscope-duckdb-'));
  // The server may run as another user.
  chmodSync(shared, 0o777);
  try {
    const scales = await store.withExclusiveSession('jetscope', ({ db }) => exportRows(db, shared));
    const types = values.map((name) => `${name} decimal(38, ${scales[name] ?? 0})`).join(', ');
    const file = `${folder}/market.duckdb`;
    const bytes = async () => {
      await database.run('checkpoint');
      return statSync(file).size;
    };
    const load = await timed(() =>
      database.run(`
        create table tick (market_id integer, second bigint, trader_id integer, transactions integer, buys integer, ${types});
        copy tick from '${shared}/ticks.csv' (format csv)`),
    );
    const tickBytes = await bytes();
    const calculate = await timed(() => database.run(`create table candle as ${selectCandles()}`));
    const candleBytes = (await bytes()) - tickBytes;
    await database.run(`
      create table stored_candle (market_id integer, length integer, start bigint, transactions integer, buys integer,
        traders integer, ${types});
      copy stored_candle from '${shared}/candles.csv' (format csv)`);
    const [counts] = (
      await database.runAndReadAll(`
      select (select count(*) from candle), (select count(*) from stored_candle),
        (select count(*) from (from candle except all from stored_candle))`)
    ).getRowsJson();
    const [calculated, all, different] = (counts ?? []).map(Number);
    if (calculated !== all || different !== 0)
      throw new Error(`${different} of ${calculated} candles differ from the ${all} stored ones`);
    const [size] = await rows<{ candle: number; trade: number }>(
      store.db,
      sql`select pg_total_relation_size('candle')::float8 as candle`,
    );
    const row = (name: string, { seconds, wall }: Duration, size = 0) => [
      name,
      seconds.toFixed(1),
      wall.toFixed(1),
      (size / 1e6).toFixed(0),
    ];
    return alignedTable([
      [`${all?.toLocaleString('en')} candles, equal`, 'processor time, s', 'elapsed, s', 'MB'],
      row('stored in the background', stored, size?.candle),
      row('DuckDB: read ticks from CSV', load, tickBytes),
      row('DuckDB: calculate candles', calculate, candleBytes),
    ]);
  } finally {
    rmSync(shared, { recursive: true, force: true });
  }
}

/** Installs DuckDB into a folder, and opens a new database in it. */
async function openDuckDb(folder: string): Promise<DuckDbConnection> {
  const packages = ['install', '--no-save', '--no-audit', '--no-fund', '--prefix', folder];
  execFileSync('npm', [...packages, `${PACKAGE}@${VERSION}`], { stdio: 'inherit' });
  const { DuckDBInstance } = createRequire(resolve(folder, 'package.json'))(PACKAGE) as DuckDb;
  const file = `${folder}/market.duckdb`;
  for (const path of [file, `${file}.wal`]) rmSync(path, { force: true });
  return await (await DuckDBInstance.create(file)).connect();
}

/** Writes all ticks with their values, and the stored candles, as CSV. Returns the decimals of each column. */
async function exportRows(db: Database, folder: string): Promise<Readonly<Record<string, number>>> {
  const ticks = sql`market m join trade t on t.market_id = m.id and not t.dust ${swapOf(sql`t.lt`)}`;
  const others = sql`m.id as market_id, extract(epoch from s.time)::bigint as second, s.trader_id`;
  const valuesOf = (expression: (name: string) => string) => sql.raw(values.map(expression).join(', '));
  await db.execute(sql`
    create unlogged table exported_tick as
    select market_id, second, trader_id, transactions, buys, ${valuesOf((name) => `trim_scale(${name}) as ${name}`)}
    from (${selectTicks(ticks, others)}) as tick`);
  const [scales] = await rows<Record<string, number>>(
    db,
    sql`select ${valuesOf((name) => `max(scale(${name})) as ${name}`)} from exported_tick`,
  );
  const file = (name: string) => sql.raw(`'${folder}/${name}.csv'`);
  await db.execute(sql`copy exported_tick to ${file('ticks')} (format csv)`);
  await db.execute(sql`
    copy (
      select market_id, length, extract(epoch from start)::bigint, transactions, buys, traders,
        ${valuesOf((name) => `trim_scale(${name})`)}
      from candle
    ) to ${file('candles')} (format csv)`);
  await db.execute(sql`drop table exported_tick`);
  return scales ?? {};
}

/** Returns a statement of DuckDB that selects the candles that are stored. */
function selectCandles(): string {
  const aggregates = { high: 'max', low: 'min', volume: 'sum' };
  const units = Object.entries(aggregates).flatMap(([part, aggregate]) =>
    priceUnits
      .map((unit) => `${part}_${unit}`)
      .map((name) => `case when count(${name}) = count(*) then ${aggregate}(${name}) end as ${name}`),
  );
  return storedLengths
    .map(
      (length) => `
      select market_id, ${length}::integer as length,
        (second - ${FIRST_MONDAY}) // ${length} * ${length} + ${FIRST_MONDAY} as start,
        count(*)::integer as transactions, sum(buys)::integer as buys, count(distinct trader_id)::integer as traders,
        ${units.join(', ')}
      from tick group by 1, 2, 3 having count(*) >= ${minStoredTicks(length)}`,
    )
    .join(' union all ');
}

/** Processor time of this process and of the server of a store on this machine, in seconds. */
export async function processorSeconds({ db }: Store): Promise<number> {
  const [server] = await rows<{ pid: string }>(
    db,
    sql`select split_part(pg_read_file('postmaster.pid'), E'\n', 1) as pid`,
  );
  const pid = server?.pid ?? '';
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ');
  // The server's own time includes that of its sessions that have ended.
  const ticks = [pid, ...children]
    .flatMap((process) => timesOf(process))
    .reduce((sum, time) => sum + time, 0);
  return ticks / CLOCK_TICKS + ownSeconds();
}

/** Units of times in /proc, a second. */
const CLOCK_TICKS = 100;

function timesOf(pid: string): number[] {
  const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
  // The name, in parentheses, may contain blanks. User and system time, and those of children, are fields 14 to 17.
  return text
    .slice(text.lastIndexOf(')') + 2)
    .split(' ')
    .slice(11, 15)
    .map(Number);
}

function ownSeconds(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e6;
}

async function timed(work: () => Promise<unknown>): Promise<Duration> {
  const [started, before] = [performance.now(), ownSeconds()];
  await work();
  return { seconds: ownSeconds() - before, wall: (performance.now() - started) / 1000 };
}
