import { DUST_LIMIT } from '#contract/dust.ts';
import type { SimulatedPool } from '#demo/market/simulated-pool.ts';
import type { Random } from '#demo/random.ts';
import type { TraderPopulation } from './trader-population.ts';

export const actors = { retail: 0, bots: 1, panicSellers: 2, arbitrageurs: 3 } as const;
export type Actor = (typeof actors)[keyof typeof actors];

export interface TradingBehavior {
  readonly ownerIs0: boolean;
  /** Median size of a retail trade. */
  readonly medianUsd: number;
  readonly buyBias: number;
  readonly isWashTraded: boolean;
  /** Probability that a retail trader takes an arbitrage opportunity. */
  readonly arbitrageChance: number;
}

const MAX_LOG_MOVE = 0.3;
const MAX_RESERVE_SHARE = 0.045;
const MAX_WHALE_RESERVE_SHARE = 0.1;
/** Probability that a bot continues in the direction of the latest swap. */
const PERSISTENCE = 0.72;
const WHALE_CHANCE = 0.025;
const WHALE_SIZE_FACTOR = 22;
const DUST_CHANCE = 0.002;

/** Decides on and executes the trades in one pool. */
export class TradeSimulator {
  /** Direction and trader of the latest swap. */
  sold0 = false;
  traderId = 0;
  private readonly random: Random;
  private readonly pool: SimulatedPool;
  private readonly population: TraderPopulation;
  private readonly behavior: TradingBehavior;
  private washTradeCount = 0;

  constructor(random: Random, pool: SimulatedPool, population: TraderPopulation, behavior: TradingBehavior) {
    this.random = random;
    this.pool = pool;
    this.population = population;
    this.behavior = behavior;
  }

  /** `log0` and `log1` are logarithms of the fair USD price of a base unit of each side. Returns false if there was no trade. */
  trade(actor: Actor, log0: number, log1: number): boolean {
    if (actor === actors.panicSellers) return this.panicSell(log0, log1);
    const gap = log0 - log1 - this.pool.logPrice;
    if (this.noticesMispricing(actor, Math.abs(gap)) && this.arbitrage(gap)) return true;
    // Arbitrageurs trade only on mispricing.
    if (actor === actors.arbitrageurs) return false;
    if (this.random.chance(DUST_CHANCE)) return this.tradeDust(log0, log1);
    if (actor === actors.bots) return this.tradeBot(gap, log0, log1);
    if (this.behavior.isWashTraded && this.random.chance(0.7)) return this.washTrade();
    return this.tradeRetail(gap, log0, log1);
  }

  private noticesMispricing(actor: Actor, gap: number): boolean {
    const band = this.pool.rules.fee + 0.001;
    if (actor !== actors.retail) return gap > band;
    return gap > 2 * band && this.random.chance(this.behavior.arbitrageChance);
  }

  /** The issuer of a rug sells a share of all units outside the pool. */
  dump(share: number): boolean {
    return this.swap(this.behavior.ownerIs0, this.unitsOutsidePool * share, this.population.washTrader(0));
  }

  /** Base units of the owner's jetton outside the pool. */
  private get unitsOutsidePool(): number {
    const { limit0, limit1 } = this.pool.rules;
    return this.behavior.ownerIs0 ? limit0 - this.pool.reserve0.value : limit1 - this.pool.reserve1.value;
  }

  private swap(sold0: boolean, input: number, traderId: number): boolean {
    this.sold0 = sold0;
    this.traderId = traderId;
    return this.pool.swap(sold0, input);
  }

  private arbitrage(gap: number): boolean {
    const { random, pool } = this;
    const remainingGap = pool.rules.fee * random.between(0.6, 1);
    const move = Math.min((Math.abs(gap) - remainingGap) * random.between(0.7, 1), MAX_LOG_MOVE);
    const signed = Math.sign(gap) * move;
    return this.swap(
      signed < 0,
      pool.inputFor(signed),
      random.chance(0.85) ? this.population.bot() : this.population.retailTrader(),
    );
  }

  private tradeBot(gap: number, log0: number, log1: number): boolean {
    const usd = this.random.logNormal(this.behavior.medianUsd * 0.8, 0.7);
    const sold0 = this.random.chance(PERSISTENCE) ? this.sold0 : gap < 0;
    return this.swap(sold0, this.inputFor(sold0, usd, log0, log1, MAX_RESERVE_SHARE), this.population.bot());
  }

  /** A trade by a retail trader or a whale. */
  private tradeRetail(gap: number, log0: number, log1: number): boolean {
    const { random, behavior } = this;
    const isWhale = random.chance(WHALE_CHANCE);
    const priceBias = Math.min(Math.max((behavior.ownerIs0 ? gap : -gap) * 3, -0.3), 0.3);
    const isBuy = random.chance(0.5 + priceBias + (isWhale ? -2.5 : 1) * behavior.buyBias);
    const usd = random.logNormal(
      behavior.medianUsd * (isWhale ? WHALE_SIZE_FACTOR : 1),
      isWhale ? 0.9 : 1.25,
    );
    const sold0 = isBuy !== behavior.ownerIs0;
    const exactInput = this.inputFor(
      sold0,
      usd,
      log0,
      log1,
      isWhale ? MAX_WHALE_RESERVE_SHARE : MAX_RESERVE_SHARE,
    );
    const input = isBuy && random.chance(0.5) ? roundToNiceNumber(exactInput) : exactInput;
    return this.swap(sold0, input, isWhale ? this.population.whale() : this.population.retailTrader());
  }

  private washTrade(): boolean {
    const { random, pool, behavior } = this;
    this.washTradeCount += 1;
    const sold0 = (this.washTradeCount & 1) === 0;
    const reserve = sold0 ? pool.reserve0.value : pool.reserve1.value;
    const traderId = this.population.washTrader(sold0 === behavior.ownerIs0 ? 0 : 1);
    return this.swap(sold0, reserve * random.between(0.012, 0.02), traderId);
  }

  /** After a rug, most traders sell into the remaining liquidity, and a few still buy. */
  private panicSell(log0: number, log1: number): boolean {
    const { random, pool, behavior } = this;
    if (random.chance(0.1)) return this.tradeRetail(0, log0, log1);
    const { ownerIs0 } = behavior;
    const reserve = ownerIs0 ? pool.reserve0.value : pool.reserve1.value;
    const input = Math.min(
      reserve * random.between(0.1, 1.4),
      this.unitsOutsidePool * random.between(0.05, 0.4),
    );
    return this.swap(ownerIs0, input, this.population.retailTrader());
  }

  private tradeDust(log0: number, log1: number): boolean {
    // Sell the asset with the more valuable base unit: so few units of the other one would buy nothing.
    const sold0 = log0 > log1;
    return this.swap(sold0, this.random.integer(1, DUST_LIMIT - 1), this.population.retailTrader());
  }

  private inputFor(sold0: boolean, usd: number, log0: number, log1: number, share: number): number {
    const reserve = sold0 ? this.pool.reserve0.value : this.pool.reserve1.value;
    return Math.min(usd / Math.exp(sold0 ? log0 : log1), reserve * share);
  }
}

/** Rounds 12.37 to 12 and 4812 to 5000, as retail traders do. */
function roundToNiceNumber(units: number): number {
  const scale = 10 ** Math.floor(Math.log10(units) - (units > 5e10 ? 0 : 0.3));
  return Math.max(Math.round(units / scale), 1) * scale;
}
