/** Dust limits in base units: of assets without decimals, whose single units are worth more, and of all others. */
export const dustLimits = { withoutDecimals: 100, others: 1000 } as const;

/** Returns the number of base units of an asset below which an amount makes a swap dust: a transaction without a price. */
export function dustLimit(decimals: number): number {
  return decimals === 0 ? dustLimits.withoutDecimals : dustLimits.others;
}

/** An amount in base units, and the decimals of its asset. */
interface AssetAmount {
  readonly amount: number | bigint;
  readonly decimals: number;
}

/** Whether a swap of these amounts is dust (metrics: ticks). */
export function isDust(...sides: readonly AssetAmount[]): boolean {
  return sides.some(({ amount, decimals }) => amount < dustLimit(decimals));
}
