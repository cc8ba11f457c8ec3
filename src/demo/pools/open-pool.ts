import type { JettonHistory } from '#demo/jettons/jetton-history.ts';
import type { JettonProfile } from '#demo/jettons/jetton-profile.ts';
import { MAX_LARGE_INTEGER } from '#demo/large-integer.ts';
import type { JettonHistories } from '#demo/market/jetton-histories.ts';
import type { MarketPlan } from '#demo/market/market-plan.ts';
import { type PoolRules, SimulatedPool } from '#demo/market/simulated-pool.ts';
import { type Random, randomFor } from '#demo/random.ts';
import type { PoolProfile } from './pool-profile.ts';
import { TradeSimulator, type TradingBehavior } from './trade-simulator.ts';
import { TraderPopulation } from './trader-population.ts';

export const TON_DECIMALS = 9;
/** Tradable share of the supply; the rest is lost or never moves. */
const TRADABLE_SHARE = 0.98;
/** Maximum share of the tradable supply in a pool when it opens. */
const MAX_OPENING_SHARE = 0.7;

/** A pool with its initial reserves. */
export interface OpenedPool {
  readonly profile: PoolProfile;
  readonly state: SimulatedPool;
  /** Time of the initial reserves, in Unix seconds. */
  readonly at: number;
  /** Logarithms of the fair USD price of a base unit of each side at a time in Unix seconds. */
  readonly log0: (second: number) => number;
  readonly log1: (second: number) => number;
}

export function openPool(
  plan: MarketPlan,
  histories: JettonHistories,
  history: JettonHistory,
  profile: PoolProfile,
): OpenedPool {
  const at = Math.max(profile.createdAt, history.path.start, plan.start);
  const log0 = unitLogPrice(plan, histories, profile.asset0);
  const log1 = unitLogPrice(plan, histories, profile.asset1);
  const [unitUsd0, unitUsd1] = [Math.exp(log0(at)), Math.exp(log1(at))];
  const maxUsd = tradableUnits(history.profile, profile) * (profile.ownerIs0 ? unitUsd0 : unitUsd1);
  const half = Math.min((history.profile.liquidityUsd * profile.share) / 2, maxUsd * MAX_OPENING_SHARE);
  const units0 = Math.max(half / unitUsd0, 2);
  const units1 = Math.max(half / unitUsd1, 2);
  const state = new SimulatedPool(createPoolRules(profile, history.profile, units0, units1));
  state.reserve0.set(units0);
  state.reserve1.set(units1);
  return { profile, state, at, log0, log1 };
}

/** `units0` and `units1` are the initial reserves. They affect only stable pools. */
export function createPoolRules(
  profile: PoolProfile,
  owner: JettonProfile,
  units0: number,
  units1: number,
): PoolRules {
  const limit = tradableUnits(owner, profile);
  const { amplification, fee, ownerIs0 } = profile;
  return {
    fee,
    virtual0: amplification * units0,
    virtual1: amplification * units1,
    limit0: ownerIs0 ? limit : MAX_LARGE_INTEGER,
    limit1: ownerIs0 ? MAX_LARGE_INTEGER : limit,
  };
}

/** Returns the maximum number of base units of the owner's jetton in this pool. */
function tradableUnits(owner: JettonProfile, { share }: PoolProfile): number {
  return Number(owner.totalSupply) * TRADABLE_SHARE * share;
}

function unitLogPrice(
  plan: MarketPlan,
  histories: JettonHistories,
  asset: number,
): (second: number) => number {
  if (asset === 0) {
    const scale = TON_DECIMALS * Math.LN10;
    return (second) => plan.tonPrice.at(second) - scale;
  }
  const { path, profile } = histories.get(asset - 1);
  const scale = profile.decimals * Math.LN10;
  return (second) => path.at(second) + plan.tonPrice.at(second) - scale;
}

export function createTradeSimulator(
  plan: MarketPlan,
  owner: JettonProfile,
  pool: PoolProfile,
  state: SimulatedPool,
  random: Random,
): TradeSimulator {
  const population = new TraderPopulation(random, pool.owner, plan.retailSwaps(pool.owner));
  return new TradeSimulator(random, state, population, tradingBehavior(plan, owner, pool));
}

function tradingBehavior(plan: MarketPlan, owner: JettonProfile, pool: PoolProfile): TradingBehavior {
  const { index, buyBias, isWashTraded, liquidityUsd } = owner;
  const typicalUsd = randomFor(plan.seed, 'trade size', index).logNormal(90 * (index + 1) ** -0.16, 0.5);
  const medianUsd = Math.min(typicalUsd, liquidityUsd * pool.share * 0.02);
  return {
    ownerIs0: pool.ownerIs0,
    buyBias,
    isWashTraded,
    medianUsd,
    arbitrageChance: plan.poolCountOf(index) > 1 ? 0.8 : 0.45,
  };
}
