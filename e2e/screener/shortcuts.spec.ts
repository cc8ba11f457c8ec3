import AxeBuilder from '@axe-core/playwright';
import { expect, test } from '#e2e/support/test.ts';

test('the command palette finds and runs commands and screens', async ({ page }) => {
  await page.goto('/?currency=eur');
  await expect(page.getByRole('grid', { name: 'Jettons' }).getByRole('link').first()).toBeVisible();
  await page.keyboard.press('Control+k');
  const palette = page.getByRole('dialog', { name: 'Commands' });
  await expect(palette.getByRole('combobox', { name: 'Command' })).toBeFocused();
  const { violations } = await new AxeBuilder({ page }).include('dialog').analyze();
  const serious = violations.filter(({ impact }) => impact === 'serious' || impact === 'critical');
  expect(serious.map(({ id, nodes }) => [id, nodes[0]?.html])).toEqual([]);
  await page.keyboard.type('most tr');
  await expect(palette.getByRole('option')).toHaveText([/Most traded/, /Most trusted/, /most tr/]);
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(palette).toHaveCount(0);
  await expect(page).toHaveURL(/\?sort=trustScore&currency=eur$/);

  await page.keyboard.press('Control+k');
  await page.keyboard.type('holders>1k');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\?holders\.min=1000&currency=eur$/);
});

test('the command palette is preloaded and receives text typed right after its shortcut', async ({
  page,
}) => {
  const preloaded = page.waitForResponse(/\/assets\/command-palette-.*\.js$/);
  await page.goto('/');
  await preloaded;
  await page.keyboard.press('Control+k');
  const palette = page.getByRole('dialog', { name: 'Commands' });
  await expect(palette).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(palette).toHaveCount(0);
  await page.keyboard.press('Control+k');
  await page.keyboard.type('most tr');
  await expect(palette.getByRole('combobox', { name: 'Command' })).toHaveValue('most tr');
});
