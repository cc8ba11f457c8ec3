import type { Page } from '@playwright/test';
import { toUserFriendly } from '#contract/address.ts';
import { gridOf, gridRows } from '#e2e/support/grid.ts';
import { importedService } from '#e2e/support/service-process.ts';
import { expect, test } from '#e2e/support/test.ts';

const address = (index: number) => `0:${index.toString(16).padStart(64, '0')}`;

const honeypot = [{ source: 'stonfi', kinds: ['taxable', 'honeypot'] }];

/** Look-alikes of verified jettons and similar names that are not, with trust scores of several ages. */
const jettons = [
  { symbol: 'USDT', name: 'Tether', verification: 'JVS_VERIFIED', age: '2026-01-29T05:10:00Z' },
  // Look-alikes: a Cyrillic letter; a digit instead of a letter; the name only; a diacritic.
  { symbol: 'USDТ', name: 'Dollar one', verification: 'JVS_NONE', age: '2026-01-28T07:51:00Z' },
  { symbol: 'U5DТ', name: 'Dollar two', verification: 'JVS_NONE', age: '2026-01-28T07:49:00Z' },
  { symbol: 'ABC', name: 'ТETHER', verification: 'JVS_NONE', age: '2026-01-20T07:50:00Z' },
  { symbol: 'ÜSDT', name: 'Dollar four', verification: 'JVS_SCAM', age: undefined },
  // Not look-alikes: verified itself; all Cyrillic; a longer word.
  { symbol: 'usdt', name: 'Dollar five', verification: 'JVS_COMMUNITY_VERIFIED', age: undefined },
  { symbol: 'МОРЕ', name: 'Море', verification: 'JVS_NONE', age: undefined, warnings: honeypot },
  { symbol: 'USDTX', name: 'Tethers', verification: 'JVS_NONE', age: undefined, modifiedContract: true },
].map(({ age, ...jetton }, index) => ({
  ...jetton,
  address: address(index + 1),
  trustScore: 50,
  trustScoreUpdatedAt: age ?? '2026-01-29T07:50:00Z',
}));

const service = importedService({ 'jettons.json': JSON.stringify(jettons) });

async function open(page: Page, query = ''): Promise<void> {
  await page.goto(`${service.origin}/?excludeScam=false${query}`);
  await expect(gridRows(page)).toHaveCount(jettons.length);
}

/** Returns the row of a jetton by its index above. */
function rowOf(page: Page, index: number) {
  const href = `/jetton/${toUserFriendly(address(index + 1))}`;
  return gridRows(page).filter({ has: page.locator(`a[href="${href}"]`) });
}

test('jettons that a source warns of are marked, and can be hidden by the panel, a link and a query', async ({
  page,
}) => {
  await open(page);
  const badge = rowOf(page, 6).getByText('Honeypot', { exact: true });
  await expect(badge).toHaveAttribute('title', 'STON.fi: honeypot, STON.fi: taxed transfers');
  const hide = page
    .getByRole('region', { name: 'Filters' })
    .getByRole('checkbox', { name: 'Hide jettons that a source warns of' });
  await hide.check();
  await expect(page).toHaveURL(/[?&]excludeWarned=true/);
  await expect(gridRows(page)).toHaveCount(jettons.length - 1);
  await expect(rowOf(page, 6)).toHaveCount(0);
  await page.reload();
  await expect(gridRows(page)).toHaveCount(jettons.length - 1);
  const query = page.getByRole('combobox', { name: 'Search jettons and pools' });
  await expect(query).toHaveValue(/(^| )-warned( |$)/);
  await page.getByRole('button', { name: 'Remove Warnings hidden' }).click();
  await expect(gridRows(page)).toHaveCount(jettons.length);
  await query.fill('scam -warned');
  await query.press('Enter');
  await expect(gridRows(page)).toHaveCount(jettons.length - 1);
  await page.goto(`${service.origin}/jetton/${toUserFriendly(address(7))}`);
  const trust = page.getByRole('region', { name: 'Trust' });
  await expect(trust.getByText('STON.fi: honeypot', { exact: true })).toBeVisible();
  await expect(page.getByText('Honeypot', { exact: true })).toBeVisible();
});

test('look-alikes of verified jettons in the list and scam jettons are marked', async ({ page }) => {
  await open(page);
  const badge = page.getByText('Look-alike', { exact: true });
  await expect(badge).toHaveCount(4);
  for (const index of [1, 2, 3, 4]) {
    await expect(rowOf(page, index).getByText('Look-alike')).toHaveAttribute(
      'title',
      'Looks like the verified jetton USDT (Tether), but is not verified',
    );
  }
  await expect(rowOf(page, 4).getByText('Scam', { exact: true })).toBeVisible();
  const spareWidth = await rowOf(page, 4)
    .locator('bdi')
    .first()
    .evaluate((symbol) => {
      const text = document.createRange();
      text.selectNodeContents(symbol);
      return symbol.getBoundingClientRect().width - text.getBoundingClientRect().width;
    });
  // A fraction of a pixel less would truncate a letter.
  expect(spareWidth).toBeGreaterThanOrEqual(0);
  // Without the original in the list, there are no look-alikes.
  await page.goto(`${service.origin}/?verification=JVS_NONE`);
  await expect(rowOf(page, 1)).toBeVisible();
  await expect(badge).toHaveCount(0);
});

test('a modified contract is marked in the list, in comparisons and on the jetton page', async ({ page }) => {
  await open(page);
  const badge = rowOf(page, 7).getByText('Modified', { exact: true });
  await expect(badge).toBeVisible();
  await expect(badge).toHaveAttribute('title', 'Not a standard jetton contract; it may behave differently');
  await expect(page.getByText('Modified', { exact: true })).toHaveCount(1);
  const [friendly, another] = [address(8), address(1)].map(toUserFriendly);
  await page.goto(`${service.origin}/compare?address=${friendly}&address=${another}`);
  const headers = page.getByRole('table', { name: 'Comparison' }).getByRole('columnheader');
  await expect(headers.filter({ hasText: 'Modified' })).toHaveCount(1);
  await expect(headers.filter({ hasText: 'Modified' })).toContainText('USDTX');
  await page.goto(`${service.origin}/jetton/${friendly}`);
  await expect(page.getByText('Modified contract', { exact: true }).first()).toBeVisible();
});

test('a trust score shows its age and is dimmed when older than a day', async ({ page }) => {
  await open(page, '&columns=trust,holders');
  const trust = (index: number) => rowOf(page, index).getByRole('gridcell').nth(2);
  const ages = ['2 h', '23 h', '1 d', '9 d'];
  for (const [index, age] of ages.entries()) {
    await expect(trust(index)).toHaveText(index < 2 ? '50' : `(${age}) 50`);
    await expect(trust(index)).toHaveAttribute('aria-label', `50, calculated ${age} before the snapshot`);
    await trust(index).hover();
    await expect(trust(index)).toHaveAttribute('title', `50\ncalculated ${age} before the snapshot`);
  }
  const color = (index: number) => trust(index).evaluate((cell) => getComputedStyle(cell).color);
  const fresh = await color(0);
  expect(await color(1)).toBe(fresh);
  expect(await color(2)).not.toBe(fresh);
  expect(await color(3)).toBe(await color(2));
});

test.describe('without the trust score operation in the plan', () => {
  test.use({ expectedErrors: [/403/] });

  test('the score of the list is shown, and the tooltip of the header reports that its age is missing', async ({
    page,
  }) => {
    await page.route('**/v1/jettons/trust-score?*', (route) =>
      route.fulfill({ status: 403, json: { code: 7, message: 'not in plan', details: [] } }),
    );
    await open(page, '&columns=trust,holders');
    const header = gridOf(page).getByRole('columnheader', { name: /^Trust/ });
    await expect(header).toHaveText('Trust');
    await expect(header).toHaveAttribute('title', /age not in this plan$/);
    await expect(rowOf(page, 0).getByRole('gridcell').nth(2)).toHaveText('50');
  });
});
