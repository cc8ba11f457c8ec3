import { toUserFriendly } from '#contract/address.ts';
import { contentWidth, expectAccessible, forEachAppearance } from '#e2e/support/appearance.ts';
import { fetchAllJettons } from '#e2e/support/call-service.ts';
import { expect, test } from '#e2e/support/test.ts';

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
