/** A swap with either amount below this many base units is dust: a transaction that provides no price. */
export const DUST_LIMIT = 1000;

/** The decimal digits of `DUST_LIMIT`: an amount with fewer digits is below it. */
export const DUST_LIMIT_DIGITS = String(DUST_LIMIT).length;

/** Whether a swap of these base units is dust. */
export function isDust(amount0: number | bigint, amount1: number | bigint): boolean {
  return amount0 < DUST_LIMIT || amount1 < DUST_LIMIT;
}
