import type { Locator, Page } from '@playwright/test';
import { toUserFriendly } from '#contract/address.ts';
import { operations } from '#contract/operations.ts';
import { fetchAllJettons } from '#e2e/support/call-service.ts';
import { gridOf } from '#e2e/support/grid.ts';
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

test('the grid is a single tab stop with arrow key navigation', async ({ page }) => {
  const grid = await openGrid(page);
  expect(await grid.locator('[tabindex="0"]').count()).toBe(1);
  await grid.getByRole('link').first().focus();
  expect(await focusedCell(page)).toEqual([2, 3]);
  const steps: [string, number[]][] = [
    ['ArrowDown', [3, 3]],
    ['ArrowRight', [3, 4]],
    ['ArrowLeft', [3, 3]],
    ['Home', [3, 1]],
    ['ArrowUp', [2, 1]],
    ['ArrowUp', [1, 1]],
    ['ArrowUp', [1, 1]],
  ];
  for (const [key, position] of steps) {
    await page.keyboard.press(key);
    expect([key, await focusedCell(page)]).toEqual([key, position]);
  }
  await page.keyboard.press('PageDown');
  const [below = 0] = await focusedCell(page);
  expect(below).toBeGreaterThan(10);
  await page.keyboard.press('PageUp');
  expect(await focusedCell(page)).toEqual([2, 1]);
  expect(await grid.locator('[tabindex="0"]').count()).toBe(1);
});

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

test('the number of loaded rows is announced politely', async ({ page }) => {
  await openGrid(page);
  await expect(page.getByRole('status').filter({ hasText: 'loaded' })).toHaveText(
    '100 loaded, scroll for more',
  );
});

test('the focused row keeps the focus when scrolled out of view', async ({ page }) => {
  const grid = await openGrid(page);
  const link = grid.getByRole('link').nth(2);
  await link.focus();
  const href = await link.getAttribute('href');
  await grid.evaluate((element) => element.scrollTo(0, 2500));
  await expect(grid.locator('[aria-rowindex="80"]')).toBeVisible();
  expect(await page.evaluate(() => document.activeElement?.getAttribute('href'))).toBe(href);
  await page.keyboard.press('ArrowDown');
  expect(await focusedCell(page)).toEqual([5, 3]);
  await expect(grid.locator('[aria-rowindex="5"]')).toBeInViewport();
});

test('symbol and name are separate words for screen readers', async ({ page, request }) => {
  const [first] = await fetchAllJettons(request);
  const grid = await openGrid(page);
  const link = grid.locator('[aria-rowindex="2"]').getByRole('link');
  await expect(link).toContainText(new RegExp(`^${first?.metadata.symbol} `));
  expect(await link.textContent()).toContain(` ${first?.metadata.name}`);
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

test('rows keep their reading order in the DOM after fast scrolling', async ({ page }) => {
  const grid = await openGrid(page);
  const indexes = () =>
    grid
      .locator('[role=row]:not([aria-rowindex="1"])')
      .evaluateAll((rows) => rows.map((row) => Number(row.getAttribute('aria-rowindex'))));
  await grid.evaluate(async (element) => {
    for (let frame = 0; frame < 20; frame += 1) {
      element.scrollTop += 120;
      await new Promise(requestAnimationFrame);
    }
  });
  // Row elements are reused.
  await expect(grid.locator('[aria-rowindex="80"]')).toBeInViewport();
  await expect
    .poll(async () => {
      const shown = await indexes();
      return shown.map((index, at) => at === 0 || index > Number(shown[at - 1]));
    })
    .not.toContain(false);
});

test('only sortable columns have a button, and one header shows the order', async ({ page }) => {
  const grid = await openGrid(page);
  const sorted = grid.locator('[aria-sort]');
  await expect(sorted).toHaveCount(1);
  await expect(sorted).toHaveAttribute('aria-sort', 'descending');
  await expect(sorted).toContainText('Volume');
  await expect(grid.getByRole('columnheader').getByRole('button', { name: /^Price/ })).toHaveCount(0);
  await grid.getByRole('button', { name: 'Holders' }).click();
  await expect(sorted).toHaveText(/Holders/);
  await expect(page).toHaveURL(/sort=holders/);
  await grid.getByRole('button', { name: 'Holders' }).click();
  await expect(sorted).toHaveAttribute('aria-sort', 'ascending');
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
  ['as a query', (page: Page) => page.getByRole('searchbox', { name: 'Search jettons' })],
] as const) {
  test(`back from a filter typed ${how} restores the scroll position`, async ({ page }) => {
    const grid = await openGrid(page);
    const top = () => grid.evaluate(({ scrollTop }) => scrollTop);
    await grid.evaluate((element) => element.scrollTo(0, 2000));
    await expect(grid.locator('[aria-rowindex="66"]')).toBeInViewport();
    const field = fieldOf(page);
    await field.pressSequentially(how === 'as a query' ? 'holders>1' : '1');
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
  await page.getByRole('checkbox', { name: 'Hide scam' }).uncheck();
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
  await page.getByRole('checkbox', { name: 'Hide scam' }).uncheck();
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
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(`**${operations.getJettonStatisticsList.path}`, async (route) => {
    await held;
    await route.continue();
  });
  const grid = await openGrid(page);
  const row = grid.locator('[aria-rowindex="3"]');
  const before = await row.boundingBox();
  const volume = row.getByRole('gridcell').nth(8);
  await expect(volume).toHaveText('');
  release();
  await expect(volume).not.toHaveText('');
  expect(await row.boundingBox()).toEqual(before);
});

test.describe('without statistics in the plan', () => {
  test.use({ expectedErrors: [/403/] });

  test('affected column headers say so', async ({ page }) => {
    await page.route(`**${operations.getJettonStatisticsList.path}`, (route) =>
      route.fulfill({ status: 403, json: { error: { code: 403, message: 'not in plan' } } }),
    );
    const grid = await openGrid(page);
    const header = grid.getByRole('columnheader', { name: /^Volume/ });
    await expect(header).toContainText('n/a on this plan');
    await expect(grid.getByRole('columnheader', { name: 'Liquidity' })).not.toContainText('n/a');
  });

  test('the note fits into each header and moves no column', async ({ page }) => {
    let refuse = () => {};
    const held = new Promise<void>((resolve) => {
      refuse = resolve;
    });
    await page.route('**/v1/**', async (route) => {
      const { pathname } = new URL(route.request().url());
      const { getJettonStatisticsList: activity, getJettonMetricsList: money } = operations;
      if (pathname !== activity.path && pathname !== money.path) return route.continue();
      await held;
      await route.fulfill({ status: 403, json: { error: { code: 403, message: 'not in plan' } } });
    });
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
    refuse();
    await expect(headers.filter({ hasText: 'n/a on this plan' })).toHaveCount(15);
    expect(await positions()).toEqual(before);
    const cut = await headers.evaluateAll((found) =>
      found
        .filter((header) => header.textContent.includes('n/a'))
        .filter((header) => {
          const range = document.createRange();
          range.selectNodeContents(header.querySelector('button') ?? header);
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
  test.slow();
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
  const grid = await openGrid(page, '/?sort=holders');
  const links = () =>
    grid
      .getByRole('link')
      .evaluateAll((found) => found.slice(0, 10).map((link) => link.getAttribute('href')));
  const before = await links();
  const rank = page.getByRole('button', { name: /^Re-rank \(\d+ rows? moved\)$/ });
  await expect(rank).toBeVisible({ timeout: 30_000 });
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

test('columns can be selected and moved by keyboard, and are stored on the device', async ({ page }) => {
  const grid = await openGrid(page);
  const headers = () => grid.getByRole('columnheader').allInnerTexts();
  await page.getByRole('button', { name: 'Columns' }).click();
  const panel = page.getByRole('region', { name: 'Columns' });
  const liquidity = panel.getByRole('checkbox', { name: 'Liquidity' });
  await liquidity.focus();
  await page.keyboard.press('Space');
  await expect(grid.getByRole('columnheader', { name: 'Liquidity' })).toHaveCount(0);
  await expect(liquidity).not.toBeChecked();
  await expect(liquidity).toBeFocused();
  await panel.getByRole('checkbox', { name: 'Market cap' }).check();
  await expect(grid.getByRole('columnheader', { name: 'Market cap' })).toBeVisible();
  const left = panel.getByRole('button', { name: 'Move Trust left' });
  await left.focus();
  await page.keyboard.press('Enter');
  await expect.poll(async () => (await headers()).indexOf('Trust')).toBeGreaterThan(-1);
  const order = await headers();
  expect(order.indexOf('Trust')).toBeLessThan(order.findIndex((header) => header.startsWith('Holders')));
  await panel.getByRole('radio', { name: 'comfortable' }).check();
  await expect.poll(async () => (await grid.locator('[aria-rowindex="3"]').boundingBox())?.height).toBe(44);
  await page.keyboard.press('Escape');
  await expect(panel).toHaveCount(0);
  await page.reload();
  await expect(grid.getByRole('columnheader', { name: 'Market cap' })).toBeVisible();
  expect(await headers()).toEqual(order);
});

test('the header stays when scrolling down', async ({ page }) => {
  const grid = await openGrid(page);
  const header = grid.getByRole('columnheader', { name: 'Jetton' });
  const before = await header.boundingBox();
  await grid.evaluate((element) => element.scrollTo(0, 60 * 32));
  await expect(grid.locator('[aria-rowindex="66"]')).toBeInViewport();
  expect(await header.boundingBox()).toEqual(before);
});

test('the first columns stay when scrolling sideways', async ({ page }) => {
  await page.setViewportSize({ width: 1024, height: 700 });
  const grid = await openGrid(page);
  const cell = grid.getByRole('link').first();
  const before = await cell.boundingBox();
  await grid.evaluate((element) => element.scrollTo(400, 0));
  await expect(grid.getByRole('columnheader', { name: /^FDV/ })).toBeInViewport();
  expect((await cell.boundingBox())?.x).toBe(before?.x);
});

test('a watched jetton stays watched after a reload', async ({ page }) => {
  const grid = await openGrid(page);
  const star = grid.getByRole('button', { name: /^Watch / }).first();
  await star.click();
  await expect(star).toHaveAttribute('aria-pressed', 'true');
  await page.reload();
  await expect(star).toHaveAttribute('aria-pressed', 'true');
});

test('Ctrl+F searches the loaded rows', async ({ page, request }) => {
  const jettons = await fetchAllJettons(request);
  const target = jettons[80];
  const grid = await openGrid(page);
  await page.keyboard.press('Control+f');
  const box = page.getByRole('searchbox', { name: 'Find in loaded rows' });
  await expect(box).toBeFocused();
  await box.fill(toUserFriendly(target?.metadata.address ?? ''));
  await expect(grid.locator('[aria-rowindex="82"]')).toBeInViewport();
  await page.keyboard.press('Escape');
  await expect(box).toHaveCount(0);
  // Keyboard navigation continues from the match.
  await page.keyboard.press('ArrowDown');
  await expect(grid.locator('[aria-rowindex="83"] :focus')).toHaveCount(1);
  await page.keyboard.press('Control+f');
  await box.fill('no such name');
  await page.keyboard.press('Escape');
  await expect(grid.locator('[aria-rowindex="83"] :focus')).toHaveCount(1);
});

test('changes are aligned on the decimal point', async ({ page }) => {
  const grid = await openGrid(page, '/?sort=tonPriceChangeDay');
  // Distance of the decimal point, or its position in an integer, from the right edge.
  const points = () =>
    grid.locator('[data-tone=up]').evaluateAll((cells) =>
      cells.flatMap((cell) => {
        const { firstChild } = cell;
        const [digits = ''] = /^\+\d+(?!.*k)/.exec(firstChild?.nodeValue ?? '') ?? [];
        if (!firstChild || digits === '') return [];
        const range = document.createRange();
        range.setStart(firstChild, 0);
        range.setEnd(firstChild, digits.length);
        return {
          decimals: firstChild.nodeValue?.trim().split('.')[1]?.length ?? 0,
          after: cell.getBoundingClientRect().right - range.getBoundingClientRect().right,
        };
      }),
    );
  await expect
    .poll(async () => new Set((await points()).map(({ decimals }) => decimals)).size)
    .toBeGreaterThan(1);
  // Font rendering may shift digits by a fraction of a pixel.
  const offsets = (await points()).map(({ after }) => after);
  expect(Math.max(...offsets) - Math.min(...offsets)).toBeLessThan(1);
});

test('a minimum of the sorted column ends the list', async ({ page, request }) => {
  const jettons = await fetchAllJettons(request);
  const holders = jettons.map(({ holdersCount }) => Number(holdersCount)).sort((a, b) => b - a);
  const minimum = holders[30] ?? 0;
  const grid = await openGrid(page, `/?sort=holders&floor=${minimum}`);
  const count = holders.filter((value) => value >= minimum).length;
  await expect(page.getByText(`All ${count} loaded`)).toBeVisible();
  await expect(grid).toHaveAttribute('aria-rowcount', String(count + 1));
});

test('copying a row gives full values separated by tabs', async ({ page, request }) => {
  const [first] = await fetchAllJettons(request);
  const grid = await openGrid(page);
  const text = await grid.locator('[aria-rowindex="2"]').evaluate((row) => {
    getSelection()?.selectAllChildren(row);
    const data = new DataTransfer();
    row.dispatchEvent(new ClipboardEvent('copy', { clipboardData: data, bubbles: true, cancelable: true }));
    return data.getData('text/plain');
  });
  const cells = text.split('\t');
  expect(cells[0]).toBe('1');
  expect(cells[2]).toBe(first?.metadata.symbol);
  expect(Number(cells[3])).toBeCloseTo(
    Number(first?.priceUsd?.value) / 10 ** (first?.priceUsd?.decimals ?? 0),
    12,
  );
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 } });

  test('a row shows the first four selected number columns', async ({ page }) => {
    const grid = await openGrid(page, '/?columns=rank,holders,line,age,change24h,supply,mcap');
    const labels = () =>
      grid
        .locator('[aria-rowindex="3"] [data-label]')
        .evaluateAll((cells) => cells.map((cell) => getComputedStyle(cell, '::before').content));
    await expect.poll(labels).toEqual(['"Holders "', '"Age "', '"24h "', '"Supply "']);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
    expect(await grid.evaluate((element) => element.scrollWidth)).toBeLessThanOrEqual(390);
    await page.getByRole('button', { name: 'Columns' }).click();
    await page.getByRole('checkbox', { name: 'Holders' }).uncheck();
    await expect.poll(labels).toEqual(['"Age "', '"24h "', '"Supply "', '"Mcap "']);
  });

  test('columns that do not fit are not offered and keep their settings for wide windows', async ({
    page,
  }) => {
    const grid = await openGrid(page, '/?columns=rank,price,line,volume,holders');
    await page.getByRole('button', { name: 'Columns' }).click();
    const panel = page.getByRole('region', { name: 'Columns' });
    await expect(panel.getByRole('checkbox', { checked: true })).toHaveCount(3);
    await expect(panel.getByText('Rows show the first four values.')).toBeVisible();
    await expect(panel.getByRole('checkbox', { name: /^Rank|7 days/ })).toHaveCount(0);
    await expect(panel.getByRole('button', { name: /^Pin/ })).toHaveCount(0);
    await panel.getByRole('button', { name: 'Move Volume left' }).click();
    await expect(page).toHaveURL(/columns=rank,volume,line,price,holders$/);
    await panel.getByRole('checkbox', { name: 'Holders' }).uncheck();
    await panel.getByRole('checkbox', { name: 'Age' }).check();
    await expect(page).toHaveURL(/columns=rank,volume,line,price,age$/);
    await page.setViewportSize({ width: 1440, height: 844 });
    await expect(grid.getByRole('columnheader')).toHaveCount(7);
    await expect(panel.getByRole('checkbox', { name: 'Rank' })).toBeChecked();
  });

  test('rows have two lines and the page does not scroll sideways', async ({ page }) => {
    const grid = await openGrid(page);
    expect((await grid.locator('[aria-rowindex="3"]').boundingBox())?.height).toBe(60);
    await expect(grid.locator('[aria-rowindex="3"]').getByText(/^Liq/)).toHaveCount(0);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
    expect(await grid.evaluate((element) => element.scrollWidth)).toBeLessThanOrEqual(390);
    for (const [tone, arrow] of [
      ['up', '▲'],
      ['down', '▼'],
    ]) {
      const change = grid.locator(`[data-tone="${tone}"]`).first();
      await expect(change).toHaveAttribute('aria-label', /%$/);
      const contentOf = (part: string) =>
        change.evaluate((element, pseudo) => getComputedStyle(element, pseudo).content, part);
      expect(await contentOf('::before')).toContain(arrow);
      expect(await contentOf('::after')).toContain('%');
    }
  });
});
