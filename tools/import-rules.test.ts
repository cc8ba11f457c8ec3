import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import { importError, importsOf, mutualImports } from './import-rules.mjs';

test.each([
  ['contract/pagination.ts', 'node:fs/promises'],
  ['contract/address.ts', '#web/app/app.tsx'],
  ['contract/address.ts', 'fastify'],
  ['service/app.ts', 'drizzle-orm/sql'],
  ['service/server/log.ts', 'pg'],
  ['service/server/errors.ts', '#demo/random.ts'],
  ['service/operations/jettons.ts', 'pg'],
  ['service/operations/markets.ts', '#service/server/errors.ts'],
  ['service/operations/activity.ts', '#service/feeds/reading/start-feeds.ts'],
  ['service/operations/preview.ts', '#demo/random.ts'],
  ['service/operations/lists/jetton-page.ts', 'fastify'],
  ['service/operations/holders.ts', '#service/import/import-dataset.ts'],
  ['service/monitoring/metrics.ts', 'drizzle-orm'],
  ['service/validation/fields.ts', 'pg'],
  ['service/validation/fields.ts', '#service/operations/markets.ts'],
  ['service/backup-command.ts', 'drizzle-orm/pg-core'],
  ['service/site/card-canvas.ts', 'drizzle-orm'],
  ['service/market/ticks.ts', '@fastify/static'],
  ['service/market/round.ts', '#service/operations/markets.ts'],
  ['service/market/batch.ts', '#demo/random.ts'],
  ['service/import/csv-rows.ts', '#service/server/errors.ts'],
  ['service/feeds/reading/start-feeds.ts', 'fastify'],
  ['service/feeds/sources/fx.ts', '#service/store/database.ts'],
  ['service/feeds/sources/fx.ts', '#service/feeds/ledger/lease.ts'],
  ['service/feeds/sources/stonfi.ts', 'drizzle-orm'],
  ['service/feeds/client/http-client.ts', '#service/feeds/sources/stonfi.ts'],
  ['service/store/open.ts', 'fastify'],
  ['service/store/server/pool.ts', '#service/app.ts'],
  ['service/store/cursor.ts', '#service/config/context.ts'],
  ['service/store/schema.ts', '#service/market/ticks.ts'],
  ['service/store/migrations.ts', '#demo/random.ts'],
  ['demo/random.ts', '#service/config/context.ts'],
  ['demo/live.ts', 'fastify'],
  ['web/money/number.ts', '#web/api/client/client.ts'],
  ['web/money/number.ts', '../text.ts'],
  ['web/untrusted/look-alike.ts', 'react'],
  ['web/kit/device/theme.ts', '#web/chart/chart-view.ts'],
  ['web/kit/controls/chip.tsx', '#web/pool/pool-page.tsx'],
  ['web/kit/display/badge.tsx', '#web/search/use-search.ts'],
  ['web/kit/display/price.tsx', '#web/api/client/client.ts'],
  ['web/kit/display/price.tsx', '@tanstack/react-query'],
  ['web/api/client/send.ts', '#web/pool/pool-page.tsx'],
  ['web/api/queries/live.ts', '#web/list/list-filter.ts'],
  ['web/list/list-link.ts', '#web/screener/screener-page.tsx'],
  ['web/grid/jetton-grid.tsx', '#web/screener/screener-page.tsx'],
  ['web/search/use-search.ts', '#web/pool/pool-page.tsx'],
  ['web/price-impact/trade-parts.tsx', '#web/pool/pool-page.tsx'],
  ['web/chart/chart-session.ts', 'react'],
  ['web/chart/history/market-history.ts', 'react'],
  ['web/chart/rendering/price-chart.ts', '@tanstack/react-router'],
  ['web/chart/chart-navigation.ts', '#web/kit/controls/button.tsx'],
  ['web/chart/pinch-zoom.ts', './view/chart-area.tsx'],
  ['web/chart/view/chart-area.tsx', '#web/pool/pool-page.tsx'],
  ['web/embed/main.ts', 'react-dom/client'],
  ['web/embed/embed-frame.ts', '#web/kit/controls/button.tsx'],
  ['web/embed/embed-legend.ts', '#web/chart/view/chart-legend.tsx'],
  ['web/jetton/jetton-page.tsx', '#web/screener/screener-page.tsx'],
  ['web/watchlist/watchlist-page.tsx', '#web/screener/screener-page.tsx'],
  ['web/screener/screener-page.tsx', '#web/app/frame.tsx'],
  ['web/screener/screener-page.tsx', '#service/main.ts'],
  ['web/screener/screener-page.tsx', 'lodash'],
  ['web/money/number.test.ts', '#service/app.ts'],
  ['misc/file.ts', './other.ts'],
])('%s must not import %s', (file, specifier) => {
  expect(importError(file, specifier)).toBeDefined();
});

test.each([
  ['contract/amount.ts', 'zod/mini'],
  ['contract/page.ts', '#contract/amount.ts'],
  ['service/main.ts', '#service/server/log.ts'],
  ['service/main.ts', 'node:fs'],
  ['service/operations/image.ts', '#demo/render-image.ts'],
  ['service/operations/markets.ts', 'drizzle-orm'],
  ['service/operations/periods.ts', '#service/market/windows.ts'],
  ['service/feeds/reading/swap-feed.ts', '#service/feeds/sources/stonfi.ts'],
  ['service/feeds/sources/stonfi.ts', '#service/feeds/client/source.ts'],
  ['service/store/cursor.ts', '#contract/errors.ts'],
  ['demo/pools.ts', '#service/market/calculate.ts'],
  ['web/kit/display/image.tsx', '#web/untrusted/links.ts'],
  ['web/chart/view/chart-area.tsx', 'react'],
  ['web/chart/view/chart-area.tsx', '#web/chart/chart-session.ts'],
  ['web/embed/elements.ts', '#web/kit/controls/toggle-button.module.css'],
  ['web/app/create-app-router.ts', '#web/screener/screener-page.tsx'],
  ['web/screener/screener-page.tsx', './filter-panel.tsx'],
  ['web/screener/screener-page.test.tsx', '#testing/components/render.tsx'],
])('%s may import %s', (file, specifier) => {
  expect(importError(file, specifier)).toBeUndefined();
});

test('imports, re-exports, type imports and dynamic imports of a module are found', () => {
  const source = `
    import react, { useState } from 'react';
    import type { A } from '#contract/a.ts';
    import './style.css';
    export { b } from './b.ts';
    export * from './c.ts';
    export const Lazy = () => import("./d.tsx");
    // import './comment.ts';
    const text: string = "import './text.ts'";
  `;
  expect([...importsOf('module.tsx', source)].sort()).toEqual(
    ['react', '#contract/a.ts', './style.css', './b.ts', './c.ts', './d.tsx'].sort(),
  );
});

test('folders that import each other are reported', () => {
  const imports = new Map([
    ['web/a/one.ts', new Set(['./two.ts', '#web/b/three.ts', 'react'])],
    ['web/a/two.ts', new Set(['#web/c/four.ts'])],
    ['web/b/three.ts', new Set(['#web/c/four.ts'])],
    ['web/c/four.ts', new Set(['#web/a/one.ts'])],
  ]);
  expect(mutualImports(imports)).toEqual(['web/a and web/c import each other']);
});

test('import cycles between files are rejected by the linter', () => {
  const root = fileURLToPath(new URL('../', import.meta.url));
  const folder = mkdtempSync(join(tmpdir(), 'jetscope-imports-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  for (const name of ['biome.json', 'package.json']) cpSync(join(root, name), join(folder, name));
  for (const [file, specifier] of [
    ['src/web/money/number.ts', '#web/untrusted/text.ts'],
    ['src/web/untrusted/text.ts', './index.ts'],
    ['src/web/untrusted/index.ts', '#web/money/number.ts'],
    ['src/web/kit/device/memoize.ts', '#web/untrusted/text.ts'],
  ] as const) {
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    writeFileSync(join(folder, file), `export * from '${specifier}';\n`);
  }
  const biome = `${root}node_modules/@biomejs/biome/bin/biome`;
  let output = '';
  try {
    const options = ['lint', '--vcs-enabled=false', '--reporter=json', '.'];
    execFileSync(process.execPath, [biome, ...options], { cwd: folder, encoding: 'utf8', stdio: 'pipe' });
  } catch (error) {
    output = error instanceof Error && 'stdout' in error ? String(error.stdout) : String(error);
  }
  const { diagnostics }: { diagnostics: { category: string; location: { path: string } }[] } =
    JSON.parse(output);
  const cycles = diagnostics.filter(({ category }) => category === 'lint/suspicious/noImportCycles');
  expect(cycles.map(({ location }) => location.path).sort()).toEqual([
    'src/web/money/number.ts',
    'src/web/untrusted/index.ts',
    'src/web/untrusted/text.ts',
  ]);
});
