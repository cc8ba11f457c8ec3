import { readFileSync } from 'node:fs';
import type { APIRequestContext, Page } from '@playwright/test';
import { parseAddress, TON_ADDRESS } from '#contract/address.ts';
import { decimalFromAmount, numberFromAmount } from '#contract/amount.ts';
import { getJettonMarketCandles } from '#contract/candles.ts';
import { formatCompactAmount, priceLabel } from '#contract/format/format-numbers.ts';
import { operations } from '#contract/operations.ts';
import { getJettonMarketVolumeProfile } from '#contract/volume-profile.ts';
import { contentWidth, expectAccessible, forEachAppearance } from '#e2e/support/appearance.ts';
import { busyPool } from '#e2e/support/busy-pool.ts';
import { callOperation } from '#e2e/support/call-service.ts';
import { holdRequests } from '#e2e/support/intercept.ts';
import {
  changedColumnShare,
  changedPixels,
  decodePng,
  pixelsOfColor,
  screenshotPixels,
  themeColor,
} from '#e2e/support/pixels.ts';
import {
  chartHeight,
  chartSummary,
  chartSummaryText,
  expectChartLoaded,
  visibleBars,
} from '#e2e/support/pool-page.ts';
import { expect, test } from '#e2e/support/test.ts';
import { timeLimit } from '#testing/time-limit.ts';

/** Minimum width of the price axis, in pixels. */
const AXIS = 40;
/** Heights of the margin above the prices and of the time axis, in pixels. */
const [TOP_MARGIN, TIME_AXIS] = [10, 30];
/** Heights of the texts above a screenshot with one row of lines, and below it, in pixels. */
const [HEADER, CAPTION] = [56, 28];

/** Returns the number of swaps in rows of the table of visible bars. */
function countSwaps(bars: readonly (readonly string[])[]): number {
  return bars.reduce((sum, cells) => sum + Number(cells.at(-1)), 0);
}

test('loads the whole history, each swap once', async ({ page, request }) => {
  const { path, ticks } = await busyPool(request);
  await page.goto(`${path}?range=all&interval=1w&tz=utc`);
  await expectChartLoaded(page);
  await expect(chartSummary(page)).toContainText(ticks.at(-1)?.time.slice(0, 4) ?? '');
  const bars = await visibleBars(page);
  expect(countSwaps(bars)).toBe(ticks.length);
});

test('volumes are those of the service, in the unit of the chart, or numbers of swaps are shown', async ({
  page,
  request,
}) => {
  const { path, address, poolAddress } = await busyPool(request);
  const { items } = await callOperation(request, getJettonMarketCandles, {
    address,
    poolAddress,
    interval: '1d',
    limit: 10,
  });
  for (const [quote, unit] of [
    ['usd', 'USD'],
    ['ton', 'GRAM'],
  ] as const) {
    await page.goto(`${path}?interval=1d&range=7d&tz=utc&quote=${quote}`);
    await expectChartLoaded(page);
    const bars = await visibleBars(page);
    expect(bars.length).toBeGreaterThan(5);
    const volumes = items.map(({ volume }) => volume[quote] && formatCompactAmount(volume[quote]));
    const texts = volumes.map((volume) => volume && volume.digits + volume.unit);
    expect(bars.map((cells) => cells.at(-2))).toEqual(texts.slice(0, bars.length));
    await expect(page.getByText(`Bars below the prices: volume in ${unit}.`)).toBeVisible();
    await expect(page.getByText(`Vol ${texts[0]}`)).toBeVisible();
  }
  const chart = page.getByRole('application');
  const volumes = await screenshotPixels(chart);
  await page.getByRole('button', { name: 'More chart options' }).click();
  await page.getByRole('combobox', { name: 'Bars below' }).selectOption('Number of swaps');
  await page.keyboard.press('Escape');
  await expect(page).toHaveURL(/activity=swaps/);
  await expect(page.getByText('Bars below the prices: number of swaps.')).toBeVisible();
  await page.mouse.move(0, 0);
  await expect
    .poll(async () => changedPixels(volumes, await screenshotPixels(chart)).length)
    .toBeGreaterThan(1_000);
});

test('the volume profile has the swaps of the visible candles, and is an estimate until they are summed', async ({
  page,
  request,
}) => {
  const { path, address, poolAddress } = await busyPool(request);
  const url = `${path}?interval=1h&range=7d&tz=utc&quote=usd&profile=volume`;
  const chart = page.getByRole('application');
  const mark = page.getByText('(estimate)', { exact: true });
  const requests = /\/volume-profile\?/;
  const release = await holdRequests(page, requests);
  const answered = page.waitForResponse(requests);
  await page.goto(url);
  await expectChartLoaded(page);
  await expect(mark).toBeVisible();
  const [estimate, box] = [await screenshotPixels(chart), await chart.boundingBox()];
  release();
  const response = await answered;
  const { rows } = getJettonMarketVolumeProfile.response.parse(await response.json());
  await expect(mark).toBeHidden();
  await expect(page.getByText(/^Most volume at/)).toBeVisible();
  expect(await chart.boundingBox()).toEqual(box);
  await expect
    .poll(async () => changedPixels(estimate, await screenshotPixels(chart)).length)
    .toBeGreaterThan(100);
  const { from = '', to = '', ...bounds } = Object.fromEntries(new URL(response.url()).searchParams);
  expect(bounds).toMatchObject({ unit: 'usd', division: 'linear' });
  const range = { address, poolAddress, from, to, interval: '1h', limit: 1000 } as const;
  const { items } = await callOperation(request, getJettonMarketCandles, range);
  const swaps = items.reduce((sum, { transactions }) => sum + transactions, 0);
  expect(swaps).toBeGreaterThan(0);
  expect(rows.reduce((sum, { buys, sells }) => sum + buys + sells, 0)).toBe(swaps);
});

test('settings are in the URL: a link opens the same chart, and back restores the previous one', async ({
  page,
  request,
}) => {
  const { path } = await busyPool(request);
  await page.goto(path);
  await expectChartLoaded(page);
  const choose = (name: string, value: string) => page.getByRole('combobox', { name }).selectOption(value);
  await choose('Price in', 'usd');
  await choose('Type', 'area');
  await page.getByRole('group', { name: 'Interval' }).getByRole('button', { name: '1h' }).click();
  await page.getByRole('button', { name: 'Logarithmic scale' }).click();
  await page.getByRole('button', { name: '30d', exact: true }).click();
  await expect(page).toHaveURL(/\?quote=usd&type=area&interval=1h&scale=log&range=30d$/);
  await expect(chartSummary(page)).toHaveText(/^From 2025-12-30/);
  const sentence = await chartSummaryText(page);
  await page.reload();
  await expectChartLoaded(page);
  await expect(chartSummary(page)).toHaveText(sentence);
  await expect(page.getByRole('combobox', { name: 'Type' })).toHaveValue('area');
  await page.goBack();
  await expect(page.getByRole('button', { name: '7d', exact: true })).toHaveAttribute('aria-pressed', 'true');
});

test('ticks can be navigated by keyboard and are announced', async ({ page, request }) => {
  const { path, ticks } = await busyPool(request);
  await page.goto(`${path}?type=line&interval=tick&tz=utc`);
  await expectChartLoaded(page);
  const chart = page.getByRole('application', { name: /^Price of / });
  await chart.focus();
  const expectedText = (index: number) => {
    const tick = ticks[index];
    const price = Number(tick && decimalFromAmount(tick.value.counterpart));
    return `${tick?.time.slice(0, 19).replace('T', ' ')}: ${price.toPrecision(3).slice(0, 4)}`;
  };
  const announcement = page.locator('p[aria-live=polite]', { hasText: /^\d{4}-/ });
  await page.keyboard.press('End');
  await expect(announcement).toContainText(expectedText(0));
  await page.keyboard.press('ArrowLeft');
  await expect(announcement).toContainText(expectedText(1));
  await page.keyboard.press('PageUp');
  await expect(announcement).toContainText(expectedText(11));
  const legend = page.getByRole('region', { name: 'Chart' }).locator('span', { hasText: /^\d{4}-[^,]*$/ });
  await expect(legend).toHaveText(ticks[11]?.time.slice(0, 19).replace('T', ' ') ?? '');
  await page.keyboard.press('Shift+ArrowRight');
  await page.keyboard.press('Shift+ArrowRight');
  await expect(announcement).toContainText(/% in \d+ (d|h|min|s)/);
  const before = await chartSummaryText(page);
  await page.keyboard.press('+');
  await expect(chartSummary(page)).not.toHaveText(before);
});

test('the wheel scrolls the page, with Ctrl or after a click it zooms the chart', async ({
  page,
  request,
}) => {
  const { path } = await busyPool(request);
  await page.setViewportSize({ width: 1024, height: 600 });
  await page.goto(path);
  await expectChartLoaded(page);
  const before = await chartSummaryText(page);
  await page.getByRole('application').hover();
  await page.mouse.wheel(0, 120);
  await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(0);
  await expect(chartSummary(page)).toHaveText(before);
  await page.keyboard.down('Control');
  await page.mouse.wheel(0, -200);
  await page.keyboard.up('Control');
  await expect(chartSummary(page)).not.toHaveText(before);
  await expect(page).toHaveURL(/from=\d+&to=\d+/);
  const zoomed = await chartSummaryText(page);
  const scrolled = await page.evaluate(() => scrollY);
  await page.getByRole('application').click();
  await page.mouse.wheel(0, -200);
  await expect(chartSummary(page)).not.toHaveText(zoomed);
  expect(await page.evaluate(() => scrollY)).toBe(scrolled);
});

test('a past range is loaded without the ticks after it', async ({ page, request }) => {
  const { path, ticks } = await busyPool(request);
  const tickRequests: URL[] = [];
  page.on('request', (sent) => {
    if (sent.url().includes('/price/ticks')) tickRequests.push(new URL(sent.url()));
  });
  const day = ticks.at(-100)?.time.slice(0, 10) ?? '';
  const from = Date.parse(day) / 1000;
  await page.goto(`${path}?from=${from}&to=${from + 86_400}&interval=tick&type=line&tz=utc`);
  await expectChartLoaded(page);
  await expect(chartSummary(page)).toContainText(day);
  expect(tickRequests[0]?.searchParams.get('to')).toBe(new Date((from + 86_400) * 1000).toISOString());
  expect(Date.parse(tickRequests[0]?.searchParams.get('from') ?? '')).toBeLessThanOrEqual(from * 1000);
  expect(tickRequests.length).toBeLessThanOrEqual(2);
  const bars = await visibleBars(page);
  expect(bars.length).toBe(ticks.filter(({ time }) => time.startsWith(day)).length);
});

test('a range before the first tick is reported as empty, not the whole pool', async ({ page, request }) => {
  const { path, ticks } = await busyPool(request);
  const day = Date.parse(ticks.at(-1)?.time.slice(0, 10) ?? '') / 1000 - 3 * 86_400;
  await page.goto(`${path}?tz=utc`);
  await expectChartLoaded(page);
  await page.getByRole('button', { name: 'More chart options' }).click();
  await page.getByLabel('Go to').fill(new Date(day * 1000).toISOString().slice(0, 10));
  await expect(page.getByText('No swaps in this range.')).toBeVisible();
  await expect(page.getByText('No swaps yet')).toHaveCount(0);
  await expect(chartSummary(page)).toHaveCount(0);
  await page.getByRole('button', { name: '24h', exact: true }).click();
  await expect(chartSummary(page)).toContainText(`to ${ticks[0]?.time.slice(0, 10) ?? ''}`);
});

test.describe('far from UTC', () => {
  test.use({ timezoneId: 'Asia/Tokyo' });
  const inTokyo = (time: string) =>
    new Date(Date.parse(time) + 9 * 3_600_000).toISOString().slice(0, 19).replace('T', ' ');

  test('legend, table and time axis use local time or UTC', async ({ page, request }) => {
    const { path, ticks } = await busyPool(request);
    const newest = ticks[0]?.time ?? '';
    const hour = `${newest.slice(0, 14)}00:00Z`;
    const chart = page.getByRole('region', { name: 'Chart' });
    const legend = (time: string) => chart.locator('span', { hasText: new RegExp(`^${time}$`) });
    const tokyo = inTokyo(hour);
    const utc = hour.slice(0, 19).replace('T', ' ');
    await page.goto(`${path}?interval=1h&range=24h`);
    await expectChartLoaded(page);
    await expect(legend(tokyo)).toBeVisible();
    const box = await page.getByRole('application').boundingBox();
    if (!box) throw new Error('no chart');
    const chartPixels = () => screenshotPixels(page.getByRole('application'), TOP_MARGIN);
    const local = await chartPixels();
    const axisTop = Math.floor(box.height) - TIME_AXIS - TOP_MARGIN;
    await page.getByRole('button', { name: 'More chart options' }).click();
    await page.getByRole('combobox', { name: 'Time', exact: true }).selectOption('utc');
    await page.keyboard.press('Escape');
    await expect(legend(utc)).toBeVisible();
    // Only the labels of the time axis change, and dots of the line at the latest price may shift.
    const changed = async () => new Set(changedPixels(local, await chartPixels()).map(({ y }) => y));
    await expect
      .poll(async () => Math.max(...(await changed())), { timeout: timeLimit(20_000) })
      .toBeGreaterThan(axisTop);
    expect([...(await changed())].filter((y) => y < axisTop).length).toBeLessThanOrEqual(1);
    expect((await visibleBars(page))[0]?.[0]).toBe(utc);
    await expect(page.getByRole('columnheader', { name: 'Time UTC' })).toBeVisible();
    await page.goBack();
    await expect(page.getByRole('columnheader', { name: 'Time local' })).toBeVisible();
    await expect(page.getByRole('rowheader', { name: tokyo })).toBeVisible();
  });

  test('"Go to" uses local or UTC days; daily bars are marked as UTC', async ({ page, request }) => {
    const { path, ticks } = await busyPool(request);
    const day = ticks.at(-100)?.time.slice(0, 10) ?? '';
    const midnight = Date.parse(day) / 1000;
    const goTo = async () => {
      await page.getByRole('button', { name: 'More chart options' }).click();
      await page.getByLabel('Go to').fill(day);
    };
    await page.goto(`${path}?interval=1d`);
    await expectChartLoaded(page);
    await expect(page.getByText('1d (UTC)', { exact: true })).toBeVisible();
    const today = ticks[0]?.time.slice(0, 10) ?? '';
    await expect(page.getByText(today, { exact: true })).toBeVisible();
    await expect(chartSummary(page)).toContainText(` to ${today}: `);
    await expect(chartSummary(page)).toHaveText(/ candles of 1d \(UTC\)\.$/);
    await goTo();
    await expect(page).toHaveURL(new RegExp(`from=${midnight - 9 * 3600}&to=${midnight + 15 * 3600}$`));
    await page.goto(`${path}?interval=1d&tz=utc`);
    await expectChartLoaded(page);
    await expect(chartSummary(page)).toHaveText(/ candles of 1d\.$/);
    await goTo();
    await expect(page).toHaveURL(new RegExp(`tz=utc&from=${midnight}&to=${midnight + 86_400}$`));
  });
});

test('the link of a zoomed chart opens the same bars', async ({ page, context, request }) => {
  const { path } = await busyPool(request);
  await page.goto(`${path}?tz=utc`);
  await expectChartLoaded(page);
  await page.getByRole('application').focus();
  for (let press = 0; press < 3; press += 1) await page.keyboard.press('-');
  await expect(page).toHaveURL(/from=\d+&to=\d+/);
  const interval = async (of: Page) => / candles of (\w+)\./.exec(await chartSummaryText(of))?.[1];
  const opened = await context.newPage();
  // The URL follows the last key after a while, and the interval of the bars the URL.
  await expect(async () => {
    await opened.goto(page.url());
    await expectChartLoaded(opened);
    expect(await interval(opened)).toBe(await interval(page));
  }).toPass();
});

test('selecting a range again resumes stopped loading', async ({ page, request }) => {
  const { path, ticks } = await busyPool(request);
  let [isHeld, held] = [true, 0];
  await page.route(/\/price\/ticks\?.*cursor=/, (route) => {
    if (!isHeld) return route.continue();
    held += 1;
    // Leave the request pending until the user stops loading.
    return undefined;
  });
  await page.goto(`${path}?range=1h&interval=1s&tz=utc`);
  const all = page.getByRole('button', { name: 'All', exact: true });
  await all.click();
  await expect.poll(() => held).toBe(1);
  await page.getByRole('button', { name: 'Stop' }).click();
  await expect(page.getByRole('button', { name: 'Stop' })).toHaveCount(0);
  isHeld = false;
  await all.click();
  await expectChartLoaded(page);
  await expect(chartSummary(page)).toContainText(ticks.at(-1)?.time.slice(0, 4) ?? '');
  const bars = await visibleBars(page);
  expect(countSwaps(bars)).toBe(ticks.length);
});

test('uses a longer interval if the bars do not fit, and reports it', async ({ page, request }) => {
  const { path } = await busyPool(request);
  await page.goto(`${path}?range=30d&interval=1m&tz=utc`);
  await expectChartLoaded(page);
  await expect(chartSummary(page)).toContainText(/^From 2025-12-30 .* candles of 1h\.$/);
  await expect(page.getByText('Not all 1m candles fit in this range. Showing 1h candles.')).toBeVisible();
});

test('dragging measures the change in percent and time', async ({ page, request }) => {
  const { path } = await busyPool(request);
  await page.goto(path);
  await expectChartLoaded(page);
  await page.getByRole('button', { name: 'Measure' }).click();
  const box = await page.getByRole('application').boundingBox();
  if (!box) throw new Error('no chart');
  const drag = async (from: number, to: number) => {
    await page.mouse.move(box.x + 200, box.y + from);
    await page.mouse.down();
    await page.mouse.move(box.x + 500, box.y + to, { steps: 5 });
    await page.mouse.up();
  };
  await drag(150, 250);
  await expect(page.locator('output')).toHaveText(/^−[\d.]+% in \d+ (d|h|min)/);
  expect(await page.evaluate(() => String(getSelection()))).toBe('');
  await drag(250, 150);
  await expect(page.locator('output')).toHaveText(/^\+[\d.]+% in \d+ (d|h|min)/);
  await drag(150, box.height - 4);
  const result = await page.locator('output').boundingBox();
  expect((result?.y ?? 0) + (result?.height ?? 0)).toBeLessThanOrEqual(box.y + box.height);
});

async function openBusyChart(page: Page, request: APIRequestContext) {
  const { path } = await busyPool(request);
  await page.goto(path);
  await expectChartLoaded(page);
  const chart = page.getByRole('application');
  const box = await chart.boundingBox();
  if (!box) throw new Error('no chart');
  return { chart, box };
}

test('the crosshair follows the pointer', async ({ page, request }) => {
  const { chart, box } = await openBusyChart(page, request);
  const heights = [box.height / 4, box.height / 2].map(Math.round);
  const rows = () => Promise.all(heights.map((y) => screenshotPixels(chart, y - 1, 3)));
  await page.mouse.move(0, 0);
  const before = await rows();
  // The tools for drawings, which the hovered chart shows.
  const rail = 40;
  for (const [index, y] of heights.entries()) {
    await page.mouse.move(box.x + box.width / 2, box.y + y);
    const shares = async () =>
      (await rows()).map((now, row) => {
        const first = before[row];
        return first ? changedColumnShare(first, now, rail, box.width - AXIS) : 0;
      });
    const isLine = async () => (await shares()).map((share) => share > 0.3);
    await expect.poll(isLine).toEqual(heights.map((_, row) => row === index));
  }
});

test('a price line with its label stays until lines are cleared', async ({ page, request }) => {
  const { chart, box } = await openBusyChart(page, request);
  const y = Math.round(box.height / 3);
  const before = [await screenshotPixels(chart, y, 3), await screenshotPixels(chart, y + 40, 3)] as const;
  // The tools for drawings, which the focused chart shows.
  const rail = 40;
  /** Shares of changed columns: at the line, at its label on the price axis, and below the line. */
  const changed = async () => {
    const now = [await screenshotPixels(chart, y, 3), await screenshotPixels(chart, y + 40, 3)] as const;
    return {
      line: changedColumnShare(before[0], now[0], rail, box.width - AXIS),
      label: changedColumnShare(before[0], now[0], box.width - AXIS, box.width),
      below: changedColumnShare(before[1], now[1], rail, box.width),
    };
  };
  await page.getByRole('button', { name: 'Price line' }).click();
  await page.mouse.click(box.x + box.width / 2, box.y + y + 1);
  await page.mouse.move(0, 0);
  await expect.poll(async () => (await changed()).line).toBeGreaterThan(0.4);
  const { label, below } = await changed();
  expect(label).toBeGreaterThan(0.5);
  expect(below).toBe(0);
  await page.getByRole('button', { name: 'Clear lines' }).click();
  await page.mouse.move(0, 0);
  await expect.poll(changed).toEqual({ line: 0, label: 0, below: 0 });
  await expect(page.getByRole('button', { name: 'Clear lines' })).toHaveCount(0);
});

test('an alert at a price of the chart, in USD, by mouse and keyboard', async ({ page, request }) => {
  const { path } = await busyPool(request);
  await page.goto(path);
  await expectChartLoaded(page);
  const dialog = page.getByRole('dialog', { name: 'New alert' });
  const value = async () => Number(await dialog.getByRole('textbox', { name: 'Price, USD' }).inputValue());
  const close = () => page.keyboard.press('Escape');
  await page.getByRole('button', { name: /^New alert on / }).click();
  await expect.poll(value).toBeGreaterThan(0);
  const current = await value();
  await close();
  const box = await page.getByRole('application').boundingBox();
  if (!box) throw new Error('no chart');
  const button = page.getByRole('button', { name: 'Price alert' });
  for (const [share, side] of [
    [0.02, 'Rises above'],
    [0.6, 'Falls below'],
  ] as const) {
    await button.click();
    await expect(page.getByText('Price alert: press on the chart')).toBeVisible();
    await page.mouse.move(box.x + box.width / 2, box.y + box.height * share);
    await expect(page.locator('output')).toHaveText(/^[\d.,₀-₉]+ \S+$/);
    await page.mouse.click(box.x + box.width / 2, box.y + box.height * share);
    await expect(dialog.getByRole('radio', { name: side })).toBeChecked();
    await expect(dialog.getByText(/^[\d.,₀-₉]+ \S+ at the present rate$/)).toBeVisible();
    const chosen = await value();
    expect(chosen > current).toBe(side === 'Rises above');
    expect(chosen).toBeGreaterThan(current / 100);
    expect(chosen).toBeLessThan(current * 100);
    await close();
    await expect(button).toHaveAttribute('aria-pressed', 'false');
  }
  await button.click();
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect(button).toHaveAttribute('aria-pressed', 'false');
  await button.click();
  await page.getByRole('application').focus();
  await page.keyboard.press('Enter');
  expect((await value()) / current).toBeCloseTo(1, 1);
  await dialog.getByRole('button', { name: 'Save alert' }).click();
  await expect(dialog.getByRole('status')).toContainText('Alert saved');
});

test('menus stay usable while a tool is active, and Escape ends the tool', async ({ page, request }) => {
  const { path } = await busyPool(request);
  await page.goto(path);
  await expectChartLoaded(page);
  const priceLine = page.getByRole('button', { name: 'Price line' });
  await priceLine.click();
  await page.getByRole('button', { name: 'Image' }).click();
  const download = page.waitForEvent('download');
  // Above the chart, so that the tool would take the press.
  await page.getByRole('button', { name: 'Save image' }).click();
  await download;
  await expect(priceLine).toHaveAttribute('aria-pressed', 'true');
  await page.keyboard.press('Escape');
  await expect(priceLine).toHaveAttribute('aria-pressed', 'false');
  await expect(page).toHaveURL(path);
});

test('price lines are stored in the URL and on the device; those of a link take precedence', async ({
  page,
  request,
  browser,
}) => {
  const { path } = await busyPool(request);
  await page.goto(path);
  await expectChartLoaded(page);
  const priceLine = page.getByRole('button', { name: 'Price line' });
  await priceLine.click();
  await page.getByRole('application').focus();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\?line=[\d.]+$/);
  const link = page.url();
  await page.goto(path);
  await expect(page).toHaveURL(link);
  await page.getByRole('combobox', { name: 'Price in' }).selectOption('usd');
  await expect(page).toHaveURL(/\?quote=usd$/);
  await page.goto(`${path}?line=12`);
  await expectChartLoaded(page);
  await expect(page).toHaveURL(/\?line=12$/);
  await page.goto(path);
  await expect(page).toHaveURL(link);
  const other = await browser.newPage();
  await other.goto(link);
  await expect(other.getByRole('button', { name: 'Clear lines' })).toBeVisible();
  await other.close();
  await page.getByRole('button', { name: 'Clear lines' }).click();
  await expect(page).toHaveURL(path);
  await page.reload();
  await expectChartLoaded(page);
  await expect(page).toHaveURL(path);
});

test('saves the visible bars and ticks', async ({ page, request }) => {
  const { path, ticks } = await busyPool(request);
  await page.goto(`${path}?interval=1d&range=30d&tz=utc`);
  await expectChartLoaded(page);
  const bars = await visibleBars(page);
  await page.getByRole('button', { name: 'More chart options' }).click();
  const saved = async (name: string) => {
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name }).click();
    return readFileSync(await (await download).path());
  };
  const lines = (await saved('Candles (CSV)')).toString().trimEnd().split('\r\n');
  expect(lines[0]).toBe('time,open,high,low,close,volume,swaps,incomplete');
  expect(lines.slice(1).map((line) => line.slice(0, 10))).toEqual(
    bars.map(([time]) => time?.slice(0, 10)).toReversed(),
  );
  const ticksIn = countSwaps(bars);
  const expected = ticks
    .slice(0, ticksIn)
    .toReversed()
    .map((tick) => [Date.parse(tick.time), tick.timeLt]);
  const rows = (await saved('Swaps (CSV)')).toString().trimEnd().split('\r\n').slice(1);
  const cells = rows.map((row) => row.split(','));
  expect(cells.map(([time = '', lt]) => [Date.parse(time), lt])).toEqual(expected);
  const { counterpart, ton, usd } = ticks[0]?.value ?? {};
  expect(cells.at(-1)?.slice(2).map(Number)).toEqual(
    [counterpart, ton, usd].map((amount) => Number(amount && decimalFromAmount(amount))),
  );
  expect(JSON.parse((await saved('Swaps (JSON)')).toString()).swaps).toHaveLength(ticksIn);
});

test('saved and copied images contain the chart, pair, price, interval, lines, time and source', async ({
  page,
  request,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.addInitScript(() => {
    const { prototype } = CanvasRenderingContext2D;
    const written: unknown[] = [];
    Reflect.set(globalThis, 'written', written);
    const write = new Proxy(Reflect.get(prototype, 'fillText'), {
      apply(target, context, all) {
        written.push(all[0]);
        return Reflect.apply(target, context, all);
      },
    });
    Reflect.set(prototype, 'fillText', write);
  });
  const { path, symbol } = await busyPool(request);
  await page.goto(`${path}?tz=utc&average=sma20&line=0.51`);
  await expectChartLoaded(page);
  const box = await page.getByRole('application').boundingBox();
  const [up, text] = [await themeColor(page, '--up'), await themeColor(page, '--text')];
  await page.getByRole('button', { name: 'Image' }).click();
  await page.getByRole('button', { name: 'Copy image' }).click();
  await expect(page.getByText('Copied', { exact: true })).toBeVisible();
  const copied = await page.evaluate(async () => {
    const [item] = await navigator.clipboard.read();
    const blob = await item?.getType('image/png');
    const bytes = new Uint8Array((await blob?.arrayBuffer()) ?? new ArrayBuffer());
    return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''));
  });
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Save image' }).click();
  expect((await download).suggestedFilename()).toBe(`${symbol.replace('₮', '')}-GRAM.png`);
  for (const png of [Buffer.from(copied, 'base64'), readFileSync(await (await download).path())]) {
    const whole = await decodePng(png);
    expect(whole.width).toBe(Math.floor(box?.width ?? 0));
    expect(whole.data.length / 4 / whole.width).toBe(Math.floor(box?.height ?? 0) + HEADER + CAPTION);
    expect(pixelsOfColor(whole, up).length).toBeGreaterThan(300);
    const average = await themeColor(page, '--average-1');
    expect(pixelsOfColor(whole, average, 20).filter(({ y }) => y < HEADER).length).toBeGreaterThan(20);
    expect(pixelsOfColor(whole, average, 60).filter(({ y }) => y > HEADER).length).toBeGreaterThan(200);
    expect(pixelsOfColor(whole, text, 40).filter(({ x, y }) => x < 200 && y < HEADER).length).toBeGreaterThan(
      50,
    );
    const caption = await decodePng(png, -CAPTION);
    const muted = await themeColor(page, '--muted');
    expect(pixelsOfColor(caption, muted, 40).filter(({ x }) => x < 200).length).toBeGreaterThan(50);
  }
  const written = await page.evaluate((): string[] => Reflect.get(globalThis, 'written'));
  const count = (pattern: RegExp) => written.filter((line) => pattern.test(line)).length;
  expect(written.filter((line) => line.startsWith(`${symbol} / `))).toHaveLength(2);
  expect(count(/^[\d.,]+ \S+ · 1h · candles$/)).toBe(2);
  expect(count(/^SMA 20 [\d.,]+$/)).toBe(2);
  expect(count(/^Line at 0\.51$/)).toBe(2);
  expect(count(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d to \d{4}-\d\d-\d\d \d\d:\d\d:\d\d UTC$/)).toBe(2);
});

test('full screen mode includes the settings and can be exited', async ({ page, request }) => {
  const { path } = await busyPool(request);
  await page.goto(path);
  await expectChartLoaded(page);
  const height = () => chartHeight(page);
  const before = await height();
  const filled = () => page.evaluate(() => document.fullscreenElement?.ariaLabel ?? '');
  const button = page.getByRole('button', { name: 'Full screen' });
  await button.click();
  await expect.poll(filled).toBe('Chart');
  await expect.poll(height).toBeGreaterThan(before + 50);
  await page.getByRole('combobox', { name: 'Type' }).selectOption('line');
  await expect(page).toHaveURL(/type=line/);
  expect(await filled()).toBe('Chart');
  await button.click();
  await expect.poll(filled).toBe('');
  await expect.poll(height).toBe(before);
});

for (const [name, breakFullScreen] of [
  ['does not exist', () => Reflect.deleteProperty(Element.prototype, 'requestFullscreen')],
  [
    'is denied',
    () => {
      Element.prototype.requestFullscreen = () => Promise.reject(new TypeError('Permissions check failed'));
    },
  ],
] as const) {
  test(`where full screen ${name}, the chart fills the window`, async ({ page, request }) => {
    await page.addInitScript(breakFullScreen);
    const { path } = await busyPool(request);
    await page.goto(path);
    await expectChartLoaded(page);
    const chart = page.getByRole('region', { name: 'Chart', exact: true });
    const before = await chart.boundingBox();
    const { width, height } = page.viewportSize() ?? { width: 0, height: 0 };
    const button = page.getByRole('button', { name: 'Full screen' });
    await button.click();
    await expect.poll(() => chart.boundingBox()).toEqual({ x: 0, y: 0, width, height });
    await button.click();
    await expect.poll(() => chart.boundingBox()).toEqual(before);
    await button.click();
    await page.keyboard.press('Escape');
    await expect.poll(() => chart.boundingBox()).toEqual(before);
  });
}

test('the chart library attribution is visible and reachable by keyboard on each page with a chart', async ({
  page,
  request,
}) => {
  const { path, embedPath } = await busyPool(request);
  for (const shown of [path, path.replace(/\/pool\/.*/, ''), embedPath]) {
    await page.goto(shown);
    await expect(page.getByText(/\d swaps?$/).first()).toBeVisible();
    const link = page.getByRole('link', { name: /^Chart by TradingView/ });
    await page.getByRole('application').focus();
    const isReached = async () => {
      await page.keyboard.press('Tab');
      return link.evaluate((element) => element === document.activeElement);
    };
    await expect.poll(isReached, { intervals: [10] }).toBe(true);
    await expect(link).toBeInViewport({ ratio: 1 });
    await expect(link).toHaveAttribute('href', 'https://www.tradingview.com/');
    const box = await link.boundingBox();
    expect(box?.height).toBeGreaterThan(10);
  }
});

test('market caps are prices times the circulating supply, with lines of their own', async ({
  page,
  request,
}) => {
  const { path, address, ticks } = await busyPool(request);
  const { jettons } = await callOperation(request, operations.getJettons, { address: [address], limit: 1 });
  const [jetton] = jettons;
  const [newest] = ticks;
  if (!jetton?.circulatingSupply || !newest?.value.usd) throw new Error('no supply or price');
  await page.goto(`${path}?interval=tick&range=1h&quote=usd&line=1`);
  await expectChartLoaded(page);
  // The drawing tools stay as they are.
  await page.keyboard.press('d');
  await page.getByRole('button', { name: 'Ray' }).focus();
  await page.keyboard.press('Enter');
  const unit = page.getByRole('combobox', { name: 'Price in' });
  await unit.focus();
  await unit.selectOption('MCap');
  await expect(unit).toBeFocused();
  await expect(page.getByRole('button', { name: 'Undo' })).toBeEnabled();
  await expect(page).toHaveURL(/\?quote=usd&interval=tick&range=1h&axis=mcap$/);
  await expectChartLoaded(page);
  const supply = { value: jetton.circulatingSupply, decimals: (jetton.metadata.decimals ?? 0) + 3 };
  const cap = numberFromAmount(newest.value.usd) * numberFromAmount(supply);
  const chart = page.getByRole('application', { name: /^Market cap of .* in thousands of USD/ });
  await expect(chart).toBeVisible();
  await expect(page.getByText(priceLabel(cap), { exact: true }).first()).toBeVisible();
  const url = page.url();
  await page.reload();
  await expectChartLoaded(page);
  expect(page.url()).toBe(url);
  await page.getByRole('group', { name: 'Interval' }).getByRole('button', { name: '1h' }).click();
  await chartSummary(page).click();
  await expect(page.getByText(/volume in USD\./)).toBeVisible();
  await page.getByRole('combobox', { name: 'Price in' }).selectOption('GRAM');
  await expect(page).not.toHaveURL(/axis/);
});

test('up to three other pools can be overlaid and are stored in the URL', async ({ page, request }) => {
  const { path } = await busyPool(request);
  await page.goto(`${path}?interval=1d&range=30d`);
  await expectChartLoaded(page);
  const boxes = page.getByRole('region', { name: 'Other pools' }).getByRole('checkbox');
  await expect(boxes.first()).toBeVisible();
  const count = Math.min(await boxes.count(), 3);
  expect(count).toBeGreaterThan(0);
  for (let index = 0; index < count; index += 1) await boxes.nth(index).check();
  await expect(page).toHaveURL(new RegExp(`quote=ton.*(with=EQ[^&]*&?){${count}}$`));
  await expect(page.getByRole('combobox', { name: 'Price in' }).getByRole('option')).toHaveText([
    'GRAM',
    'USD',
  ]);
  await page.reload();
  await expectChartLoaded(page);
  for (let index = 0; index < count; index += 1) await expect(boxes.nth(index)).toBeChecked();
});

test('the embed builder shows a preview and the markup', async ({ page, request }) => {
  const { path, embedPath } = await busyPool(request);
  await page.goto(`${path}?type=area&range=30d`);
  await expectChartLoaded(page);
  await page.getByRole('button', { name: 'More chart options' }).click();
  await page.getByRole('button', { name: 'Embed this chart' }).click();
  const builder = page.getByRole('dialog', { name: 'Embed' });
  await expect(page.getByRole('region', { name: 'More chart options' })).toBeHidden();
  await builder.getByRole('combobox', { name: 'Theme' }).selectOption('light');
  await builder.getByRole('checkbox', { name: 'Toolbar' }).uncheck();
  const markup = builder.getByRole('textbox', { name: 'HTML' });
  await expect(markup).toHaveValue(/src="[^"]*\?type=area&amp;range=30d&amp;theme=light&amp;toolbar=0"/);
  expect(await markup.inputValue()).toContain(embedPath);
  const preview = builder.frameLocator('iframe');
  await expect(preview.locator('html')).toHaveAttribute('data-theme', 'light');
  await expect(preview.getByText(/swaps?$/)).toBeVisible();
  await expect(preview.getByRole('button')).toHaveCount(0);
});

test('any form of the addresses redirects to the canonical URL', async ({ page, request }) => {
  const { path } = await busyPool(request);
  const [, , address = '', , poolAddress = ''] = path.split('/');
  const canonicalLink = page.locator('link[rel="canonical"]');
  const raw = `/jetton/${parseAddress(address)}/pool/${parseAddress(poolAddress)}?type=area`;
  const html = await (await request.get(raw, { headers: { accept: 'text/html' } })).text();
  expect(html).toContain(`<link rel="canonical" href="${new URL(path, test.info().project.use.baseURL)}"`);
  await page.goto(raw);
  await expect(page).toHaveURL(`${path}?type=area`);
  await expect(canonicalLink).toHaveAttribute('href', new URL(path, page.url()).href);
  await page.getByRole('link', { name: 'Jetscope' }).first().click();
  await expect(canonicalLink).toHaveCount(0);
  await page.goBack();
  await expect(canonicalLink).toHaveAttribute('href', new URL(path, page.url()).href);
});

test.describe('of the native coin', () => {
  test.use({ expectedErrors: [/404 \(Not Found\)/] });

  test('there is no pool page', async ({ page }) => {
    await page.goto(`/jetton/${TON_ADDRESS}/pool/0:${'1'.repeat(64)}`);
    await expect(page.getByRole('heading', { name: 'No pool at this address' })).toBeVisible();
  });
});

test('the page is accessible and fits in the window', async ({ page, request }) => {
  const { path } = await busyPool(request);
  await page.goto(path);
  await expectChartLoaded(page);
  await forEachAppearance(page, [1440, 390], async (width, accessibility) => {
    await expectAccessible(page, accessibility);
    await expect.poll(() => contentWidth(page)).toBeLessThanOrEqual(width);
  });
});
