import { expectAccessible } from '#e2e/support/accessibility.ts';
import { contentWidth, forEachAppearance } from '#e2e/support/appearance.ts';
import { expect, test } from '#e2e/support/test.ts';

test('the API documentation is accessible, fits in the window and is a single file', async ({ page }) => {
  test.slow();
  const requests: string[] = [];
  page.on('request', (request) => requests.push(new URL(request.url()).pathname));
  await page.goto('/docs');
  await expect(page.getByRole('heading', { name: 'getJettonMarketPriceHistory' })).toBeAttached();
  expect(requests).toEqual(['/docs']);
  await forEachAppearance(page, [1440, 1024, 390], async (width) => {
    expect(await contentWidth(page)).toBeLessThanOrEqual(width);
    await expectAccessible(page);
  });
});

test('links lead to operations and their types', async ({ page }) => {
  await page.goto('/docs');
  const operation = page.getByRole('region', { name: 'getJettons', exact: true });
  await page.getByRole('link', { name: 'getJettons', exact: true }).first().click();
  await expect(operation.getByRole('heading', { level: 3 })).toBeInViewport();
  await operation.getByRole('link', { name: 'JettonListFilter' }).click();
  await expect(page.getByRole('heading', { name: 'JettonListFilter' })).toBeInViewport();
});

test('the example requests work on this service', async ({ page, request }) => {
  await page.goto('/docs');
  const [command = ''] = await page.getByRole('group', { name: 'Example request' }).allInnerTexts();
  const [, url = ''] = /curl '([^']+)'/.exec(command) ?? [];
  const [, body = ''] = /-d '([^']+)'/.exec(command) ?? [];
  const response = await request.post(url, { data: JSON.parse(body) });
  expect(response.status()).toBe(200);
  expect((await response.json()).jettons).toHaveLength(2);
});
