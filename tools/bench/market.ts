import { TON_ADDRESS } from '#contract/address.ts';
import type { SwapRecord } from '#service/market/batch.ts';
import { Random } from '#testing/market/random.ts';

export const USDT = '0:b113a994b5024a16719f69139328eb759596c38a25f59028b146fecdc3621dfe';
/** Average price of TON in USD. */
export const TON_USD = 3;

export interface MarketSize {
  readonly jettons: number;
  readonly pools: number;
  readonly traders: number;
  /** Swaps of the history. */
  readonly swaps: number;
}

export interface Pool {
  readonly address: string;
  readonly exchange: string;
  readonly asset0: string;
  readonly asset1: string;
  /** Base units of asset0 and asset1 that are worth one TON. */
  readonly units0: number;
  readonly units1: number;
  readonly withReserves: boolean;
  readonly withVolume: boolean;
}

export interface Market {
  readonly jettons: readonly { readonly address: string; readonly symbol: string }[];
  /** Most active first. */
  readonly pools: readonly Pool[];
  readonly traders: readonly string[];
}

const TON = { address: TON_ADDRESS, units: 1e9 };
type Asset = typeof TON;

/** The first pool is TON/USDT, which prices TON. The following pools pair one jetton each with TON. */
export function planMarket({ jettons, pools, traders }: MarketSize): Market {
  const random = new Random(1);
  const usdt = { address: USDT, units: TON_USD * 1e6 };
  const assets = listOf(jettons, (index) =>
    index === 0 ? usdt : { address: random.address(), units: random.magnitude(1e6, 1e15) },
  );
  const others = random.shuffled(listOf(pools - 1, (index) => index + 1));
  return {
    jettons: assets.map(({ address }, index) => jettonOf(random, address, index)),
    pools: [0, ...others].map((index) => poolOf(random, assets, index)),
    traders: listOf(traders, () => random.address()),
  };
}

/** Returns a list of `length` items. */
export function listOf<Item>(length: number, item: (index: number) => Item): Item[] {
  return Array.from({ length }, (_, index) => item(index));
}

function jettonOf(random: Random, address: string, index: number) {
  return {
    address,
    name: `Benchmark jetton ${index}`,
    symbol: `BENCH${index}`,
    decimals: index === 0 ? 6 : 9,
    description: 'Generated to measure the import. '.repeat(random.whole(1, 6)),
    image: `https://images.example/${index}.png`,
    websites: [`https://jetton-${index}.example`],
    social: [`https://t.me/jetton_${index}`, `https://x.com/jetton_${index}`],
    admin: random.address(),
    totalSupply: `${random.whole(1, 9)}${'0'.repeat(18)}`,
    mintable: random.chance(0.3),
    createdAt: 1_700_000_000 + random.whole(0, 60_000_000),
    holdersCount: random.whole(1, 100_000),
  };
}

// Pools beyond one per jetton against TON: half of them against USDT, half against another jetton.
function poolOf(random: Random, assets: readonly Asset[], index: number): Pool {
  const jetton = assets[index % assets.length] ?? TON;
  const others = index % 2 === 0 ? assets.slice(0, 1) : assets;
  const other = index < assets.length ? TON : random.pick(others);
  const distinct = other === jetton ? TON : other;
  const [first, second] = random.chance(0.5) ? [jetton, distinct] : [distinct, jetton];
  return {
    address: random.address(),
    exchange: random.pick(['stonfi', 'dedust', 'tonco']),
    asset0: first.address,
    asset1: second.address,
    units0: first.units,
    units1: second.units,
    withReserves: random.chance(0.5),
    withVolume: random.chance(0.9),
  };
}

/** Generates random swaps of a market, with increasing `lt`. Few pools and traders have most of them, as in reality. */
export class Trades {
  readonly random: Random;
  readonly #market: Market;
  readonly #poolWeights: Float64Array;
  readonly #traderWeights: Float64Array;
  /** Prices vary by at most half of this share. */
  readonly #spread: number;
  readonly #step: bigint;
  #lt: bigint;

  constructor(market: Market, { seed = 3, spread = 0.002, lt = 90_000_000_000_000n, step = 1_000n } = {}) {
    this.random = new Random(seed);
    this.#market = market;
    this.#poolWeights = cumulativeWeights(market.pools.length);
    this.#traderWeights = cumulativeWeights(market.traders.length);
    this.#spread = spread;
    this.#step = step;
    this.#lt = lt;
  }

  pickPool(): Pool {
    return this.#pick(this.#market.pools, this.#poolWeights);
  }

  /** The pool that prices TON and `count` − 1 others. */
  pickPools(count: number): Pool[] {
    const picked = new Set(this.#market.pools.slice(0, 1));
    while (picked.size < count) picked.add(this.pickPool());
    return [...picked];
  }

  swap(pool: Pool, time: Date): SwapRecord {
    const { random } = this;
    const ton = random.magnitude(0.01, 10_000);
    const price = 1 + this.#spread * (random.next() - 0.5);
    this.#lt += this.#step;
    return {
      pool: pool.address,
      trader: this.#pick(this.#market.traders, this.#traderWeights),
      time,
      lt: this.#lt,
      sold0: random.chance(0.5),
      amount0: baseUnits(ton * pool.units0),
      amount1: baseUnits(ton * price * pool.units1),
      reserve0: pool.withReserves ? baseUnits(random.magnitude(1e3, 1e6) * pool.units0) : undefined,
      reserve1: pool.withReserves ? baseUnits(random.magnitude(1e3, 1e6) * pool.units1) : undefined,
    };
  }

  /** Returns a random item, by binary search of the cumulative weights. */
  #pick<Item>(items: readonly Item[], weights: Float64Array): Item {
    const threshold = this.random.next() * (weights.at(-1) ?? 0);
    let low = 0;
    let high = weights.length - 1;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((weights[middle] ?? 0) > threshold) high = middle;
      else low = middle + 1;
    }
    const item = items[low];
    if (item === undefined) throw new RangeError('Cannot pick from an empty list');
    return item;
  }
}

/** Returns the cumulative sums of the weights 1, 1/2, 1/3, … */
function cumulativeWeights(size: number): Float64Array {
  let sum = 0;
  return Float64Array.from({ length: size }, (_, index) => {
    sum += 1 / (index + 1);
    return sum;
  });
}

/** Converts a number of base units to an integer, at least 1. */
function baseUnits(units: number): bigint {
  return BigInt(Math.max(1, Math.floor(units)));
}
