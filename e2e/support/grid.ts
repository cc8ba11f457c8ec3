import type { Locator, Page } from '@playwright/test';

export function gridOf(page: Page): Locator {
  return page.getByRole('grid', { name: 'Jettons' });
}

/** The rows that are drawn, without the head. */
export function gridRows(page: Page): Locator {
  return gridOf(page).locator('[role=row]:not([aria-rowindex="1"])');
}

/** A row by its place in the list, counted from 0. */
export function gridRow(page: Page, index: number): Locator {
  return gridOf(page).locator(`[role=row][aria-rowindex="${index + 2}"]`);
}
