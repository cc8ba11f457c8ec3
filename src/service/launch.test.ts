import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterEach, beforeEach, expect, test } from 'vitest';

const WRITE_SERVICE = `
import { cpSync, existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
process.stdout.write('service built, ');
cpSync('service.js', 'dist/service/main.js');
process.send?.('service');
`;
const WRITE_PAGES = `
mkdirSync('dist/web', { recursive: true });
for (const page of ['index', 'embed']) writeFileSync('dist/web/' + page + '.html', '');
process.stdout.write('pages built, ');
`;
const SERVICE = `
import { writeFileSync } from 'node:fs';
const isPreparation = process.argv.includes('--prepare-store');
process.stdout.write(isPreparation ? 'prepared, ' : 'started ' + process.argv.slice(2));
// The pages may report as soon as the file exists.
if (isPreparation) writeFileSync('prepared', '');
`;
const UNTIL_PREPARED = "while (!existsSync('prepared')) await delay(10);";

/** Contains the launcher, and a Vite and a service that only report what they do. */
let root: string;

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'jetscope-launch-'));
  for (const folder of ['src/service/store/embedded', 'node_modules/vite/bin', 'dist/service'])
    mkdirSync(join(root, folder), { recursive: true });
  for (const folder of ['', 'node_modules/vite'])
    writeFileSync(join(root, folder, 'package.json'), '{ "type": "module" }');
  for (const file of ['launch.mjs', 'store/embedded/process-lock.mjs'])
    copyFileSync(new URL(file, import.meta.url), join(root, 'src/service', file));
});
afterEach(() => rmSync(root, { recursive: true }));

function startLauncher(vite: string, service: string, ...args: string[]) {
  writeFileSync(join(root, 'node_modules/vite/bin/vite.js'), vite);
  writeFileSync(join(root, 'service.js'), service);
  return spawn(process.execPath, ['src/service/launch.mjs', 'main', ...args], { cwd: root });
}

async function launch(...files: Parameters<typeof startLauncher>) {
  const child = startLauncher(...files);
  const [output, [code]] = await Promise.all([text(child.stdout), once(child, 'exit')]);
  return { output, code: Number(code) };
}

test('prepares the store while the pages are built, and builds only what is out of date', async () => {
  const vite = WRITE_SERVICE + UNTIL_PREPARED + WRITE_PAGES;
  expect(await launch(vite, SERVICE)).toEqual({
    output: 'service built, prepared, pages built, started ',
    code: 0,
  });
  expect(await launch(vite, SERVICE)).toEqual({ output: 'started ', code: 0 });
});

test('of two starts, one builds and the other waits', async () => {
  const vite = WRITE_SERVICE + UNTIL_PREPARED + WRITE_PAGES;
  const outputs = await Promise.all([launch(vite, SERVICE), launch(vite, SERVICE)]);
  expect(outputs.map(({ output }) => output).toSorted()).toEqual([
    'service built, prepared, pages built, started ',
    'started ',
  ]);
});

test('prepares no store for other commands', async () => {
  expect(await launch(WRITE_SERVICE + WRITE_PAGES, SERVICE, 'live')).toEqual({
    output: 'service built, pages built, started live',
    code: 0,
  });
});

test('stops the build if the service cannot start', async () => {
  const endless = `${WRITE_SERVICE}await delay(600_000);`;
  expect(await launch(endless, 'process.exit(1);')).toEqual({ output: 'service built, ', code: 1 });
});

test.each(['SIGINT', 'SIGTERM'] as const)('ends all of its processes on %s', async (signal) => {
  const endless = 'setInterval(() => undefined, 1_000);';
  const launcher = startLauncher(WRITE_SERVICE + endless, `process.stdout.write('preparing');${endless}`);
  launcher.stdout.setEncoding('utf8').on('data', (output: string) => {
    if (output.endsWith('preparing')) launcher.kill(signal);
  });
  // The output ends with the last process that could write it.
  const [[, endedBy]] = await Promise.all([once(launcher, 'exit'), once(launcher.stdout, 'end')]);
  expect(endedBy).toBe(signal);
});

test('does not start after a failed build', async () => {
  expect(await launch(`${WRITE_SERVICE}process.exitCode = 1;`, SERVICE)).toEqual({
    output: 'service built, prepared, ',
    code: 1,
  });
});
