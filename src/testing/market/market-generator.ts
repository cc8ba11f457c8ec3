import { parseAddress, TON_ADDRESS } from '#contract/address.ts';
import type { DatasetFiles } from '#testing/datasets/dataset-folder.ts';
import { fxRows, jettonFacts } from './facts.ts';
import { jettonPlans, type PoolPlan, poolPlans, stableNames, TON, WRAPPED } from './market-plan.ts';
import { Random } from './random.ts';
import { type PlannedPool, type PoolSide, swapRows, units } from './swap-rows.ts';

export interface GeneratedMarket {
  readonly files: DatasetFiles;
  readonly clock: Date;
  readonly stables: readonly string[];
}

const USD_STABLE = '0:b113a994b5024a16719f69139328eb759596c38a25f59028b146fecdc3621dfe';
const WRAPPED_TON = '0:8cdc1d7640ad5ee326527fc1ad0514f468b30dc84b0173f0e155f451b4e11f7c';
const NANOTONS = 1e9;
const DAYS = 70;
const DAY = 86_400;

interface Asset extends PoolSide {
  readonly name: string;
  readonly decimals: number;
}

function assetsOf(random: Random): ReadonlyMap<string, Asset> {
  const jettons = jettonPlans.map(
    ({ name, decimals, unitsPerTon }): Asset => ({
      name,
      address: name === 'dollar' ? USD_STABLE : random.address(),
      decimals: decimals ?? random.whole(0, 18),
      unitsPerTon: unitsPerTon ?? random.magnitude(1e6, 1e22),
    }),
  );
  const ton = { decimals: 9, unitsPerTon: NANOTONS };
  return new Map([
    ...jettons.map((asset): [string, Asset] => [asset.name, asset]),
    [TON, { ...ton, name: TON, address: TON_ADDRESS }],
    [WRAPPED, { ...ton, name: WRAPPED, address: WRAPPED_TON }],
  ]);
}

function planPool(
  random: Random,
  plan: PoolPlan,
  assets: ReadonlyMap<string, Asset>,
): PlannedPool & { plan: PoolPlan } {
  const [first, second] = plan.assets.map((name) => assets.get(name));
  if (!first || !second) throw new Error(`${plan.assets.join(' and ')} are not both planned`);
  const swapped = plan.swaps !== 'buys of the second' && random.chance(0.5);
  return {
    plan,
    address: random.address(),
    sides: swapped ? [second, first] : [first, second],
    swaps: plan.swaps,
    reserves: plan.reserves ?? random.pick(['never', 'own', 'swaps', 'both']),
    pricesTon: plan.assets[0] === TON && stableNames.some((name) => name === plan.assets[1]),
  };
}

function poolFacts(random: Random, { plan, ...pool }: PlannedPool & { plan: PoolPlan }, clock: Date) {
  const past = (days: number) => new Date(clock.getTime() - days * DAY * 1000).toISOString();
  const [first, second] = pool.sides;
  const depth = random.magnitude(10, 1e6);
  const reserve = ({ address, unitsPerTon }: PoolSide) =>
    plan.tonReserve !== undefined && address === TON_ADDRESS
      ? plan.tonReserve
      : String(units(random, unitsPerTon, depth));
  const reportsReserves = pool.reserves !== 'never' && pool.reserves !== 'swaps';
  // A fraction of a second, so that it never equals the time of a swap.
  const age = pool.reserves === 'both' ? random.magnitude(0.01, DAYS) : 0;
  const reservesAt = pool.reserves === 'own, after the clock' ? past(-1) : past(age + 0.25 / DAY);
  return {
    address: pool.address,
    exchange: random.pick(['stonfi', 'dedust', 'tonco']),
    asset0: first.address,
    asset1: second.address,
    type: random.pick([undefined, 'constant_product', 'stable']),
    createdAt: random.chance(0.7) ? past(random.whole(DAYS, 400)) : undefined,
    ...(reportsReserves && { reserve0: reserve(first), reserve1: reserve(second), reservesAt }),
  };
}

/** Generates a small market that covers all cases of the metric definitions. Deterministic for a given seed. */
export function generateMarket(seed: number): GeneratedMarket {
  const random = new Random(seed);
  const clock = new Date(Date.UTC(2026, 2, 1) + random.whole(0, DAY) * 1000);
  const assets = assetsOf(random);
  const pools = poolPlans.map((plan) => planPool(random, plan, assets));
  const seconds = clock.getTime() / 1000;
  const late = seed % 2 === 1;
  const times = { clock: seconds, days: DAYS, tonPricedSince: late ? seconds - 5 * DAY : 0 };
  const admins = [random.address(), random.address()];
  return {
    clock,
    stables: [USD_STABLE, ...(seed % 3 === 0 ? [] : [assets.get('second dollar')?.address ?? ''])],
    files: {
      jettons: jettonPlans.flatMap((plan) => {
        const asset = assets.get(plan.name);
        return asset ? [jettonFacts(random, plan, asset.address, asset.decimals, clock, admins)] : [];
      }),
      pools: pools.map((pool) => poolFacts(random, pool, clock)),
      swaps: swapRows(random, pools, times),
      fx: fxRows(random, clock, late ? clock.getTime() - 20 * DAY * 1000 : 0),
    },
  };
}

/** Returns the market without data for the price of TON in USD, at a clock that equals the time of no swap. */
export function withoutTonPrice({ files, clock, stables }: GeneratedMarket): GeneratedMarket {
  const isTonOrStable = (asset: string) => asset === TON_ADDRESS || stables.includes(asset);
  const pricing = new Set(
    files.pools
      .filter(({ asset0, asset1 }) => isTonOrStable(asset0) && isTonOrStable(asset1))
      .map(({ address }) => address),
  );
  const swaps = files.swaps.filter((swap) => !pricing.has(parseAddress(swap.pool_address ?? '') ?? ''));
  const fx = files.fx?.map((row) => ({ ...row, ton: '' }));
  return { stables, clock: new Date(clock.getTime() + 250), files: { ...files, swaps, ...(fx && { fx }) } };
}
