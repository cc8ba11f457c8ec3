import type { APIRequestContext, Page } from '@playwright/test';
import { toUserFriendly } from '#contract/address.ts';
import { operations } from '#contract/operations.ts';
import { callOperation, fetchAllJettons, fullAmount } from '#e2e/support/call-service.ts';
import { gridRow, gridRows } from '#e2e/support/grid.ts';
import { expect, test } from '#e2e/support/test.ts';
import { timeLimit } from '#testing/time-limit.ts';

async function verifiedJettons(request: APIRequestContext) {
  const jettons = await fetchAllJettons(request);
  return jettons.filter(({ verification }) => verification === 'JVS_VERIFIED');
}

function comparePath(jettons: readonly { readonly metadata: { readonly address: string } }[]): string {
  return `/compare?${jettons.map(({ metadata }) => `address=${toUserFriendly(metadata.address)}`).join('&')}`;
}

function comparisonTable(page: Page) {
  return page.getByRole('table', { name: 'Comparison' });
}

test('the table has one row per measure and one column per jetton', async ({ page, request }) => {
  const [first, second] = await verifiedJettons(request);
  if (!first || !second) throw new Error('too few jettons');
  await page.goto(comparePath([first, second]));
  await expect(page).toHaveTitle('Compare · Jetscope');
  const table = comparisonTable(page);
  await expect(table.getByRole('columnheader')).toHaveCount(2);
  const valueAt = (measure: string, column: number) =>
    table
      .getByRole('row')
      .filter({ has: page.getByRole('rowheader', { name: measure, exact: true }) })
      .getByRole('cell')
      .nth(column);
  for (const [index, jetton] of [first, second].entries()) {
    await expect(table.getByRole('columnheader').nth(index)).toContainText(jetton.metadata.symbol);
    await expect(valueAt('Price', index)).toContainText(fullAmount(jetton.priceUsd));
    await expect(valueAt('Liquidity', index)).toContainText(fullAmount(jetton.liquidityUsd));
    await expect(valueAt('FDV', index)).toContainText(fullAmount(jetton.fdmc));
  }
  await page.getByRole('combobox', { name: 'Currency' }).fill('eur');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/&currency=eur$/);
  const address = [first.metadata.address];
  const money = await callOperation(request, operations.getJettonMetricsList, { address, currency: 'eur' });
  await expect(valueAt('Price', 0)).toContainText(fullAmount(money.items[0]?.priceCurrency));
});

test('lines start at 100 and end at the price change', async ({ page, request }) => {
  const jettons = (await verifiedJettons(request)).slice(0, 3);
  await page.goto(`${comparePath(jettons)}&period=24h`);
  const lines = page.getByRole('list', { name: 'Legend' }).getByRole('listitem');
  await expect(lines).toHaveCount(3);
  const { items } = await callOperation(request, operations.getJettonStatisticsList, {
    address: jettons.map(({ metadata }) => metadata.address),
  });
  const slider = page.getByRole('slider', { name: 'Time' });
  await expect(slider).toHaveAttribute(
    'aria-valuetext',
    /^2026-01-29 07:50 UTC: .* \d.*, .* \d.*, .* \d+\.\d$/,
    {
      timeout: timeLimit(20_000),
    },
  );
  await page.getByText('Values').click();
  const table = page.getByRole('table', { name: 'Prices indexed to 100' });
  for (const [index, { metadata }] of jettons.entries()) {
    const change = items.find(({ address }) => address === metadata.address)?.priceChange.usd.day;
    const end = 100 + (change?.changePercent ?? Number.NaN);
    const shown = (await lines.nth(index).textContent()) ?? '';
    expect(shown).toContain(metadata.symbol);
    expect(Number(shown.split(/\s/).at(-1))).toBeCloseTo(end, 0);
    await expect(table.getByRole('row').nth(1).getByRole('cell').nth(index)).toHaveText('100.0');
    const last = table.getByRole('row').last().getByRole('cell').nth(index);
    expect(Number(await last.textContent())).toBeCloseTo(end, 0);
  }
  await slider.focus();
  await page.keyboard.press('Home');
  await expect(slider).toHaveAttribute(
    'aria-valuetext',
    /^2026-01-28 07:50 UTC: .* 100\.0, .* 100\.0, .* 100\.0$/,
  );
});

test('samples the older part of a market with too many ticks for one request', async ({ page, request }) => {
  const [first] = await verifiedJettons(request);
  if (!first) throw new Error('no jetton');
  const requestedEnds = new Set<string>();
  page.on('request', (sent) => {
    const { pathname, searchParams } = new URL(sent.url());
    if (pathname.endsWith('/price/ticks')) requestedEnds.add(searchParams.get('to') ?? 'newest');
  });
  await page.goto(`${comparePath([first])}&period=30d`);
  const slider = page.getByRole('slider', { name: 'Time' });
  await expect(slider).toBeAttached({ timeout: timeLimit(20_000) });
  expect(requestedEnds.size).toBe(21);
  await slider.focus();
  await page.keyboard.press('Home');
  await expect(slider).toHaveAttribute('aria-valuetext', /^2025-12-30 07:50 UTC: .* 100\.0$/);
});

test('compares the rows selected in the list', async ({ page }) => {
  await page.goto('/');
  await gridRow(page, 0).getByRole('link').focus();
  await page.keyboard.press('Space');
  await gridRow(page, 2).getByRole('gridcell').first().click();
  await expect(gridRow(page, 0)).toHaveAttribute('aria-selected', 'true');
  await expect(gridRow(page, 2)).toHaveAttribute('aria-selected', 'true');
  const symbols = await gridRows(page).locator('a bdi:first-of-type').allTextContents();
  const [first = '', , second = ''] = symbols;
  await page.getByRole('main').getByRole('link', { name: 'Compare (2)' }).click();
  const headers = comparisonTable(page).getByRole('columnheader');
  await expect(headers).toHaveText([new RegExp(escaped(first)), new RegExp(escaped(second))]);
});

test('adds jettons by name or address, removes them, and goes back', async ({ page, request }) => {
  const [first, second, third] = await verifiedJettons(request);
  if (!first || !second || !third) throw new Error('too few jettons');
  await page.goto('/compare');
  await expect(page.getByRole('heading', { name: 'Nothing to compare yet' })).toBeVisible();
  const field = page.getByRole('combobox', { name: 'Add jetton' });
  await field.fill('x'.repeat(256));
  await expect(
    page.getByRole('paragraph').filter({ hasText: 'Search is limited to 255 characters' }),
  ).toBeVisible();
  await field.fill(first.metadata.name);
  const found = page.getByRole('option').filter({ hasText: first.metadata.name }).first();
  await expect(found).toBeVisible();
  await field.press('Enter');
  await expect(page).toHaveURL(comparePath([first]));
  await expect(page.getByText('Add another jetton to compare')).toBeVisible();
  await field.fill(second.metadata.address);
  await expect(page).toHaveURL(comparePath([first, second]));
  await field.fill(`https://tonviewer.com/${toUserFriendly(third.metadata.address)}`);
  await expect(page).toHaveURL(comparePath([first, second, third]));
  await page.getByRole('button', { name: `Remove ${second.metadata.symbol}`, exact: true }).click();
  await expect(page).toHaveURL(comparePath([first, third]));
  await expect(comparisonTable(page).getByRole('columnheader')).toHaveCount(2);
  await page.goBack();
  await expect(comparisonTable(page).getByRole('columnheader')).toHaveCount(3);
});

test('compares at most six jettons and lists excess and unknown ones', async ({ page, request }) => {
  const jettons = (await fetchAllJettons(request)).slice(0, 5);
  const unknown = `0:${'7'.repeat(64)}`;
  const seventh = `0:${'8'.repeat(64)}`;
  await page.goto(`${comparePath(jettons)}&address=${unknown}&address=${seventh}&address=x&sort=fdmc`);
  await expect(comparisonTable(page).getByRole('columnheader')).toHaveCount(5);
  await expect(page.getByText('At most 6 jettons. Not shown:').locator('..')).toContainText(
    toUserFriendly(seventh).slice(0, 4),
  );
  await expect(page.getByText('No jetton at').locator('..')).toContainText('EQB3…');
  await expect(page.getByText('Ignored invalid parts of this link: sort, address')).toBeVisible();
  await expect(page.getByRole('combobox', { name: 'Add jetton' })).toBeDisabled();
  await page.getByRole('button', { name: 'Remove', exact: true }).click();
  await expect(page).toHaveURL(comparePath(jettons));
  await expect(page.getByRole('combobox', { name: 'Add jetton' })).toBeEnabled();
});

test('opens from the command palette, a jetton page and the watchlist', async ({ page, request }) => {
  const [first, second] = await verifiedJettons(request);
  if (!first || !second) throw new Error('too few jettons');
  for (const { metadata } of [first, second]) {
    await page.goto(`/jetton/${toUserFriendly(metadata.address)}`);
    await page.getByRole('button', { name: `Watch ${metadata.symbol}`, exact: true }).click();
  }
  await page.getByRole('main').getByRole('link', { name: 'Compare' }).click();
  await expect(page).toHaveURL(comparePath([second]));
  await page.keyboard.press('Control+k');
  await expect(page.getByRole('combobox', { name: 'Command' })).toBeFocused();
  await page.keyboard.type('compare');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/compare$/);
  await page.getByRole('button', { name: 'Compare watchlist' }).click();
  await expect(page).toHaveURL(comparePath([first, second]));
});

function escaped(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
}
