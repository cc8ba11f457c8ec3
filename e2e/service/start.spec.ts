import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { freePort } from '#e2e/support/free-port.ts';
import { expect, test } from '#e2e/support/test.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));

interface Outcome {
  readonly code: number;
  readonly output: string;
  readonly errors: string;
}

/** Runs the built service, which is expected to end by itself. */
function run(environment: Readonly<Record<string, string>>, ...given: string[]): Promise<Outcome> {
  const env = { ...process.env, ...environment };
  return new Promise((resolve) => {
    const options = { cwd: root, env, timeout: 150_000 };
    execFile(process.execPath, ['dist/service/main.js', ...given], options, (error, output, errors) => {
      resolve({ code: error ? Number(error.code ?? -1) : 0, output, errors });
    });
  });
}

test.describe('a start that cannot be', () => {
  const folder = mkdtempSync(join(tmpdir(), 'jetscope-e2e-'));
  test.afterAll(() => rmSync(folder, { recursive: true, force: true }));

  function refused(reason: string): Outcome {
    return { code: 1, output: '', errors: `Jetscope does not start: ${reason}.\n` };
  }

  test('a setting that is wrong', async () => {
    expect(await run({ PORT: 'http', DATA_DIR: folder })).toEqual(
      refused('PORT: "http" is not a whole number from 0 to 65535'),
    );
  });

  test('an unknown argument', async () => {
    expect(await run({ DATA_DIR: folder }, '--port=80')).toEqual(
      refused('--port=80 is no argument; --help tells more'),
    );
  });

  test('a database that does not answer', async () => {
    const { code, output, errors } = await run({
      DATABASE_URL: `postgresql://127.0.0.1:${await freePort()}/none`,
    });
    expect({ code, output }).toEqual({ code: 1, output: '' });
    expect(errors).toMatch(/^Jetscope does not start: DATABASE_URL: .*ECONNREFUSED.*\.\n$/);
  });

  test('a folder that another process has', async () => {
    const { errors, ...outcome } = await run({ DATA_DIR: process.env.E2E_DATA_DIR ?? '' });
    expect(outcome).toEqual({ code: 1, output: '' });
    expect(errors).toMatch(
      /^Jetscope does not start: DATA_DIR: The store in .* is in use by process \d+\.\n$/,
    );
  });

  test('a port that another process has', async () => {
    // It is asked for when the market is built.
    test.slow();
    const port = process.env.E2E_PORT ?? '';
    const { code, output, errors } = await run({ PORT: port, DATA_DIR: folder, DEMO_JETTONS: '60' });
    expect({ code, output }).toEqual({ code: 1, output: '' });
    expect(errors.trimEnd().split('\n').at(-1)).toBe(
      `Jetscope does not start: HOST, PORT: listen EADDRINUSE: address already in use 127.0.0.1:${port}.`,
    );
  });
});

test('--help lists the settings', async () => {
  const { code, output, errors } = await run({ PORT: 'ignored' }, '--help');
  expect({ code, errors }).toEqual({ code: 0, errors: '' });
  for (const name of ['PORT', 'DATA_DIR', 'API_KEYS_FILE', 'DEMO_SEED'])
    expect(output).toContain(`  ${name} `);
});
