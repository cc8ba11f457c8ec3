import { readFileSync, writeFileSync } from 'node:fs';

const START = '<!-- bench:web writes from here -->';
const END = '<!-- to here -->';

/** Puts what was measured where the README has what was measured before. */
export function writeReadme(measured: string): void {
  const text = readFileSync('README.md', 'utf8');
  const [before, rest] = text.split(START);
  const after = rest?.split(END)[1];
  if (before === undefined || after === undefined) throw new Error(`README.md has no ${START}`);
  writeFileSync('README.md', `${before}${START}\n\n${measured}\n\n${END}${after}`);
}
