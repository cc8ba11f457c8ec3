import { expectAccessible } from '#e2e/support/appearance.ts';
import { busyPool } from '#e2e/support/busy-pool.ts';
import { chartSummary, chartSummaryText, expectChartLoaded } from '#e2e/support/pool-page.ts';
import { expect, test } from '#e2e/support/test.ts';
import { timeLimit } from '#testing/time-limit.ts';

test.use({ hasTouch: true, isMobile: true, viewport: { width: 390, height: 844 } });

test('horizontal swipes scroll the chart, vertical swipes the page', async ({ page, request }) => {
  const { path } = await busyPool(request);
  await page.goto(`${path}?interval=1h`);
  await expectChartLoaded(page);
  const before = await chartSummaryText(page);
  const box = await page.getByRole('application').boundingBox();
  if (!box) throw new Error('no chart');
  const devtools = await page.context().newCDPSession(page);
  const swipe = async (x: number, y: number) => {
    const start = { x: box.x + 150, y: box.y + 250 };
    await devtools.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [start] });
    for (let step = 1; step <= 8; step += 1) {
      const point = { x: start.x + (x * step) / 8, y: start.y + (y * step) / 8 };
      await devtools.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints: [point] });
    }
    await devtools.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
  };
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
  for (const of of [path, path.replace(/\/pool\/.*/, ''), '/']) {
    await page.goto(of);
    if (of !== '/') await expectChartLoaded(page);
    for (const width of [390, 412]) {
      await page.setViewportSize({ width, height: 844 });
      await expectAccessible(page, { rules: ['target-size'] });
    }
  }
});
