import { cpSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { build } from 'vite';
import { precompress } from '#build/precompress.ts';

const beside = { 'ag-grid': 'screener/ag-grid', 'library-alone': 'charts/library-alone' } as const;

/** The built product, free to ask as often as it likes, with the pages beside it. */
export async function preparePages(folder: string): Promise<void> {
  const root = resolve(folder);
  rmSync(root, { recursive: true, force: true });
  cpSync('dist/web', root, { recursive: true });
  const settings: unknown = JSON.parse(readFileSync(`${root}/config.json`, 'utf8'));
  writeFileSync(
    `${root}/config.json`,
    JSON.stringify({ ...Object(settings), requestsPerSecond: 1000 }, undefined, 2),
  );
  for (const [name, sources] of Object.entries(beside)) {
    await build({
      configFile: false,
      root: `src/testing/bench/web/${sources}`,
      base: `/${name}/`,
      publicDir: false,
      logLevel: 'warn',
      // As the product's are.
      plugins: [precompress()],
      build: { outDir: `${root}/${name}`, emptyOutDir: true, chunkSizeWarningLimit: 2000 },
    });
  }
}
