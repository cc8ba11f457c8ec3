import { sql } from 'drizzle-orm';
import { profileOf } from '#demo/jettons/jetton-profile.ts';
import type { MarketPlan } from '#demo/market/market-plan.ts';
import { type PoolRules, SimulatedPool } from '#demo/market/simulated-pool.ts';
import { Stories } from '#demo/market/stories.ts';
import { deskOf, openPool, rulesOf } from '#demo/pools/pool-opening.ts';
import { type PoolProfile, poolsOf } from '#demo/pools/pool-profile.ts';
import { SwapTurns } from '#demo/pools/swap-time.ts';
import type { TradingDesk } from '#demo/pools/trading-desk.ts';
import type { Random } from '#demo/random.ts';
import { type Database, rows } from '#service/store/database.ts';

/** A pool that trades on from where the store has it. */
export interface LivePool {
  readonly profile: PoolProfile;
  readonly state: SimulatedPool;
  readonly desk: TradingDesk;
  readonly turns: SwapTurns;
}

/** The pools that have been asked for, as the store and the swaps since then have them. */
export class LivePools {
  private readonly plan: MarketPlan;
  private readonly random: Random;
  private readonly stories: Stories;
  private readonly known = new Map<number, LivePool>();

  constructor(plan: MarketPlan, random: Random) {
    this.plan = plan;
    this.random = random;
    this.stories = new Stories(plan);
  }

  get(id: number): LivePool | undefined {
    return this.known.get(id);
  }

  /** Reads what is missing. */
  async load(db: Database, profiles: readonly PoolProfile[]): Promise<void> {
    const missing = new Map(profiles.filter(({ id }) => !this.known.has(id)).map((pool) => [pool.id, pool]));
    if (missing.size === 0) return;
    for (const row of await readReserves(db, [...missing.keys()])) {
      const profile = missing.get(row.id);
      if (profile) this.known.set(row.id, this.revive(profile, row));
    }
  }

  private revive(profile: PoolProfile, row: ReservesRow): LivePool {
    const owner = profileOf(this.plan, profile.owner);
    const state = new SimulatedPool(this.rules(profile));
    state.reserve0.parse(row.reserve0);
    state.reserve1.parse(row.reserve1);
    const desk = deskOf(this.plan, owner, profile, state, this.random);
    return { profile, state, desk, turns: new SwapTurns(profile.id, Number(row.second), Number(row.lt)) };
  }

  private rules(profile: PoolProfile): PoolRules {
    const owner = profileOf(this.plan, profile.owner);
    if (profile.amplification === 0) return rulesOf(profile, owner, 0, 0);
    return openPool(this.plan, this.stories, this.stories.of(profile.owner), profile).state.rules;
  }
}

/** The deepest pool of a jetton. */
export function deepestPool(plan: MarketPlan, index: number): PoolProfile | undefined {
  return poolsOf(plan, profileOf(plan, index))[0];
}

interface ReservesRow {
  readonly id: number;
  readonly reserve0: string;
  readonly reserve1: string;
  /** Of the latest swap; 0 where there is none. */
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
