import { generateProfile, type JettonProfile } from '#demo/jettons/jetton-profile.ts';
import { DAY } from '#demo/market/activity-clock.ts';
import type { MarketPlan } from '#demo/market/market-plan.ts';
import { launchCurve, RegimeWalk } from '#demo/market/price-path.ts';
import { nextTonLogPrice, TON_DAILY_VOLATILITY } from '#demo/market/ton-price.ts';
import { TON_DECIMALS } from '#demo/pools/open-pool.ts';
import { TON } from '#demo/pools/pool-profile.ts';
import type { Random } from '#demo/random.ts';

/** A random walk that continues from the price in a pool. */
interface PriceWalk {
  readonly walk: RegimeWalk;
  readonly profile: JettonProfile;
  /** Logarithm of the price in TON, or in USD for a jetton pegged in USD. */
  log: number;
  updatedAt: number;
}

/** Fair prices during live trading. */
export class LivePrices {
  private readonly plan: MarketPlan;
  private readonly random: Random;
  private readonly walks = new Map<number, PriceWalk>();
  private readonly tonWalk: RegimeWalk;
  private tonLog: number;
  private tonAt: number;

  constructor(plan: MarketPlan, random: Random, tonUsd: number, now: number) {
    this.plan = plan;
    this.random = random;
    this.tonWalk = new RegimeWalk(random, TON_DAILY_VOLATILITY);
    this.tonLog = Math.log(tonUsd);
    this.tonAt = now;
  }

  /** Whether an asset (`jetton.id`, or 0 for TON) has a price. */
  has(asset: number): boolean {
    return asset <= this.plan.options.stables.length || this.walks.has(asset);
  }

  /** Sets the initial price of an asset: `unitLog` is the logarithm of the USD price of a base unit. */
  add(asset: number, unitLog: number, now: number): void {
    const profile = generateProfile(this.plan, asset - 1);
    const usd = unitLog + profile.decimals * Math.LN10;
    const log = isPricedInUsd(this.plan, asset - 1) ? usd : usd - this.ton(now);
    const walk = new RegimeWalk(this.random, profile.volatility);
    this.walks.set(asset, { walk, profile, log, updatedAt: now });
  }

  /** Returns the logarithm of the USD price of a base unit. */
  unitLogPrice(asset: number, now: number): number {
    if (asset === TON) return this.ton(now) - TON_DECIMALS * Math.LN10;
    const priceWalk = this.walks.get(asset);
    if (!priceWalk) return -generateProfile(this.plan, asset - 1).decimals * Math.LN10;
    this.advance(priceWalk, now);
    const usd = isPricedInUsd(this.plan, asset - 1) ? priceWalk.log : priceWalk.log + this.ton(now);
    return usd - priceWalk.profile.decimals * Math.LN10;
  }

  private ton(now: number): number {
    const elapsed = now - this.tonAt;
    if (elapsed > 0) {
      this.tonLog = nextTonLogPrice(this.tonLog, this.tonWalk.step(elapsed), elapsed);
      this.tonAt = now;
    }
    return this.tonLog;
  }

  private advance(priceWalk: PriceWalk, now: number): void {
    const { walk, profile, updatedAt } = priceWalk;
    const elapsed = now - updatedAt;
    if (elapsed <= 0) return;
    const { launch, launchedAt } = profile;
    const launchChange = launch
      ? launchCurve(launch, now - launchedAt) - launchCurve(launch, updatedAt - launchedAt)
      : 0;
    priceWalk.log += walk.step(elapsed) + launchChange + this.reversion(priceWalk, elapsed);
    priceWalk.updatedAt = now;
  }

  /** Returns the change of a pegged jetton's price towards its peg. */
  private reversion({ profile, log }: PriceWalk, elapsed: number): number {
    const pegged = this.plan.peggedJetton(profile.index);
    if (!pegged?.stablePools) return 0;
    const days = Math.min(elapsed / DAY, 1);
    return pegged.usd === undefined
      ? ((pegged.yield ?? 0) * elapsed) / (365 * DAY)
      : (Math.log(pegged.usd) - log) * days;
  }
}

function isPricedInUsd(plan: MarketPlan, index: number): boolean {
  return plan.peggedJetton(index)?.usd !== undefined;
}
