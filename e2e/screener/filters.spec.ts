import type { Page } from '@playwright/test';
import { toUserFriendly } from '#contract/address.ts';
import { decimalFromAmount } from '#contract/amount.ts';
import { operations } from '#contract/operations.ts';
import { contentWidth, expectAccessible, forEachAppearance } from '#e2e/support/appearance.ts';
import { callOperation, fetchAllJettons } from '#e2e/support/call-service.ts';
import { expect, test } from '#e2e/support/test.ts';

const chips = (page: Page) => page.getByRole('list', { name: 'Active filters' }).getByRole('listitem');
const filters = (page: Page) => page.getByRole('region', { name: 'Filters' });
const search = (page: Page) => page.getByRole('combobox', { name: 'Search jettons and pools' });
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

test('typing adds one history entry, back and forward restore it', async ({ page }) => {
  const requests = recordListRequests(page);
  await open(page);
  const length = await page.evaluate(() => history.length);
  const minimum = field(page, 'Liquidity, USD minimum');
  await minimum.fill('50k');
  await expect(page).toHaveURL(/\?liquidity\.usd\.min\.value=50000$/);
  expect(await page.evaluate(() => history.length)).toBe(length + 1);
  await expect(minimum).toHaveValue('50k');
  await minimum.press('Enter');
  expect(await page.evaluate(() => history.length)).toBe(length + 1);
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

test('jettons of an age with volume: typed, in the panel, and as an API request', async ({
  page,
  context,
  request,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const requests = recordListRequests(page);
  await open(page);
  await search(page).fill('age<=90d vol>1k tx>=5');
  await search(page).press('Enter');
  await expect(page).toHaveURL(/age\.max=90d/);
  for (const label of ['Age ≤ 90d', '24h volume > $1k', '24h transactions ≥ 5'])
    await expect(chips(page).filter({ hasText: label })).toBeVisible();
  await expect(field(page, 'Age maximum')).toHaveValue('90d');
  // The clock of the service is fixed.
  const createdAt = { min: '2025-10-31T07:50:00.000Z' };
  // The page may ask for the time of the service first.
  await expect.poll(() => requests.at(-1)).toMatchObject({ createdAt, transactions24h: { min: '5' } });
  const recent = (await fetchAllJettons(request)).flatMap(({ metadata }) =>
    metadata.createdAt !== undefined && metadata.createdAt >= createdAt.min ? metadata.address : [],
  );
  const input = { address: recent, limit: 100 };
  const { items } = await callOperation(request, operations.getJettonStatisticsList, input);
  const matching = items.filter(
    ({ volume, transactions }) =>
      Number(decimalFromAmount(volume.usd.day.current)) > 1000 && Number(transactions.day.current) >= 5,
  );
  expect(matching.length).toBeGreaterThan(0);
  await expect(page.getByText(`All ${matching.length} loaded`).first()).toBeVisible();

  await page.getByRole('button', { name: 'Share' }).click();
  await page.getByRole('button', { name: 'Copy as curl' }).click();
  await expect(page.getByText('Request copied')).toBeVisible();
  const copied = await page.evaluate(() => navigator.clipboard.readText());
  expect(copied).toContain(createdAt.min);
  expect(copied).not.toContain('"age"');
});

test('a pasted address opens its jetton', async ({ page, request }) => {
  const [first] = await fetchAllJettons(request);
  const address = first?.metadata.address ?? '';
  await open(page);
  await search(page).fill(` ${address} `);
  await expect(page).toHaveURL(new RegExp(`/jetton/${toUserFriendly(address)}$`));
  await expect(page.getByRole('heading', { level: 1 })).toContainText(first?.metadata.symbol ?? '');
});

test('a pasted pool address opens the pool, in the search field and in the command palette', async ({
  page,
  request,
}) => {
  const [first] = await fetchAllJettons(request);
  const address = first?.metadata.address ?? '';
  const { markets } = await callOperation(request, operations.getJettonMarkets, { address, limit: 1 });
  const pool = markets[0]?.poolAddress ?? '';
  const url = new RegExp(`/jetton/[\\w-]{48}/pool/${toUserFriendly(pool)}$`);
  await open(page);
  await search(page).fill(pool);
  await expect(page).toHaveURL(url);
  await expect(page.getByRole('region', { name: 'Pool', exact: true })).toBeVisible();
  await page.goto('/watchlist');
  // The static shell has no shortcuts.
  await expect(page.getByRole('heading', { name: 'Your watchlist is empty' })).toBeVisible();
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox', { name: 'Command' }).fill(`https://tonviewer.com/${toUserFriendly(pool)}`);
  await expect(page).toHaveURL(url);
});

test('an address without a jetton or pool stays in the field', async ({ page }) => {
  await open(page);
  const unknown = `0:${'7'.repeat(64)}`;
  await search(page).fill(unknown);
  await expect(
    page.getByRole('paragraph').filter({ hasText: 'No jetton or pool at this address' }),
  ).toBeVisible();
  await expect(search(page)).toHaveValue(unknown);
  await expect(page).toHaveURL(/\/$/);
});

test('a name with a typing error finds the jetton and its pools in one request', async ({ page }) => {
  const searches: string[] = [];
  page.on('request', (sent) => {
    const { pathname } = new URL(sent.url());
    if (pathname === '/v1/search' || pathname.endsWith('/markets')) searches.push(pathname);
  });
  await page.goto('/compare');
  await search(page).fill('kesterl');
  const found = (name: string) => page.getByRole('group', { name, exact: true }).getByRole('option').first();
  await expect(found('Jettons')).toContainText('Kestrel Exchange');
  await expect(found('Pools')).toContainText('KSTR / ');
  expect(searches).toEqual(['/v1/search']);
});

test('search lists pools of a pair, keeps results while loading and discards late responses', async ({
  page,
  request,
}) => {
  const [first] = await fetchAllJettons(request);
  const { symbol = '', name = '', address = '' } = first?.metadata ?? {};
  const { markets, jettons } = await callOperation(request, operations.getJettonMarkets, {
    address,
    limit: 1,
  });
  const quote = jettons[markets[0]?.counterpart ?? '']?.symbol ?? '';
  await page.goto('/compare');
  await search(page).fill(`${symbol}/${quote}`);
  const pools = page.getByRole('group', { name: 'Pools' }).getByRole('option');
  await expect(pools.first()).toContainText(`${symbol} / ${quote}`);

  await search(page).fill(name);
  const found = page.getByRole('group', { name: 'Jettons' }).getByRole('option');
  await expect(found.filter({ hasText: name }).first()).toBeVisible();
  const held: (() => void)[] = [];
  const isHeld = (url: string) => new URL(url).searchParams.get('q') === 'no such name';
  await page.route('**/v1/search?*', async (route) => {
    if (isHeld(route.request().url())) await new Promise<void>((resolve) => held.push(resolve));
    await route.continue().catch(() => undefined);
  });
  await search(page).fill('no such name');
  await page.waitForRequest((sent) => isHeld(sent.url()));
  await expect(page.getByRole('listbox', { name: 'Suggestions' })).toHaveAttribute('aria-busy', 'true');
  await expect(found.filter({ hasText: name }).first()).toBeVisible();
  await search(page).fill(name);
  await expect(page.getByRole('listbox', { name: 'Suggestions' })).toHaveAttribute('aria-busy', 'false');
  for (const release of held) release();
  await expect(found.filter({ hasText: name }).first()).toBeVisible();
});

test('back from a result leads to the list before the search', async ({ page, request }) => {
  const [first] = await fetchAllJettons(request);
  const symbol = first?.metadata.symbol ?? '';
  await open(page, '?trustScore.min=1');
  await search(page).fill(symbol);
  await expect(page).toHaveURL(/search=/);
  await page
    .getByRole('group', { name: 'Jettons' })
    .getByRole('option', { name: new RegExp(`^${symbol.replace('$', '\\$')}`) })
    .first()
    .click();
  await expect(page).toHaveURL(/\/jetton\//);
  await page.goBack();
  await expect(page).toHaveURL(/\?trustScore\.min=1$/);
});

test.describe('offline', () => {
  test.use({ expectedErrors: [/ERR_INTERNET_DISCONNECTED/] });

  test('search reports it, and resumes when online', async ({ page, context, request }) => {
    const [first] = await fetchAllJettons(request);
    await page.goto('/compare');
    await expect(page.getByRole('heading', { name: 'Nothing to compare yet' })).toBeVisible();
    const options = page.getByRole('group', { name: 'Jettons' }).getByRole('option');
    // The code of the results is loaded when they are needed or the page is idle.
    await search(page).fill(first?.metadata.symbol ?? '');
    await expect(options.first()).toBeVisible();
    await context.setOffline(true);
    await search(page).fill(first?.metadata.name ?? '');
    await expect(
      page.getByRole('paragraph').filter({ hasText: 'Offline. Search needs a connection' }),
    ).toBeVisible();
    await context.setOffline(false);
    await expect(options.first()).toBeVisible();
  });
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
  await page.getByRole('combobox', { name: 'Jetton', exact: true }).fill(hash);
  await expect(page.getByText('passes all filters that could be checked').locator('..')).toContainText(
    first?.metadata.symbol ?? '',
  );
  await page.keyboard.press('Escape');
  await filters(page).getByText('Addresses and admins').click();
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
  await expect(page).toHaveURL(jetton);
});

test('explains which filters hide a jetton and offers to remove them', async ({ page, request }) => {
  const [first] = await fetchAllJettons(request);
  const address = toUserFriendly(first?.metadata.address ?? '');
  await page.goto('/?holders.min=999999999&trustScore.min=1&priceChange.ton.day.min=5000');
  await page.getByRole('button', { name: "Why isn't it listed?" }).click();
  const panel = page.getByRole('region', { name: "Why isn't it listed?" });
  const field = panel.getByRole('combobox', { name: 'Jetton' });
  await expect(field).toBeFocused();
  await field.fill('nonsense');
  await expect(panel.getByRole('paragraph').filter({ hasText: 'No jettons match “nonsense”' })).toBeVisible();
  await expect(field).toHaveValue('nonsense');
  await field.fill(address);
  const failing = panel.locator('[data-verdict="fails"]');
  await expect(failing).toHaveCount(2);
  const holders = failing.filter({ hasText: 'Holders ≥ 999999999' });
  await expect(holders).toContainText(Number(first?.holdersCount).toLocaleString('en'));
  await holders.getByRole('button', { name: 'Remove' }).click();
  await expect(page).toHaveURL(/\?priceChange\.ton\.day\.min=5000&trustScore\.min=1$/);
  await expect(failing).toHaveCount(1);
});

const widths = [1440, 390];

test('panels are accessible and fit in the window', async ({ page }) => {
  test.slow();
  await page.goto('/?holders.min=10&nonsense=1');
  await expect(page.getByText('Ignored invalid parts')).toBeVisible();
  // Without the rows, which have a separate test and take axe several seconds.
  const check = (...parts: string[]) =>
    forEachAppearance(page, widths, async (width, accessibility) => {
      await expectAccessible(page, { parts, ...accessibility });
      await expect.poll(() => contentWidth(page)).toBeLessThanOrEqual(width);
    });
  for (const name of ['My screens', 'Export', 'Share', "Why isn't it listed?"]) {
    await page.getByRole('button', { name }).click();
    const panel = page.getByRole('region', { name });
    await expect(panel.getByRole('button').or(panel.getByRole('combobox')).first()).toBeVisible();
    await check(`section[aria-label="${name}"]`);
    await page.keyboard.press('Escape');
    await expect(panel).toHaveCount(0);
  }
  await page.keyboard.press('/');
  await page.keyboard.type(' foo>1 hol');
  await check('header', 'nav', '[aria-label="Active filters"]');
  await page.keyboard.press('Escape');
});

for (const width of widths) {
  test(`filters are accessible and fit in the window, ${width} pixels wide`, async ({ page }) => {
    await page.setViewportSize({ width, height: 844 });
    await page.goto('/');
    if (width < 1280) await page.getByRole('button', { name: /^Filters/ }).click();
    await page.getByRole('textbox', { name: 'Trust score minimum' }).fill('bad');
    await page.getByRole('combobox', { name: 'Currency' }).click();
    await forEachAppearance(page, [width], async (_, accessibility) => {
      await expectAccessible(page, { parts: ['section[aria-label="Filters"]'], ...accessibility });
      await expect.poll(() => contentWidth(page)).toBeLessThanOrEqual(width);
    });
  });
}
