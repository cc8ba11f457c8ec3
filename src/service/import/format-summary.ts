import type { ImportResult } from './import-dataset.ts';

function formatCount(count: number, one: string, many = `${one}s`): string {
  return `${count.toLocaleString('en')} ${count === 1 ? one : many}`;
}

/** What an import tells at its end: what came in, and what was left out and why. */
export function formatSummary(result: ImportResult, seconds: number): string {
  const { jettons, pools, swaps, traders, dates, skipped } = result;
  const entities = [formatCount(jettons, 'jetton'), formatCount(pools, 'pool')];
  const traded = `${formatCount(swaps, 'swap')} of ${formatCount(traders, 'trader')}`;
  const rates = `${formatCount(dates, 'date')} of exchange rates`;
  const lines = [`Imported ${[...entities, traded, rates].join(', ')} in ${seconds.toFixed(1)} s.`];
  const total = skipped.reduce((sum, { count }) => sum + count, 0);
  if (total > 0) lines.push(`Left out ${formatCount(total, 'bad row')}:`);
  for (const { file, reason, count, firstLine } of skipped) {
    lines.push(`  ${count.toLocaleString('en')} × ${file}: ${reason} (first in line ${firstLine})`);
  }
  return `${lines.join('\n')}\n`;
}
