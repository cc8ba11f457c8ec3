import type { Page } from '@playwright/test';
import { toUserFriendly } from '#contract/address.ts';
import { gridOf, gridRows } from '#e2e/support/grid.ts';
import { importedService } from '#e2e/support/imported-service.ts';
import { expect, test } from '#e2e/support/test.ts';

const address = (index: number) => `0:${index.toString(16).padStart(64, '0')}`;

/** Names that pass for others, and some that only seem to; with scores of several ages. */
const jettons = [
  { symbol: 'USDT', name: 'Tether', verification: 'JVS_VERIFIED', age: '2026-01-29T05:10:00Z' },
  // A Cyrillic letter among Latin ones, and with a digit in place of one; a name; a mark.
  { symbol: 'USDТ', name: 'Dollar one', verification: 'JVS_NONE', age: '2026-01-28T07:51:00Z' },
  { symbol: 'U5DТ', name: 'Dollar two', verification: 'JVS_NONE', age: '2026-01-28T07:49:00Z' },
  { symbol: 'ABC', name: 'ТETHER', verification: 'JVS_NONE', age: '2026-01-20T07:50:00Z' },
  { symbol: 'ÜSDT', name: 'Dollar four', verification: 'JVS_SCAM', age: undefined },
  // Vouched for; alone in its looks; a word of its own.
  { symbol: 'usdt', name: 'Dollar five', verification: 'JVS_COMMUNITY_VERIFIED', age: undefined },
  { symbol: 'МОРЕ', name: 'Море', verification: 'JVS_NONE', age: undefined },
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

/** By the jetton's place above: whatever its name, its row. */
function rowOf(page: Page, index: number) {
  const href = `/jetton/${toUserFriendly(address(index + 1))}`;
  return gridRows(page).filter({ has: page.locator(`a[href="${href}"]`) });
}

test('only what looks like a verified jetton of the list is said to, and scam is unmistakable', async ({
  page,
}) => {
  await open(page);
  const badge = page.getByText('Look-alike', { exact: true });
  await expect(badge).toHaveCount(4);
  for (const index of [1, 2, 3, 4]) {
    await expect(rowOf(page, index).getByText('Look-alike')).toHaveAttribute(
      'title',
      'Looks like USDT, Tether, which is verified: this one is not',
    );
  }
  await expect(rowOf(page, 4).getByText('Scam', { exact: true })).toBeVisible();
  const room = await rowOf(page, 4)
    .locator('bdi')
    .first()
    .evaluate((symbol) => {
      const text = document.createRange();
      text.selectNodeContents(symbol);
      return symbol.getBoundingClientRect().width - text.getBoundingClientRect().width;
    });
  // A part of a pixel less cuts a letter.
  expect(room).toBeGreaterThanOrEqual(0);
  // The original is not in the list: then nobody passes for it.
  await page.goto(`${service.origin}/?verification=JVS_NONE`);
  await expect(rowOf(page, 1)).toBeVisible();
  await expect(badge).toHaveCount(0);
});

test('a modified contract is marked in the list, in a comparison and on its page', async ({ page }) => {
  await open(page);
  const badge = rowOf(page, 7).getByText('Modified', { exact: true });
  await expect(badge).toBeVisible();
  await expect(badge).toHaveAttribute('title', 'The contract is not the standard one: it may act otherwise');
  await expect(page.getByText('Modified', { exact: true })).toHaveCount(1);
  const [friendly, another] = [address(8), address(1)].map(toUserFriendly);
  await page.goto(`${service.origin}/compare?address=${friendly}&address=${another}`);
  const heads = page.getByRole('table', { name: 'Comparison' }).getByRole('columnheader');
  await expect(heads.filter({ hasText: 'Modified' })).toHaveCount(1);
  await expect(heads.filter({ hasText: 'Modified' })).toContainText('USDTX');
  await page.goto(`${service.origin}/jetton/${friendly}`);
  await expect(page.getByText('Modified contract', { exact: true }).first()).toBeVisible();
});

test('a trust score says its age, and is dimmed when it is over a day old', async ({ page }) => {
  await open(page, '&columns=trust,holders');
  const trust = (index: number) => rowOf(page, index).getByRole('gridcell').nth(2);
  const ages = ['2 h', '23 h', '1 d', '9 d'];
  for (const [index, age] of ages.entries()) {
    await expect(trust(index)).toHaveText(`50${age}`);
    await expect(trust(index)).toHaveAttribute('aria-label', `50, calculated ${age} ago`);
    await trust(index).hover();
    await expect(trust(index)).toHaveAttribute('title', `50\ncalculated ${age} ago`);
  }
  const colour = (index: number) => trust(index).evaluate((cell) => getComputedStyle(cell).color);
  const fresh = await colour(0);
  expect(await colour(1)).toBe(fresh);
  expect(await colour(2)).not.toBe(fresh);
  expect(await colour(3)).toBe(await colour(2));
});

test.describe('where the plan refuses trust scores with their time', () => {
  test.use({ expectedErrors: [/403/] });

  test('the score of the list stays, and the head says once what is missing', async ({ page }) => {
    await page.route('**/v1/jettons/trust-score?*', (route) =>
      route.fulfill({ status: 403, json: { code: 7, message: 'not on this plan', details: [] } }),
    );
    await open(page, '&columns=trust,holders');
    const head = gridOf(page).getByRole('columnheader', { name: /^Trust/ });
    await expect(head).toHaveText('Trust age n/a on this plan');
    await expect(page.getByText('n/a on this plan')).toHaveCount(1);
    await expect(rowOf(page, 0).getByRole('gridcell').nth(2)).toHaveText('50');
  });
});
