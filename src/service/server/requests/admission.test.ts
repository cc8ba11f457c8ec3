import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as fc from 'fast-check';
import type { FastifyInstance } from 'fastify';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { errorBodyOf } from '#contract/errors.ts';
import { servedOperations } from '#contract/served-operations.ts';
import { addressOf } from '#testing/datasets/small-dataset.ts';
import { buildHttpApp } from '#testing/service/http-app.ts';
import { networkOf, RateLimiter } from './rate-limiter.ts';

const folder = mkdtempSync(join(tmpdir(), 'jetscope-keys-'));
const keysFile = join(folder, 'keys.json');
writeFileSync(
  keysFile,
  JSON.stringify([
    { key: 'free-key', plan: 'free' },
    { key: 'paid-key', plan: 'paid' },
    { key: 'slow-key', plan: 'paid', rate: 1 },
    { key: 'unlimited-key', plan: 'paid', rate: 0 },
  ]),
);
const webRoot = join(folder, 'web');
mkdirSync(webRoot);
for (const name of ['index.html', 'embed.html', 'config.json']) writeFileSync(join(webRoot, name), '{}');
afterAll(() => rmSync(folder, { recursive: true }));

const PAID = '/v1/jettons/trust-score';
const FREE = '/v1/jettons/0:906697a57af1cdb1bc39214b7049ae02b3c92a5b0c342ac61e0eb8bd9304b5f1/holders';

function clientFor(app: FastifyInstance) {
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

  const get = (url: string, authorization?: string) => clientFor(app)(url, authorization);

  test('requests without a key have the free plan', async () => {
    expect((await get(FREE)).status).toBe(200);
    expect(await get(PAID)).toMatchObject({
      status: 403,
      body: { code: 7, message: 'permission denied', details: [] },
    });
  });

  test('a key of the free plan cannot use paid operations', async () => {
    expect((await get(FREE, 'Bearer free-key')).status).toBe(200);
    expect(await get(PAID, 'Bearer free-key')).toMatchObject({ status: 403, body: errorBodyOf(403) });
  });

  test('a key of the paid plan can use every operation; the scheme is case-insensitive', async () => {
    expect((await get(FREE, 'Bearer paid-key')).status).toBe(200);
    expect((await get(PAID, 'bearer paid-key')).status).toBe(200);
  });

  test.each([
    'Bearer unknown',
    'Bearer paid-ke',
    'Bearer paid-key2',
    'Bearer PAID-KEY',
    'Bearer paid-key free-key',
    'Bearer',
    'Bearer ',
    'paid-key',
    'Basic cGFpZC1rZXk=',
    '',
  ])('%j is rejected with 401', async (authorization) => {
    const response = await get(FREE, authorization);
    expect(response).toMatchObject({
      status: 401,
      body: { code: 16, message: 'unauthenticated', details: [] },
    });
    expect(response.headers['www-authenticate']).toBe('Bearer');
  });

  test('exactly the operations of the paid plan require a key', async () => {
    for (const { path, method, plan } of Object.values(servedOperations)) {
      const { statusCode } = await app.inject({ method, url: path.replaceAll(/\{\w+\}/g, 'x') });
      expect({ path, isForbidden: statusCode === 403 }).toEqual({ path, isForbidden: plan === 'paid' });
    }
  });

  test('responses of paid operations are not stored by shared caches', async () => {
    const { headers } = await get(PAID, 'Bearer paid-key');
    expect(headers['cache-control']).toBe('private, max-age=2');
    expect(headers).not.toHaveProperty('cdn-cache-control');
    expect((await get(FREE, 'Bearer paid-key')).headers['cache-control']).toBe('public, max-age=2');
  });

  test('keys are never logged', () => {
    expect(log.join('')).toContain('request completed');
    expect(log.join('')).not.toMatch(/paid-key|free-key|cGFpZC1rZXk/);
  });
});

test('without a keys file every client can use every operation', async () => {
  const app = await buildHttpApp();
  for (const authorization of [undefined, 'Bearer unknown', 'Basic x'])
    expect((await clientFor(app)(PAID, authorization)).status).toBe(200);
  await app.close();
});

describe('the rate limit', () => {
  afterEach(() => vi.useRealTimers());

  test('applies per IP address', async () => {
    const app = await buildHttpApp({ environment: { RATE_LIMIT: '2' } });
    const get = clientFor(app);
    expect([(await get(FREE)).status, (await get(PAID)).status]).toEqual([200, 200]);
    const rejected = await get(FREE);
    expect(rejected).toMatchObject({
      status: 429,
      body: { code: 8, message: 'too many requests', details: [] },
    });
    expect(rejected.headers['retry-after']).toBe('1');
    expect((await get(FREE, undefined, '192.0.2.2')).status).toBe(200);
    await app.close();
  });

  test('uses X-Forwarded-For of trusted proxies only', async () => {
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

  test('counts requests that are rejected for other reasons', async () => {
    const app = await buildHttpApp({ environment: { RATE_LIMIT: '4', API_KEYS_FILE: keysFile } });
    const get = clientFor(app);
    const statuses = [];
    for (const [url, authorization] of [
      ['/v1/nothing'],
      [FREE, 'Bearer unknown'],
      [PAID],
      ['/v1/jettons/metrics'],
      ['/v1/nothing'],
      [FREE],
    ] as const)
      statuses.push((await get(url, authorization)).status);
    expect(statuses).toEqual([404, 401, 403, 405, 429, 429]);
    await app.close();
  });

  test.each(['/', '/watchlist', '/nothing', '/docs', '/openapi.json', '/config.json', '/assets/x', '/%E0'])(
    'of %s is higher than that of operations and counted separately',
    async (url) => {
      vi.useFakeTimers({ toFake: ['performance'] });
      const app = await buildHttpApp({ environment: { RATE_LIMIT: '1' }, webRoot });
      const statuses = await Promise.all(
        Array.from({ length: 201 }, async () => (await app.inject({ url })).statusCode),
      );
      expect(statuses.filter((status) => status === 429)).toHaveLength(1);
      const rejected = await app.inject({ url: '/nothing' });
      expect([rejected.statusCode, rejected.headers['retry-after']]).toEqual([429, '1']);
      expect((await clientFor(app)(FREE)).status).toBe(200);
      await app.close();
    },
  );

  test('of rendered images is that of pages', async () => {
    vi.useFakeTimers({ toFake: ['performance'] });
    const image = {
      path: '/previews/{address}',
      renderer: { name: 'preview', render: async () => ({ variants: { only: '<svg/>' } }) },
      variant: 'only',
    };
    const app = await buildHttpApp({ environment: { RATE_LIMIT: '30' }, imageRoutes: [image] });
    const url = `/previews/${addressOf('a')}`;
    const responses = await Promise.all(Array.from({ length: 302 }, () => app.inject(url)));
    expect(responses.filter(({ statusCode }) => statusCode === 200)).toHaveLength(300);
    expect((await clientFor(app)(FREE)).status).toBe(200);
    await app.close();
  });

  test('does not apply to health checks', async () => {
    const app = await buildHttpApp({ environment: { RATE_LIMIT: '1' } });
    const responses = await Promise.all(Array.from({ length: 300 }, () => app.inject('/healthz')));
    expect(responses.filter(({ statusCode }) => statusCode === 429)).toEqual([]);
    await app.close();
  });

  test('applies per key', async () => {
    const app = await buildHttpApp({ environment: { RATE_LIMIT: '2', API_KEYS_FILE: keysFile } });
    const get = clientFor(app);
    const statuses = async (authorization: string) => {
      const responses = [
        await get(FREE, authorization),
        await get(FREE, authorization),
        await get(FREE, authorization),
      ];
      return responses.map(({ status }) => status);
    };
    expect(await statuses('Bearer slow-key')).toEqual([200, 429, 429]);
    expect(await statuses('Bearer free-key')).toEqual([200, 200, 429]);
    expect(await statuses('Bearer unlimited-key')).toEqual([200, 200, 200]);
    expect((await get(FREE)).status).toBe(200);
    await app.close();
  });

  test('is disabled by 0', async () => {
    const app = await buildHttpApp({ environment: { RATE_LIMIT: '0' } });
    const responses = await Promise.all(Array.from({ length: 200 }, () => clientFor(app)(FREE)));
    expect(responses.every(({ status }) => status === 200)).toBe(true);
    await app.close();
  });
});

describe('RateLimiter', () => {
  test('allows `rate` requests, then returns the time to wait', () => {
    const limiter = new RateLimiter();
    expect([0, 400, 500].map((now) => limiter.take('a', 2, now))).toEqual([0, 0, 500]);
    expect([1000, 1001, 1400].map((now) => limiter.take('a', 2, now))).toEqual([0, 399, 0]);
  });

  test('allows a request exactly if fewer than `rate` were allowed in the last second', () => {
    const gaps = fc.array(fc.integer({ min: 0, max: 400 }), { maxLength: 200 });
    fc.assert(
      fc.property(gaps, fc.integer({ min: 1, max: 5 }), (steps, rate) => {
        const limiter = new RateLimiter();
        const allowed: number[] = [];
        let now = 0;
        for (const step of steps) {
          now += step;
          const recent = allowed.filter((timestamp) => timestamp > now - 1000).length;
          const wait = limiter.take('a', rate, now);
          expect(wait === 0).toBe(recent < rate);
          if (wait === 0) allowed.push(now);
        }
      }),
    );
  });

  test('evicts the least recently seen client over the limit', () => {
    const limiter = new RateLimiter(2);
    limiter.take('a', 1, 0);
    limiter.take('b', 1, 0);
    expect(limiter.take('a', 1, 1)).toBe(999);
    limiter.take('c', 1, 2);
    expect(limiter.clients).toBe(2);
    expect(limiter.take('a', 1, 3)).toBe(997);
    expect(limiter.take('b', 1, 4)).toBe(0);
  });
});

test.each([
  ['192.0.2.7', '192.0.2.7'],
  ['::ffff:192.0.2.7', '192.0.2.7'],
  ['192.0.2.7:50123', '192.0.2.7'],
  ['[2001:db8:1:2:3:4:5:6]:50123', '2001:db8:1:2'],
  ['[2001:db8::1]', '2001:db8:0:0'],
  ['::1', '0:0:0:0'],
  ['::', '0:0:0:0'],
  ['2001:db8::1', '2001:db8:0:0'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2'],
  ['2001:db8:1:2::', '2001:db8:1:2'],
  ['fe80::1:2:3:4:5', 'fe80:0:0:1'],
  [undefined, 'disconnected'],
])('the network of %s is %s', (address, network) => {
  expect(networkOf(address)).toBe(network);
});
