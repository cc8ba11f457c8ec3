import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { gridRow } from './grid.ts';
import { expect, test } from './test.ts';

const widths = [1440, 1024, 390];
const schemes = ['dark', 'light'] as const;

const pages = {
  list: async (page: Page) => {
    await page.goto('/');
    await expect(gridRow(page, 0).getByRole('link')).toBeVisible();
  },
  jetton: async (page: Page) => {
    await pages.list(page);
    await gridRow(page, 1).getByRole('link').click();
    await expect(page.getByRole('table', { name: 'Price ticks' }).locator('tbody tr').first()).toBeVisible();
  },
};

for (const colorScheme of schemes) {
  for (const width of widths) {
    for (const [name, open] of Object.entries(pages)) {
      test.describe(() => {
        test.use({ colorScheme, viewport: { width, height: 844 } });

        test(`${name}, ${colorScheme}, ${width} pixels wide`, async ({ page }) => {
          await open(page);
          const { violations } = await new AxeBuilder({ page }).analyze();
          const serious = violations.filter(({ impact }) => impact === 'serious' || impact === 'critical');
          expect(serious.map(({ id, nodes }) => [id, nodes[0]?.html])).toEqual([]);
          expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
        });
      });
    }
  }
}

function ground(page: Page): Promise<string> {
  return page.evaluate(() => getComputedStyle(document.body).backgroundColor);
}

test('the theme follows the system until one is chosen, and the choice stays', async ({ page }) => {
  await page.emulateMedia({ colorScheme: 'dark' });
  await pages.list(page);
  const dark = await ground(page);
  await page.emulateMedia({ colorScheme: 'light' });
  const light = await ground(page);
  expect(light).not.toBe(dark);

  await page.getByRole('button', { name: 'Theme: system' }).click();
  await page.getByRole('button', { name: 'Theme: light' }).click();
  await expect(page.getByRole('button', { name: 'Theme: dark' })).toBeVisible();
  expect(await ground(page)).toBe(dark);
  await page.reload();
  expect(await ground(page)).toBe(dark);
  await page.getByRole('button', { name: 'Theme: dark' }).click();
  expect(await ground(page)).toBe(light);
});

test('the price lines are of the theme that is shown', async ({ page }) => {
  await page.emulateMedia({ colorScheme: 'dark' });
  await pages.list(page);
  const line = gridRow(page, 0).locator('img').last();
  const dark = await line.getAttribute('src');
  await page.emulateMedia({ colorScheme: 'light' });
  await expect(line).not.toHaveAttribute('src', dark ?? '');
});
