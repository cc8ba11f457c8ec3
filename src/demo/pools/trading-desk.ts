import { DUST_LIMIT } from '#contract/dust.ts';
import type { SimulatedPool } from '#demo/market/simulated-pool.ts';
import type { Random } from '#demo/random.ts';
import type { Crowd } from './traders.ts';

export const actors = { people: 0, bots: 1, panic: 2, keepers: 3 } as const;
export type Actor = (typeof actors)[keyof typeof actors];

export interface Manners {
  readonly ownerIs0: boolean;
  /** A usual trade. */
  readonly medianUsd: number;
  readonly mood: number;
  readonly washed: boolean;
  /** How likely somebody who meets a wrong price takes it. */
  readonly watched: number;
}

const LARGEST_MOVE = 0.3;
const LARGEST_SHARE = 0.045;
const LARGEST_WHALE_SHARE = 0.1;
/** How often a bot goes on in the direction of the latest swap. */
const PERSISTENCE = 0.72;
const WHALES = 0.025;
const WHALE_TRADES = 22;
const DUST_SHARE = 0.002;

/** Decides what the next trader does in one pool, and does it. */
export class TradingDesk {
  /** Of the latest swap. */
  sold0 = false;
  trader = 0;
  private readonly random: Random;
  private readonly pool: SimulatedPool;
  private readonly crowd: Crowd;
  private readonly manners: Manners;
  private washes = 0;

  constructor(random: Random, pool: SimulatedPool, crowd: Crowd, manners: Manners) {
    this.random = random;
    this.pool = pool;
    this.crowd = crowd;
    this.manners = manners;
  }

  /** `log0`, `log1`: logarithms of what a base unit of each side is worth in USD. False where nobody traded. */
  trade(actor: Actor, log0: number, log1: number): boolean {
    if (actor === actors.panic) return this.flee(log0, log1);
    const gap = log0 - log1 - this.pool.logPrice;
    if (this.notices(actor, Math.abs(gap)) && this.arbitrage(gap)) return true;
    // Keepers have nothing else to do.
    if (actor === actors.keepers) return false;
    if (this.random.chance(DUST_SHARE)) return this.sprinkle(log0, log1);
    if (actor === actors.bots) return this.makeMarket(gap, log0, log1);
    if (this.manners.washed && this.random.chance(0.7)) return this.wash();
    return this.follow(gap, log0, log1);
  }

  private notices(actor: Actor, gap: number): boolean {
    const band = this.pool.rules.fee + 0.001;
    if (actor !== actors.people) return gap > band;
    return gap > 2 * band && this.random.chance(this.manners.watched);
  }

  /** The maker of a rug sells what nobody else has. */
  dump(share: number): boolean {
    return this.swap(this.manners.ownerIs0, this.heldByOthers * share, this.crowd.washer(0));
  }

  /** Of the owner's jetton: what is not in the pool. */
  private get heldByOthers(): number {
    const { limit0, limit1 } = this.pool.rules;
    return this.manners.ownerIs0 ? limit0 - this.pool.reserve0.value : limit1 - this.pool.reserve1.value;
  }

  private swap(sold0: boolean, input: number, trader: number): boolean {
    this.sold0 = sold0;
    this.trader = trader;
    return this.pool.swap(sold0, input);
  }

  private arbitrage(gap: number): boolean {
    const { random, pool } = this;
    const kept = pool.rules.fee * random.between(0.6, 1);
    const move = Math.min((Math.abs(gap) - kept) * random.between(0.7, 1), LARGEST_MOVE);
    const signed = Math.sign(gap) * move;
    return this.swap(
      signed < 0,
      pool.inputFor(signed),
      random.chance(0.85) ? this.crowd.bot() : this.crowd.person(),
    );
  }

  private makeMarket(gap: number, log0: number, log1: number): boolean {
    const usd = this.random.logNormal(this.manners.medianUsd * 0.8, 0.7);
    const sold0 = this.random.chance(PERSISTENCE) ? this.sold0 : gap < 0;
    return this.swap(sold0, this.inputOf(sold0, usd, log0, log1, LARGEST_SHARE), this.crowd.bot());
  }

  /** People and whales: more of the one buy, more of the others sell. */
  private follow(gap: number, log0: number, log1: number): boolean {
    const { random, manners } = this;
    const whale = random.chance(WHALES);
    const pull = Math.min(Math.max((manners.ownerIs0 ? gap : -gap) * 3, -0.3), 0.3);
    const buys = random.chance(0.5 + pull + (whale ? -2.5 : 1) * manners.mood);
    const usd = random.logNormal(manners.medianUsd * (whale ? WHALE_TRADES : 1), whale ? 0.9 : 1.25);
    const sold0 = buys !== manners.ownerIs0;
    const exact = this.inputOf(sold0, usd, log0, log1, whale ? LARGEST_WHALE_SHARE : LARGEST_SHARE);
    const input = buys && random.chance(0.5) ? rounded(exact) : exact;
    return this.swap(sold0, input, whale ? this.crowd.whale() : this.crowd.person());
  }

  private wash(): boolean {
    const { random, pool, manners } = this;
    this.washes += 1;
    const sold0 = (this.washes & 1) === 0;
    const reserve = sold0 ? pool.reserve0.value : pool.reserve1.value;
    const trader = this.crowd.washer(sold0 === manners.ownerIs0 ? 0 : 1);
    return this.swap(sold0, reserve * random.between(0.012, 0.02), trader);
  }

  /** After a rug everybody sells into what is left, and a few believe. */
  private flee(log0: number, log1: number): boolean {
    const { random, pool, manners } = this;
    if (random.chance(0.1)) return this.follow(0, log0, log1);
    const { ownerIs0 } = manners;
    const reserve = ownerIs0 ? pool.reserve0.value : pool.reserve1.value;
    const input = Math.min(reserve * random.between(0.1, 1.4), this.heldByOthers * random.between(0.05, 0.4));
    return this.swap(ownerIs0, input, this.crowd.person());
  }

  private sprinkle(log0: number, log1: number): boolean {
    // The side whose base unit is worth more is the one that gives a swap few of them.
    const sold0 = log0 > log1;
    return this.swap(sold0, this.random.whole(1, DUST_LIMIT - 1), this.crowd.person());
  }

  private inputOf(sold0: boolean, usd: number, log0: number, log1: number, share: number): number {
    const reserve = sold0 ? this.pool.reserve0.value : this.pool.reserve1.value;
    return Math.min(usd / Math.exp(sold0 ? log0 : log1), reserve * share);
  }
}

/** 12.37 is 12, 4812 is 5000: people like round sums. */
function rounded(units: number): number {
  const scale = 10 ** Math.floor(Math.log10(units) - (units > 5e10 ? 0 : 0.3));
  return Math.max(Math.round(units / scale), 1) * scale;
}
