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

test.each(['package-lock.json', 'tools/clients/package-lock.json'])(
  '%s has the integrity of every package, and names no registry',
  (file) => {
    interface Lock {
      readonly packages: Readonly<
        Record<string, { readonly integrity?: string; readonly resolved?: string }>
      >;
    }
    const { packages } = JSON.parse(readFileSync(file, 'utf8')) as Lock;
    const installed = Object.entries(packages).filter(([name]) => name !== '');
    expect(installed.length).toBeGreaterThan(100);
    const isIncomplete = ({ integrity, resolved }: Lock['packages'][string]) =>
      !integrity?.startsWith('sha512-') || resolved !== undefined;
    expect(installed.filter(([, entry]) => isIncomplete(entry)).map(([name]) => name)).toEqual([]);
  },
);
