import AxeBuilder from '@axe-core/playwright';
import { toUserFriendly } from '#contract/address.ts';
import { fetchAllJettons } from '#e2e/support/call-service.ts';
import { expect, test } from '#e2e/support/test.ts';

test('saves, opens, renames, exports, removes and imports screens', async ({ page }) => {
  await page.goto('/?trustScore.min=20');
  await page.getByRole('button', { name: 'My screens' }).click();
  const panel = page.getByRole('region', { name: 'My screens' });
  await panel.getByRole('textbox', { name: 'Screen name' }).fill('Trusted');
  await panel.getByRole('button', { name: 'Save' }).click();
  await expect(panel.getByText('Saved as Trusted.')).toBeVisible();
  await panel.getByRole('textbox').first().fill('Trusted');
  await panel.getByRole('textbox').first().press('Enter');
  await expect(panel.getByText('Replaced Trusted.')).toBeVisible();

  await page.goto('/');
  await page.getByRole('button', { name: 'My screens' }).click();
  await panel.getByRole('link', { name: 'Trusted' }).click();
  await expect(page).toHaveURL(/\?trustScore\.min=20$/);

  await panel.getByRole('button', { name: 'Rename Trusted' }).click();
  await panel.getByRole('textbox', { name: 'New name for Trusted' }).fill('Safe');
  await panel.getByRole('button', { name: 'Rename', exact: true }).click();
  await expect(panel.getByRole('link', { name: 'Safe' })).toBeVisible();

  const download = page.waitForEvent('download');
  await panel.getByRole('button', { name: 'Export JSON' }).click();
  const file = await (await download).path();
  await panel.getByRole('button', { name: 'Remove Safe' }).click();
  await expect(panel.getByRole('link')).toHaveCount(0);
  await panel.getByLabel('Saved screens file').setInputFiles(file);
  await expect(panel.getByText('1 added, 0 replaced.')).toBeVisible();
  await expect(panel.getByRole('link', { name: 'Safe' })).toHaveAttribute('href', '/?trustScore.min=20');
});

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

test('the color pair is stored', async ({ page }) => {
  await page.goto('/');
  const color = () =>
    page.evaluate(() => getComputedStyle(document.documentElement).getPropertyValue('--up'));
  const before = await color();
  await page.getByRole('button', { name: 'Colors: green up, red down' }).click();
  await expect(page.getByRole('button', { name: 'Colors: blue up, orange down' })).toBeVisible();
  expect(await color()).not.toBe(before);
  await page.reload();
  await expect(page.getByRole('button', { name: 'Colors: blue up, orange down' })).toBeVisible();
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
