import { COLOR_RULES, contentWidth, expectAccessible, forEachAppearance } from '#e2e/support/appearance.ts';
import { expect, test } from '#e2e/support/test.ts';

test('the API documentation is accessible, fits in the window and is a single file', async ({ page }) => {
  test.slow();
  const requests: string[] = [];
  page.on('request', (request) => requests.push(new URL(request.url()).pathname));
  await page.goto('/docs');
  await expect(page.getByRole('heading', { name: 'getJettonMarketPriceHistory' })).toBeAttached();
  expect(requests).toEqual(['/docs']);
  for (const width of [1440, 1024, 390]) {
    await page.setViewportSize({ width, height: 844 });
    expect(await contentWidth(page)).toBeLessThanOrEqual(width);
  }
  await expectAccessible(page, { except: COLOR_RULES });
  // Axe takes minutes for the colors of the whole page. Those of later sections appear in the first ones.
  const later = page.locator(
    '.operation ~ .operation ~ .operation, .type-section:has(.values) ~ .type-section',
  );
  await later.evaluateAll((sections) => {
    for (const section of sections) section.remove();
  });
  await forEachAppearance(page, [1440, 1024, 390], async (_, accessibility) => {
    await expectAccessible(page, accessibility);
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
