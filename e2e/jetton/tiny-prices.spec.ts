import type { Page } from '@playwright/test';
import { importedService } from '#e2e/support/imported-service.ts';
import { pixelsOf } from '#e2e/support/pixels.ts';
import { expect, test } from '#e2e/support/test.ts';

const addressOf = (letter: string) => `0:${letter.repeat(64)}`;
/** Thousandths of 10⁻¹² in one pool, of 10⁹ in the other. */
const prices = [900, 950, 1100, 1020, 980, 1060, 1000, 1040];
const swap = (pool: string, sold: string, bought: string, at: number) =>
  `aa,${1_769_600_000 + at * 600},${at},${addressOf('e')},${addressOf(pool)},${addressOf('a')},${addressOf('b')},${sold},${bought}`;

/** One pool with prices of 10⁻¹², another with prices of 10⁹. */
const service = importedService({
  'jettons.json': JSON.stringify(
    ['a', 'b'].map((letter) => ({
      address: addressOf(letter),
      name: letter,
      symbol: letter.toUpperCase(),
      decimals: 9,
    })),
  ),
  'pools.json': JSON.stringify(
    ['d', 'c'].map((letter) => ({
      address: addressOf(letter),
      exchange: 'dedust',
      asset0: addressOf('a'),
      asset1: addressOf('b'),
    })),
  ),
  'swaps.csv': [
    'tx_hash,event_time,lt,trader_address,pool_address,token_sold_address,token_bought_address,amount_sold_raw,amount_bought_raw',
    ...prices.map((price, index) => swap('d', `1${'0'.repeat(21)}`, `${price}000000`, 2 * index + 1)),
    ...prices.map((price, index) => swap('c', '1000000', `${price}${'0'.repeat(12)}`, 2 * index + 2)),
    '',
  ].join('\n'),
});

/** Of the prices, above the axis of time. */
const ROWS = 300;

/** How many pieces of text, one below the other, the axis on the right has. */
async function labelsOfAxis(page: Page): Promise<number> {
  const { width, data } = await pixelsOf(page.getByRole('application'), 0, ROWS);
  const at = (row: number, column: number) => (data[(row * width + column) * 4] ?? 0) >> 4;
  const rows = Array.from({ length: ROWS }, (_, row) =>
    Array.from({ length: 30 }, (__, column) => at(row, width - 40 + column)).some(
      (value) => value !== at(2, width - 2),
    ),
  );
  return rows.filter((hasInk, row) => hasInk && !rows[row - 1]).length;
}

for (const [letter, name] of [
  ['d', '0.0₁₁1'],
  ['c', '1,040,000,000'],
]) {
  test(`the axis has labels at prices as ${name}`, async ({ page }) => {
    await page.goto(`${service.origin}/jetton/${addressOf('a')}/pool/${addressOf(letter ?? '')}`);
    await expect(page.getByText(/^From \d{4}-/)).toContainText(name ?? '');
    await expect.poll(() => labelsOfAxis(page), { timeout: 40_000 }).toBeGreaterThanOrEqual(5);
  });
}
