import { gridRow } from '#e2e/support/grid.ts';
import { holdRequests } from '#e2e/support/hold-requests.ts';
import { expect, test } from '#e2e/support/test.ts';

/** Bytes of the page and everything else that the shell may wait for. */
const SHELL_BUDGET = 20_000;

for (const path of ['/', '/watchlist', '/compare']) {
  test(`the shell of ${path} needs neither scripts, fonts nor data, and less than 20 kB`, async ({
    page,
  }) => {
    const client = await page.context().newCDPSession(page);
    await client.send('Network.enable');
    let received = 0;
    client.on('Network.loadingFinished', ({ encodedDataLength }) => {
      received += encodedDataLength;
    });
    const release = await holdRequests(page, /\.(js|woff2)$|\/assets\/app-|\/v1\//);
    // The only script that runs before the first paint.
    await page.route('**/first-paint.js', (route) => route.continue());
    await page.goto(path, { waitUntil: 'commit' });
    const shell = page.getByText('Jetscope', { exact: true });
    await expect(shell).toBeVisible();
    await expect(page.getByText('Loading…')).toBeAttached();
    await expect(page.locator('#root > [aria-busy=true]')).toHaveCSS('display', 'flex');
    const placeholderSize = path === '/compare' ? '100% 72px' : /\b32px$/;
    await expect(page.locator('.shell-rows')).toHaveCSS('background-size', placeholderSize);
    expect(received).toBeGreaterThan(0);
    expect(received).toBeLessThan(SHELL_BUDGET);
    release();
    await expect(page.getByRole('link', { name: 'Jetscope' })).toBeVisible();
    await expect(page.locator('#root > [aria-busy=true]')).toHaveCount(0);
  });
}

test('at 400 kbit/s, the shell is followed by rows', async ({ page }) => {
  test.slow();
  const client = await page.context().newCDPSession(page);
  await client.send('Network.enable');
  await client.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 100,
    downloadThroughput: 50_000,
    uploadThroughput: 50_000,
  });
  await page.addInitScript(() => {
    new PerformanceObserver((list) => {
      const [paint] = list.getEntriesByName('first-contentful-paint');
      if (!paint) return;
      const scripts = performance
        .getEntriesByType('resource')
        .filter(({ name }) => /\/assets\/.*\.js$/.test(name));
      Reflect.set(globalThis, 'scriptsAtFirstPaint', scripts.length);
    }).observe({ type: 'paint', buffered: true });
  });
  await page.goto('/', { waitUntil: 'commit' });
  await expect(gridRow(page, 0)).toBeVisible({ timeout: 40_000 });
  // Entries exist only for completed resources: no script was complete at the first paint.
  expect(await page.evaluate(() => Reflect.get(globalThis, 'scriptsAtFirstPaint'))).toBe(0);
});

test('the shell stays until the code of the page has arrived', async ({ page }) => {
  const code = /\/assets\/watchlist-page-.*\.js$/;
  const requested = page.waitForRequest(code);
  const release = await holdRequests(page, code);
  await page.goto('/watchlist', { waitUntil: 'commit' });
  await requested;
  await expect(page.getByText('Jetscope', { exact: true })).toBeVisible();
  release();
  await expect(page.getByRole('link', { name: 'Jetscope' })).toBeVisible();
});
