import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const root = fileURLToPath(new URL('../../', import.meta.url));
const files = readdirSync(`${root}src/web`, { recursive: true, encoding: 'utf8' }).map(
  (name) => `src/web/${name}`,
);

const styleImport = /^import (\w+) from '([^']+\.module\.css)';$/gm;

/** The classes that a CSS module defines, without those of other style sheets that it selects. */
function definedClasses(css: string): Set<string> {
  const selectors = css
    .replace(/\/\*[\s\S]*?\*\//g, '')
    .replace(/"[^"]*"/g, '')
    .replace(/:global\([^)]*\)/g, '')
    .replace(/[^{};]*:[^{};]*;/g, '');
  return new Set([...selectors.matchAll(/\.([a-zA-Z][\w-]*)/g)].map(([, name]) => name ?? ''));
}

interface Use {
  readonly names: Set<string>;
  /** Whether classes are also selected by a variable, so that unused ones cannot be detected. */
  isDynamic: boolean;
}

function usesByStylesheet(): Map<string, Use> {
  const uses = new Map<string, Use>();
  for (const file of files.filter((name) => /\.tsx?$/.test(name))) {
    const source = readFileSync(root + file, 'utf8');
    const code = source.replace(/^import .*$/gm, '');
    for (const [, name = '', path = ''] of source.matchAll(styleImport)) {
      const stylesheet = path.startsWith('#') ? `src/${path.slice(1)}` : join(dirname(file), path);
      const use = uses.get(stylesheet) ?? { names: new Set(), isDynamic: false };
      uses.set(stylesheet, use);
      for (const [, used = ''] of code.matchAll(new RegExp(`\\b${name}\\.(\\w+)`, 'g'))) use.names.add(used);
      use.isDynamic ||= new RegExp(`\\b${name}\\b(?!\\.|: |<)`).test(code);
    }
  }
  return uses;
}

const stylesheets = files.filter((name) => name.endsWith('.module.css'));
const uses = usesByStylesheet();

test('every stylesheet is used', () => {
  expect(stylesheets.length).toBeGreaterThan(20);
  expect([...uses.keys()].toSorted()).toEqual(stylesheets.toSorted());
});

test('every class that a component uses is defined, and every class that is defined is used', () => {
  const problems = [...uses].flatMap(([stylesheet, { names, isDynamic }]) => {
    const defined = definedClasses(readFileSync(root + stylesheet, 'utf8'));
    const missing = [...names].filter((name) => !defined.has(name));
    const unused = isDynamic ? [] : [...defined].filter((name) => !names.has(name));
    return [
      ...missing.map((name) => `${stylesheet}: .${name} is not defined`),
      ...unused.map((name) => `${stylesheet}: .${name} is not used`),
    ];
  });
  expect(problems).toEqual([]);
});
