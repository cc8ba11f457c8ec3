import { toUserFriendly } from '#contract/address.ts';
import { allJettons } from './answers.ts';
import { expect, test } from './test.ts';
import { wholeAmount } from './whole-amount.ts';

const rows = 'tbody tr';

test('the list says its order, its source and its clock', async ({ page }) => {
  await page.goto('/');
  const table = page.getByRole('table', { name: 'Jettons' });
  await expect(table.locator(rows)).toHaveCount(50);
  await expect(page.getByText('By volume of 24 hours, largest first. Scam is left out.')).toBeVisible();
  await expect(page.getByText('Simulated market')).toBeVisible();
  await expect(page.getByText('as of 2026-01-29 07:50 UTC')).toBeVisible();
});

test('load more walks to the end and meets each jetton once, in the order of the service', async ({
  page,
  request,
}) => {
  const expected = await allJettons(request);
  await page.goto('/');
  const more = page.getByRole('button', { name: 'Load more' });
  const table = page.getByRole('table', { name: 'Jettons' });
  for (let loaded = 50; loaded < expected.length; loaded += 50) {
    await expect(table.locator(rows)).toHaveCount(loaded);
    await expect(page.getByText(`${loaded} jettons loaded`, { exact: true })).toBeVisible();
    await more.click();
  }
  await expect(page.getByText(`All ${expected.length} jettons loaded`)).toBeVisible();
  await expect(more).toHaveCount(0);
  const links = await table
    .locator(`${rows} a`)
    .evaluateAll((found) => found.map((link) => link.getAttribute('href')));
  const addresses = expected.map(({ metadata }) => `/jetton/${toUserFriendly(metadata.address)}`);
  expect(links).toEqual(addresses);
  expect(new Set(links).size).toBe(expected.length);
});

test('a row shows what the service answers, whole to a screen reader and on copy', async ({
  page,
  request,
}) => {
  const [first] = await allJettons(request);
  await page.goto('/');
  const row = page.getByRole('table', { name: 'Jettons' }).locator(rows).first();
  await expect(row).toContainText(first?.metadata.symbol ?? '');
  await expect(row).toContainText(first?.metadata.name ?? '');
  const amounts = [first?.priceUsd, first?.price, first?.liquidityUsd, first?.fdmc, first?.mcap].map(
    wholeAmount,
  );
  for (const [index, amount] of amounts.entries()) {
    await expect(row.getByRole('cell').nth(index + 2)).toContainText(amount);
  }
  await expect(row.getByTitle(wholeAmount(first?.priceUsd), { exact: true })).toBeVisible();
  const copied = await row.evaluate((element) => {
    getSelection()?.selectAllChildren(element);
    return getSelection()?.toString();
  });
  expect(copied?.split(/\s+/)).toEqual(expect.arrayContaining(amounts));
  await expect(row.getByRole('cell').nth(7)).toHaveText(Number(first?.holdersCount).toLocaleString('en'));
  await expect(row.getByRole('cell').nth(8)).toHaveText(String(first?.trustScore));
});

test('pictures and price lines are drawn, sized before they come, and sent without a referrer', async ({
  page,
}) => {
  await page.goto('/');
  const images = page.getByRole('table', { name: 'Jettons' }).locator(rows).first().locator('img');
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

test('rows are 32 pixels high and do not move when they come', async ({ page }) => {
  await page.addInitScript(() => {
    const shifts: unknown[] = [];
    Reflect.set(globalThis, 'shifts', shifts);
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) shifts.push(Reflect.get(entry, 'value'));
    }).observe({ type: 'layout-shift', buffered: true });
  });
  await page.goto('/');
  const row = page.getByRole('table', { name: 'Jettons' }).locator(rows).nth(49);
  await expect(row).toBeAttached();
  expect((await row.boundingBox())?.height).toBe(32);
  await page.evaluate(() => document.fonts.ready);
  const shifts: number[] = await page.evaluate(() => Reflect.get(globalThis, 'shifts'));
  expect(shifts.reduce((sum, shift) => sum + shift, 0)).toBeLessThan(0.02);
});

test('the keyboard reaches the list and opens a jetton', async ({ page }) => {
  await page.goto('/');
  const first = page.getByRole('table', { name: 'Jettons' }).locator(`${rows} a`).first();
  await expect(first).toBeVisible();
  await page.keyboard.press('Tab');
  await expect(page.getByRole('link', { name: 'Skip to the content' })).toBeFocused();
  await page.keyboard.press('Enter');
  await page.keyboard.press('Tab');
  await expect(first).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/jetton\/[\w-]{48}$/);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
});

test('back returns to the loaded list, where it was scrolled to', async ({ page }) => {
  await page.goto('/');
  await page.getByRole('button', { name: 'Load more' }).click();
  const table = page.getByRole('table', { name: 'Jettons' });
  await expect(table.locator(rows)).toHaveCount(100);
  await table.locator(rows).nth(80).getByRole('cell').nth(4).click();
  await expect(page.getByRole('heading', { name: 'Markets' })).toBeVisible();
  await page.goBack();
  await expect(table.locator(rows)).toHaveCount(100);
  await expect(table.locator(rows).nth(80)).toBeInViewport();
});

test('an address that leads nowhere says so', async ({ page }) => {
  await page.goto('/nothing/here');
  await expect(page.getByRole('heading', { name: 'No such page' })).toBeVisible();
  await page.getByRole('link', { name: 'All jettons' }).click();
  await expect(page.getByRole('table', { name: 'Jettons' }).locator(rows)).toHaveCount(50);
});
