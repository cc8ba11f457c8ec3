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

test('the question mark opens the list of shortcuts', async ({ page }) => {
  await page.goto('/');
  await expect(page.getByRole('grid', { name: 'Jettons' }).getByRole('link').first()).toBeVisible();
  await page.keyboard.press('?');
  const list = page.getByRole('dialog', { name: 'Shortcuts' });
  await expect(list).toContainText('Shift ←, Shift →In a column header: narrower or wider column');
  await expect(list).toContainText("Ctrl F twiceBrowser's find");
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await page.keyboard.press('/');
  await page.keyboard.type('?');
  await expect(page.getByRole('dialog')).toHaveCount(0);
});

test('commands set the row height, pause updates and open panels', async ({ page }) => {
  await page.goto('/');
  const grid = page.getByRole('grid', { name: 'Jettons' });
  await expect(grid.getByRole('link').first()).toBeVisible();
  const palette = page.getByRole('dialog', { name: 'Commands' });
  const command = async (text: string) => {
    await page.keyboard.press('Control+k');
    await expect(palette.getByRole('combobox')).toBeFocused();
    await page.keyboard.type(text);
    await page.keyboard.press('Enter');
    await expect(palette).toHaveCount(0);
  };
  await page.getByRole('button', { name: 'Commands' }).click();
  await expect(palette.getByRole('combobox')).toBeFocused();
  await page.keyboard.type('comf');
  await expect(palette.getByRole('option').first()).toHaveText(/comfortable/);
  await page.keyboard.press('Enter');
  await expect.poll(async () => (await grid.locator('[aria-rowindex="3"]').boundingBox())?.height).toBe(44);

  await command('pause');
  await expect(page.getByRole('button', { name: 'Pause live updates' })).toHaveAttribute(
    'aria-pressed',
    'true',
  );
  await command('resume');
  await expect(page.getByText(/^live/)).toBeVisible();

  for (const name of ['Columns', 'Export', 'Share', 'My screens']) {
    await command(name.toLowerCase());
    await expect(page.getByRole('region', { name })).toBeVisible();
    await page.keyboard.press('Tab');
    expect(await page.evaluate(() => document.activeElement?.closest('section')?.ariaLabel)).toBe(name);
  }
  await page.keyboard.press('Escape');
  await expect(page.getByRole('region', { name: 'My screens' })).toBeHidden();

  await grid.getByRole('link').first().click();
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await page.keyboard.press('Control+k');
  await page.keyboard.type('export');
  await expect(palette.getByRole('option', { name: /^Export/ })).toHaveCount(0);
});
