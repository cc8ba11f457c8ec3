import { gridRow } from './grid.ts';
import { expect, test } from './test.ts';

test.use({ expectedErrors: [/Failed to load resource/] });

test('a part that is opened without a network says so, leaves the page as it is, and comes with the network', async ({
  page,
  context,
}) => {
  await page.goto('/');
  await expect(gridRow(page, 0)).toBeVisible();
  await context.setOffline(true);
  await page.getByRole('button', { name: 'Export' }).click();
  const panel = page.getByRole('region', { name: 'Export' });
  await expect(panel).toContainText('This part did not load.');
  await expect(gridRow(page, 0)).toBeVisible();
  await context.setOffline(false);
  await expect(panel.getByRole('button', { name: 'CSV' })).toBeVisible();
});

test('a part that did not come is asked for again by hand', async ({ page }) => {
  const parts = '**/assets/columns-panel-*';
  await page.route(parts, (route) => route.abort());
  await page.goto('/');
  await expect(gridRow(page, 0)).toBeVisible();
  await page.getByRole('button', { name: 'Columns' }).click();
  const panel = page.getByRole('region', { name: 'Columns' });
  await expect(panel).toContainText('This part did not load.');
  await page.unroute(parts);
  await panel.getByRole('button', { name: 'Try again' }).click();
  await expect(panel.getByRole('checkbox').first()).toBeVisible();
  const sheets = await page
    .locator('link[rel=stylesheet]')
    .evaluateAll((links) =>
      links.map((link) => (link instanceof HTMLLinkElement ? link.sheet !== null : false)),
    );
  expect(sheets).not.toContain(false);
});

test('a page that is opened without a network says so in its place, back leads to the rows, and it comes with the network', async ({
  page,
  context,
}) => {
  await page.goto('/');
  await expect(gridRow(page, 0)).toBeVisible();
  const name = (await gridRow(page, 0).locator('bdi').first().textContent()) ?? '';
  await context.setOffline(true);
  const open = () => gridRow(page, 0).locator('a[href^="/jetton/"]').click();
  await open();
  await expect(page.getByText('This part did not load.')).toBeVisible();
  await expect(page.getByRole('searchbox', { name: 'Search jettons' })).toBeVisible();
  await page.goBack();
  await expect(gridRow(page, 0)).toContainText(name);
  await open();
  await expect(page.getByText('This part did not load.')).toBeVisible();
  await context.setOffline(false);
  await expect(page.getByRole('heading', { level: 1 })).toContainText(name);
});
