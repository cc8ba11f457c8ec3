import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { toUserFriendly } from '#contract/address.ts';
import { operations } from '#contract/operations.ts';
import { expectAccessible } from '#e2e/support/appearance.ts';
import { callOperation, fetchAllJettons } from '#e2e/support/call-service.ts';
import { gridOf, gridRow, gridRows } from '#e2e/support/grid.ts';
import { expect, test } from '#e2e/support/test.ts';

/** Returns the raw addresses of the browser's stored watchlist. */
function storedAddresses(page: Page): Promise<string[]> {
  return page.evaluate(() => JSON.parse(localStorage.getItem('jetscope.watchlist') ?? '{}').addresses ?? []);
}

async function openList(page: Page): Promise<void> {
  await page.goto('/');
  await expect(gridRow(page, 0).getByRole('link')).toBeVisible();
}

function star(page: Page, index: number) {
  return gridRow(page, index).getByRole('button', { name: /^Watch / });
}

function symbols(page: Page): Promise<string[]> {
  return gridRows(page).locator('a bdi:first-of-type').allInnerTexts();
}

test('watched jettons are on the watchlist, and a removed one can be restored', async ({ page }) => {
  await openList(page);
  const names = (await symbols(page)).slice(0, 3);
  for (const index of [2, 0, 1]) await star(page, index).click();
  await page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: 'Watchlist' }).click();
  await expect(page).toHaveTitle('Watchlist · Jetscope');
  await expect(page.getByText('All 3 loaded')).toBeVisible();
  expect(await symbols(page)).toEqual(names);

  await star(page, 1).click();
  await expect(gridRows(page)).toHaveCount(2);
  await expect(page.getByText('1 removed')).toBeVisible();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(gridRows(page)).toHaveCount(3);
  await page.reload();
  await expect(gridRows(page)).toHaveCount(3);
});

test('opening a shared watchlist does not change the stored one until it is added', async ({
  page,
  context,
  browser,
  baseURL,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await openList(page);
  for (const index of [0, 1, 2]) await star(page, index).click();
  await page.goto('/watchlist?sort=holders&currency=eur');
  await expect(gridRows(page)).toHaveCount(3);
  const shared = await symbols(page);
  await page.getByRole('button', { name: 'Share' }).click();
  await page.getByRole('button', { name: 'Copy link' }).click();
  await expect(page.getByText('Link copied')).toBeVisible();
  const link = await page.evaluate(() => navigator.clipboard.readText());
  expect(link).toMatch(
    /\/watchlist\?(address=[\w-]{48}&){3}sort=holders&currency=eur&columns=[\w,]+&period=24h$/,
  );

  const other = await (await browser.newContext({ baseURL: baseURL ?? '' })).newPage();
  await openList(other);
  for (const index of [2, 3]) await star(other, index).click();
  const own = await storedAddresses(other);
  await other.goto(link);
  await expect(other.getByRole('heading', { name: 'Shared watchlist' })).toBeVisible();
  await expect(gridRows(other)).toHaveCount(3);
  expect(await symbols(other)).toEqual(shared);
  expect(await storedAddresses(other)).toEqual(own);

  await other.getByRole('button', { name: 'Add 2 to your watchlist' }).click();
  await expect(other.getByText('All in your watchlist')).toBeVisible();
  expect((await storedAddresses(other)).slice(0, 2)).toEqual(own);
  await other.getByRole('link', { name: 'Your watchlist (4)' }).click();
  await expect(other).toHaveURL(/\/watchlist$/);
  await expect(gridRows(other)).toHaveCount(4);
  await other.context().close();
});

test('a long watchlist is fetched in chunks of 100 and sorted as a whole; unknown addresses are listed', async ({
  page,
  request,
}) => {
  const all = await callOperation(request, operations.getJettons, {
    limit: 100,
    sort: 'holders',
    order: 'desc',
  });
  const rest = await callOperation(request, operations.getJettons, {
    limit: 100,
    sort: 'holders',
    order: 'desc',
    cursor: all.next,
  });
  const expected = [...all.jettons, ...rest.jettons].map(({ metadata }) => metadata.address);
  expect(expected.length).toBeGreaterThan(100);
  const unknown = `0:${'7'.repeat(64)}`;
  const chunkSizes: number[] = [];
  page.on('request', (sent) => {
    if (new URL(sent.url()).pathname !== '/v1/jettons') return;
    const { address } = sent.postDataJSON();
    // The likely targets of imitation are requested without addresses.
    if (address) chunkSizes.push(address.length);
  });
  const mixed = [...expected.toSorted(), unknown];
  await page.addInitScript(
    (addresses) => localStorage.setItem('jetscope.watchlist', JSON.stringify({ addresses })),
    mixed,
  );
  await page.goto('/watchlist?sort=holders');
  await expect(page.getByText(`All ${expected.length} loaded`)).toBeVisible();
  expect(chunkSizes.slice(0, 2)).toEqual([100, mixed.length - 100]);
  await expect(page.getByText(/No jetton at/).locator('..')).toContainText('EQB3…');
  const rendered = await gridRows(page).getByRole('link').evaluateAll(hrefsOf);
  expect(rendered).toEqual(expected.slice(0, rendered.length).map(pathOf));
  await gridOf(page).evaluate((grid) => grid.scrollTo(0, grid.scrollHeight));
  await expect(gridRow(page, expected.length - 1).getByRole('link')).toHaveAttribute(
    'href',
    pathOf(expected.at(-1) ?? ''),
  );

  await page.getByRole('button', { name: 'Remove', exact: true }).click();
  await expect(page.getByText(/No jetton at/)).toHaveCount(0);
  expect(await storedAddresses(page)).toEqual(expected.toSorted());
});

const pathOf = (address: string) => `/jetton/${toUserFriendly(address)}`;

function hrefsOf(links: Element[]): (string | null)[] {
  return links.map((link) => link.getAttribute('href'));
}

test('a long watchlist can be sorted by trading statistics and shared', async ({
  page,
  request,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const expected = (await fetchAllJettons(request)).map(({ metadata }) => metadata.address);
  expect(expected.length).toBeGreaterThan(100);
  await page.goto(
    `/watchlist#${expected
      .toSorted()
      .map((address) => `address=${address}`)
      .join('&')}`,
  );
  await expect(page.getByText(`All ${expected.length} loaded`)).toBeVisible();
  const rendered = await gridRows(page).getByRole('link').evaluateAll(hrefsOf);
  expect(rendered).toEqual(expected.slice(0, rendered.length).map(pathOf));
  await page.getByRole('columnheader', { name: 'Holders' }).getByRole('button').click();
  await expect(page).toHaveURL(/\/watchlist\?sort=holders#address=/);
  await page.getByRole('button', { name: 'Share' }).click();
  await page.getByRole('button', { name: 'Copy link' }).click();
  await expect(page.getByText('Link copied')).toBeVisible();
  await page.goto(await page.evaluate(() => navigator.clipboard.readText()));
  await expect(page.getByText(`All ${expected.length} loaded`)).toBeVisible();
});

test('a file takes what is stored on a device to another browser', async ({ page, browser, baseURL }) => {
  await openList(page);
  const name = (await symbols(page))[1] ?? '';
  await star(page, 1).click();
  await page.getByRole('button', { name: 'Commands' }).click();
  await page.getByRole('combobox', { name: 'Command' }).fill('device');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('row', { name: 'Watchlists 1' })).toBeVisible();
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export JSON' }).click();
  const file = readFileSync(await (await download).path());

  const other = await browser.newPage({ baseURL: baseURL ?? '' });
  await other.goto('/device');
  await other
    .getByLabel('File of a device')
    .setInputFiles({ name: 'jetscope-device.json', mimeType: 'application/json', buffer: file });
  await expect(other.getByRole('checkbox', { name: 'Watchlists: 1 changed' })).toBeChecked();
  await expectAccessible(other);
  await other.getByRole('button', { name: 'Import', exact: true }).press('Enter');
  await other.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: 'Watchlist' }).click();
  await expect(gridRow(other, 0).getByRole('link')).toContainText(name);
  await other.close();
});
