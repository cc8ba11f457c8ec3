import { type Budget, verdictOf } from '#testing/bench/web/budgets.ts';
import { median } from '#testing/bench/web/median.ts';
import type { Round } from './round.ts';
import type { Results } from './table.ts';

function of(rounds: readonly Round[], part: keyof Round): number {
  return median(rounds.map((round) => round[part]));
}

function ratio({ ours, agGrid }: Results['full'], part: keyof Round): number {
  return of(ours, part) / of(agGrid, part);
}

const budgets: readonly Budget<Results>[] = [
  {
    name: 'first ten rows at most 0.9 of AG Grid’s at full speed',
    isMet: ({ full }) => ratio(full, 'firstRows') <= 0.9,
  },
  {
    name: 'first ten rows at most 0.9 of AG Grid’s, slowed',
    isMet: ({ slowed }) => ratio(slowed, 'firstRows') <= 0.9,
  },
  { name: 'no frame over 50 ms at full speed', isMet: ({ full }) => of(full.ours, 'longFrames') === 0 },
  { name: '95 % of frames under 20 ms at full speed', isMet: ({ full }) => of(full.ours, 'slowFrame') < 20 },
  {
    name: 'slowed, fewer frames over 50 ms than AG Grid',
    isMet: ({ slowed }) => of(slowed.ours, 'longFrames') < of(slowed.agGrid, 'longFrames'),
  },
  {
    name: 'a filter change on screen within 200 ms beyond the service’s time at full speed',
    isMet: ({ full }) => of(full.ours, 'answer') <= 200,
  },
  { name: 'layout shift under 0.02', isMet: ({ full }) => of(full.ours, 'shift') < 0.02 },
];

export function screenerVerdict(results: Results): string {
  return verdictOf(budgets, results);
}
