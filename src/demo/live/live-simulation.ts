import { DAY, HOUR } from '#demo/market/activity-clock.ts';
import { MarketPlan } from '#demo/market/market-plan.ts';
import { readSimulation } from '#demo/market/simulation.ts';
import { LatestTonRate } from '#demo/pools/swap-valuation.ts';
import { type Random, randomFor } from '#demo/random.ts';
import { recordSwaps } from '#service/analytics/record-swaps.ts';
import type { Database } from '#service/store/database.ts';
import { readDataset } from '#service/store/read-dataset.ts';
import { LiveDemand } from './live-demand.ts';
import { LiveTrading } from './live-trading.ts';
import { addRates, type MarketHead, readHead } from './market-head.ts';
import { type ScheduledTrade, scheduleTrades } from './schedule-trades.ts';

/** Visits in one transaction, so that requests find the store free in between. */
const BATCH = 500;
/** Launches fade: who is busy is told anew after so long. */
const CHOICE_LASTS = 3 * HOUR;

/** The store's market as one process knows it. */
export class LiveSimulation {
  private readonly plan: MarketPlan;
  private readonly builtAt: string;
  private readonly random: Random;
  private demand: LiveDemand;
  private chosenAt: number;
  private rate: LatestTonRate;
  private trading: LiveTrading;
  private visits: ScheduledTrade[] = [];
  private until: number;
  private ratesOn = 0;

  private constructor(plan: MarketPlan, head: MarketHead, now: number) {
    this.plan = plan;
    this.builtAt = head.builtAt;
    this.random = randomFor(plan.seed, 'live', now);
    this.demand = new LiveDemand(plan, now);
    this.chosenAt = now;
    this.rate = new LatestTonRate(head.lt, head.usd);
    this.trading = new LiveTrading(plan, this.random, this.rate, head.second);
    this.until = head.second;
  }

  /** Undefined where the store has no market that could live. */
  static async begin(db: Database, now: number): Promise<LiveSimulation | undefined> {
    const dataset = await readDataset(db);
    const options = dataset && readSimulation(dataset);
    const head = options && (await readHead(db));
    return head && new LiveSimulation(new MarketPlan(options), head, now);
  }

  /** Whether there is more to do before the next second. */
  get behind(): boolean {
    return this.visits.length > 0;
  }

  /** Lives on until `now`, or a part of the way; answers the jettons that were traded, undefined where its data is gone. */
  async live(db: Database, now: number): Promise<readonly number[] | undefined> {
    const head = await readHead(db);
    if (head?.builtAt !== this.builtAt) return undefined;
    if (!head.alone) return [];
    if (head.lt !== this.rate.lt) this.follow(head);
    await this.keepUp(db, now);
    if (!this.behind && now > this.until) {
      this.visits = scheduleTrades(this.plan.seed, this.demand, this.random, this.until, now);
      this.until = now;
    }
    const swaps = await this.trading.trade(db, this.visits.splice(0, BATCH));
    return swaps.length > 0 ? await recordSwaps(db, swaps) : [];
  }

  /** Another process has let it live: nothing known of the pools holds any more. */
  private follow(head: MarketHead): void {
    this.rate = new LatestTonRate(head.lt, head.usd);
    this.trading = new LiveTrading(this.plan, this.random, this.rate, head.second);
    this.visits = [];
    this.until = head.second;
  }

  private async keepUp(db: Database, now: number): Promise<void> {
    const today = Math.floor(now / DAY);
    if (today !== this.ratesOn) await addRates(db, this.plan.seed, now);
    this.ratesOn = today;
    if (now - this.chosenAt < CHOICE_LASTS) return;
    this.demand = new LiveDemand(this.plan, now);
    this.chosenAt = now;
  }
}
