import type { Locator, Page } from '@playwright/test';
import { operations } from '#contract/operations.ts';
import { fetchAllJettons } from '#e2e/support/call-service.ts';
import { gridOf, gridRow } from '#e2e/support/grid.ts';
import { holdRequests, withRunningClock } from '#e2e/support/intercept.ts';
import { expect, test } from '#e2e/support/test.ts';

async function openGrid(page: Page, path = '/'): Promise<Locator> {
  await page.goto(path);
  const grid = gridOf(page);
  await expect(grid.getByRole('link').first()).toBeVisible();
  await expect(grid).toHaveAttribute('aria-busy', 'false');
  return grid;
}

/** Returns the 1-based row and column of the focused cell. The header is row 1. */
function focusedCell(page: Page) {
  return page.evaluate(() => {
    const cell = document.activeElement?.closest('[role=gridcell], [role=columnheader]');
    const row = cell?.closest('[role=row]');
    const cells = [...(row?.querySelectorAll('[role=gridcell], [role=columnheader]') ?? [])];
    return [Number(row?.getAttribute('aria-rowindex')), cell ? cells.indexOf(cell) + 1 : 0];
  });
}

test('Ctrl+End and Ctrl+Home move to the last and the first cell and load the whole list', async ({
  page,
  request,
}) => {
  const { length } = await fetchAllJettons(request);
  const grid = await openGrid(page);
  await expect(grid).toHaveAttribute('aria-rowcount', '-1');
  await grid.getByRole('link').first().focus();
  await page.keyboard.press('Control+End');
  await expect(page.getByText(`All ${length} loaded`)).toBeVisible();
  await expect(grid).toHaveAttribute('aria-rowcount', String(length + 1));
  await page.keyboard.press('Control+End');
  const [row] = await focusedCell(page);
  expect(row).toBe(length + 1);
  await page.keyboard.press('Control+Home');
  expect(await focusedCell(page)).toEqual([2, 1]);
});

test('names do not move when images load', async ({ page }) => {
  const grid = await openGrid(page);
  const name = grid.locator('[aria-rowindex="80"] bdi').first();
  await grid.evaluate(async (element) => {
    for (let frame = 0; frame < 20; frame += 1) {
      element.scrollTop += 120;
      await new Promise(requestAnimationFrame);
    }
  });
  const whileScrolling = await name.boundingBox();
  await expect(grid.locator('[aria-rowindex="80"] a > :is(img, svg)').first()).toBeVisible();
  expect(await name.boundingBox()).toEqual(whileScrolling);
});

test('a new order starts at the top, and back restores the scroll position', async ({ page }) => {
  const grid = await openGrid(page);
  await grid.evaluate((element) => element.scrollTo(0, 60 * 32));
  await expect(grid.locator('[aria-rowindex="66"]')).toBeInViewport();
  await grid.getByRole('button', { name: /^24h/ }).click();
  await expect(page).toHaveURL(/sort=tonPriceChangeDay/);
  await expect(grid.locator('[aria-rowindex="2"]')).toBeInViewport();
  await page.goBack();
  await expect(grid.locator('[aria-rowindex="66"]')).toBeInViewport();
});

for (const [how, fieldOf] of [
  ['in the panel', (page: Page) => page.getByRole('textbox', { name: 'Holders minimum' })],
  ['as a query', (page: Page) => page.getByRole('combobox', { name: 'Search jettons and pools' })],
] as const) {
  test(`back from a filter typed ${how} restores the scroll position`, async ({ page }) => {
    const grid = await openGrid(page);
    const top = () => grid.evaluate(({ scrollTop }) => scrollTop);
    await grid.evaluate((element) => element.scrollTo(0, 2000));
    await expect(grid.locator('[aria-rowindex="66"]')).toBeInViewport();
    const field = fieldOf(page);
    await field.pressSequentially(how === 'as a query' ? 'holders>=1' : '1');
    await expect(page).toHaveURL(/holders/);
    await expect.poll(top).toBe(0);
    await field.pressSequentially('k');
    await expect(page).toHaveURL(/1000/);
    await expect(grid).toHaveAttribute('aria-busy', 'false');
    await field.press('Enter');
    await page.goBack();
    await expect(page).not.toHaveURL(/holders/);
    await expect.poll(top).toBe(2000);
  });
}

test('back and forward restore the scroll position of each list', async ({ page }) => {
  const grid = await openGrid(page);
  const top = () => grid.evaluate(({ scrollTop }) => scrollTop);
  await grid.evaluate((element) => element.scrollTo(0, 2000));
  await page.getByRole('checkbox', { name: 'Hide scams' }).uncheck();
  await expect(grid).toHaveAttribute('aria-busy', 'false');
  await expect.poll(top).toBe(0);
  await grid.evaluate((element) => element.scrollTo(0, 1000));
  await expect(grid.locator('[aria-rowindex="40"]')).toBeInViewport();
  await page.goBack();
  await expect.poll(top).toBe(2000);
  await page.goForward();
  await expect.poll(top).toBe(1000);
  await page.goBack();
  await expect.poll(top).toBe(2000);
  await page.getByRole('checkbox', { name: 'Hide scams' }).uncheck();
  await expect.poll(top, 'a cached list starts at the top').toBe(0);
});

test('changing columns, currency or density keeps the first visible row', async ({ page }) => {
  const grid = await openGrid(page, '/?columns=price,volume');
  await grid.evaluate((element) => element.scrollTo(0, 40 * 32));
  await expect(grid.locator('[aria-rowindex="50"]')).toBeInViewport();
  const header = (await grid.getByRole('columnheader').first().boundingBox())?.y ?? 0;
  const firstRow = async () => {
    const top = (await grid.locator('[aria-rowindex="42"]').boundingBox())?.y ?? 0;
    return Math.round(top - header);
  };
  expect(await firstRow()).toBe(32);

  await page.getByRole('button', { name: 'Columns' }).click();
  await page.getByRole('checkbox', { name: 'Liquidity' }).check();
  await expect(page).toHaveURL(/columns=price,volume,liquidity/);
  await expect(grid.getByRole('columnheader', { name: /^Liquidity/ })).toBeVisible();
  expect(await firstRow()).toBe(32);
  for (const [density, height] of [
    ['comfortable', 44],
    ['compact', 32],
  ] as const) {
    await page.getByRole('radio', { name: density }).check();
    await expect
      .poll(async () => (await grid.locator('[aria-rowindex="44"]').boundingBox())?.height)
      .toBe(height);
    await expect.poll(firstRow).toBe(32);
  }
  await page.keyboard.press('Escape');

  const currency = page.getByRole('combobox', { name: 'Currency' });
  await currency.click();
  await currency.pressSequentially('yen');
  await currency.press('ArrowDown');
  await currency.press('Enter');
  await expect(page).toHaveURL(/currency=jpy/);
  await expect(grid.getByRole('columnheader', { name: /^Price JPY/ })).toBeVisible();
  expect(await firstRow()).toBe(32);
});

test('the list renders before metrics and statistics, without layout shift', async ({ page }) => {
  const release = await holdRequests(page, `**${operations.getJettonStatisticsList.path}`);
  const grid = await openGrid(page);
  const row = grid.locator('[aria-rowindex="3"]');
  const before = await row.boundingBox();
  const volume = row.getByRole('gridcell').nth(9);
  await expect(volume).toHaveText('');
  release();
  await expect(volume).not.toHaveText('');
  expect(await row.boundingBox()).toEqual(before);
});

test.describe('without statistics in the plan', () => {
  test.use({ expectedErrors: [/403/] });

  test('the note fits into each header and moves no column', async ({ page }) => {
    const { getJettonStatisticsList, getJettonMetricsList, getPriceChangeList } = operations;
    const paidPaths: string[] = [getJettonStatisticsList, getJettonMetricsList, getPriceChangeList].map(
      ({ path }) => path,
    );
    const reject = await holdRequests(
      page,
      ({ pathname }) => paidPaths.includes(pathname),
      (route) => route.fulfill({ status: 403, json: { error: { code: 403, message: 'not in plan' } } }),
    );
    const all = 'change,usd,change15m,change12h,change24h,usd15m,usd12h,usd24h,volume,transactions,traders';
    const grid = await openGrid(
      page,
      `/?currency=eur&columns=${all},price,liquidity,fdmc,mcap&sort=tonPriceChangeDay`,
    );
    const headers = grid.getByRole('columnheader');
    const positions = () =>
      headers.evaluateAll((found) =>
        found.map((header) => [header.getBoundingClientRect().x, header.getBoundingClientRect().width]),
      );
    const before = await positions();
    reject();
    await expect(headers.filter({ hasText: 'not in this plan' })).toHaveCount(15);
    expect(await positions()).toEqual(before);
    const cut = await headers.evaluateAll((found) =>
      found
        .filter((header) => header.textContent.includes('not in this plan'))
        .filter((header) => {
          const range = document.createRange();
          range.selectNodeContents(header.querySelector('button, span') ?? header);
          const text = range.getBoundingClientRect();
          const { left, right, height } = header.getBoundingClientRect();
          return text.left < left || text.right > right || text.height > height;
        })
        .map((header) => header.textContent),
    );
    expect(cut).toEqual([]);
  });
});

test('visible rows refresh until paused; the order changes only on request', async ({ page }) => {
  const refreshedAddresses: string[][] = [];
  await page.route(`**${operations.getJettons.path}`, async (route) => {
    const filter = operations.getJettons.input.parse(route.request().postDataJSON());
    if (!filter.address) return route.continue();
    refreshedAddresses.push(filter.address);
    const response = await route.fetch();
    const body = operations.getJettons.response.parse(await response.json());
    const jettons = body.jettons.map((jetton, index) =>
      index === 0 ? jetton : { ...jetton, holdersCount: String(1_000_000 + index * 7919) },
    );
    await route.fulfill({ json: { ...body, jettons } });
  });
  await withRunningClock(page);
  await page.clock.install();
  const grid = await openGrid(page, '/?sort=holders');
  const links = () =>
    grid
      .getByRole('link')
      .evaluateAll((found) => found.slice(0, 10).map((link) => link.getAttribute('href')));
  const before = await links();
  const rank = page.getByRole('button', { name: /^Re-rank \(\d+ rows? moved\)$/ });
  // The first refresh may not be scheduled yet.
  await expect(async () => {
    await page.clock.fastForward(11_000);
    await expect(rank).toBeVisible({ timeout: 2_000 });
  }).toPass();
  expect(refreshedAddresses[0]?.length).toBeGreaterThan(10);
  expect(await links()).toEqual(before);
  await rank.click();
  await expect(rank).toHaveCount(0);

  const pause = page.getByRole('button', { name: 'Pause live updates' });
  await pause.click();
  await expect(pause).toHaveAttribute('aria-pressed', 'true');
  await expect(page.getByText(/^paused/)).toBeVisible();
  await page.reload();
  await expect(pause).toHaveAttribute('aria-pressed', 'true');
});

const columns = ['rank', 'star', 'jetton', 'liquidity', 'holders', 'trust', 'change1h', 'age'];

/**
 * Opens the list, changes holders and price change in the next refresh, and returns a function that returns the columns of the
 * first row that have been highlighted.
 */
async function refreshWithChanges(page: Page): Promise<() => Promise<string[]>> {
  // Refreshes request rows by address.
  await page.route(`**${operations.getJettons.path}`, async (route) => {
    const filter = operations.getJettons.input.parse(route.request().postDataJSON());
    if (!filter.address) return route.continue();
    const body = operations.getJettons.response.parse(await (await route.fetch()).json());
    const jettons = body.jettons.map((jetton) => ({ ...jetton, holdersCount: '424242' }));
    await route.fulfill({ json: { ...body, jettons } });
  });
  let requestCount = 0;
  await page.route(`**${operations.getJettonStatisticsList.path}`, async (route) => {
    requestCount += 1;
    if (requestCount === 1) return route.continue();
    const body = operations.getJettonStatisticsList.response.parse(await (await route.fetch()).json());
    const items = body.items.map((item) => ({
      ...item,
      priceChange: {
        ...item.priceChange,
        usd: { hour: { ...item.priceChange.usd.hour, changePercent: 77 } },
      },
      // Without a trade, only an exchange rate can have changed it, which is not highlighted.
      transactions: {
        ...item.transactions,
        day: { ...item.transactions.day, current: String(Number(item.transactions.day.current) + 1) },
      },
    }));
    await route.fulfill({ json: { ...body, items } });
  });
  await page.addInitScript(() => {
    const highlighted: string[] = [];
    Reflect.set(globalThis, 'highlighted', highlighted);
    const animate: Element['animate'] = Reflect.get(Element.prototype, 'animate');
    Element.prototype.animate = function (...options) {
      const row = this.closest('[role=row]');
      const cells = [...(row?.querySelectorAll('[role=gridcell]') ?? [])];
      if (row?.getAttribute('aria-rowindex') === '2') highlighted.push(String(cells.indexOf(this)));
      return animate.apply(this, options);
    };
  });
  await withRunningClock(page);
  await page.clock.install();
  await page.goto('/?columns=rank,liquidity,holders,trust,change1h,age');
  const row = gridRow(page, 0);
  await expect(row.getByRole('gridcell').nth(columns.indexOf('change1h'))).not.toHaveText('');
  await page.clock.fastForward(11_000);
  await expect(row).toContainText('424,242');
  await expect(row.getByRole('gridcell').nth(columns.indexOf('change1h'))).toHaveText('+77.0%');
  return async () => {
    const highlighted: string[] = await page.evaluate(() => Reflect.get(globalThis, 'highlighted'));
    return [...new Set(highlighted)].map((index) => columns[Number(index)] ?? index).toSorted();
  };
}

test('only changed cells are highlighted', async ({ page }) => {
  const highlighted = await refreshWithChanges(page);
  // Cells are highlighted after their values are shown.
  await expect.poll(highlighted).toEqual(['change1h', 'holders']);
});

test('no cells are highlighted with reduced motion', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  const highlighted = await refreshWithChanges(page);
  expect(await highlighted()).toEqual([]);
});

test('the focus stays on its row when rows are refreshed', async ({ page }) => {
  await withRunningClock(page);
  await page.clock.install();
  await page.goto('/');
  const link = gridRow(page, 3).getByRole('link');
  await link.focus();
  const refresh = page.waitForResponse(
    (response) => response.request().postData()?.includes('"address":[') === true,
  );
  await page.clock.fastForward(11_000);
  await refresh;
  await expect(gridOf(page)).toHaveAttribute('aria-busy', 'false');
  await expect(link).toBeFocused();
});

declare global {
  var isTabHidden: boolean;
}

test('a hidden tab sends no requests until it becomes visible', async ({ page }) => {
  await page.addInitScript(() => {
    globalThis.isTabHidden = true;
    Object.defineProperty(document, 'visibilityState', {
      get: () => (globalThis.isTabHidden ? 'hidden' : 'visible'),
    });
  });
  const requestedPaths: string[] = [];
  page.on('request', (request) => requestedPaths.push(new URL(request.url()).pathname));
  const configLoaded = page.waitForResponse('**/config.json');
  await page.goto('/', { waitUntil: 'networkidle' });
  await configLoaded;
  expect(requestedPaths.filter((path) => path.startsWith('/v1/') || path === '/status')).toEqual([]);

  await page.evaluate(() => {
    globalThis.isTabHidden = false;
    document.dispatchEvent(new Event('visibilitychange'));
  });
  const grid = page.getByLabel('Jettons', { exact: true });
  await expect(grid.locator('a[href^="/jetton/"]').first()).toBeVisible();
});
