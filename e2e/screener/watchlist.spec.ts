import type { Page } from '@playwright/test';
import { toUserFriendly } from '#contract/address.ts';
import { operations } from '#contract/operations.ts';
import { allJettons, ask } from '#e2e/support/answers.ts';
import { gridOf, gridRow, gridRows } from '#e2e/support/grid.ts';
import { expect, test } from '#e2e/support/test.ts';

/** What this browser has on its watchlist, in raw form. */
function kept(page: Page): Promise<string[]> {
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

test('starred jettons are on the watchlist, and one taken off can be put back', async ({ page }) => {
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

test('W stars the row of the keyboard', async ({ page }) => {
  await openList(page);
  await gridRow(page, 0).getByRole('link').focus();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('w');
  await expect(star(page, 1)).toHaveAttribute('aria-pressed', 'true');
  expect(await kept(page)).toHaveLength(1);
  await page.keyboard.press('w');
  await expect(star(page, 1)).toHaveAttribute('aria-pressed', 'false');
});

test('the row below takes the focus of one that is taken off', async ({ page }) => {
  await openList(page);
  for (const index of [0, 1, 2, 3]) await star(page, index).click();
  await page.goto('/watchlist');
  await expect(gridRows(page)).toHaveCount(4);
  const names = await symbols(page);
  await gridRow(page, 0).getByRole('link').focus();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('w');
  await expect(gridRows(page)).toHaveCount(3);
  await expect(gridRow(page, 1).getByRole('link')).toBeFocused();
  await page.keyboard.press('w');
  await expect(gridRows(page)).toHaveCount(2);
  expect(await symbols(page)).toEqual([names[0], names[3]]);
});

test('an empty watchlist says how to fill it', async ({ page }) => {
  await page.goto('/watchlist');
  await expect(page.getByRole('heading', { name: 'Your watchlist is empty' })).toBeVisible();
  await page.getByRole('link', { name: 'All jettons' }).click();
  await expect(gridRow(page, 0).getByRole('link')).toBeVisible();
});

test('a shared list is shown elsewhere and changes nothing there until it is added', async ({
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
  const sent = await symbols(page);
  await page.getByRole('button', { name: 'Share' }).click();
  await page.getByRole('button', { name: 'Copy link' }).click();
  await expect(page.getByText('Link copied')).toBeVisible();
  const link = await page.evaluate(() => navigator.clipboard.readText());
  expect(link).toMatch(/\/watchlist\?(address=[\w-]{48}&){3}sort=holders&currency=eur$/);

  const other = await (await browser.newContext({ baseURL: baseURL ?? '' })).newPage();
  await openList(other);
  for (const index of [2, 3]) await star(other, index).click();
  const own = await kept(other);
  await other.goto(link);
  await expect(other.getByRole('heading', { name: 'Shared watchlist' })).toBeVisible();
  await expect(gridRows(other)).toHaveCount(3);
  expect(await symbols(other)).toEqual(sent);
  expect(await kept(other)).toEqual(own);

  await other.getByRole('button', { name: 'Add 2 to your watchlist' }).click();
  await expect(other.getByText('All in your watchlist')).toBeVisible();
  expect((await kept(other)).slice(0, 2)).toEqual(own);
  await other.getByRole('link', { name: 'Your watchlist (4)' }).click();
  await expect(other).toHaveURL(/\/watchlist$/);
  await expect(gridRows(other)).toHaveCount(4);
  await other.context().close();
});

test('more than a hundred are asked for by hundreds, and stand in one order; unknown ones are named', async ({
  page,
  request,
}) => {
  const all = await ask(request, operations.getJettons, { limit: 100, sort: 'holders', order: 'desc' });
  const rest = await ask(request, operations.getJettons, {
    limit: 100,
    sort: 'holders',
    order: 'desc',
    cursor: all.next,
  });
  const expected = [...all.jettons, ...rest.jettons].map(({ metadata }) => metadata.address);
  expect(expected.length).toBeGreaterThan(100);
  const unknown = `0:${'7'.repeat(64)}`;
  const asked: number[] = [];
  page.on('request', (sent) => {
    if (new URL(sent.url()).pathname === '/v1/jettons') asked.push(sent.postDataJSON().address.length);
  });
  const mixed = [...expected.toSorted(), unknown];
  await page.addInitScript(
    (addresses) => localStorage.setItem('jetscope.watchlist', JSON.stringify({ addresses })),
    mixed,
  );
  await page.goto('/watchlist?sort=holders');
  await expect(page.getByText(`All ${expected.length} loaded`)).toBeVisible();
  expect(asked.slice(0, 2)).toEqual([100, mixed.length - 100]);
  await expect(page.getByText(/No jetton at/)).toContainText('EQB3…');
  const drawn = await gridRows(page).getByRole('link').evaluateAll(linked);
  expect(drawn).toEqual(expected.slice(0, drawn.length).map(pathOf));
  await gridOf(page).evaluate((grid) => grid.scrollTo(0, grid.scrollHeight));
  await expect(gridRow(page, expected.length - 1).getByRole('link')).toHaveAttribute(
    'href',
    pathOf(expected.at(-1) ?? ''),
  );

  await page.getByRole('button', { name: 'Remove', exact: true }).click();
  await expect(page.getByText(/No jetton at/)).toHaveCount(0);
  expect(await kept(page)).toEqual(expected.toSorted());
});

const pathOf = (address: string) => `/jetton/${toUserFriendly(address)}`;

function linked(links: Element[]): (string | null)[] {
  return links.map((link) => link.getAttribute('href'));
}

test('a long list is ordered by what is traded, too, and its link works', async ({
  page,
  request,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const expected = (await allJettons(request)).map(({ metadata }) => metadata.address);
  expect(expected.length).toBeGreaterThan(100);
  await page.goto(
    `/watchlist#${expected
      .toSorted()
      .map((address) => `address=${address}`)
      .join('&')}`,
  );
  await expect(page.getByText(`All ${expected.length} loaded`)).toBeVisible();
  const drawn = await gridRows(page).getByRole('link').evaluateAll(linked);
  expect(drawn).toEqual(expected.slice(0, drawn.length).map(pathOf));
  await page.getByRole('columnheader', { name: 'Holders' }).getByRole('button').click();
  await expect(page).toHaveURL(/\/watchlist\?sort=holders#address=/);
  await page.getByRole('button', { name: 'Share' }).click();
  await page.getByRole('button', { name: 'Copy link' }).click();
  await expect(page.getByText('Link copied')).toBeVisible();
  await page.goto(await page.evaluate(() => navigator.clipboard.readText()));
  await expect(page.getByText(`All ${expected.length} loaded`)).toBeVisible();
});

test('other columns are in the address of a list and leave its rows where they are', async ({
  page,
  request,
}) => {
  const jettons = await allJettons(request);
  const addresses = jettons.slice(0, 60).map(({ metadata }) => `address=${metadata.address}`);
  await page.goto(`/watchlist?${addresses.join('&')}`);
  await expect(page.getByText('All 60 loaded')).toBeVisible();
  await gridOf(page).evaluate((grid) => grid.scrollTo(0, 30 * 32));
  await expect(gridRow(page, 40)).toBeInViewport();
  await page.getByRole('button', { name: 'Columns' }).click();
  await page.getByRole('checkbox', { name: 'Market cap' }).check();
  await expect(gridOf(page).getByRole('columnheader', { name: 'Market cap' })).toBeVisible();
  await expect(page).toHaveURL(/&columns=[\w,]+,mcap$/);
  await expect(gridRow(page, 40)).toBeInViewport();
  expect(await gridOf(page).evaluate((grid) => grid.scrollTop)).toBe(30 * 32);
});

test('a link without a sound address says so and leaves the own list alone', async ({ page }) => {
  await openList(page);
  await star(page, 0).click();
  await page.goto('/watchlist?address=nonsense&search=dog');
  await expect(page.getByText('Ignored invalid parts of this link: search, address')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Empty watchlist' })).toBeVisible();
  await page.getByRole('link', { name: 'Your watchlist (1)' }).click();
  await expect(gridRows(page)).toHaveCount(1);
});
