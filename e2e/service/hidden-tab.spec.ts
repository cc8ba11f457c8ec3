import { expect, test } from '#e2e/support/test.ts';

declare global {
  var isTabHidden: boolean;
}

test('a hidden tab sends no requests until it becomes visible', async ({ page }) => {
  await page.addInitScript(() => {
    globalThis.isTabHidden = true;
    Object.defineProperty(document, 'visibilityState', {
      get: () => (globalThis.isTabHidden ? 'hidden' : 'visible'),
    });
  });
  const requestedPaths: string[] = [];
  page.on('request', (request) => requestedPaths.push(new URL(request.url()).pathname));
  const configLoaded = page.waitForResponse('**/config.json');
  await page.goto('/', { waitUntil: 'networkidle' });
  await configLoaded;
  expect(requestedPaths.filter((path) => path.startsWith('/v1/') || path === '/status')).toEqual([]);

  await page.evaluate(() => {
    globalThis.isTabHidden = false;
    document.dispatchEvent(new Event('visibilitychange'));
  });
  const grid = page.getByLabel('Jettons', { exact: true });
  await expect(grid.locator('a[href^="/jetton/"]').first()).toBeVisible();
});
