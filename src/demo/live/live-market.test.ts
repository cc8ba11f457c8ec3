import { sql } from 'drizzle-orm';
import { expect, test, vi } from 'vitest';
import { loadSimulatedMarket } from '#demo/market/load-simulated-market.ts';
import { toSimulation } from '#demo/market/simulation.ts';
import { deriveMarkets } from '#service/analytics/derive-markets.ts';
import { replaceData } from '#service/store/replace-data.ts';
import { rows, type Store } from '#service/store/store.ts';
import { marketOptions } from '#testing/datasets/parsed-market.ts';
import { describeOnEachStore } from '#testing/stores/describe-on-each-store.ts';
import { type LiveListener, startLiveMarket } from './live-market.ts';

const MINUTE = 60;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const options = marketOptions(30, 1);
const end = options.end.getTime() / 1000;

/** A clock so many seconds after the end of the history. */
function clockAt(seconds: number) {
  let now = end + seconds;
  return {
    fixed: false,
    now: () => new Date(now * 1000),
    set: (later: number) => {
      now = end + later;
    },
  };
}

function listener() {
  return {
    traded: vi.fn<LiveListener['traded']>(),
    succeeded: vi.fn<LiveListener['succeeded']>(),
    failed: vi.fn<LiveListener['failed']>(),
  };
}

async function fill(store: Store): Promise<Store> {
  const stables = [...options.stables];
  await replaceData(
    store,
    { source: 'simulated', stables, simulation: toSimulation(options) },
    (load) => loadSimulatedMarket(load, options),
    ({ db }) => deriveMarkets(db, stables),
  );
  return store;
}

/** Live swaps after so many seconds: how many, until when, and how many break a rule of pools. */
async function lived(store: Store, after = 0) {
  const [row] = await rows<{ count: number; until: number; broken: number; unrated: number }>(
    store.db,
    sql`
    with followed as (
      select swap.*, lag(reserve0) over pool as before0, lag(reserve1) over pool as before1, lag(lt) over pool as lt_before
      from swap window pool as (partition by pool_id order by time, lt)
    ),
    live as (select * from followed where time > ${new Date((end + after) * 1000).toISOString()}::timestamptz)
    select count(*)::int as count, coalesce(extract(epoch from max(time)) - ${end}, 0)::int as until,
      (count(*) filter (where amount0 <= 0 or amount1 <= 0 or reserve0 <= 0 or reserve1 <= 0 or lt <= lt_before
        or dust <> (least(amount0, amount1) < 1000)
        or reserve0 <> before0 + case when sold0 then amount0 else -amount0 end
        or reserve1 <> before1 + case when sold0 then -amount1 else amount1 end))::int as broken,
      (count(*) filter (where volume_usd is null))::int as unrated
    from live`,
  );
  return row ?? { count: 0, until: 0, broken: 0, unrated: 0 };
}

async function tradedJettonIds(store: Store): Promise<number[]> {
  const found = await rows<{ id: number }>(
    store.db,
    sql`
    select distinct m.jetton_id as id from swap s join market m on m.pool_id = s.pool_id
    where s.time > ${options.end.toISOString()}::timestamptz order by 1`,
  );
  return found.map(({ id }) => id);
}

describeOnEachStore('a living market', (openFresh) => {
  test('fills a pause, and then lives on by the second', async () => {
    const store = await fill(await openFresh());
    const clock = clockAt(6 * HOUR);
    const heard = listener();
    const live = startLiveMarket({ store, clock }, heard);
    await live.caughtUp;
    const pause = await lived(store);
    expect(pause.count).toBeGreaterThan(200);
    expect(pause.until).toBeGreaterThan(6 * HOUR - 5 * MINUTE);
    expect(pause.until).toBeLessThanOrEqual(6 * HOUR);
    expect(pause.broken).toBe(0);
    const told = new Set(heard.traded.mock.calls.flatMap(([ids]) => [...ids]));
    expect([...told].sort((left, right) => left - right)).toEqual(await tradedJettonIds(store));

    heard.traded.mockClear();
    clock.set(6 * HOUR + 30 * MINUTE);
    await vi.waitFor(() => expect(heard.traded).toHaveBeenCalled(), { timeout: 10_000 });
    await live.stop();
    const since = await lived(store, 6 * HOUR);
    expect(since.count).toBeGreaterThan(0);
    expect(since.broken).toBe(0);
    expect(since.until).toBeLessThanOrEqual(6 * HOUR + 30 * MINUTE);
    expect(heard.failed).not.toHaveBeenCalled();
  });

  test('goes on after a restart from what the store has, prices without a break', async () => {
    const store = await fill(await openFresh());
    for (const hours of [2, 2, 5, 30]) {
      const live = startLiveMarket({ store, clock: clockAt(hours * HOUR) }, listener());
      await live.caughtUp;
      await live.stop();
    }
    const all = await lived(store);
    expect(all.broken).toBe(0);
    expect(all.until).toBeGreaterThan(29 * HOUR);
    const [seam] = await rows<{ jump: number }>(
      store.db,
      sql`select max(abs(ln(usd / before)))::float8 as jump
        from (select usd, lag(usd) over (order by time, lt) as before from ton_rate) as rate`,
    );
    expect(seam?.jump).toBeLessThan(0.1);
  });

  test('every swap of TON for the stable coin sets the price of TON; new days have rates', async () => {
    const store = await fill(await openFresh());
    const live = startLiveMarket({ store, clock: clockAt(50 * HOUR) }, listener());
    await live.caughtUp;
    await live.stop();
    const [counts] = await rows<{ paid: number; rates: number; date: string }>(
      store.db,
      sql`
      select (select count(*)::int from swap s join market m on m.pool_id = s.pool_id
          where m.jetton_id = 1 and m.counterpart_id = 0 and not s.dust) as paid,
        (select count(*)::int from ton_rate) as rates, (select max(date)::text from fx) as date`,
    );
    expect(counts?.rates).toBe(counts?.paid);
    expect(counts?.date).toBe('2026-11-22');
  });

  test('a pause longer than the window leaves its beginning empty', async () => {
    const store = await fill(await openFresh());
    const live = startLiveMarket({ store, clock: clockAt(100 * DAY) }, listener());
    await live.caughtUp;
    await live.stop();
    const late = await lived(store, 30 * DAY);
    expect(late.count).toBeGreaterThan(3000);
    expect(late).toEqual(await lived(store));
    expect(late.until).toBeGreaterThan(100 * DAY - HOUR);
  });

  test('several processes on one store share one market', async () => {
    const store = await fill(await openFresh());
    const clock = clockAt(HOUR);
    const both = [listener(), listener()];
    const lives = both.map((heard) => startLiveMarket({ store, clock }, heard));
    await Promise.all(lives.map(({ caughtUp }) => caughtUp));
    for (const minutes of [90, 120, 150]) {
      for (const heard of both) heard.traded.mockClear();
      clock.set(minutes * MINUTE);
      await vi.waitFor(() => expect(both.some(({ traded }) => traded.mock.calls.length > 0)).toBe(true), {
        timeout: 10_000,
      });
    }
    await Promise.all(lives.map((live) => live.stop()));
    expect((await lived(store)).broken).toBe(0);
    for (const { failed } of both) expect(failed).not.toHaveBeenCalled();
  });

  test('a failed round is told, and the next one makes up for it', async () => {
    const store = await fill(await openFresh());
    const failure = new Error('the store is away');
    const failures = [failure];
    const transaction: Store['transaction'] = async (work) => {
      const next = failures.pop();
      if (next) throw next;
      return await store.transaction(work);
    };
    const heard = listener();
    const live = startLiveMarket({ store: { ...store, transaction }, clock: clockAt(HOUR) }, heard);
    await vi.waitFor(() => expect(heard.traded).toHaveBeenCalled(), { timeout: 10_000 });
    await live.stop();
    expect(heard.failed).toHaveBeenCalledExactlyOnceWith(failure);
    expect((await lived(store)).broken).toBe(0);
  });

  test('imported data, no data and a fixed clock do not live', async () => {
    const heard = listener();
    const empty = await openFresh();
    const clock = clockAt(HOUR);
    await startLiveMarket({ store: empty, clock }, heard).caughtUp;
    const store = await fill(empty);
    await startLiveMarket({ store, clock: { ...clock, fixed: true } }, heard).caughtUp;
    expect((await lived(store)).count).toBe(0);
    const live = startLiveMarket({ store, clock }, heard);
    await live.caughtUp;
    heard.traded.mockClear();
    await replaceData(store, { source: 'imported', stables: [] }, (load) =>
      loadSimulatedMarket(load, options),
    );
    clock.set(2 * HOUR);
    await startLiveMarket({ store, clock }, heard).caughtUp;
    await live.stop();
    expect((await lived(store)).count).toBe(0);
    expect(heard.failed).not.toHaveBeenCalled();
  });
});
