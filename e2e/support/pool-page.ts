import type { Page } from '@playwright/test';
import { expect } from './test.ts';

/** The sentence of what is seen. */
export function summary(page: Page) {
  return page.getByText(/^From \d{4}-/);
}

/** Cells of the table of what is seen, newest bar first. */
export async function visibleBars(page: Page): Promise<string[][]> {
  await summary(page).click();
  const rows = page.getByRole('table', { name: 'Visible candles' }).locator('tbody tr');
  await expect(rows.first()).toBeVisible();
  return rows.evaluateAll((found) =>
    found.map((row) => [...row.children].map((cell) => cell.textContent ?? '')),
  );
}

export async function allLoaded(page: Page): Promise<void> {
  await expect(summary(page)).toBeVisible({ timeout: 20_000 });
  await expect(
    page.getByRole('region', { name: 'Chart' }).getByRole('status').filter({ hasText: 'loading' }),
  ).toHaveCount(0);
}
