import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, expect, test } from 'vitest';

const root = fileURLToPath(new URL('../../', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'jetscope-imports-'));

afterAll(() => rmSync(folder, { recursive: true, force: true }));

const importRules = ['lint/style/noRestrictedImports', 'lint/suspicious/noImportCycles'];

interface Diagnostic {
  readonly category: string;
  readonly message: string;
  readonly location: { readonly path: string };
}

/** Messages of Biome's import rules, by file, for sources that each consist of one import. */
function rejectedImports(sources: readonly (readonly [file: string, specifier: string])[]) {
  rmSync(folder, { recursive: true });
  for (const name of ['biome.json', 'package.json']) cpSync(join(root, name), join(folder, name));
  for (const [file, specifier] of sources) {
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    writeFileSync(join(folder, file), `export * from '${specifier}';\n`);
  }
  const biome = `${root}node_modules/@biomejs/biome/bin/biome`;
  const options = ['--vcs-enabled=false', '--reporter=json'];
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
  const { diagnostics }: { diagnostics: Diagnostic[] } = JSON.parse(output);
  return Object.fromEntries(
    diagnostics
      .filter(({ category }) => importRules.includes(category))
      .map(({ message, location }) => [location.path, message]),
  );
}

const SQL = 'Only store, queries, analytics, import, ingest, feeds and demo use SQL.';
const HTTP = 'Handlers and the layers below do not depend on HTTP.';
const HANDLERS = 'Layers below the handlers depend neither on them nor on the simulated market.';
const FEEDS = 'Handlers depend neither on feeds nor on the simulated market, except for its images.';
const SOURCES = 'Sources of feeds do not depend on the store.';
const STORE = 'The store depends on no other layer.';
const QUERIES = 'Queries depend on store and analytics only.';
const API = 'web/api depends on state and lib only.';
const COMPONENTS = 'Components do not fetch data; they depend on state, lib and error texts only.';
const CHART = 'The chart has no framework; its React parts are in web/chart/ui.';
const EMBED = 'The embed does not use React.';
const PAGES = 'Only the router depends on pages.';
const PAGE = 'A page does not import another page.';

test('imports across layers are rejected', () => {
  const cases = [
    ['src/contract/pagination.ts', 'node:fs/promises', 'The contract depends on zod only.'],
    ['src/contract/address.ts', '#web/app/app.tsx', 'The contract depends on zod only.'],
    ['src/service/app.ts', 'drizzle-orm/sql', SQL],
    ['src/service/http/log.ts', 'pg', SQL],
    ['src/service/http/errors.ts', '#demo/random.ts', 'HTTP does not depend on the simulated market.'],
    ['src/service/handlers/jettons.ts', 'drizzle-orm', SQL],
    ['src/service/handlers/markets.ts', '#service/server/errors.ts', HTTP],
    ['src/service/handlers/statistics.ts', '#service/feeds/reading/start-feeds.ts', FEEDS],
    ['src/service/handlers/preview.ts', '#demo/random.ts', FEEDS],
    ['src/service/metrics/metrics.ts', 'drizzle-orm', SQL],
    ['src/service/metrics/http-metrics.ts', 'fastify', HTTP],
    ['src/service/metrics/store-metrics.ts', '#service/operations/markets-handler.ts', HANDLERS],
    ['src/service/records/fields.ts', 'pg', SQL],
    ['src/service/backup/main.ts', 'drizzle-orm/pg-core', SQL],
    ['src/service/social-card/canvas.ts', 'fastify', HTTP],
    ['src/service/analytics/ticks.ts', '@fastify/static', HTTP],
    ['src/service/analytics/advance.ts', '#service/operations/markets-handler.ts', HANDLERS],
    ['src/service/ingest/batch.ts', '#service/operations/markets-handler.ts', HANDLERS],
    ['src/service/import/csv/rows.ts', '#service/server/errors.ts', HTTP],
    ['src/service/feeds/start-feeds.ts', 'fastify', HTTP],
    ['src/service/feeds/sources/fx.ts', '#service/open-store.ts', SOURCES],
    ['src/service/feeds/sources/stonfi.ts', 'fastify', HTTP],
    ['src/service/feeds/sources/tonapi.ts', '#service/server/errors.ts', HTTP],
    ['src/service/queries/jettons.ts', 'fastify', HTTP],
    ['src/service/queries/markets.ts', '#service/operations/markets-handler.ts', QUERIES],
    ['src/service/queries/holders.ts', '#service/import/import-dataset.ts', QUERIES],
    ['src/service/queries/preview.ts', '#service/feeds/reading/start-feeds.ts', QUERIES],
    ['src/service/queries/timestamps.ts', '#demo/random.ts', QUERIES],
    ['src/service/store/store.ts', 'fastify', HTTP],
    ['src/service/store/server/pool.ts', '#service/app.ts', STORE],
    ['src/service/store/cursor.ts', '#service/config/context.ts', STORE],
    ['src/service/store/database.ts', '#service/operations/markets.ts', STORE],
    ['src/service/store/schema.ts', '#service/market/ticks.ts', STORE],
    ['src/service/store/migrations.ts', '#service/feeds/reading/start-feeds.ts', STORE],
    [
      'src/demo/random.ts',
      '#service/config/clock.ts',
      'The simulated market depends on store and analytics only.',
    ],
    ['src/demo/live/market.ts', 'fastify', HTTP],
    [
      'src/web/lib/numbers/number.ts',
      '#web/api/client.ts',
      'web/lib depends on no other folder of the web app.',
    ],
    ['src/web/state/theme.ts', '#web/chart/chart-view.ts', 'web/state depends on web/lib only.'],
    ['src/web/api/transport/send.ts', '#web/pool/pool-page.tsx', API],
    ['src/web/api/queries/ticks.ts', '#web/chart/ticks/ticks.ts', API],
    ['src/web/url/screen.ts', '#web/pool/pool-page.tsx', PAGES],
    ['src/web/grid/jetton-grid.tsx', '#web/pool/pool-page.tsx', PAGES],
    ['src/web/search/use-search.ts', '#web/pool/pool-page.tsx', PAGES],
    ['src/web/price-impact/trade-parts.tsx', '#web/pool/pool-page.tsx', PAGES],
    ['src/web/export-share/share-panel.tsx', '#web/pool/pool-page.tsx', PAGES],
    ['src/web/chart/ui/chart-area.tsx', '#web/pool/pool-page.tsx', PAGES],
    ['src/web/chart/chart-view.ts', '#web/pool/pool-page.tsx', PAGES],
    ['src/web/chart/chart-session.ts', 'react', CHART],
    ['src/web/chart/ticks/ticks.ts', 'react', CHART],
    ['src/web/chart/rendering/price-chart.ts', 'react', CHART],
    ['src/web/chart/chart-navigation.ts', '#web/kit/controls/button.tsx', CHART],
    ['src/web/chart/pinch-zoom.ts', './ui/chart-area.tsx', CHART],
    ['src/web/components/display/price.tsx', '#web/api/client.ts', COMPONENTS],
    ['src/web/components/display/fact.tsx', '#web/grid/jetton-grid.tsx', COMPONENTS],
    ['src/web/components/display/badge.tsx', '#web/search/use-search.ts', COMPONENTS],
    ['src/web/components/controls/chip.tsx', '#web/pool/pool-page.tsx', COMPONENTS],
    ['src/web/embed/main.ts', 'react-dom/client', EMBED],
    ['src/web/embed/embed-frame.ts', '#web/kit/controls/button.tsx', EMBED],
    ['src/web/embed/embed-legend.ts', '#web/chart/view/chart-legend.tsx', EMBED],
    ['src/web/embed/embed-status.ts', '#web/pool/pool-page.tsx', PAGES],
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
  expect(rejectedImports(cases.map(([file, specifier]) => [file, specifier]))).toEqual(expected);
});

test('imports within a layer and of the layers below are allowed', () => {
  expect(
    rejectedImports([
      ['src/contract/amount.ts', 'zod/mini'],
      ['src/contract/change.ts', './amount.ts'],
      ['src/contract/page.ts', '#contract/amount.ts'],
      ['src/service/main.ts', '#service/server/log.ts'],
      ['src/service/handlers/image.ts', '#demo/images/image-path.ts'],
      ['src/service/queries/markets.ts', 'drizzle-orm'],
      ['src/service/queries/periods.ts', '#service/analytics/periods.ts'],
      ['src/service/store/cursor.ts', '#contract/request-errors.ts'],
      ['src/demo/live/pools.ts', '#service/store/database.ts'],
      ['src/demo/pools/pools.ts', '#service/market/calculate.ts'],
      ['src/web/lib/screen/measures.ts', '#web/lib/numbers/number.ts'],
      ['src/web/components/display/image.tsx', '#web/lib/text/image-url.ts'],
      ['src/web/components/feedback/error.tsx', '#web/api/client/use-error-text.ts'],
      ['src/web/chart/ui/chart-area.tsx', 'react'],
      ['src/web/embed/elements.ts', '#web/kit/controls/button.module.css'],
      ['src/web/router.ts', '#web/pages/screener/page.tsx'],
      ['src/web/pages/screener/page.tsx', '#web/pages/screener/toolbar/toolbar.tsx'],
      ['src/web/pages/screener/list.tsx', './toolbar/toolbar.tsx'],
      ['src/web/pages/screener/page.test.tsx', '#testing/render.tsx'],
    ]),
  ).toEqual({});
});

test('import cycles are rejected', () => {
  const message = 'This import is part of a cycle.';
  expect(
    rejectedImports([
      ['src/web/lib/numbers/number.ts', '#web/lib/text/text.ts'],
      ['src/web/lib/text/text.ts', './index.ts'],
      ['src/web/lib/text/index.ts', '#web/lib/numbers/number.ts'],
      ['src/web/lib/memoize.ts', './text/text.ts'],
    ]),
  ).toEqual({
    'src/web/lib/numbers/number.ts': message,
    'src/web/lib/text/text.ts': message,
    'src/web/lib/text/index.ts': message,
  });
});
