import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const folder = '.github/workflows';

test.each(readdirSync(folder))('%s pins actions and starts without write permissions', (name) => {
  const text = readFileSync(`${folder}/${name}`, 'utf8');
  const actions = Array.from(text.matchAll(/^.*\buses: (.*)$/gm), ([, action]) => action);
  expect(actions.length).toBeGreaterThan(0);
  for (const action of actions)
    expect(action).toMatch(/^(\.\/\.github\/workflows\/[\w-]+\.yml|[\w-]+\/[\w/-]+@[0-9a-f]{40} # v[\d.]+)$/);
  expect(text).toMatch(/^permissions:( \{\}|\n {2}contents: read)\n\n/m);
});
