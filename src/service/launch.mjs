// Runs a bundle of dist/service, such as `main` or `import`. Builds it first if it is missing or older than the sources.
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync, statSync } from 'node:fs';
import { fileURLToPath, pathToFileURL } from 'node:url';

const root = fileURLToPath(new URL('../../', import.meta.url));
const sources = [
  'src',
  'tools',
  'public',
  'index.html',
  'vite.config.ts',
  'package.json',
  'package-lock.json',
];

/** @param {string} path @returns {number} */
function latestChange(path) {
  const stats = statSync(path, { throwIfNoEntry: false });
  if (!stats || path.endsWith('.test.ts') || path.endsWith('.test.tsx')) return 0;
  if (!stats.isDirectory()) return stats.mtimeMs;
  // The modification time of a folder changes when a file in it is deleted or renamed.
  return Math.max(stats.mtimeMs, ...readdirSync(path).map((name) => latestChange(`${path}/${name}`)));
}

/** @param {string} entry */
function isStale(entry) {
  const outputs = [entry, `${root}dist/web/index.html`, `${root}dist/web/embed.html`];
  if (!outputs.every((output) => existsSync(output))) return true;
  const builtAt = Math.min(...outputs.map((output) => statSync(output).mtimeMs));
  return sources.some((source) => latestChange(root + source) > builtAt);
}

/**
 * Builds everything, the service first. Returns the problem, if any.
 * @param {() => Promise<void>} onService Called when the service is built, while the pages are still being built.
 */
async function build(onService) {
  const vite = `${root}node_modules/vite/bin/vite.js`;
  if (!existsSync(vite)) return 'Vite is not installed; run npm ci';
  process.stderr.write('Building…\n');
  const child = fork(vite, ['build', '--app', '--logLevel', 'warn'], { cwd: root });
  /** @type {Promise<void> | undefined} */
  let task;
  child.once('message', () => {
    task = onService();
  });
  const [code] = await once(child, 'exit');
  await task;
  return code === 0 ? null : 'the build failed';
}

/** Prepares the store of `npm start`: on two cores, a first start takes a quarter less time. */
async function prepareStore() {
  const [code] = await once(fork(entry, ['--prepare-store']), 'exit');
  // The child has reported why.
  if (code !== 0) process.exit(code ?? 1);
}

const [name = 'main', ...rest] = process.argv.slice(2);
const entry = `${root}dist/service/${name}.js`;
const isStart = name === 'main' && rest.length === 0;
const problem = isStale(entry) ? await build(isStart ? prepareStore : async () => undefined) : null;
if (problem) {
  process.stderr.write(`Jetscope failed to start: ${problem}\n`);
  process.exit(1);
}
process.setSourceMapsEnabled(true);
process.argv = [process.execPath, entry, ...rest];
await import(pathToFileURL(entry).href);
