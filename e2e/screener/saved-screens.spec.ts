import AxeBuilder from '@axe-core/playwright';
import { toUserFriendly } from '#contract/address.ts';
import { fetchAllJettons } from '#e2e/support/call-service.ts';
import { expect, test } from '#e2e/support/test.ts';

test('explains which filters hide a jetton and offers to remove them', async ({ page, request }) => {
  const [first] = await fetchAllJettons(request);
  const address = toUserFriendly(first?.metadata.address ?? '');
  await page.goto('/?holders.min=999999999&trustScore.min=1&priceChange.ton.day.min=5000');
  await page.getByRole('button', { name: "Why isn't it listed?" }).click();
  const panel = page.getByRole('region', { name: "Why isn't it listed?" });
  const field = panel.getByRole('textbox', { name: 'Jetton address' });
  await field.fill('nonsense');
  await expect(panel.getByText('Not a mainnet address')).toBeVisible();
  await field.fill(address);
  const failing = panel.locator('[data-verdict="fails"]');
  await expect(failing).toHaveCount(2);
  const holders = failing.filter({ hasText: 'Holders ≥ 999999999' });
  await expect(holders).toContainText(Number(first?.holdersCount).toLocaleString('en'));
  await holders.getByRole('button', { name: 'Remove' }).click();
  await expect(page).toHaveURL(/\?priceChange\.ton\.day\.min=5000&trustScore\.min=1$/);
  await expect(failing).toHaveCount(1);
});

for (const width of [1440, 390]) {
  for (const colorScheme of ['dark', 'light'] as const) {
    test.describe(() => {
      test.use({ colorScheme, viewport: { width, height: 844 } });

      test(`panels are accessible, ${colorScheme}, ${width} pixels wide`, async ({ page }) => {
        const check = async (...selectors: string[]) => {
          // Excludes the rows, which have a separate test and take axe several seconds.
          const axe = selectors.reduce(
            (builder, selector) => builder.include(selector),
            new AxeBuilder({ page }),
          );
          const { violations } = await axe.analyze();
          const serious = violations.filter(({ impact }) => impact === 'serious' || impact === 'critical');
          expect(serious.map(({ id, nodes }) => [id, nodes[0]?.html])).toEqual([]);
        };
        await page.goto('/?holders.min=10&nonsense=1');
        await expect(page.getByText('Ignored invalid parts')).toBeVisible();
        for (const name of ['My screens', 'Export', 'Share', "Why isn't it listed?"]) {
          await page.getByRole('button', { name }).click();
          const panel = page.getByRole('region', { name });
          await expect(panel.getByRole('button').or(panel.getByRole('textbox')).first()).toBeVisible();
          await check(`section[aria-label="${name}"]`);
          await page.keyboard.press('Escape');
          await expect(panel).toHaveCount(0);
        }
        await page.keyboard.press('/');
        await page.keyboard.type(' foo>1 hol');
        await check('header', 'nav', '[aria-label="Active filters"]');
        await page.keyboard.press('Escape');
        if (width < 1200) await page.getByRole('button', { name: /^Filters/ }).click();
        await page.getByRole('textbox', { name: 'Trust score minimum' }).fill('bad');
        await page.getByRole('combobox', { name: 'Currency' }).click();
        await check('section[aria-label="Filters"]');
        expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
      });
    });
  }
}
