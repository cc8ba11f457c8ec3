import { cpSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { build } from 'vite';
import { precompress } from '#build/precompress.ts';

const comparisonPages = { 'ag-grid': 'screener/ag-grid', 'library-only': 'charts/library-only' } as const;

/** Copies the built dashboard without a client-side rate limit, and builds the pages that it is compared with. */
export async function preparePages(folder: string): Promise<void> {
  const root = resolve(folder);
  rmSync(root, { recursive: true, force: true });
  cpSync('dist/web', root, { recursive: true });
  const settings: unknown = JSON.parse(readFileSync(`${root}/config.json`, 'utf8'));
  writeFileSync(
    `${root}/config.json`,
    JSON.stringify({ ...Object(settings), requestsPerSecond: 1000 }, undefined, 2),
  );
  for (const [name, sources] of Object.entries(comparisonPages)) {
    await build({
      configFile: false,
      root: `tools/bench/web/${sources}`,
      base: `/${name}/`,
      publicDir: false,
      logLevel: 'warn',
      // The dashboard's files are compressed too.
      plugins: [precompress()],
      build: { outDir: `${root}/${name}`, emptyOutDir: true, chunkSizeWarningLimit: 2000 },
    });
  }
}
