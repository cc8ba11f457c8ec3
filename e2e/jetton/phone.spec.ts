import type { Page } from '@playwright/test';
import { contentWidth } from '#e2e/support/appearance.ts';
import { busyPool } from '#e2e/support/busy-pool.ts';
import { expectChartLoaded } from '#e2e/support/pool-page.ts';
import { expect, test } from '#e2e/support/test.ts';

test.use({ hasTouch: true, isMobile: true, viewport: { width: 390, height: 844 } });

/** Returns the distance of the chart from the top of the window, in pixels. */
async function chartTop(page: Page): Promise<number> {
  await expectChartLoaded(page);
  const box = await page.getByRole('application').boundingBox();
  return box?.y ?? Number.NaN;
}

test('charts are on the first screen, below the name and price of the market', async ({ page, request }) => {
  const { path } = await busyPool(request);
  await page.goto(path);
  const values = page.getByRole('region', { name: 'Price and activity' });
  await expect(values).toContainText(/Liquidity, USD.*Volume 24h, USD.*Transactions 24h.*Traders 24h.*Age/);
  expect(await chartTop(page)).toBeLessThanOrEqual(240);
  const others = page.getByRole('region', { name: 'Other pools' });
  await expect(others.getByRole('checkbox').first()).toBeVisible();
  expect(await contentWidth(page)).toBe(390);

  await page.getByRole('heading', { level: 1 }).getByRole('link').click();
  await expect(page.getByRole('region', { name: 'Price', exact: true })).toContainText(/% 24h/);
  expect(await chartTop(page)).toBeLessThanOrEqual(300);
  const changes = page.getByRole('region', { name: 'Price changes by period' });
  await expect(changes.getByRole('columnheader', { name: '30d' })).not.toBeInViewport();
  await changes.evaluate((strip) => strip.scrollTo(1000, 0));
  await changes.scrollIntoViewIfNeeded();
  await expect(changes.getByRole('columnheader', { name: '30d' })).toBeInViewport();
  await expect(page.getByRole('table', { name: 'Markets' }).locator('tbody tr').first()).toBeVisible();
  expect(await contentWidth(page)).toBe(390);
});
