import { gridRow } from '#e2e/support/grid.ts';
import { expect, test } from '#e2e/support/test.ts';

for (const width of [390, 1024]) {
  test.describe(`touch screen, ${width} pixels wide`, () => {
    test.use({ hasTouch: true, isMobile: true, viewport: { width, height: 844 } });

    test('controls are at least 44 pixels high and wide', async ({ page }) => {
      await page.goto('/?holders.min=100');
      const row = gridRow(page, 0);
      await expect(row.getByRole('link')).toBeVisible();
      await expect(page.getByRole('button', { name: 'Clear' })).toBeVisible();
      const controls = page.locator(
        'header :is(a, button, input), nav[aria-label=Presets] a, main button:not([role=row] button)',
      );
      const small = (found: Element[]) =>
        found
          .filter((element) => element.checkVisibility())
          .map((element) => ({ element, box: element.getBoundingClientRect() }))
          .filter(({ box }) => box.height < 44 || box.width < 44)
          .map(
            ({ element, box }) => `${element.ariaLabel ?? element.textContent}: ${box.width} × ${box.height}`,
          );
      expect(await controls.count()).toBeGreaterThan(15);
      expect(await controls.evaluateAll(small)).toEqual([]);
      // The row's border is not part of the button.
      const star = await row.getByRole('button').boundingBox();
      expect(star?.width).toBeGreaterThanOrEqual(44);
      expect(star?.height).toBeGreaterThanOrEqual(43);
      const headers = page.locator('[role=columnheader] button');
      if (width > 720)
        for (const header of await headers.all())
          expect((await header.boundingBox())?.height).toBeGreaterThanOrEqual(43);
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
    });
  });
}

test.describe('phone', () => {
  test.use({ hasTouch: true, isMobile: true, viewport: { width: 390, height: 844 } });

  test('rows start at most 150 pixels below the top, under the period and unit', async ({ page }) => {
    await page.goto('/?holders.min=100');
    const row = gridRow(page, 0);
    await expect(row.getByRole('link')).toBeVisible();
    // The badge of the simulated market is in the first line, with the search field.
    const badge = page.locator('header').getByRole('button', { name: /^Data sources: / });
    await expect(badge).toBeInViewport({ ratio: 1 });
    expect((await row.boundingBox())?.y).toBeLessThanOrEqual(150);

    const period = page.getByRole('combobox', { name: 'Period' });
    await expect(period).toBeInViewport({ ratio: 1 });
    await expect(period).toHaveValue('day');
    await period.selectOption('1h');
    await expect(page).toHaveURL(/period=1h/);

    const unit = page.getByRole('group', { name: 'Unit' });
    await expect(unit).toBeInViewport({ ratio: 1 });
    await unit.getByRole('radio', { name: 'GRAM' }).check();
    await expect(page).toHaveURL(/currency=ton/);
    await expect(period).toHaveValue('hour');
  });
});
