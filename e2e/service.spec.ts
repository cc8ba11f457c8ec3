import { expect, test } from '@playwright/test';

test('the service under test answers', async ({ page }) => {
  const response = await page.goto('/healthz');
  expect(response?.status()).toBe(200);
});
