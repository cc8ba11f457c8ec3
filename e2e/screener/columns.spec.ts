import type { APIRequestContext, Locator, Page } from '@playwright/test';
import { toUserFriendly } from '#contract/address.ts';
import { countPeriods, pricePeriods } from '#contract/enums.ts';
import { type SortField, sortFields } from '#contract/measures.ts';
import { operations } from '#contract/operations.ts';
import { callOperation, fetchAllJettons } from '#e2e/support/call-service.ts';
import { gridOf, gridRow } from '#e2e/support/grid.ts';
import { expect, test } from '#e2e/support/test.ts';

async function open(page: Page, query = ''): Promise<Locator> {
  await page.goto(`/${query}`);
  const grid = gridOf(page);
  await expect(grid.getByRole('link').first()).toBeVisible();
  return grid;
}

/** Returns the statistics of the first row. */
async function firstStatistics(request: APIRequestContext) {
  const [first] = await fetchAllJettons(request);
  const address = [first?.metadata.address ?? ''];
  const { items } = await callOperation(request, operations.getJettonStatisticsList, { address });
  const [statistics] = items;
  if (!statistics) throw new Error('the first row has no statistics');
  return statistics;
}

const cell = (page: Page, index: number) => gridRow(page, 0).getByRole('gridcell').nth(index);
const period = (page: Page, label: string) =>
  page.getByRole('group', { name: 'Period' }).getByRole('radio', { name: label, exact: true });

/** Parses a percentage such as −1.26% or +1,740%; a total that was zero grew by 100%. */
function parsePercent(label: string | null): number {
  if (label?.includes('from 0')) return 100;
  const [, sign, digits] = /([+−]?)([\d.,]+)%/.exec(label ?? '') ?? [];
  return Number(digits?.replaceAll(',', '')) * (sign === '−' ? -1 : 1);
}

async function expectPercent(shown: Locator, percent: number | undefined): Promise<void> {
  await expect(shown).not.toHaveAttribute('aria-label', '');
  const label = await shown.getAttribute('aria-label');
  if (percent === undefined) return expect(label).toBe('unknown');
  expect(Math.abs(parsePercent(label) - percent)).toBeLessThanOrEqual(0.005 + Math.abs(percent) / 100);
}

const labels = ['15m', '1h', '6h', '12h', '24h', '7d', '30d'];

test('columns show the changes of all seven periods in GRAM and USD', async ({ page, request }) => {
  const { priceChange } = await firstStatistics(request);
  const ids = ['ton', 'usd'].flatMap((unit) => labels.map((label) => unit + label));
  const grid = await open(page, `?columns=${ids.join(',')}`);
  const headers = await grid.getByRole('columnheader').allTextContents();
  expect(headers.slice(2)).toEqual([
    ...labels.map((label) => `${label} GRAM`),
    ...labels.map((label) => `${label} USD`),
  ]);
  for (const [index, name] of pricePeriods.entries()) {
    await expectPercent(cell(page, index + 2), priceChange.ton[name]?.changePercent);
    await expectPercent(cell(page, index + 9), priceChange.usd[name]?.changePercent);
  }
});

test('the period control applies to change, volume, transactions and traders', async ({ page, request }) => {
  const { priceChange, volume, transactions } = await firstStatistics(request);
  const grid = await open(page, '?columns=ton,usd,volume,transactions,traders');
  const header = (name: string) => grid.getByRole('columnheader', { name, exact: true });
  await expect(period(page, '24h')).toBeChecked();
  await expect(grid.locator('[aria-sort]')).toHaveText(/^Volume/);
  for (const [index, label] of labels.entries()) {
    await period(page, label).check();
    await expect(header(`Change ${label} GRAM`)).toBeVisible();
    await expect(header(`Change ${label} USD`)).toBeVisible();
    const name = pricePeriods[index] ?? 'day';
    await expectPercent(cell(page, 2), priceChange.ton[name]?.changePercent);
    await expectPercent(cell(page, 3), priceChange.usd[name]?.changePercent);
  }
  for (const name of countPeriods) {
    const label = labels[pricePeriods.indexOf(name)] ?? '';
    await period(page, label).check();
    await expect(header(`Transactions ${label}`)).toBeVisible();
    await expectPercent(cell(page, 4), volume.usd[name].changePercent);
    await expectPercent(cell(page, 5), transactions[name].changePercent);
  }
  // There are no counts over 15 minutes: the header shows the period used instead.
  await period(page, '15m').check();
  await expect(header('Traders 1h')).toBeVisible();
  await page.reload();
  await expect(period(page, '15m')).toBeChecked();
  await page.goto('/');
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.getByRole('button', { name: 'Share' }).click();
  await page.getByRole('button', { name: 'Copy link' }).click();
  await expect(page.getByText('Link copied')).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toMatch(
    /\/\?period=15m&columns=rank,price,[\w,]+&currency=usd$/,
  );
});

test('the list and the watchlist open in the last selected currency', async ({ page }) => {
  const unit = (name: string) => page.getByRole('group', { name: 'Unit' }).getByRole('radio', { name });
  await open(page);
  await unit('GRAM').check();
  await expect(page).toHaveURL(/currency=ton/);
  await page.goto('/watchlist');
  await expect(unit('GRAM')).toBeChecked();
  await page.goto('/?currency=usd');
  await expect(unit('USD')).toBeChecked();
  await page.goto('/');
  await expect(unit('GRAM')).toBeChecked();
});

test('a link can set the period, and the period control then changes the URL', async ({ page }) => {
  const grid = await open(page, '?columns=change,change7d&period=7d&sort=tonPriceChangeWeek');
  await expect(period(page, '7d')).toBeChecked();
  await expect(grid.locator('[aria-sort]')).toHaveText(/^Change 7d/);
  await period(page, '1h').check();
  await expect(page).toHaveURL(/period=1h/);
  await page.goto('/?period=2h');
  await expect(page.getByText('Ignored invalid parts of this link: period')).toBeVisible();
  await expect(period(page, '24h')).toBeChecked();
});

const headers = (page: Page) => gridOf(page).getByRole('columnheader').allInnerTexts();
const queryOf = (page: Page) => new URL(page.url()).search;
const marketCap = (page: Page) => gridOf(page).getByRole('columnheader', { name: 'Market cap' });

test('selected columns are in the URL and follow back and forward', async ({ page }) => {
  const grid = await open(page);
  await grid.evaluate((element) => element.scrollTo(0, 40 * 32));
  await expect(gridRow(page, 50)).toBeInViewport();
  const length = await page.evaluate(() => history.length);
  await page.getByRole('button', { name: 'Columns' }).click();
  const panel = page.getByRole('region', { name: 'Columns' });
  await panel.getByRole('checkbox', { name: 'Market cap' }).check();
  await expect(marketCap(page)).toBeVisible();
  const chosen = queryOf(page);
  expect(chosen).toMatch(/^\?columns=rank,price,.*,transactions,mcap$/);
  await panel.getByRole('button', { name: 'Move Market cap left' }).click();
  await expect(page).toHaveURL(/,mcap,transactions$/);
  expect(await page.evaluate(() => history.length)).toBe(length + 2);
  await expect(gridRow(page, 50)).toBeInViewport();

  await page.goBack();
  await expect.poll(() => queryOf(page)).toBe(chosen);
  await page.goBack();
  await expect(marketCap(page)).toHaveCount(0);
  expect(queryOf(page)).toBe('');
  // The device has stored other columns: those of the history entry are kept.
  await grid.getByRole('button', { name: /^Holders/ }).click();
  await expect(page).toHaveURL(/\?sort=holders$/);
  await expect(marketCap(page)).toHaveCount(0);
  await page.goBack();
  await page.goForward();
  await expect(page).toHaveURL(/\?sort=holders$/);
});

test('a URL without columns gets the last selected ones', async ({ page, browser }) => {
  await open(page);
  await page.getByRole('button', { name: 'Columns' }).click();
  const panel = page.getByRole('region', { name: 'Columns' });
  await panel.getByRole('checkbox', { name: 'Liquidity' }).uncheck();
  await panel.getByRole('checkbox', { name: 'Market cap' }).check();
  await expect(page).toHaveURL(/,mcap$/);
  await page.keyboard.press('Escape');
  await period(page, '7d').check();
  await expect(page).toHaveURL(/,mcap&period=7d$/);
  const own = queryOf(page).slice(1);

  for (const path of ['/', '/watchlist']) {
    await page.goto(path);
    await expect(page).toHaveURL(`${path}?${own}`);
  }
  await page.getByRole('link', { name: 'Jetscope' }).click();
  await expect(page).toHaveURL(`/?${own}`);
  await page.goto('/?sort=holders');
  await expect(page).toHaveURL(`/?sort=holders&${own}`);
  const length = await page.evaluate(() => history.length);
  await expect(gridRow(page, 0)).toBeVisible();
  await page.getByRole('link', { name: 'New', exact: true }).click();
  await expect(page).toHaveURL(`/?sort=createdAt&${own}`);
  expect(await page.evaluate(() => history.length)).toBe(length + 1);
  await gridRow(page, 0).getByRole('link').click();
  await page.getByRole('link', { name: 'Jetscope' }).click();
  await expect(page).toHaveURL(`/?${own}`);
  await page.goBack();
  await page.goBack();
  await expect(page).toHaveURL(`/?sort=createdAt&${own}`);

  await expect(gridRow(page, 0)).toBeVisible();
  const table = await headers(page);
  const link = page.url();
  const elsewhere = await browser.newPage();
  await elsewhere.goto(link);
  await expect(gridRow(elsewhere, 0)).toBeVisible();
  expect(await headers(elsewhere)).toEqual(table);
  await expect(period(elsewhere, '7d')).toBeChecked();
  expect(elsewhere.url()).toBe(link);
  // Settings from a link are not stored.
  await elsewhere.goto(new URL('/', link).href);
  await expect(gridRow(elsewhere, 0)).toBeVisible();
  expect(queryOf(elsewhere)).toBe('');
  await elsewhere.close();

  await page.getByRole('button', { name: 'Columns' }).click();
  await panel.getByRole('button', { name: 'Reset columns' }).click();
  await expect(page).toHaveURL(/\?sort=createdAt&period=7d$/);
  await expect(marketCap(page)).toHaveCount(0);
  await page.goto('/');
  await expect(page).toHaveURL(/\/\?period=7d$/);
});

test('beside the open filter panel, what traders compare is in the window at 1440 pixels', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  const grid = await open(page);
  const panel = page.getByRole('region', { name: 'Filters' });
  await expect(panel).toBeVisible();
  const titles = ['Price USD', '1h', '24h', '7d', 'Age', 'Liquidity USD', 'Volume 24h USD', 'FDV USD'];
  for (const name of [...titles, 'Traders 24h', 'Trust'])
    await expect(grid.getByRole('columnheader', { name, exact: true })).toBeInViewport({ ratio: 1 });
  // Nothing is clipped or overlaps its neighbor, although the columns are hardly wider than their content.
  const texts = await gridRow(page, 0)
    .getByRole('gridcell')
    .evaluateAll((cells) =>
      cells
        .slice(3)
        .filter(({ textContent }) => textContent !== '')
        .map((cell) => {
          const range = document.createRange();
          range.selectNodeContents(cell);
          return range.getBoundingClientRect().left - cell.getBoundingClientRect().left;
        }),
    );
  for (const left of texts) expect(left).toBeGreaterThanOrEqual(3);
});

test('price lines are loaded once their column is in the window', async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  const requested: string[] = [];
  page.on('request', (request) => requested.push(new URL(request.url()).pathname));
  const grid = await open(page);
  const isLine = (path: string) => path.startsWith('/previews/');
  await expect(grid.locator('img').first()).toBeVisible();
  await expect(gridRow(page, 0).getByRole('gridcell', { name: '7-day price chart in USD' })).toBeAttached();
  await expect(page.getByRole('columnheader', { name: '7 days' })).not.toBeInViewport();
  await page.waitForLoadState('networkidle');
  expect(requested.filter(isLine)).toEqual([]);
  await grid.evaluate((element) => element.scrollTo(element.scrollWidth, 0));
  const line = (index: number) =>
    gridRow(page, index).getByRole('gridcell', { name: '7-day price chart in USD' }).locator('img');
  for (const index of [0, 10, 20])
    await expect
      .poll(() => line(index).evaluate((image: HTMLImageElement) => image.naturalWidth))
      .toBeGreaterThan(0);
  // 25 rows in each, of those in the window and near it.
  expect(requested.filter(isLine).length).toBeLessThanOrEqual(2);
});

test('below 1280 pixels, the filter panel is a drawer, and its button counts the filters', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1279, height: 800 });
  await open(page, '?holders.min=10&trustScore.min=1');
  const panel = page.getByRole('region', { name: 'Filters' });
  await expect(panel).toHaveCount(0);
  await page.getByRole('button', { name: 'Filters (2)' }).click();
  await expect(page.getByRole('dialog', { name: 'Filters' })).toBeVisible();
  await page.setViewportSize({ width: 1280, height: 800 });
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(panel).toBeVisible();
});

test('a link with the former default columns keeps their order', async ({ page }) => {
  const former =
    'rank,price,change1h,change24h,change7d,line,volume,liquidity,trust,holders,fdmc,transactions,traders,age';
  await open(page, `?columns=${former}`);
  expect((await headers(page)).slice(3, 9)).toEqual([
    'Price USD',
    '1h',
    '24h',
    '7d',
    '7 days',
    expect.stringMatching(/^Volume/),
  ]);
});

test('the sorted column stays in view', async ({ page }) => {
  await page.setViewportSize({ width: 1024, height: 700 });
  const grid = await open(page);
  await grid.evaluate((element) => element.scrollTo(400, 40 * 32));
  await expect(gridRow(page, 45)).toBeInViewport();
  const header = grid.getByRole('columnheader', { name: /^Holders/ });
  await expect(header).toBeInViewport({ ratio: 1 });
  await header.getByRole('button').click();
  await expect(header).toHaveAttribute('aria-sort', 'descending');
  await expect(gridRow(page, 0)).toBeInViewport();
  await expect(header).toBeInViewport({ ratio: 1 });
  // The other order, then the first one again, which is cached.
  const left = await grid.evaluate(({ scrollLeft }) => scrollLeft);
  expect(left).toBeGreaterThan(0);
  for (const order of ['ascending', 'descending']) {
    await header.getByRole('button').click();
    await expect(header).toHaveAttribute('aria-sort', order);
    await expect(grid).toHaveAttribute('aria-busy', 'false');
    expect(await grid.evaluate(({ scrollLeft }) => scrollLeft)).toBe(left);
  }
});

const sorts: Readonly<Record<'usd' | 'ton', readonly (readonly [column: string, sort: SortField])[]>> = {
  usd: [
    ['change15m', 'tonPriceChangeMin15'],
    ['change1h', 'tonPriceChangeHour'],
    ['change6h', 'tonPriceChangeHour6'],
    ['change12h', 'tonPriceChangeHour12'],
    ['change24h', 'tonPriceChangeDay'],
    ['change7d', 'tonPriceChangeWeek'],
    ['change30d', 'tonPriceChangeMonth'],
    ['transactions', 'transactions24h'],
    ['traders', 'traders24h'],
    ['liquidity', 'liquidityUsd'],
    ['fdmc', 'fdmc'],
    ['holders', 'holders'],
    ['trust', 'trustScore'],
    ['age', 'createdAt'],
    ['volume', 'volume24h'],
    ['exit1k', 'exit1k'],
    ['exit10k', 'exit10k'],
    ['worst1k', 'worstExit1k'],
    ['worst10k', 'worstExit10k'],
    ['effective', 'effectiveTraders'],
    ['sold', 'buyersWhoSold'],
    ['top10', 'topTenHolders'],
    ['trending', 'trending'],
  ],
  ton: [['liquidity', 'tvl']],
};
const unsorted = ['price', 'line', 'mcap', 'admin', 'supply', 'mintable'];

test('each sort field has a column header that sorts in both directions; others do not', async ({
  page,
  request,
}) => {
  test.slow();
  await page.setViewportSize({ width: 3200, height: 700 });
  const all = [...sorts.usd, ...sorts.ton];
  expect(new Set(all.map(([, sort]) => sort))).toEqual(new Set(sortFields));
  for (const currency of ['usd', 'ton'] as const) {
    const columns = ['rank', ...sorts[currency].map(([column]) => column), ...unsorted];
    const grid = await open(page, `?columns=${columns.join()}&sort=createdAt&currency=${currency}`);
    const columnHeaders = grid.getByRole('columnheader');
    await expect(columnHeaders).toHaveCount(columns.length + 2);
    await expect(columnHeaders.getByRole('button')).toHaveCount(sorts[currency].length);
    for (const [index, [, sort]] of sorts[currency].entries()) {
      // After rank, star and jetton.
      const header = columnHeaders.nth(index + 3);
      for (const order of ['desc', 'asc'] as const) {
        await header.getByRole('button').click();
        await expect(header).toHaveAttribute('aria-sort', `${order}ending`);
        const filter = { sort, order, moves: currency, excludeScam: true, limit: 5 };
        const { jettons } = await callOperation(request, operations.getJettons, filter);
        const links = jettons.map(({ metadata }) => `/jetton/${toUserFriendly(metadata.address)}`);
        const renderedLinks = () =>
          grid.evaluate(
            (element, count) =>
              Array.from({ length: count }, (_, row) =>
                element.querySelector(`[aria-rowindex="${row + 2}"] a`)?.getAttribute('href'),
              ),
            links.length,
          );
        await expect.poll(renderedLinks, `${sort} ${order}`).toEqual(links);
      }
    }
  }
});

for (const query of ['', '?sort=holders', '?widths=volume-150,age-100'])
  test(`a dragged edge follows the pointer at /${query}`, async ({ page }) => {
    await page.setViewportSize({ width: 2400, height: 700 });
    await page.goto(`/${query}`);
    await expect(gridRow(page, 0)).toBeVisible();
    const headers = gridOf(page).getByRole('columnheader');
    const boxOf = async (index: number) =>
      (await headers.nth(index).boundingBox()) ?? { x: 0, y: 0, width: 0 };
    const rightOf = async (index: number) => {
      const { x, width } = await boxOf(index);
      return x + width;
    };
    const count = await headers.count();
    // The rank, the first column, and the star have fixed widths.
    for (const [step, by] of [60, -40, 25, 80, -30].entries()) {
      const index = 2 + ((step * 3) % (count - 3));
      const { y, width } = await boxOf(index);
      const right = await rightOf(index);
      await page.mouse.move(right - 3, y + 10);
      await page.mouse.down();
      await page.mouse.move(right - 3 + by / 2, y + 10);
      await page.mouse.move(right - 3 + by, y + 10);
      await page.mouse.up();
      await expect
        .poll(() => rightOf(index).then((x) => Math.abs(x - right - by)))
        .toBeLessThanOrEqual(index);
      expect(Math.abs((await boxOf(index)).width - width - by)).toBeLessThanOrEqual(1);
    }
  });
