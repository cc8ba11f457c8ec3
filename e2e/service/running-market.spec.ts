import type { APIRequestContext, Request } from '@playwright/test';
import { operations } from '#contract/operations.ts';
import { callOperation } from '#e2e/support/call-service.ts';
import { gridRow } from '#e2e/support/grid.ts';
import { holdRequests } from '#e2e/support/intercept.ts';
import { chartSummary, chartSummaryText } from '#e2e/support/pool-page.ts';
import { runningMarket } from '#e2e/support/service-process.ts';
import { expect, test } from '#e2e/support/test.ts';
import { timeLimit } from '#testing/time-limit.ts';

const service = runningMarket();
const CANDLES = /\/candles\?/;

/** Returns the deepest market of the jetton with the highest volume. */
async function busyMarket(request: APIRequestContext) {
  const { jettons } = await callOperation(
    request,
    operations.getJettons,
    { sort: 'volume24h', order: 'desc', limit: 1 },
    service.origin,
  );
  const address = jettons[0]?.metadata.address ?? '';
  const { markets } = await callOperation(
    request,
    operations.getJettonMarkets,
    { address, limit: 1 },
    service.origin,
  );
  return { address, poolAddress: markets[0]?.poolAddress ?? '' };
}

test('the chart of a running market is updated with new ticks', async ({ page, request }) => {
  const { address, poolAddress } = await busyMarket(request);
  const newest = async () => {
    const input = { address, poolAddress, limit: 1 };
    const { items } = await callOperation(
      request,
      operations.getJettonMarketPriceHistory,
      input,
      service.origin,
    );
    return items[0]?.time.slice(0, 19).replace('T', ' ') ?? '';
  };
  await page.goto(
    `${service.origin}/jetton/${address}/pool/${poolAddress}?interval=tick&type=line&tz=utc&range=1h`,
  );
  const chartSummary = page.getByText(/^From \d{4}-/);
  await expect(chartSummary).toBeVisible();
  const before = await newest();
  await expect.poll(newest, { timeout: timeLimit(60_000) }).not.toBe(before);
  const after = await newest();
  const shown = async () =>
    /to (\d{4}-\d\d-\d\d \d\d:\d\d:\d\d)/.exec((await chartSummary.textContent()) ?? '')?.[1] ?? '';
  await expect.poll(async () => (await shown()) >= after, { timeout: timeLimit(20_000) }).toBe(true);
});

test('a price that the chart has not loaded yet is not explained by exchange rates', async ({
  page,
  request,
}) => {
  test.setTimeout(timeLimit(180_000));
  const { address, poolAddress } = await busyMarket(request);
  const open = new Set<Request>();
  page.on('request', (sent) => {
    if (CANDLES.test(sent.url())) open.add(sent);
  });
  page.on('requestfinished', (sent) => open.delete(sent));
  page.on('requestfailed', (sent) => open.delete(sent));
  await page.goto(`${service.origin}/jetton/${address}/pool/${poolAddress}`);
  const chart = page.getByRole('region', { name: 'Chart', exact: true });
  await chartSummaryText(page);
  const release = await holdRequests(page, CANDLES);
  const price = page.getByRole('region', { name: 'Price and activity' }).locator('[aria-hidden]').first();
  const nextPrice = async () => {
    const shown = await price.textContent();
    await expect.poll(() => price.textContent(), { timeout: timeLimit(60_000) }).not.toBe(shown);
  };
  // What was requested before can still arrive, and is shown by the time of the next price.
  const earlier = [...open];
  await expect.poll(() => earlier.some((sent) => open.has(sent))).toBe(false);
  await nextPrice();
  const before = await chartSummaryText(page);
  await nextPrice();
  await expect(chartSummary(page)).toHaveText(before);
  await chartSummary(page).click();
  await expect(chart.getByText(/^Bars below the prices: volume in /)).toBeVisible();
  await expect(chart.getByText(/^Current price/)).toHaveCount(0);
  release();
});

test('new trades appear, unless the list is being read', async ({ page, request }) => {
  test.setTimeout(timeLimit(180_000));
  const { address, poolAddress } = await busyMarket(request);
  const polls: string[] = [];
  page.on('request', (sent) => {
    const url = new URL(sent.url());
    if (url.searchParams.has('from')) polls.push(url.pathname.split('/').at(-1) ?? '');
  });
  await page.goto(`${service.origin}/jetton/${address}/pool/${poolAddress}`);
  const trades = page.getByRole('tabpanel', { name: 'Trades' });
  const newest = trades.locator('time').first();
  const shown = await newest.getAttribute('datetime');
  await expect.poll(() => newest.getAttribute('datetime'), { timeout: timeLimit(60_000) }).not.toBe(shown);
  await trades.getByRole('region', { name: 'List of trades' }).hover();
  const read = await newest.getAttribute('datetime');
  const waiting = trades.getByRole('button', { name: /^\d+ new trades?$/ });
  await expect(waiting).toBeVisible({ timeout: timeLimit(60_000) });
  expect(await newest.getAttribute('datetime')).toBe(read);
  await page.getByRole('heading', { level: 1 }).hover();
  await expect(waiting).toHaveCount(0);
  await expect.poll(() => newest.getAttribute('datetime')).not.toBe(read);
  // Other trades start at the top, wherever the list was scrolled to.
  await trades.getByRole('region', { name: 'List of trades' }).evaluate((list) => list.scrollTo(0, 300));
  await trades.getByRole('radio', { name: 'Buys' }).check({ force: true });
  await expect(trades.getByText('Sell', { exact: true })).toHaveCount(0);
  const switched = polls.length;
  await expect
    .poll(() => polls.slice(switched).includes('transactions'), { timeout: timeLimit(20_000) })
    .toBe(true);
});

test('the page shows no fixed clock', async ({ page }) => {
  await page.goto(service.origin);
  await expect(gridRow(page, 0)).toBeVisible();
  await expect(page.getByText('Simulated market')).toBeVisible();
  await expect(page.getByText(/^Snapshot/)).toHaveCount(0);
});

for (const [direction, error] of [
  ['fast', 90_000_000],
  ['slow', -90_000_000],
] as const) {
  test(`ages are right on a device whose clock is a day ${direction}`, async ({ page }) => {
    await page.clock.install({ time: Date.now() + error });
    const listed = page.waitForRequest((sent) => /createdAt\W+min/.test(sent.postData() ?? ''));
    await page.goto(`${service.origin}/?age.max=7d`);
    const [, min] = /createdAt\W+min\W+([^"]+)/.exec((await listed).postData() ?? '') ?? [];
    expect(Math.abs(Date.now() - 7 * 86_400_000 - Date.parse(min ?? ''))).toBeLessThan(60_000);
    await expect(page.getByText(`The clock of this device is 1 d ${direction}.`)).toBeVisible();
    const { address, poolAddress } = await busyMarket(page.request);
    await page.goto(`${service.origin}/jetton/${address}/pool/${poolAddress}`);
    await expect(page.getByText(/\d+ (s|min) ago/).first()).toBeVisible();
    await expect(page.getByText(/\d+ [dh] ago/)).toHaveCount(0);
  });
}
