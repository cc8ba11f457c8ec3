import type { JettonProfile } from '#demo/jettons/jetton-profile.ts';
import type { JettonStory } from '#demo/jettons/jetton-story.ts';
import type { MarketPlan } from '#demo/market/market-plan.ts';
import { type PoolRules, SimulatedPool } from '#demo/market/simulated-pool.ts';
import type { Stories } from '#demo/market/stories.ts';
import { type Random, randomFor } from '#demo/random.ts';
import { LARGEST_WHOLE_NUMBER } from '#demo/whole-number.ts';
import type { PoolProfile } from './pool-profile.ts';
import { Crowd } from './traders.ts';
import { type Manners, TradingDesk } from './trading-desk.ts';

export const TON_DECIMALS = 9;
/** Of the supply; the rest is lost or never moves. */
const TRADABLE = 0.98;
/** Of that, at the opening. */
const LARGEST_PART = 0.7;

/** A pool as it is when its story begins. */
export interface OpenedPool {
  readonly profile: PoolProfile;
  readonly state: SimulatedPool;
  /** When it has these reserves. */
  readonly at: number;
  /** Logarithms of what a base unit of each side is worth in USD at a second. */
  readonly log0: (second: number) => number;
  readonly log1: (second: number) => number;
}

export function openPool(
  plan: MarketPlan,
  stories: Stories,
  story: JettonStory,
  profile: PoolProfile,
): OpenedPool {
  const at = Math.max(profile.createdAt, story.path.start, plan.start);
  const log0 = unitWorth(plan, stories, profile.asset0);
  const log1 = unitWorth(plan, stories, profile.asset1);
  const [worth0, worth1] = [Math.exp(log0(at)), Math.exp(log1(at))];
  const most = tradable(story.profile, profile) * (profile.ownerIs0 ? worth0 : worth1);
  const half = Math.min((story.profile.liquidityUsd * profile.share) / 2, most * LARGEST_PART);
  const units0 = Math.max(half / worth0, 2);
  const units1 = Math.max(half / worth1, 2);
  const state = new SimulatedPool(rulesOf(profile, story.profile, units0, units1));
  state.reserve0.set(units0);
  state.reserve1.set(units1);
  return { profile, state, at, log0, log1 };
}

/** `units0`, `units1`: the reserves that it opens with; they count in stable pools alone. */
export function rulesOf(
  profile: PoolProfile,
  owner: JettonProfile,
  units0: number,
  units1: number,
): PoolRules {
  const limit = tradable(owner, profile);
  const { amplification, fee, ownerIs0 } = profile;
  return {
    fee,
    virtual0: amplification * units0,
    virtual1: amplification * units1,
    limit0: ownerIs0 ? limit : LARGEST_WHOLE_NUMBER,
    limit1: ownerIs0 ? LARGEST_WHOLE_NUMBER : limit,
  };
}

/** Of the owner's jetton, as much as may ever be in this pool. */
function tradable(owner: JettonProfile, { share }: PoolProfile): number {
  return Number(owner.totalSupply) * TRADABLE * share;
}

function unitWorth(plan: MarketPlan, stories: Stories, asset: number): (second: number) => number {
  if (asset === 0) {
    const scale = TON_DECIMALS * Math.LN10;
    return (second) => plan.ton.at(second) - scale;
  }
  const { path, profile } = stories.of(asset - 1);
  const scale = profile.decimals * Math.LN10;
  return (second) => path.at(second) + plan.ton.at(second) - scale;
}

export function deskOf(
  plan: MarketPlan,
  owner: JettonProfile,
  pool: PoolProfile,
  state: SimulatedPool,
  random: Random,
): TradingDesk {
  const crowd = new Crowd(random, pool.owner, plan.peoplesSwaps(pool.owner));
  return new TradingDesk(random, state, crowd, mannersOf(plan, owner, pool));
}

function mannersOf(plan: MarketPlan, owner: JettonProfile, pool: PoolProfile): Manners {
  const { index, mood, washed, liquidityUsd } = owner;
  const usual = randomFor(plan.seed, 'trade size', index).logNormal(90 * (index + 1) ** -0.16, 0.5);
  const medianUsd = Math.min(usual, liquidityUsd * pool.share * 0.02);
  return { ownerIs0: pool.ownerIs0, mood, washed, medianUsd, watched: plan.poolsOf(index) > 1 ? 0.8 : 0.45 };
}
