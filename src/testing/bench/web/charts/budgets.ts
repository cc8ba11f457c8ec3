import { type Budget, verdictOf } from '#testing/bench/web/budgets.ts';
import { median } from '#testing/bench/web/median.ts';
import type { Results } from './table.ts';

const EMBED_BYTES = 80_000;

const budgets: readonly Budget<Results>[] = [
  {
    name: 'a million ticks pan without a frame over 50 ms',
    isMet: ({ pool }) => pool.panning.longFrames === 0,
  },
  {
    name: 'in less memory than the library’s own copy of them',
    isMet: ({ pool, alone }) => pool.memory < alone.memory,
  },
  {
    name: 'an embed of at most 80 kB of JavaScript',
    isMet: ({ full }) => median(full.embed.map(({ bytes }) => bytes)) <= EMBED_BYTES,
  },
];

export function chartVerdict(results: Results): string {
  return verdictOf(budgets, results);
}
