import { countPeriods } from '#contract/enums.ts';
import { CALCULATED_AT } from '#service/analytics/statistics-text.ts';

/** Replaces the placeholders of `calculatedAt` in period sets. Before the first calculation they are empty, as of now. */
export function withCalculatedAt(json: string, calculatedAt: string | null, now: Date): string {
  return json.replaceAll(CALCULATED_AT, calculatedAt ?? now.toISOString());
}

/** Serialized period sets of a jetton without a market, with placeholders of `calculatedAt`. */
export const emptyCounts = emptySet('0');
export const emptyVolumes = emptySet({ value: '0', decimals: 6 });

function emptySet(zero: unknown): string {
  const change = { changePercent: 0, previous: zero, current: zero, calculatedAt: CALCULATED_AT };
  return JSON.stringify(Object.fromEntries(countPeriods.map((period) => [period, change])));
}
