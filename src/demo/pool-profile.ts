import { DEFAULT_MARKET_TYPE } from '#contract/market.ts';
import { DAY, MINUTE } from './activity-clock.ts';
import type { JettonProfile } from './jetton-profile.ts';
import type { MarketPlan } from './market-plan.ts';
import { type Random, randomFor } from './random.ts';

export const TON = 0;
const MAIN_STABLE = 1;

/** Not in the specification, but named like the one type that it defines. */
const STABLE_MARKET_TYPE = 'JTN_MRKT_STABLE';

export interface PoolProfile {
  readonly id: number;
  /** The jetton that the pool was opened for. */
  readonly owner: JettonProfile;
  /** Rank among the owner's pools by liquidity, from 0. */
  readonly rank: number;
  /** `jetton.id`, or 0 for TON. */
  readonly assets: readonly [number, number];
  /** Index of the owner in `assets`. */
  readonly ownerSide: 0 | 1;
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
  const { exchanges } = plan.options;
  const count = plan.poolCountOf(owner.index);
  const random = randomFor(plan.seed, 'pool', owner.index);
  // Prefers the first exchanges in the settings.
  const firstExchange = Math.floor(random.next() ** 1.5 * exchanges.length);
  const total = (1 - SHARE_STEP ** count) / (1 - SHARE_STEP);
  return Array.from({ length: count }, (_, rank) => {
    const counterpart = counterpartOf(plan, owner, rank, random);
    const ownerIs0 = random.chance(counterpart === TON ? 0.25 : 0.5);
    const isStable = isStablePair(plan, owner.index, counterpart);
    return {
      id: plan.firstPoolId(owner.index) + rank,
      owner,
      rank,
      assets: ownerIs0 ? [owner.index + 1, counterpart] : [counterpart, owner.index + 1],
      ownerSide: ownerIs0 ? 0 : 1,
      exchange: exchanges[(firstExchange + rank) % exchanges.length] ?? '',
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
  const sample = random.next();
  const leader = leaderId(plan, owner, random);
  if (owner.index === 0) return TON;
  if (owner.kind === 'stable') return rank === 0 ? TON : MAIN_STABLE;
  if (owner.kind === 'pegged') {
    const home = plan.peggedJetton(owner.index)?.ton === undefined ? MAIN_STABLE : TON;
    return rank % 2 === 0 ? home : MAIN_STABLE - home;
  }
  if (owner.kind === 'major') return [TON, MAIN_STABLE, TON, leader, MAIN_STABLE, TON][rank % 6] ?? leader;
  if (rank === 0) return sample < 0.9 ? TON : sample < 0.97 ? MAIN_STABLE : leader;
  return sample < 0.45 ? MAIN_STABLE : sample < 0.8 ? TON : leader;
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
  const pegged = plan.peggedJetton(owner);
  if (counterpart === TON) return pegged?.ton !== undefined;
  if (counterpart > stables) return false;
  return owner < stables || (pegged?.stablePools === true && pegged.ton === undefined);
}
