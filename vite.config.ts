import { cpSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin, type Rolldown } from 'vite';
import { scaledLengths, shortClassNames } from '#build/plugins.ts';
import manifest from './package.json' with { type: 'json' };
import { compileHints, precompress, preloadApp } from './src/build/plugins.ts';
import { runtimeFiles } from './src/build/runtime-files.ts';

type CodeSplittingNameFunction = Exclude<Rolldown.CodeSplittingGroup['name'], string>;

/** Paths that the development server forwards to the service. */
const proxiedPaths = [
  '/v1',
  '/previews',
  '/pictures',
  '/images',
  '/openapi.json',
  '/docs',
  '/status',
  '/udf',
  '/mcp',
  '/feeds/',
  '/pools',
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

/** The browsers of package.json. That of iPhones has the versions of Safari. */
const browserTargets = manifest.browserslist
  .filter((line) => !line.startsWith('safari_ios'))
  .map((line) => line.replace(' >= ', ''));

const embedPage = 'src/web/embed/embed.html';

/** Moves the embed page to the root of the output, next to the dashboard's index.html. */
const moveEmbedPage: Plugin = {
  name: 'move-embed-page',
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

/** Saves embeds the code that loads the styles of chunks: their only other chunk, the bars without a worker, has none. */
const plainImports: Plugin = {
  name: 'plain-imports',
  enforce: 'pre',
  applyToEnvironment: (environment) => environment.name === 'embed',
  load: (id) =>
    id === '\0vite/preload-helper.js' ? 'export const __vitePreload = (load) => load();' : undefined,
};

const app = '/src/web/app/app.tsx';
const screener = '/src/web/screener/screener-page.tsx';
const jetton = '/src/web/jetton/jetton-page.tsx';
const pool = '/src/web/pool/pool-page.tsx';
const referenceChart = '/src/web/jetton/reference-chart.tsx';

/** Rendering reads the present state of stores. */
const storesOfRendering: Plugin = {
  name: 'stores-of-rendering',
  enforce: 'pre',
  applyToEnvironment: (environment) => environment.name === 'pages',
  resolveId: (id) =>
    id === 'zustand' ? fileURLToPath(new URL('src/web/app/rendering-stores.ts', import.meta.url)) : undefined,
};

/** Restricts a plugin to browser builds. */
function browserOnly(plugin: Plugin): Plugin {
  return { ...plugin, applyToEnvironment: ({ config }) => config.consumer === 'client' };
}

/** Whether a module is one that ends with `entry`, or statically imported by it. */
type IsImportedBy = (entry: string) => boolean;

const isPool = (root: string) => root.includes('/src/web/pool/');
/** Whether a page, or a part of one that is loaded later, has charts. */
const hasChart = (root: string) => /\/(pool|chart|chart-grid|trades|reference-chart)[/.]/.test(root);

/**
 * Groups the modules that `isPart` selects into one chunk instead of about thirty small files. `roots` are the modules through
 * which a module is loaded: pages and other parts that are imported dynamically.
 */
function chunkWhere(
  name: string,
  isPart: (isImportedBy: IsImportedBy, roots: readonly string[]) => boolean,
  priority: number,
): Rolldown.CodeSplittingGroup {
  const nameFunction: CodeSplittingNameFunction = (id, bundle) => {
    const importers = new Set([id]);
    const importersOf = (module: string) => bundle.getModuleInfo(module)?.importers ?? [];
    for (const module of importers) for (const importer of importersOf(module)) importers.add(importer);
    const isImportedBy: IsImportedBy = (entry) => [...importers].some((module) => module.endsWith(entry));
    const roots = [...importers].filter((module) => importersOf(module).length === 0);
    return isPart(isImportedBy, roots) ? name : null;
  };
  return { name: nameFunction, debugName: name, priority };
}

/** Groups all static imports of `entry`. */
function chunkOf(name: string, entry: string, priority: number): Rolldown.CodeSplittingGroup {
  return chunkWhere(name, (isImportedBy) => isImportedBy(entry), priority);
}

export default defineConfig({
  define: { 'import.meta.env.VITE_VERSION': JSON.stringify(manifest.version) },
  plugins: [
    react(),
    shortClassNames(),
    scaledLengths(),
    copyRuntimeFiles,
    moveEmbedPage,
    plainImports,
    storesOfRendering,
    preloadApp(app),
    browserOnly(compileHints(['index', 'react', 'app', 'screener'])),
    browserOnly(precompress()),
  ],
  resolve: {
    // React has had `useSyncExternalStore` since version 18: the shim of TanStack Store is not needed.
    alias: { 'use-sync-external-store/shim/with-selector': 'use-sync-external-store/with-selector' },
  },
  server: {
    proxy: Object.fromEntries(proxiedPaths.map((path) => [path, 'http://127.0.0.1:8080'])),
  },
  // The charts' worker loads the code of indicators on first use.
  worker: { format: 'es' },
  build: { target: browserTargets, rolldownOptions: { checks: { pluginTimings: false } } },
  environments: {
    client: {
      build: {
        outDir: 'dist/web',
        emptyOutDir: true,
        manifest: true,
        // Browsers without module preloading (Safari before 17) load the same modules a little later.
        modulePreload: {
          polyfill: false,
          // Browsers remember modules whose preload has failed, so that no retry could load a part that was opened offline.
          resolveDependencies: (_, files, { hostType }) =>
            hostType === 'html' ? files : files.filter((file) => file.endsWith('.css')),
        },
        // `npm run size` checks the compressed size of everything that a page loads.
        chunkSizeWarningLimit: 1_000,
        rolldownOptions: {
          // Pages that the service has rendered load the second one as well.
          input: { index: 'index.html', 'take-over': 'src/web/app/take-over.ts' },
          output: {
            codeSplitting: {
              // Otherwise, a chunk with what few pages share would also contain what many do.
              includeDependenciesRecursively: false,
              groups: [
                chunkOf('first', '/index.html', 4),
                // A separate chunk is compiled in parallel with the app and stays cached across releases.
                { name: 'react', test: /node_modules\/(react-dom|scheduler)\//, priority: 4 },
                // With what the list shares with the pages that it leads to, which then need not load the list.
                chunkWhere(
                  'app',
                  (isImportedBy) =>
                    isImportedBy(app) || (isImportedBy(screener) && [jetton, pool].some(isImportedBy)),
                  3,
                ),
                chunkOf('screener', screener, 2),
                // Jettons load charts later, but not what they share with them.
                chunkWhere('market', (isImportedBy) => [jetton, pool].every(isImportedBy), 2),
                // Pages with charts load it at once, whatever parts of it are shared with code that is loaded later.
                chunkWhere(
                  'chart',
                  (isImportedBy, roots) =>
                    isImportedBy('/src/web/chart/view/use-chart-session.ts') ||
                    ([pool, referenceChart].every(isImportedBy) && roots.every(hasChart)),
                  1,
                ),
                // With what it shares with its parts that are loaded later.
                chunkWhere(
                  'pool-page',
                  (isImportedBy, roots) => isImportedBy(pool) && roots.every(isPool),
                  0,
                ),
              ],
            },
          },
        },
      },
    },
    // Renders pages in the service. Everything is in the bundle, because images have no development dependencies.
    pages: {
      consumer: 'server',
      resolve: { noExternal: true },
      build: {
        outDir: 'dist/pages',
        emptyOutDir: true,
        ssr: true,
        target: 'node20',
        copyPublicDir: false,
        rolldownOptions: { input: { 'render-page': 'src/web/app/render-page.tsx' } },
      },
    },
    // A separate build, because modules shared with the dashboard would become extra chunks and requests for both.
    embed: {
      consumer: 'client',
      build: {
        outDir: 'dist/web',
        emptyOutDir: false,
        copyPublicDir: false,
        // Its only chunk is in the page.
        modulePreload: false,
        rolldownOptions: {
          input: { embed: embedPage },
          output: { codeSplitting: { groups: [chunkOf('embed', '/embed.html', 1)] } },
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
            import: 'src/service/import-command.ts',
            export: 'src/service/export-command.ts',
            backup: 'src/service/backup-command.ts',
            feed: 'src/service/feed-command.ts',
            bench: 'tools/bench/api.ts',
            'bench-alerts': 'tools/bench/alerts.ts',
            'bench-candles': 'tools/bench/candles.ts',
            'bench-import': 'tools/bench/import.ts',
            'bench-feeds': 'tools/bench/feeds.ts',
            'bench-live': 'tools/bench/live.ts',
            'bench-size': 'tools/bench/size.ts',
            'bench-streams': 'tools/bench/streams.ts',
            'bench-web': 'tools/bench/web/main.ts',
            upstream: 'tools/upstream/main.ts',
            cluster: 'tools/cluster/main.ts',
            soak: 'tools/soak/main.ts',
            'soak-probe': 'tools/soak/probe.ts',
            'docs-settings': 'tools/documents/write-settings.ts',
            screenshots: 'tools/screenshots/main.ts',
          },
          output: { entryFileNames: '[name].js', chunkFileNames: '[name]-[hash].js' },
        },
      },
    },
  },
  builder: {
    buildApp: async (builder) => {
      const { service, client, embed, pages } = builder.environments;
      // `npm start` prepares the store while the pages are built.
      if (service) await builder.build(service);
      process.send?.('service');
      if (client) await builder.build(client);
      // Adds to the folder that the previous build has emptied.
      if (embed) await builder.build(embed);
      if (pages) await builder.build(pages);
    },
  },
});
