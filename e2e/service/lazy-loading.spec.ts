import type { Page } from '@playwright/test';
import { gridRow } from '#e2e/support/grid.ts';
import { expect, test } from '#e2e/support/test.ts';

test.use({ expectedErrors: [/Failed to load resource/] });

test('a panel opened offline shows an error without affecting the page, and loads when online', async ({
  page,
  context,
}) => {
  await page.goto('/');
  await expect(gridRow(page, 0)).toBeVisible();
  await context.setOffline(true);
  await page.getByRole('button', { name: 'Export' }).click();
  const panel = page.getByRole('region', { name: 'Export' });
  await expect(panel).toContainText("Couldn't load this section.");
  await expect(gridRow(page, 0)).toBeVisible();
  await context.setOffline(false);
  await expect(panel.getByRole('button', { name: 'CSV' })).toBeVisible();
});

/** Expects all style sheets of the page to be loaded, including those of lazily loaded components. */
async function expectAllStyles(page: Page): Promise<void> {
  const sheets = page.locator('link[rel=stylesheet]');
  const missingCount = () =>
    sheets.evaluateAll(
      (links) => links.filter((link) => link instanceof HTMLLinkElement && link.sheet === null).length,
    );
  await expect.poll(missingCount).toBe(0);
}

test('a page is not shown without its styles', async ({ page }) => {
  const styles = '**/assets/jetton-page-*.css';
  await page.route(styles, (route) => route.abort());
  await page.goto('/');
  await gridRow(page, 0).locator('a[href^="/jetton/"]').click();
  await expect(page.getByText("Couldn't load this section.")).toBeVisible();
  await page.unroute(styles);
  await page.getByRole('button', { name: 'Retry' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expectAllStyles(page);
});

test('a loading error of one page does not affect other pages', async ({ page }) => {
  await page.route('**/assets/jetton-page-*.js', (route) => route.abort());
  await page.goto('/');
  await gridRow(page, 0).locator('a[href^="/jetton/"]').click();
  await expect(page.getByText("Couldn't load this section.")).toBeVisible();
  await expect(page.getByRole('button', { name: 'Reload the page' })).toBeVisible();
  await page.goBack();
  await page.getByRole('button', { name: 'Columns' }).click();
  await expect(page.getByRole('region', { name: 'Columns' }).getByRole('checkbox').first()).toBeVisible();
  await expect(page.getByText("Couldn't load this section.")).toHaveCount(0);
});

test('a page opened offline shows an error, back restores the list, and the page loads when online', async ({
  page,
  context,
}) => {
  await page.goto('/');
  await expect(gridRow(page, 0)).toBeVisible();
  const name = (await gridRow(page, 0).locator('bdi').first().textContent()) ?? '';
  expect(name).not.toBe('');
  await context.setOffline(true);
  const open = () => gridRow(page, 0).locator('a[href^="/jetton/"]').click();
  await open();
  await expect(page.getByText("Couldn't load this section.")).toBeVisible();
  await expect(page.getByRole('combobox', { name: 'Search jettons and pools' })).toBeVisible();
  await page.goBack();
  await expect(gridRow(page, 0)).toContainText(name);
  await open();
  await expect(page.getByText("Couldn't load this section.")).toBeVisible();
  await context.setOffline(false);
  await expect(page.getByRole('heading', { level: 1 })).toContainText(name);
});
