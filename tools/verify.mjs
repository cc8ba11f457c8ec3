// Finds or installs a browser for the tests, then runs all checks of CI, independent ones at the same time. Prints the output
// of each when it ends, that of failed checks last. The exit code is 1 if a check failed.
//   node tools/verify.mjs [--cluster]
// With --cluster, also runs the cluster test.
import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { parseArgs, stripVTControlCharacters } from 'node:util';
import { runnerImport } from 'vite';

/**
 * @typedef {object} Check
 * @property {string} script name of a script in package.json
 * @property {readonly string[]} [after] scripts that must have passed
 * @property {readonly string[]} [behind] scripts that must have ended, so that both do not compete for the processor
 */

const { values } = parseArgs({ options: { cluster: { type: 'boolean', default: false } } });
const { NODE_ENV } = process.env;
/** @type {typeof import('../src/build/find-browser.ts')} */
const { findBrowser, thisMachine } = (
  await runnerImport(fileURLToPath(new URL('../src/build/find-browser.ts', import.meta.url)))
).module;
try {
  process.env.CHROMIUM = await findBrowser(thisMachine());
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exit(1);
}
// Vite sets it for the module that it runs. Inherited, it would make builds those of development.
if (NODE_ENV === undefined) delete process.env.NODE_ENV;
else process.env.NODE_ENV = NODE_ENV;
process.stdout.write(`Browser of the tests: ${process.env.CHROMIUM}\n`);

const isColored = process.stdout.isTTY;

/** @type {readonly Check[]} */
const checks = [
  { script: 'types' },
  { script: 'build' },
  { script: 'lint', behind: ['types'] },
  { script: 'unused', behind: ['build'] },
  { script: 'size', after: ['build'] },
  // The longest check and the browser tests, which wait about half of their time, at the same time.
  { script: 'test:unit', behind: ['types', 'lint', 'unused'] },
  { script: 'test:e2e', after: ['build'], behind: ['types', 'lint', 'unused'] },
  { script: 'test:components', behind: ['types', 'lint', 'unused', 'test:e2e'] },
  // Kills components and limits delays: alone.
  ...(values.cluster
    ? [{ script: 'test:cluster', after: ['build'], behind: ['test:unit', 'test:components'] }]
    : []),
];

/** @typedef {{ state: 'passed' | 'failed' | 'skipped', seconds: number, output: string }} Result */

/** @type {Map<string, Promise<Result>>} */
const results = new Map();
/** @type {Set<import('node:child_process').ChildProcess>} */
const running = new Set();

for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM']))
  process.once(signal, () => {
    for (const { pid } of running) if (pid) process.kill(-pid, signal);
    process.exit(1);
  });

/** @param {string} script */
const settled = (script) => /** @type {Promise<Result>} */ (results.get(script));

/** @param {Check} check @returns {Promise<Result>} */
async function start({ script, after = [], behind = [] }) {
  await Promise.all(behind.map(settled));
  for (const required of after)
    if ((await settled(required)).state !== 'passed')
      return { state: 'skipped', seconds: 0, output: `skipped because "${required}" failed\n` };
  process.stdout.write(`… ${script}\n`);
  const started = performance.now();
  const { code, output } = await run(script);
  const seconds = (performance.now() - started) / 1000;
  const state = code === 0 ? 'passed' : 'failed';
  process.stdout.write(
    state === 'passed'
      ? `${heading(`${script} passed`)}${output}`
      : `✗ ${script} failed after ${seconds.toFixed(0)} s: output follows at the end\n`,
  );
  return { state, seconds, output };
}

/** @param {string} script @returns {Promise<{ code: number, output: string }>} */
function run(script) {
  return new Promise((resolve) => {
    const env = isColored ? { ...process.env, FORCE_COLOR: '1' } : process.env;
    // In a process group of its own, so that the processes that the script starts end with it.
    const child = spawn('npm', ['run', '--silent', script], {
      detached: true,
      stdio: ['ignore', 'pipe', 'pipe'],
      env,
    });
    running.add(child);
    let output = '';
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', (text) => {
        output += text;
      });
    child.once('error', (error) => {
      output += `${error.message}\n`;
    });
    child.once('close', (code) => {
      running.delete(child);
      resolve({ code: code ?? 1, output });
    });
  });
}

/** @param {string} text */
const heading = (text) => `\n━━━ ${text} ${'━'.repeat(Math.max(0, 80 - text.length))}\n`;

const startedAll = performance.now();
for (const check of checks) results.set(check.script, start(check));
const ended = [];
for (const { script } of checks) ended.push({ script, ...(await settled(script)) });
for (const { script, state, output } of ended)
  if (state === 'failed') process.stdout.write(`${heading(`${script} FAILED`)}${output}`);
process.stdout.write(heading('Summary'));
for (const { script, state, seconds, output } of ended)
  process.stdout.write(
    `${state.padEnd(8)}${seconds.toFixed(0).padStart(5)} s  ${script}${state === 'skipped' ? ` (${output.trim()})` : ''}\n`,
  );
const failed = ended.filter(({ state }) => state !== 'passed').length;
const minutes = (performance.now() - startedAll) / 60_000;
for (const { output } of ended)
  for (const line of stripVTControlCharacters(output).match(/^SKIPPED: .*/gm) ?? [])
    process.stdout.write(`${line}\n`);
process.stdout.write(
  `${ended.length - failed} passed, ${failed} failed or skipped, ${minutes.toFixed(1)} minutes\n`,
);
process.exitCode = failed > 0 ? 1 : 0;
