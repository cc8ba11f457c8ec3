import { cpSync } from 'node:fs';
import { basename, join } from 'node:path';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin, type Rolldown } from 'vite';
import { compileAhead } from './src/build/compile-ahead.ts';
import { compressed } from './src/build/compressed.ts';
import { preloadApp } from './src/build/preload-app.ts';
import { runtimeFiles } from './src/build/runtime-files.ts';

type CodeSplittingNameFunction = Exclude<Rolldown.CodeSplittingGroup['name'], string>;

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

const copyRuntimeFiles: Plugin = {
  name: 'copy-runtime-files',
  applyToEnvironment: (environment) => environment.name === 'service',
  writeBundle: ({ dir }) => {
    if (dir) for (const file of runtimeFiles) cpSync(file, join(dir, basename(file)), { recursive: true });
  },
};

const embedPage = 'src/web/embed/embed.html';

/** Puts the embed's page beside the dashboard's, where any web server can be told to find it. */
const liftEmbedPage: Plugin = {
  name: 'lift-embed-page',
  enforce: 'post',
  applyToEnvironment: (environment) => environment.name === 'embed',
  generateBundle: {
    order: 'post',
    handler: (_options, bundle) => {
      const page = bundle[embedPage];
      if (page) page.fileName = 'embed.html';
    },
  },
};

const app = '/src/web/app.tsx';

/** Of what browsers load, not of the service. */
function forPages(plugin: Plugin): Plugin {
  return { ...plugin, applyToEnvironment: ({ config }) => config.consumer === 'client' };
}

/** A chunk of what a page needs at its start: each of thirty files would cost a request. */
function chunkOf(name: string, page: string, priority: number): Rolldown.CodeSplittingGroup {
  const choose: CodeSplittingNameFunction = (id, bundle) => {
    const found = new Set([id]);
    for (const module of found)
      for (const importer of bundle.getModuleInfo(module)?.importers ?? []) found.add(importer);
    return [...found].some((module) => module.endsWith(page)) ? name : null;
  };
  // What an earlier group has taken is not asked about again.
  return { name: choose, debugName: name, priority };
}

export default defineConfig({
  plugins: [
    react(),
    copyRuntimeFiles,
    liftEmbedPage,
    preloadApp(app),
    forPages(compileAhead(['index', 'react', 'app'])),
    forPages(compressed()),
  ],
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
          output: {
            codeSplitting: {
              groups: [
                chunkOf('first', '/index.html', 3),
                // Compiled beside the app; and the same from one release to the next.
                { name: 'react', test: /node_modules\/(react-dom|scheduler)\//, priority: 3 },
                chunkOf('app', app, 1),
              ],
            },
          },
        },
      },
    },
    // Apart from the dashboard: what both use would be a file of its own, and a request more, for either.
    embed: {
      consumer: 'client',
      build: {
        outDir: 'dist/web',
        emptyOutDir: false,
        copyPublicDir: false,
        rolldownOptions: { input: { embed: embedPage } },
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
            'bench-import': 'src/testing/bench/import/main.ts',
            'bench-web': 'src/testing/bench/web/main.ts',
            soak: 'src/testing/soak/main.ts',
            'soak-probe': 'src/testing/soak/probe.ts',
            'docs-settings': 'src/testing/documents/write-settings.ts',
            screenshots: 'src/testing/screenshots/main.ts',
          },
          output: { entryFileNames: '[name].js', chunkFileNames: '[name]-[hash].js' },
        },
      },
    },
  },
  builder: {},
});
