import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { test as base, expect, onTestFinished } from 'vitest';

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
if (isPreparation) writeFileSync('prepared', '');
process.stdout.write(isPreparation ? 'prepared, ' : 'started ' + process.argv.slice(2));
`;
const UNTIL_PREPARED = "while (!existsSync('prepared')) await delay(10);";

/** A folder with the launcher, and a Vite and a service that only report what they do. */
const test = base.extend<{ launch: (vite: string, service: string, args?: string[]) => Promise<Result> }>({
  // biome-ignore lint/correctness/noEmptyPattern: required by Vitest
  launch: async ({}, use) => {
    const root = mkdtempSync(join(tmpdir(), 'jetscope-launch-'));
    onTestFinished(() => rmSync(root, { recursive: true }));
    const launcher = join(root, 'src/service/launch.mjs');
    mkdirSync(dirname(launcher), { recursive: true });
    copyFileSync(fileURLToPath(new URL('launch.mjs', import.meta.url)), launcher);
    const folder = join(root, 'node_modules/vite/bin');
    mkdirSync(folder, { recursive: true });
    mkdirSync(join(root, 'dist/service'), { recursive: true });
    writeFileSync(join(root, 'package.json'), '{ "type": "module" }');
    writeFileSync(join(folder, '../package.json'), '{ "type": "module" }');
    await use(async (vite, service, args = []) => {
      writeFileSync(join(folder, 'vite.js'), vite);
      writeFileSync(join(root, 'service.js'), service);
      const child = spawn(process.execPath, [launcher, 'main', ...args], { cwd: root });
      const [output, [code]] = await Promise.all([text(child.stdout), once(child, 'exit')]);
      return { output, code };
    });
  },
});

interface Result {
  readonly output: string;
  readonly code: unknown;
}

test('prepares the store while the pages are built, and builds only what is out of date', async ({
  launch,
}) => {
  const vite = WRITE_SERVICE + UNTIL_PREPARED + WRITE_PAGES;
  expect(await launch(vite, SERVICE)).toEqual({
    output: 'service built, prepared, pages built, started ',
    code: 0,
  });
  expect(await launch(vite, SERVICE)).toEqual({ output: 'started ', code: 0 });
});

test('prepares no store for other commands', async ({ launch }) => {
  expect(await launch(WRITE_SERVICE + WRITE_PAGES, SERVICE, ['live'])).toEqual({
    output: 'service built, pages built, started live',
    code: 0,
  });
});

test('stops the build if the service cannot start', async ({ launch }) => {
  const endless = `${WRITE_SERVICE}await delay(600_000);`;
  expect(await launch(endless, 'process.exit(1);')).toEqual({ output: 'service built, ', code: 1 });
});

test('does not start after a failed build', async ({ launch }) => {
  expect(await launch(`${WRITE_SERVICE}process.exitCode = 1;`, SERVICE)).toEqual({
    output: 'service built, prepared, ',
    code: 1,
  });
});
