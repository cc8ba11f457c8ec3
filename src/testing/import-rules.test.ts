import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { brokenRules, importRules, importsOf } from './import-rules.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));

/** One import per rule, in the order of the rules, that breaks only that rule. */
const violations = [
  ['src/contract/page.ts', "import { readFile } from 'node:fs/promises';"],
  ['src/web/lib/number.test.ts', "import { app } from '#service/app.ts';"],
  ['src/build/precompress.ts', "import { limit } from '#contract/pagination.ts';"],
  ['src/service/app.ts', "const page = await import('#web/router.ts');"],
  ['src/web/router.ts', "import '#testing/import-rules.ts';"],
  ['src/service/handlers/jettons.ts', "import { sql } from 'drizzle-orm/sql';"],
  ['src/service/queries/jettons.ts', "import type { FastifyRequest } from 'fastify';"],
  ['src/demo/random.ts', "import { app } from '#service/app.ts';"],
  ['src/web/pages/jetton/chart.tsx', "export { list } from '#web/pages/screener/list.tsx';"],
  ['src/web/lib/number.ts', "import { client } from '#web/api/transport/client.ts';"],
  ['src/web/components/price.tsx', "import { client } from '#web/api/transport/client.ts';"],
  ['src/web/embed/main.ts', "import { createRoot } from 'react-dom/client';"],
] as const;

test.each(violations.map(([file, line], index) => ({ file, line, rule: importRules[index]?.name })))(
  'detects violations of: $rule',
  ({ file, line, rule }) => {
    const [target] = importsOf(file, line);
    expect(brokenRules(file, line)).toEqual([`${file} imports ${target}: ${rule}`]);
  },
);

test('every rule has an example of a violation', () => {
  expect(violations).toHaveLength(importRules.length);
});

test('a page may import its own files', () => {
  const line = "import { list } from '#web/pages/screener/parts/list.tsx';";
  expect(brokenRules('src/web/pages/screener/page.tsx', line)).toEqual([]);
});

test('all sources follow the rules', () => {
  const sources = readdirSync(`${root}src`, { recursive: true, encoding: 'utf8' })
    .map((name) => `src/${name}`)
    .filter((file) => /\.(ts|tsx|mjs)$/.test(file) && file !== 'src/testing/import-rules.test.ts');
  expect(sources).toContain('src/service/main.ts');
  expect(sources.flatMap((file) => brokenRules(file, readFileSync(root + file, 'utf8')))).toEqual([]);
});
