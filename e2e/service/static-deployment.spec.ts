import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import type { Server } from 'node:http';
import { createStaticServer } from '#e2e/support/static-server.ts';
import { expect, test } from '#e2e/support/test.ts';
import { freePort } from '#testing/service/free-ports.ts';

const pages: Server[] = [];

/** Serves the built page on a free port and returns its origin. */
async function deploy(settings: object, headers: Readonly<Record<string, string>> = {}): Promise<string> {
  const port = await freePort();
  const server = createStaticServer(settings, headers).listen(port, '127.0.0.1');
  pages.push(server);
  await once(server, 'listening');
  return `http://127.0.0.1:${port}`;
}

test.afterEach(() => {
  for (const page of pages.splice(0)) {
    page.closeAllConnections();
    page.close();
  }
});

test('pages have a social image with any web server', async ({ request, baseURL }) => {
  const card = async (origin: string) => {
    const page = await (await request.get(`${origin}/`)).text();
    const image = /property="og:image" content="([^"]*)"/.exec(page)?.[1] ?? '';
    const response = await request.get(new URL(image, origin).href);
    expect(response.headers()['content-type']).toBe('image/png');
    const bytes = await response.body();
    // Width and height are in the PNG header.
    expect([bytes.readUInt32BE(16), bytes.readUInt32BE(20)]).toEqual([1200, 630]);
    return image;
  };
  // Only the service can use an absolute URL.
  expect(await card(baseURL ?? '')).toBe(`${baseURL}/social-card.png`);
  expect(await card(await deploy({}))).toBe('/social-card.png');
});

test('names invalid settings and uses their defaults', async ({ page, baseURL }) => {
  const origin = await deploy({ baseUrl: baseURL, requestsPerSecond: 'many', explorer: 'javascript:1' });
  await page.goto(origin);
  await expect(page.getByRole('grid', { name: 'Jettons' }).getByRole('link').first()).toBeVisible();
  await expect(
    page.getByText('Invalid in config.json, using defaults: requestsPerSecond, explorer'),
  ).toBeVisible();
});

test('a problem is reported to the tracker of config.json with the version of the build', async ({
  page,
  baseURL,
}) => {
  const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string };
  const newIssueUrl = 'https://tracker.example/owner/name/issues/new';
  await page.goto(`${await deploy({ baseUrl: baseURL, newIssueUrl })}/compare`);
  await page.getByRole('button', { name: /^Data sources/ }).click();
  const link = page.getByRole('link', { name: 'Report a problem' });
  const browser = await page.evaluate(() => navigator.userAgent);
  const parameters = new URLSearchParams({ template: 'bug.yml', screen: '/compare', version, browser });
  await expect(link).toHaveAttribute('href', `${newIssueUrl}?${parameters}`);
});

test('a static build uses the service of its config.json', async ({ page, baseURL }) => {
  const service = baseURL ?? '';
  const policy = `default-src 'self'; img-src 'self' https: data: ${service}; connect-src 'self' ${service}`;
  const settings = { baseUrl: `${service}/`, explorer: 'https://explorer.example/{address}' };
  const origin = await deploy(settings, { 'content-security-policy': policy });
  const requestedUrls: string[] = [];
  page.on('request', (request) => requestedUrls.push(request.url()));
  await page.goto(origin);
  const jetton = page.getByLabel('Jettons', { exact: true }).locator('a[href^="/jetton/"]').first();
  await expect(jetton).toBeVisible();
  const api = requestedUrls.filter((url) => new URL(url).pathname.startsWith('/v1/'));
  expect(api.length).toBeGreaterThan(0);
  expect(api.every((url) => url.startsWith(`${service}/v1/`))).toBe(true);
  const read = requestedUrls.indexOf(`${origin}/config.json`);
  expect(read).toBeGreaterThanOrEqual(0);
  expect(read).toBeLessThan(requestedUrls.indexOf(api[0] ?? ''));

  const path = await jetton.getAttribute('href');
  await page.goto(origin + path);
  await expect(page.getByRole('link', { name: 'Explorer' })).toHaveAttribute(
    'href',
    `https://explorer.example/${path?.split('/').at(-1)}`,
  );
});
