import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, expect, test } from 'vitest';

const root = fileURLToPath(new URL('../../', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'jetscope-imports-'));

afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Messages of Biome's import rules, by file, for sources that each consist of one import. */
function restrictedImports(sources: readonly (readonly [file: string, specifier: string])[]) {
  cpSync(`${root}biome.json`, join(folder, 'biome.json'));
  for (const [file, specifier] of sources) {
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    writeFileSync(join(folder, file), `export * from '${specifier}';\n`);
  }
  const biome = `${root}node_modules/@biomejs/biome/bin/biome`;
  const options = ['--vcs-enabled=false', '--only=style/noRestrictedImports', '--reporter=json'];
  let output: string;
  try {
    output = execFileSync(process.execPath, [biome, 'lint', ...options, '.'], {
      cwd: folder,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    });
  } catch (error) {
    output = error instanceof Error && 'stdout' in error ? String(error.stdout) : String(error);
  }
  const { diagnostics }: { diagnostics: { message: string; location: { path: string } }[] } =
    JSON.parse(output);
  return Object.fromEntries(diagnostics.map(({ message, location }) => [location.path, message]));
}

const SQL = 'Only store, queries, analytics, import, ingest, feeds and demo use SQL.';
const HTTP = 'Handlers and the layers below do not depend on HTTP.';
const ABOVE = 'Store and queries do not depend on the layers above them.';
const PAGE = 'A page does not import another page.';

test('imports across layers are rejected', () => {
  const cases = [
    ['src/contract/pagination.ts', 'node:fs/promises', 'The contract depends on zod only.'],
    ['src/contract/address.ts', '#web/router.tsx', 'The contract depends on zod only.'],
    ['src/service/app.ts', 'drizzle-orm/sql', SQL],
    ['src/service/http/log.ts', 'pg', SQL],
    ['src/service/handlers/jettons.ts', 'drizzle-orm', SQL],
    ['src/service/handlers/markets.ts', '#service/http/errors.ts', HTTP],
    ['src/service/queries/jettons.ts', 'fastify', HTTP],
    ['src/service/store/server/pool.ts', '#service/app.ts', HTTP],
    ['src/service/analytics/ticks.ts', '@fastify/static', HTTP],
    ['src/service/import/csv/rows.ts', '#service/http/errors.ts', HTTP],
    ['src/service/feeds/start-feeds.ts', 'fastify', HTTP],
    [
      'src/service/feeds/sources/fx.ts',
      '#service/store/store.ts',
      'Sources of feeds do not depend on the store.',
    ],
    ['src/service/store/cursor.ts', '#service/service.ts', ABOVE],
    ['src/service/queries/markets.ts', '#service/handlers/markets.ts', ABOVE],
    ['src/demo/random.ts', '#service/clock.ts', 'The simulated market depends on store and analytics only.'],
    ['src/demo/live/market.ts', 'fastify', HTTP],
    [
      'src/web/lib/numbers/number.ts',
      '#web/api/client.ts',
      'web/lib depends on no other folder of the web app.',
    ],
    [
      'src/web/components/display/price.tsx',
      '#web/api/client.ts',
      'Components neither fetch data nor depend on pages.',
    ],
    ['src/web/embed/main.ts', 'react-dom/client', 'The embed does not use React.'],
    ['src/web/pages/jetton/chart.tsx', '#web/pages/screener/list.tsx', PAGE],
    ['src/web/pages/watchlist/list.tsx', '#web/pages/screener/list.tsx', PAGE],
    ['src/web/router.tsx', '../contract/address.ts', 'Import from another folder with a #zone/ path.'],
    ['src/web/pages/pool/pool.tsx', '../jetton/jetton.tsx', 'Import from another folder with a #zone/ path.'],
    [
      'src/web/lib/numbers/number.test.ts',
      '#service/app.ts',
      'Tests of the contract and the web app do not depend on the service.',
    ],
  ] as const;
  const expected = Object.fromEntries(cases.map(([file, , message]) => [file, message]));
  expect(restrictedImports(cases.map(([file, specifier]) => [file, specifier]))).toEqual(expected);
});

test('imports within a layer and of the layers below are allowed', () => {
  rmSync(folder, { recursive: true });
  expect(
    restrictedImports([
      ['src/contract/amount.ts', 'zod/mini'],
      ['src/contract/change.ts', './amount.ts'],
      ['src/contract/page.ts', '#contract/amount.ts'],
      ['src/service/main.ts', '#service/http/log.ts'],
      ['src/service/queries/markets.ts', 'drizzle-orm'],
      ['src/service/store/cursor.ts', '#service/request-errors.ts'],
      ['src/demo/live/pools.ts', '#service/store/database.ts'],
      ['src/demo/pools/pools.ts', '#service/analytics/calculate.ts'],
      ['src/web/lib/screen/ranges.ts', '#web/lib/numbers/number.ts'],
      ['src/web/components/display/image.tsx', '#web/lib/text/image-url.ts'],
      ['src/web/pages/screener/page.tsx', '#web/pages/screener/toolbar/toolbar.tsx'],
      ['src/web/pages/screener/list.tsx', './toolbar/toolbar.tsx'],
      ['src/web/pages/screener/page.test.tsx', '#testing/render.tsx'],
    ]),
  ).toEqual({});
});
