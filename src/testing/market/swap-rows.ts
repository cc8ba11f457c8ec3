import { toUserFriendly } from '#contract/address.ts';
import { periodSeconds } from '#contract/enums.ts';
import type { PoolPlan, Reserves } from './market-plan.ts';
import type { Random } from './random.ts';

export interface PoolSide {
  readonly address: string;
  readonly unitsPerTon: number;
}

export interface PlannedPool {
  readonly address: string;
  readonly sides: readonly [PoolSide, PoolSide];
  readonly swaps: PoolPlan['swaps'];
  readonly reserves: Reserves;
  /** Pools that price TON must not trade at the same time and lt: their order would be undefined. */
  readonly pricesTon: boolean;
}

export interface Times {
  /** Seconds. */
  readonly clock: number;
  readonly days: number;
  /** The earliest swap that prices TON, in seconds. */
  readonly tonPricedSince: number;
}

const DAY = 86_400;
const boundaries = Object.values(periodSeconds).flatMap((length) => [length, 2 * length]);

/** Returns base units worth about `ton` TON, at least 1. */
export function units(random: Random, unitsPerTon: number, ton: number): bigint {
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
    tx_hash: random.address().slice(2),
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
export function swapRows(
  random: Random,
  pools: readonly PlannedPool[],
  times: Times,
): Record<string, string>[] {
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
