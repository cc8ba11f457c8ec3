import type { Page } from '@playwright/test';
import { contentWidth, expectAccessible, forEachAppearance } from '#e2e/support/appearance.ts';
import { busyPool } from '#e2e/support/busy-pool.ts';
import { pixelsOfColor, screenshotPixels, themeColor } from '#e2e/support/pixels.ts';
import { expectChartLoaded } from '#e2e/support/pool-page.ts';
import { expect, test } from '#e2e/support/test.ts';

/** Opens a pool and returns the chart, and where it is. */
async function openChart(page: Page, path: string) {
  await page.goto(path);
  await expectChartLoaded(page);
  const chart = page.getByRole('application', { name: /^Price of / });
  const box = await chart.boundingBox();
  if (!box) throw new Error('no chart');
  return { chart, at: (x: number, y: number) => [box.x + x, box.y + y] as const };
}

/** The description of the selected drawing. */
const description = (page: Page) => page.getByRole('group', { name: 'Selected drawing' });

test('a line drawn by mouse is moved, undone, stored, shared and deleted', async ({
  page,
  request,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const { path } = await busyPool(request);
  const { chart, at } = await openChart(page, `${path}?interval=1h&range=7d&tz=utc`);
  const drag = async (from: readonly [number, number], to: readonly [number, number]) => {
    await page.mouse.move(...from);
    await page.mouse.down();
    await page.mouse.move((from[0] + to[0]) / 2, (from[1] + to[1]) / 2);
    await page.mouse.move(...to);
    await page.mouse.up();
  };
  await page.mouse.move(...at(400, 200));
  await page.getByRole('button', { name: 'Magnet: snap to prices of candles' }).click();
  await page.getByRole('button', { name: 'Trend line' }).click();
  await drag(at(300, 300), at(600, 100));
  const text = description(page).getByText(/^Trend line: \+/);
  await expect(text).toBeVisible();
  const drawn = (await text.textContent()) ?? '';
  const url = page.url();
  await drag(at(450, 200), at(550, 240));
  await expect(text).not.toHaveText(drawn);
  const moved = (await text.textContent()) ?? '';
  await page.keyboard.press('Control+z');
  await page.getByRole('button', { name: 'Drawings (1)' }).click();
  const listed = page
    .getByRole('region', { name: 'Drawings' })
    .getByRole('button', { name: /^Trend line: / });
  await expect(listed).toHaveText(drawn);
  await page.getByRole('button', { name: 'Redo' }).click();
  await expect(listed).toHaveText(moved);
  // Neither drawing nor moving a drawing moves the chart.
  expect(page.url()).toBe(url);
  await page.reload();
  await expectChartLoaded(page);
  const accent = await themeColor(page, '--accent');
  await expect
    .poll(async () => pixelsOfColor(await screenshotPixels(chart), accent, 60).length)
    .toBeGreaterThan(200);
  await page.mouse.move(...at(400, 200));
  await page.getByRole('button', { name: 'Drawings (1)' }).click();
  await expect(listed).toHaveText(moved);
  await page.getByRole('region', { name: 'Drawings' }).getByRole('button', { name: 'Share' }).click();
  await expect(page.getByText('Link copied')).toBeVisible();
  const link = await page.evaluate(() => navigator.clipboard.readText());
  await listed.click();
  await page.keyboard.press('Delete');
  await expect(page.getByRole('button', { name: 'Drawings', exact: true })).toBeVisible();
  expect(new URL(link).searchParams.getAll('drawing')).toHaveLength(1);
  await openChart(page, link);
  await expect(page.getByText('1 shared drawing')).toBeVisible();
  await page.getByRole('button', { name: 'Keep on this device' }).click();
  await expect(page).not.toHaveURL(/drawing/);
  await page.mouse.move(...at(400, 200));
  await expect(page.getByRole('button', { name: 'Drawings (1)' })).toBeVisible();
});

test('a drawing keeps its place when older swaps load', async ({ page, request }) => {
  const { path } = await busyPool(request);
  const { chart } = await openChart(page, `${path}?interval=1h&range=24h&tz=utc`);
  await page.keyboard.press('d');
  await page.getByRole('button', { name: 'Rectangle' }).focus();
  await page.keyboard.press('Enter');
  const text = description(page).getByText(/^Rectangle: /);
  const placed = (await text.textContent()) ?? '';
  await page.keyboard.press('Escape');
  await chart.focus();
  for (let step = 0; step < 12; step += 1) await page.keyboard.press('-');
  await expect(page.getByText(/^From 202[56]-(?!01-2)/)).toBeVisible();
  await page.getByRole('button', { name: 'Drawings (1)' }).click();
  await page.getByRole('button', { name: placed }).click();
  await expect(text).toHaveText(placed);
  await page.keyboard.press('Shift+ArrowRight');
  await page.keyboard.press('Shift+ArrowRight');
  await expect(text).not.toHaveText(placed);
  await page.keyboard.press('Control+z');
  await expect(page.getByRole('button', { name: placed })).toBeVisible();
});

test('the tools are accessible and fit at any width', async ({ page, request }) => {
  const { path } = await busyPool(request);
  const texts = [
    'trend_counterpart_1769500800_0.5_1769587200_0.52',
    'long_counterpart_1769414400_0.51_1769500800_0.53_1769500800_0.505',
  ];
  await openChart(page, `${path}?range=7d&${texts.map((text) => `drawing=${text}`).join('&')}`);
  await page.keyboard.press('d');
  await page.getByRole('button', { name: 'Text', exact: true }).focus();
  await page.keyboard.press('Enter');
  const text = page.getByRole('textbox', { name: 'Text of the drawing' });
  await expect(text).toBeFocused();
  await page.keyboard.type('Listed');
  await page.getByRole('button', { name: 'Drawings (1)' }).click();
  await expect(page.getByRole('button', { name: /^Text “Listed” at / })).toBeVisible();
  await forEachAppearance(page, [390, 1024, 1440], async (width, accessibility) => {
    await expect(page.getByRole('toolbar', { name: 'Drawing tools' })).toBeVisible();
    await expect(page.getByText('2 shared drawings')).toBeAttached();
    await expect(text).toBeAttached();
    expect(await contentWidth(page)).toBe(width);
    await expectAccessible(page, accessibility);
  });
});

test.describe('on a phone', () => {
  test.use({ hasTouch: true, isMobile: true, viewport: { width: 390, height: 844 } });

  test('the menu opens the tools, which draw and move by touch', async ({ page, request }) => {
    const { path } = await busyPool(request);
    const { chart, at } = await openChart(page, `${path}?interval=1h&range=7d`);
    const tools = page.getByRole('toolbar', { name: 'Drawing tools' });
    await chart.tap();
    await expect(tools).toBeHidden();
    await page.getByRole('button', { name: 'More chart options' }).tap();
    await page.getByRole('button', { name: 'Drawing tools', exact: true }).tap();
    const level = tools.getByRole('button', { name: 'Horizontal line' });
    const size = await level.boundingBox();
    expect(Math.min(size?.width ?? 0, size?.height ?? 0)).toBeGreaterThanOrEqual(44);
    await level.tap();
    await page.touchscreen.tap(...at(200, 150));
    const text = description(page).getByText(/^Horizontal line at /);
    const placed = (await text.textContent()) ?? '';
    const devtools = await page.context().newCDPSession(page);
    const touch = (
      type: 'touchStart' | 'touchMove' | 'touchEnd',
      points: readonly (readonly [number, number])[],
    ) => devtools.send('Input.dispatchTouchEvent', { type, touchPoints: points.map(([x, y]) => ({ x, y })) });
    const scroll = await page.evaluate(() => scrollY);
    await touch('touchStart', [at(230, 152)]);
    for (let step = 1; step <= 5; step += 1) await touch('touchMove', [at(230, 152 + step * 15)]);
    await touch('touchEnd', []);
    await expect(text).not.toHaveText(placed);
    expect(await page.evaluate(() => scrollY)).toBe(scroll);
    const remove = description(page).getByRole('button', { name: 'Delete' });
    await remove.tap();
    await expect(description(page)).toBeHidden();
    await tools.getByRole('button', { name: 'Short position' }).tap();
    await page.touchscreen.tap(...at(100, 200));
    // Two lines at most: more would cover the drawing.
    const button = await remove.boundingBox();
    expect((await description(page).boundingBox())?.height).toBeLessThan(60);
    expect((button?.x ?? 0) + (button?.width ?? Number.NaN)).toBeLessThanOrEqual(390);
    await remove.tap();
    await expect(description(page)).toBeHidden();
    await tools.getByRole('button', { name: 'Close drawing tools' }).tap();
    await expect(tools).toBeHidden();
  });
});
