import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { NotFoundError } from '#contract/errors.ts';
import { SerializedJson } from '#service/config/context.ts';
import { addressOf } from '#testing/datasets/small-dataset.ts';
import { buildHttpApp } from '#testing/service/http-app.ts';
import { ResponseCache } from './requests/response-cache.ts';

const HOLDERS = '/v1/jettons/0:906697a57af1cdb1bc39214b7049ae02b3c92a5b0c342ac61e0eb8bd9304b5f1/holders';
const long = JSON.stringify({ value: '7'.repeat(2000) });

let body = '{"value":"774"}';
const responses = new ResponseCache();
function setBody(next: string): void {
  body = next;
  responses.clear();
}

let app: FastifyInstance;
beforeAll(async () => {
  const image = {
    path: '/previews/{address}/dark.svg',
    renderer: {
      name: 'preview',
      render: async (_service: unknown, address: string) => {
        if (address !== addressOf('a')) throw new NotFoundError(address);
        return {
          variants: { dark: `<svg xmlns="http://www.w3.org/2000/svg"><title>${address}</title></svg>` },
        };
      },
    },
    variant: 'dark',
  };
  app = await buildHttpApp({
    handlers: { getJettonHolders: async () => new SerializedJson(body) },
    imageRoutes: [image],
    responses,
  });
});
afterAll(() => app.close());

async function get(headers: Record<string, string> = {}, url = HOLDERS) {
  const response = await app.inject({ url, headers });
  return { status: response.statusCode, headers: response.headers, body: response.body };
}

describe('ETag', () => {
  test('a client that has the body gets 304', async () => {
    const first = await get();
    const tag = String(first.headers.etag);
    expect(first).toMatchObject({ status: 200, body: '{"value":"774"}' });
    expect(tag).toMatch(/^W\/"[\w-]{27}"$/);
    for (const ifNoneMatch of [tag, tag.slice(2), `"other", ${tag}`, '*']) {
      const again = await get({ 'if-none-match': ifNoneMatch });
      expect({ ifNoneMatch, status: again.status, body: again.body }).toEqual({
        ifNoneMatch,
        status: 304,
        body: '',
      });
      expect(again.headers).toMatchObject({
        etag: tag,
        'cache-control': 'public, max-age=2',
        'cdn-cache-control': 'max-age=2, stale-while-revalidate=8',
        vary: 'accept-encoding',
      });
    }
  });

  test('HEAD returns the headers of GET, including Content-Length', async () => {
    const { headers, body: sent } = await get();
    const head = await app.inject({ method: 'HEAD', url: HOLDERS });
    expect(head.body).toBe('');
    expect(head.headers).toEqual({ ...headers, date: head.headers.date });
    expect(head.headers['content-length']).toBe(String(sent.length));
  });

  test('a changed body is sent with a new ETag', async () => {
    const tag = String((await get()).headers.etag);
    setBody('{"value":"775"}');
    const changed = await get({ 'if-none-match': tag });
    expect(changed).toMatchObject({ status: 200, body });
    expect(changed.headers.etag).not.toBe(tag);
  });

  test('a POST response has no ETag and is not cached', async () => {
    const { headers } = await app.inject({ method: 'POST', url: '/v1/jettons', body: {} });
    expect({ etag: headers.etag, cache: headers['cache-control'] }).toEqual({
      etag: undefined,
      cache: 'no-store',
    });
  });
});

describe('compression', () => {
  test.each([
    ['gzip, deflate, br', 'br'],
    ['gzip', 'gzip'],
    ['identity', undefined],
    ['compress', undefined],
  ])('%s: %s', async (accepted, encoding) => {
    setBody(long);
    const { headers, status } = await get({ 'accept-encoding': accepted });
    expect({ status, encoding: headers['content-encoding'], vary: headers.vary }).toEqual({
      status: 200,
      encoding,
      vary: 'accept-encoding',
    });
  });

  test('a small body is not compressed', async () => {
    setBody('{}');
    expect((await get({ 'accept-encoding': 'br' })).headers['content-encoding']).toBeUndefined();
  });

  test('all encodings share one ETag', async () => {
    setBody(long);
    const tag = (await get()).headers.etag;
    expect((await get({ 'accept-encoding': 'br' })).headers.etag).toBe(tag);
    expect((await get({ 'accept-encoding': 'gzip', 'if-none-match': String(tag) })).status).toBe(304);
  });
});

const common = {
  'access-control-allow-origin': '*',
  'access-control-expose-headers':
    'Date, ETag, Link, Retry-After, Jetscope-Position, Jetscope-Ignored-Parameters, Jetscope-Invalid-Parameters',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'cross-origin-resource-policy': 'cross-origin',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
};

describe('headers of every response', () => {
  test.each([
    [HOLDERS],
    ['/v1/nothing'],
    ['/v1/jettons/metrics'],
    ['/v1/jettons/%E0/price'],
    ['/v1/jettons/stats?limit=0'],
  ])('%s', async (url) => {
    const { headers } = await get({}, url);
    expect(headers).toMatchObject(common);
    expect(headers['strict-transport-security']).toBeUndefined();
  });

  test('HSTS is sent if PUBLIC_URL uses https', async () => {
    const secure = await buildHttpApp({ environment: { PUBLIC_URL: 'https://jetscope.example' } });
    const { headers } = await secure.inject(HOLDERS);
    expect(headers['strict-transport-security']).toBe('max-age=31536000');
    await secure.close();
  });
});

describe('rendered images', () => {
  test('are SVG with a policy that forbids scripts', async () => {
    const url = `/previews/${addressOf('a')}/dark.svg`;
    const image = await get({}, url);
    expect(image).toMatchObject({ status: 200, body: expect.stringContaining(addressOf('a')) });
    expect(image.headers).toMatchObject({
      ...common,
      'content-type': 'image/svg+xml',
      'cache-control': 'public, max-age=60',
      'content-security-policy':
        "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'; sandbox",
    });
    const again = await get({ 'if-none-match': String(image.headers.etag) }, url);
    expect(again.status).toBe(304);
  });

  test('return 404 for an unknown jetton', async () => {
    const { status, body: text } = await get({}, `/previews/${addressOf('b')}/dark.svg`);
    expect({ status, body: JSON.parse(text) }).toEqual({
      status: 404,
      body: { code: 5, message: 'not found', details: [] },
    });
  });
});
