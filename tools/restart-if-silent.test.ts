import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'jetscope-silent-'));
});
afterEach(() => rm(folder, { recursive: true }));

/** Runs a script, which can count its runs in a file, and returns how it ended. */
function run(
  script: string,
  seconds = 3,
): Promise<{ code: number; stdout: string; stderr: string; runs: number }> {
  const runs = join(folder, 'runs');
  const counted = `require('node:fs').appendFileSync(${JSON.stringify(runs)}, 'x');
    const run = require('node:fs').readFileSync(${JSON.stringify(runs)}, 'utf8').length;
    ${script}`;
  return new Promise((resolve) => {
    execFile(
      process.execPath,
      [join(import.meta.dirname, 'restart-if-silent.mjs'), String(seconds), process.execPath, '-e', counted],
      (error, stdout, stderr) => {
        const code = typeof error?.code === 'number' ? error.code : 0;
        resolve({ code, stdout, stderr, runs: readFileSync(runs, 'utf8').length });
      },
    );
  });
}

test('passes on the output and the exit code', async () => {
  const script = `console.log('result'); console.error('warning'); process.exitCode = 3;`;
  expect(await run(script, 60)).toEqual({ code: 3, stdout: 'result\n', stderr: 'warning\n', runs: 1 });
});

test('runs a command again that stopped printing', async () => {
  const result = await run(`if (run === 1) setInterval(() => {}, 1000); else console.log('done');`);
  expect(result).toMatchObject({ code: 0, stdout: 'done\n', runs: 2 });
  expect(result.stderr).toContain('PRINTED NOTHING FOR 3 SECONDS: running it again');
});

test('fails if the second run stops printing as well', async () => {
  const result = await run('setInterval(() => {}, 1000);');
  expect(result).toMatchObject({ code: 1, runs: 2 });
  expect(result.stderr).toContain('giving up');
});

test('does not restart a slow command that prints', async () => {
  const result = await run(
    `let ticks = 0; const timer = setInterval(() => { console.log(ticks++); if (ticks === 10) clearInterval(timer); }, 500);`,
  );
  expect(result).toMatchObject({ code: 0, runs: 1, stderr: '' });
});

test('does not restart a failing command', async () => {
  expect(await run('process.exit(1)', 60)).toMatchObject({ code: 1, runs: 1 });
});
