import type { Random } from '#demo/random.ts';

export interface Supply {
  /** In base units. */
  readonly units: bigint;
  /** In whole units, rounded down. */
  readonly whole: number;
}

const MAX_WHOLE = 1e12;

export function generateDecimals(random: Random, isLeader: boolean): number {
  const sample = random.next();
  if (isLeader) return sample < 0.8 ? 9 : 6;
  if (sample < 0.89) return 9;
  if (sample < 0.945) return 6;
  if (sample < 0.965) return 18;
  return sample < 0.985 ? 0 : random.integer(1, 8);
}

const roundSupplies: readonly [number, ...number[]] = [
  1e9, 1e9, 1e9, 1e9, 1e9, 1e9, 1e9, 1e8, 1e8, 1e8, 1e7, 2.1e7, 1e6, 1e10, 1e10, 1e11, 1e12,
];
const hugeSupplies: readonly [number, ...number[]] = [1e13, 1e14, 4.2e14, 6.9e14, 1e15, 1e15];

/** Generates a total supply: near `wanted` whole units, or one that issuers typically choose. */
export function generateSupply(random: Random, decimals: number, wanted?: number): Supply {
  const chosen = wanted ?? generateWholeSupply(random, decimals);
  const isUneven = wanted !== undefined || random.chance(0.4);
  const whole = BigInt(Math.max(1, Math.floor(isUneven ? chosen * random.between(0.55, 1) : chosen)));
  const unit = 10n ** BigInt(decimals);
  // Burning and minting leave fractional units.
  const part = isUneven ? BigInt(Math.floor(random.next() * 2 ** 32)) : 0n;
  return { units: whole * unit + ((part * unit) >> 32n), whole: Number(whole) };
}

function generateWholeSupply(random: Random, decimals: number): number {
  const sample = random.next();
  const few = random.logNormal(20_000, 0.8);
  const vast = random.pick(hugeSupplies);
  const typical = random.pick(roundSupplies);
  // Swaps of under 1,000 base units are dust without a price, so most indivisible jettons have a large supply.
  if (decimals === 0) return sample < 0.15 ? few : Math.max(typical, 1e9);
  if (sample < 0.05) return few;
  return sample < 0.13 && decimals <= 9 ? vast : Math.min(typical, MAX_WHOLE);
}
