import type { APIRequestContext, Page } from '@playwright/test';
import { toUserFriendly } from '#contract/address.ts';
import { operations } from '#contract/operations.ts';
import { allJettons, ask } from '#e2e/support/answers.ts';
import { gridRow, gridRows } from '#e2e/support/grid.ts';
import { expect, test } from '#e2e/support/test.ts';
import { wholeAmount } from '#e2e/support/whole-amount.ts';

async function verified(request: APIRequestContext) {
  const jettons = await allJettons(request);
  return jettons.filter(({ verification }) => verification === 'JVS_VERIFIED');
}

function pathOf(jettons: readonly { readonly metadata: { readonly address: string } }[]): string {
  return `/compare?${jettons.map(({ metadata }) => `address=${toUserFriendly(metadata.address)}`).join('&')}`;
}

function numbers(page: Page) {
  return page.getByRole('table', { name: 'Comparison' });
}

test('a row for each measure, a column for each jetton, with the values of the service', async ({
  page,
  request,
}) => {
  const [first, second] = await verified(request);
  if (!first || !second) throw new Error('too few jettons');
  await page.goto(pathOf([first, second]));
  await expect(page).toHaveTitle('Compare · Jetscope');
  const table = numbers(page);
  await expect(table.getByRole('columnheader')).toHaveCount(2);
  const valueAt = (measure: string, column: number) =>
    table
      .getByRole('row')
      .filter({ has: page.getByRole('rowheader', { name: measure, exact: true }) })
      .getByRole('cell')
      .nth(column);
  for (const [index, jetton] of [first, second].entries()) {
    await expect(table.getByRole('columnheader').nth(index)).toContainText(jetton.metadata.symbol);
    await expect(valueAt('Price', index)).toContainText(wholeAmount(jetton.priceUsd));
    await expect(valueAt('Liquidity', index)).toContainText(wholeAmount(jetton.liquidityUsd));
    await expect(valueAt('FDV', index)).toContainText(wholeAmount(jetton.fdmc));
  }
  await page.getByRole('combobox', { name: 'Currency' }).fill('eur');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/&currency=eur$/);
  const address = [first.metadata.address];
  const money = await ask(request, operations.getJettonMetricsList, { address, currency: 'eur' });
  await expect(valueAt('Price', 0)).toContainText(wholeAmount(money.items[0]?.priceCurrency));
});

test('lines start at 100 and end where the price has gone', async ({ page, request }) => {
  const jettons = (await verified(request)).slice(0, 3);
  await page.goto(`${pathOf(jettons)}&period=24h`);
  const lines = page.getByRole('list', { name: 'Legend' }).getByRole('listitem');
  await expect(lines).toHaveCount(3);
  const { items } = await ask(request, operations.getJettonStatisticsList, {
    address: jettons.map(({ metadata }) => metadata.address),
  });
  const slider = page.getByRole('slider', { name: 'Time' });
  await expect(slider).toHaveAttribute(
    'aria-valuetext',
    /^2026-01-29 07:50 UTC: .* \d.*, .* \d.*, .* \d+\.\d$/,
    {
      timeout: 20_000,
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

test('of a market with too many ticks for one answer the older part is looked at in some places', async ({
  page,
  request,
}) => {
  const [first] = await verified(request);
  if (!first) throw new Error('no jetton');
  const looks = new Set<string>();
  page.on('request', (sent) => {
    const { pathname, searchParams } = new URL(sent.url());
    if (pathname.endsWith('/price/ticks')) looks.add(searchParams.get('to') ?? 'newest');
  });
  await page.goto(`${pathOf([first])}&period=30d`);
  const slider = page.getByRole('slider', { name: 'Time' });
  await expect(slider).toBeAttached({ timeout: 20_000 });
  expect(looks.size).toBe(21);
  await slider.focus();
  await page.keyboard.press('Home');
  await expect(slider).toHaveAttribute('aria-valuetext', /^2025-12-30 07:50 UTC: .* 100\.0$/);
});

test('rows that are picked in the list are compared', async ({ page }) => {
  await page.goto('/');
  await gridRow(page, 0).getByRole('link').focus();
  await page.keyboard.press('Space');
  await gridRow(page, 2).getByRole('gridcell').first().click();
  await expect(gridRow(page, 0)).toHaveAttribute('aria-selected', 'true');
  await expect(gridRow(page, 2)).toHaveAttribute('aria-selected', 'true');
  const symbols = await gridRows(page).locator('a bdi:first-of-type').allTextContents();
  const [first = '', , second = ''] = symbols;
  await page.getByRole('main').getByRole('link', { name: 'Compare (2)' }).click();
  const heads = numbers(page).getByRole('columnheader');
  await expect(heads).toHaveText([new RegExp(escaped(first)), new RegExp(escaped(second))]);
});

test('a jetton is found by name or address, added and removed; back undoes it', async ({ page, request }) => {
  const [first, second, third] = await verified(request);
  if (!first || !second || !third) throw new Error('too few jettons');
  await page.goto('/compare');
  await expect(page.getByRole('heading', { name: 'Nothing to compare yet' })).toBeVisible();
  const field = page.getByRole('combobox', { name: 'Add jetton' });
  await field.fill('x');
  await expect(page.getByText('At least 3 characters')).toBeVisible();
  await field.fill(first.metadata.name);
  const found = page.getByRole('option').filter({ hasText: first.metadata.name }).first();
  await expect(found).toBeVisible();
  await field.press('Enter');
  await expect(page).toHaveURL(pathOf([first]));
  await expect(page.getByText('Add another jetton to compare')).toBeVisible();
  await field.fill(second.metadata.address);
  await expect(page).toHaveURL(pathOf([first, second]));
  await field.fill(`https://tonviewer.com/${toUserFriendly(third.metadata.address)}`);
  await expect(page).toHaveURL(pathOf([first, second, third]));
  await page.getByRole('button', { name: `Remove ${second.metadata.symbol}`, exact: true }).click();
  await expect(page).toHaveURL(pathOf([first, third]));
  await expect(numbers(page).getByRole('columnheader')).toHaveCount(2);
  await page.goBack();
  await expect(numbers(page).getByRole('columnheader')).toHaveCount(3);
});

test('six at most, and what has no place or no jetton is named', async ({ page, request }) => {
  const jettons = (await allJettons(request)).slice(0, 5);
  const unknown = `0:${'7'.repeat(64)}`;
  const seventh = `0:${'8'.repeat(64)}`;
  await page.goto(`${pathOf(jettons)}&address=${unknown}&address=${seventh}&address=x&sort=fdmc`);
  await expect(numbers(page).getByRole('columnheader')).toHaveCount(5);
  await expect(page.getByText('Maximum 6 jettons. Not shown:')).toContainText(
    toUserFriendly(seventh).slice(0, 4),
  );
  await expect(page.getByText('No jetton at')).toContainText('EQB3…');
  await expect(page.getByText('Ignored invalid parts of this link: sort, address')).toBeVisible();
  await expect(page.getByRole('combobox', { name: 'Add jetton' })).toBeDisabled();
  await page.getByRole('button', { name: 'Remove', exact: true }).click();
  await expect(page).toHaveURL(pathOf(jettons));
  await expect(page.getByRole('combobox', { name: 'Add jetton' })).toBeEnabled();
});

test('the palette, a jetton and the watchlist lead there', async ({ page, request }) => {
  const [first, second] = await verified(request);
  if (!first || !second) throw new Error('too few jettons');
  for (const { metadata } of [first, second]) {
    await page.goto(`/jetton/${toUserFriendly(metadata.address)}`);
    await page.getByRole('button', { name: `Watch ${metadata.symbol}`, exact: true }).click();
  }
  await page.getByRole('main').getByRole('link', { name: 'Compare' }).click();
  await expect(page).toHaveURL(pathOf([second]));
  await page.keyboard.press('Control+k');
  await expect(page.getByRole('combobox', { name: 'Command' })).toBeFocused();
  await page.keyboard.type('compare');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/compare$/);
  await page.getByRole('button', { name: 'Compare watchlist' }).click();
  await expect(page).toHaveURL(pathOf([first, second]));
});

function escaped(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
}
