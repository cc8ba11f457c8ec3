import { TON_ADDRESS } from '#contract/address.ts';
import { Random } from '#testing/market/random.ts';

export const USDT = '0:b113a994b5024a16719f69139328eb759596c38a25f59028b146fecdc3621dfe';
/** Average price of TON in USD. */
export const TON_USD = 3;

export interface LargeMarketSize {
  readonly jettons: number;
  readonly pools: number;
  readonly traders: number;
  readonly swaps: number;
}

export interface LargePool {
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

export interface LargeMarket {
  readonly jettons: readonly object[];
  /** Most active first. */
  readonly pools: readonly LargePool[];
  readonly traders: readonly string[];
}

interface Asset {
  readonly address: string;
  readonly units: number;
}

const TON: Asset = { address: TON_ADDRESS, units: 1e9 };

/** Converts a number of base units to an integer, at least 1. */
export function baseUnits(units: number): bigint {
  return BigInt(Math.max(1, Math.floor(units)));
}

/** The first pool is TON/USDT, which prices TON. The following pools pair one jetton each with TON. */
export function planMarket({ jettons, pools, traders }: LargeMarketSize): LargeMarket {
  const random = new Random(1);
  const assets = Array.from(
    { length: jettons },
    (_, index): Asset =>
      index === 0
        ? { address: USDT, units: TON_USD * 1e6 }
        : { address: random.address(), units: random.magnitude(1e6, 1e15) },
  );
  return {
    jettons: assets.map((asset, index) => jettonOf(random, asset, index)),
    pools: random.shuffled(Array.from({ length: pools - 1 }, (_, index) => index + 1)).reduce(
      (planned: LargePool[], index) => {
        planned.push(poolOf(random, assets, index));
        return planned;
      },
      [poolOf(random, assets, 0)],
    ),
    traders: Array.from({ length: traders }, () => random.address()),
  };
}

function jettonOf(random: Random, { address }: Asset, index: number): object {
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
function poolOf(random: Random, assets: readonly Asset[], index: number): LargePool {
  const jetton = assets[index % assets.length] ?? TON;
  const others = index % 2 === 0 ? assets.slice(0, 1) : assets;
  const other = index < assets.length ? TON : (others[random.whole(0, others.length - 1)] ?? TON);
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
