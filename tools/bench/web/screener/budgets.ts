import { type Budget, summarizeBudgets } from '#tools/bench/web/budgets.ts';
import { median } from '#tools/bench/web/median.ts';
import type { Results } from './results-table.ts';
import type { Round } from './round.ts';

function medianOf(rounds: readonly Round[], metric: keyof Round): number {
  return median(rounds.map((round) => round[metric]));
}

function ratio({ ours, agGrid }: Results['full'], metric: keyof Round): number {
  return medianOf(ours, metric) / medianOf(agGrid, metric);
}

const budgets: readonly Budget<Results>[] = [
  {
    name: 'first ten rows in at most 0.9 of AG Grid’s time at full speed',
    isMet: ({ full }) => ratio(full, 'firstRows') <= 0.9,
  },
  {
    name: 'first ten rows in at most 0.9 of AG Grid’s time, slowed',
    isMet: ({ slowed }) => ratio(slowed, 'firstRows') <= 0.9,
  },
  { name: 'no frame over 50 ms at full speed', isMet: ({ full }) => medianOf(full.ours, 'longFrames') === 0 },
  {
    name: '95% of frames under 20 ms at full speed',
    isMet: ({ full }) => medianOf(full.ours, 'slowFrame') < 20,
  },
  {
    name: 'fewer frames over 50 ms than AG Grid, slowed',
    isMet: ({ slowed }) => medianOf(slowed.ours, 'longFrames') < medianOf(slowed.agGrid, 'longFrames'),
  },
  {
    name: 'filter change within 200 ms plus response time at full speed',
    isMet: ({ full }) => medianOf(full.ours, 'filterChange') <= 200,
  },
  { name: 'layout shift under 0.02', isMet: ({ full }) => medianOf(full.ours, 'layoutShift') < 0.02 },
];

export function summarizeScreenerBudgets(results: Results): string {
  return summarizeBudgets(budgets, results);
}
