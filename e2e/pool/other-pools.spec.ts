import { parseAddress, toUserFriendly } from '#contract/address.ts';
import { operations } from '#contract/operations.ts';
import { ask } from '#e2e/support/answers.ts';
import { busyPool } from '#e2e/support/busy-pool.ts';
import { expect, test } from '#e2e/support/test.ts';

/** The busy pool's page with the jetton's other pools. */
async function pools(request: Parameters<typeof busyPool>[0]) {
  const { path } = await busyPool(request);
  const [, , own = '', , pool = ''] = path.split('/');
  const address = parseAddress(own) ?? '';
  const { markets } = await ask(request, operations.getJettonMarkets, { address, limit: 100 });
  const others = markets.filter(({ poolAddress }) => poolAddress !== parseAddress(pool));
  expect(others.length).toBeGreaterThan(0);
  return { path, others };
}

test('a pool laid over the chart has its line in the legend and in the list, with the spread', async ({
  page,
  request,
}) => {
  const { path, others } = await pools(request);
  const [other] = others;
  await page.goto(`${path}?interval=1d&range=30d&with=${toUserFriendly(other?.poolAddress ?? '')}`);
  const chart = page.getByRole('region', { name: 'Chart', exact: true });
  const line = chart.locator('span', { has: page.locator('i[data-index="0"]') });
  await expect(line).toContainText(/ on \w+ [\d.,]+/);
  await expect(chart.getByText(/^Spread /)).toHaveText(/^Spread \d+\.\d\d%$/);
  const list = page.getByRole('region', { name: 'Other pools' });
  await expect(
    list.locator('tr', { has: page.locator('i[data-index="0"]') }).getByRole('checkbox'),
  ).toBeChecked();
});

test.describe('what does not come', () => {
  test.use({ expectedErrors: [/Failed to load resource/] });

  test('a pool whose ticks do not come says so at its place, and comes on retry', async ({
    page,
    request,
  }) => {
    const { path, others } = await pools(request);
    const other = others[0]?.poolAddress ?? '';
    const isOther = (url: URL) =>
      url.pathname.endsWith('/price/ticks') && decodeURIComponent(url.pathname).includes(other);
    await page.route(isOther, (route) => route.abort());
    await page.goto(`${path}?interval=1d&range=30d&with=${toUserFriendly(other)}`);
    const fault = page.getByRole('region', { name: 'Other pools' }).getByRole('alert');
    await expect(fault).toContainText("Couldn't load trades. Can't reach the server.", {
      timeout: 20_000,
    });
    await page.unroute(isOther);
    await fault.getByRole('button', { name: 'Retry' }).click();
    await expect(fault).toHaveCount(0);
    await expect(page.getByText(/^Spread \d+\.\d\d%$/)).toBeVisible();
  });

  test('without the markets the chart, the liquidity and the activity stand, and each block says its fault', async ({
    page,
    request,
  }) => {
    const { path } = await pools(request);
    const isMarkets = (url: URL) => url.pathname.endsWith('/markets');
    await page.route(isMarkets, (route) => route.abort());
    await page.goto(path);
    await expect(page.getByText(/^From \d{4}-/)).toBeVisible();
    const block = (name: string) => page.getByRole('region', { name, exact: true });
    await expect(block('Liquidity').getByText('Liquidity, USD')).toBeVisible();
    await expect(block('Activity').getByRole('rowheader', { name: 'Traders' })).toBeVisible();
    for (const name of ['Pool', 'Other pools'])
      await expect(block(name)).toContainText("Can't reach the server.", { timeout: 20_000 });
    await page.unroute(isMarkets);
    await block('Other pools').getByRole('button', { name: 'Retry' }).click();
    await expect(block('Other pools').getByRole('checkbox').first()).toBeVisible();
    await block('Pool').getByRole('button', { name: 'Retry' }).click();
    await expect(block('Pool')).toContainText('USD');
  });
});
