import { sql } from 'drizzle-orm';
import { describe, expect, test, vi } from 'vitest';
import type { TaskListener } from '#service/config/task.ts';
import { calculateAll } from '#service/market/calculate.ts';
import { deriveMarkets } from '#service/market/derive-markets.ts';
import { rows, type Store } from '#service/store/database.ts';
import { replaceData } from '#service/store/replace-data.ts';
import { marketOptions } from '#testing/datasets/parsed-market.ts';
import { eventually, pause } from '#testing/eventually.ts';
import { describeOnOneStore } from '#testing/stores/describe-on-each-store.ts';
import { LiveDemand, type ScheduledTrade } from './live-demand.ts';
import { startLiveMarket } from './live-market.ts';
import { MarketPlan } from './market-plan.ts';
import { randomFor } from './random.ts';
import { loadSimulatedMarket } from './simulated-market.ts';
import { isSameMarket, readSimulation, toSimulation } from './simulation.ts';

describe('live market', () => {
  const MINUTE = 60;
  const HOUR = 60 * MINUTE;
  const DAY = 24 * HOUR;
  const options = marketOptions(30, 1);
  const end = options.end.getTime() / 1000;

  /** A clock that starts `seconds` after the end of the history. */
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

  function createListener() {
    return {
      succeeded: vi.fn<TaskListener['succeeded']>(),
      failed: vi.fn<TaskListener['failed']>(),
    };
  }

  /** Generates a market. Its values are those of `seconds` after the end of the history. */
  async function fillStore(store: Store, seconds = 0): Promise<Store> {
    const stables = [...options.stables];
    await replaceData(
      store,
      { source: 'simulated', stables, simulation: toSimulation(options) },
      (load) => loadSimulatedMarket(load, options),
      async (session) => {
        await deriveMarkets(session.db, stables);
        await calculateAll(session, new Date((end + seconds) * 1000));
      },
    );
    return store;
  }

  interface LiveSwaps {
    readonly count: number;
    readonly until: number;
    readonly broken: number;
    readonly unrated: number;
    /** By traders without an address. */
    readonly anonymous: number;
  }

  /** Counts the live swaps later than `after` seconds, those that violate an invariant of pools, and those without a value. */
  async function liveSwaps(store: Store, after = 0) {
    const [row] = await rows<LiveSwaps>(
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
      (count(*) filter (where volume_usd is null))::int as unrated,
      (count(*) filter (where not exists (select from trader where id = live.trader_id)))::int as anonymous
    from live`,
    );
    return row ?? { count: 0, until: 0, broken: 0, unrated: 0, anonymous: 0 };
  }

  describeOnOneStore('the live market', (openEmptyStore) => {
    test('fills a pause and then trades every second', async () => {
      const store = await fillStore(await openEmptyStore(), 6 * HOUR);
      const clock = clockAt(6 * HOUR);
      const listener = createListener();
      const live = startLiveMarket({ store, pause, clock }, listener);
      await live.caughtUp;
      const filled = await liveSwaps(store);
      expect(filled.count).toBeGreaterThan(200);
      expect(filled.until).toBeGreaterThan(6 * HOUR - 5 * MINUTE);
      expect(filled.until).toBeLessThanOrEqual(6 * HOUR);
      expect(filled.broken).toBe(0);
      expect(filled.anonymous).toBe(0);
      clock.set(6 * HOUR + 30 * MINUTE);
      await eventually(async () => expect((await liveSwaps(store, 6 * HOUR)).count).toBeGreaterThan(0));
      await live.stop();
      const since = await liveSwaps(store, 6 * HOUR);
      expect(since.count).toBeGreaterThan(0);
      expect(since.broken).toBe(0);
      expect(since.anonymous).toBe(0);
      expect(since.until).toBeLessThanOrEqual(6 * HOUR + 30 * MINUTE);
      expect(listener.failed).not.toHaveBeenCalled();
    });

    test('continues after a restart without a gap in prices', async () => {
      const store = await fillStore(await openEmptyStore());
      for (const hours of [2, 2, 5, 30]) {
        const live = startLiveMarket({ store, pause, clock: clockAt(hours * HOUR) }, createListener());
        await live.caughtUp;
        await live.stop();
      }
      const all = await liveSwaps(store);
      expect(all.broken).toBe(0);
      expect(all.until).toBeGreaterThan(29 * HOUR);
      const [largest] = await rows<{ jump: number }>(
        store.db,
        sql`select max(abs(ln(usd / before)))::float8 as jump
        from (select usd, lag(usd) over (order by time, lt) as before from ton_rate) as rate`,
      );
      expect(largest?.jump).toBeLessThan(0.1);
    });

    test('swaps between TON and the stablecoin set the price of TON, and new days get exchange rates', async () => {
      const store = await fillStore(await openEmptyStore());
      const live = startLiveMarket({ store, pause, clock: clockAt(50 * HOUR) }, createListener());
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

    test('fills only the last window of a longer pause', async () => {
      const store = await fillStore(await openEmptyStore());
      const live = startLiveMarket({ store, pause, clock: clockAt(100 * DAY) }, createListener());
      await live.caughtUp;
      await live.stop();
      const late = await liveSwaps(store, 30 * DAY);
      expect(late.count).toBeGreaterThan(3000);
      expect(late).toEqual(await liveSwaps(store));
      expect(late.until).toBeGreaterThan(100 * DAY - HOUR);
    });

    test('several processes share one market', async () => {
      const store = await fillStore(await openEmptyStore(), HOUR);
      const clock = clockAt(HOUR);
      const listeners = [createListener(), createListener()];
      const markets = listeners.map((listener) => startLiveMarket({ store, pause, clock }, listener));
      await Promise.all(markets.map(({ caughtUp }) => caughtUp));
      for (const minutes of [90, 120, 150]) {
        clock.set(minutes * MINUTE);
        await eventually(async () =>
          expect((await liveSwaps(store)).until).toBeGreaterThan((minutes - 25) * MINUTE),
        );
      }
      await Promise.all(markets.map((live) => live.stop()));
      expect((await liveSwaps(store)).broken).toBe(0);
      for (const { failed } of listeners) expect(failed).not.toHaveBeenCalled();
    });

    test('reports a failed round and recovers in the next one', async () => {
      const store = await fillStore(await openEmptyStore(), HOUR);
      const failure = new Error('the store is unavailable');
      const failures = [failure];
      const transaction: Store['transaction'] = async (work) => {
        const next = failures.pop();
        if (next) throw next;
        return await store.transaction(work);
      };
      const listener = createListener();
      const live = startLiveMarket(
        { store: { ...store, transaction }, pause, clock: clockAt(HOUR) },
        listener,
      );
      await eventually(() => expect(listener.succeeded).toHaveBeenCalled());
      await live.stop();
      expect(listener.failed).toHaveBeenCalledExactlyOnceWith(failure);
      expect((await liveSwaps(store)).count).toBeGreaterThan(0);
      expect((await liveSwaps(store)).broken).toBe(0);
    });

    test('does not trade without data, with imported data or with a fixed clock', async () => {
      const listener = createListener();
      const empty = await openEmptyStore();
      const clock = clockAt(HOUR);
      await startLiveMarket({ store: empty, pause, clock }, listener).caughtUp;
      const store = await fillStore(empty, HOUR);
      await startLiveMarket({ store, pause, clock: { ...clock, fixed: true } }, listener).caughtUp;
      expect((await liveSwaps(store)).count).toBe(0);
      const live = startLiveMarket({ store, pause, clock }, listener);
      await live.caughtUp;
      await replaceData(store, { source: 'imported', stables: [] }, (load) =>
        loadSimulatedMarket(load, options),
      );
      clock.set(2 * HOUR);
      await startLiveMarket({ store, pause, clock }, listener).caughtUp;
      await live.stop();
      expect((await liveSwaps(store)).count).toBe(0);
      expect(listener.failed).not.toHaveBeenCalled();
    });
  });
});

describe('live demand', () => {
  const DAY = 86_400;

  function tradesOf(jettons: number, from: number, to: number, step = to - from): ScheduledTrade[][] {
    const plan = new MarketPlan(marketOptions(jettons, 1));
    const demand = new LiveDemand(plan, plan.end);
    const random = randomFor(plan.seed, 'test');
    const rounds = Array.from(
      { length: Math.ceil((to - from) / step) },
      (_, round) => plan.end + from + round * step,
    );
    return rounds.map((second) => demand.schedule(random, second, second + step));
  }

  test.each([20, 1500, 5000])(
    'schedules about one trade per second with bursts for %i jettons',
    (jettons) => {
      const rounds = tradesOf(jettons, 0, DAY, 1).map((trades) => trades.length);
      const mean = rounds.reduce((sum, count) => sum + count, 0) / rounds.length;
      expect(mean).toBeGreaterThan(0.6);
      expect(mean).toBeLessThan(2);
      expect(Math.max(...rounds)).toBeGreaterThan(6);
    },
  );

  test('fills a pause in order of time, with increasing density and a limited number of trades', () => {
    const [pause = []] = tradesOf(1500, 0, 10 * DAY);
    const seconds = pause.map(({ second }) => second);
    expect(seconds).toEqual(seconds.toSorted((left, right) => left - right));
    const middle = new MarketPlan(marketOptions(1500, 1)).end + 5 * DAY;
    expect(seconds.filter((second) => second > middle).length / seconds.length).toBeGreaterThan(0.55);
    expect(pause.length).toBeLessThan(30_000);
    const [longPause = []] = tradesOf(1500, 0, 90 * DAY);
    expect(longPause.length).toBeLessThan(110_000);
  });

  test('schedules no trades for dead jettons, rugs and jettons without a market', () => {
    const tradedKinds = new Set(
      tradesOf(1500, 0, DAY)
        .flat()
        .map(({ pool }) => pool.owner.kind),
    );
    expect([...tradedKinds].sort()).toEqual([
      'established',
      'launch',
      'lookalike',
      'major',
      'meme',
      'pegged',
      'scam',
      'stable',
    ]);
  });
});

describe('simulation', () => {
  const options = marketOptions(1500, 7);
  const stored = {
    source: 'simulated' as const,
    stables: [...options.stables],
    simulation: toSimulation(options),
  };

  test('restores the options from the stored record', () => {
    const storedJson: unknown = JSON.parse(JSON.stringify(stored.simulation));
    expect(readSimulation({ ...stored, simulation: storedJson })).toMatchObject(options);
  });

  test('ignores imported data and markets of another version', () => {
    expect(readSimulation({ ...stored, source: 'imported' })).toBeUndefined();
    expect(readSimulation({ ...stored, simulation: { ...stored.simulation, version: 0 } })).toBeUndefined();
    expect(readSimulation({ ...stored, simulation: null })).toBeUndefined();
  });

  test('compares everything except the clock', () => {
    expect(isSameMarket(options, { ...options, end: new Date(0) })).toBe(true);
    for (const change of [{ jettons: 1 }, { seed: 8 }, { exchanges: ['stonfi'] }, { stables: [] }]) {
      expect(isSameMarket(options, { ...options, ...change })).toBe(false);
    }
  });
});
