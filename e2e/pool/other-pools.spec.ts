import { parseAddress, TON_ADDRESS, toUserFriendly } from '#contract/address.ts';
import { exchangeName, poolTypeName } from '#contract/format/market-names.ts';
import { operations } from '#contract/operations.ts';
import { busyPool } from '#e2e/support/busy-pool.ts';
import { callOperation, fullAmount } from '#e2e/support/call-service.ts';
import { holdRequests } from '#e2e/support/intercept.ts';
import { expect, test } from '#e2e/support/test.ts';
import { timeLimit } from '#testing/time-limit.ts';

/** Returns the path of the busy pool's page and the other pools of its jetton. */
async function busyPoolWithOthers(request: Parameters<typeof busyPool>[0]) {
  const { path } = await busyPool(request);
  const [, , jetton = '', , pool = ''] = path.split('/');
  const address = parseAddress(jetton) ?? '';
  const { markets } = await callOperation(request, operations.getJettonMarkets, { address, limit: 100 });
  const others = markets.filter(({ poolAddress }) => poolAddress !== parseAddress(pool));
  expect(others.length).toBeGreaterThan(0);
  return { path, others };
}

test('an overlaid pool has a line in the legend and the list, and the spread is shown', async ({
  page,
  request,
}) => {
  const { path, others } = await busyPoolWithOthers(request);
  const [other] = others;
  await page.goto(`${path}?interval=1d&range=30d&with=${toUserFriendly(other?.poolAddress ?? '')}`);
  const chart = page.getByRole('region', { name: 'Chart', exact: true });
  const line = chart.locator('span', { has: page.locator('i[data-overlay="0"]') });
  await expect(line).toContainText(/ on \w+ [\d.,]+/);
  await expect(chart.getByText(/^Spread /)).toHaveText(/^Spread \d+\.\d\d%$/);
  const list = page.getByRole('region', { name: 'Other pools' });
  await expect(
    list.locator('tr', { has: page.locator('i[data-overlay="0"]') }).getByRole('checkbox'),
  ).toBeChecked();
});

test('lists the other pools with names, price and spread, below all values of the pool', async ({
  page,
  request,
}) => {
  const { path, others } = await busyPoolWithOthers(request);
  await page.goto(path);
  const list = page.getByRole('region', { name: 'Other pools' });
  const row = list.locator('tbody tr').first();
  const { exchangeId = '', type = '', price } = others[0] ?? {};
  await expect(row).toContainText(exchangeName(exchangeId));
  await expect(row).toContainText(poolTypeName(type));
  await expect(row.getByTitle(fullAmount(price?.usd)).first()).toBeVisible();
  await expect(row.getByRole('cell', { name: /^[+−]?\d+(\.\d+)?%/ })).toBeVisible();
  const width = await list.evaluate(({ clientWidth }) => clientWidth);
  expect(width).toBe(await page.evaluate(() => document.documentElement.clientWidth));
  const strip = page.getByRole('region', { name: 'Price and activity' });
  await expect(strip).toContainText(/Liquidity, USD.*Volume 24h, USD.*Transactions 24h.*Traders 24h.*Age/);
  const chart = await page.getByRole('application').boundingBox();
  expect((await strip.boundingBox())?.y).toBeLessThan(chart?.y ?? 0);
});

test('an overlay keeps the price lines of a pool against the coin', async ({ page, request }) => {
  const { path, others } = await busyPoolWithOthers(request);
  const [, , jetton = ''] = path.split('/');
  const { poolAddress = '' } = others.find(({ counterpart }) => counterpart === TON_ADDRESS) ?? {};
  const release = await holdRequests(page, /\/markets\?(.*&)?limit=1(&|$)/);
  await page.goto(`/jetton/${jetton}/pool/${toUserFriendly(poolAddress)}?line=12`);
  const overlay = page.getByRole('region', { name: 'Other pools' }).getByRole('checkbox').first();
  await expect(overlay).toBeDisabled();
  release();
  await overlay.check();
  await expect(page).toHaveURL(/with=/);
  await expect(page).toHaveURL(/quote=ton/);
  await expect(page).toHaveURL(/line=12(&|$)/);
});

test.describe('with failing requests', () => {
  test.use({ expectedErrors: [/Failed to load resource/] });

  test('an overlaid pool reports its error in its row and can be retried', async ({ page, request }) => {
    const { path, others } = await busyPoolWithOthers(request);
    const other = others[0]?.poolAddress ?? '';
    const isOther = (url: URL) =>
      url.pathname.endsWith('/candles') && decodeURIComponent(url.pathname).includes(other);
    await page.route(isOther, (route) => route.abort());
    await page.goto(`${path}?interval=1d&range=30d&with=${toUserFriendly(other)}`);
    const alert = page.getByRole('region', { name: 'Other pools' }).getByRole('alert');
    await expect(alert).toContainText("Couldn't load swaps.", { timeout: timeLimit(20_000) });
    await page.unroute(isOther);
    // At once, unlike a click, which waits until nothing moves: the next poll would load it as well.
    await alert.getByRole('button', { name: 'Retry' }).press('Enter');
    await expect(alert).toHaveCount(0);
    await expect(page.getByText(/^Spread \d+\.\d\d%$/)).toBeVisible();
  });

  test('without markets, other sections work and affected ones can be retried', async ({ page, request }) => {
    const { path } = await busyPoolWithOthers(request);
    const isMarkets = (url: URL) => url.pathname.endsWith('/markets');
    await page.route(isMarkets, (route) => route.abort());
    await page.goto(path);
    await expect(page.getByText(/^From \d{4}-/)).toBeVisible();
    const section = (name: string) => page.getByRole('region', { name, exact: true });
    await expect(section('Liquidity').getByText('Liquidity, USD')).toBeVisible();
    await expect(section('Activity').getByRole('rowheader', { name: 'Traders' })).toBeVisible();
    for (const name of ['Pool', 'Other pools'])
      await expect(section(name).getByRole('button', { name: 'Retry' })).toBeVisible({
        timeout: timeLimit(20_000),
      });
    await page.unroute(isMarkets);
    await section('Other pools').getByRole('button', { name: 'Retry' }).click();
    await expect(section('Other pools').getByRole('checkbox').first()).toBeVisible();
    // The response shows that the service can be reached, so the others are requested again.
    await expect(section('Pool')).toContainText('USD');
  });
});
