import { toUserFriendly } from '#contract/address.ts';
import { busyPool } from '#e2e/support/busy-pool.ts';
import { fetchAllJettons } from '#e2e/support/call-service.ts';
import { gridOf, gridRow } from '#e2e/support/grid.ts';
import { chartHeight, chartSummary, expectChartLoaded } from '#e2e/support/pool-page.ts';
import { expect, test } from '#e2e/support/test.ts';

test('from the list to a jetton and back', async ({ page }) => {
  await page.goto('/');
  const link = gridRow(page, 2).getByRole('link');
  const path = (await link.getAttribute('href')) ?? '';
  await link.click();
  await expect(page).toHaveURL((url) => path.startsWith(url.pathname));
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await page.goBack();
  await expect(gridRow(page, 2).getByRole('link')).toHaveAttribute('href', path);
});

test('sorting by a column', async ({ page }) => {
  await page.goto('/');
  await expect(gridRow(page, 0).getByRole('link')).toBeVisible();
  await gridOf(page).getByRole('columnheader', { name: 'Liquidity' }).getByRole('button').first().click();
  await expect(gridOf(page).locator('[aria-sort]')).toHaveText(/^Liquidity/);
  await expect(page).toHaveURL(/sort=/);
  await expect(gridRow(page, 0).getByRole('link')).toBeVisible();
});

test('copying a price by keyboard', async ({ page }) => {
  await page.goto('/');
  await gridRow(page, 0).getByRole('link').focus();
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('ControlOrMeta+c');
  const search = page.getByRole('combobox', { name: 'Search jettons and pools' });
  await search.focus();
  await page.keyboard.press('ControlOrMeta+v');
  await expect(search).toHaveValue(/^\d+(\.\d+)?$/);
});

test('another period', async ({ page }) => {
  await page.goto('/');
  const week = page.getByRole('group', { name: 'Period' }).getByRole('radio', { name: '7d', exact: true });
  await week.check();
  await expect(week).toBeChecked();
  await expect(page).toHaveURL(/=week|=7d/);
  await page.reload();
  await expect(week).toBeChecked();
});

test('search by name', async ({ page, request }) => {
  const [jetton] = await fetchAllJettons(request);
  const symbol = jetton?.metadata.symbol ?? '';
  await page.goto('/');
  const search = page.getByRole('combobox', { name: 'Search jettons and pools' });
  // By keys: over WebDriver BiDi, React does not notice text that Playwright fills in.
  await search.pressSequentially(symbol);
  await expect(page.getByRole('listbox').getByRole('option').first()).toBeVisible();
  await search.press('Enter');
  await expect(page).toHaveURL(/search=/);
  await expect(gridRow(page, 0)).toContainText(symbol);
});

test('a jetton on the watchlist', async ({ page }) => {
  await page.goto('/');
  await gridRow(page, 0)
    .getByRole('button', { name: /^Watch / })
    .click();
  const path = await gridRow(page, 0).getByRole('link').getAttribute('href');
  await page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: 'Watchlist' }).click();
  await expect(gridRow(page, 0).getByRole('link')).toHaveAttribute('href', path ?? '');
});

test('two jettons compared', async ({ page, request }) => {
  const jettons = (await fetchAllJettons(request)).slice(0, 2);
  const addresses = jettons.map(({ metadata }) => `address=${toUserFriendly(metadata.address)}`);
  await page.goto(`/compare?${addresses.join('&')}`);
  await expect(page.getByRole('table', { name: 'Comparison' }).getByRole('columnheader')).toHaveCount(2);
  await expect(page.getByRole('list', { name: 'Legend' }).getByRole('listitem')).toHaveCount(2);
});

test('a chart with another interval, by keyboard', async ({ page, request }) => {
  const { path } = await busyPool(request);
  await page.goto(path);
  await expectChartLoaded(page);
  await page.getByRole('group', { name: 'Interval' }).getByRole('button', { name: '1h' }).click();
  await expect(page).toHaveURL(/interval=1h/);
  await expect(chartSummary(page)).toContainText('candles of 1h');
  await page.getByRole('application').focus();
  await page.keyboard.press('ArrowLeft');
  await expect(page.locator('p[aria-live=polite]')).toHaveText(/^\d{4}-\d\d-\d\d /);
});

test('a chart in full screen', async ({ page, request }) => {
  const { path } = await busyPool(request);
  await page.goto(path);
  await expectChartLoaded(page);
  const height = () => chartHeight(page);
  const before = await height();
  const button = page.getByRole('button', { name: 'Full screen' });
  await button.click();
  await expect.poll(height).toBeGreaterThan(before);
  await button.click();
  await expect.poll(height).toBe(before);
});

test('the embed', async ({ page, request }) => {
  const { embedPath, symbol } = await busyPool(request);
  await page.goto(embedPath);
  await expect(page.getByRole('link', { name: `${symbol} / ` })).toBeVisible();
  await expect(page.getByRole('application')).toHaveAccessibleDescription(/^From /);
  await page.getByRole('button', { name: '30d' }).click();
  await expect(page.getByRole('button', { name: '30d' })).toHaveAttribute('aria-pressed', 'true');
});

test('the theme is stored', async ({ page }) => {
  await page.goto('/');
  await page.getByRole('button', { name: 'Theme: system' }).click();
  await expect(page.getByRole('button', { name: 'Theme: light' })).toBeVisible();
  await page.reload();
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'light');
});
