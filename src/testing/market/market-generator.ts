import { parseAddress, REVOKED_ADMIN, TON_ADDRESS, toUserFriendly } from '#contract/address.ts';
import { fiatCurrencies, periodSeconds, verificationStatuses } from '#contract/enums.ts';
import type { DatasetFiles } from '#testing/datasets/dataset-folder.ts';
import { Random } from './random.ts';

const WRAPPED = 'wrapped';
const TON = 'ton';

const stableNames = ['dollar', 'second dollar'] as const;

interface JettonPlan {
  readonly name: string;
  readonly decimals?: number;
  /** Base units per TON. */
  readonly unitsPerTon?: number;
}

/** Jettons of every generated market. Properties that are not set here are random. */
const jettonPlans: readonly JettonPlan[] = [
  { name: 'dollar', decimals: 6, unitsPerTon: 3e6 },
  { name: 'second dollar', decimals: 9, unitsPerTon: 3e9 },
  { name: 'apple' },
  { name: 'berry' },
  { name: 'cherry' },
  { name: 'drained' },
  { name: 'tiny', decimals: 0, unitsPerTon: 3e23 },
  { name: 'whole', decimals: 0, unitsPerTon: 5 },
  { name: 'huge', decimals: 18, unitsPerTon: 7e6 },
  { name: 'behind apple' },
  { name: 'behind nothing' },
  { name: 'also behind nothing' },
  { name: 'silent' },
  { name: 'dusty', unitsPerTon: 2e4 },
  { name: 'one-sided' },
  { name: 'without pools' },
];

/** Source of a pool's reserves: reported by the pool, by its swaps, by both, or unknown. */
type Reserves = 'never' | 'own' | 'own, after the clock' | 'swaps' | 'both';

interface PoolPlan {
  readonly assets: readonly [string, string];
  readonly reserves?: Reserves;
  /** Reserve of the counterpart as reported by the pool; equal for pools that must tie in rank. */
  readonly tonReserve?: string;
  readonly swaps?: 'none' | 'dust' | 'buys of the second' | 'recent';
}

/** Pools of every generated market. Properties that are not set here are random. */
const poolPlans: readonly PoolPlan[] = [
  { assets: [TON, 'dollar'], reserves: 'swaps' },
  { assets: [TON, 'dollar'] },
  { assets: [TON, 'second dollar'] },
  { assets: ['dollar', 'second dollar'] },
  { assets: [TON, 'apple'], reserves: 'own', tonReserve: '5000000000000' },
  { assets: [TON, 'apple'], reserves: 'own', tonReserve: '5000000000000' },
  { assets: ['apple', 'dollar'] },
  { assets: [TON, 'berry'], reserves: 'never' },
  { assets: [TON, 'berry'], reserves: 'never' },
  { assets: ['berry', 'second dollar'], reserves: 'own, after the clock' },
  { assets: ['dollar', 'cherry'], reserves: 'both' },
  { assets: [TON, 'drained'], reserves: 'own', tonReserve: '0' },
  { assets: ['dollar', 'drained'] },
  { assets: [TON, 'tiny'] },
  { assets: [TON, 'whole'] },
  { assets: [WRAPPED, 'huge'] },
  { assets: ['tiny', 'huge'] },
  { assets: ['apple', 'behind apple'], reserves: 'both' },
  { assets: ['cherry', 'behind apple'] },
  { assets: ['behind apple', 'behind nothing'] },
  { assets: ['behind nothing', 'also behind nothing'], reserves: 'swaps' },
  { assets: ['apple', 'berry'] },
  { assets: [TON, 'silent'], reserves: 'own', swaps: 'none' },
  { assets: [TON, 'dusty'], swaps: 'dust' },
  { assets: [TON, 'one-sided'], swaps: 'buys of the second' },
  { assets: ['dollar', 'one-sided'], swaps: 'recent', reserves: 'never' },
];

/** Seconds. */
const DAY = 86_400;
const DAY_MS = 1000 * DAY;

/** Returns the value with probability `share`, otherwise undefined. */
function sometimes<Value>(random: Random, share: number, value: () => Value): Value | undefined {
  return random.chance(share) ? value() : undefined;
}

function integer(random: Random, digits: number): string {
  return Array.from({ length: digits }, (_, index) => random.whole(index === 0 ? 1 : 0, 9)).join('');
}

function jettonFacts(
  random: Random,
  { name }: JettonPlan,
  address: string,
  decimals: number,
  clock: Date,
  admins: readonly string[],
) {
  const past = (days: number) => new Date(clock.getTime() - days * DAY_MS).toISOString();
  const holdersCount = sometimes(random, 0.7, () => random.pick([0, 5, 5, 1_234_567_890_123]));
  const trustScore = sometimes(random, 0.4, () => random.whole(0, 100));
  return {
    address: random.chance(0.3) ? toUserFriendly(address) : address,
    name: `The ${name}`,
    symbol: name.toUpperCase().replaceAll(' ', ''),
    decimals: decimals === 9 ? undefined : random.pick<number | string>([decimals, String(decimals)]),
    description: sometimes(random, 0.5, () => `A jetton named ${name}`),
    image: sometimes(random, 0.5, () => `https://pictures.example/${encodeURIComponent(name)}.png`),
    websites: sometimes(random, 0.5, () => ['https://site.example/']),
    social: sometimes(random, 0.5, () => ['https://t.me/example', 'https://x.com/example']),
    admin: sometimes(random, 0.6, () => random.pick([...admins, REVOKED_ADMIN])),
    offchainAdmin: sometimes(random, 0.3, () => random.pick(admins)),
    totalSupply: sometimes(random, 0.8, () => integer(random, random.whole(1, 32))),
    circulatingSupply: sometimes(random, 0.6, () => integer(random, random.whole(1, 32))),
    mintable: sometimes(random, 0.8, () => random.chance(0.5)),
    modifiedContract: sometimes(random, 0.8, () => random.chance(0.2)),
    verification: sometimes(random, 0.8, () => random.pick(verificationStatuses)),
    createdAt: sometimes(random, 0.8, () => past(random.pick([100, 100, 365, random.whole(71, 900)]))),
    holdersCount: holdersCount === undefined ? undefined : String(holdersCount),
    holdersChangedAt: holdersCount === undefined ? undefined : past(random.whole(0, 30)),
    trustScore,
    trustScoreUpdatedAt: trustScore === undefined ? undefined : past(random.whole(0, 30)),
  };
}

/** Returns rates on some dates around the clock. `lkr` starts late, `ton` starts at `tonSince`. */
function fxRows(random: Random, clock: Date, tonSince: number): Record<string, string>[] {
  const rows: Record<string, string>[] = [];
  for (let age = 75; age >= -3; age -= random.whole(1, 6)) {
    const time = clock.getTime() - age * DAY_MS;
    const rates = fiatCurrencies.map((code) => {
      const unknown = code === 'lkr' ? age > 9 : rows.length > 0 && random.chance(0.05);
      return [code, unknown ? '' : random.magnitude(0.3, 5e4).toFixed(8)];
    });
    const ton = time < tonSince || random.chance(0.2) ? '' : random.magnitude(0.2, 0.5).toFixed(8);
    const date = new Date(time).toISOString().slice(0, 10);
    rows.push({ date, ton, ...Object.fromEntries(rates), usd: '1' });
  }
  return rows;
}

interface PoolSide {
  readonly address: string;
  readonly unitsPerTon: number;
}

interface PlannedPool {
  readonly address: string;
  readonly sides: readonly [PoolSide, PoolSide];
  readonly swaps: PoolPlan['swaps'];
  readonly reserves: Reserves;
  /** Pools that price TON must not trade at the same time and lt: their order would be undefined. */
  readonly pricesTon: boolean;
}

interface Times {
  /** Seconds. */
  readonly clock: number;
  readonly days: number;
  /** The earliest swap that prices TON, in seconds. */
  readonly tonPricedSince: number;
}

const boundaries = Object.values(periodSeconds).flatMap((length) => [length, 2 * length]);

/** Returns base units worth about `ton` TON, at least 1. */
function units(random: Random, unitsPerTon: number, ton: number): bigint {
  return BigInt(Math.max(1, Math.floor(unitsPerTon * ton * (0.8 + 0.4 * random.next()))));
}

function timeOf(random: Random, pool: PlannedPool, times: Times, earlier: number | undefined): number {
  const { clock, days } = times;
  if (earlier !== undefined && random.chance(0.2)) return earlier;
  const ages = [
    () => random.pick(boundaries) + random.pick([-1, 0, 0, 1]),
    () => Math.floor(random.magnitude(1, days * DAY)),
    () => random.whole(0, days * DAY),
    () => (random.chance(0.3) ? -random.whole(1, 2 * DAY) : random.whole(0, 3 * DAY)),
  ];
  const age = pool.swaps === 'recent' ? random.whole(0, 5 * 3600) : random.pick(ages)();
  const time = clock - Math.min(age, days * DAY);
  return pool.pricesTon ? Math.max(time, times.tonPricedSince + (time % 600)) : time;
}

/** Returns the address in a random format. */
function formatted(random: Random, raw: string): string {
  return random.pick([raw, raw, raw.replace(/[a-f]/g, (digit) => digit.toUpperCase()), toUserFriendly(raw)]);
}

/** Returns the hash in one of the formats of the column, or none for a quarter of all hashes. */
function hashCell(digits: string): string {
  const hash = Buffer.from(digits, 'hex');
  const cells = [digits, digits.toUpperCase(), hash.toString('base64'), ''];
  return cells[(hash[0] ?? 0) % cells.length] ?? '';
}

function swapRow(random: Random, pool: PlannedPool, time: number, lt: bigint, traders: readonly string[]) {
  const [first, second] = pool.sides;
  const forward = pool.swaps === 'buys of the second' || random.chance(0.5);
  const [sold, bought] = forward ? [first, second] : [second, first];
  const dust = pool.swaps === 'dust' || random.chance(0.1);
  const ton = dust ? random.magnitude(1e-8, 1e-2) : random.magnitude(1, 1e5);
  const priceFactor = 0.9 + random.next() * 0.2;
  const withReserves = (pool.reserves === 'swaps' || pool.reserves === 'both') && random.chance(0.6);
  const depth = random.magnitude(10, 1e6);
  return {
    tx_hash: hashCell(random.address().slice(2)),
    pool_address: formatted(random, pool.address),
    event_time: String(time),
    lt: String(lt),
    trader_address: formatted(random, random.pick(traders)),
    token_sold_address: formatted(random, sold.address),
    token_bought_address: formatted(random, bought.address),
    amount_sold_raw: String(
      pool.swaps === 'dust' ? random.whole(1, 999) : units(random, sold.unitsPerTon, ton),
    ),
    amount_bought_raw: String(units(random, bought.unitsPerTon, ton * priceFactor)),
    volume_usd: random.chance(0.5) ? '' : (ton * 3).toFixed(random.whole(0, 12)),
    reserve0_raw: withReserves ? String(units(random, first.unitsPerTon, depth)) : '',
    reserve1_raw: withReserves ? String(units(random, second.unitsPerTon, depth)) : '',
  };
}

/**
 * Generates swaps of all pools in random order. Some share their time or lt with other swaps, are later than the clock
 * or occur twice.
 */
function swapRows(random: Random, pools: readonly PlannedPool[], times: Times): Record<string, string>[] {
  const traders = Array.from({ length: 20 }, () => random.address());
  const rows: Record<string, string>[] = [];
  const used = new Set<string>();
  let earlier: number | undefined;
  for (const pool of pools.filter(({ swaps }) => swaps !== 'none')) {
    for (let count = random.whole(4, 36); count > 0; count -= 1) {
      const time = timeOf(random, pool, times, earlier);
      const lt = BigInt(time) * 1_000_000_000n + BigInt(random.whole(0, 7));
      const key = `${pool.pricesTon ? 'TON in USD' : pool.address} ${lt}`;
      if (used.has(key)) continue;
      used.add(key);
      rows.push(swapRow(random, pool, time, lt, traders));
      earlier = time;
    }
  }
  const duplicates = rows.filter(() => random.chance(0.02)).map((row) => ({ ...row, tx_hash: '' }));
  return random.shuffled([...rows, ...duplicates]);
}

/** Names have no commas, because the oracle does not read quoted cells. */
const namesOfKinds = {
  pool: ['STON.fi', ''],
  burn: ['', 'Incinerator'],
  locker: ['Locker', ''],
  contract: ['', 'Vault'],
  wallet: ['', 'An exchange'],
  '': [''],
} as const;

/** Holders of a token: pools, burned tokens, lockers and others, some more than are listed. */
function holderRows(
  random: Random,
  token: string,
  pools: readonly string[],
  clock: Date,
): Record<string, string>[] {
  const burnAddress = random.pick([`0:${'0'.repeat(64)}`, `-1:${'0'.repeat(64)}`]);
  const others = Array.from({ length: random.pick([0, 3, 9, 40, 130]) }, () => random.address());
  const owners = [
    ...random.shuffled(pools).slice(0, 3),
    ...(random.chance(0.6) ? [burnAddress] : []),
    ...others,
  ];
  const digits = random.whole(1, 28);
  const balances = owners.map(() => BigInt(integer(random, random.whole(1, digits))));
  const total = balances.reduce((sum, balance) => sum + balance, 0n);
  const supply = random.pick(['', String(total), String((total * 3n) / 2n + 1n), String(total / 2n), '0']);
  const time = Math.floor(clock.getTime() / 1000) - random.whole(0, 10 * DAY);
  return owners.map((owner, index) => {
    const kind = random.pick(['', '', 'wallet', 'contract', 'locker', 'pool', 'burn'] as const);
    return {
      token_address: formatted(random, token),
      snapshot_time: String(time),
      owner_address: formatted(random, owner),
      balance_raw: index > 0 && random.chance(0.1) ? String(balances[index - 1]) : String(balances[index]),
      supply_raw: supply,
      kind,
      name: random.pick<string>(namesOfKinds[kind]),
    };
  });
}

export interface GeneratedMarket {
  readonly files: DatasetFiles;
  readonly clock: Date;
  readonly stables: readonly string[];
}

const USD_STABLE = '0:b113a994b5024a16719f69139328eb759596c38a25f59028b146fecdc3621dfe';
const WRAPPED_TON = '0:8cdc1d7640ad5ee326527fc1ad0514f468b30dc84b0173f0e155f451b4e11f7c';
const NANOTONS = 1e9;
const DAYS = 70;

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

/** Holders of most jettons, and of the LP tokens of some pools. They have a seed of their own. */
function holdersOf(
  seed: number,
  assets: ReadonlyMap<string, Asset>,
  pools: readonly PlannedPool[],
  clock: Date,
): Record<string, string>[] {
  const random = new Random(seed + 1_000);
  const addresses = pools.map(({ address }) => address);
  const jettons = jettonPlans.flatMap(({ name }) => assets.get(name)?.address ?? []);
  return [...jettons.filter(() => random.chance(0.8)), ...addresses.filter(() => random.chance(0.5))].flatMap(
    (token) => holderRows(random, token, addresses, clock),
  );
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
      holders: holdersOf(seed, assets, pools, clock),
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

/** Returns the swaps by the raw address of their pool. */
function byPool(swaps: DatasetFiles['swaps']): ReadonlyMap<string, DatasetFiles['swaps']> {
  const grouped = new Map<string, DatasetFiles['swaps'][number][]>();
  for (const swap of swaps) {
    const pool = parseAddress(swap.pool_address ?? '') ?? '';
    grouped.set(pool, [...(grouped.get(pool) ?? []), swap]);
  }
  return grouped;
}

/**
 * Returns the market with more pools, one of which ties in rank and another has no swaps but the deepest reserves, holders of
 * nothing, and swaps at the clock and a second later, at midnight, and up to an hour after the first one of their pool.
 */
export function withEdgeCases({ files, clock, stables }: GeneratedMarket): GeneratedMarket {
  const random = new Random(clock.getTime());
  const isRanked = ({ asset0, asset1, reserve0 = '0', reserve1 }: DatasetFiles['pools'][number]) =>
    [asset0, asset1].includes(TON_ADDRESS) &&
    ![asset0, asset1].some((asset) => stables.includes(asset)) &&
    reserve0 !== '0' &&
    reserve1 !== undefined;
  const [tied, other] = random.shuffled(files.pools.filter(isRanked));
  if (!tied || !other) throw new Error('the market has too few pools with reserves');
  const twin = { ...tied, address: random.address() };
  const reserves = { reserve0: `${other.reserve0}000`, reserve1: `${other.reserve1}000` };
  const swapsOf = byPool(files.swaps);
  const twins = (swapsOf.get(tied.address) ?? []).map((swap) => ({ ...swap, pool_address: twin.address }));
  const seconds = clock.getTime() / 1000;
  const midnight = seconds - (seconds % DAY);
  const atEdges = [...swapsOf].flatMap(([pool, swaps], index) => {
    const first = Math.min(...swaps.map(({ event_time }) => Number(event_time)));
    const times = [0, 1, 1800, 3599, 3600].map((age) => first + age).filter((time) => time < seconds);
    return (pool === tied.address ? [] : [...times, midnight - 6 * DAY, midnight, seconds, seconds + 1]).map(
      (time) => {
        const swap = random.pick(swaps);
        return {
          ...swap,
          event_time: String(time),
          lt: String(BigInt(time) * 1_000_000_000n + BigInt(100 + index)),
          trader_address: random.pick([random.address(), swap.trader_address ?? '']),
        };
      },
    );
  });
  const nothing = (files.holders ?? []).filter(() => random.chance(0.05));
  return {
    clock,
    stables,
    files: {
      ...files,
      pools: [...files.pools, twin, { ...other, ...reserves, address: random.address() }],
      swaps: random.shuffled([...files.swaps, ...twins, ...atEdges]),
      holders: [
        ...(files.holders ?? []),
        ...nothing.map((holder) => ({ ...holder, owner_address: random.address(), balance_raw: '0' })),
      ],
    },
  };
}
