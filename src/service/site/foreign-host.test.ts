import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { handlers } from '#service/operations/handlers.ts';
import type { Store } from '#service/store/database.ts';
import { importClock, importFiles } from '#testing/datasets/dataset-folder.ts';
import { addressOf, smallDataset } from '#testing/datasets/small-dataset.ts';
import { buildHttpApp, serviceOf } from '#testing/service/http-app.ts';
import { openTestStore } from '#testing/stores/test-store.ts';

const PAGES = ['/', `/jetton/${addressOf('a')}`, `/jetton/${addressOf('a')}/pool/${addressOf('c')}`];
const LOOPBACK = ['localhost', 'localhost:8080', 'LOCALHOST:1', '127.0.0.1:8080', '127.9.9.9', '[::1]:8080'];
const FOREIGN = ['evil.example', 'localhost.evil.example', '127.0.0.1.evil.example', '10.0.0.1', '[::2]:80'];

let store: Store;
let webRoot: string;
beforeAll(async () => {
  store = await openTestStore();
  await importFiles(store, smallDataset());
  webRoot = mkdtempSync(join(tmpdir(), 'jetscope-web-'));
  writeFileSync(
    join(webRoot, 'index.html'),
    readFileSync(new URL('../../../index.html', import.meta.url), 'utf8'),
  );
});
afterAll(async () => {
  await store.close();
  rmSync(webRoot, { recursive: true });
});

function build(environment = {}): Promise<FastifyInstance> {
  const service = serviceOf({ AS_OF: importClock.toISOString(), ...environment }, store);
  return buildHttpApp({ service, handlers, webRoot });
}

async function page(app: FastifyInstance, url: string, host: string): Promise<string> {
  return (await app.inject({ url, headers: { host, accept: 'text/html' } })).body;
}

function oembed(app: FastifyInstance, baseUrl: string, host: string) {
  const url = encodeURIComponent(`${baseUrl}${PAGES[1]}`);
  return app.inject({ url: `/oembed?url=${url}`, headers: { host } });
}

describe('without PUBLIC_URL', () => {
  let app: FastifyInstance;
  beforeAll(async () => {
    app = await build();
  });
  afterAll(() => app.close());

  test.each(LOOPBACK)('links use the Host %s', async (host) => {
    for (const url of PAGES)
      expect(await page(app, url, host)).toMatch(`property="og:image" content="http://${host}/social-card`);
    expect(await page(app, PAGES[1] ?? '', host)).toContain(`rel="canonical" href="http://${host}/jetton/`);
    expect((await oembed(app, `http://${host}`, host)).statusCode).toBe(200);
  });

  test.each(FOREIGN)('links do not use the Host %s', async (host) => {
    for (const url of PAGES) {
      const body = await page(app, url, host);
      expect(body).not.toContain(host);
      expect(body).not.toMatch(/rel="canonical"|og:url|oembed/);
      expect(body).toContain('property="og:image" content="/social-card');
    }
    expect((await oembed(app, `http://${host}`, host)).statusCode).toBe(404);
  });
});

test('responses of the API with links of another Host are not stored by shared caches', async () => {
  const [app, configured] = [await build(), await build({ PUBLIC_URL: 'https://jetscope.example' })];
  for (const url of [`/v1/jettons/${addressOf('a')}/markets`, '/feeds/screen.atom']) {
    const cacheControl = async (of: FastifyInstance, host: string) =>
      (await of.inject({ url, headers: { host } })).headers['cache-control'];
    for (const host of FOREIGN) {
      expect(await cacheControl(app, host)).toMatch(/^private/);
      expect(await cacheControl(configured, host)).toMatch(/^public/);
    }
    for (const host of LOOPBACK) expect(await cacheControl(app, host)).toMatch(/^public/);
  }
  await app.close();
  await configured.close();
});

test('PUBLIC_URL takes precedence over the Host header', async () => {
  const app = await build({ PUBLIC_URL: 'https://jetscope.example' });
  for (const host of ['evil.example', 'localhost']) {
    const body = await page(app, PAGES[1] ?? '', host);
    expect(body).toContain('rel="canonical" href="https://jetscope.example/jetton/');
    expect(body).not.toContain(host);
    expect((await oembed(app, 'https://jetscope.example', host)).statusCode).toBe(200);
    expect((await oembed(app, `http://${host}`, host)).statusCode).toBe(404);
  }
  await app.close();
});
