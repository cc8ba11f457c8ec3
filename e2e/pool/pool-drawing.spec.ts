import type { Page } from '@playwright/test';
import { busyPool } from '#e2e/support/busy-pool.ts';
import { themeColour } from '#e2e/support/colour-of.ts';
import { importedService } from '#e2e/support/imported-service.ts';
import { changedPlaces, changedShare, pixelsOf, placesOf } from '#e2e/support/pixels.ts';
import { allLoaded } from '#e2e/support/pool-page.ts';
import { expect, test } from '#e2e/support/test.ts';

const addressOf = (letter: string) => `0:${letter.repeat(64)}`;
const HOUR = 3_600;
/** A price of the first jetton in the second, at a number of seconds. */
const swap = (pool: string, price: number, at: number) =>
  `aa,${1_769_558_400 + at},${at + 1},${addressOf('e')},${addressOf(pool)},${addressOf('a')},${addressOf('b')},1000000000,${price * 1e9}`;

const DOUBLING = Array.from({ length: 9 }, (_, index) => 2 ** index);
/** Of each hour the first and the last price; for four hours nobody traded. */
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

/** A pool whose price doubles each hour, and one that was silent for some hours. */
const service = importedService({
  'jettons.json': JSON.stringify(
    ['a', 'b'].map((letter) => ({
      address: addressOf(letter),
      name: letter,
      symbol: letter.toUpperCase(),
      decimals: 9,
    })),
  ),
  'pools.json': JSON.stringify(
    ['d', 'c'].map((letter) => ({
      address: addressOf(letter),
      exchange: 'dedust',
      asset0: addressOf('a'),
      asset1: addressOf('b'),
    })),
  ),
  'swaps.csv': [
    'tx_hash,event_time,lt,trader_address,pool_address,token_sold_address,token_bought_address,amount_sold_raw,amount_bought_raw',
    ...DOUBLING.map((price, index) => swap('d', price, index * HOUR)),
    ...HOURS.flatMap(([hour, first, last]) => [
      swap('c', first, hour * HOUR + 60),
      swap('c', last, hour * HOUR + 120),
    ]),
    '',
  ].join('\n'),
});

const poolPath = (letter: string, query: string) =>
  `${service.origin}/jetton/${addressOf('a')}/pool/${addressOf(letter)}?${query}`;
/** Pixels from the chart's top to below its legend, and of the labels of the price axis at least. */
const [LEGEND, AXIS] = [60, 40];

function drawnChart(page: Page) {
  return pixelsOf(page.getByRole('application'), LEGEND);
}

/** How high a line that rises stands in the middle of its time: a share of its whole height. */
async function middleOfLine(page: Page): Promise<number> {
  const pixels = await drawnChart(page);
  const accent = await themeColour(page, '--accent');
  const lowest = new Map<number, number>();
  for (const { x, y } of placesOf(pixels, accent, 60))
    if (x < pixels.width - 2 * AXIS) lowest.set(x, Math.max(y, lowest.get(x) ?? 0));
  const [bottom, top] = [Math.max(...lowest.values()), Math.min(...lowest.values())];
  // Beside the line there is the dashed one at the newest price.
  const columns = [...lowest].filter(([, y]) => y > top + 4).map(([x]) => x);
  const middle = Math.round((Math.min(...columns) + Math.max(...columns)) / 2);
  return (bottom - (lowest.get(middle) ?? bottom)) / (bottom - top);
}

test('what doubles rises ever faster, and evenly on a logarithmic scale; percent are other labels', async ({
  page,
}) => {
  await page.goto(poolPath('d', 'interval=tick&type=line&range=all'));
  await allLoaded(page);
  const choose = (scale: string) => page.getByRole('combobox', { name: 'Scale' }).selectOption(scale);
  const middle = () => middleOfLine(page);
  await expect.poll(middle, { timeout: 20_000 }).toBeLessThan(0.15);
  const linear = await drawnChart(page);
  await choose('log');
  await expect.poll(middle, { timeout: 20_000 }).toBeGreaterThan(0.4);
  expect(await middle()).toBeLessThan(0.6);
  await choose('percent');
  await expect.poll(middle, { timeout: 20_000 }).toBeLessThan(0.15);
  const { width } = linear;
  expect(changedShare(linear, await drawnChart(page), width - AXIS, width)).toBeGreaterThan(0.3);
});

test('hours in which nobody traded are a gap, or at the last price', async ({ page }) => {
  await page.goto(poolPath('c', 'interval=1h&range=all&type=candles'));
  await allLoaded(page);
  const gap = await drawnChart(page);
  await page.getByRole('button', { name: 'Settings' }).click();
  await page.getByRole('combobox', { name: 'Empty candles' }).selectOption('carry');
  await page.keyboard.press('Escape');
  await expect(page).toHaveURL(/empty=carry/);
  await page.mouse.move(0, 0);
  const changed = async () => changedPlaces(gap, await drawnChart(page));
  await expect.poll(async () => (await changed()).length, { timeout: 20_000 }).toBeGreaterThan(100);
  const all = await changed();
  // The dotted line at the newest price is not drawn dot for dot as before.
  const places = all.filter(({ y }) => all.filter((other) => other.y === y).length > 60);
  const spread = (values: readonly number[]) => Math.max(...values) - Math.min(...values);
  // Four bars beside each other, as flat as a line, and nothing else.
  expect(spread(places.map(({ y }) => y))).toBeLessThanOrEqual(2);
  expect(spread(places.map(({ x }) => x)) / gap.width).toBeGreaterThan(0.15);
  expect(spread(places.map(({ x }) => x)) / gap.width).toBeLessThan(0.4);
});

test('an average is drawn over the bars in its colour until it is removed', async ({ page, request }) => {
  const { path } = await busyPool(request);
  await page.goto(`${path}?interval=1h`);
  await allLoaded(page);
  const plain = await drawnChart(page);
  const accent = await themeColour(page, '--accent');
  const button = page.getByRole('button', { name: 'Indicators' });
  const now = async () => {
    await page.keyboard.press('Escape');
    await page.mouse.move(0, 0);
    return drawnChart(page);
  };
  /** In which share of its columns the chart is another than without averages. */
  const share = async () => changedShare(plain, await now(), 0, plain.width - 2 * AXIS);
  await button.click();
  await page.getByRole('button', { name: 'Add moving average' }).click();
  await expect(page).toHaveURL(/average=sma20/);
  await expect.poll(share, { timeout: 20_000 }).toBeGreaterThan(0.6);
  const simple = await now();
  expect(placesOf(simple, accent, 60).length).toBeGreaterThan(300);
  await button.click();
  await page.getByRole('combobox', { name: 'Type of moving average 1' }).selectOption('ema');
  await expect(page).toHaveURL(/average=ema20/);
  await expect
    .poll(async () => changedShare(simple, await now(), 0, simple.width), { timeout: 20_000 })
    .toBeGreaterThan(0.3);
  await button.click();
  await page.getByRole('button', { name: 'Remove' }).click();
  await expect.poll(share, { timeout: 20_000 }).toBeLessThan(0.1);
});
