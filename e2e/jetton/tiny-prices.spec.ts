import type { Page } from '@playwright/test';
import { pairDataset } from '#e2e/support/pair-dataset.ts';
import { screenshotPixels } from '#e2e/support/pixels.ts';
import { importedService } from '#e2e/support/service-process.ts';
import { expect, test } from '#e2e/support/test.ts';
import { addressOf } from '#testing/datasets/small-dataset.ts';
import { timeLimit } from '#testing/time-limit.ts';

/** Thousandths of 10⁻¹² in one pool, of 10⁹ in the other. */
const prices = [900, 950, 1100, 1020, 980, 1060, 1000, 1040];
const swap = (pool: string, sold: string, bought: string, lt: number) => ({
  pool,
  time: 1_769_600_000 + lt * 600,
  lt,
  sold,
  bought,
});

/** One pool with prices of 10⁻¹², another with prices of 10⁹. */
const service = importedService(
  pairDataset(
    ['d', 'c'],
    [
      ...prices.map((price, index) => swap('d', `1${'0'.repeat(21)}`, `${price}000000`, 2 * index + 1)),
      ...prices.map((price, index) => swap('c', '1000000', `${price}${'0'.repeat(12)}`, 2 * index + 2)),
    ],
  ),
);

/** Height of the price axis above the time axis, in pixels. */
const ROWS = 300;

/** Returns the number of labels on the price axis. */
async function countAxisLabels(page: Page): Promise<number> {
  const { width, data } = await screenshotPixels(page.getByRole('application'), 0, ROWS);
  const at = (row: number, column: number) => (data[(row * width + column) * 4] ?? 0) >> 4;
  const rows = Array.from({ length: ROWS }, (_, row) =>
    Array.from({ length: 30 }, (__, column) => at(row, width - 40 + column)).some(
      (value) => value !== at(2, width - 2),
    ),
  );
  return rows.filter((hasText, row) => hasText && !rows[row - 1]).length;
}

for (const [letter, name] of [
  ['d', '0.0₁₁1'],
  ['c', '1,040,000,000'],
]) {
  test(`the price axis has labels at prices like ${name}`, async ({ page }) => {
    await page.goto(`${service.origin}/jetton/${addressOf('a')}/pool/${addressOf(letter ?? '')}`);
    await expect(page.getByText(/^From \d{4}-/)).toContainText(name ?? '');
    await expect.poll(() => countAxisLabels(page), { timeout: timeLimit(40_000) }).toBeGreaterThanOrEqual(5);
  });
}
