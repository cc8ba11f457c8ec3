import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { errorBodyOf } from '#contract/errors.ts';
import { operations } from '#contract/operations.ts';
import { addressOf } from '#testing/datasets/small-dataset.ts';
import { buildHttpApp } from '#testing/service/http-app.ts';

const folder = mkdtempSync(join(tmpdir(), 'jetscope-keys-'));
const keysFile = join(folder, 'keys.json');
writeFileSync(
  keysFile,
  JSON.stringify([
    { key: 'free-key', plan: 'free' },
    { key: 'paid-key', plan: 'paid' },
    { key: 'slow-key', plan: 'paid', rate: 1 },
    { key: 'any-rate', plan: 'paid', rate: 0 },
  ]),
);
const webRoot = join(folder, 'web');
mkdirSync(webRoot);
for (const name of ['index.html', 'embed.html', 'config.json']) writeFileSync(join(webRoot, name), '{}');
afterAll(() => rmSync(folder, { recursive: true }));

const PAID = '/v1/jettons/trust-score';
const FREE = '/v1/jettons/0:906697a57af1cdb1bc39214b7049ae02b3c92a5b0c342ac61e0eb8bd9304b5f1/holders';

function asker(app: FastifyInstance) {
  return async (url: string, authorization?: string, remoteAddress = '192.0.2.1') => {
    const headers = authorization === undefined ? {} : { authorization };
    const response = await app.inject({ url, headers, remoteAddress });
    return { status: response.statusCode, headers: response.headers, body: JSON.parse(response.body) };
  };
}

describe('with keys', () => {
  const log: string[] = [];
  let app: FastifyInstance;
  beforeAll(async () => {
    app = await buildHttpApp({
      environment: { API_KEYS_FILE: keysFile, LOG_LEVEL: 'trace' },
      log: { write: (line) => log.push(line) },
    });
  });
  afterAll(() => app.close());

  const ask = (url: string, authorization?: string) => asker(app)(url, authorization);

  test('no key is the free plan', async () => {
    expect((await ask(FREE)).status).toBe(200);
    expect(await ask(PAID)).toMatchObject({
      status: 403,
      body: { code: 7, message: 'permission denied', details: [] },
    });
  });

  test('a free key', async () => {
    expect((await ask(FREE, 'Bearer free-key')).status).toBe(200);
    expect(await ask(PAID, 'Bearer free-key')).toMatchObject({ status: 403, body: errorBodyOf(403) });
  });

  test('a paid key, whatever the scheme’s letter case', async () => {
    expect((await ask(FREE, 'Bearer paid-key')).status).toBe(200);
    expect((await ask(PAID, 'bearer paid-key')).status).toBe(200);
  });

  test.each([
    'Bearer nobody',
    'Bearer paid-ke',
    'Bearer paid-key2',
    'Bearer PAID-KEY',
    'Bearer paid-key free-key',
    'Bearer',
    'Bearer ',
    'paid-key',
    'Basic cGFpZC1rZXk=',
    '',
  ])('%j is nobody’s', async (authorization) => {
    const answer = await ask(FREE, authorization);
    expect(answer).toMatchObject({
      status: 401,
      body: { code: 16, message: 'unauthenticated', details: [] },
    });
    expect(answer.headers['www-authenticate']).toBe('Bearer');
  });

  test('exactly the operations of the paid plan are closed', async () => {
    for (const { path, method, plan } of Object.values(operations)) {
      const { statusCode } = await app.inject({ method, url: path.replaceAll(/\{\w+\}/g, 'x') });
      expect({ path, closed: statusCode === 403 }).toEqual({ path, closed: plan === 'paid' });
    }
  });

  test('a paid answer is not for shared caches', async () => {
    expect((await ask(PAID, 'Bearer paid-key')).headers['cache-control']).toBe('private, max-age=2');
    expect((await ask(FREE, 'Bearer paid-key')).headers['cache-control']).toBe('public, max-age=2');
  });

  test('no key is logged', () => {
    expect(log.join('')).toContain('answered');
    expect(log.join('')).not.toMatch(/paid-key|free-key|cGFpZC1rZXk/);
  });
});

test('without a keys file every caller may use everything', async () => {
  const app = await buildHttpApp();
  for (const authorization of [undefined, 'Bearer nobody', 'Basic x'])
    expect((await asker(app)(PAID, authorization)).status).toBe(200);
  await app.close();
});

describe('the limit', () => {
  afterEach(() => vi.useRealTimers());

  test('of an address', async () => {
    const app = await buildHttpApp({ environment: { RATE_LIMIT: '2' } });
    const ask = asker(app);
    expect([(await ask(FREE)).status, (await ask(PAID)).status]).toEqual([200, 200]);
    const refused = await ask(FREE);
    expect(refused).toMatchObject({
      status: 429,
      body: { code: 8, message: 'too many requests', details: [] },
    });
    expect(refused.headers['retry-after']).toBe('1');
    expect((await ask(FREE, undefined, '192.0.2.2')).status).toBe(200);
    await app.close();
  });

  test('of an address that a proxy tells, where the proxy is trusted', async () => {
    const app = await buildHttpApp({ environment: { RATE_LIMIT: '1', TRUSTED_PROXIES: '10.0.0.0/8' } });
    const from = async (remoteAddress: string, forwarded: string) => {
      const headers = { 'x-forwarded-for': forwarded };
      return (await app.inject({ url: FREE, headers, remoteAddress })).statusCode;
    };
    expect(await from('10.0.0.1', '192.0.2.1')).toBe(200);
    expect(await from('10.0.0.2', '192.0.2.2')).toBe(200);
    expect(await from('10.0.0.2', '192.0.2.9, 192.0.2.1')).toBe(429);
    expect(await from('192.0.2.7', '192.0.2.3')).toBe(200);
    expect(await from('192.0.2.7', '192.0.2.4')).toBe(429);
    await app.close();
  });

  test('counts what is refused otherwise', async () => {
    const app = await buildHttpApp({ environment: { RATE_LIMIT: '4', API_KEYS_FILE: keysFile } });
    const ask = asker(app);
    const statuses = [];
    for (const [url, authorization] of [
      ['/v1/nothing'],
      [FREE, 'Bearer nobody'],
      [PAID],
      ['/v1/jettons'],
      ['/v1/nothing'],
      [FREE],
    ] as const)
      statuses.push((await ask(url, authorization)).status);
    expect(statuses).toEqual([404, 401, 403, 405, 429, 429]);
    await app.close();
  });

  test.each(['/', '/watchlist', '/nothing', '/docs', '/openapi.json', '/config.json', '/assets/x', '/%E0'])(
    'of %s is more generous, and a budget of its own',
    async (url) => {
      vi.useFakeTimers({ toFake: ['performance'] });
      const app = await buildHttpApp({ environment: { RATE_LIMIT: '1' }, webRoot });
      const statuses = await Promise.all(
        Array.from({ length: 201 }, async () => (await app.inject({ url })).statusCode),
      );
      expect(statuses.filter((status) => status === 429)).toHaveLength(1);
      const refused = await app.inject({ url: '/nothing' });
      expect([refused.statusCode, refused.headers['retry-after']]).toEqual([429, '1']);
      expect((await asker(app)(FREE)).status).toBe(200);
      await app.close();
    },
  );

  test('of drawings is that of pages', async () => {
    vi.useFakeTimers({ toFake: ['performance'] });
    const drawing = {
      path: '/previews/{address}',
      renderer: { name: 'preview', render: async () => ({ only: '<svg/>' }) },
      variant: 'only',
    };
    const app = await buildHttpApp({ environment: { RATE_LIMIT: '30' }, imageRoutes: [drawing] });
    const url = `/previews/${addressOf('a')}`;
    const answers = await Promise.all(Array.from({ length: 302 }, () => app.inject(url)));
    expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(300);
    expect((await asker(app)(FREE)).status).toBe(200);
    await app.close();
  });

  test('leaves health checks alone', async () => {
    const app = await buildHttpApp({ environment: { RATE_LIMIT: '1' } });
    const answers = await Promise.all(Array.from({ length: 300 }, () => app.inject('/healthz')));
    expect(answers.filter(({ statusCode }) => statusCode === 429)).toEqual([]);
    await app.close();
  });

  test('of a key is its own', async () => {
    const app = await buildHttpApp({ environment: { RATE_LIMIT: '2', API_KEYS_FILE: keysFile } });
    const ask = asker(app);
    const statuses = async (authorization: string) => {
      const answers = [
        await ask(FREE, authorization),
        await ask(FREE, authorization),
        await ask(FREE, authorization),
      ];
      return answers.map(({ status }) => status);
    };
    expect(await statuses('Bearer slow-key')).toEqual([200, 429, 429]);
    expect(await statuses('Bearer free-key')).toEqual([200, 200, 429]);
    expect(await statuses('Bearer any-rate')).toEqual([200, 200, 200]);
    expect((await ask(FREE)).status).toBe(200);
    await app.close();
  });

  test('is off at 0', async () => {
    const app = await buildHttpApp({ environment: { RATE_LIMIT: '0' } });
    const answers = await Promise.all(Array.from({ length: 200 }, () => asker(app)(FREE)));
    expect(answers.every(({ status }) => status === 200)).toBe(true);
    await app.close();
  });
});
