import type { Page } from '@playwright/test';
import { busyPool } from '#e2e/support/busy-pool.ts';
import { pairDataset } from '#e2e/support/pair-dataset.ts';
import {
  changedColumnShare,
  changedPixels,
  pixelsOfColor,
  screenshotPixels,
  themeColor,
} from '#e2e/support/pixels.ts';
import { chartHeight, expectChartLoaded } from '#e2e/support/pool-page.ts';
import { importedService } from '#e2e/support/service-process.ts';
import { expect, test } from '#e2e/support/test.ts';
import { addressOf } from '#testing/datasets/small-dataset.ts';
import { timeLimit } from '#testing/time-limit.ts';

const HOUR = 3_600;
/** Returns a swap of one whole jetton at `price`, `seconds` after the start. */
const swap = (pool: string, price: number, seconds: number) => ({
  pool,
  time: 1_769_558_400 + seconds,
  lt: seconds + 1,
  sold: '1000000000',
  bought: String(price * 1e9),
});

const DOUBLING = Array.from({ length: 9 }, (_, index) => 2 ** index);
/** First and last price by hour, with a gap of four hours without trades. */
const HOURS: readonly (readonly [hour: number, first: number, last: number])[] = [
  [0, 10, 14],
  [1, 14, 11],
  [2, 11, 16],
  [3, 16, 13],
  [8, 20, 24],
  [9, 24, 21],
  [10, 21, 26],
  [11, 26, 23],
];

/** One pool whose price doubles each hour, one with a gap, and one without swaps. */
const service = importedService(
  pairDataset(
    ['d', 'c', 'f'],
    [
      ...DOUBLING.map((price, index) => swap('d', price, index * HOUR)),
      ...HOURS.flatMap(([hour, first, last]) => [
        swap('c', first, hour * HOUR + 60),
        swap('c', last, hour * HOUR + 120),
      ]),
    ],
  ),
);

const poolPath = (letter: string, query: string) =>
  `${service.origin}/jetton/${addressOf('a')}/pool/${addressOf(letter)}?${query}`;
/** Height of the strip that may contain the label of the latest price, and minimum width of the price axis, in pixels. */
const [TOP, AXIS] = [60, 40];

function chartPixels(page: Page) {
  return screenshotPixels(page.getByRole('application'), TOP);
}

/** Returns the height of a rising line at the middle of its time range, as a share of its total height. */
async function middleOfLine(page: Page): Promise<number> {
  const pixels = await chartPixels(page);
  const accent = await themeColor(page, '--accent');
  const lowest = new Map<number, number>();
  for (const { x, y } of pixelsOfColor(pixels, accent, 60))
    if (x < pixels.width - 2 * AXIS) lowest.set(x, Math.max(y, lowest.get(x) ?? 0));
  const [bottom, top] = [Math.max(...lowest.values()), Math.min(...lowest.values())];
  // Exclude the dashed line at the latest price.
  const columns = [...lowest].filter(([, y]) => y > top + 4).map(([x]) => x);
  const middle = Math.round((Math.min(...columns) + Math.max(...columns)) / 2);
  return (bottom - (lowest.get(middle) ?? bottom)) / (bottom - top);
}

test('exponential growth is curved on a linear and straight on a logarithmic scale; percent changes the labels', async ({
  page,
}) => {
  await page.goto(poolPath('d', 'interval=tick&type=line&range=all'));
  await expectChartLoaded(page);
  const choose = (scale: string) => page.getByRole('button', { name: `${scale} scale` }).click();
  const middle = () => middleOfLine(page);
  await expect.poll(middle, { timeout: timeLimit(20_000) }).toBeLessThan(0.15);
  const linear = await chartPixels(page);
  await choose('Logarithmic');
  await expect.poll(middle, { timeout: timeLimit(20_000) }).toBeGreaterThan(0.4);
  expect(await middle()).toBeLessThan(0.6);
  await choose('Percent');
  await expect.poll(middle, { timeout: timeLimit(20_000) }).toBeLessThan(0.15);
  const { width } = linear;
  expect(changedColumnShare(linear, await chartPixels(page), width - AXIS, width)).toBeGreaterThan(0.3);
});

test('hours without trades are a gap or carry the last price', async ({ page }) => {
  await page.goto(poolPath('c', 'interval=1h&range=all&type=candles'));
  await expectChartLoaded(page);
  const gap = await chartPixels(page);
  await page.getByRole('button', { name: 'More chart options' }).click();
  await page.getByRole('combobox', { name: 'Empty candles' }).selectOption('carry');
  await page.keyboard.press('Escape');
  await expect(page).toHaveURL(/empty=carry/);
  await page.mouse.move(0, 0);
  const changed = async () => changedPixels(gap, await chartPixels(page));
  await expect
    .poll(async () => (await changed()).length, { timeout: timeLimit(20_000) })
    .toBeGreaterThan(100);
  const all = await changed();
  // Ignore the dotted line at the latest price, whose dots may shift. They change less than a tenth of its row.
  const added = all.filter(({ y }) => all.filter((other) => other.y === y).length > gap.width / 10);
  const spread = (values: readonly number[]) => Math.max(...values) - Math.min(...values);
  // Only four adjacent flat bars were added.
  expect(spread(added.map(({ y }) => y))).toBeLessThanOrEqual(2);
  expect(spread(added.map(({ x }) => x)) / gap.width).toBeGreaterThan(0.15);
  expect(spread(added.map(({ x }) => x)) / gap.width).toBeLessThan(0.4);
});

test('a chart without swaps takes little space', async ({ page }) => {
  await page.goto(poolPath('f', ''));
  await expect(page.getByText('No swaps yet, or only very small ones.')).toBeVisible();
  await expect.poll(() => chartHeight(page)).toBeLessThan(120);
});

test('indicators are added by keyboard, and a link shows them again', async ({ page, request }) => {
  const { path } = await busyPool(request);
  await page.goto(`${path}?interval=1h&tz=utc`);
  await expectChartLoaded(page);
  await page.getByRole('button', { name: 'Indicators' }).focus();
  await page.keyboard.press('Enter');
  const addAverage = page.getByRole('button', { name: 'Add moving average' });
  await expect(addAverage).toBeVisible();
  await page.keyboard.press('Tab');
  await expect(addAverage).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/average=sma20/);
  const addStrength = page.getByRole('button', { name: 'Add RSI' });
  for (let presses = 0; presses < 3; presses += 1) await page.keyboard.press('Tab');
  await expect(addStrength).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/indicator=rsi14/);
  await expect(page.getByRole('group', { name: 'Add', exact: true })).toBeFocused();
  await page.keyboard.press('Escape');
  const legend = page.getByRole('region', { name: 'Chart' }).getByText(/^RSI 14 \d+\.\d\d$/);
  await expect(legend).toBeVisible();
  const value = await legend.textContent();
  const accent = await themeColor(page, '--accent');
  await page.reload();
  await expectChartLoaded(page);
  await expect(legend).toHaveText(value ?? '');
  await expect(page.getByText(/^SMA 20 [\d.,]+$/)).toBeVisible();
  await expect
    .poll(async () => pixelsOfColor(await chartPixels(page), accent, 60).length)
    .toBeGreaterThan(300);
  await page.getByRole('application').focus();
  await page.keyboard.press('PageUp');
  await expect(legend).not.toHaveText(value ?? '');
});

test('a moving average is rendered over the bars until removed', async ({ page, request }) => {
  const { path } = await busyPool(request);
  await page.goto(`${path}?interval=1h`);
  await expectChartLoaded(page);
  const plain = await chartPixels(page);
  const average = await themeColor(page, '--average-1');
  const button = page.getByRole('button', { name: 'Indicators' });
  const now = async () => {
    await page.keyboard.press('Escape');
    await page.mouse.move(0, 0);
    return chartPixels(page);
  };
  /** Returns the share of columns that differ from the chart without averages. */
  const share = async () => changedColumnShare(plain, await now(), 0, plain.width - 2 * AXIS);
  await button.click();
  await page.getByRole('button', { name: 'Add moving average' }).click();
  await expect(page).toHaveURL(/average=sma20/);
  await expect.poll(share, { timeout: timeLimit(20_000) }).toBeGreaterThan(0.6);
  const simple = await now();
  expect(pixelsOfColor(simple, average, 60).length).toBeGreaterThan(300);
  await button.click();
  await page.getByRole('combobox', { name: 'Type of moving average 1' }).selectOption('ema');
  await expect(page).toHaveURL(/average=ema20/);
  await expect
    .poll(async () => changedColumnShare(simple, await now(), 0, simple.width), {
      timeout: timeLimit(20_000),
    })
    .toBeGreaterThan(0.3);
  await button.click();
  await page.getByRole('button', { name: 'Remove moving average 1' }).click();
  await expect.poll(share, { timeout: timeLimit(20_000) }).toBeLessThan(0.1);
});

test.describe('with prices far from 1', () => {
  /** Thousandths of 10⁻¹² in one pool, of 10⁹ in the other. */
  const prices = [900, 950, 1100, 1020, 980, 1060, 1000, 1040];
  const swap = (pool: string, sold: string, bought: string, lt: number) => ({
    pool,
    time: 1_769_600_000 + lt * 600,
    lt,
    sold,
    bought,
  });

  /** One pool with prices of 10⁻¹², another with prices of 10⁹. */
  const service = importedService(
    pairDataset(
      ['d', 'c'],
      [
        ...prices.map((price, index) => swap('d', `1${'0'.repeat(21)}`, `${price}000000`, 2 * index + 1)),
        ...prices.map((price, index) => swap('c', '1000000', `${price}${'0'.repeat(12)}`, 2 * index + 2)),
      ],
    ),
  );

  /** Height of the price axis above the time axis, in pixels. */
  const ROWS = 300;

  /** Returns the number of labels on the price axis. */
  async function countAxisLabels(page: Page): Promise<number> {
    const { width, data } = await screenshotPixels(page.getByRole('application'), 0, ROWS);
    const at = (row: number, column: number) => (data[(row * width + column) * 4] ?? 0) >> 4;
    const rows = Array.from({ length: ROWS }, (_, row) =>
      Array.from({ length: 30 }, (__, column) => at(row, width - 40 + column)).some(
        (value) => value !== at(2, width - 2),
      ),
    );
    return rows.filter((hasText, row) => hasText && !rows[row - 1]).length;
  }

  for (const [letter, name] of [
    ['d', '0.0₁₁1'],
    ['c', '1,040,000,000'],
  ]) {
    test(`the price axis has labels at prices like ${name}`, async ({ page }) => {
      await page.goto(`${service.origin}/jetton/${addressOf('a')}/pool/${addressOf(letter ?? '')}`);
      await expect(page.getByText(/^From \d{4}-/)).toContainText(name ?? '');
      await expect
        .poll(() => countAxisLabels(page), { timeout: timeLimit(40_000) })
        .toBeGreaterThanOrEqual(5);
    });
  }
});
