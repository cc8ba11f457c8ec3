import { generateProfile, type JettonProfile } from '#demo/jettons/jetton-profile.ts';
import { peggedJettons } from '#demo/jettons/pegged-jettons.ts';
import { DAY } from '#demo/market/activity-clock.ts';
import type { MarketPlan } from '#demo/market/market-plan.ts';
import { launchCurve, RegimeWalk } from '#demo/market/price-path.ts';
import { nextTonLogPrice, TON_DAILY_VOLATILITY } from '#demo/market/ton-price.ts';
import { TON_DECIMALS } from '#demo/pools/open-pool.ts';
import { TON } from '#demo/pools/pool-profile.ts';
import type { Random } from '#demo/random.ts';

/** A price that wanders on from where a pool had it. */
interface PriceWalk {
  readonly walk: RegimeWalk;
  readonly profile: JettonProfile;
  /** Logarithm in TON, or in USD where the jetton follows something outside. */
  log: number;
  at: number;
}

/** Where prices would be if every trader knew everything, from now on. */
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

  /** Whether the price of an asset (`jetton.id`, or 0 for TON) can be told. */
  has(asset: number): boolean {
    return asset <= this.plan.options.stables.length || this.walks.has(asset);
  }

  /** Lets an asset start from what a base unit of it is worth in USD, as a logarithm. */
  add(asset: number, unitLog: number, now: number): void {
    const profile = generateProfile(this.plan, asset - 1);
    const usd = unitLog + profile.decimals * Math.LN10;
    const log = inUsd(this.plan, asset - 1) ? usd : usd - this.ton(now);
    const walk = new RegimeWalk(this.random, profile.volatility);
    this.walks.set(asset, { walk, profile, log, at: now });
  }

  /** Logarithm of what a base unit is worth in USD. */
  unitLogPrice(asset: number, now: number): number {
    if (asset === TON) return this.ton(now) - TON_DECIMALS * Math.LN10;
    const priceWalk = this.walks.get(asset);
    if (!priceWalk) return -generateProfile(this.plan, asset - 1).decimals * Math.LN10;
    this.move(priceWalk, now);
    const usd = inUsd(this.plan, asset - 1) ? priceWalk.log : priceWalk.log + this.ton(now);
    return usd - priceWalk.profile.decimals * Math.LN10;
  }

  private ton(now: number): number {
    const passed = now - this.tonAt;
    if (passed > 0) {
      this.tonLog = nextTonLogPrice(this.tonLog, this.tonWalk.step(passed), passed);
      this.tonAt = now;
    }
    return this.tonLog;
  }

  private move(priceWalk: PriceWalk, now: number): void {
    const { walk, profile, at } = priceWalk;
    const passed = now - at;
    if (passed <= 0) return;
    const { launch, launchedAt } = profile;
    const faded = launch ? launchCurve(launch, now - launchedAt) - launchCurve(launch, at - launchedAt) : 0;
    priceWalk.log += walk.step(passed) + faded + this.pull(priceWalk, passed);
    priceWalk.at = now;
  }

  /** What is pegged goes back to its peg. */
  private pull({ profile, log }: PriceWalk, passed: number): number {
    const coin =
      profile.kind === 'pegged' ? peggedJettons[profile.index - this.plan.options.stables.length] : undefined;
    if (!coin?.stablePools) return 0;
    const days = Math.min(passed / DAY, 1);
    return coin.usd === undefined
      ? ((coin.yield ?? 0) * passed) / (365 * DAY)
      : (Math.log(coin.usd) - log) * days;
  }
}

function inUsd(plan: MarketPlan, index: number): boolean {
  return (
    plan.kindOf(index) === 'pegged' && peggedJettons[index - plan.options.stables.length]?.usd !== undefined
  );
}
