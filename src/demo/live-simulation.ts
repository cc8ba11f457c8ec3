import { sql } from 'drizzle-orm';
import type { SwapKey } from '#service/market/move-windows.ts';
import { recordSwaps } from '#service/market/record-batch.ts';
import { type Database, rows } from '#service/store/database.ts';
import { readDataset } from '#service/store/dataset.ts';
import { fx, trader } from '#service/store/schema.ts';
import { DAY, HOUR } from './activity-clock.ts';
import { dailyRates } from './exchange-rates.ts';
import { traderAddress } from './jetton-rows.ts';
import { LiveDemand, type ScheduledTrade } from './live-demand.ts';
import { MarketPlan } from './market-plan.ts';
import type { PoolProfile } from './pool-profile.ts';
import { type Random, randomFor, type Seed } from './random.ts';
import { readSimulation } from './simulation.ts';
import { Market, TradedPool } from './traded-pool.ts';

/** Trades per transaction, which leaves the store available to requests in between. */
const BATCH_SIZE = 500;
/** Interval for updating the distribution of trades, because the activity of launches fades. */
const DEMAND_LIFETIME = 3 * HOUR;

/** The latest state of the simulated market in the store. */
interface MarketHead {
  /** When the store's data was built; identifies the dataset. */
  readonly builtAt: string;
  /** Time, logical time and value of the latest price of TON. */
  readonly second: number;
  readonly lt: number;
  readonly usd: number;
}

/** Continues the store's simulated market. Several processes can share one store: one of them advances it at a time. */
export class LiveSimulation {
  private readonly plan: MarketPlan;
  private readonly builtAt: string;
  private readonly random: Random;
  private demand: LiveDemand;
  private demandUntil: number;
  private market: Market;
  /** Pools with the state after their latest swap. */
  private readonly pools = new Map<number, TradedPool>();
  private pendingTrades: ScheduledTrade[] = [];
  /** Trades are scheduled up to this time. */
  private scheduledUntil: number;
  private ratesDay = 0;

  private constructor(plan: MarketPlan, head: MarketHead, now: number) {
    this.plan = plan;
    this.builtAt = head.builtAt;
    this.random = randomFor(plan.seed, 'live', now);
    this.demand = new LiveDemand(plan, now);
    this.demandUntil = now + DEMAND_LIFETIME;
    this.market = new Market(plan);
    this.market.tonRates.add(head.lt, head.usd);
    this.scheduledUntil = head.second;
  }

  /** Returns undefined if the store contains no simulated market. */
  static async open(db: Database, now: number): Promise<LiveSimulation | undefined> {
    const dataset = await readDataset(db);
    const options = dataset && readSimulation(dataset);
    const head = options && (await readHead(db));
    return head && new LiveSimulation(new MarketPlan(options), head, now);
  }

  /** Whether trades are pending. */
  get isBehind(): boolean {
    return this.pendingTrades.length > 0;
  }

  /**
   * Advances towards `now` by at most one batch. Returns the keys of the new swaps, or undefined if the dataset was
   * replaced. The caller holds the lock on the data.
   */
  async advance(db: Database, now: number): Promise<readonly SwapKey[] | undefined> {
    const head = await readHead(db);
    if (head?.builtAt !== this.builtAt) return undefined;
    if (head.lt !== this.market.tonRates.latestTime) {
      // Another process has advanced the market.
      this.restart(head);
      this.pendingTrades = [];
      this.scheduledUntil = head.second;
    }
    if (!this.isBehind && now > this.demandUntil) {
      this.restart(head);
      this.demand = new LiveDemand(this.plan, now);
      this.demandUntil = now + DEMAND_LIFETIME;
    }
    if (!this.isBehind && now > this.scheduledUntil) {
      this.pendingTrades = this.demand.schedule(this.random, this.scheduledUntil, now);
      this.scheduledUntil = now;
    }
    await this.addRates(db, now);
    const trades = this.pendingTrades.splice(0, BATCH_SIZE);
    await this.loadPools(
      db,
      trades.map(({ pool }) => pool),
    );
    const swaps = trades.flatMap(
      ({ pool, actor, second }) => this.pools.get(pool.id)?.trade(actor, second) ?? [],
    );
    await this.addTraders(
      db,
      swaps.map(({ traderId }) => traderId),
    );
    return await recordSwaps(db, swaps);
  }

  /** Discards all cached state. */
  private restart(head: MarketHead): void {
    this.market = new Market(this.plan);
    this.market.tonRates.add(head.lt, head.usd);
    this.pools.clear();
  }

  private async addRates(db: Database, now: number): Promise<void> {
    const today = Math.floor(now / DAY);
    if (today !== this.ratesDay) await addRates(db, this.plan.seed, today);
    this.ratesDay = today;
  }

  private async addTraders(db: Database, ids: readonly number[]): Promise<void> {
    const values = [...new Set(ids)].map((id) => ({ id, address: traderAddress(this.plan, id) }));
    if (values.length > 0) await db.insert(trader).values(values).onConflictDoNothing();
  }

  private async loadPools(db: Database, profiles: readonly PoolProfile[]): Promise<void> {
    const missing = new Map(profiles.filter(({ id }) => !this.pools.has(id)).map((pool) => [pool.id, pool]));
    if (missing.size === 0) return;
    for (const { id, reserve0, reserve1, second, lt } of await readReserves(db, [...missing.keys()])) {
      const profile = missing.get(id);
      if (!profile) continue;
      const reserves: [bigint, bigint] = [BigInt(reserve0), BigInt(reserve1)];
      const head = { reserves, second: Number(second), lt: Number(lt) };
      this.pools.set(id, new TradedPool(this.market, profile, this.random, head));
    }
  }
}

/** Reads the state of the market. Returns undefined if TON has no price. */
async function readHead(db: Database): Promise<MarketHead | undefined> {
  const [row] = await rows<{ [Key in keyof MarketHead]: string }>(
    db,
    sql`
    select dataset.built_at::text as "builtAt",
      extract(epoch from latest.time)::bigint::text as second, latest.lt::text as lt, latest.usd::text as usd
    from dataset
    cross join lateral (select time, lt, usd from ton_rate order by time desc, lt desc limit 1) as latest`,
  );
  return row && { ...row, second: Number(row.second), lt: Number(row.lt), usd: Number(row.usd) };
}

/** Adds the exchange rates of all days after the latest stored one, up to today. */
async function addRates(db: Database, seed: Seed, today: number): Promise<void> {
  const [latest] = await rows<{ day: string | null }>(
    db,
    sql`select (max(date) - date '1970-01-01')::text as day from fx`,
  );
  for (let day = Number(latest?.day ?? today) + 1; day <= today; day += 1) {
    const values = dailyRates(seed, day).map(([code, date, rate]) => ({ code, date, rate }));
    await db.insert(fx).values(values).onConflictDoNothing();
  }
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
