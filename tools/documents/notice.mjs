// Licenses of the packages that the dashboard ships to browsers: what src/web and src/contract import, and what these
// packages depend on. `npm run notice` writes them to NOTICE; a test compares.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../../', import.meta.url));
const shippedZones = ['src/web', 'src/contract'];
/** Dependencies of the router that only servers use: bundles leave them out. */
const serverOnly = new Set(['cookie-es', 'isbot', 'seroval', 'seroval-plugins']);

/** @param {string} zone */
function sourcesOf(zone) {
  return readdirSync(root + zone, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.(tsx?|css)$/.test(name) && !/\.test\.tsx?$/.test(name))
    .map((name) => readFileSync(`${root}${zone}/${name}`, 'utf8'));
}

/** @param {string} source */
function packagesOf(source) {
  const specifiers = [
    ...source.matchAll(/^(?:import|export)(?! type)[^;]*?\bfrom '([^']+)'/gm),
    ...source.matchAll(/\bimport[ (]'([^']+)'/g),
    ...source.matchAll(/url\(['"]?([^'")]+)['"]?\)/g),
  ].map(([, specifier = '']) => specifier);
  return specifiers
    .filter(
      (specifier) => /^(@[\w-]+\/)?[a-z][\w.-]*(\/|$)/.test(specifier) && !specifier.startsWith('data:'),
    )
    .map((specifier) => specifier.split('/', specifier.startsWith('@') ? 2 : 1).join('/'));
}

/**
 * Folder of a package as `from` resolves it.
 * @param {string} name @param {string} from
 */
function folderOf(name, from) {
  const paths = createRequire(from).resolve.paths(name) ?? [];
  const folder = paths
    .map((path) => `${path}/${name}`)
    .find((path) => readdirIfAny(path).includes('package.json'));
  if (folder === undefined) throw new Error(`${name} is not installed (run npm ci)`);
  return folder;
}

/** @param {string} folder @returns {string[]} */
function readdirIfAny(folder) {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

/** Folders of all shipped packages by name. */
function shippedPackages() {
  const waiting = new Map(
    shippedZones
      .flatMap(sourcesOf)
      .flatMap(packagesOf)
      .map((name) => [name, `${root}package.json`]),
  );
  /** @type {Map<string, string>} */
  const found = new Map();
  for (const [name, from] of waiting) {
    const folder = folderOf(name, from);
    found.set(name, folder);
    const { dependencies = {} } = JSON.parse(readFileSync(`${folder}/package.json`, 'utf8'));
    for (const other of Object.keys(dependencies)) {
      if (!waiting.has(other) && !serverOnly.has(other)) waiting.set(other, `${folder}/package.json`);
    }
  }
  return [...found].sort(([a], [b]) => (a < b ? -1 : 1));
}

/** @param {string} name @param {string} folder */
function entryOf(name, folder) {
  const { license, homepage, repository } = JSON.parse(readFileSync(`${folder}/package.json`, 'utf8'));
  const files = readdirSync(folder).filter((file) => /^(licen[cs]e|notice)/i.test(file));
  const texts = files.sort().map((file) => readFileSync(`${folder}/${file}`, 'utf8').trim());
  const origin = homepage ?? repository?.url ?? repository ?? '';
  return [`${name} (${license})`, origin, '', texts.join('\n\n')].join('\n').trim();
}

/** The text of NOTICE. */
export function notice() {
  const line = '-'.repeat(80);
  const entries = shippedPackages().map(([name, folder]) => entryOf(name, folder));
  const head =
    'The Jetscope dashboard contains the following packages, each under its own license.\nWritten by `npm run notice`.';
  return `${[head, ...entries].join(`\n\n${line}\n\n`)}\n`;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) writeFileSync(`${root}NOTICE`, notice());
