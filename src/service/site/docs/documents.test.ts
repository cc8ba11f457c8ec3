import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { buildHttpApp } from '#testing/service/http-app.ts';

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
