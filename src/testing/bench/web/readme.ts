import { readFileSync, writeFileSync } from 'node:fs';

export const halfNames = ['screener', 'charts'] as const;
export type Half = (typeof halfNames)[number];

/** Puts what was measured where the README has what was measured before. */
export function writeReadme(half: Half, measured: string): void {
  const start = `<!-- bench:web writes the ${half} from here -->`;
  const end = '<!-- to here -->';
  const text = readFileSync('README.md', 'utf8');
  const [before, rest] = text.split(start);
  const place = rest?.indexOf(end) ?? -1;
  if (before === undefined || rest === undefined || place < 0) throw new Error(`README.md has no ${start}`);
  writeFileSync('README.md', `${before}${start}\n\n${measured}\n\n${rest.slice(place)}`);
}
