import { DEFAULT_MARKET_TYPE } from '#contract/market.ts';
import type { JettonProfile } from '#demo/jettons/jetton-profile.ts';
import { peggedJettons } from '#demo/jettons/pegged-jettons.ts';
import { DAY, MINUTE } from '#demo/market/activity-clock.ts';
import type { MarketPlan } from '#demo/market/market-plan.ts';
import { type Random, randomFor } from '#demo/random.ts';

export const TON = 0;

/** The specification names one type; this one is named alike. */
const STABLE_MARKET_TYPE = 'JTN_MRKT_STABLE';

export interface PoolProfile {
  readonly id: number;
  /** Index of the jetton that the pool was opened for, and which of its pools it is: 0 is the deepest. */
  readonly owner: number;
  readonly rank: number;
  /** `jetton.id`, or 0 for TON. */
  readonly asset0: number;
  readonly asset1: number;
  readonly ownerIs0: boolean;
  readonly exchange: string;
  readonly type: string;
  readonly fee: number;
  /** A stable pool trades as if its reserves were so many times larger; 0 for all others. */
  readonly amplification: number;
  readonly createdAt: number;
  /** Of its owner's liquidity and swaps. */
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
    const stable = isStablePair(plan, owner.index, counterpart);
    return {
      id: plan.firstPoolId(owner.index) + rank,
      owner: owner.index,
      rank,
      asset0: ownerIs0 ? owner.index + 1 : counterpart,
      asset1: ownerIs0 ? counterpart : owner.index + 1,
      ownerIs0,
      exchange: plan.options.exchanges[(shift + rank) % plan.options.exchanges.length] ?? '',
      type: stable ? STABLE_MARKET_TYPE : DEFAULT_MARKET_TYPE,
      fee: stable ? 0.0005 : feeOf(owner, random),
      amplification: stable ? 20 : 0,
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

/** The larger exchanges come first in the settings. */
function firstExchange(random: Random, count: number): number {
  return Math.min(Math.floor(random.next() ** 1.5 * count), count - 1);
}

function creationTime(plan: MarketPlan, owner: JettonProfile, rank: number, random: Random): number {
  const first = owner.launchedAt + random.between(1, 20) * MINUTE;
  const old = random.chance(0.8) || owner.index < plan.leaderCount;
  if (rank === 0) return Math.floor(first);
  const latest = old && owner.launchedAt < plan.start ? plan.start : plan.end - MINUTE;
  const wait = Math.min(rank * 9 * DAY * random.exponential(), latest - first);
  return Math.floor(first + Math.max(wait, 0));
}

/** `jetton.id`, or 0 for TON. */
function counterpartOf(plan: MarketPlan, owner: JettonProfile, rank: number, random: Random): number {
  const mainStable = 1;
  const draw = random.next();
  const giant = leaderId(plan, owner, random);
  if (owner.index === 0) return TON;
  if (owner.kind === 'stable') return rank === 0 ? TON : mainStable;
  if (owner.kind === 'pegged') {
    const home = pegOf(plan, owner.index)?.ton === undefined ? mainStable : TON;
    return rank % 2 === 0 ? home : mainStable - home;
  }
  if (owner.kind === 'major') return [TON, mainStable, TON, giant, mainStable, TON][rank % 6] ?? giant;
  if (rank === 0) return draw < 0.9 ? TON : draw < 0.97 ? mainStable : giant;
  return draw < 0.45 ? mainStable : draw < 0.8 ? TON : giant;
}

/** A liquid jetton to trade against. */
function leaderId(plan: MarketPlan, owner: JettonProfile, random: Random): number {
  const stables = plan.options.stables.length;
  const index = stables + Math.floor(random.next() * (plan.leaderCount - stables));
  const usable = plan.kindOf(index) === 'major' || pegOf(plan, index)?.ton !== undefined;
  return usable && index !== owner.index && index < plan.leaderCount ? index + 1 : TON;
}

function isStablePair(plan: MarketPlan, owner: number, counterpart: number): boolean {
  const stables = plan.options.stables.length;
  if (counterpart === TON) return pegOf(plan, owner)?.ton !== undefined;
  if (counterpart > stables) return false;
  return (
    owner < stables || (pegOf(plan, owner)?.stablePools === true && pegOf(plan, owner)?.ton === undefined)
  );
}

function pegOf(plan: MarketPlan, index: number) {
  return plan.kindOf(index) === 'pegged' ? peggedJettons[index - plan.options.stables.length] : undefined;
}
