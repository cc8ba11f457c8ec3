import { createHash } from 'node:crypto';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { documentedOperations } from '#contract/served-operations.ts';
import { html } from '#service/site/html.ts';
import { buildHttpApp } from '#testing/service/http-app.ts';
import { docsPage } from './docs-page.ts';
import { formatJson } from './examples.ts';
import { type ApiDescription, describeApi } from './openapi.ts';

let described: ApiDescription;
let page: string;
beforeAll(() => {
  described = describeApi(['stonfi', 'dedust']);
  page = docsPage(described, { rateLimit: 50, hasKeys: false });
});

test('every operation has a section with its path and an example', () => {
  for (const { name, path } of Object.values(documentedOperations)) {
    const start = page.indexOf(`<h3 id="${name}">`);
    const section = page.slice(start, page.indexOf('</section>', start));
    expect(section.replaceAll('<wbr>', '')).toContain(path);
    expect(section).toContain('curl ');
  }
});

test('every internal link has a target', () => {
  const ids = new Set(Array.from(page.matchAll(/ id="([^"]+)"/g), ([, id]) => id));
  const targets = Array.from(page.matchAll(/href="#([^"]+)"/g), ([, id]) => id);
  expect(targets.length).toBeGreaterThan(100);
  expect(targets.filter((target) => !ids.has(target))).toEqual([]);
});

test('fields with an enumeration list its values', () => {
  const [, type] = /<dt><code>division<\/code> <span class="type">(.*?)<\/span>/.exec(page) ?? [];
  expect(type).toBe('<code>linear</code> | <code>logarithmic</code>, default &quot;linear&quot;');
});

test('describes the rate limit and plans of this service', () => {
  expect(page).toContain('Up to 50 requests per second');
  expect(page).toContain('This service does not use API keys');
  const withKeys = docsPage(described, { rateLimit: 0, hasKeys: true });
  expect(withKeys).toContain('Requests are not rate limited');
  expect(withKeys).toContain('Authorization: Bearer KEY');
});

test('is served without scripts or external resources', async () => {
  const app = await buildHttpApp();
  const { statusCode, headers, body } = await app.inject({
    url: '/docs',
    headers: { host: 'jetscope.example' },
  });
  expect({ status: statusCode, type: headers['content-type'] }).toEqual({
    status: 200,
    type: 'text/html; charset=utf-8',
  });
  expect(body).toContain('curl -G &#39;http://jetscope.example/v1/jettons/trust-score&#39;');
  expect(body).not.toMatch(/<script|<link|<img|<iframe|src=|@import|url\(|style="|{base_url}/);
  const [, style = ''] = /<style>([^<]*)<\/style>/.exec(body) ?? [];
  const hash = createHash('sha256').update(style).digest('base64');
  expect(headers['content-security-policy']).toContain(`default-src 'none'; style-src 'sha256-${hash}'`);
  await app.close();
});

describe('markup', () => {
  test('escapes text but not markup', () => {
    const name = `<b title="x">&'`;
    expect(html`<p>${name}${html`<i>${7}</i>`}${[name, undefined]}</p>`.text).toBe(
      '<p>&lt;b title=&quot;x&quot;&gt;&amp;&#39;<i>7</i>&lt;b title=&quot;x&quot;&gt;&amp;&#39;</p>',
    );
  });

  test('JSON values that fit stay on one line', () => {
    const value = { price: { value: '663878185', decimals: 9 }, list: ['x'.repeat(50), 1], none: {} };
    const text = formatJson(value);
    expect(JSON.parse(text)).toEqual(value);
    expect(text.split('\n')).toEqual([
      '{',
      '  "price": { "value": "663878185", "decimals": 9 },',
      '  "list": [',
      `    "${'x'.repeat(50)}",`,
      '    1',
      '  ],',
      '  "none": {}',
      '}',
    ]);
  });
});

describe('responses', () => {
  let app: FastifyInstance;
  beforeAll(async () => {
    app = await buildHttpApp();
  });
  afterAll(() => app.close());

  async function get(url: string, headers: Record<string, string> = {}) {
    const { statusCode, headers: sent, rawPayload } = await app.inject({ url, headers });
    return { status: statusCode, headers: sent, bytes: rawPayload };
  }

  const decoders = { br: brotliDecompressSync, gzip: gunzipSync } as const;

  test.each(['/docs', '/openapi.json'])('%s is the same in every encoding', async (url) => {
    const plain = await get(url);
    expect(plain).toMatchObject({ status: 200, headers: { vary: 'accept-encoding' } });
    expect(plain.headers['content-encoding']).toBeUndefined();
    for (const encoding of ['br', 'gzip'] as const) {
      const { headers, bytes } = await get(url, { 'accept-encoding': encoding });
      expect(headers).toMatchObject({
        'content-encoding': encoding,
        'content-length': String(bytes.length),
        'content-type': plain.headers['content-type'],
        etag: plain.headers.etag,
      });
      expect(decoders[encoding](bytes).equals(plain.bytes)).toBe(true);
    }
    const again = await get(url, { 'if-none-match': String(plain.headers.etag), 'accept-encoding': 'br' });
    expect([again.status, again.bytes.length]).toEqual([304, 0]);
  });

  test('too many new hosts get the documents with the fallback base URL', async () => {
    vi.useFakeTimers({ toFake: ['performance'] });
    const fresh = await buildHttpApp();
    const responses = await Promise.all(
      Array.from({ length: 50 }, (_, index) =>
        fresh.inject({ url: '/openapi.json', headers: { host: `host-${index}.example` } }),
      ),
    );
    const urls: string[] = responses.map(({ body }) => JSON.parse(body).servers[0].url);
    expect(urls.filter((url) => url.includes('host-'))).toHaveLength(4);
    expect(new Set(urls).size).toBe(5);
    expect(urls).toContain('http://127.0.0.1:8080');
    await fresh.close();
    vi.useRealTimers();
  });
});
