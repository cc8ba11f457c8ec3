import type { Locator, Page } from '@playwright/test';

export function gridOf(page: Page): Locator {
  return page.getByRole('grid', { name: 'Jettons' });
}

/** Returns the rendered rows, without the header. */
export function gridRows(page: Page): Locator {
  return gridOf(page).locator('[role=row]:not([aria-rowindex="1"])');
}

/** Returns a row by its zero-based index in the list. */
export function gridRow(page: Page, index: number): Locator {
  return gridOf(page).locator(`[role=row][aria-rowindex="${index + 2}"]`);
}
