import type { RawAddress } from '#contract/address.ts';
import { randomFor, type Seed, seedOf } from '#demo/random.ts';
import { ActivityClock, botsRamp, DAY, peopleRamp, WINDOW_DAYS } from './activity-clock.ts';
import { type Kind, kinds, natureOf } from './kinds.ts';
import type { PricePath } from './price-path.ts';
import { sentimentPath, tonPricePath } from './ton-price.ts';

export interface MarketOptions {
  readonly jettons: number;
  readonly seed: number;
  /** The clock: nothing happens after it. */
  readonly end: Date;
  readonly exchanges: readonly string[];
  /** USD stable coins; the first one is the main one. */
  readonly stables: readonly RawAddress[];
}

export const PEGGED = 8;
const MAJORS = 14;
const USUAL_JETTONS = 1500;
const POOLS_PER_JETTON = 5 / 3;
const PEOPLES_SWAPS = 175_000;
const BOTS_SWAPS = 65_000;
/** Two hundred times the jettons bring nine times the swaps: the tail hardly trades. */
const GROWTH = 0.42;
const STABLE_SHARE = 0.05;
const BOTS_STABLE_SHARE = 0.25;
/** Bots only care for so many of the largest. */
const BOTS_RANKS = 90;

/** The market as numbers per jetton: everything else is drawn again where it is needed, so that size costs little. */
export class MarketPlan {
  readonly options: MarketOptions;
  readonly seed: Seed;
  readonly start: number;
  readonly end: number;
  readonly people: ActivityClock;
  readonly bots: ActivityClock;
  readonly ton: PricePath;
  /** What the whole market thinks of jettons: a logarithm that their prices in TON follow. */
  readonly sentiment: PricePath;
  /** Stables, pegged ones and majors come first. */
  readonly giants: number;
  readonly poolCount: number;
  private readonly kindCodes: Uint8Array;
  private readonly pools: Uint8Array;
  private readonly poolsBefore: Int32Array;
  private readonly peoplesShares: Float64Array;
  private readonly botsShares: Float64Array;

  constructor(options: MarketOptions) {
    this.options = options;
    this.seed = seedOf(`jetscope market ${options.seed}`);
    this.end = Math.floor(options.end.getTime() / 1000);
    this.start = this.end - WINDOW_DAYS * DAY;
    this.people = new ActivityClock(this.start, this.end, peopleRamp);
    this.bots = new ActivityClock(this.start, this.end, botsRamp);
    this.ton = tonPricePath(this.seed, this.start, this.end);
    this.sentiment = sentimentPath(this.seed, this.start, this.end);
    this.giants = Math.min(options.stables.length + PEGGED + MAJORS, options.jettons);
    this.kindCodes = planKinds(this);
    this.pools = planPools(this);
    this.poolsBefore = runningSums(this.pools);
    this.poolCount = this.poolsBefore[this.pools.length] ?? 0;
    this.peoplesShares = shares(this.size, (index) => peoplesWeight(this, index));
    this.botsShares = shares(this.size, (index) => botsWeight(this, index));
  }

  get size(): number {
    return this.options.jettons;
  }

  kind(index: number): Kind {
    return kinds[this.kindCodes[index] ?? 0] ?? 'unlisted';
  }

  poolsOf(index: number): number {
    return this.pools[index] ?? 0;
  }

  /** Ids of pools count from 1, jetton by jetton. */
  firstPoolId(index: number): number {
    return 1 + (this.poolsBefore[index] ?? 0);
  }

  /** Whose pool it is: the jetton that the pool was opened for. */
  ownerOf(poolId: number): number {
    let low = 0;
    let high = this.size - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (this.firstPoolId(middle) <= poolId) low = middle;
      else high = middle - 1;
    }
    return low;
  }

  /** Swaps that people make in all pools of a jetton over the window, on average; and bots. */
  peoplesSwaps(index: number): number {
    return PEOPLES_SWAPS * this.growth * (this.peoplesShares[index] ?? 0);
  }

  botsSwaps(index: number): number {
    return BOTS_SWAPS * Math.min(1, this.size / USUAL_JETTONS) * (this.botsShares[index] ?? 0);
  }

  private get growth(): number {
    const size = this.size / USUAL_JETTONS;
    return size < 1 ? size : size ** GROWTH;
  }
}

function planKinds(plan: MarketPlan): Uint8Array {
  const stables = plan.options.stables.length;
  const codes = new Uint8Array(plan.size);
  let block: readonly Kind[] = [];
  for (let index = 0; index < plan.size; index += 1) {
    const place = (index - plan.giants) % 100;
    if (place === 0) block = shuffledBlock(plan.seed, index);
    const tail = block[place] ?? 'unlisted';
    const giant = index < stables ? 'stable' : index < stables + PEGGED ? 'pegged' : 'major';
    codes[index] = kinds.indexOf(index < plan.giants ? giant : tail);
  }
  return codes;
}

/** A hundred jettons in which every kind has its quota and is spread evenly, so that small markets have all too. */
function shuffledBlock(seed: Seed, index: number): Kind[] {
  const random = randomFor(seed, 'kinds', index);
  const places = kinds.flatMap((kind) => {
    const { quota } = natureOf(kind);
    return Array.from({ length: quota }, (_, turn) => ({ kind, place: (turn + random.next()) / quota }));
  });
  return places.sort((left, right) => left.place - right.place).map(({ kind }) => kind);
}

function planPools(plan: MarketPlan): Uint8Array {
  const pools = new Uint8Array(plan.size);
  const random = randomFor(plan.seed, 'pools');
  let missing = Math.round(plan.size * POOLS_PER_JETTON);
  for (let index = 0; index < plan.size; index += 1) {
    const kind = plan.kind(index);
    const extra = kind === 'scam' || kind === 'major' ? random.whole(0, 1) : 0;
    pools[index] = natureOf(kind).pools + extra + (index === 0 ? 2 : 0);
    missing -= pools[index] ?? 0;
  }
  while (missing > 0 && plan.size > 0) missing -= openMore(plan, pools, missing);
  return pools;
}

function openMore(plan: MarketPlan, pools: Uint8Array, wanted: number): number {
  const random = randomFor(plan.seed, 'more pools', wanted);
  let opened = 0;
  for (let index = 0; index < pools.length && opened < wanted; index += 1) {
    const chance = index < plan.giants ? 0.15 : 0.5;
    if (!natureOf(plan.kind(index)).morePools || !random.chance(chance)) continue;
    pools[index] = (pools[index] ?? 0) + 1;
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

function peoplesWeight(plan: MarketPlan, index: number): number {
  const rank = (index + 4) ** -0.95 * randomFor(plan.seed, 'activity', index).logNormal(1, 0.9);
  const others = Math.log(plan.size / 4 + 1);
  // The main stable coin gets its share whatever the size of the market.
  return index === 0 ? STABLE_SHARE * others : rank * natureOf(plan.kind(index)).activity;
}

function botsWeight(plan: MarketPlan, index: number): number {
  if (index === 0) return BOTS_STABLE_SHARE;
  const kind = plan.kind(index);
  const cared = kind === 'pegged' || kind === 'major' || kind === 'established' || kind === 'stable';
  return cared && index < BOTS_RANKS ? 0.045 * (index + 1) ** -0.6 : 0;
}
