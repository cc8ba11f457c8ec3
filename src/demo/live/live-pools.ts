import { sql } from 'drizzle-orm';
import { generateProfile } from '#demo/jettons/jetton-profile.ts';
import { JettonHistories } from '#demo/market/jetton-histories.ts';
import type { MarketPlan } from '#demo/market/market-plan.ts';
import { type PoolRules, SimulatedPool } from '#demo/market/simulated-pool.ts';
import { LogicalClock } from '#demo/pools/logical-clock.ts';
import { createPoolRules, createTradeSimulator, openPool } from '#demo/pools/open-pool.ts';
import { generatePools, type PoolProfile } from '#demo/pools/pool-profile.ts';
import type { TradeSimulator } from '#demo/pools/trade-simulator.ts';
import type { Random } from '#demo/random.ts';
import { type Database, rows } from '#service/store/database.ts';

/** A pool that continues trading from its state in the store. */
export interface LivePool {
  readonly profile: PoolProfile;
  readonly state: SimulatedPool;
  readonly simulator: TradeSimulator;
  readonly clock: LogicalClock;
}

/** A cache of pools with the state after their latest swap. */
export class LivePools {
  private readonly plan: MarketPlan;
  private readonly random: Random;
  private readonly histories: JettonHistories;
  private readonly pools = new Map<number, LivePool>();

  constructor(plan: MarketPlan, random: Random) {
    this.plan = plan;
    this.random = random;
    this.histories = new JettonHistories(plan);
  }

  get(id: number): LivePool | undefined {
    return this.pools.get(id);
  }

  /** Loads the pools that are not cached yet. */
  async load(db: Database, profiles: readonly PoolProfile[]): Promise<void> {
    const missing = new Map(profiles.filter(({ id }) => !this.pools.has(id)).map((pool) => [pool.id, pool]));
    if (missing.size === 0) return;
    for (const row of await readReserves(db, [...missing.keys()])) {
      const profile = missing.get(row.id);
      if (profile) this.pools.set(row.id, this.restore(profile, row));
    }
  }

  private restore(profile: PoolProfile, row: ReservesRow): LivePool {
    const owner = generateProfile(this.plan, profile.owner);
    const state = new SimulatedPool(this.rules(profile));
    state.reserve0.parse(row.reserve0);
    state.reserve1.parse(row.reserve1);
    const simulator = createTradeSimulator(this.plan, owner, profile, state, this.random);
    return {
      profile,
      state,
      simulator,
      clock: new LogicalClock(profile.id, Number(row.second), Number(row.lt)),
    };
  }

  private rules(profile: PoolProfile): PoolRules {
    const owner = generateProfile(this.plan, profile.owner);
    if (profile.amplification === 0) return createPoolRules(profile, owner, 0, 0);
    return openPool(this.plan, this.histories, this.histories.get(profile.owner), profile).state.rules;
  }
}

/** Returns the deepest pool of a jetton. */
export function deepestPool(plan: MarketPlan, index: number): PoolProfile | undefined {
  return generatePools(plan, generateProfile(plan, index))[0];
}

interface ReservesRow {
  readonly id: number;
  readonly reserve0: string;
  readonly reserve1: string;
  /** Time and logical time of the latest swap, 0 if there is none. */
  readonly second: string;
  readonly lt: string;
}

function readReserves(db: Database, ids: readonly number[]): Promise<ReservesRow[]> {
  return rows(
    db,
    sql`
    select pool.id, coalesce(latest.reserve0, pool.reserve0)::text as reserve0,
      coalesce(latest.reserve1, pool.reserve1)::text as reserve1,
      coalesce(extract(epoch from latest.time), 0)::bigint::text as second, coalesce(latest.lt, 0)::text as lt
    from pool
    left join lateral (
      select time, lt, reserve0, reserve1 from swap
      where pool_id = pool.id and reserve0 is not null and reserve1 is not null
      order by time desc, lt desc
      limit 1
    ) as latest on true
    where pool.id = any(${sql.param(ids)}::int[])`,
  );
}
