import { once } from 'node:events';
import { createServer, request as httpRequest, type Server } from 'node:http';
import { text } from 'node:stream/consumers';
import type { Page } from '@playwright/test';
import { pagePaths } from '#contract/page-links.ts';
import { gridRow } from '#e2e/support/grid.ts';
import { storedPaths } from '#e2e/support/stored-paths.ts';
import { expect, test } from '#e2e/support/test.ts';
import { freePort } from '#testing/service/free-ports.ts';
import { timeLimit } from '#testing/time-limit.ts';

test.use({ serviceWorkers: 'allow', expectedErrors: [/Failed to load resource|net::ERR_/] });

/** Gives all assets that a file names other names, and marks the document. */
function nextVersion(file: string): string {
  return file
    .replaceAll('assets/', 'assets/next-')
    .replaceAll(/(["'`]\.\/)(?=[\w.-]+\.(?:js|css)["'`])/g, '$1next-')
    .replace('<html ', '<html data-version="next" ');
}

/** A gateway in front of the service, which can be switched off, and serves another version of the page. */
class Gateway {
  readonly origin: string;
  settings: Readonly<Record<string, unknown>> = {};
  isNextVersion = false;
  readonly #service: string;
  #server: Server | undefined;

  constructor(port: number, service: string) {
    this.origin = `http://127.0.0.1:${port}`;
    this.#service = service;
  }

  async start(): Promise<void> {
    this.#server = createServer((incoming, outgoing) => {
      if (incoming.url === '/config.json') {
        outgoing.end(JSON.stringify(this.settings));
        return;
      }
      const path = incoming.url?.replace('/assets/next-', '/assets/');
      // Without a condition, which the former version would meet, and uncompressed, to be changed.
      const headers = { ...incoming.headers, 'accept-encoding': 'identity', 'if-none-match': '' };
      const forwarded = httpRequest(this.#service + path, { method: incoming.method, headers }, (answer) => {
        const { 'content-length': _, ...others } = answer.headers;
        outgoing.writeHead(answer.statusCode ?? 502, others);
        const isText = /html|javascript|css/.test(answer.headers['content-type'] ?? '');
        if (this.isNextVersion && isText) void text(answer).then((body) => outgoing.end(nextVersion(body)));
        else answer.pipe(outgoing);
      });
      forwarded.on('error', () => outgoing.destroy());
      incoming.pipe(forwarded);
    }).listen(Number(new URL(this.origin).port), '127.0.0.1');
    await once(this.#server, 'listening');
  }

  async stop(): Promise<void> {
    const server = this.#server;
    this.#server = undefined;
    if (!server) return;
    server.closeAllConnections();
    server.close();
    await once(server, 'close');
  }
}

let gateway: Gateway;
test.beforeEach(async ({ baseURL }) => {
  gateway = new Gateway(await freePort(), baseURL ?? '');
  await gateway.start();
});
test.afterEach(() => gateway.stop());

/** Opens a page and waits until it is stored. */
async function openStored(page: Page, path: string): Promise<void> {
  await page.goto(gateway.origin + path);
  await expect.poll(() => storedPaths(page), { timeout: timeLimit(20_000) }).toContain('/');
}

test('without a network, a page opens, says so, and loads its rows once there is one', async ({ page }) => {
  await openStored(page, '/');
  await expect(gridRow(page, 0)).toBeVisible();
  await gateway.stop();
  await page.reload();
  await expect(page.getByText(/^Offline\./)).toBeVisible();
  await page.goto(`${gateway.origin}/?sort=holders`);
  await expect(page.getByText(/^Offline\./)).toBeVisible();
  await expect(gridRow(page, 0)).toHaveCount(0);
  await gateway.start();
  await expect(gridRow(page, 0)).toBeVisible({ timeout: timeLimit(60_000) });
  await expect(page.getByText(/^Offline\./)).toHaveCount(0);
});

test('without a network, every page opens and says so', async ({ page }) => {
  await openStored(page, '/');
  await gateway.stop();
  for (const path of Object.values(pagePaths).filter((one) => !one.includes('$'))) {
    await page.goto(gateway.origin + path);
    // Parts that were never opened are not stored.
    await expect(page.getByText(/^Offline\.|^Couldn't load this section\./).first(), path).toBeVisible();
  }
});

test('only files of the page are stored, no data and no images', async ({ page }) => {
  await openStored(page, '/');
  await expect(gridRow(page, 0)).toBeVisible();
  await gridRow(page, 0).getByRole('link').click();
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  // The part of the page that has just been loaded.
  await expect.poll(async () => (await storedPaths(page)).join()).toContain('/assets/jetton-page-');
  const others = (await storedPaths(page)).filter((path) => !/^\/assets\/[\w.-]+$/.test(path));
  expect(others.toSorted()).toEqual([
    '/',
    '/config.json',
    '/favicon.svg',
    '/first-paint.js',
    '/old-browser.js',
  ]);
  // Other pages of the service are not answered by the dashboard.
  await gateway.stop();
  await expect(page.goto(`${gateway.origin}/docs`)).rejects.toThrow('ERR_CONNECTION_REFUSED');
});

test('a new version replaces the stored one with the next load', async ({ page }) => {
  const version = () => page.evaluate(() => document.documentElement.dataset.version);
  await openStored(page, '/');
  expect(await version()).toBeUndefined();
  gateway.isNextVersion = true;
  await page.reload();
  expect(await version()).toBe('next');
  await expect
    .poll(async () =>
      (await storedPaths(page)).filter((path) => !path.startsWith('/assets/next-')).toSorted(),
    )
    .toEqual(['/', '/config.json', '/favicon.svg', '/first-paint.js', '/old-browser.js']);
  await gateway.stop();
  await page.reload();
  expect(await version()).toBe('next');
  await expect(page.getByText(/^Offline\./)).toBeVisible();
});

test('operators can switch the stored page off', async ({ page }) => {
  await openStored(page, '/');
  gateway.settings = { offlinePage: false };
  await page.reload();
  await expect.poll(() => storedPaths(page)).toEqual([]);
  const registrations = () =>
    page.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).length);
  await expect.poll(registrations).toBe(0);
});
