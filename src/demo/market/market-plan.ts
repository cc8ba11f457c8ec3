import type { RawAddress } from '#contract/address.ts';
import { majorNames } from '#demo/jettons/name-parts.ts';
import { type PeggedJetton, peggedJettons } from '#demo/jettons/pegged-jettons.ts';
import { hashSeed, randomFor, type Seed } from '#demo/random.ts';
import { ActivityClock, botRamp, DAY, retailRamp, WINDOW_DAYS } from './activity-clock.ts';
import { type JettonKind, jettonKinds, traitsOf } from './jetton-kinds.ts';
import type { PricePath } from './price-path.ts';
import { sentimentPath, tonPricePath } from './ton-price.ts';

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

/** Basic numbers of each jetton. All other data is generated from the seed on demand, to keep large markets cheap. */
export class MarketPlan {
  readonly options: MarketOptions;
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
  readonly poolCount: number;
  private readonly kindCodes: Uint8Array;
  private readonly poolCounts: Uint8Array;
  private readonly poolsBefore: Int32Array;
  private readonly retailShares: Float64Array;
  private readonly botShares: Float64Array;

  constructor(options: MarketOptions) {
    this.options = options;
    this.seed = hashSeed(`jetscope market ${options.seed}`);
    this.end = Math.floor(options.end.getTime() / 1000);
    this.start = this.end - WINDOW_DAYS * DAY;
    this.retailClock = new ActivityClock(this.start, this.end, retailRamp);
    this.botClock = new ActivityClock(this.start, this.end, botRamp);
    this.tonPrice = tonPricePath(this.seed, this.start, this.end);
    this.sentiment = sentimentPath(this.seed, this.start, this.end);
    const leaders = options.stables.length + peggedJettons.length + majorNames.length;
    this.leaderCount = Math.min(leaders, options.jettons);
    this.kindCodes = planKinds(this);
    this.poolCounts = planPoolCounts(this);
    this.poolsBefore = runningSums(this.poolCounts);
    this.poolCount = this.poolsBefore[this.poolCounts.length] ?? 0;
    this.retailShares = shares(this.size, (index) => retailWeight(this, index));
    this.botShares = shares(this.size, (index) => botWeight(this, index));
  }

  get size(): number {
    return this.options.jettons;
  }

  kindOf(index: number): JettonKind {
    return jettonKinds[this.kindCodes[index] ?? 0] ?? 'unlisted';
  }

  /** Returns the pegged jetton with this index, or undefined for jettons of other kinds. */
  peggedJetton(index: number): PeggedJetton | undefined {
    return this.kindOf(index) === 'pegged' ? peggedJettons[index - this.options.stables.length] : undefined;
  }

  poolCountOf(index: number): number {
    return this.poolCounts[index] ?? 0;
  }

  /** Returns the ID of a jetton's first pool. IDs are consecutive by jetton, from 1. */
  firstPoolId(index: number): number {
    return 1 + (this.poolsBefore[index] ?? 0);
  }

  /** Returns the expected number of retail swaps in all pools of a jetton over the window. */
  retailSwaps(index: number): number {
    return RETAIL_SWAPS * this.growth * (this.retailShares[index] ?? 0);
  }

  /** Returns the expected number of bot swaps in all pools of a jetton over the window. */
  botSwaps(index: number): number {
    return BOT_SWAPS * Math.min(1, this.size / REFERENCE_JETTONS) * (this.botShares[index] ?? 0);
  }

  private get growth(): number {
    const size = this.size / REFERENCE_JETTONS;
    return size < 1 ? size : size ** SWAP_GROWTH;
  }
}

function planKinds(plan: MarketPlan): Uint8Array {
  const stables = plan.options.stables.length;
  const codes = new Uint8Array(plan.size);
  let block: readonly JettonKind[] = [];
  for (let index = 0; index < plan.size; index += 1) {
    const position = (index - plan.leaderCount) % 100;
    if (position === 0) block = shuffledBlock(plan.seed, index);
    const tail = block[position] ?? 'unlisted';
    const leader = index < stables ? 'stable' : index < stables + peggedJettons.length ? 'pegged' : 'major';
    codes[index] = jettonKinds.indexOf(index < plan.leaderCount ? leader : tail);
  }
  return codes;
}

/** Returns the kinds of 100 jettons by quota. Spreads each kind evenly, so that small markets have all kinds. */
function shuffledBlock(seed: Seed, index: number): JettonKind[] {
  const random = randomFor(seed, 'kinds', index);
  const positions = jettonKinds.flatMap((kind) => {
    const { quota } = traitsOf(kind);
    return Array.from({ length: quota }, (_, turn) => ({ kind, position: (turn + random.next()) / quota }));
  });
  return positions.sort((left, right) => left.position - right.position).map(({ kind }) => kind);
}

function planPoolCounts(plan: MarketPlan): Uint8Array {
  const poolCounts = new Uint8Array(plan.size);
  const random = randomFor(plan.seed, 'pools');
  let remaining = Math.round(plan.size * POOLS_PER_JETTON);
  for (let index = 0; index < plan.size; index += 1) {
    const kind = plan.kindOf(index);
    const extra = kind === 'scam' || kind === 'major' ? random.integer(0, 1) : 0;
    poolCounts[index] = traitsOf(kind).minPools + extra + (index === 0 ? 2 : 0);
    remaining -= poolCounts[index] ?? 0;
  }
  while (remaining > 0 && plan.size > 0) remaining -= addPools(plan, poolCounts, remaining);
  return poolCounts;
}

function addPools(plan: MarketPlan, poolCounts: Uint8Array, wanted: number): number {
  const random = randomFor(plan.seed, 'more pools', wanted);
  let opened = 0;
  for (let index = 0; index < poolCounts.length && opened < wanted; index += 1) {
    const chance = index < plan.leaderCount ? 0.15 : 0.5;
    if (!traitsOf(plan.kindOf(index)).canHaveMorePools || !random.chance(chance)) continue;
    poolCounts[index] = (poolCounts[index] ?? 0) + 1;
    opened += 1;
  }
  return opened;
}

function runningSums(counts: Uint8Array): Int32Array {
  const sums = new Int32Array(counts.length + 1);
  for (const [index, count] of counts.entries()) sums[index + 1] = (sums[index] ?? 0) + count;
  return sums;
}

function shares(size: number, weight: (index: number) => number): Float64Array {
  const weights = Float64Array.from({ length: size }, (_, index) => weight(index));
  const sum = weights.reduce((total, each) => total + each, 0);
  return sum > 0 ? weights.map((each) => each / sum) : weights;
}

function retailWeight(plan: MarketPlan, index: number): number {
  const rank = (index + 4) ** -0.95 * randomFor(plan.seed, 'activity', index).logNormal(1, 0.9);
  const others = Math.log(plan.size / 4 + 1);
  // The share of the main stablecoin does not depend on the size of the market.
  return index === 0 ? RETAIL_STABLE_SHARE * others : rank * traitsOf(plan.kindOf(index)).activity;
}

function botWeight(plan: MarketPlan, index: number): number {
  if (index === 0) return BOT_STABLE_SHARE;
  const kind = plan.kindOf(index);
  const isTradedByBots = kind === 'pegged' || kind === 'major' || kind === 'established' || kind === 'stable';
  return isTradedByBots && index < BOT_RANKS ? 0.045 * (index + 1) ** -0.6 : 0;
}
