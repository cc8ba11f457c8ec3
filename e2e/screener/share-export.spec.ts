import { readFile } from 'node:fs/promises';
import { parse } from 'csv-parse/sync';
import { toUserFriendly } from '#contract/address.ts';
import { decimalFromAmount } from '#contract/amount.ts';
import { operations } from '#contract/operations.ts';
import { callOperation, fetchAllJettons, fullAmount } from '#e2e/support/call-service.ts';
import { holdRequests } from '#e2e/support/intercept.ts';
import { expect, test } from '#e2e/support/test.ts';
import { timeLimit } from '#testing/time-limit.ts';

test('the copied link and request match the page', async ({ page, context, baseURL }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const sent = page.waitForRequest(
    (request) =>
      new URL(request.url()).pathname === '/v1/jettons' &&
      request.postData()?.includes('"order":"asc"') === true,
  );
  await page.goto('/?order=asc&holders.min=10');
  const body = (await sent).postData();
  await page.getByRole('button', { name: 'Share' }).click();
  await page.getByRole('button', { name: 'Copy link' }).click();
  await expect(page.getByText('Link copied')).toBeVisible();
  const copied = () => page.evaluate(() => navigator.clipboard.readText());
  const shared = await copied();
  expect(shared).toMatch(/\/\?order=asc&holders\.min=10&columns=rank,price,[\w,]+&period=24h&currency=usd$/);
  // The recipient's own columns and period do not apply.
  await page.goto('/');
  await page.getByRole('radio', { name: '7d' }).check();
  await page.getByRole('button', { name: 'Columns' }).click();
  await page.getByRole('checkbox', { name: 'Liquidity' }).uncheck();
  await page.goto(shared);
  await expect(page.getByRole('columnheader', { name: 'Liquidity' })).toBeVisible();
  await expect(page.getByRole('radio', { name: '24h' })).toBeChecked();
  await page.getByRole('button', { name: 'Share' }).click();
  await page.getByRole('button', { name: 'Copy as curl' }).click();
  await expect(page.getByText('Request copied')).toBeVisible();
  const call = await copied();
  expect(call).toMatch(new RegExp(`^curl '${baseURL}/v1/jettons' -X POST `));
  expect(JSON.parse(/--data-raw '(.*)'$/.exec(call)?.[1] ?? '')).toEqual(JSON.parse(body ?? ''));
  await page.getByRole('button', { name: 'Copy feed link' }).click();
  await expect(page.getByText('Feed link copied')).toBeVisible();
  expect(await copied()).toBe(`${baseURL}/feeds/screen.atom?order=asc&holders.min=10`);
  const feed = await page.request.get(await copied());
  expect(await feed.text()).toContain('<feed xmlns="http://www.w3.org/2005/Atom">');
  expect(feed.headers()['jetscope-ignored-parameters']).toBeUndefined();
  await page.getByRole('button', { name: 'Copy prompt for an assistant' }).click();
  await expect(page.getByText('Prompt copied')).toBeVisible();
  const prompt = await copied();
  expect(prompt).toContain(`${baseURL}/mcp`);
  expect(JSON.parse(/find_jettons (.*)/.exec(prompt)?.[1] ?? '')).toEqual(JSON.parse(body ?? ''));
});

test('exports the whole list as CSV and JSON', async ({ page, request }) => {
  const expected = (await fetchAllJettons(request)).map(({ metadata }) => toUserFriendly(metadata.address));
  await page.goto('/');
  await page.getByRole('button', { name: 'Export' }).click();
  const read = async (format: string) => {
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: format, exact: true }).click();
    const file = await download;
    expect(file.suggestedFilename()).toMatch(
      new RegExp(`^jetscope-\\d{8}-\\d{4}\\.${format.toLowerCase()}$`),
    );
    await expect(page.getByText(`${expected.length} jettons saved.`)).toBeVisible();
    return readFile(await file.path(), 'utf8');
  };
  const rows: Record<string, string>[] = parse(await read('CSV'), { bom: true, columns: true });
  expect(rows.map(({ address }) => address)).toEqual(expected);
  const records: Record<string, unknown>[] = JSON.parse(await read('JSON'));
  expect(records.map(({ address }) => address)).toEqual(expected);
  expect(records[0]?.priceUsd).toBe(rows[0]?.priceUsd);
  const kinds = ['holders', 'trustScore', 'mintable'].map((name) => typeof records[0]?.[name]);
  expect(kinds).toEqual(['string', 'number', 'boolean']);
});

test('an export contains statistics and sums in the selected currency', async ({ page, request }) => {
  const [first] = await fetchAllJettons(request);
  const input = { address: [first?.metadata.address ?? ''], limit: 1 };
  const [stats] = (await callOperation(request, operations.getJettonStatisticsList, input)).items;
  const metrics = { ...input, currency: 'eur' as const };
  const [sums] = (await callOperation(request, operations.getJettonMetricsList, metrics)).items;
  await page.goto('/?currency=eur');
  await page.getByRole('button', { name: 'Export' }).click();
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'CSV', exact: true }).click();
  const text = await readFile(await (await download).path(), 'utf8');
  const [row]: Record<string, string>[] = parse(text, { bom: true, columns: true });
  expect(row).toMatchObject({
    volumeUsd24h: fullAmount(stats?.volume.usd.day.current),
    traders7d: stats?.traders.week.current,
    changeGram24h: String(stats?.priceChange.ton.day?.changePercent),
    priceEur: fullAmount(sums?.priceCurrency),
    mcapEur: fullAmount(sums?.mcapCurrency),
  });
});

test('an export respects the minimum of the sorted column', async ({ page, request }) => {
  const address = (await fetchAllJettons(request)).map(({ metadata }) => metadata.address);
  const { items } = await callOperation(request, operations.getJettonStatisticsList, {
    address: address.slice(0, 100),
    limit: 100,
  });
  const volumes = items.map(({ volume }) => Number(decimalFromAmount(volume.usd.day.current)));
  const minimum = Math.ceil(volumes.toSorted((a, b) => b - a)[10] ?? 0);
  const count = volumes.filter((volume) => volume >= minimum).length;
  await page.goto(`/?floor=${minimum}`);
  await expect(page.getByText(`All ${count} loaded`)).toBeVisible();
  await page.getByRole('button', { name: 'Export' }).click();
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'CSV', exact: true }).click();
  const text = await readFile(await (await download).path(), 'utf8');
  const rows: Record<string, string>[] = parse(text, { bom: true, columns: true });
  expect(rows.map((row) => row.address)).toEqual(address.slice(0, count).map(toUserFriendly));
});

test('an export canceled by keyboard saves nothing and keeps the focus', async ({ page }) => {
  await page.goto('/');
  await expect(page.getByRole('grid', { name: 'Jettons' }).getByRole('link').first()).toBeVisible();
  await page.getByRole('button', { name: 'Export' }).click();
  const release = await holdRequests(page, '**/v1/jettons', (route) => route.abort());
  const start = page.getByRole('button', { name: 'CSV' });
  await start.press('Enter');
  await expect(page.getByText('0 jettons loaded…')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Cancel' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByText('Canceled. Nothing was saved.')).toBeVisible();
  await expect(start).toBeFocused();
  release();
});

test.describe('with service errors', () => {
  test.use({ expectedErrors: [/Failed to load resource/] });

  test('the page reports rate limiting and resumes', async ({ page }) => {
    let rejections = 0;
    await page.route('**/v1/jettons', async (route) => {
      if (rejections > 0) return route.continue();
      rejections += 1;
      return route.fulfill({
        status: 429,
        headers: { 'retry-after': '3' },
        json: { error: 'Too Many Requests', message: 'too many', statusCode: 429 },
      });
    });
    await page.goto('/');
    await expect(page.getByText('Rate limit reached.')).toBeVisible();
    await expect(page.getByRole('grid', { name: 'Jettons' }).getByRole('link').first()).toBeVisible();
    await expect(page.getByText('Rate limit reached.')).toHaveCount(0);
  });

  test('without a network, the rows stay and the page shows their age', async ({ page, context }) => {
    await page.goto('/');
    const first = page.getByRole('grid', { name: 'Jettons' }).getByRole('link').first();
    await expect(first).toBeVisible();
    const minimum = page.getByRole('textbox', { name: 'Holders minimum' });
    await expect(minimum).toBeVisible();
    await context.setOffline(true);
    await minimum.fill('5');
    await minimum.press('Enter');
    await expect(page.getByText(/Offline\. Last update \d+ \w+ ago\./)).toBeVisible();
    await expect(first).toBeVisible();
    await expect(page.getByText('Showing previous results')).toBeVisible();
    await expect(page.getByText(/Can't reach the server/)).toHaveCount(0);
    await context.setOffline(false);
    await expect(page.getByText('Offline')).toHaveCount(0, { timeout: timeLimit(30_000) });
  });
});
