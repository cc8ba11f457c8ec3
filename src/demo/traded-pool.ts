import { dustLimit, isDust } from '#contract/dust.ts';
import type { CopiedSwap } from '#service/store/rows.ts';
import { lastIndexAtMost } from './activity-clock.ts';
import { generateHistory, type JettonHistory } from './jetton-history.ts';
import { generateProfile, STABLE_DECIMALS } from './jetton-profile.ts';
import type { MarketPlan } from './market-plan.ts';
import { type PoolProfile, TON } from './pool-profile.ts';
import { LogicalClock, MAX_RESERVE, type Pair, PoolState, type Side } from './pool-state.ts';
import { mix, type Random, randomFor } from './random.ts';

const TON_DECIMALS = 9;
/** Tradable share of the supply; the rest is lost or never moves. */
const TRADABLE_SHARE = 0.98;
/** Maximum share of the tradable supply in a pool when it opens. */
const MAX_OPENING_SHARE = 0.7;

const MAX_LOG_MOVE = 0.3;
const MAX_RESERVE_SHARE = 0.045;
const MAX_WHALE_RESERVE_SHARE = 0.1;
/** Probability that a bot continues in the direction of the latest swap. */
const PERSISTENCE = 0.72;
const WHALE_CHANCE = 0.025;
const WHALE_SIZE_FACTOR = 22;
const DUST_CHANCE = 0.002;

// Ranges of trader IDs. A few bots trade everywhere, whales in many markets, retail traders in some.
const FIRST_BOT = 1;
const BOTS = 60;
const FIRST_WHALE = 100;
const WHALES = 400;
const FIRST_RETAIL_TRADER = 1000;
const RETAIL_TRADERS = 240_000;

/** Prices of TON in USD from swaps against a stablecoin, by logical time. */
class TonRates {
  private readonly times: number[] = [];
  private readonly prices: number[] = [];

  add(lt: number, usd: number): void {
    const index = this.indexAt(lt) + 1;
    this.times.splice(index, 0, lt);
    this.prices.splice(index, 0, usd);
  }

  get latestTime(): number | undefined {
    return this.times.at(-1);
  }

  /** Returns the latest price at or before a logical time. */
  at(lt: number): number | undefined {
    return this.prices[this.indexAt(lt)];
  }

  private indexAt(lt: number): number {
    return (this.times[0] ?? Number.POSITIVE_INFINITY) <= lt ? lastIndexAtMost(this.times, lt) : -1;
  }
}

/** What the pools of a market share. */
export class Market {
  readonly plan: MarketPlan;
  readonly tonRates = new TonRates();
  private readonly histories = new Map<number, JettonHistory>();

  constructor(plan: MarketPlan) {
    this.plan = plan;
  }

  history(index: number): JettonHistory {
    const history =
      this.histories.get(index) ?? generateHistory(this.plan, generateProfile(this.plan, index));
    this.histories.set(index, history);
    return history;
  }

  /** Frees the history of a jetton, unless others trade against it. */
  release(index: number): void {
    if (index >= this.plan.leaderCount) this.histories.delete(index);
  }

  decimalsOf(asset: number): number {
    return asset === TON ? TON_DECIMALS : generateProfile(this.plan, asset - 1).decimals;
  }

  /** Returns the fair USD price of a base unit of an asset, as a logarithm, at a time in Unix seconds. */
  unitLogPrice(asset: number): (second: number) => number {
    const { tonPrice } = this.plan;
    if (asset === TON) return (second) => tonPrice.at(second) - TON_DECIMALS * Math.LN10;
    const { path } = this.history(asset - 1);
    const scale = this.decimalsOf(asset) * Math.LN10;
    return (second) => path.at(second) + tonPrice.at(second) - scale;
  }
}

/** Who considers a trade. Arbitrageurs trade only if the pool is mispriced. */
export type Actor = 'retail' | 'bot' | 'arbitrageur' | 'panic seller';

interface Order {
  readonly sold: Side;
  /** In base units. */
  readonly input: number;
  readonly traderId: number;
}

/** The state of a pool after its latest swap. */
export interface PoolHead {
  readonly reserves: Pair<bigint>;
  readonly second: number;
  readonly lt: number;
}

/** A pool and those who trade in it. */
export class TradedPool {
  readonly profile: PoolProfile;
  /** Time of the initial reserves, in Unix seconds. */
  readonly openedAt: number;
  readonly state: PoolState;
  readonly random: Random;
  private readonly market: Market;
  private readonly clock: LogicalClock;
  private readonly fairPrices: readonly [(second: number) => number, (second: number) => number];
  private readonly decimals: Pair<number>;
  private readonly stableSide: Side | undefined;
  private readonly tonSide: Side | undefined;
  /** Median size of a retail trade. */
  private readonly medianUsd: number;
  private latestSold: Side = 1;

  /** Opens the pool, or continues from `head`. */
  constructor(market: Market, profile: PoolProfile, random: Random, head?: PoolHead) {
    const { plan } = market;
    const { owner, assets } = profile;
    this.market = market;
    this.profile = profile;
    this.random = random;
    this.fairPrices = [market.unitLogPrice(assets[0]), market.unitLogPrice(assets[1])];
    this.decimals = [market.decimalsOf(assets[0]), market.decimalsOf(assets[1])];
    this.openedAt = Math.max(profile.createdAt, owner.launchedAt, plan.start);
    this.clock = new LogicalClock(profile.id, head?.second, head?.lt);
    const sideWhere = (matches: (asset: number) => boolean) =>
      ([0, 1] as const).find((side) => matches(assets[side]));
    this.stableSide = sideWhere((asset) => asset !== TON && asset <= plan.options.stables.length);
    this.tonSide = sideWhere((asset) => asset === TON);
    const typicalUsd = randomFor(plan.seed, 'trade size', owner.index).logNormal(
      90 * (owner.index + 1) ** -0.16,
      0.5,
    );
    this.medianUsd = Math.min(typicalUsd, owner.liquidityUsd * profile.share * 0.02);
    const opening = this.openingReserves();
    const virtual = opening.map((units) => profile.amplification * units) as Pair<number>;
    const limits: Pair<number> = [MAX_RESERVE, MAX_RESERVE];
    limits[profile.ownerSide] = this.tradableUnits;
    const reserves = head?.reserves ?? (opening.map((units) => BigInt(Math.floor(units))) as Pair<bigint>);
    this.state = new PoolState({ fee: profile.fee, virtual, limits }, reserves);
  }

  /** Returns the resulting swap, or undefined if there is none. */
  trade(actor: Actor, second: number): CopiedSwap | undefined {
    const logs: Pair<number> = [this.fairPrices[0](second), this.fairPrices[1](second)];
    const order = this.order(actor, logs);
    if (!order || !this.clock.next(second) || !this.state.swap(order.sold, order.input)) return undefined;
    this.latestSold = order.sold;
    const { amounts, reserves } = this.state;
    return {
      poolId: this.profile.id,
      time: new Date(this.clock.second * 1000),
      lt: BigInt(this.clock.lt),
      traderId: order.traderId,
      sold0: order.sold === 0,
      dust: this.isDust,
      amount0: amounts[0],
      amount1: amounts[1],
      volumeUsd: this.valueUsd()?.toFixed(9),
      reserve0: reserves[0],
      reserve1: reserves[1],
    };
  }

  /** Whether the latest swap is dust. */
  private get isDust(): boolean {
    const { amounts } = this.state;
    return isDust(
      { amount: amounts[0], decimals: this.decimals[0] },
      { amount: amounts[1], decimals: this.decimals[1] },
    );
  }

  private openingReserves(): Pair<number> {
    const { owner, share, ownerSide } = this.profile;
    const unitUsd = this.fairPrices.map((priceAt) => Math.exp(priceAt(this.openedAt))) as Pair<number>;
    const maxUsd = this.tradableUnits * unitUsd[ownerSide] * MAX_OPENING_SHARE;
    const half = Math.min((owner.liquidityUsd * share) / 2, maxUsd);
    return [Math.max(half / unitUsd[0], 2), Math.max(half / unitUsd[1], 2)];
  }

  /** Maximum number of base units of the owner's jetton in this pool. */
  private get tradableUnits(): number {
    return Number(this.profile.owner.totalSupply) * TRADABLE_SHARE * this.profile.share;
  }

  private order(actor: Actor, logs: Readonly<Pair<number>>): Order | undefined {
    const { random } = this;
    if (actor === 'panic seller') return this.panicSale();
    const gap = logs[0] - logs[1] - this.state.logPrice;
    if (this.noticesMispricing(actor, Math.abs(gap))) return this.arbitrage(gap);
    if (actor === 'arbitrageur') return undefined;
    if (random.chance(DUST_CHANCE)) {
      // Sell the asset with the more valuable base unit: so few units of the other one would buy nothing.
      const sold = logs[0] > logs[1] ? 0 : 1;
      return {
        sold,
        input: random.integer(1, dustLimit(this.decimals[sold]) - 1),
        traderId: this.retailTrader(),
      };
    }
    if (actor === 'retail') return this.retailOrder(gap, logs);
    const usd = random.logNormal(this.medianUsd * 0.8, 0.7);
    const sold = random.chance(PERSISTENCE) ? this.latestSold : gap < 0 ? 0 : 1;
    return { sold, input: this.inputFor(sold, usd, logs, MAX_RESERVE_SHARE), traderId: this.bot() };
  }

  private noticesMispricing(actor: Actor, gap: number): boolean {
    const band = this.profile.fee + 0.001;
    if (actor !== 'retail') return gap > band;
    const isArbitraged = this.market.plan.poolCountOf(this.profile.owner.index) > 1;
    return gap > 2 * band && this.random.chance(isArbitraged ? 0.8 : 0.45);
  }

  private arbitrage(gap: number): Order {
    const { random, state, profile } = this;
    const remainingGap = profile.fee * random.between(0.6, 1);
    const move = Math.min((Math.abs(gap) - remainingGap) * random.between(0.7, 1), MAX_LOG_MOVE);
    const traderId = random.chance(0.85) ? this.bot() : this.retailTrader();
    return { sold: gap < 0 ? 0 : 1, input: state.inputFor(Math.sign(gap) * move), traderId };
  }

  /** An order of a retail trader or a whale. */
  private retailOrder(gap: number, logs: Readonly<Pair<number>>): Order {
    const { random } = this;
    const { owner, ownerSide } = this.profile;
    const isWhale = random.chance(WHALE_CHANCE);
    const priceBias = Math.min(Math.max((ownerSide === 0 ? gap : -gap) * 3, -0.3), 0.3);
    const isSale = !random.chance(0.5 + priceBias + (isWhale ? -2.5 : 1) * owner.buyBias);
    const sold = isSale === (ownerSide === 0) ? 0 : 1;
    const usd = isWhale
      ? random.logNormal(this.medianUsd * WHALE_SIZE_FACTOR, 0.9)
      : random.logNormal(this.medianUsd, 1.25);
    const input = this.inputFor(sold, usd, logs, isWhale ? MAX_WHALE_RESERVE_SHARE : MAX_RESERVE_SHARE);
    return { sold, input, traderId: isWhale ? this.whale() : this.retailTrader() };
  }

  /** After a rug, traders sell into the remaining liquidity. */
  private panicSale(): Order {
    const { random, state } = this;
    const sold = this.profile.ownerSide;
    const reserve = Number(state.reserves[sold]);
    const unitsOutside = state.rules.limits[sold] - reserve;
    const input = Math.min(reserve * random.between(0.1, 1.4), unitsOutside * random.between(0.05, 0.4));
    return { sold, input, traderId: this.retailTrader() };
  }

  private inputFor(sold: Side, usd: number, logs: Readonly<Pair<number>>, maxShare: number): number {
    return Math.min(usd / Math.exp(logs[sold]), Number(this.state.reserves[sold]) * maxShare);
  }

  /** Values the latest swap, if one side is a USD stablecoin, or TON when it has a price. */
  private valueUsd(): number | undefined {
    const { amounts } = this.state;
    const { tonRates } = this.market;
    const tons = this.tonSide === undefined ? undefined : Number(amounts[this.tonSide]) / 10 ** TON_DECIMALS;
    if (this.stableSide === undefined) {
      const rate = tonRates.at(this.clock.lt);
      return tons === undefined || rate === undefined ? undefined : tons * rate;
    }
    const usd = Number(amounts[this.stableSide]) / 10 ** STABLE_DECIMALS;
    if (tons !== undefined && !this.isDust) tonRates.add(this.clock.lt, usd / tons);
    return usd;
  }

  /** A few retail traders trade often, most rarely. */
  private retailTrader(): number {
    const { index } = this.profile.owner;
    const traders = Math.max(4, this.market.plan.retailSwaps(index) * 0.45);
    const trader = Math.floor(this.random.next() ** 1.7 * traders);
    return FIRST_RETAIL_TRADER + (mix(index * 100_003 + trader) % RETAIL_TRADERS);
  }

  private whale(): number {
    return FIRST_WHALE + (mix(this.profile.owner.index * 31 + this.random.integer(0, 11)) % WHALES);
  }

  private bot(): number {
    return FIRST_BOT + (mix(this.profile.owner.index * 17 + this.random.integer(0, 3)) % BOTS);
  }
}
