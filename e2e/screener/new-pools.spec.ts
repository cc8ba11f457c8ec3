import type { Page } from '@playwright/test';
import { formatChange, formatCompactAmount } from '#contract/format/format-numbers.ts';
import { getNewPools, type NewPool } from '#contract/new-pools.ts';
import { operations } from '#contract/operations.ts';
import { contentWidth, expectAccessible, forEachAppearance } from '#e2e/support/appearance.ts';
import { callOperation } from '#e2e/support/call-service.ts';
import { withRunningClock } from '#e2e/support/intercept.ts';
import { expect, test } from '#e2e/support/test.ts';

const listOf = (page: Page) => page.getByRole('region', { name: 'List of new pools' });
const rowsOf = (page: Page) =>
  listOf(page)
    .getByRole('row')
    .filter({ has: page.getByRole('rowheader') });
const symbolOf = ({ jetton }: NewPool) => jetton.metadata.symbol;

test('new pools are listed with their first buyers, filtered and opened', async ({ page, request }) => {
  const { items } = await callOperation(request, getNewPools, { excludeScam: true, limit: 50 });
  await page.goto('/');
  await page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: 'New pools' }).click();
  await expect(page).toHaveTitle('New pools · Jetscope');
  const [newest] = items;
  if (!newest) throw new Error('no pools');
  const first = rowsOf(page).first();
  await expect(first).toContainText(symbolOf(newest));
  const header = (name: string) => listOf(page).getByRole('columnheader', { name, exact: true });
  await expect(header('FDV, USD')).toBeAttached();
  const cell = first.getByRole('cell');
  await expect(cell.nth(9)).toContainText(String(newest.firstBuyers.buyers));
  const { items: statistics } = await callOperation(request, operations.getJettonStatisticsList, {
    address: [newest.jetton.metadata.address],
  });
  const { volume, moves } = statistics[0] ?? {};
  const change = moves?.usd?.day?.changePercent;
  const traded = volume?.usd?.day?.current;
  if (change === undefined || !traded) throw new Error('the newest jetton was not traded');
  await expect(cell.nth(4)).toContainText(`${formatChange(change).text}%`);
  const { digits, unit } = formatCompactAmount(traded);
  await expect(cell.nth(5)).toContainText(`${digits}${unit}`);

  const star = first.getByRole('button', { name: `Watch ${symbolOf(newest)}`, exact: true });
  await star.click();
  await expect(star).toHaveAttribute('aria-pressed', 'true');

  // By keyboard.
  const exchanges = page.getByRole('combobox', { name: 'Exchange' });
  await exchanges.focus();
  await page.keyboard.type('DeDust');
  await expect(page).toHaveURL('/new?exchange=dedust');
  await expect(exchanges).toBeFocused();
  const dedust = items.filter(({ market }) => market.exchangeId === 'dedust');
  await expect(rowsOf(page).first()).toContainText(symbolOf(dedust[0] ?? newest));
  await page.getByRole('combobox', { name: 'Jettons', exact: true }).selectOption('Verified only');
  await expect(page).toHaveURL('/new?exchange=dedust&show=verified');
  await page.goBack();
  await expect(rowsOf(page).first()).toContainText(symbolOf(dedust[0] ?? newest));
  await rowsOf(page).first().getByRole('link').nth(1).focus();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/jetton\/[\w-]{48}\/pool\/[\w-]{48}$/);
});

test('no value is cut, and no symbol for badges next to it', async ({ page }) => {
  await page.route(`**${getNewPools.path}*`, async (route) => {
    const response = await route.fetch();
    const list = getNewPools.response.parse(await response.json());
    for (const { jetton, market } of list.items) {
      Object.assign(jetton, { modifiedContract: true, holdersCount: '12345678', trustScore: 100 });
      market.price.usd = { value: '2812', decimals: 7 };
    }
    await route.fulfill({ response, json: list });
  });
  for (const width of [1440, 1280, 1024, 768, 390, 320]) {
    await page.setViewportSize({ width, height: 844 });
    await page.goto('/new');
    await expect(rowsOf(page).nth(5)).toBeVisible();
    const cut = await listOf(page)
      .locator('thead th, td:not(:has(a, button))')
      .evaluateAll((cells) =>
        cells.flatMap((cell) => {
          const text = document.createTreeWalker(cell, NodeFilter.SHOW_TEXT);
          const range = document.createRange();
          const { left, right } = cell.getBoundingClientRect();
          const texts: string[] = [];
          while (text.nextNode()) {
            range.selectNode(text.currentNode);
            const box = range.getBoundingClientRect();
            const isHidden = text.currentNode.parentElement?.closest('.visually-hidden') != null;
            if (!isHidden && box.width > 0 && (box.left < left - 1 || box.right > right + 1))
              texts.push(text.currentNode.textContent ?? '');
          }
          return texts;
        }),
      );
    expect(cut).toEqual([]);
  }
  // On phones, changes replace the symbols of the quotes once they are loaded.
  await expect(rowsOf(page).last().getByRole('rowheader')).toContainText('%');
  const symbols = await rowsOf(page)
    .getByRole('rowheader')
    .locator('bdi')
    .evaluateAll((names) => names.map((name) => name.getBoundingClientRect().width / name.scrollWidth));
  expect(Math.min(...symbols)).toBeGreaterThan(0.5);
});

test('further pools are loaded while the list is scrolled', async ({ page, request }) => {
  const { items } = await callOperation(request, getNewPools, { limit: 100 });
  await page.goto('/new?show=all');
  await listOf(page).focus();
  const last = items[70];
  if (!last) throw new Error('too few pools');
  await expect(async () => {
    await page.keyboard.press('PageDown');
    await expect(
      rowsOf(page)
        .filter({ hasText: symbolOf(last) })
        .first(),
    ).toBeVisible({ timeout: 200 });
  }).toPass();
});

test('new ones appear by themselves, or wait while the rows are read', async ({ page }) => {
  let [requests, shown] = [0, 3];
  await page.route(`**${getNewPools.path}*`, async (route) => {
    const body = getNewPools.response.parse(await (await route.fetch()).json());
    requests += 1;
    await route.fulfill({ json: { ...body, items: body.items.slice(shown) } });
  });
  let statistics = 0;
  await page.route(`**${operations.getJettonStatisticsList.path}`, async (route) => {
    statistics += 1;
    await route.continue();
  });
  await withRunningClock(page);
  await page.clock.install();
  await page.goto('/new');
  await page.mouse.move(5, 5);
  const announced = page.getByRole('status').filter({ hasText: /pools/ });
  const newest = async () => (await rowsOf(page).first().getByRole('rowheader').textContent()) ?? '';
  await expect(rowsOf(page).first()).toBeVisible();
  const before = await newest();
  shown = 2;
  await page.clock.fastForward(11_000);
  await expect.poll(newest).not.toBe(before);
  await expect(rowsOf(page).nth(1).getByRole('rowheader')).toHaveText(before);
  // Those of the page, and those of the pool that has arrived with the latest ones.
  await expect(rowsOf(page).first().getByRole('cell').nth(5)).not.toBeEmpty();
  expect(statistics).toBe(2);
  await expect(announced).toHaveText('47 pools loaded');

  await rowsOf(page).nth(4).hover();
  const read = await newest();
  shown = 0;
  const seen = requests;
  await page.clock.fastForward(11_000);
  const button = page.getByRole('button', { name: '2 new pools' });
  await expect(button).toBeVisible();
  await expect(announced).toHaveText('New pools');
  expect(requests).toBe(seen + 1);
  expect(await newest()).toBe(read);
  await button.click();
  await expect(rowsOf(page).nth(2).getByRole('rowheader')).toHaveText(read);
  await expect(listOf(page)).toBeFocused();
  await expect(button).toHaveCount(0);
});

test.describe('a service without the operation', () => {
  test.use({ expectedErrors: [/Failed to load resource/] });

  test('has no list', async ({ page }) => {
    await page.route(`**${getNewPools.path}*`, (route) => route.fulfill({ status: 404, json: {} }));
    await page.goto('/new');
    await expect(page.getByText('This service does not list new pools.')).toBeVisible();
  });
});

test.describe('of an exchange that the service does not have', () => {
  test.use({ expectedErrors: [/status of 400/] });

  test('there are no new pools, and the filter can be removed', async ({ page }) => {
    await page.goto('/new?exchange=another');
    await expect(page.getByRole('heading', { name: 'No pools found' })).toBeVisible();
    await page.getByRole('button', { name: 'Remove filters' }).click();
    await expect(rowsOf(page).first()).toBeVisible();
    await expect(page).toHaveURL('/new');
  });
});

test('the page is accessible and fits', async ({ page }) => {
  await page.goto('/new');
  await forEachAppearance(page, [1440, 1024, 390], async (width, accessibility) => {
    await expect(rowsOf(page).nth(5)).toBeVisible();
    expect(await contentWidth(page)).toBe(width);
    await expectAccessible(page, accessibility);
  });
  // On phones, rows open the pool.
  await rowsOf(page).first().getByRole('link').click();
  await expect(page).toHaveURL(/\/jetton\/[\w-]{48}\/pool\/[\w-]{48}$/);
});
