import type { Page } from '@playwright/test';
import { toUserFriendly } from '#contract/address.ts';
import { fetchAllJettons } from '#e2e/support/call-service.ts';
import { expect, test } from '#e2e/support/test.ts';

const chips = (page: Page) => page.getByRole('list', { name: 'Active filters' }).getByRole('listitem');
const filters = (page: Page) => page.getByRole('region', { name: 'Filters' });
const search = (page: Page) => page.getByRole('searchbox', { name: 'Search jettons' });
const field = (page: Page, name: string) => filters(page).getByRole('textbox', { name, exact: true });

/** Collects the bodies of list requests. */
function recordListRequests(page: Page): Record<string, unknown>[] {
  const requests: Record<string, unknown>[] = [];
  page.on('request', (request) => {
    if (new URL(request.url()).pathname === '/v1/jettons') requests.push(request.postDataJSON());
  });
  return requests;
}

async function open(page: Page, query = ''): Promise<void> {
  await page.goto(`/${query}`);
  await expect(page.getByText(/^All [\d,]+ loaded|^[\d,]+ loaded/).first()).toBeVisible();
}

test('the default screen shows its filters and has no query in its URL', async ({ page }) => {
  await open(page);
  await expect(chips(page)).toHaveText(['24h volume, highest first', 'Scam hidden']);
  await expect(filters(page).getByRole('checkbox', { name: 'Hide scam' })).toBeChecked();
  await expect(filters(page).getByRole('combobox', { name: 'Sort by' })).toHaveValue('volume24h');
  await expect(filters(page).getByRole('combobox', { name: 'Order' })).toHaveValue('desc');
  await expect(page.getByText('No paid placement')).toBeVisible();
  expect(new URL(page.url()).search).toBe('');
});

test('typing replaces the history entry, committing adds one, back and forward restore it', async ({
  page,
}) => {
  const requests = recordListRequests(page);
  await open(page);
  const length = await page.evaluate(() => history.length);
  const minimum = field(page, 'Liquidity (USD) minimum');
  await minimum.fill('50k');
  await expect(page).toHaveURL(/\?liquidity\.usd\.min\.value=50000$/);
  expect(await page.evaluate(() => history.length)).toBe(length);
  await expect(minimum).toHaveValue('50k');
  await minimum.press('Enter');
  await expect.poll(() => page.evaluate(() => history.length)).toBe(length + 1);
  await expect(chips(page).filter({ hasText: 'Liquidity ≥ $50k' })).toBeVisible();
  expect(requests.at(-1)).toMatchObject({ liquidity: { usd: { min: { value: '50000' } } } });

  await filters(page).getByRole('combobox', { name: 'Sort by' }).selectOption('Liquidity');
  await expect(page).toHaveURL(/sort=liquidityUsd/);
  await page.goBack();
  await expect(page).toHaveURL(/\?liquidity\.usd\.min\.value=50000$/);
  await expect(minimum).toHaveValue('50k');
  await page.goBack();
  await expect(page).toHaveURL(/\/$/);
  await expect(minimum).toHaveValue('');
  await page.goForward();
  await expect(minimum).toHaveValue('50k');
});

test('an invalid number is marked and not applied', async ({ page }) => {
  await open(page);
  const requests = recordListRequests(page);
  const minimum = field(page, 'Holders minimum');
  await minimum.fill('many');
  await expect(minimum).toHaveAttribute('aria-invalid', 'true');
  await expect(page.getByText('Enter a whole number')).toBeVisible();
  await minimum.press('Enter');
  await field(page, 'Trust score minimum').fill('60');
  await expect(page).toHaveURL(/\?trustScore\.min=60$/);
  await expect(minimum).toHaveValue('many');
  expect(requests.every((body) => !('holders' in body))).toBe(true);

  await field(page, 'Trust score maximum').fill('50');
  await expect(page.getByText('Minimum exceeds maximum')).toBeVisible();
  await expect(page).toHaveURL(/\?trustScore\.min=60$/);
});

test('a chip removes its filter, Clear removes all', async ({ page }) => {
  await open(page, '?fdmc.max.value=2000000000&trustScore.min=20&excludeScam=false&order=asc');
  await expect(chips(page)).toHaveText(['24h volume, lowest first', 'FDV ≤ $2b', 'Trust ≥ 20', 'Clear']);
  await page.getByRole('button', { name: 'Remove Trust ≥ 20' }).press('Enter');
  await expect(page.getByRole('button', { name: 'Remove FDV ≤ $2b' })).toBeFocused();
  await expect(page).toHaveURL(/\?order=asc&excludeScam=false&fdmc\.max\.value=2000000000$/);
  await page.getByRole('button', { name: 'Clear' }).click();
  await expect(chips(page)).toHaveText(['24h volume, highest first', 'Scam hidden']);
  await page.getByRole('button', { name: 'Remove Scam hidden' }).click();
  await expect(page).toHaveURL(/\?excludeScam=false$/);
  await expect(filters(page).getByRole('checkbox', { name: 'Hide scam' })).not.toBeChecked();
});

test('names invalid parts of a link', async ({ page }) => {
  await open(page, '?sort=nothing&holders.min=10&colour=red');
  const note = page.getByText('Ignored invalid parts of this link: sort, colour');
  await expect(note).toBeVisible();
  await expect(chips(page).filter({ hasText: 'Holders ≥ 10' })).toBeVisible();
  await page.getByRole('button', { name: 'Dismiss' }).click();
  await expect(note).toHaveCount(0);
  await expect(page).toHaveURL(/\?holders\.min=10$/);
});

test('reports a minimum removed by a new order and restores it with the order', async ({ page }) => {
  await open(page, '?sort=holders&floor=1000');
  const note = page.getByText('Holders ≥ 1k was removed: it requires the order “Holders, highest first”');
  const order = filters(page).getByRole('combobox', { name: 'Order' });
  await order.selectOption('asc');
  await expect(page).toHaveURL(/\?sort=holders&order=asc$/);
  await expect(note).toBeVisible();
  await page.goBack();
  await expect(page).toHaveURL(/floor=1000$/);
  await expect(note).toHaveCount(0);
  await page
    .getByRole('grid', { name: 'Jettons' })
    .getByRole('button', { name: /^Liquidity/ })
    .click();
  await expect(note).toBeVisible();
  await page.getByRole('button', { name: 'Dismiss' }).click();
  await expect(note).toHaveCount(0);
  await page.goBack();
  await page.getByRole('button', { name: 'Remove Holders ≥ 1k' }).click();
  await expect(page).toHaveURL(/\?sort=holders$/);
  await page.goBack();
  await page.getByRole('button', { name: 'Clear' }).click();
  await expect(page).toHaveURL(/\/$/);
  // Removed on purpose.
  await expect(page.getByText('was removed')).toHaveCount(0);

  await page.goto('/?sort=holders&order=asc&floor=1000');
  await expect(page.getByText('Ignored invalid parts of this link: floor')).toBeVisible();
});

test('presets are links, and their filters are shown as chips', async ({ page }) => {
  await open(page, '?currency=eur');
  await page.getByRole('link', { name: 'Losers' }).click();
  await expect(page).toHaveURL(/sort=tonPriceChangeDay/);
  await expect(page).toHaveURL(/currency=eur/);
  await expect(chips(page)).toHaveText([
    '24h change in TON, lowest first',
    'Scam hidden',
    'Liquidity ≥ $10k',
    'Clear',
  ]);
  await expect(page.getByRole('link', { name: 'Losers' })).toHaveAttribute('aria-current', 'page');
  await expect(page.getByRole('link', { name: 'Gainers' })).not.toHaveAttribute('aria-current');
});

test('finds a currency by name', async ({ page }) => {
  await open(page);
  const currency = filters(page).getByRole('combobox', { name: 'Currency' });
  await expect(currency).toHaveValue('USD $, US Dollar');
  await currency.click();
  await expect(page.getByRole('listbox', { name: 'Currencies' }).getByRole('option')).toHaveCount(54);
  await currency.pressSequentially('yen');
  await currency.press('ArrowDown');
  await currency.press('Enter');
  await expect(page).toHaveURL(/\?currency=jpy$/);
  await expect(currency).toHaveValue('JPY ¥, Japanese Yen');
});

test('the query text and the filter panel stay in sync', async ({ page }) => {
  await open(page);
  await search(page).fill('liq>50k trust>=60 verified');
  await search(page).press('Enter');
  await expect(field(page, 'Liquidity (USD) minimum')).toHaveValue('50k');
  await expect(filters(page).getByRole('checkbox', { name: 'Verified', exact: true })).toBeChecked();
  await field(page, 'Liquidity (USD) minimum').fill('1.5m');
  await expect(search(page)).toHaveValue('liq>=1.5m trust>=60 verified');
});

test('completion offers names and values', async ({ page }) => {
  await open(page);
  await page.keyboard.press('/');
  await expect(search(page)).toBeFocused();
  await page.keyboard.type('hol');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(search(page)).toHaveValue('holders>=');
  await page.keyboard.type('1k');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\?holders\.min=1000$/);
});

test('invalid query text and short searches are marked and not applied', async ({ page }) => {
  await open(page);
  const requests = recordListRequests(page);
  await search(page).fill('ab');
  await expect(page.getByText('Search needs at least 3 characters')).toBeVisible();
  await expect(search(page)).toHaveAttribute('aria-invalid', 'true');
  await search(page).fill('liq>lots');
  await expect(search(page)).toHaveAttribute('aria-invalid', 'true');
  await search(page).press('Enter');
  await expect(search(page)).toHaveValue('liq>lots');
  await expect(page.getByText('Invalid amount. Examples: 50k, 1.5m, 50k..1m')).toBeVisible();
  await expect(page.locator('mark')).toHaveText('liq>lots');
  await expect(page).toHaveURL(/\/$/);
  expect(requests).toEqual([]);
});

test('a pasted address opens its jetton', async ({ page, request }) => {
  const [first] = await fetchAllJettons(request);
  const address = first?.metadata.address ?? '';
  await open(page);
  await search(page).fill(` ${address} `);
  await expect(page).toHaveURL(new RegExp(`/jetton/${toUserFriendly(address)}$`));
  await expect(page.getByRole('heading', { level: 1 })).toContainText(first?.metadata.symbol ?? '');
});

test('all address fields accept the hash of an address; in quotes it is a search text', async ({
  page,
  request,
}) => {
  const [first] = await fetchAllJettons(request);
  const address = first?.metadata.address ?? '';
  const hash = address.replace('0:', '').toUpperCase();
  const jetton = new RegExp(`/jetton/${toUserFriendly(address)}$`);
  await open(page);
  await search(page).fill(hash);
  await expect(page).toHaveURL(jetton);
  await page.goBack();
  await page.getByRole('button', { name: "Why isn't it listed?" }).click();
  await page.getByRole('textbox', { name: 'Jetton address' }).fill(hash);
  await expect(page.getByText('passes all filters that could be checked')).toContainText(
    first?.metadata.symbol ?? '',
  );
  await page.keyboard.press('Escape');
  const addresses = filters(page).getByRole('textbox', { name: 'Addresses' });
  for (const pasted of [hash, `https://tonviewer.com/${address}`]) {
    await addresses.fill(pasted);
    await addresses.blur();
    await expect(page).toHaveURL(new RegExp(`\\?address=${toUserFriendly(address)}$`));
    await expect(addresses).toHaveValue(toUserFriendly(address));
    await addresses.fill('');
    await addresses.blur();
    await expect(page).toHaveURL(/\/$/);
  }
  await search(page).fill(`"${hash}"`);
  await search(page).press('Enter');
  await expect(page).toHaveURL(new RegExp(`\\?search=${hash}$`));
  await page.keyboard.press('Control+k');
  const command = page.getByRole('combobox', { name: 'Command' });
  await command.fill(hash);
  await command.press('Enter');
  await expect(page).toHaveURL(jetton);
});

test('an empty list offers to remove the filter that causes it', async ({ page }) => {
  await page.goto('/?holders.min=10&search=zzzzzz');
  await expect(page.getByRole('heading', { name: 'No matches' })).toBeVisible();
  const relax = page.getByRole('region', { name: 'No matches' }).getByRole('button');
  await expect(relax).toHaveText(['Remove “zzzzzz” in name or symbol']);
  await expect(
    page.getByRole('status').filter({ hasText: /^No matches\. Remove this filter:$/ }),
  ).toBeAttached();
  await relax.click();
  await expect(page).toHaveURL(/\?holders\.min=10$/);
  await expect(page.getByRole('grid', { name: 'Jettons' })).toBeVisible();
});

test('an empty list offers to remove the minimum that causes it', async ({ page }) => {
  await page.goto('/?holders.min=1&floor=999000000000');
  await expect(page.getByRole('heading', { name: 'No matches' })).toBeVisible();
  const relax = page.getByRole('region', { name: 'No matches' }).getByRole('button');
  await expect(relax).toHaveText(['Remove 24h volume ≥ $999b']);
  await relax.click();
  await expect(page).toHaveURL(/\?holders\.min=1$/);
  await expect(page.getByRole('grid', { name: 'Jettons' }).getByRole('link').first()).toBeVisible();
});

for (const width of [1024, 390]) {
  test(`${width} pixels wide, filters open as an overlay and close with Escape`, async ({ page }) => {
    await page.setViewportSize({ width, height: 844 });
    await open(page, '?trustScore.min=20');
    await expect(filters(page)).toHaveCount(0);
    const button = page.getByRole('button', { name: 'Filters (2)' });
    await button.click();
    await filters(page).getByRole('checkbox', { name: 'Hide scam' }).uncheck();
    await expect(page).toHaveURL(/excludeScam=false/);
    await page.keyboard.press('Escape');
    await expect(filters(page)).toHaveCount(0);
    await expect(page.getByRole('button', { name: 'Filters (1)' })).toBeFocused();
  });
}

test('controls have stable accessible names', async ({ page }) => {
  await open(page);
  await expect(page.getByRole('grid', { name: 'Jettons', exact: true })).toBeVisible();
  await expect(search(page)).toBeVisible();
  const changes = ['1h', '6h', '24h', '7d'].map((period) => `${period} change in TON (%)`);
  for (const range of ['Liquidity (USD)', 'FDV (USD)', 'Trust score', 'Holders', ...changes])
    for (const end of ['minimum', 'maximum']) await expect(field(page, `${range} ${end}`)).toBeVisible();
  for (const name of ['Sort by', 'Order', 'Currency'])
    await expect(filters(page).getByRole('combobox', { name, exact: true })).toBeVisible();
  await expect(filters(page).getByRole('checkbox', { name: 'Hide scam', exact: true })).toBeVisible();
  for (const name of ['Columns', 'Export', 'Share', 'Pause live updates'])
    await expect(page.getByRole('button', { name, exact: true })).toBeVisible();
});
