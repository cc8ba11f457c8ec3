import { cpSync, existsSync } from 'node:fs';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin, type Rolldown } from 'vite';

type CodeSplittingNameFunction = Exclude<Rolldown.CodeSplittingGroup['name'], string>;

const migrations = 'src/service/store/migrations';
const served = [
  '/v1',
  '/previews',
  '/pictures',
  '/openapi.json',
  '/docs',
  '/status',
  '/healthz',
  '/oembed',
  '/social-card/',
];

/** Puts the migrations beside the bundle, where `./migrations/` is also right for the sources' own folder. */
const copyMigrations: Plugin = {
  name: 'copy-migrations',
  applyToEnvironment: (environment) => environment.name === 'service',
  writeBundle: ({ dir }) => {
    if (dir && existsSync(migrations)) cpSync(migrations, `${dir}/migrations`, { recursive: true });
  },
};

const embedPage = 'src/web/embed/embed.html';

/** Puts the embed's page beside the dashboard's, where any web server can be told to find it. */
const liftEmbedPage: Plugin = {
  name: 'lift-embed-page',
  enforce: 'post',
  applyToEnvironment: (environment) => environment.name === 'client',
  generateBundle: {
    order: 'post',
    handler: (_options, bundle) => {
      const page = bundle[embedPage];
      if (page) page.fileName = 'embed.html';
    },
  },
};

/** What the dashboard needs first is one file, without what the embed needs too: each of thirty cost a request. */
const firstChunk: CodeSplittingNameFunction = (id, bundle) => {
  const found = new Set([id]);
  for (const module of found)
    for (const importer of bundle.getModuleInfo(module)?.importers ?? []) found.add(importer);
  const needs = (page: string) => [...found].some((module) => module.endsWith(page));
  if (!needs('/index.html')) return null;
  return needs(embedPage) ? 'both' : 'first';
};

export default defineConfig({
  plugins: [react(), copyMigrations, liftEmbedPage],
  server: {
    proxy: Object.fromEntries(served.map((path) => [path, 'http://127.0.0.1:8080'])),
  },
  environments: {
    client: {
      build: {
        outDir: 'dist/web',
        emptyOutDir: true,
        // `npm run size` holds the sizes that count: those of what a page loads, compressed.
        chunkSizeWarningLimit: 1_000,
        rolldownOptions: {
          input: { index: 'index.html', embed: embedPage },
          output: {
            codeSplitting: { groups: [{ name: firstChunk, debugName: 'first', tags: ['$initial'] }] },
          },
        },
      },
    },
    service: {
      consumer: 'server',
      build: {
        outDir: 'dist/service',
        emptyOutDir: true,
        ssr: true,
        target: 'node20',
        copyPublicDir: false,
        sourcemap: true,
        rolldownOptions: {
          input: {
            main: 'src/service/main.ts',
            import: 'src/service/import/main.ts',
            bench: 'src/testing/bench/main.ts',
            'bench-web': 'src/testing/bench/web/main.ts',
          },
          output: { entryFileNames: '[name].js', chunkFileNames: '[name]-[hash].js' },
        },
      },
    },
  },
  builder: {},
});
