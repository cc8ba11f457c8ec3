import AxeBuilder from '@axe-core/playwright';
import { expect, test } from '#e2e/support/test.ts';

for (const colorScheme of ['dark', 'light'] as const) {
  for (const width of [1440, 1024, 390]) {
    test.describe(() => {
      test.use({ colorScheme, viewport: { width, height: 844 } });

      test(`API documentation, ${colorScheme}, ${width} pixels wide`, async ({ page }) => {
        const requests: string[] = [];
        page.on('request', (request) => requests.push(new URL(request.url()).pathname));
        await page.goto('/docs');
        await expect(page.getByRole('heading', { name: 'getJettonMarketPriceHistory' })).toBeAttached();
        expect(requests).toEqual(['/docs']);
        expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
        const { violations } = await new AxeBuilder({ page }).analyze();
        expect(violations.map(({ id, nodes }) => [id, nodes[0]?.html])).toEqual([]);
      });
    });
  }
}

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
