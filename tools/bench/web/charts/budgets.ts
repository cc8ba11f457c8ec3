import { type Budget, summarizeBudgets } from '#tools/bench/web/budgets.ts';
import { median } from '#tools/bench/web/median.ts';
import type { Results } from './results-table.ts';

const EMBED_BYTES = 80_000;

const budgets: readonly Budget<Results>[] = [
  {
    name: 'no frame over 50 ms when panning a million ticks',
    isMet: ({ pool }) => pool.panning.longFrames === 0,
  },
  {
    name: 'less memory than the chart library with the same ticks',
    isMet: ({ pool, libraryOnly }) => pool.memory < libraryOnly.memory,
  },
  {
    name: 'at most 80 kB of JavaScript in the embed',
    isMet: ({ full }) => median(full.embed.map(({ bytes }) => bytes)) <= EMBED_BYTES,
  },
];

export function summarizeChartBudgets(results: Results): string {
  return summarizeBudgets(budgets, results);
}
