import type { APIRequestContext, Locator, Page } from '@playwright/test';
import { colorSchemes, contentWidth, expectAccessible, forEachAppearance } from '#e2e/support/appearance.ts';
import { busyPool } from '#e2e/support/busy-pool.ts';
import { gridOf, gridRow, gridRows } from '#e2e/support/grid.ts';
import { mostSaturatedColor, pixelsOfColor, screenshotPixels, themeColor } from '#e2e/support/pixels.ts';
import { expectChartLoaded } from '#e2e/support/pool-page.ts';
import { expect, test } from '#e2e/support/test.ts';
import { timeLimit } from '#testing/time-limit.ts';

const widths = [1440, 1024, 390];

const pages = {
  list: async (page: Page) => {
    await page.goto('/');
    await expect(gridRow(page, 0).getByRole('link')).toBeVisible();
  },
  'jetton page': async (page: Page) => {
    await pages.list(page);
    await gridRow(page, 1).getByRole('link').click();
    await expect(page.getByRole('table', { name: 'Markets' }).locator('tbody tr').first()).toBeVisible();
    await expect(page.getByRole('region', { name: 'Transactions', exact: true })).toContainText('buy');
    await expect(page.getByRole('application')).toBeVisible();
  },
  watchlist: async (page: Page) => {
    await pages.list(page);
    for (const index of [0, 1, 2]) await gridRow(page, index).getByRole('button').click();
    await page.goto('/watchlist');
    await expect(gridRow(page, 2).getByRole('link')).toBeVisible();
  },
  comparison: async (page: Page) => {
    await pages.list(page);
    const paths = await gridRows(page)
      .getByRole('link')
      .evaluateAll((links) => links.slice(0, 6).map((link) => link.getAttribute('href') ?? ''));
    await page.goto(`/compare?${paths.map((path) => path.replace('/jetton/', 'address=')).join('&')}`);
    await expect(page.getByRole('slider', { name: 'Time' })).toBeAttached({ timeout: timeLimit(20_000) });
    await page.getByText('Values').click();
  },
  'page of paper trades': (page: Page) => openPage(page, '/paper', 'Paper trades'),
  'page of stored data': (page: Page) => openPage(page, '/device', 'This device'),
};

async function openPage(page: Page, path: string, title: string): Promise<void> {
  await page.goto(path);
  await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
}

async function openPool(page: Page, request: APIRequestContext): Promise<void> {
  await page.goto((await busyPool(request)).path);
  await expectChartLoaded(page);
}

for (const [name, open] of Object.entries(pages)) {
  test(`the ${name} is accessible and fits in the window`, async ({ page }) => {
    test.slow();
    await open(page);
    await forEachAppearance(page, widths, async (width, accessibility) => {
      await expectAccessible(page, accessibility);
      await expect.poll(() => contentWidth(page)).toBeLessThanOrEqual(width);
    });
  });
}

test('lines of fields and clipped texts have room for descenders', async ({ page, request }) => {
  for (const [name, open] of Object.entries({ ...pages, 'pool page': openPool })) {
    await open(page, request);
    const cut = await page.locator('select, input, [class*=ellipsis]').evaluateAll((elements) =>
      elements.flatMap((element) => {
        const { fontSize, lineHeight } = getComputedStyle(element);
        return Number.parseFloat(lineHeight) < Number.parseFloat(fontSize) * 1.15 ? element.outerHTML : [];
      }),
    );
    expect([name, cut]).toEqual([name, []]);
  }
});

test.describe('touch screen', () => {
  test.use({ hasTouch: true });

  test('pages fit into windows of 195 pixels, as those of phones at a zoom of 200%', async ({
    page,
    request,
  }) => {
    test.slow();
    for (const [name, open] of Object.entries({ ...pages, 'pool page': openPool })) {
      await test.step(name, async () => {
        await page.setViewportSize({ width: 1024, height: 844 });
        await open(page, request);
        await page.setViewportSize({ width: 195, height: 844 });
        await expect.poll(() => contentWidth(page)).toBe(195);
      });
    }
  });
});

test('texts and what is around them follow the font size of the browser', async ({ page, request }) => {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Page.setFontSizes', { fontSizes: { standard: 20 } });
  await page.setViewportSize({ width: 1440, height: 900 });
  await pages.list(page);
  await page.mouse.move(700, 500);
  await page.mouse.wheel(0, 4_000);
  const distances = () =>
    gridRows(page).evaluateAll((rows) => {
      const tops = rows.map((row) => row.getBoundingClientRect().top).toSorted((a, b) => a - b);
      // The row that would get the focus stays.
      return [...new Set(tops.slice(2).map((top, index) => Math.round(top - (tops[index + 1] ?? 0))))];
    });
  await expect.poll(distances).toEqual([40]);
  await expect(gridRows(page).first()).toHaveCSS('font-size', '16.25px');
  expect(await contentWidth(page)).toBe(1440);
  // In a window of 1080 pixels, there is as much room as in one of 864 at the default size.
  await page.setViewportSize({ width: 880, height: 900 });
  await expect.poll(async () => (await gridRows(page).first().boundingBox())?.height).toBe(75);
  await openPool(page, request);
  expect(await contentWidth(page)).toBe(880);
});

function backgroundColor(page: Page): Promise<string> {
  return page.evaluate(() => getComputedStyle(document.body).backgroundColor);
}

test('the theme follows the system until one is selected, and the selection is stored', async ({ page }) => {
  await page.emulateMedia({ colorScheme: 'dark' });
  await pages.list(page);
  const dark = await backgroundColor(page);
  await page.emulateMedia({ colorScheme: 'light' });
  const light = await backgroundColor(page);
  expect(light).not.toBe(dark);

  await page.getByRole('button', { name: 'Theme: system' }).click();
  await page.getByRole('button', { name: 'Theme: light' }).click();
  await expect(page.getByRole('button', { name: 'Theme: dark' })).toBeVisible();
  expect(await backgroundColor(page)).toBe(dark);
  await page.reload();
  expect(await backgroundColor(page)).toBe(dark);
  await page.getByRole('button', { name: 'Theme: dark' }).click();
  expect(await backgroundColor(page)).toBe(light);
});

test('sparklines match the theme', async ({ page }) => {
  await page.emulateMedia({ colorScheme: 'dark' });
  await page.setViewportSize({ width: 1920, height: 800 });
  await pages.list(page);
  const line = gridRow(page, 0).getByRole('gridcell', { name: '7-day price chart in USD' }).locator('img');
  const dark = await line.getAttribute('src');
  await page.emulateMedia({ colorScheme: 'light' });
  await expect(line).not.toHaveAttribute('src', dark ?? '');
});

test('sparklines have the selected color pair', async ({ page }) => {
  await page.goto('/?columns=change7d,line,usd7d');
  await expect(gridRow(page, 0).getByRole('link')).toBeVisible();
  await page.getByRole('button', { name: 'Colors: green up, red down' }).click();
  await page.getByRole('button', { name: 'Colors: blue up, orange down' }).click();
  for (const [tone, isRise] of [
    ['up', true],
    ['down', false],
  ] as const) {
    const row = gridRows(page)
      .filter({ has: page.locator(`[data-tone="${tone}"]:last-child`) })
      .first();
    const line = row.locator('[data-trend] img');
    await expect(row.locator('[data-trend]')).toHaveAttribute('data-trend', tone);
    await expect
      .poll(() => line.evaluate((image: HTMLImageElement) => image.naturalWidth))
      .toBeGreaterThan(0);
    const [red, green] = await mostSaturatedColor(line);
    expect(red > green).toBe(isRise);
  }
});

/** Dominant color channel of rising and falling values by color pair. */
const pairs = [
  ['green up, red down', ['green', 'red']],
  ['blue up, orange down', ['blue', 'red']],
  ['red up, green down', ['red', 'green']],
] as const;

for (const colorScheme of colorSchemes) {
  test(`changes and buy shares have the selected color pair, ${colorScheme}`, async ({ page }) => {
    await page.emulateMedia({ colorScheme });
    await page.goto('/?columns=change24h,volume');
    const change = (tone: string) => gridRows(page).locator(`[data-tone="${tone}"]`).first();
    await expect(change('up')).toBeVisible();
    // Both parts of the bar must be wide enough to sample.
    const volume = gridRows(page)
      .getByRole('gridcell', { name: /, [3-6]\d% buys$/ })
      .first();
    await expect(volume).toBeVisible();
    for (const [index, [name, [rise, fall]]] of pairs.entries()) {
      const toggle = page.getByRole('button', { name: `Colors: ${name}` });
      await expect(toggle).toBeVisible();
      await page.mouse.move(0, 0);
      const { width, data } = await screenshotPixels(volume, 27, 1);
      const at = (column: number) => ({
        red: data[column * 4] ?? 0,
        green: data[column * 4 + 1] ?? 0,
        blue: data[column * 4 + 2] ?? 0,
      });
      const [up, down] = [await colorChannels(change('up')), await colorChannels(change('down'))];
      for (const [rendered, strong, weak] of [
        [up, rise, fall],
        [down, fall, rise],
        [at(width - 50), rise, fall],
        [at(width - 10), fall, rise],
      ] as const)
        expect(rendered[strong], `${name}: ${JSON.stringify(rendered)}`).toBeGreaterThan(rendered[weak]);
      if (index < pairs.length - 1) await toggle.click();
    }
  });
}

async function colorChannels(element: Locator) {
  const [red, green, blue] = await mostSaturatedColor(element);
  return { red, green, blue };
}

test('forced colors keep focus, selection, signs and arrows visible', async ({ page }) => {
  await page.emulateMedia({ forcedColors: 'active' });
  await page.goto('/?columns=change7d,change24h');
  const link = gridRow(page, 0).getByRole('link');
  await link.focus();
  await page.keyboard.press('ArrowDown');
  const next = gridRow(page, 1).getByRole('link');
  await expect(next).toBeFocused();
  await expect(next).toHaveCSS('outline-style', 'solid');
  await expect(next).toHaveCSS('outline-width', '2px');
  const optionBackground = (label: string) =>
    page
      .getByRole('group', { name: 'Period' })
      .getByText(label, { exact: true })
      .locator('..')
      .evaluate((option) => getComputedStyle(option).backgroundColor);
  expect(await optionBackground('24h')).not.toBe(await optionBackground('7d'));
  for (const [tone, sign] of [
    ['up', '+'],
    ['down', '−'],
  ] as const) {
    const change = gridRows(page).locator(`[data-tone="${tone}"]`).first();
    await expect(change).toHaveText(new RegExp(`^\\${sign}.*%$`));
  }
});

test('forced colors keep bars and arrows, on the background of the system', async ({ page }) => {
  await page.emulateMedia({ forcedColors: 'active' });
  await page.goto('/?columns=trust');
  await expect(gridRow(page, 0).locator('[style*="background-size"]')).toHaveCSS(
    'background-image',
    /gradient/,
  );
  await expect(page.getByRole('combobox', { name: 'Currency' })).toHaveCSS('background-image', /gradient/);
  await gridRow(page, 0).getByRole('link').click();
  const background = await page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  const bars = page.getByRole('region', { name: 'Activity' }).locator('[data-side="buy"]');
  await expect(bars.first()).toBeVisible();
  await expect(bars.first()).not.toHaveCSS('background-color', background);
});

test('forced colors keep the parts of a chart apart', async ({ page, request }) => {
  await page.emulateMedia({ forcedColors: 'active' });
  const { path } = await busyPool(request);
  await page.goto(`${path}?type=candles`);
  await expectChartLoaded(page);
  const share = async (name: string) => {
    const color = await themeColor(page, name);
    const pixels = await screenshotPixels(page.getByRole('application'));
    return pixelsOfColor(pixels, color, 2).length / (pixels.data.length / 4);
  };
  await expect.poll(() => share('--bg')).toBeGreaterThan(0.5);
  for (const name of ['--up', '--down']) await expect.poll(() => share(name)).toBeGreaterThan(0.0005);
});

test('forced colors keep the levels of an indicator readable', async ({ page, request }) => {
  await page.emulateMedia({ forcedColors: 'active' });
  const { path } = await busyPool(request);
  await page.goto(`${path}?indicator=rsi14`);
  await expectChartLoaded(page);
  await expect(page.getByText(/^RSI 14 \d/)).toBeVisible();
  const chart = page.getByRole('application');
  const [text, background] = [await themeColor(page, '--text'), await themeColor(page, '--bg')];
  // Labels of the axis are rectangles of the color of text: those of the last price, of the RSI and of its levels.
  const readableLabels = async () => {
    const pixels = await screenshotPixels(chart);
    const filled = new Set(pixelsOfColor(pixels, text, 2).map(({ x, y }) => `${x} ${y}`));
    const isFilled = (y: number, xs: readonly number[]) => xs.some((x) => filled.has(`${x} ${y}`));
    const rows = pixelsOfColor(pixels, background, 2)
      .filter(({ x, y }) => isFilled(y, [x - 3, x - 2, x - 1]) && isFilled(y, [x + 1, x + 2, x + 3]))
      .flatMap(({ x, y }) => (x > pixels.width - 80 ? y : []))
      .toSorted((one, other) => one - other);
    return rows.filter((y, index) => y - (rows[index - 1] ?? 0) > 4).length;
  };
  await expect.poll(readableLabels).toBeGreaterThan(2);
});

test('prints have all loaded rows of a list, and nothing of sections that are not loaded', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1024, height: 700 });
  await pages.list(page);
  const shown = await gridRows(page).count();
  const list = gridOf(page);
  await page.emulateMedia({ media: 'print' });
  await expect.poll(() => gridRows(page).count()).toBeGreaterThan(shown);
  // The list is as large as what is in it, and the page as the list.
  const cutOff = () =>
    list.evaluate((element) => {
      const { bottom } = element.lastElementChild?.getBoundingClientRect() ?? { bottom: 0 };
      return bottom - Math.min(element.getBoundingClientRect().bottom, document.documentElement.scrollHeight);
    });
  await expect.poll(cutOff).toBeLessThanOrEqual(0);
  await expect(list).toHaveCSS('overflow', 'visible');
  const last = gridRows(page).last();
  expect((await last.boundingBox())?.y).toBeGreaterThan(700);

  await page.emulateMedia({ media: 'screen' });
  await gridRow(page, 1).getByRole('link').click();
  const trades = page.getByRole('region', { name: 'Trades' });
  await expect(trades).toBeVisible();
  const integrity = page.getByRole('region', { name: 'Trading integrity' });
  await expect(integrity).toBeVisible();
  await page.emulateMedia({ media: 'print' });
  await expect(integrity).toBeHidden();
});

for (const colorScheme of colorSchemes) {
  test(`high contrast on request, ${colorScheme}`, async ({ page }) => {
    await page.emulateMedia({ contrast: 'more', colorScheme });
    await pages.list(page);
    const isHeaderFullContrast = () =>
      page.evaluate(() => {
        const { color } = getComputedStyle(document.body);
        const header = document.querySelector('[role=columnheader]:not([aria-sort])');
        return header !== null && getComputedStyle(header).color === color;
      });
    expect(await isHeaderFullContrast()).toBe(true);
    await expectAccessible(page, { rules: ['color-contrast'] });
  });
}
