import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import type { FastifyInstance, InjectOptions } from 'fastify';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { errorBodyOf } from '#contract/errors.ts';
import { buildHttpApp } from '#testing/service/http-app.ts';

const webRoot = mkdtempSync(join(tmpdir(), 'jetscope-web-'));
mkdirSync(join(webRoot, 'assets'));
const page = '<!doctype html><title>Jetscope</title><meta property="og:image" content="/social-card.png">';
const script = `const rows = [${'0, '.repeat(1000)}];`;
const embed = '<!doctype html><title>Chart</title>';
writeFileSync(join(webRoot, 'index.html'), page);
writeFileSync(join(webRoot, 'embed.html'), embed);
writeFileSync(join(webRoot, 'config.json'), '{}');
writeFileSync(join(webRoot, 'assets/index-CRDUpn2f.js'), script);
writeFileSync(join(webRoot, 'assets/app-DGPemQxG.js'), script);
const compressed = brotliCompressSync(script);
writeFileSync(join(webRoot, 'assets/app-DGPemQxG.js.br'), compressed);

let app: FastifyInstance;
beforeAll(async () => {
  // The store is closed, so pages are sent without meta tags.
  app = await buildHttpApp({ webRoot, environment: { LOG_LEVEL: 'silent' } });
});
afterAll(async () => {
  await app.close();
  rmSync(webRoot, { recursive: true });
});

const html = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' };

async function request(options: InjectOptions) {
  const { statusCode, headers, body } = await app.inject(options);
  return { status: statusCode, headers, body };
}

async function requestError(options: InjectOptions) {
  const { status, headers, body } = await request(options);
  expect(headers['content-type']).toBe('application/json; charset=utf-8');
  expect(headers['cache-control']).toBe('no-store');
  return { status, body: JSON.parse(body) };
}

const notFound = { status: 404, body: { code: 5, message: 'not found', details: [] } };

describe('404', () => {
  test.each<[string, InjectOptions]>([
    ['an API path', { url: '/v1/nothing' }],
    ['an API path, in a browser', { url: '/v1/nothing', headers: html }],
    ['the API root, in a browser', { url: '/v1', headers: html }],
    ['a trailing slash', { url: '/v1/jettons/stats/' }],
    ['other letter case', { url: '/V1/Jettons/stats' }],
    ['another path, not in a browser', { url: '/nothing' }],
    ['a path under a document', { url: '/status/nothing', headers: html }],
    ['a missing file, in a browser', { url: '/nothing.js', headers: html }],
    ['a missing asset, in a browser', { url: '/assets/nothing', headers: html }],
    ['path traversal', { url: '/assets/%2e%2e/%2e%2e/package.json' }],
    ['a folder', { url: '/assets' }],
    ['a body for an unknown path', { method: 'POST', url: '/v1/nothing', payload: 'text' }],
    [
      'a malformed body for an unknown path',
      { method: 'POST', url: '/nothing', payload: '{', headers: { 'content-type': 'application/json' } },
    ],
    ['OPTIONS', { method: 'OPTIONS', url: '/v1/nothing' }],
  ])('%s', async (_, options) => {
    expect(await requestError(options)).toEqual(notFound);
  });
});

describe('405', () => {
  test.each<[InjectOptions, string]>([
    [{ method: 'GET', url: '/v1/jettons/metrics' }, 'POST, OPTIONS'],
    [{ method: 'DELETE', url: '/v1/jettons/stats?limit=1' }, 'POST, GET, HEAD, OPTIONS'],
    [{ method: 'POST', url: '/v1/jettons/trust-score', payload: 'text' }, 'GET, HEAD, OPTIONS'],
    [{ method: 'PUT', url: '/v1/jettons/0:ab/price', payload: '{' }, 'GET, HEAD, OPTIONS'],
    [{ method: 'PATCH', url: '/status' }, 'GET, HEAD, OPTIONS'],
    [{ method: 'POST', url: '/' }, 'GET, HEAD, OPTIONS'],
    [{ method: 'DELETE', url: '/healthz' }, 'GET, HEAD, OPTIONS'],
  ])('%o', async (options, allow) => {
    const { status, headers, body } = await request(options);
    expect({ status, allow: headers.allow }).toEqual({ status: 405, allow });
    expect(JSON.parse(body)).toEqual(errorBodyOf(405));
  });
});

describe('OPTIONS', () => {
  test('a preflight', async () => {
    const { status, headers, body } = await request({
      method: 'OPTIONS',
      url: '/v1/jettons/metrics',
      headers: {
        origin: 'https://elsewhere.example',
        'access-control-request-method': 'POST',
        'access-control-request-headers': 'authorization,content-type',
      },
    });
    expect({ status, body }).toEqual({ status: 204, body: '' });
    expect(headers).toMatchObject({
      'access-control-allow-origin': '*',
      'access-control-allow-methods': 'POST, OPTIONS',
      'access-control-allow-headers':
        'Authorization, Content-Type, If-None-Match, Last-Event-ID, Mcp-Protocol-Version, Jetscope-Position, *',
      'access-control-max-age': '86400',
    });
  });

  test('preflights are not limited', async () => {
    const limited = await buildHttpApp({ environment: { RATE_LIMIT: '1' } });
    const preflight = { method: 'OPTIONS', url: '/v1/jettons' } as const;
    const responses = [
      await limited.inject(preflight),
      await limited.inject(preflight),
      await limited.inject(preflight),
    ];
    expect(responses.map(({ statusCode }) => statusCode)).toEqual([204, 204, 204]);
    await limited.close();
  });
});

const jettonPath = '/jetton/EQCQZpelevHNsbw5IUtwSa4Cs8kqWww0KsYeDri9kwS18eCz';
const poolPath = `${jettonPath}/pool/0:${'c'.repeat(64)}`;
const embedPath = poolPath.replace('/jetton/', '/embed/').replace('/pool/', '/');
const json = { accept: 'application/json' };

describe('the dashboard', () => {
  const paths = ['/watchlist', '/compare', '/new', jettonPath, poolPath, embedPath];
  const spellings = ['/', ...paths, ...paths.map((path) => `${path}/`), `${jettonPath}?period=7d`];

  test.each(spellings)('is served at %s to clients that accept HTML', async (url) => {
    const [file, options] = url.startsWith('/embed') ? [embed, undefined] : [page, 'DENY'];
    for (const accept of [undefined, '*/*', 'text/*', 'TEXT/HTML', 'text/html;q=0.5, application/json'])
      for (const method of ['GET', 'HEAD'] as const) {
        const headers = accept === undefined ? {} : { accept };
        const { status, headers: sent, body } = await request({ method, url, headers });
        const expected = file.replace('/social-card', 'http://localhost:80/social-card');
        expect({ status, body }).toEqual({ status: 200, body: method === 'HEAD' ? '' : expected });
        expect(sent).toMatchObject({
          'content-type': 'text/html; charset=utf-8',
          'content-length': String(expected.length),
          'cache-control': 'no-cache',
          vary: 'accept, accept-encoding',
        });
        expect(sent['x-frame-options']).toBe(options);
      }
    expect(await requestError({ url, headers: json })).toEqual(notFound);
  });

  test('is protected against other origins', async () => {
    const { headers } = await request({ url: '/', headers: html });
    expect(headers).toMatchObject({
      'x-frame-options': 'DENY',
      'cross-origin-opener-policy': 'same-origin',
      'content-security-policy':
        "default-src 'self'; img-src 'self' https: data:; object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'",
    });
  });

  test.each([
    '/nothing',
    '/jetton',
    '/jetton/x',
    '/jetton/a.b',
    '/jetton/0:12/pool/0:12',
    `${jettonPath}/pool/nowhere`,
    '/pool/0:12?period=week',
  ])('responds 404 with a page for %s', async (url) => {
    const { status, body } = await request({ url, headers: html });
    expect({ status, isPage: body.startsWith('<!doctype html>') }).toEqual({ status: 404, isPage: true });
    expect(await requestError({ url, headers: json })).toEqual(notFound);
  });

  test.each(['/embed', '/embed/x', '/embed/x/y'])('responds 404 with the embed for %s', async (url) => {
    const { status, headers, body } = await request({ url, headers: html });
    expect({ status, body }).toMatchObject({ status: 404, body: expect.stringContaining('Chart') });
    expect(headers['x-frame-options']).toBeUndefined();
  });

  test('responds to an unknown path with a page only in browsers', async () => {
    expect(await requestError({ url: '/nothing', headers: { accept: '*/*' } })).toEqual(notFound);
  });

  test('responds 304 to clients that have the page', async () => {
    for (const url of ['/', '/watchlist']) {
      const { headers } = await request({ url, headers: html });
      const again = await request({ url, headers: { ...html, 'if-none-match': headers.etag } });
      expect({ status: again.status, body: again.body }).toEqual({ status: 304, body: '' });
    }
  });

  test('marks assets as immutable, but not config.json', async () => {
    const { headers } = await request({ url: '/assets/index-CRDUpn2f.js' });
    expect(headers['cache-control']).toBe('public, max-age=31536000, immutable');
    expect((await request({ url: '/config.json' })).headers['cache-control']).toBe('no-cache');
  });

  test('compresses assets', async () => {
    const { headers } = await request({
      url: '/assets/index-CRDUpn2f.js',
      headers: { 'accept-encoding': 'gzip, br' },
    });
    expect(headers).toMatchObject({ 'content-encoding': 'br', vary: 'accept-encoding' });
  });

  test('sends assets compressed by the build unchanged', async () => {
    const url = '/assets/app-DGPemQxG.js';
    const { headers, rawPayload } = await app.inject({ url, headers: { 'accept-encoding': 'gzip, br' } });
    expect(headers).toMatchObject({
      'cache-control': 'public, max-age=31536000, immutable',
      'content-encoding': 'br',
      'content-type': 'application/javascript; charset=utf-8',
      vary: 'accept-encoding',
    });
    expect(rawPayload).toEqual(compressed);
    expect((await request({ url })).body).toBe(script);
  });

  test('is 404 without a built dashboard', async () => {
    const bare = await buildHttpApp();
    const { statusCode, body } = await bare.inject({ url: '/', headers: html });
    expect({ status: statusCode, body: JSON.parse(body) }).toEqual(notFound);
    await bare.close();
  });
});
