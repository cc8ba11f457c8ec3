import { countPeriods } from '#contract/enums.ts';
import { CALCULATED_AT } from '#service/market/statistics-text.ts';

/** Replaces the placeholders for `calculatedAt` in period sets; by `now` before the first calculation. */
export function withCalculatedAt(json: string, calculatedAt: string | null, now: Date): string {
  return json.replaceAll(CALCULATED_AT, calculatedAt ?? now.toISOString());
}

/** Serialized period sets of a jetton without a market, with placeholders for `calculatedAt`. */
export const emptyCounts = emptySet('0');
export const emptyVolumes = emptySet({ value: '0', decimals: 6 });

function emptySet(zero: unknown): string {
  const change = { changePercent: 0, previous: zero, current: zero, calculatedAt: CALCULATED_AT };
  return JSON.stringify(Object.fromEntries(countPeriods.map((period) => [period, change])));
}
