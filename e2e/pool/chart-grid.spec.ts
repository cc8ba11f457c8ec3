import type { Page } from '@playwright/test';
import { toUserFriendly } from '#contract/address.ts';
import { contentWidth, expectAccessible, forEachAppearance } from '#e2e/support/appearance.ts';
import { busyPool } from '#e2e/support/busy-pool.ts';
import { fetchAllJettons } from '#e2e/support/call-service.ts';
import { expect, test } from '#e2e/support/test.ts';

const chartsOf = (page: Page) => page.getByRole('application');
const cellOf = (page: Page, symbol: string) =>
  page.getByRole('region').filter({ has: page.getByRole('button', { name: `Close ${symbol} / ` }) });
/** The time of the bar in the legend of a chart. */
const timeOf = (page: Page, symbol: string) => cellOf(page, symbol).getByText(/^\d{4}-\d\d-\d\d [\d:]+$/);

async function topJettons(request: Parameters<typeof fetchAllJettons>[0]) {
  const jettons = (await fetchAllJettons(request)).slice(0, 5);
  return jettons.map(({ metadata: { address, symbol, name } }) => ({
    address: toUserFriendly(address),
    symbol,
    name,
  }));
}

const pathOf = (jettons: readonly { readonly address: string }[], rest = '') =>
  `/charts?${jettons.map(({ address }) => `chart=${address}`).join('&')}${rest}`;

test('charts share the crosshair and the range', async ({ page, request }) => {
  const [first, second] = await topJettons(request);
  if (!first || !second) throw new Error('too few jettons');
  await page.goto(pathOf([first, second], '&interval=1h&tz=utc'));
  await expect(timeOf(page, first.symbol)).toBeVisible();
  await expect(timeOf(page, second.symbol)).toBeVisible();
  const newest = await timeOf(page, second.symbol).textContent();

  await page.keyboard.press('1');
  await expect(chartsOf(page).first()).toBeFocused();
  await page.keyboard.press('PageUp');
  await page.keyboard.press('PageUp');
  await expect(timeOf(page, second.symbol)).not.toHaveText(newest ?? '');
  const time = await timeOf(page, first.symbol).textContent();
  await expect(timeOf(page, second.symbol)).toHaveText(time ?? '');

  const entries = () => page.evaluate(() => history.length);
  const before = await entries();
  await page.keyboard.press('+');
  await expect(page).toHaveURL(/&from=\d+&to=\d+/);
  expect(await entries()).toBe(before);
  await page.getByRole('button', { name: '24h', exact: true }).click();
  await expect(page).toHaveURL(/range=24h/);
  await page.getByRole('combobox', { name: 'Unit' }).selectOption('USD');
  await expect(chartsOf(page).nth(1)).toHaveAttribute('aria-label', /in USD/);
});

test('all charts have the indicators and the scale that the link contains', async ({ page, request }) => {
  const [first, second] = await topJettons(request);
  if (!first || !second) throw new Error('too few jettons');
  await page.goto(pathOf([first, second], '&interval=1h'));
  await expect(timeOf(page, second.symbol)).toBeVisible();
  const button = page.getByRole('button', { name: 'Indicators' });
  await button.focus();
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Add RSI' }).click();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('button', { name: 'Add RSI' })).toBeHidden();
  await page.getByRole('button', { name: 'Logarithmic scale' }).click();
  await expect(page).toHaveURL(/scale=log&indicator=rsi14|indicator=rsi14&scale=log/);
  await page.reload();
  for (const { symbol } of [first, second])
    await expect(cellOf(page, symbol).getByText(/^RSI 14 \d/)).toBeVisible();
  await expect(page.getByRole('button', { name: 'Logarithmic scale' })).toHaveAttribute(
    'aria-pressed',
    'true',
  );
  // A chart that is closed with its indicators is not drawn again, which would be an error of the page.
  await cellOf(page, second.symbol)
    .getByRole('button', { name: /^Close / })
    .click();
  await expect(chartsOf(page)).toHaveCount(1);
  await page.evaluate(() => new Promise(requestAnimationFrame));
});

test('charts have the drawings of their pool and a note if not all candles fit', async ({
  page,
  request,
}) => {
  const { address, poolAddress } = await busyPool(request);
  const drawings = { pools: { [`${address} ${poolAddress}`]: ['level_usd_1769673600_1'] } };
  await page.addInitScript(
    (text) => localStorage.setItem('jetscope.drawings', text),
    JSON.stringify(drawings),
  );
  const script = page.waitForRequest(/chart-drawings/);
  const chart = `${toUserFriendly(address)}.${toUserFriendly(poolAddress)}`;
  await page.goto(`/charts?chart=${chart}&interval=1m&range=all`);
  await script;
  await expect(
    page.getByText(/^Not all 1m candles fit in this range\. Showing \w+ candles\.$/),
  ).toBeVisible();
});

test('charts are added, replaced and closed, and their borders are moved by keyboard', async ({
  page,
  request,
}) => {
  const jettons = await topJettons(request);
  const [first, second, third, fourth, fifth] = jettons;
  if (!first || !second || !third || !fourth || !fifth) throw new Error('too few jettons');
  await page.goto('/charts');
  await expect(page.getByRole('heading', { name: 'No charts yet' })).toBeVisible();
  const search = page.getByRole('combobox', { name: /^(Add chart$|Replace )/ });
  const open: { address: string }[] = [];
  for (const jetton of [first, second, third, fourth]) {
    await search.fill(jetton.address);
    open.push(jetton);
    await expect(page).toHaveURL(pathOf(open));
  }
  await expect(chartsOf(page)).toHaveCount(4);
  await page.keyboard.press('Escape');
  await chartsOf(page).nth(1).focus();
  await expect(cellOf(page, second.symbol)).toHaveAttribute('aria-current', 'true');
  await expect(page.locator('main [aria-current]')).toHaveCount(1);
  const pair = await cellOf(page, second.symbol).getAttribute('aria-label');
  await expect(search).toHaveAccessibleName(`Replace ${pair}`);
  await expect(search).toHaveAttribute('placeholder', `Replace ${pair}`);
  await search.fill(fifth.address);
  await expect(page).toHaveURL(pathOf([first, fifth, third, fourth]));
  await page.goBack();
  await expect(page).toHaveURL(pathOf(open));

  await page.getByRole('separator', { name: 'Width of the first column' }).focus();
  await page.keyboard.press('ArrowRight');
  await expect(page).toHaveURL(pathOf(open, '&columns=55'));
  const [left, right] = await Promise.all([0, 1].map((index) => chartsOf(page).nth(index).boundingBox()));
  expect(left?.width).toBeGreaterThan((right?.width ?? 0) * 1.1);
  await page.getByRole('button', { name: `Close ${third.symbol} / ` }).click();
  await expect(page).toHaveURL(pathOf([first, second, fourth], '&columns=55'));
  await expect(chartsOf(page)).toHaveCount(3);

  const close = ({ symbol }: { readonly symbol: string }) =>
    page.getByRole('button', { name: `Close ${symbol} / ` });
  await close(first).press('Enter');
  await expect(page).toHaveURL(pathOf([second, fourth], '&columns=55'));
  await expect(close(second)).toBeFocused();
  await close(fourth).press('Enter');
  await expect(page).toHaveURL(pathOf([second], '&columns=55'));
  await expect(close(second)).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/charts?columns=55');
  await expect(search).toBeFocused();
});

test('charts are reordered by a button, which keeps the focus', async ({ page, request }) => {
  const [first, second, third] = await topJettons(request);
  if (!first || !second || !third) throw new Error('too few jettons');
  await page.goto(pathOf([first, second, third]));
  await expect(chartsOf(page)).toHaveCount(3);
  const move = (position: number) =>
    cellOf(page, third.symbol).getByRole('button', { name: `to position ${position}` });
  await move(2).press('Enter');
  await expect(page).toHaveURL(pathOf([first, third, second]));
  await expect(move(1)).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(pathOf([third, first, second]));
  await expect(move(2)).toBeFocused();
  await expect(cellOf(page, third.symbol)).toHaveAttribute('aria-current', 'true');
  await page.keyboard.press('1');
  await expect(cellOf(page, third.symbol).getByRole('application')).toBeFocused();
  await move(2).press('Enter');
  await expect(page).toHaveURL(pathOf([first, third, second]));
  await page.goBack();
  await expect(page).toHaveURL(pathOf([third, first, second]));
});

test('a pool and selected jettons are opened as charts', async ({ page, request }) => {
  const { path, address, poolAddress } = await busyPool(request);
  await page.goto(path);
  await page.getByRole('button', { name: 'More chart options' }).click();
  await page.getByRole('link', { name: 'Open beside other charts' }).click();
  await expect(page).toHaveURL(`/charts?chart=${toUserFriendly(address)}.${toUserFriendly(poolAddress)}`);
  await expect(chartsOf(page)).toHaveCount(1);
  const [first, second] = await topJettons(request);
  if (!first || !second) throw new Error('too few jettons');
  await page.goto(`/compare?address=${first.address}&address=${second.address}`);
  await page.getByRole('main').getByRole('link', { name: 'Charts' }).click();
  await expect(page).toHaveURL(pathOf([first, second]));
});

test('charts that cannot be loaded can be retried and closed on phones', async ({ page, request }) => {
  const [first] = await topJettons(request);
  if (!first) throw new Error('no jettons');
  await page.setViewportSize({ width: 320, height: 640 });
  await page.route(/\/markets/, (route) =>
    route.fulfill({ status: 200, contentType: 'application/json', body: '{}' }),
  );
  await page.goto(pathOf([first]));
  const cell = page.getByRole('region').filter({ has: page.getByRole('button', { name: /^Close / }) });
  const buttons = cell.getByRole('button', { name: /^(Close .*|Retry)$/ });
  await expect(buttons).toHaveCount(2);
  for (const button of await buttons.all()) await expect(button).toBeInViewport({ ratio: 1 });
  await page.unroute(/\/markets/);
  await cell.getByRole('button', { name: 'Retry' }).press('Enter');
  await expect(page.getByRole('main')).toBeFocused();
  await expect(chartsOf(page)).toHaveCount(1);
});

test('a chart of a jetton without pools says so', async ({ page, request }) => {
  const jettons = await fetchAllJettons(request);
  const jetton = jettons.find(({ price }) => price === undefined);
  if (!jetton) throw new Error('every jetton has a price');
  await page.goto(pathOf([{ address: toUserFriendly(jetton.metadata.address) }]));
  await expect(page.getByText('No pools found')).toBeVisible();
});

test('the charts are accessible and fit', async ({ page, request }) => {
  const jettons = (await topJettons(request)).slice(0, 4);
  await page.goto(pathOf(jettons));
  await forEachAppearance(page, [1440, 1024, 390], async (width, accessibility) => {
    await expect(timeOf(page, jettons[0]?.symbol ?? '')).toBeVisible();
    expect(await contentWidth(page)).toBe(width);
    const [first, second] = await Promise.all([0, 1].map((index) => chartsOf(page).nth(index).boundingBox()));
    expect((second?.y ?? 0) > (first?.y ?? 0)).toBe(width === 390);
    await expectAccessible(page, accessibility);
  });
});
