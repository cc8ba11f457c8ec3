import type { Random } from '#demo/random.ts';

export interface Supply {
  /** Base units. */
  readonly units: bigint;
  readonly whole: number;
}

const MAX_WHOLE = 1e12;

export function generateDecimals(random: Random, giant: boolean): number {
  const draw = random.next();
  if (giant) return draw < 0.8 ? 9 : 6;
  if (draw < 0.89) return 9;
  if (draw < 0.945) return 6;
  if (draw < 0.965) return 18;
  return draw < 0.985 ? 0 : random.integer(1, 8);
}

const roundSupplies: readonly [number, ...number[]] = [
  1e9, 1e9, 1e9, 1e9, 1e9, 1e9, 1e9, 1e8, 1e8, 1e8, 1e7, 2.1e7, 1e6, 1e10, 1e10, 1e11, 1e12,
];
const hugeSupplies: readonly [number, ...number[]] = [1e13, 1e14, 4.2e14, 6.9e14, 1e15, 1e15];

/** A total supply; near `wanted` whole ones, where that is given, else what makers choose. */
export function generateSupply(random: Random, decimals: number, wanted?: number): Supply {
  const chosen = wanted ?? generateWholeSupply(random, decimals);
  const uneven = wanted !== undefined || random.chance(0.4);
  const whole = BigInt(Math.max(1, Math.floor(uneven ? chosen * random.between(0.55, 1) : chosen)));
  const unit = 10n ** BigInt(decimals);
  // What was burnt or minted in parts leaves digits behind the point.
  const part = uneven ? BigInt(Math.floor(random.next() * 2 ** 32)) : 0n;
  return { units: whole * unit + ((part * unit) >> 32n), whole: Number(whole) };
}

function generateWholeSupply(random: Random, decimals: number): number {
  const draw = random.next();
  const few = random.logNormal(20_000, 0.8);
  const vast = random.pick(hugeSupplies);
  const usual = random.pick(roundSupplies);
  // Under a thousand base units a swap gives no price: what cannot be divided comes in great numbers, mostly.
  if (decimals === 0) return draw < 0.15 ? few : Math.max(usual, 1e9);
  if (draw < 0.05) return few;
  return draw < 0.13 && decimals <= 9 ? vast : Math.min(usual, MAX_WHOLE);
}
