// Checks the imports of product code: `node tools/import-rules.mjs`. docs/architecture.md explains the folders.
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseSync } from 'vite';

/**
 * What a folder may import from others. Subfolders belong to it, except those with a line of their own. A name that
 * ends in `/` stands for all lines below it. Lines only name folders above them, so there are no cycles.
 */
const FOLDERS = `
build
contract
service/store          contract
service/validation     contract service/store
service/config         contract service/store
service/market         contract service/store service/config
service/import         contract service/store service/config service/validation service/market
demo                   contract service/store service/config/task.ts service/market
service/operations     contract service/store service/config service/market demo/render-image.ts
service/feeds/client   contract service/store/store-errors.ts service/config service/validation service/market
service/feeds/sources  contract service/config service/validation service/market service/feeds/client
service/feeds          contract service/store service/config service/validation service/market service/operations service/feeds/
service/server         contract service/store service/config service/operations
service/monitoring     contract service/store service/config service/market service/operations service/server
service/alerts         contract service/store service/config service/operations service/server
service/site           contract service/config service/operations service/server
service/doors          contract service/config service/server service/site/html.ts service/site/docs/operation-docs.ts
service                contract service/ demo
web/style
web/money              contract
web/untrusted          contract web/money
web/kit                contract web/money web/untrusted
web/api                contract web/money web/untrusted web/kit
web/list               contract web/money web/untrusted web/kit web/api
web/search             contract web/money web/untrusted web/kit web/api web/list
web/grid               contract web/money web/untrusted web/kit web/api web/list
web/chart              contract web/money web/kit/device web/api
web/chart/view         contract web/money web/kit web/api web/chart
web/chart-grid         contract web/money web/kit web/api web/list web/search web/chart web/chart/view
web/embed              contract web/money web/kit/controls/toggle-button.module.css web/api web/chart web/style
web/price-impact       contract web/money web/kit web/api web/list
web/screener           contract web/money web/kit web/api web/list web/search web/grid
web/alerts             contract web/money web/kit web/api web/list web/search web/screener/saved-screens.ts
web/watchlist          contract web/kit web/api web/list web/grid
web/compare            contract web/money web/untrusted web/kit web/api web/list web/search web/grid
web/new-pools          contract web/money web/untrusted web/kit web/api web/list
web/trades             contract web/money web/untrusted web/kit web/api web/list web/chart
web/jetton             contract web/money web/untrusted web/kit web/api web/list web/grid web/chart web/chart/view web/price-impact web/trades web/alerts
web/pool               contract web/money web/untrusted web/kit web/api web/list web/chart web/chart/view web/price-impact web/trades web/alerts web/jetton
web/app                contract web/
`;

/** Which of these folders may import a package. */
const PACKAGES = `
vite                     build
postcss                  build
@playwright/test         build
zod                      contract demo service/ web/
drizzle-orm              demo service/store service/market service/import service/operations service/feeds service/alerts
drizzle-kit              service/store
pg                       service/store
pg-copy-streams          service/store
@electric-sql/pglite     service/store
csv-parse                service/import
lossless-json            service/validation service/feeds/ service/feeds
cli-progress             service/config
fastify                  service service/alerts service/server service/monitoring service/site service/doors
@fastify/compress        service service/server service/site
@fastify/static          service/site
web-push                 service/alerts
lru-cache                service/server service/site service/store
prom-client              service/monitoring
@modelcontextprotocol/sdk  service/doors
@napi-rs/canvas          service/site
lightweight-charts       web/chart
uqr                      web/jetton
zustand                  web/
react                    web/kit web/list web/search web/grid web/chart/view web/price-impact web/trades web/screener web/alerts web/watchlist web/compare web/new-pools web/chart-grid web/jetton web/pool web/app
react-dom                web/kit web/app
@tanstack/react-query    web/api web/list web/search web/grid web/chart/view web/price-impact web/trades web/screener web/alerts web/watchlist web/compare web/new-pools web/chart-grid web/jetton web/pool web/app
@tanstack/react-router   web/kit web/list web/search web/grid web/chart/view web/price-impact web/trades web/screener web/alerts web/watchlist web/compare web/new-pools web/chart-grid web/jetton web/pool web/app
@tanstack/react-table    web/grid
@fontsource-variable/inter  web/style
`;

/** @param {string} table @returns {ReadonlyMap<string, readonly string[]>} */
const parseTable = (table) =>
  new Map(
    table
      .trim()
      .split('\n')
      .map((line) => {
        const [name = '', ...targets] = line.split(/\s+/);
        return [name, targets];
      }),
  );

const folders = parseTable(FOLDERS);
const packages = parseTable(PACKAGES);
const order = [...folders.keys()];

/** Whether a path below `src` is a folder or in it. @param {string} path @param {string} folder */
const isIn = (path, folder) => path === folder || path.startsWith(`${folder}/`);

/** Returns the line that a path below `src` belongs to. @param {string} path */
const folderOf = (path) =>
  order.filter((folder) => isIn(path, folder)).sort((a, b) => b.length - a.length)[0];

/** @param {string} file @param {string} specifier @returns {string} path below `src`, or in the root */
function pathOf(file, specifier) {
  if (specifier.startsWith('#')) return specifier.slice(1);
  return join(dirname(file), specifier);
}

/** @param {string} file */
const isTest = (file) => /\.test\.tsx?$/.test(file);

/**
 * Tests may import anything, except that those of browser code do not depend on the service.
 * @param {string} file
 * @param {string} specifier
 */
function testImportError(file, specifier) {
  const isBrowserCode = /^(contract|web)\//.test(file);
  return isBrowserCode && specifier.startsWith('#service/')
    ? 'tests of browser code may not import the service'
    : undefined;
}

/**
 * Whether a name in a table stands for a line, or for a part of it that contains `path`.
 * @param {string} name
 * @param {string} line
 * @param {string} [path]
 */
function standsFor(name, line, path = line) {
  if (name.endsWith('/')) return line.startsWith(name);
  return name === line || (!folders.has(name) && isIn(path, name));
}

/**
 * Returns why an import is not allowed, if it is not. `file` is a path below `src`.
 * @param {string} file
 * @param {string} specifier
 * @returns {string | undefined}
 */
export function importError(file, specifier) {
  if (specifier.startsWith('../')) return `import ${specifier} with its #zone/ path`;
  if (isTest(file)) return testImportError(file, specifier);
  if (specifier.startsWith('node:') && !file.startsWith('contract/')) return undefined;
  const from = folderOf(file);
  if (from === undefined) return 'is in no folder of the table';
  if (/^[#.]/.test(specifier)) {
    const path = pathOf(file, specifier);
    const to = folderOf(path);
    if (to === from) return undefined;
    const isAbove = to !== undefined && order.indexOf(to) < order.indexOf(from);
    if (isAbove && folders.get(from)?.some((name) => standsFor(name, to, path))) return undefined;
    return `${from} may not import ${path}`;
  }
  const name = /^(?:@[^/]+\/)?[^/]+/.exec(specifier)?.[0] ?? specifier;
  if (packages.get(name)?.some((user) => standsFor(user, from))) return undefined;
  return `${from} may not import the package ${name}`;
}

/**
 * Returns the specifiers of all imports and re-exports of a module.
 * @param {string} file
 * @param {string} source
 */
export function importsOf(file, source) {
  const { module, errors } = parseSync(file, source);
  if (errors[0]) throw new Error(`${file}: ${errors[0].message}`);
  const expressions = module.dynamicImports.map(({ moduleRequest: { start, end } }) =>
    source.slice(start, end),
  );
  return new Set([
    ...module.staticImports.map(({ moduleRequest }) => moduleRequest.value),
    ...module.staticExports.flatMap(({ entries }) =>
      entries.flatMap((entry) => entry.moduleRequest?.value ?? []),
    ),
    ...expressions.flatMap((expression) => /^(['"])(.*)\1$/.exec(expression)?.[2] ?? []),
  ]);
}

/**
 * Returns the pairs of folders that import each other.
 * @param {ReadonlyMap<string, ReadonlySet<string>>} imports by file
 */
export function mutualImports(imports) {
  /** @type {Set<string>} */
  const arrows = new Set();
  for (const [file, specifiers] of imports)
    for (const specifier of specifiers)
      if (/^[#.]/.test(specifier)) arrows.add(`${dirname(file)} ${dirname(pathOf(file, specifier))}`);
  return [...arrows].flatMap((arrow) => {
    const [a = '', b = ''] = arrow.split(' ');
    return a < b && arrows.has(`${b} ${a}`) ? [`${a} and ${b} import each other`] : [];
  });
}

function check() {
  const src = fileURLToPath(new URL('../src/', import.meta.url));
  const files = readdirSync(src, { recursive: true, encoding: 'utf8' })
    .map((file) => file.replaceAll('\\', '/'))
    .filter((file) => /\.(tsx?|mjs)$/.test(file) && !file.startsWith('testing/'));
  const imports = new Map(files.map((file) => [file, importsOf(file, readFileSync(src + file, 'utf8'))]));
  const errors = [...imports].flatMap(([file, specifiers]) =>
    [...specifiers].flatMap((specifier) => {
      const error = importError(file, specifier);
      return error ? [`src/${file}: ${error}`] : [];
    }),
  );
  const product = new Map([...imports].filter(([file]) => !isTest(file)));
  errors.push(...mutualImports(product));
  for (const error of errors) process.stderr.write(`${error}\n`);
  process.stdout.write(`${files.length} files, ${errors.length} imports that are not allowed\n`);
  if (errors.length > 0) process.exitCode = 1;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) check();
