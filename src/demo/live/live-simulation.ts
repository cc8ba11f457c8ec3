import { DAY, HOUR } from '#demo/market/activity-clock.ts';
import { MarketPlan } from '#demo/market/market-plan.ts';
import { readSimulation } from '#demo/market/simulation.ts';
import { LatestTonRate } from '#demo/pools/swap-valuation.ts';
import { type Random, randomFor } from '#demo/random.ts';
import type { SwapKey } from '#service/market/move-windows.ts';
import { recordSwaps } from '#service/market/record-swaps.ts';
import type { Database } from '#service/store/database.ts';
import { readDataset } from '#service/store/read-dataset.ts';
import { LiveDemand } from './live-demand.ts';
import { LiveTrading } from './live-trading.ts';
import { addRates, type MarketHead, readHead } from './market-head.ts';
import { type ScheduledTrade, scheduleTrades } from './schedule-trades.ts';

/** Trades per transaction, which leaves the store available to requests in between. */
const BATCH_SIZE = 500;
/** Interval for updating the distribution of trades, because the activity of launches fades. */
const DEMAND_LIFETIME = 3 * HOUR;

/** Continues the store's simulated market. Several processes can share one store: one of them advances it at a time. */
export class LiveSimulation {
  private readonly plan: MarketPlan;
  private readonly builtAt: string;
  private readonly random: Random;
  private demand: LiveDemand;
  private demandUpdatedAt: number;
  private rate: LatestTonRate;
  private trading: LiveTrading;
  private pendingTrades: ScheduledTrade[] = [];
  /** Trades are scheduled up to this time. */
  private scheduledUntil: number;
  private ratesDay = 0;

  private constructor(plan: MarketPlan, head: MarketHead, now: number) {
    this.plan = plan;
    this.builtAt = head.builtAt;
    this.random = randomFor(plan.seed, 'live', now);
    this.demand = new LiveDemand(plan, now);
    this.demandUpdatedAt = now;
    this.rate = new LatestTonRate(head.lt, head.usd);
    this.trading = new LiveTrading(plan, this.random, this.rate, head.second);
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
    if (head.lt !== this.rate.lt) this.reset(head);
    await this.update(db, now);
    if (!this.isBehind && now > this.scheduledUntil) {
      this.pendingTrades = scheduleTrades(this.plan.seed, this.demand, this.random, this.scheduledUntil, now);
      this.scheduledUntil = now;
    }
    const swaps = await this.trading.execute(db, this.pendingTrades.splice(0, BATCH_SIZE));
    return await recordSwaps(db, swaps);
  }

  /** Discards all cached state after another process has advanced the market. */
  private reset(head: MarketHead): void {
    this.rate = new LatestTonRate(head.lt, head.usd);
    this.trading = new LiveTrading(this.plan, this.random, this.rate, head.second);
    this.pendingTrades = [];
    this.scheduledUntil = head.second;
  }

  private async update(db: Database, now: number): Promise<void> {
    const today = Math.floor(now / DAY);
    if (today !== this.ratesDay) await addRates(db, this.plan.seed, now);
    this.ratesDay = today;
    if (now - this.demandUpdatedAt < DEMAND_LIFETIME) return;
    this.demand = new LiveDemand(this.plan, now);
    this.demandUpdatedAt = now;
  }
}
