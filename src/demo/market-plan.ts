import type { RawAddress } from '#contract/address.ts';
import { ActivityClock, botRamp, DAY, retailRamp, runningSums, WINDOW_DAYS } from './activity-clock.ts';
import { type JettonKind, jettonKinds, kindTraits } from './jetton-kinds.ts';
import { majorNames } from './name-parts.ts';
import { type PeggedJetton, peggedJettons } from './pegged-jettons.ts';
import { type PricePath, sentimentPath, tonPricePath } from './price-path.ts';
import { hashSeed, randomFor, type Seed } from './random.ts';

export interface MarketOptions {
  readonly jettons: number;
  readonly seed: number;
  /** End of the generated history. */
  readonly end: Date;
  readonly exchanges: readonly string[];
  /** USD stablecoins; the first is the main one. */
  readonly stables: readonly RawAddress[];
}

const REFERENCE_JETTONS = 1500;
const POOLS_PER_JETTON = 5 / 3;
const RETAIL_SWAPS = 175_000;
const BOT_SWAPS = 65_000;
/** Exponent of the number of swaps: 200 times as many jettons have only nine times as many swaps. */
const SWAP_GROWTH = 0.42;
const RETAIL_STABLE_SHARE = 0.05;
const BOT_STABLE_SHARE = 0.25;
/** Number of the largest jettons that bots trade. */
const BOT_RANKS = 90;
const kindsTradedByBots: readonly JettonKind[] = ['stable', 'pegged', 'major', 'established'];

/** Basic numbers of each jetton. All other data is generated from the seed on demand, to keep large markets cheap. */
export class MarketPlan {
  readonly options: MarketOptions;
  readonly size: number;
  readonly seed: Seed;
  readonly start: number;
  readonly end: number;
  readonly retailClock: ActivityClock;
  readonly botClock: ActivityClock;
  readonly tonPrice: PricePath;
  /** Market sentiment towards jettons: a logarithm that their prices in TON follow. */
  readonly sentiment: PricePath;
  /** Number of leading jettons: stablecoins, pegged jettons and majors, which have the first indexes. */
  readonly leaderCount: number;
  private readonly kinds: readonly JettonKind[];
  private readonly poolsBefore: Float64Array;
  private readonly retail: Float64Array;
  private readonly bots: Float64Array;

  constructor(options: MarketOptions) {
    this.options = options;
    this.size = options.jettons;
    this.seed = hashSeed(`jetscope market ${options.seed}`);
    this.end = Math.floor(options.end.getTime() / 1000);
    this.start = this.end - WINDOW_DAYS * DAY;
    this.retailClock = new ActivityClock(this.start, this.end, retailRamp);
    this.botClock = new ActivityClock(this.start, this.end, botRamp);
    this.tonPrice = tonPricePath(this.seed, this.start);
    this.sentiment = sentimentPath(this.seed, this.start);
    const leaders = options.stables.length + peggedJettons.length + majorNames.length;
    this.leaderCount = Math.min(leaders, options.jettons);
    this.kinds = planKinds(this.seed, this.size, this.leaderCount, options.stables.length);
    const poolCounts = planPoolCounts(this);
    this.poolsBefore = runningSums(this.size, (index) => poolCounts[index] ?? 0);
    const growth = this.size / REFERENCE_JETTONS;
    this.retail = distribute(
      RETAIL_SWAPS * (growth < 1 ? growth : growth ** SWAP_GROWTH),
      this.size,
      (index) => retailWeight(this, index),
    );
    this.bots = distribute(BOT_SWAPS * Math.min(1, growth), this.size, (index) => botWeight(this, index));
  }

  get poolCount(): number {
    return this.poolsBefore.at(-1) ?? 0;
  }

  kindOf(index: number): JettonKind {
    return this.kinds[index] ?? 'unlisted';
  }

  /** Returns the pegged jetton with this index, or undefined for jettons of other kinds. */
  peggedJetton(index: number): PeggedJetton | undefined {
    return this.kindOf(index) === 'pegged' ? peggedJettons[index - this.options.stables.length] : undefined;
  }

  poolCountOf(index: number): number {
    return (this.poolsBefore[index + 1] ?? 0) - (this.poolsBefore[index] ?? 0);
  }

  /** Returns the ID of a jetton's first pool. IDs are consecutive by jetton, from 1. */
  firstPoolId(index: number): number {
    return 1 + (this.poolsBefore[index] ?? 0);
  }

  /** Returns the expected number of retail swaps in all pools of a jetton over the window. */
  retailSwaps(index: number): number {
    return this.retail[index] ?? 0;
  }

  /** Returns the expected number of bot swaps in all pools of a jetton over the window. */
  botSwaps(index: number): number {
    return this.bots[index] ?? 0;
  }
}

function planKinds(seed: Seed, size: number, leaderCount: number, stables: number): JettonKind[] {
  const leaderKind = (index: number) =>
    index < stables ? 'stable' : index < stables + peggedJettons.length ? 'pegged' : 'major';
  const kinds = Array.from({ length: leaderCount }, (_, index): JettonKind => leaderKind(index));
  while (kinds.length < size) kinds.push(...shuffledBlock(seed, kinds.length));
  return kinds.slice(0, size);
}

/** Returns the kinds of 100 jettons by quota. Spreads each kind evenly, so that small markets have all kinds. */
function shuffledBlock(seed: Seed, index: number): JettonKind[] {
  const random = randomFor(seed, 'kinds', index);
  const positions = jettonKinds.flatMap((kind) => {
    const { quota } = kindTraits[kind];
    return Array.from({ length: quota }, (_, turn) => ({ kind, position: (turn + random.next()) / quota }));
  });
  return positions.sort((left, right) => left.position - right.position).map(({ kind }) => kind);
}

function planPoolCounts(plan: MarketPlan): number[] {
  const random = randomFor(plan.seed, 'pools');
  const counts = Array.from({ length: plan.size }, (_, index) => {
    const kind = plan.kindOf(index);
    const extra = kind === 'scam' || kind === 'major' ? random.integer(0, 1) : 0;
    return kindTraits[kind].minPools + extra + (index === 0 ? 2 : 0);
  });
  let remaining = Math.round(plan.size * POOLS_PER_JETTON) - counts.reduce((sum, count) => sum + count, 0);
  while (remaining > 0) {
    const round = randomFor(plan.seed, 'more pools', remaining);
    for (let index = 0; index < plan.size && remaining > 0; index += 1) {
      const chance = index < plan.leaderCount ? 0.15 : 0.5;
      if (!kindTraits[plan.kindOf(index)].canHaveMorePools || !round.chance(chance)) continue;
      counts[index] = (counts[index] ?? 0) + 1;
      remaining -= 1;
    }
  }
  return counts;
}

function distribute(total: number, size: number, weight: (index: number) => number): Float64Array {
  const weights = Float64Array.from({ length: size }, (_, index) => weight(index));
  const sum = weights.reduce((before, each) => before + each, 0);
  return sum > 0 ? weights.map((each) => (total * each) / sum) : weights;
}

function retailWeight(plan: MarketPlan, index: number): number {
  // The share of the main stablecoin does not depend on the size of the market.
  if (index === 0) return RETAIL_STABLE_SHARE * Math.log(plan.size / 4 + 1);
  const interest = randomFor(plan.seed, 'activity', index).logNormal(1, 0.9);
  return (index + 4) ** -0.95 * interest * kindTraits[plan.kindOf(index)].activity;
}

function botWeight(plan: MarketPlan, index: number): number {
  if (index === 0) return BOT_STABLE_SHARE;
  const isTraded = index < BOT_RANKS && kindsTradedByBots.includes(plan.kindOf(index));
  return isTraded ? 0.045 * (index + 1) ** -0.6 : 0;
}
