import { readFileSync, writeFileSync } from 'node:fs';
import { withSection } from '#tools/documents/generated-section.ts';

export const partNames = ['screener', 'charts'] as const;
export type BenchmarkPart = (typeof partNames)[number];

const DOCUMENT = 'docs/benchmarks.md';

/** Replaces the results of one benchmark part in docs/benchmarks.md. */
export function writeResults(part: BenchmarkPart, results: string): void {
  const text = readFileSync(DOCUMENT, 'utf8');
  writeFileSync(DOCUMENT, withSection(text, resultsCommand(part), results));
}

/** Returns the command in the markers of docs/benchmarks.md. */
export function resultsCommand(part: BenchmarkPart): string {
  return `npm run bench:web (${part})`;
}
