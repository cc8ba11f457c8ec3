import type { Page } from '@playwright/test';
import { toUserFriendly } from '#contract/address.ts';
import { operations } from '#contract/operations.ts';
import { allJettons, ask } from '#e2e/support/answers.ts';
import { gridOf, gridRow, gridRows } from '#e2e/support/grid.ts';
import { expect, test } from '#e2e/support/test.ts';
import { wholeAmount } from '#e2e/support/whole-amount.ts';

test('the list says how much of it is loaded, its source and its clock', async ({ page }) => {
  await page.goto('/');
  await expect(gridRows(page).first()).toBeVisible();
  await expect(page.getByText('100 loaded, scroll for more', { exact: true })).toBeVisible();
  await expect(page.getByText('Simulated market')).toBeVisible();
  await expect(page.getByText('as of 2026-01-29 07:50 UTC')).toBeVisible();
});

/** Links of the rows that are drawn, by the row's place in the list. */
async function drawnLinks(page: Page): Promise<[number, string | null][]> {
  return gridRows(page).evaluateAll((rows) =>
    rows.map((row) => [
      Number(row.getAttribute('aria-rowindex')) - 2,
      row.querySelector('a')?.getAttribute('href') ?? null,
    ]),
  );
}

test('scrolling walks to the end and meets each jetton once, in the order of the service', async ({
  page,
  request,
}) => {
  const expected = await allJettons(request);
  await page.goto('/');
  await expect(gridRows(page).first()).toBeVisible();
  const met = new Map<number, string | null>();
  for (let index = 0; index < expected.length; index += 10) {
    await gridOf(page).evaluate((grid, top) => grid.scrollTo(0, top), index * 32);
    await expect(gridRow(page, Math.min(index + 9, expected.length - 1))).toBeAttached();
    for (const [place, link] of await drawnLinks(page)) met.set(place, link);
  }
  await expect(page.getByText(`All ${expected.length} loaded`)).toBeVisible();
  const addresses = expected.map(({ metadata }) => `/jetton/${toUserFriendly(metadata.address)}`);
  expect(addresses.map((_, index) => met.get(index))).toEqual(addresses);
  expect(met.size).toBe(expected.length);
});

test('a row shows what the service answers, whole to a screen reader and on hover', async ({
  page,
  request,
}) => {
  const [first] = await allJettons(request);
  await page.goto('/?columns=rank,price,liquidity,fdmc,mcap,holders,trust');
  const row = gridRow(page, 0);
  await expect(row).toContainText(first?.metadata.symbol ?? '');
  await expect(row).toContainText(first?.metadata.name ?? '');
  const amounts = [first?.priceUsd, first?.liquidityUsd, first?.fdmc, first?.mcap].map(wholeAmount);
  for (const [index, amount] of amounts.entries()) {
    await expect(row.getByRole('gridcell').nth(index + 3)).toHaveAttribute('aria-label', amount);
  }
  const price = row.getByRole('gridcell').nth(3);
  await price.hover();
  await expect(price).toHaveAttribute(
    'title',
    new RegExp(`^${wholeAmount(first?.priceUsd)}\nloaded \\d+ s ago$`),
  );
  await expect(row.getByRole('gridcell').nth(7)).toHaveText(Number(first?.holdersCount).toLocaleString('en'));
  const trust = new RegExp(`^${first?.trustScore}, calculated \\d+ \\w+ ago$`);
  await expect(row.getByRole('gridcell').nth(8)).toHaveAttribute('aria-label', trust);
});

test('sums are in the chosen currency, as the service has them', async ({ page, request }) => {
  const [first] = await allJettons(request);
  const address = first?.metadata.address ?? '';
  const input = { address: [address], currency: 'eur' as const, limit: 1 };
  const { items } = await ask(request, operations.getJettonMetricsList, input);
  await page.goto('/?currency=eur&columns=price,liquidity,fdmc,mcap');
  const row = gridRow(page, 0);
  const [known] = items;
  const amounts = [known?.priceCurrency, known?.liquidityCurrency, known?.fdmcCurrency, known?.mcapCurrency];
  for (const [index, amount] of amounts.entries()) {
    expect(amount).toBeDefined();
    await expect(row.getByRole('gridcell').nth(index + 2)).toHaveAttribute('aria-label', wholeAmount(amount));
  }
  await expect(gridOf(page).getByRole('columnheader', { name: /^Price/ })).toHaveText(/EUR/);
});

test('pictures and price lines are drawn, sized before they come, and sent without a referrer', async ({
  page,
}) => {
  await page.goto('/');
  const images = gridRow(page, 0).locator('img');
  await expect(images).toHaveCount(2);
  const seen = () =>
    images.evaluateAll((found) =>
      found.map((image) => image instanceof HTMLImageElement && image.complete && image.naturalWidth > 0),
    );
  await expect.poll(seen).toEqual([true, true]);
  for (const image of await images.all()) {
    await expect(image).toHaveAttribute('width', /^\d+$/);
    await expect(image).toHaveAttribute('loading', 'lazy');
    await expect(image).toHaveAttribute('referrerpolicy', 'no-referrer');
  }
});

test.describe('a picture that does not come', () => {
  test.use({ expectedErrors: [/Failed to load resource/] });

  test('is replaced by the drawn letter', async ({ page }) => {
    const asked: string[] = [];
    await page.route('**/pictures/**', (route) => {
      asked.push(route.request().url());
      return route.fulfill({ status: 404, body: '' });
    });
    await page.goto('/');
    await expect(gridRows(page).first()).toBeVisible();
    await expect.poll(() => asked.length).toBeGreaterThan(3);
    const links = gridRows(page).locator('a');
    await expect(links.locator('img')).toHaveCount(0);
    for (const link of (await links.all()).slice(0, 10)) {
      const symbol = (await link.locator('bdi').first().textContent()) ?? '';
      await expect(link.locator('svg text')).toHaveText(symbol.replace('$', '').slice(0, 1).toUpperCase());
    }
  });
});

test('many zeros of a price are counted in a subscript; a screen reader has every digit', async ({
  page,
  request,
}) => {
  const jettons = await allJettons(request);
  const tiny = jettons.find(({ priceUsd }) => /^0\.0{3,}/.test(wholeAmount(priceUsd)));
  const whole = wholeAmount(tiny?.priceUsd);
  const [, zeros = '', digits = ''] = /^0\.(0+)(\d+)$/.exec(whole) ?? [];
  expect(digits).not.toBe('');
  await page.goto(`/?columns=price&address=${tiny?.metadata.address}`);
  const price = gridRow(page, 0).getByRole('gridcell', { name: whole, exact: true });
  const shown = Number(Number(`0.${digits}`).toPrecision(4))
    .toString()
    .slice(2);
  expect(await price.innerHTML()).toBe(`0.0<sub>${zeros.length}</sub>${shown}`);
  const [size, around] = await price
    .locator('sub')
    .evaluate((sub) =>
      [sub, sub.parentElement ?? sub].map((element) => Number.parseFloat(getComputedStyle(element).fontSize)),
    );
  expect(size).toBeLessThan(around ?? 0);
});

test('rows are 32 pixels high and do not move when they come', async ({ page }) => {
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

test('the keyboard reaches the list and opens a jetton', async ({ page }) => {
  await page.goto('/');
  const first = gridRow(page, 0).getByRole('link');
  await expect(first).toBeVisible();
  await page.getByRole('button', { name: "Why isn't it listed?" }).focus();
  await page.keyboard.press('Tab');
  await expect(first).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/jetton\/[\w-]{48}$/);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
});

test('back returns to the loaded list, where it was scrolled to', async ({ page }) => {
  await page.goto('/');
  await expect(gridRows(page).first()).toBeVisible();
  await gridOf(page).evaluate((grid) => grid.scrollTo(0, 80 * 32));
  await gridRow(page, 85).getByRole('gridcell').nth(4).click();
  await expect(page.getByRole('heading', { name: 'Markets' })).toBeVisible();
  await page.goBack();
  await expect(gridRow(page, 85)).toBeInViewport();
});

test.describe('an unknown path', () => {
  test.use({ expectedErrors: [/404 \(Not Found\)/] });

  test('is answered 404, by a page that says so', async ({ page }) => {
    const response = await page.goto('/nothing/here');
    expect(response?.status()).toBe(404);
    await expect(page.getByRole('heading', { name: 'Page not found' })).toBeVisible();
    await page.getByRole('link', { name: 'All jettons' }).click();
    await expect(gridRows(page).first()).toBeVisible();
  });
});
