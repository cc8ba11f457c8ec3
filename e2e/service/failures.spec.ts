import type { Page } from '@playwright/test';
import { busyPool } from '#e2e/support/busy-pool.ts';
import { fetchAllJettons } from '#e2e/support/call-service.ts';
import { gridOf, gridRow } from '#e2e/support/grid.ts';
import { holdRequests } from '#e2e/support/intercept.ts';
import { expectChartLoaded } from '#e2e/support/pool-page.ts';
import { expect, test } from '#e2e/support/test.ts';
import { timeLimit } from '#testing/time-limit.ts';

test.use({ expectedErrors: [/Failed to load resource/] });

test('the table has its final size while loading', async ({ page }) => {
  const release = await holdRequests(page, '**/v1/jettons');
  await page.goto('/');
  const table = gridOf(page);
  await expect(table).toHaveAttribute('aria-busy', 'true');
  const before = await table.boundingBox();
  release();
  await expect(gridRow(page, 0)).toBeVisible();
  expect(await table.boundingBox()).toEqual(before);
  await expect(table).toHaveAttribute('aria-busy', 'false');
});

test('a list that fails to load shows the reason and can be retried', async ({ page }) => {
  await page.route('**/v1/jettons', (route) => route.abort());
  await page.goto('/');
  await expect(page.getByRole('heading', { name: "Couldn't load jettons" })).toBeVisible({
    timeout: timeLimit(15_000),
  });
  const notice = page.getByRole('region', { name: "Couldn't load jettons" });
  // The reason is shown once.
  await expect(page.getByText(/^Offline\./)).toBeVisible();
  await expect(notice).not.toContainText("Can't reach the server.");
  await page.unroute('**/v1/jettons');
  await page.getByRole('button', { name: 'Retry' }).click();
  await expect(gridRow(page, 0)).toBeVisible();
});

test('the error of the chart of a jetton is aligned with its title', async ({ page }) => {
  await page.route(/\/markets(\?|$)/, (route) => route.fulfill({ status: 500, json: {} }));
  await page.goto('/');
  await gridRow(page, 0).getByRole('link').first().click();
  const chart = page.getByRole('region', { name: 'Chart', exact: true });
  const error = chart.getByText('The server returned 500');
  await expect(error).toBeVisible({ timeout: timeLimit(15_000) });
  const title = await chart.getByRole('heading').boundingBox();
  expect((await error.boundingBox())?.x).toBe(title?.x);
});

test('failed statistics do not end the list; they are reported and can be retried', async ({ page }) => {
  await page.route('**/v1/jettons/stats', (route) => route.fulfill({ status: 500, json: {} }));
  await page.goto('/?floor=1');
  const alert = page.getByRole('alert').filter({ hasText: 'The server returned 500' });
  await expect(alert).toBeVisible({ timeout: timeLimit(15_000) });
  await expect(page.getByRole('heading', { name: 'No matches' })).toHaveCount(0);
  await expect(page.getByText(/^All .* loaded$/)).toHaveCount(0);
  await page.unroute('**/v1/jettons/stats');
  await alert.getByRole('button', { name: 'Retry' }).click();
  await expect(gridRow(page, 0)).toBeVisible();
  await expect(alert).toHaveCount(0);
});

test('offline, the jetton page reports it once, and loads when online', async ({ page, context }) => {
  await page.goto('/');
  await gridRow(page, 0).getByRole('gridcell').nth(5).click();
  await expectChartLoaded(page);
  await page.goBack();
  await expect(gridRow(page, 1)).toBeVisible();
  await context.setOffline(true);
  await gridRow(page, 1).getByRole('gridcell').nth(5).click();
  const price = page.getByRole('region', { name: 'Price', exact: true });
  const markets = page.getByRole('region', { name: 'Markets' });
  for (const section of [price, markets])
    await expect(section.getByRole('button', { name: 'Retry' })).toBeVisible({ timeout: timeLimit(30_000) });
  await expect(page.getByText(/^Offline\./)).toBeVisible();
  await expect(page.getByText("Can't reach the server.")).toHaveCount(0);
  await context.setOffline(false);
  await expectChartLoaded(page);
  await expect(page.getByRole('table', { name: 'Markets' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Retry' })).toHaveCount(0);
  await expect(page.getByText(/^Offline\./)).toHaveCount(0);
});

test('a page that could not be loaded during an outage of the service is shown after it', async ({
  page,
}) => {
  await page.goto('/');
  await expect(gridRow(page, 0)).toBeVisible();
  // The browser has a network, so that it is neither offline nor online again.
  await page.route('**/*', (route) => route.abort());
  await page.getByRole('link', { name: 'Gainers' }).click();
  await expect(page.getByText(/^Offline\./)).toBeVisible({ timeout: timeLimit(30_000) });
  await page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: 'Alerts' }).click();
  await expect(page.getByText("Couldn't load this section.")).toBeVisible();
  await page.unroute('**/*');
  await expect(page.getByRole('heading', { name: 'No alerts' })).toBeVisible({ timeout: timeLimit(30_000) });
  await expect(page.getByText("Couldn't load this section.")).toHaveCount(0);
});

test('a chart whose swaps could not be loaded loads them when online', async ({ page, context, request }) => {
  const { path } = await busyPool(request);
  const history = /\/(candles|price\/ticks)\?/;
  await page.route(history, (route) => route.abort());
  await page.goto(path);
  const alert = page.getByRole('alert');
  await expect(alert).toHaveText("Couldn't load swaps. Retry", { timeout: timeLimit(15_000) });
  await expect(page.getByText(/^Offline\./)).toBeVisible();
  await page.unroute(history);
  await context.setOffline(true);
  await context.setOffline(false);
  await expectChartLoaded(page);
  await expect(alert).toHaveCount(0);
});

test('offline, the comparison reports it once, and loads when online', async ({ page, context, request }) => {
  const addresses = (await fetchAllJettons(request)).slice(0, 2).map(({ metadata }) => metadata.address);
  await page.goto(`/compare?${addresses.map((address) => `address=${address}`).join('&')}`);
  const lines = page.getByRole('region', { name: 'Prices indexed to 100' });
  await expect(lines).not.toContainText('loading…');
  await context.setOffline(true);
  await page.getByRole('radio', { name: '30d' }).check();
  await expect(lines.getByRole('alert')).toHaveText('Retry', { timeout: timeLimit(30_000) });
  await expect(page.getByText(/^Offline\./)).toBeVisible();
  await context.setOffline(false);
  await expect(lines.getByRole('alert')).toHaveCount(0);
  await expect(lines).not.toContainText(/loading…|couldn't load/);
});

test.fail('an unhandled rejection fails a test', async ({ page }) => {
  await page.goto('/');
  const reported = page.waitForEvent('pageerror');
  await page.evaluate(() => {
    void Promise.reject(new Error('not handled'));
  });
  await reported;
});

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
