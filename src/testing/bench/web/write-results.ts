import { readFileSync, writeFileSync } from 'node:fs';
import { withSection } from '#testing/documents/generated-section.ts';

export const halfNames = ['screener', 'charts'] as const;
export type Half = (typeof halfNames)[number];

const DOCUMENT = 'docs/benchmarks.md';

/** Replaces the results of one half in docs/benchmarks.md. */
export function writeResults(half: Half, results: string): void {
  const text = readFileSync(DOCUMENT, 'utf8');
  writeFileSync(DOCUMENT, withSection(text, resultsCommand(half), results));
}

/** The command that the markers in docs/benchmarks.md name. */
export function resultsCommand(half: Half): string {
  return `npm run bench:web (${half})`;
}
