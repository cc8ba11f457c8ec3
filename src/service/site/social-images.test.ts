import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { TON_ADDRESS, toUserFriendly } from '#contract/address.ts';
import { errorBodyOf } from '#contract/errors.ts';
import { handlers } from '#service/operations/handlers.ts';
import type { Store } from '#service/store/database.ts';
import { importClock, importFiles } from '#testing/datasets/dataset-folder.ts';
import { addressOf, smallDataset } from '#testing/datasets/small-dataset.ts';
import { buildHttpApp, serviceOf } from '#testing/service/http-app.ts';
import { examplePageSummary } from '#testing/service/page-summary.ts';
import { openTestStore } from '#testing/stores/test-store.ts';
import { type CardContent, createCardContent } from './card-content.ts';
import { cacheRenderedCards } from './social-images.ts';

const [alpha, beta, pool] = [addressOf('a'), addressOf('b'), addressOf('c')];
const service = (store: Store, environment = {}) =>
  serviceOf({ AS_OF: importClock.toISOString(), ...environment }, store);

let store: Store;
let webRoot: string;
let app: FastifyInstance;
beforeAll(async () => {
  store = await openTestStore();
  await importFiles(store, smallDataset());
  webRoot = mkdtempSync(join(tmpdir(), 'jetscope-web-'));
  writeFileSync(
    join(webRoot, 'index.html'),
    readFileSync(new URL('../../../index.html', import.meta.url), 'utf8'),
  );
  app = await buildHttpApp({ service: service(store), handlers, webRoot });
});
afterAll(async () => {
  await app.close();
  await store.close();
  rmSync(webRoot, { recursive: true });
});

async function getImage(path: string) {
  const { statusCode, headers, rawPayload } = await app.inject(`/social-card/${path}.png`);
  expect(statusCode).toBe(200);
  return { headers, bytes: rawPayload, text: rawPayload.toString('base64') };
}

test.each([toUserFriendly(alpha), `${toUserFriendly(alpha)}/pool/${toUserFriendly(pool)}`])(
  '%s is a cacheable PNG of 1200 by 630 pixels',
  async (path) => {
    const { headers, bytes } = await getImage(path);
    expect(bytes.subarray(1, 4).toString()).toBe('PNG');
    expect([bytes.readUInt32BE(16), bytes.readUInt32BE(20)]).toEqual([1200, 630]);
    expect(headers).toMatchObject({
      'content-type': 'image/png',
      'content-length': String(bytes.length),
      'cache-control': 'public, max-age=300',
      'cross-origin-resource-policy': 'cross-origin',
      'x-content-type-options': 'nosniff',
    });
    const url = `/social-card/${path}.png`;
    const again = await app.inject({ url, headers: { 'if-none-match': String(headers.etag) } });
    expect({ status: again.statusCode, body: again.body }).toEqual({ status: 304, body: '' });
    const head = await app.inject({ method: 'HEAD', url });
    expect({ status: head.statusCode, length: head.headers['content-length'], body: head.body }).toEqual({
      status: 200,
      length: String(bytes.length),
      body: '',
    });
  },
);

test('all forms of an address return the same image; other jettons and pools have other images', async () => {
  const { text } = await getImage(alpha);
  for (const spelling of [alpha.toUpperCase(), encodeURIComponent(alpha), toUserFriendly(alpha)])
    expect((await getImage(spelling)).text).toBe(text);
  const others = [await getImage(beta), await getImage(`${alpha}/pool/${pool}`)];
  expect(new Set([text, ...others.map((other) => other.text)]).size).toBe(3);
});

test('the image changes with the data', async () => {
  const before = await getImage(beta);
  await store.db.execute(sql`update jetton set verification = 'JVS_SCAM' where address = ${beta}`);
  const after = await getImage(beta);
  expect(after.text).not.toBe(before.text);
  expect(after.headers.etag).not.toBe(before.headers.etag);
});

test.each([
  ['an unknown jetton', addressOf('f')],
  ['an unknown pool', `${alpha}/pool/${addressOf('f')}`],
  ['a pool of another jetton', `${beta}/pool/${pool}`],
  ['an invalid address', 'alpha'],
  ['an invalid pool address', `${alpha}/pool/alpha`],
  ['a missing pool address', `${alpha}/pool`],
])('%s: 404', async (_, path) => {
  const { statusCode, headers, body } = await app.inject({
    url: `/social-card/${path}.png`,
    headers: { accept: 'text/html' },
  });
  expect({ status: statusCode, body: JSON.parse(body) }).toEqual({ status: 404, body: errorBodyOf(404) });
  expect(headers['cache-control']).toBe('no-store');
});

test.each([`/jetton/${alpha}`, `/jetton/${alpha}/pool/${toUserFriendly(pool)}`])(
  'the og:image of %s exists',
  async (url) => {
    const { body } = await app.inject({ url, headers: { accept: 'text/html' } });
    const [, imagePath = ''] =
      /<meta property="og:image" content="http:\/\/localhost:80([^"]*)"/.exec(body) ?? [];
    expect(imagePath).toMatch(/^\/social-card\/EQ[^/]{46}(\/pool\/EQ[^/]{46})?\.png$/);
    expect((await app.inject(imagePath)).headers['content-type']).toBe('image/png');
    for (const tag of [
      'property="og:image:width" content="1200"',
      'property="og:image:height" content="630"',
      'name="twitter:card" content="summary_large_image"',
    ])
      expect(body).toContain(tag);
    expect(body).toMatch(/og:image:alt" content="[^"]*A(lpha|LPHA)[^"]* 7 days\."/);
  },
);

test.each([
  ['a jetton', `/jetton/${alpha}`, 200],
  ['an unknown jetton', `/jetton/${addressOf('f')}`, 404],
  ['an unknown pool', `/jetton/${alpha}/pool/${addressOf('f')}`, 404],
  ['a pool of another jetton', `/jetton/${beta}/pool/${pool}`, 404],
  ['TON', `/jetton/${TON_ADDRESS}`, 200],
])('the page of %s is sent with the correct status', async (_, url, status) => {
  const first = await app.inject({ url, headers: { accept: 'text/html' } });
  expect(first.statusCode).toBe(status);
  expect(first.body).toContain('<div id="root">');
  const again = await app.inject({
    url,
    headers: { accept: 'text/html', 'if-none-match': String(first.headers.etag) },
  });
  expect(again.statusCode).toBe(status === 200 ? 304 : status);
});

const oembed = async (parameters: Record<string, string>) =>
  app.inject(`/oembed?${new URLSearchParams(parameters)}`);

test('oEmbed respects the requested size and the chart parameters of the link', async () => {
  const url = `http://localhost:80/jetton/${alpha}/pool/${pool}?type=area&range=30d&currency=eur`;
  const { width, height, html } = JSON.parse((await oembed({ url, maxwidth: '50', maxheight: '30' })).body);
  expect([width, height]).toEqual([50, 30]);
  expect(html).toContain(`/${toUserFriendly(pool)}?type=area&amp;range=30d"`);
  expect((await oembed({ url, maxwidth: '0' })).statusCode).toBe(400);
});

test('oEmbed returns a link for a jetton without a chart', async () => {
  const { statusCode, body } = await oembed({ url: `http://localhost:80/jetton/${beta}` });
  expect(statusCode).toBe(200);
  expect(JSON.parse(body)).toMatchObject({ type: 'link', title: 'Beta (BETA)', thumbnail_width: 1200 });
  expect((await oembed({ url: `http://localhost:80/jetton/${beta}`, maxwidth: '0' })).statusCode).toBe(400);
  expect((await oembed({ url: `http://localhost:80/jetton/${addressOf('f')}` })).statusCode).toBe(404);
});

test('oEmbed has a thumbnail if it fits the requested size', async () => {
  const url = `http://localhost:80/jetton/${alpha}`;
  const getOembed = async (more: Record<string, string>) => JSON.parse((await oembed({ url, ...more })).body);
  const thumbnail = {
    thumbnail_url: `http://localhost:80/social-card/${toUserFriendly(alpha)}.png`,
    thumbnail_width: 1200,
    thumbnail_height: 630,
  };
  expect(await getOembed({})).toMatchObject(thumbnail);
  expect(await getOembed({ maxwidth: '1200', maxheight: '630' })).toMatchObject(thumbnail);
  for (const small of [{ maxwidth: '1199' }, { maxheight: '629' }])
    expect(Object.keys(await getOembed(small)).filter((name) => name.startsWith('thumbnail'))).toEqual([]);
});

test('concurrent requests render the image once and are rate limited', async () => {
  let renderCount = 0;
  const renderSocialImage = async () => {
    renderCount += 1;
    return Buffer.from('image');
  };
  const limited = await buildHttpApp({ service: service(store, { RATE_LIMIT: '5' }), renderSocialImage });
  const url = `/social-card/${alpha}.png`;
  const responses = await Promise.all(Array.from({ length: 7 }, () => limited.inject(url)));
  const statuses = responses.map(({ statusCode }) => statusCode);
  expect(statuses.toSorted((a, b) => a - b)).toEqual([200, 200, 200, 200, 200, 429, 429]);
  expect(renderCount).toBe(1);
  await limited.close();
});

test('if rendering fails, the client is redirected to the default image', async () => {
  const renderSocialImage = async () => {
    throw new Error('no canvas for this machine');
  };
  const failing = await buildHttpApp({ service: service(store, { LOG_LEVEL: 'silent' }), renderSocialImage });
  const { statusCode, headers } = await failing.inject(`/social-card/${alpha}.png`);
  expect({ statusCode, location: headers.location, cached: headers['cache-control'] }).toEqual({
    statusCode: 302,
    location: '/social-card.png',
    cached: 'no-store',
  });
  await failing.close();
});

describe('cacheRenderedCards', () => {
  function contentOf(symbol: string): CardContent {
    const summary = examplePageSummary({ symbol });
    return createCardContent({
      summary,
      nativeSymbol: 'GRAM',
      address: `0:${'a'.repeat(64)}`,
      poolAddress: undefined,
      line: [],
      now: new Date(0),
    });
  }

  /** A cache whose images contain the symbol, and the symbols rendered so far. */
  function createCache(maxCached?: number) {
    const rendered: string[] = [];
    let concurrent = 0;
    const render = cacheRenderedCards(async ({ pair }) => {
      concurrent += 1;
      expect(concurrent).toBe(1);
      const [[symbol] = ['']] = pair;
      rendered.push(symbol);
      await new Promise(setImmediate);
      concurrent -= 1;
      if (symbol === 'BAD') throw new Error('not rendered');
      return Buffer.from(symbol);
    }, maxCached);
    return { rendered, get: async (symbol: string) => String(await render(contentOf(symbol))) };
  }

  test('equal content is rendered once, for concurrent and later requests', async () => {
    const { rendered, get } = createCache();
    expect(await Promise.all(['A', 'B', 'A', 'A'].map(get))).toEqual(['A', 'B', 'A', 'A']);
    expect(await get('B')).toBe('B');
    expect(rendered).toEqual(['A', 'B']);
  });

  test('the least recently used images are evicted', async () => {
    const { rendered, get } = createCache(2);
    for (const symbol of ['A', 'B', 'A', 'C', 'A', 'B']) await get(symbol);
    expect(rendered).toEqual(['A', 'B', 'C', 'B']);
  });

  test('an error is not cached and does not affect other images', async () => {
    const { rendered, get } = createCache();
    const images = [get('BAD'), get('A')];
    await expect(images[0]).rejects.toThrow('not rendered');
    expect(await images[1]).toBe('A');
    await expect(get('BAD')).rejects.toThrow('not rendered');
    expect(rendered).toEqual(['BAD', 'A', 'BAD']);
  });
});
