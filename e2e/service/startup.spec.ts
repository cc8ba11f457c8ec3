import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { Agent, get, type IncomingMessage } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { ServiceProcess } from '#e2e/support/service-process.ts';
import { expect, test } from '#e2e/support/test.ts';
import { freePort } from '#testing/service/free-ports.ts';
import { copyEmptyStore } from '#testing/stores/empty-store.ts';
import { timeLimit } from '#testing/time-limit.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));

interface Outcome {
  readonly code: number;
  readonly output: string;
  readonly errors: string;
}

/** Runs the built service, which is expected to exit by itself. */
function run(environment: Readonly<Record<string, string>>, ...given: string[]): Promise<Outcome> {
  const env = { ...process.env, ...environment };
  return new Promise((resolve) => {
    const options = { cwd: root, env, timeout: timeLimit(150_000) };
    execFile(process.execPath, ['dist/service/main.js', ...given], options, (error, output, errors) => {
      resolve({ code: error ? Number(error.code ?? -1) : 0, output, errors });
    });
  });
}

test.describe('startup errors', () => {
  const folder = mkdtempSync(join(tmpdir(), 'jetscope-e2e-'));
  test.beforeAll(() => copyEmptyStore(folder));
  test.afterAll(() => rmSync(folder, { recursive: true, force: true }));

  function failure(reason: string): Outcome {
    return { code: 1, output: '', errors: `Jetscope failed to start: ${reason}\n` };
  }

  test('reports an invalid setting', async () => {
    expect(await run({ PORT: 'http', DATA_DIR: folder })).toEqual(
      failure('PORT: expected an integer from 0 to 65535, got "http"'),
    );
  });

  test('reports an unknown argument', async () => {
    expect(await run({ DATA_DIR: folder }, '--port=80')).toEqual(
      failure('Unknown argument "--port=80"; see --help'),
    );
  });

  test('reports an unreachable database', async () => {
    const { code, output, errors } = await run({
      DATABASE_URL: `postgresql://127.0.0.1:${await freePort()}/none`,
    });
    expect({ code, output }).toEqual({ code: 1, output: '' });
    expect(errors).toMatch(/^Jetscope failed to start: DATABASE_URL: .*ECONNREFUSED.*\n$/);
  });

  test('reports a data folder in use by another process', async () => {
    const { errors, ...outcome } = await run({ DATA_DIR: process.env.E2E_DATA_DIR ?? '' });
    expect(outcome).toEqual({ code: 1, output: '' });
    expect(errors).toMatch(
      /^Jetscope failed to start: DATA_DIR: The store in .* is in use by process \d+\n$/,
    );
  });

  test('reports a data folder that is a file', async () => {
    const file = join(folder, 'store', 'PG_VERSION');
    expect(await run({ DATA_DIR: file })).toEqual(failure(`DATA_DIR: ${file} is not a folder`));
  });

  test('reports a port in use by another process', async () => {
    // The port is opened only after the simulated market is generated.
    test.slow();
    const port = process.env.E2E_PORT ?? '';
    const { code, output, errors } = await run({ PORT: port, DATA_DIR: folder, DEMO_JETTONS: '10' });
    expect({ code, output }).toEqual({ code: 1, output: '' });
    expect(errors.trimEnd().split('\n').at(-1)).toBe(
      `Jetscope failed to start: HOST, PORT: listen EADDRINUSE: address already in use 127.0.0.1:${port}`,
    );
  });
});

test('a signal right after the start stops the service gracefully', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'jetscope-e2e-'));
  try {
    await copyEmptyStore(folder);
    const environment = { PORT: '0', DATA_DIR: folder, DEMO_JETTONS: '3', LOG_LEVEL: 'warn' };
    const child = spawn(process.execPath, ['dist/service/main.js'], {
      cwd: root,
      env: { ...process.env, ...environment },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const exited = once(child, 'exit');
    child.stdout.on('data', (text) => {
      if (String(text).includes('listening')) child.kill('SIGTERM');
    });
    expect(await exited).toEqual([0, null]);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});

test('a stopped service answers until its delay has passed, and asks clients to close', async () => {
  test.slow();
  const service = await ServiceProcess.prepare({ SHUTDOWN_DELAY: '3', DEMO_JETTONS: '3' });
  const agent = new Agent({ keepAlive: true });
  const requestOnce = async (path: string) => {
    const [response] = (await once(get(service.origin + path, { agent }), 'response')) as [IncomingMessage];
    await once(response.resume(), 'end');
    return { status: response.statusCode, connection: response.headers.connection };
  };
  try {
    await service.start();
    await expect.poll(() => requestOnce('/readyz')).toEqual({ status: 200, connection: 'keep-alive' });
    const stopped = service.stop();
    await expect.poll(() => requestOnce('/readyz')).toEqual({ status: 503, connection: 'close' });
    expect(await requestOnce('/v1/jettons')).toEqual({ status: 200, connection: 'close' });
    await stopped;
    expect(service.crashes).toBe(0);
  } finally {
    agent.destroy();
    await service.remove();
  }
});

test('--help lists the settings', async () => {
  const { code, output, errors } = await run({ PORT: 'ignored' }, '--help');
  expect({ code, errors }).toEqual({ code: 0, errors: '' });
  for (const name of ['PORT', 'DATA_DIR', 'API_KEYS_FILE', 'DEMO_SEED'])
    expect(output).toContain(`  ${name} `);
});

test('the service is healthy', async ({ page }) => {
  const response = await page.goto('/healthz');
  expect(response?.status()).toBe(200);
});

test('the built service refuses queries that are not UTF-8', async ({ request }) => {
  for (const query of ['search=%FF', 'search=%ZZ'])
    expect((await request.get(`/v1/jettons/stats?${query}`)).status()).toBe(400);
});

test('the initial chunks are marked for eager compilation', () => {
  const assets = fileURLToPath(new URL('../../dist/web/assets/', import.meta.url));
  const names = readdirSync(assets);
  for (const chunk of ['index', 'react', 'app']) {
    const found = names.filter((name) => name.startsWith(`${chunk}-`) && name.endsWith('.js'));
    expect(found, chunk).toHaveLength(1);
    for (const name of found)
      expect(readFileSync(assets + name, 'utf8'), name).toMatch(/^\/\/# allFunctionsCalledOnLoad\n/);
  }
});

test('precompressed files match their originals', () => {
  const assets = fileURLToPath(new URL('../../dist/web/assets/', import.meta.url));
  const names = readdirSync(assets);
  for (const [end, unpacked] of [
    ['.br', brotliDecompressSync],
    ['.gz', gunzipSync],
  ] as const) {
    const packed = names.filter((name) => name.endsWith(end));
    expect(packed.some((name) => name.startsWith('app-'))).toBe(true);
    for (const name of packed)
      expect(unpacked(readFileSync(assets + name)), name).toEqual(
        readFileSync(assets + name.slice(0, -end.length)),
      );
  }
});
