import { type SQL, sql } from 'drizzle-orm';
import { intervalStart } from '#contract/interval-start.ts';
import { pause, startTask, type Task, type TaskListener } from '#service/config/task.ts';
import { type Database, rows, type Store } from '#service/store/database.ts';
import { tryLockData } from '#service/store/dataset.ts';
import {
  type Bucket,
  DAY,
  minStoredTicks,
  minuteOf,
  storeCandles,
  storedLengths,
  type TouchedMinute,
} from './candles.ts';

/** Bounds of all times, in Unix seconds. */
const [START_OF_TIME, END_OF_TIME] = [-(2 ** 31), 2 ** 31 - 1];

/** Ticks whose candles are stored in one transaction, but at least those of a day of a market. Rounds wait meanwhile. */
const MAX_TICKS = 5_000;
const MAX_MARKETS = 500;

/**
 * The trades whose candles have not been stored since a full calculation: those of a market from `since` on, in Unix seconds,
 * and all of the markets with higher ids.
 */
interface Backlog {
  readonly marketId: number;
  readonly since: number;
}

/**
 * Removes all candles, so that a full calculation need not wait for them: `storeNextCandles` stores them afterwards. Meanwhile
 * they are derived from the ticks.
 */
export async function discardCandles(db: Database): Promise<void> {
  await db.execute(sql`truncate candle, candle_backlog`);
  await writeBacklog(db, { marketId: 0, since: START_OF_TIME });
}

/** How often the backlog is looked for, in milliseconds. */
const CHECK_MS = 30_000;
/** Between transactions: another process may hold the lock on the data. */
const MIN_PAUSE_MS = 20;

/** Stores the candles of the backlog, leaving at least half of the time to rounds and requests. */
export function startStoringCandles(
  store: Pick<Store, 'transaction'>,
  pauseBetweenChecks: (milliseconds: number, stopped: AbortSignal) => Promise<void>,
  listener: TaskListener,
): Task {
  return startTask(async (stopped) => {
    while (!stopped.aborted) {
      const started = performance.now();
      let hasMore = false;
      try {
        hasMore = await storeNextCandles(store);
        listener.succeeded();
      } catch (error) {
        listener.failed(error);
      }
      if (hasMore) await pause(Math.max(performance.now() - started, MIN_PAUSE_MS), stopped);
      else await pauseBetweenChecks(CHECK_MS, stopped);
    }
  });
}

/** Stores the next candles of the backlog, unless values are being calculated. Returns whether there may be more. */
export function storeNextCandles(store: Pick<Store, 'transaction'>, maxTicks = MAX_TICKS): Promise<boolean> {
  return store.transaction(async (db) => {
    const [backlog] = await rows<Backlog & { isCalculating: boolean }>(
      db,
      sql`select market_id as "marketId", since, is_calculating as "isCalculating" from candle_backlog, dataset`,
    );
    if (!backlog || backlog.isCalculating) return false;
    if (!(await tryLockData(db))) return true;
    const { markets, end, rest } = await nextPart(db, backlog, maxTicks);
    const minutes = await rows<CountedMinute>(
      db,
      sql`
      select m.id as "marketId", ${minuteOf(sql`time`)} as minute, count(*)::integer as ticks
      from unnest(${sql.param(markets)}::integer[]) as m (id)
      cross join lateral (${ticksOf(backlog)} and time < to_timestamp(${end}::integer)) as tick
      group by 1, 2`,
    );
    // A week that began before this part may end in it without another tick.
    const isContinued = backlog.since !== START_OF_TIME;
    const parts = isContinued ? [...minutes, { ...backlog, minute: backlog.since, ticks: 0 }] : minutes;
    await storeCandles(
      db,
      storedLengths.flatMap((length) => fullBuckets(parts, length, end)),
    );
    await db.execute(sql`delete from candle_backlog`);
    if (rest) await writeBacklog(db, rest);
    return rest !== undefined;
  });
}

interface CountedMinute extends TouchedMinute {
  readonly ticks: number;
}

async function writeBacklog(db: Database, { marketId, since }: Backlog): Promise<void> {
  await db.execute(
    sql`insert into candle_backlog (market_id, since) values (${marketId}::integer, ${since}::integer)`,
  );
}

/** SELECT of the ticks of market `m` that are in the backlog. */
function ticksOf({ marketId, since }: Backlog): SQL {
  return sql`
    select time from trade
    where trade.market_id = m.id and trade.dust = false
      and time >= to_timestamp(case when m.id = ${marketId}::integer then ${since}::integer else ${START_OF_TIME}::integer end)`;
}

/** Returns the trades to store next, those of `markets` before `end`, and the rest of the backlog. */
async function nextPart(db: Database, backlog: Backlog, maxTicks: number) {
  const found = await rows<{ id: number; ticks: number }>(
    db,
    sql`
    select m.id, counted.ticks
    from (
      select id from market where id >= ${backlog.marketId}::integer order by id limit ${MAX_MARKETS}::integer
    ) as m
    cross join lateral (
      select count(*)::integer as ticks from (${ticksOf(backlog)} limit ${maxTicks + 1}::integer) as tick
    ) as counted
    order by m.id`,
  );
  let sum = 0;
  const whole = found.filter(({ ticks }) => {
    sum += ticks;
    return sum <= maxTicks;
  });
  const markets = whole.map(({ id }) => id);
  const [next] = found.slice(whole.length);
  if (next && whole.length === 0) {
    const end = await endOfPart(db, { backlog, marketId: next.id, maxTicks });
    return { markets: [next.id], end, rest: { marketId: next.id, since: end } };
  }
  const last = whole.at(-1);
  const isAll = !next && found.length < MAX_MARKETS;
  const rest = last && !isAll ? { marketId: last.id + 1, since: START_OF_TIME } : undefined;
  return { markets, end: END_OF_TIME, rest };
}

/** Returns the end of the day until which a market has about `maxTicks`, in Unix seconds. */
async function endOfPart(
  db: Database,
  { backlog, marketId, maxTicks }: { backlog: Backlog; marketId: number; maxTicks: number },
): Promise<number> {
  const [range] = await rows<{ first: number; last: number }>(
    db,
    sql`
    select ${minuteOf(sql`min(time)`)} as first, ${minuteOf(sql`max(time)`)} as last
    from (select ${marketId}::integer as id) as m
    cross join lateral (${ticksOf(backlog)} order by time limit ${maxTicks}::integer) as tick`,
  );
  if (!range) return END_OF_TIME;
  return Math.max(intervalStart(range.last, DAY), intervalStart(range.first, DAY) + DAY);
}

/** Returns the intervals of a length that may have enough ticks for a stored candle. */
function fullBuckets(minutes: readonly CountedMinute[], length: number, end: number): Bucket[] {
  const buckets = new Map<string, Bucket & { ticks: number }>();
  for (const { marketId, minute, ticks } of minutes) {
    const start = intervalStart(minute, length);
    const key = `${marketId} ${start}`;
    buckets.set(key, { marketId, length, start, ticks: ticks + (buckets.get(key)?.ticks ?? 0) });
  }
  // Only weeks can be split by parts.
  const isFull =
    length > DAY
      ? ({ start }: Bucket) => start + length <= end
      : ({ ticks }: { ticks: number }) => ticks >= minStoredTicks(length);
  return [...buckets.values()].filter(isFull);
}
