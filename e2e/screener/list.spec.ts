import type { Page } from '@playwright/test';
import { toUserFriendly } from '#contract/address.ts';
import { operations } from '#contract/operations.ts';
import { expectAccessible } from '#e2e/support/appearance.ts';
import { callOperation, fetchAllJettons, fullAmount } from '#e2e/support/call-service.ts';
import { gridOf, gridRow, gridRows } from '#e2e/support/grid.ts';
import { holdRequests } from '#e2e/support/intercept.ts';
import { expect, test } from '#e2e/support/test.ts';

test('the page shows the number of loaded rows, the data source and the clock', async ({ page }) => {
  await page.goto('/');
  await expect(gridRows(page).first()).toBeVisible();
  await expect(page.getByText('100 loaded, scroll for more', { exact: true })).toBeVisible();
  await expect(page.getByText('Simulated market')).toBeVisible();
  await expect(page.getByRole('banner').getByText('Snapshot: 29 Jan 2026, 07:50 UTC')).toBeVisible();
});

/** Returns the links of the rendered rows with their index in the list. */
async function renderedLinks(page: Page): Promise<[number, string | null][]> {
  return gridRows(page).evaluateAll((rows) =>
    rows.map((row) => [
      Number(row.getAttribute('aria-rowindex')) - 2,
      row.querySelector('a')?.getAttribute('href') ?? null,
    ]),
  );
}

test('scrolling loads the whole list in the order of the service, each jetton once', async ({
  page,
  request,
}) => {
  const expected = await fetchAllJettons(request);
  await page.goto('/');
  await expect(gridRows(page).first()).toBeVisible();
  const seen = new Map<number, string | null>();
  for (let index = 0; index < expected.length; index += 10) {
    await gridOf(page).evaluate((grid, top) => grid.scrollTo(0, top), index * 32);
    await expect(gridRow(page, Math.min(index + 9, expected.length - 1))).toBeAttached();
    for (const [rowIndex, link] of await renderedLinks(page)) seen.set(rowIndex, link);
  }
  await expect(page.getByText(`All ${expected.length} loaded`)).toBeVisible();
  const addresses = expected.map(({ metadata }) => `/jetton/${toUserFriendly(metadata.address)}`);
  expect(addresses.map((_, index) => seen.get(index))).toEqual(addresses);
  expect(seen.size).toBe(expected.length);
});

test('a row shows the values of the service, in full to screen readers and on hover', async ({
  page,
  request,
}) => {
  const [first] = await fetchAllJettons(request);
  await page.goto('/?columns=rank,price,liquidity,fdmc,mcap,holders,trust');
  const row = gridRow(page, 0);
  await expect(row).toContainText(first?.metadata.symbol ?? '');
  await expect(row).toContainText(first?.metadata.name ?? '');
  const amounts = [first?.priceUsd, first?.liquidityUsd, first?.fdmc, first?.mcap].map(fullAmount);
  for (const [index, amount] of amounts.entries()) {
    await expect(row.getByRole('gridcell').nth(index + 3)).toHaveAttribute('aria-label', amount);
  }
  const price = row.getByRole('gridcell').nth(3);
  // A tooltip is that of the moment at which the pointer enters.
  await expect(page.getByText('29 Jan 2026, 07:50 UTC', { exact: true })).toBeVisible();
  await price.hover();
  await expect(price).toHaveAttribute(
    'title',
    new RegExp(`^${fullAmount(first?.priceUsd)}\nSnapshot: 29 Jan 2026, 07:50 UTC$`),
  );
  await expect(row.getByRole('gridcell').nth(7)).toHaveText(Number(first?.holdersCount).toLocaleString('en'));
  const trust = new RegExp(`^${first?.trustScore}, calculated \\d+ \\w+ before the snapshot$`);
  await expect(row.getByRole('gridcell').nth(8)).toHaveAttribute('aria-label', trust);
});

test('sums are in the selected currency', async ({ page, request }) => {
  const [first] = await fetchAllJettons(request);
  const address = first?.metadata.address ?? '';
  const input = { address: [address], currency: 'eur' as const, limit: 1 };
  const { items } = await callOperation(request, operations.getJettonMetricsList, input);
  await page.goto('/?currency=eur&columns=price,liquidity,fdmc,mcap');
  const row = gridRow(page, 0);
  const [metrics] = items;
  const amounts = [
    metrics?.priceCurrency,
    metrics?.liquidityCurrency,
    metrics?.fdmcCurrency,
    metrics?.mcapCurrency,
  ];
  for (const [index, amount] of amounts.entries()) {
    expect(amount).toBeDefined();
    await expect(row.getByRole('gridcell').nth(index + 2)).toHaveAttribute('aria-label', fullAmount(amount));
  }
  await expect(gridOf(page).getByRole('columnheader', { name: /^Price/ })).toHaveText(/EUR/);
});

test('images and sparklines are rendered, have fixed sizes and send no referrer', async ({ page }) => {
  await page.setViewportSize({ width: 1920, height: 800 });
  await page.goto('/');
  const images = gridRow(page, 0).locator('img');
  await expect(images).toHaveCount(2);
  const loaded = () =>
    images.evaluateAll((found) =>
      found.map((image) => image instanceof HTMLImageElement && image.complete && image.naturalWidth > 0),
    );
  await expect.poll(loaded).toEqual([true, true]);
  for (const image of await images.all()) {
    await expect(image).toHaveAttribute('width', /^\d+$/);
    await expect(image).toHaveAttribute('loading', 'lazy');
    await expect(image).toHaveAttribute('referrerpolicy', 'no-referrer');
  }
});

test('rows are 32 pixels high and load without layout shift', async ({ page }) => {
  await page.addInitScript(() => {
    const shifts: unknown[] = [];
    Reflect.set(globalThis, 'shifts', shifts);
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) shifts.push(Reflect.get(entry, 'value'));
    }).observe({ type: 'layout-shift', buffered: true });
  });
  await page.goto('/');
  const row = gridRow(page, 9);
  await expect(row).toBeVisible();
  expect((await row.boundingBox())?.height).toBe(32);
  await page.evaluate(() => document.fonts.ready);
  const shifts: number[] = await page.evaluate(() => Reflect.get(globalThis, 'shifts'));
  expect(shifts.reduce((sum, shift) => sum + shift, 0)).toBeLessThan(0.02);
});

test('a jetton can be opened by keyboard', async ({ page }) => {
  await page.goto('/');
  const first = gridRow(page, 0).getByRole('link');
  await expect(first).toBeVisible();
  await page.getByRole('button', { name: "Why isn't it listed?" }).focus();
  await page.keyboard.press('Tab');
  await expect(first).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/jetton\/[\w-]{48}$/);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  // Screen readers announce the page and read on from its content.
  await expect(page.getByRole('main')).toBeFocused();
  await expect(page.getByRole('status').filter({ hasText: 'USD₮ · Jetscope' })).toBeAttached();
  await page.goBack();
  await expect(first).toBeFocused();
});

test('back restores the loaded list, its scroll position and the active row', async ({ page }) => {
  await page.goto('/');
  await expect(gridRows(page).first()).toBeVisible();
  await gridOf(page).evaluate((grid) => grid.scrollTo(0, 80 * 32));
  await gridRow(page, 85).getByRole('gridcell').nth(4).click();
  await expect(page.getByRole('heading', { name: 'Markets' })).toBeVisible();
  await page.goBack();
  await expect(gridRow(page, 85)).toBeInViewport();
  await expect(gridRow(page, 85).locator(':focus')).toBeVisible();
  await page.keyboard.press('j');
  await expect(gridRow(page, 86).locator(':focus')).toBeVisible();
});

test('a reload returns to the same row, beyond the first page', async ({ page }) => {
  await page.goto('/?excludeScam=false');
  await expect(gridRows(page).first()).toBeVisible();
  await gridOf(page).evaluate((grid) => grid.scrollTo(0, 60 * 32));
  await expect(page.getByText(/^All \d+ loaded/)).toBeVisible();
  await gridOf(page).evaluate((grid) => grid.scrollTo(0, 90 * 32));
  await expect(gridRow(page, 102)).toBeInViewport();
  // The page renders before the list arrives.
  const release = await holdRequests(page, '**/v1/jettons');
  await page.reload();
  await expect(gridOf(page)).toHaveAttribute('aria-busy', 'true');
  release();
  await expect(gridRow(page, 102).getByRole('link')).toBeInViewport();
  expect(await gridOf(page).evaluate(({ scrollTop }) => scrollTop)).toBe(90 * 32);
});

test.describe('an unknown path', () => {
  test.use({ expectedErrors: [/404 \(Not Found\)/] });

  const none = `0:${'ab'.repeat(32)}`;
  for (const [path, title] of [
    ['/nothing/here', 'Page not found'],
    ['/jetton/x', 'Invalid address'],
    ['/jetton/here/pool/there', 'Invalid address'],
    [`/jetton/${none}`, 'No jetton at this address'],
    [`/jetton/${none}/pool/${none}`, 'No pool at this address'],
  ] as const)
    test(`${path} returns status 404 and an accessible page`, async ({ page }) => {
      const response = await page.goto(path);
      expect(response?.status()).toBe(404);
      await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
      await expectAccessible(page);
      const main = page.getByRole('main');
      if (title.startsWith('No pool')) await main.getByRole('link', { name: 'Jetton page' }).click();
      await main.getByRole('link', { name: 'All jettons' }).click();
      await expect(gridRows(page).first()).toBeVisible();
    });
});
