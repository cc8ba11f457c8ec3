import { expectAccessible } from '#e2e/support/appearance.ts';
import { expect, test } from '#e2e/support/test.ts';

test('the command palette is preloaded and receives text typed right after its shortcut', async ({
  page,
}) => {
  const preloaded = page.waitForResponse(/\/assets\/command-palette-.*\.js$/);
  await page.goto('/');
  await preloaded;
  await page.keyboard.press('Control+k');
  const palette = page.getByRole('dialog', { name: 'Commands' });
  await expect(palette).toBeVisible();
  await expectAccessible(page, { parts: ['dialog'] });
  await page.keyboard.press('Escape');
  await expect(palette).toHaveCount(0);
  await page.keyboard.press('Control+k');
  await page.keyboard.type('most tr');
  await expect(palette.getByRole('combobox', { name: 'Command' })).toHaveValue('most tr');
});
