import { isDust } from '#contract/dust.ts';
import type { MarketPlan } from '#demo/market/market-plan.ts';
import type { PoolProfile } from '#demo/pools/pool-profile.ts';
import { createSwapValuation, type LatestTonRate } from '#demo/pools/swap-valuation.ts';
import type { Random } from '#demo/random.ts';
import type { NewSwap } from '#service/market/record-swaps.ts';
import type { Database } from '#service/store/database.ts';
import { deepestPool, type LivePool, LivePools } from './live-pools.ts';
import { LivePrices } from './live-prices.ts';
import type { ScheduledTrade } from './schedule-trades.ts';

/** Executes scheduled trades on the current state of the pools. */
export class LiveTrading {
  private readonly plan: MarketPlan;
  private readonly pools: LivePools;
  private readonly prices: LivePrices;
  private readonly rate: LatestTonRate;

  constructor(plan: MarketPlan, random: Random, rate: LatestTonRate, now: number) {
    this.plan = plan;
    this.rate = rate;
    this.pools = new LivePools(plan, random);
    this.prices = new LivePrices(plan, random, rate.usd, now);
  }

  /** Returns the resulting swaps in order of time. */
  async execute(db: Database, trades: readonly ScheduledTrade[]): Promise<NewSwap[]> {
    await this.pools.load(
      db,
      trades.flatMap(({ pool }) => [
        pool,
        ...this.pricingPools(pool.asset0),
        ...this.pricingPools(pool.asset1),
      ]),
    );
    return trades.flatMap((trade) => this.executeTrade(trade) ?? []);
  }

  private executeTrade({ pool, actor, second }: ScheduledTrade): NewSwap | undefined {
    const live = this.pools.get(pool.id);
    if (!live || !this.ensurePrice(pool.asset0, second) || !this.ensurePrice(pool.asset1, second))
      return undefined;
    const [log0, log1] = [
      this.prices.unitLogPrice(pool.asset0, second),
      this.prices.unitLogPrice(pool.asset1, second),
    ];
    const hasTraded = live.clock.next(second) && live.simulator.trade(actor, log0, log1);
    return hasTraded ? this.swapOf(live) : undefined;
  }

  private swapOf({ profile, state, simulator, clock }: LivePool): NewSwap {
    const [amount0, amount1] = [BigInt(state.amount0.toString()), BigInt(state.amount1.toString())];
    const dust = isDust(amount0, amount1);
    const usd = createSwapValuation(this.plan, this.rate, profile).usd(
      state.amount0.value,
      state.amount1.value,
      clock.lt,
      dust,
    );
    return {
      poolId: profile.id,
      time: new Date(clock.second * 1000),
      lt: BigInt(clock.lt),
      traderId: simulator.traderId,
      sold0: simulator.sold0,
      amount0,
      amount1,
      volumeUsd: usd === undefined ? null : usd.toFixed(9),
      reserve0: BigInt(state.reserve0.toString()),
      reserve1: BigInt(state.reserve1.toString()),
    };
  }

  /** Returns the pools from which the initial price of an asset is derived. */
  private pricingPools(asset: number): PoolProfile[] {
    const deepest = this.prices.has(asset) ? undefined : deepestPool(this.plan, asset - 1);
    return deepest ? [deepest, ...this.pricingPools(counterpartOf(deepest))] : [];
  }

  /** Derives the initial price of an asset from its deepest pool. Returns false if that is impossible. */
  private ensurePrice(asset: number, second: number): boolean {
    if (this.prices.has(asset)) return true;
    const deepest = deepestPool(this.plan, asset - 1);
    const live = deepest && this.pools.get(deepest.id);
    if (!live) return false;
    const counterpart = counterpartOf(live.profile);
    if (!this.ensurePrice(counterpart, second)) return false;
    const ratio = live.profile.ownerIs0 ? live.state.logPrice : -live.state.logPrice;
    this.prices.add(asset, this.prices.unitLogPrice(counterpart, second) + ratio, second);
    return true;
  }
}

function counterpartOf({ ownerIs0, asset0, asset1 }: PoolProfile): number {
  return ownerIs0 ? asset1 : asset0;
}
