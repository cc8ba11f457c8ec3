import type { Locator, Page } from '@playwright/test';
import { busyPool } from '#e2e/support/busy-pool.ts';
import { gridRow } from '#e2e/support/grid.ts';
import { expect, test } from '#e2e/support/test.ts';

/** Returns the path of the page that a click opens beside the current one, which stays. */
async function openedBy(page: Page, click: () => Promise<void>): Promise<string> {
  const before = page.url();
  const [opened] = await Promise.all([page.context().waitForEvent('page'), click()]);
  await opened.waitForURL(/^http/);
  expect(page.url()).toBe(before);
  const path = pathOfUrl(opened.url());
  await opened.close();
  return path;
}

function pathOfUrl(url: string): string {
  const { pathname, search } = new URL(url);
  return pathname + search;
}

/** Returns the path of the link under the pointer when the context menu of an element opens. */
async function menuLink(page: Page, element: Locator): Promise<string | undefined> {
  const link = page.evaluate(
    () =>
      new Promise<string | undefined>((resolve) => {
        const onMenu = ({ target }: MouseEvent) => {
          const anchor = target instanceof Element ? target.closest('a') : undefined;
          resolve(anchor?.href);
        };
        addEventListener('contextmenu', onMenu, { once: true });
      }),
  );
  await element.click({ button: 'right' });
  const url = await link;
  return url === undefined ? undefined : pathOfUrl(url);
}

async function expectOpenElsewhere(page: Page, element: Locator, path: string): Promise<void> {
  for (const options of [
    { modifiers: ['Control'] },
    { modifiers: ['Shift'] },
    { button: 'middle' },
  ] as const satisfies Parameters<Locator['click']>[0][])
    expect(await openedBy(page, () => element.click(options))).toBe(path);
  expect(await menuLink(page, element)).toBe(path);
  await expect(page.locator('[data-cover]')).toHaveCount(0);
}

const pathOf = async (link: Locator) => (await link.getAttribute('href')) ?? '';

test('rows of the list open elsewhere', async ({ page }) => {
  await page.goto('/');
  const row = gridRow(page, 2);
  const path = await pathOf(row.getByRole('link'));
  for (const column of [3, 5]) await expectOpenElsewhere(page, row.getByRole('gridcell').nth(column), path);
  await expectOpenElsewhere(page, row.getByRole('link'), path);
  await row.getByRole('gridcell').nth(3).click();
  await expect(page).toHaveURL(path);
});

test('markets of a jetton open elsewhere', async ({ page, request }) => {
  const { path } = await busyPool(request);
  await page.goto(path.replace(/\/pool\/.*/, ''));
  const row = page.getByRole('table', { name: 'Markets' }).getByRole('row').nth(1);
  await expectOpenElsewhere(page, row.getByRole('cell').nth(1), await pathOf(row.getByRole('link').first()));
});

test('search results open elsewhere', async ({ page, request }) => {
  const { symbol } = await busyPool(request);
  await page.goto('/watchlist');
  await page.getByRole('combobox', { name: 'Search jettons and pools' }).fill(symbol);
  const option = page.getByRole('option').first();
  await expect(option).toHaveAttribute('href', /jetton/);
  await expectOpenElsewhere(page, option, await pathOf(option));
  await option.click();
  await expect(page).toHaveURL(/\/jetton\//);
});

test('commands that open a list or a page open elsewhere', async ({ page }) => {
  const preloaded = page.waitForResponse(/\/assets\/command-palette-.*\.js$/);
  await page.goto('/watchlist');
  await preloaded;
  await page.keyboard.press('Control+k');
  const palette = page.getByRole('dialog', { name: 'Commands' });
  const command = palette.getByRole('combobox', { name: 'Command' });
  for (const [text, name] of [
    ['gainers', /^Gainers/],
    ['new pools', /^New pools/],
    ['liq>50k', /^Filter the list by/],
  ] as const) {
    await command.fill(text);
    const option = palette.getByRole('option', { name });
    await expectOpenElsewhere(page, option, await pathOf(option));
  }
});
