import { cpSync, existsSync } from 'node:fs';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin, type Rolldown } from 'vite';
import { compression } from 'vite-plugin-compression2';

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
  applyToEnvironment: (environment) => environment.name === 'embed',
  generateBundle: {
    order: 'post',
    handler: (_options, bundle) => {
      const page = bundle[embedPage];
      if (page) page.fileName = 'embed.html';
    },
  },
};

/** What the dashboard starts with. */
const early = ['index', 'first', 'react', 'app'];

const app = '/src/web/app.tsx';
/** What nearly every word is written in: with it at hand, words are laid out once. */
const letters = 'inter-latin-wght';

/** Has the page's own scripts and styles fetched with those that ask for its first answers and then import them. */
const preloadApp: Plugin = {
  name: 'preload-app',
  transformIndexHtml: {
    order: 'post',
    handler: (html, { bundle = {}, filename }) => {
      if (!filename.endsWith('/index.html')) return [];
      const chunks = Object.values(bundle).filter((output) => output.type === 'chunk');
      const found = new Set(
        chunks.filter(({ facadeModuleId, moduleIds }) =>
          [facadeModuleId, ...moduleIds].some((id) => id?.endsWith(app)),
        ),
      );
      for (const { imports } of found)
        for (const chunk of chunks) if (imports.includes(chunk.fileName)) found.add(chunk);
      const scripts = [...found].map(({ fileName }) => ({ rel: 'modulepreload', name: fileName }));
      const styles = [...found].flatMap(({ viteMetadata }) => [...(viteMetadata?.importedCss ?? [])]);
      const fonts = Object.keys(bundle).filter((name) => name.includes(letters));
      const links = [
        ...fonts.map((name) => ({ rel: 'preload', as: 'font', name })),
        ...scripts,
        ...styles.map((name) => ({ rel: 'stylesheet', name })),
      ];
      return links
        .filter(({ name }) => !html.includes(name))
        .map(({ name, ...attrs }) => ({
          tag: 'link',
          attrs: { ...attrs, crossorigin: true, href: `/${name}` },
          injectTo: 'head',
        }));
    },
  },
};

/** Once and as small as it gets, not for each visitor. What an operator may change after the build is left alone. */
const compressAssets: Plugin = {
  ...compression({
    algorithms: ['brotliCompress', 'gzip'],
    include: /^assets\/.*\.(js|css)$/,
    threshold: 1000,
    logLevel: 'silent',
  }),
  applyToEnvironment: (environment) => environment.config.consumer === 'client',
};

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
  plugins: [react(), copyMigrations, liftEmbedPage, preloadApp, compressAssets],
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
            // The browser compiles what is needed at the start beside the page's own work, not function by function in it.
            postBanner: ({ name }) => (early.includes(name) ? '//# allFunctionsCalledOnLoad' : ''),
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
            'bench-web': 'src/testing/bench/web/main.ts',
          },
          output: { entryFileNames: '[name].js', chunkFileNames: '[name]-[hash].js' },
        },
      },
    },
  },
  builder: {},
});
