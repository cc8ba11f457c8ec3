import { countPeriods, poolCountPeriods } from '#contract/enums.ts';

/** Serialized period sets of a jetton or market without trades. */
export interface EmptyPeriodSets {
  readonly prices: string;
  readonly counts: string;
  readonly poolCounts: string;
  readonly volume: string;
  readonly volumes: string;
}

export function emptyPeriodSets(calculatedAt: Date): EmptyPeriodSets {
  const zeroChange = (zero: unknown) => ({
    changePercent: 0,
    previous: zero,
    current: zero,
    calculatedAt: calculatedAt.toISOString(),
  });
  const [count, volume] = [zeroChange('0'), zeroChange({ value: '0', decimals: 6 })];
  return {
    prices: '{}',
    counts: setOf(countPeriods, count),
    poolCounts: setOf(poolCountPeriods, count),
    volume: JSON.stringify(volume),
    volumes: setOf(countPeriods, volume),
  };
}

function setOf(periods: readonly string[], change: object): string {
  return JSON.stringify(Object.fromEntries(periods.map((period) => [period, change])));
}
