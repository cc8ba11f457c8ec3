import type { Page } from '@playwright/test';
import { timeLimit } from '#testing/time-limit.ts';
import { expect } from './test.ts';

/** The sentence that describes the visible bars. */
export function chartSummary(page: Page) {
  return page.getByText(/^From \d{4}-/);
}

/** Returns the sentence about the visible bars once the symbol of its unit is loaded. */
export async function chartSummaryText(page: Page): Promise<string> {
  await expect(chartSummary(page)).toHaveText(/^[^…]+$/);
  return (await chartSummary(page).textContent()) ?? '';
}

/** Returns the cells of the table of visible bars, newest first. */
export async function visibleBars(page: Page): Promise<string[][]> {
  await chartSummary(page).click();
  const rows = page.getByRole('table', { name: 'Visible candles' }).locator('tbody tr');
  await expect(rows.first()).toBeVisible();
  return rows.evaluateAll((found) =>
    found.map((row) => [...row.children].map((cell) => cell.textContent ?? '')),
  );
}

export async function expectChartLoaded(page: Page): Promise<void> {
  await expect(chartSummary(page)).toBeVisible({ timeout: timeLimit(20_000) });
  await expect(
    page.getByRole('region', { name: 'Chart' }).getByRole('status').filter({ hasText: 'loading' }),
  ).toHaveCount(0);
}

/** Returns the height of the chart in pixels. */
export async function chartHeight(page: Page): Promise<number> {
  return (await page.getByRole('application').boundingBox())?.height ?? Number.NaN;
}
