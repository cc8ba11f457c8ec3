import type { ImportResult } from './import-dataset.ts';

function formatCount(count: number, one: string, many = `${one}s`): string {
  return `${count.toLocaleString('en')} ${count === 1 ? one : many}`;
}

/** Message at the end of an import: numbers of imported rows, and of skipped rows by reason. */
export function formatSummary(result: ImportResult, seconds: number): string {
  const { jettons, pools, swaps, traders, dates, skipped } = result;
  const entities = [formatCount(jettons, 'jetton'), formatCount(pools, 'pool')];
  const trades = `${formatCount(swaps, 'swap')} by ${formatCount(traders, 'trader')}`;
  const rates = `exchange rates for ${formatCount(dates, 'date')}`;
  const lines = [`Imported ${[...entities, trades, rates].join(', ')} in ${seconds.toFixed(1)} s.`];
  const total = skipped.reduce((sum, { count }) => sum + count, 0);
  if (total > 0) lines.push(`Skipped ${formatCount(total, 'bad row')}:`);
  for (const { file, reason, count, firstLine } of skipped) {
    lines.push(`  ${count.toLocaleString('en')} × ${file}: ${reason} (first at line ${firstLine})`);
  }
  return `${lines.join('\n')}\n`;
}
