import { DEFAULT_MARKET_TYPE } from '#contract/market.ts';
import type { JettonProfile } from '#demo/jettons/jetton-profile.ts';
import { DAY, MINUTE } from '#demo/market/activity-clock.ts';
import type { MarketPlan } from '#demo/market/market-plan.ts';
import { type Random, randomFor } from '#demo/random.ts';

export const TON = 0;

/** Not in the specification, but named like the one type that it defines. */
const STABLE_MARKET_TYPE = 'JTN_MRKT_STABLE';

export interface PoolProfile {
  readonly id: number;
  /** Index of the jetton that the pool was opened for. */
  readonly owner: number;
  /** Rank among the owner's pools by liquidity, from 0. */
  readonly rank: number;
  /** `jetton.id`, or 0 for TON. */
  readonly asset0: number;
  readonly asset1: number;
  readonly ownerIs0: boolean;
  readonly exchange: string;
  readonly type: string;
  readonly fee: number;
  /** Factor by which the reserves of a stable pool appear larger to trades; 0 for all other pools. */
  readonly amplification: number;
  readonly createdAt: number;
  /** Share of the owner's liquidity and swaps. */
  readonly share: number;
}

const SHARE_STEP = 0.55;

export function generatePools(plan: MarketPlan, owner: JettonProfile): PoolProfile[] {
  const count = plan.poolCountOf(owner.index);
  const random = randomFor(plan.seed, 'pool', owner.index);
  const shift = firstExchange(random, plan.options.exchanges.length);
  const total = (1 - SHARE_STEP ** count) / (1 - SHARE_STEP);
  return Array.from({ length: count }, (_, rank) => {
    const counterpart = counterpartOf(plan, owner, rank, random);
    const ownerIs0 = counterpart === TON ? random.chance(0.25) : random.chance(0.5);
    const isStable = isStablePair(plan, owner.index, counterpart);
    return {
      id: plan.firstPoolId(owner.index) + rank,
      owner: owner.index,
      rank,
      asset0: ownerIs0 ? owner.index + 1 : counterpart,
      asset1: ownerIs0 ? counterpart : owner.index + 1,
      ownerIs0,
      exchange: plan.options.exchanges[(shift + rank) % plan.options.exchanges.length] ?? '',
      type: isStable ? STABLE_MARKET_TYPE : DEFAULT_MARKET_TYPE,
      fee: isStable ? 0.0005 : feeOf(owner, random),
      amplification: isStable ? 20 : 0,
      createdAt: creationTime(plan, owner, rank, random),
      share: SHARE_STEP ** rank / total,
    };
  });
}

function feeOf(owner: JettonProfile, random: Random): number {
  if (owner.kind === 'stable') return 0.001;
  if (owner.kind === 'pegged' || owner.kind === 'major') return random.pick([0.002, 0.0025]);
  return owner.kind !== 'established' && random.chance(0.15) ? 0.01 : random.pick([0.0025, 0.003]);
}

/** Picks an exchange, preferring the first in the settings. */
function firstExchange(random: Random, count: number): number {
  return Math.min(Math.floor(random.next() ** 1.5 * count), count - 1);
}

function creationTime(plan: MarketPlan, owner: JettonProfile, rank: number, random: Random): number {
  const first = owner.launchedAt + random.between(1, 20) * MINUTE;
  const isOld = random.chance(0.8) || owner.index < plan.leaderCount;
  if (rank === 0) return Math.floor(first);
  const latest = isOld && owner.launchedAt < plan.start ? plan.start : plan.end - MINUTE;
  const delay = Math.min(rank * 9 * DAY * random.exponential(), latest - first);
  return Math.floor(first + Math.max(delay, 0));
}

/** `jetton.id`, or 0 for TON. */
function counterpartOf(plan: MarketPlan, owner: JettonProfile, rank: number, random: Random): number {
  const mainStable = 1;
  const sample = random.next();
  const leader = leaderId(plan, owner, random);
  if (owner.index === 0) return TON;
  if (owner.kind === 'stable') return rank === 0 ? TON : mainStable;
  if (owner.kind === 'pegged') {
    const home = plan.peggedJetton(owner.index)?.ton === undefined ? mainStable : TON;
    return rank % 2 === 0 ? home : mainStable - home;
  }
  if (owner.kind === 'major') return [TON, mainStable, TON, leader, mainStable, TON][rank % 6] ?? leader;
  if (rank === 0) return sample < 0.9 ? TON : sample < 0.97 ? mainStable : leader;
  return sample < 0.45 ? mainStable : sample < 0.8 ? TON : leader;
}

/** Picks a liquid jetton as counterpart. */
function leaderId(plan: MarketPlan, owner: JettonProfile, random: Random): number {
  const stables = plan.options.stables.length;
  const index = stables + Math.floor(random.next() * (plan.leaderCount - stables));
  const isUsable = plan.kindOf(index) === 'major' || plan.peggedJetton(index)?.ton !== undefined;
  return isUsable && index !== owner.index && index < plan.leaderCount ? index + 1 : TON;
}

function isStablePair(plan: MarketPlan, owner: number, counterpart: number): boolean {
  const stables = plan.options.stables.length;
  if (counterpart === TON) return plan.peggedJetton(owner)?.ton !== undefined;
  if (counterpart > stables) return false;
  const pegged = plan.peggedJetton(owner);
  return owner < stables || (pegged?.stablePools === true && pegged.ton === undefined);
}
