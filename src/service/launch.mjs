// Starts one of the bundles (`main`, `import`), building first where the build is missing or older than the sources.
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, statSync } from 'node:fs';
import { fileURLToPath, pathToFileURL } from 'node:url';

const root = fileURLToPath(new URL('../../', import.meta.url));
const sources = ['src', 'public', 'index.html', 'vite.config.ts', 'package.json', 'package-lock.json'];

/** @param {string} path @returns {number} */
function newest(path) {
  const stats = statSync(path, { throwIfNoEntry: false });
  if (!stats || path.endsWith('.test.ts') || path.endsWith('.test.tsx')) return 0;
  if (!stats.isDirectory()) return stats.mtimeMs;
  // A folder's own time counts too: it changes when a file in it is deleted or renamed.
  return Math.max(stats.mtimeMs, ...readdirSync(path).map((name) => newest(`${path}/${name}`)));
}

/** @param {string} entry */
function isStale(entry) {
  const results = [entry, `${root}dist/web/index.html`];
  if (!results.every((result) => existsSync(result))) return true;
  const built = Math.min(...results.map((result) => statSync(result).mtimeMs));
  return sources.some((source) => newest(root + source) > built);
}

function build() {
  const vite = `${root}node_modules/vite/bin/vite.js`;
  if (!existsSync(vite)) return 'Vite is not installed (run npm ci)';
  process.stderr.write('Building …\n');
  const options = ['build', '--app', '--logLevel', 'warn'];
  const { status } = spawnSync(process.execPath, [vite, ...options], { cwd: root, stdio: 'inherit' });
  return status === 0 ? null : 'the build failed';
}

const [name = 'main', ...rest] = process.argv.slice(2);
const entry = `${root}dist/service/${name}.js`;
const problem = isStale(entry) ? build() : null;
if (problem) {
  process.stderr.write(`Jetscope does not start: ${problem}.\n`);
  process.exit(1);
}
process.setSourceMapsEnabled(true);
process.argv = [process.execPath, entry, ...rest];
await import(pathToFileURL(entry).href);
