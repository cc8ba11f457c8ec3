import type { Locator, Page } from '@playwright/test';
import { contentWidth, expectAccessible } from '#e2e/support/appearance.ts';
import { busyPool } from '#e2e/support/busy-pool.ts';
import { gridRow } from '#e2e/support/grid.ts';
import { chartSummary, chartSummaryText, expectChartLoaded } from '#e2e/support/pool-page.ts';
import { expect, test } from '#e2e/support/test.ts';
import { timeLimit } from '#testing/time-limit.ts';

test.describe('the list', () => {
  for (const width of [390, 1024]) {
    test.describe(`touch screen, ${width} pixels wide`, () => {
      test.use({ hasTouch: true, isMobile: true, viewport: { width, height: 844 } });

      test('controls are at least 44 pixels high and wide', async ({ page }) => {
        await page.goto('/?holders.min=100');
        const row = gridRow(page, 0);
        await expect(row.getByRole('link')).toBeVisible();
        await expect(page.getByRole('button', { name: 'Clear' })).toBeVisible();
        const controls = page.locator(
          'header :is(a, button, input), nav[aria-label=Presets] a, main button:not([role=row] button)',
        );
        const small = (found: Element[]) =>
          found
            .filter((element) => element.checkVisibility())
            .map((element) => ({ element, box: element.getBoundingClientRect() }))
            .filter(({ box }) => box.height < 44 || box.width < 44)
            .map(
              ({ element, box }) =>
                `${element.ariaLabel ?? element.textContent}: ${box.width} × ${box.height}`,
            );
        expect(await controls.count()).toBeGreaterThan(15);
        expect(await controls.evaluateAll(small)).toEqual([]);
        // The row's border is not part of the button.
        const star = await row.getByRole('button').boundingBox();
        expect(star?.width).toBeGreaterThanOrEqual(44);
        expect(star?.height).toBeGreaterThanOrEqual(43);
        const headers = page.locator('[role=columnheader] button');
        if (width > 720)
          for (const header of await headers.all())
            expect((await header.boundingBox())?.height).toBeGreaterThanOrEqual(43);
        expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
      });
    });
  }

  test.describe('phone', () => {
    test.use({ hasTouch: true, isMobile: true, viewport: { width: 390, height: 844 } });

    test('rows start at most 150 pixels below the top, under the period and unit', async ({ page }) => {
      await page.goto('/?holders.min=100');
      const row = gridRow(page, 0);
      await expect(row.getByRole('link')).toBeVisible();
      // The badge of the simulated market is in the first line, with the search field.
      const badge = page.locator('header').getByRole('button', { name: /^Data sources: / });
      await expect(badge).toBeInViewport({ ratio: 1 });
      expect((await row.boundingBox())?.y).toBeLessThanOrEqual(150);

      const period = page.getByRole('combobox', { name: 'Period' });
      await expect(period).toBeInViewport({ ratio: 1 });
      await expect(period).toHaveValue('day');
      await period.selectOption('1h');
      await expect(page).toHaveURL(/period=1h/);

      const unit = page.getByRole('group', { name: 'Unit' });
      await expect(unit).toBeInViewport({ ratio: 1 });
      await unit.getByRole('radio', { name: 'GRAM' }).check();
      await expect(page).toHaveURL(/currency=ton/);
      await expect(period).toHaveValue('hour');
    });
  });
});

/** Returns a function that moves a finger from a point of the window by a distance. */
async function swipesFrom(page: Page, start: { x: number; y: number }) {
  const devtools = await page.context().newCDPSession(page);
  return async (x: number, y: number): Promise<void> => {
    await devtools.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [start] });
    for (let step = 1; step <= 8; step += 1) {
      const point = { x: start.x + (x * step) / 8, y: start.y + (y * step) / 8 };
      await devtools.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints: [point] });
    }
    await devtools.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
  };
}

test.describe('the pool page on a phone', () => {
  test.use({ hasTouch: true, isMobile: true, viewport: { width: 390, height: 844 } });

  test('horizontal swipes scroll the chart, vertical swipes the page', async ({ page, request }) => {
    const { path } = await busyPool(request);
    await page.goto(`${path}?interval=1h`);
    await expectChartLoaded(page);
    const before = await chartSummaryText(page);
    const box = await page.getByRole('application').boundingBox();
    if (!box) throw new Error('no chart');
    const swipe = await swipesFrom(page, { x: box.x + 150, y: box.y + 250 });
    await swipe(0, -160);
    await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(50);
    await expect(chartSummary(page)).toHaveText(before);
    // If the page is still scrolling, the first touch only stops it.
    await expect(async () => {
      await page.evaluate(() => scrollTo(0, 0));
      await swipe(150, 0);
      await expect(chartSummary(page)).not.toHaveText(before ?? '', { timeout: 1_000 });
    }).toPass({ timeout: timeLimit(15_000) });
  });

  test('a drag on the axis of prices scales them, without scrolling the page', async ({ page, request }) => {
    const { path } = await busyPool(request);
    await page.goto(`${path}?interval=1h`);
    await expectChartLoaded(page);
    const chart = page.getByRole('application');
    const box = await chart.boundingBox();
    if (!box) throw new Error('no chart');
    const swipe = await swipesFrom(page, { x: box.x + box.width - 20, y: box.y + 250 });
    const before = await chart.screenshot();
    await swipe(0, -160);
    await expect.poll(async () => before.equals(await chart.screenshot())).toBe(false);
    expect(await page.evaluate(() => scrollY)).toBe(0);
  });

  test('pinching zooms the chart', async ({ page, request }) => {
    const { path } = await busyPool(request);
    await page.goto(`${path}?interval=1h&range=7d`);
    await expectChartLoaded(page);
    const bars = async () => Number(/, (\d+) candles of/.exec(await chartSummaryText(page))?.[1]);
    const before = await bars();
    const box = await page.getByRole('application').boundingBox();
    if (!box) throw new Error('no chart');
    const devtools = await page.context().newCDPSession(page);
    const fingers = (apart: number) =>
      [-1, 1].map((side, id) => ({ x: box.x + 190 + side * apart, y: box.y + 200, id }));
    const pinch = async (from: number, to: number) => {
      await devtools.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: fingers(from) });
      for (let step = 1; step <= 8; step += 1) {
        const touchPoints = fingers(from + ((to - from) * step) / 8);
        await devtools.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints });
      }
      await devtools.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
    };
    await pinch(40, 120);
    await expect.poll(bars).toBeLessThan(before * 0.4);
    // Starts with a finger on the price axis.
    await pinch(150, 75);
    await expect.poll(bars).toBeGreaterThan(before * 0.55);
    await expect(page).toHaveURL(/from=\d+&to=\d+/);
    expect(await page.evaluate(() => visualViewport?.scale)).toBe(1);
  });

  test('the legend shows the tapped bar', async ({ page, request }) => {
    const { path } = await busyPool(request);
    await page.goto(`${path}?interval=1h&range=24h`);
    await expectChartLoaded(page);
    const time = page
      .getByRole('region', { name: 'Chart' })
      .locator('span', { hasText: /^\d{4}-[^,]*:00:00$/ });
    const hour = async () => Date.parse((await time.textContent()) ?? '') / 3_600_000;
    const newest = await hour();
    const box = await page.getByRole('application').boundingBox();
    if (!box) throw new Error('no chart');
    await page.touchscreen.tap(box.x + 60, box.y + 200);
    await expect.poll(hour).toBeLessThan(newest - 12);
    expect(await hour()).toBeGreaterThan(newest - 24);
  });

  test('everything is large enough to be touched', async ({ page, request }) => {
    const { path } = await busyPool(request);
    const low = (found: Element[]) =>
      found
        .filter((element) => element.checkVisibility() && element.getBoundingClientRect().height < 24)
        .map((element) => element.textContent);
    for (const of of [path, path.replace(/\/pool\/.*/, ''), '/']) {
      await page.goto(of);
      if (of !== '/') await expectChartLoaded(page);
      for (const width of [390, 412]) {
        await page.setViewportSize({ width, height: 844 });
        await expectAccessible(page, { rules: ['target-size'] });
        expect(await page.locator('main :is(summary, dt > a, td > a, td > input)').evaluateAll(low)).toEqual(
          [],
        );
      }
    }
  });

  test('swipes over dialogs and menus do not scroll the page', async ({ page, request }) => {
    const { path } = await busyPool(request);
    await page.goto(path);
    await expectChartLoaded(page);
    const swipe = await swipesFrom(page, { x: 200, y: 700 });
    await page.getByRole('button', { name: 'More chart options' }).tap();
    const end = page.getByRole('button', { name: 'Embed this chart' });
    await expect(async () => {
      await swipe(0, -300);
      await expect(end).toBeInViewport({ timeout: 500 });
    }).toPass({ timeout: timeLimit(15_000) });
    for (let times = 0; times < 3; times += 1) await swipe(0, -300);
    expect(await page.evaluate(() => scrollY)).toBe(0);
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: /^New alert/ }).tap();
    await expect(page.getByRole('dialog')).toBeVisible();
    for (let times = 0; times < 3; times += 1) await swipe(0, -300);
    expect(await page.evaluate(() => scrollY)).toBe(0);
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await swipe(0, -300);
    await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(50);
  });
});

test.describe('any page on a phone', () => {
  test.use({ hasTouch: true, isMobile: true, viewport: { width: 390, height: 844 } });

  test('fields have text of at least 16 pixels, on which iOS does not zoom in', async ({ page, request }) => {
    const { path } = await busyPool(request);
    const small = (fields: Element[]) =>
      fields
        .filter((field) => Number.parseFloat(getComputedStyle(field).fontSize) < 16)
        .map(({ outerHTML }) => outerHTML);
    const jetton = path.replace(/\/pool\/.*/, '');
    for (const of of [path, jetton, '/', '/new', '/charts', '/compare', '/alerts']) {
      await page.goto(of);
      const fields = page.locator('select, textarea, input:not([type=checkbox], [type=radio])');
      await expect(fields.nth(1)).toBeVisible();
      expect(await fields.evaluateAll(small)).toEqual([]);
    }
    await page.goto('/');
    await page.getByRole('button', { name: /^Filters/ }).click();
    const filters = page.getByRole('dialog').locator('input[type=text], select, textarea');
    await expect(filters.first()).toBeVisible();
    expect(await filters.evaluateAll(small)).toEqual([]);
  });

  test('filters and menus end above the on-screen keyboard', async ({ page }) => {
    await page.goto('/');
    await expect(gridRow(page, 0).getByRole('link')).toBeVisible();
    const keyboardTop = await page.evaluate(() => {
      const height = innerHeight - 400;
      if (visualViewport) Object.defineProperty(visualViewport, 'height', { value: height });
      return height;
    });
    // The page measures the keyboard once it is loaded.
    await expect
      .poll(() =>
        page.evaluate(() => {
          visualViewport?.dispatchEvent(new Event('resize'));
          return document.documentElement.style.getPropertyValue('--keyboard');
        }),
      )
      .toBe('400px');
    const boxOf = async (sheet: Locator) => {
      const { y = Number.NaN, height = 0 } = (await sheet.boundingBox()) ?? {};
      return { isBelowTop: y >= 0, bottom: y + height };
    };
    const expected = { isBelowTop: true, bottom: keyboardTop };
    await page.getByRole('button', { name: /^Filters/ }).click();
    await expect.poll(() => boxOf(page.getByRole('dialog'))).toEqual(expected);
    await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click();
    await page.getByRole('button', { name: 'Columns' }).click();
    await expect.poll(() => boxOf(page.getByRole('region', { name: 'Columns' }))).toEqual(expected);
  });

  test('search results end above the on-screen keyboard', async ({ page }) => {
    await page.goto('/');
    await expect(gridRow(page, 0).getByRole('link')).toBeVisible();
    const field = page.getByRole('combobox', { name: 'Search jettons and pools' });
    await field.fill('a');
    const list = page.getByRole('listbox', { name: 'Suggestions' });
    await expect.poll(async () => (await list.boundingBox())?.height).toBeGreaterThan(300);
    const bottom = await page.evaluate(() => {
      const height = innerHeight - 560;
      if (visualViewport) Object.defineProperty(visualViewport, 'height', { value: height });
      visualViewport?.dispatchEvent(new Event('resize'));
      return height;
    });
    const end = async () => {
      const box = await list.boundingBox();
      return box ? box.y + box.height : Number.NaN;
    };
    await expect.poll(end).toBeLessThanOrEqual(bottom);
  });

  test('new pools have the age and the trust score in full', async ({ page }) => {
    await page.goto('/new');
    const line = page
      .getByRole('cell', { name: /, trust \d/ })
      .first()
      .locator('.subline');
    await expect(line).toBeVisible();
    for (const width of [390, 360]) {
      await page.setViewportSize({ width, height: 844 });
      const hidden = await line.evaluate((element) => {
        element.textContent = '59 min, trust 100';
        return element.scrollWidth - element.clientWidth;
      });
      expect(hidden).toBe(0);
    }
  });
});

test.describe('a phone in landscape', () => {
  test.use({ hasTouch: true, isMobile: true, viewport: { width: 750, height: 342 } });

  test('the list has four rows below its headers', async ({ page }) => {
    await page.goto('/?holders.min=100');
    await expect(gridRow(page, 3).getByRole('link')).toBeVisible();
    await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight));
    await expect(page.getByRole('columnheader', { name: 'Jetton' })).toBeInViewport({ ratio: 1 });
    for (const index of [0, 1, 2, 3])
      await expect(gridRow(page, index).getByRole('link')).toBeInViewport({ ratio: 1 });
    expect(await contentWidth(page)).toBe(750);
  });

  test('charts fill the full screen, and have room beside each other', async ({ page, request }) => {
    const { path } = await busyPool(request);
    await page.goto(path);
    await expectChartLoaded(page);
    const chart = page.getByRole('application');
    const height = async () => (await chart.first().boundingBox())?.height;
    // The browser of a test has another size in full screen: fill the window, as on iPhones.
    await page.evaluate(() => {
      Element.prototype.requestFullscreen = () => Promise.reject(new Error('no full screen'));
    });
    await page.getByRole('button', { name: 'Full screen' }).tap();
    await expect(chart).toBeInViewport({ ratio: 0.98 });
    expect(await height()).toBeGreaterThan(240);

    const [, address, pool] = /jetton\/([^/]+)\/pool\/([^/?]+)/.exec(path) ?? [];
    await page.goto(`/charts?chart=${address}.${pool}&chart=${address}`);
    await expect(chart).toHaveCount(2);
    expect(await height()).toBeGreaterThan(140);
  });
});

test.describe('both pages with a chart on a phone', () => {
  test.use({ hasTouch: true, isMobile: true, viewport: { width: 390, height: 844 } });

  /** Returns the distance of the chart from the top of the window, in pixels. */
  async function chartTop(page: Page): Promise<number> {
    await expectChartLoaded(page);
    const box = await page.getByRole('application').boundingBox();
    return box?.y ?? Number.NaN;
  }

  test('charts are on the first screen, below the name and price of the market', async ({
    page,
    request,
  }) => {
    const { path } = await busyPool(request);
    await page.goto(path);
    const values = page.getByRole('region', { name: 'Price and activity' });
    await expect(values).toContainText(/Liquidity, USD.*Volume 24h, USD.*Transactions 24h.*Traders 24h.*Age/);
    expect(await chartTop(page)).toBeLessThanOrEqual(240);
    const others = page.getByRole('region', { name: 'Other pools' });
    // They start when they come near, and not when the page is idle.
    await page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve)));
    await expect(others).toHaveCount(0);
    await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight));
    await expect(others.getByRole('checkbox').first()).toBeVisible();
    expect(await contentWidth(page)).toBe(390);

    await page.getByRole('heading', { level: 1 }).getByRole('link').click();
    await expect(page.getByRole('region', { name: 'Price', exact: true })).toContainText(/% 24h/);
    expect(await chartTop(page)).toBeLessThanOrEqual(300);
    const changes = page.getByRole('region', { name: 'Price changes by period' });
    await changes.scrollIntoViewIfNeeded();
    await expect(changes.getByRole('rowheader', { name: '24h' })).toBeInViewport();
    expect(await changes.evaluate((table) => table.scrollWidth - table.clientWidth)).toBe(0);
    await expect(page.getByRole('table', { name: 'Markets' }).locator('tbody tr').first()).toBeVisible();
    expect(await contentWidth(page)).toBe(390);
  });
});
