// Runs a bundle of dist/service, such as `main` or `import`. Builds it first if it is missing or older than the sources.
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync, statSync } from 'node:fs';
import { constants, setPriority } from 'node:os';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { acquireProcessLock } from './store/embedded/process-lock.mjs';

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
  if (path.endsWith('/node_modules')) return 0;
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

/** @type {Set<import('node:child_process').ChildProcess>} */
const children = new Set();

/**
 * Starts a process that a signal ends together with this one.
 * @param {string} path @param {string[]} args @param {import('node:child_process').ForkOptions} [options]
 */
function start(path, args, options) {
  const child = fork(path, args, options);
  children.add(child);
  child.once('exit', () => children.delete(child));
  return child;
}

/** @param {NodeJS.Signals} signal */
function stop(signal) {
  for (const child of children) child.kill(signal);
  process.kill(process.pid, signal);
}

/** @param {import('node:child_process').ChildProcess} child */
async function succeeds(child) {
  const [code] = await once(child, 'exit');
  return code === 0;
}

/**
 * Builds everything, the service first. Returns the problem, if any.
 * @param {() => Promise<boolean>} onService Called while the pages are still being built. Stops the build by returning false.
 */
async function build(onService) {
  const vite = `${root}node_modules/vite/bin/vite.js`;
  if (!existsSync(vite)) return 'Vite is not installed; run npm ci';
  process.stderr.write('Building…\n');
  const child = start(vite, ['build', '--app', '--logLevel', 'warn'], { cwd: root });
  // Meanwhile, the store is prepared, which takes longer.
  if (child.pid !== undefined) setPriority(child.pid, constants.priority.PRIORITY_BELOW_NORMAL);
  let task = Promise.resolve(true);
  child.once('message', () => {
    task = onService();
    void task.then((isDone) => isDone || child.kill());
  });
  const isBuilt = await succeeds(child);
  // The service has reported why it cannot start.
  if (!(await task)) process.exit(1);
  return isBuilt ? null : 'the build failed';
}

/** Waits while another process builds. Returns a function that lets the next one build. */
async function lockBuild() {
  for (;;) {
    const lock = acquireProcessLock(`${root}node_modules/.build.lock`);
    if ('release' in lock) return lock.release;
    await delay(200);
  }
}

/**
 * Builds unless another process has done so meanwhile. Returns the problem, if any.
 * @param {string} entry @param {() => Promise<boolean>} onService
 */
async function buildOnce(entry, onService) {
  const release = await lockBuild();
  const problem = isStale(entry) ? await build(onService) : null;
  release();
  return problem;
}

/** @type {NodeJS.Signals[]} */
const STOP_SIGNALS = ['SIGINT', 'SIGTERM'];
for (const signal of STOP_SIGNALS) process.once(signal, stop);

const [name = 'main', ...rest] = process.argv.slice(2);
const entry = `${root}dist/service/${name}.js`;
const isStart = name === 'main' && rest.length === 0;
// Prepares the store while the pages are built.
const onService = async () => !isStart || (await succeeds(start(entry, ['--prepare-store'])));
const problem = isStale(entry) ? await buildOnce(entry, onService) : null;
if (problem) {
  process.stderr.write(`Jetscope failed to start: ${problem}\n`);
  process.exit(1);
}
// From here on, the program handles them.
for (const signal of STOP_SIGNALS) process.off(signal, stop);
process.setSourceMapsEnabled(true);
process.argv = [process.execPath, entry, ...rest];
await import(pathToFileURL(entry).href);
