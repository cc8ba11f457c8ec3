import { countNoun } from '#service/config/count-noun.ts';
import type { ImportResult } from './import-dataset.ts';

/** Message at the end of an import: numbers of imported rows, and of skipped rows by reason. */
export function formatSummary(result: ImportResult, seconds: number): string {
  const { jettons, pools, swaps, traders, dates, skipped } = result;
  const entities = [countNoun(jettons, 'jetton'), countNoun(pools, 'pool')];
  const trades = `${countNoun(swaps, 'swap')} by ${countNoun(traders, 'trader')}`;
  const rates = `exchange rates for ${countNoun(dates, 'date')}`;
  const lines = [`Imported ${[...entities, trades, rates].join(', ')} in ${seconds.toFixed(1)} s`];
  const total = skipped.reduce((sum, { count }) => sum + count, 0);
  if (total > 0) lines.push(`Skipped ${countNoun(total, 'bad row')}:`);
  for (const { file, reason, count, firstLine } of skipped) {
    lines.push(`  ${count.toLocaleString('en')} × ${file}: ${reason} (first at line ${firstLine})`);
  }
  return `${lines.join('\n')}\n`;
}
