import { countPeriods, poolCountPeriods } from '#contract/enums.ts';

/** Period sets as JSON of a jetton or market that nothing ever happened to. */
export interface EmptyPeriodSets {
  readonly prices: string;
  readonly counts: string;
  readonly poolCounts: string;
  readonly volume: string;
  readonly volumes: string;
}

export function emptyPeriodSets(calculatedAt: Date): EmptyPeriodSets {
  const zeros = (zero: unknown) => ({
    changePercent: 0,
    previous: zero,
    current: zero,
    calculatedAt: calculatedAt.toISOString(),
  });
  const [count, volume] = [zeros('0'), zeros({ value: '0', decimals: 6 })];
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
