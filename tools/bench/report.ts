import { readFileSync, writeFileSync } from 'node:fs';
import { cpus, totalmem } from 'node:os';
import { withSection } from '#tools/documents/generated-section.ts';

/** Parts of `npm run bench:web`, whose results are sections of docs/benchmarks.md. */
export const partNames = ['screener', 'pages', 'charts'] as const;
export type BenchmarkPart = (typeof partNames)[number];

const DOCUMENT = 'docs/benchmarks.md';

/** Returns a description for the results of a benchmark, such as `2 cores (AMD EPYC), 24 GiB`. */
export function describeMachine(): string {
  const processors = cpus();
  const model = processors[0]?.model.trim() ?? 'unknown processor';
  return `${processors.length} cores (${model}), ${Math.round(totalmem() / 2 ** 30)} GiB`;
}

export function print(text: string): void {
  process.stdout.write(`${text}\n`);
}

/** Returns the value below which a share of the values lies; NaN without values. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}

export function median(values: readonly number[]): number {
  return percentile(values, 0.5);
}

/** Returns a Markdown table with aligned columns. The first row is the header. */
export function alignedTable([head = [], ...rows]: readonly (readonly string[])[]): string {
  const lines = [head, head.map(() => '---'), ...rows];
  const widths = head.map((_, column) => Math.max(...lines.map((row) => (row[column] ?? '').length)));
  const line = (row: readonly string[]) => {
    const cells = row.map((cell, column) => cell.padEnd(widths[column] ?? 0, cell === '---' ? '-' : ' '));
    return `| ${cells.join(' | ')} |`;
  };
  return lines.map(line).join('\n');
}

/** Conditions that results should meet, by their descriptions. */
export type Budgets<Results> = Readonly<Record<string, (results: Results) => boolean>>;

/** Returns which budgets are met and missed, as text. */
export function summarizeBudgets<Results>(budgets: Budgets<Results>, results: Results): string {
  const names = (expected: boolean) =>
    Object.entries(budgets).flatMap(([name, isMet]) => (isMet(results) === expected ? name : []));
  return Object.entries({ Met: names(true), Missed: names(false) })
    .flatMap(([label, members]) => (members.length > 0 ? `${label}: ${members.join('; ')}.` : []))
    .join(' ');
}

/** Replaces the results of one benchmark part in docs/benchmarks.md. */
export function writeResults(part: BenchmarkPart, results: string): void {
  const text = readFileSync(DOCUMENT, 'utf8');
  writeFileSync(DOCUMENT, withSection(text, resultsCommand(part), results));
}

/** Returns the command in the markers of docs/benchmarks.md. */
export function resultsCommand(part: BenchmarkPart): string {
  return `npm run bench:web (${part})`;
}
