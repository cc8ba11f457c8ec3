import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { operations } from '#contract/operations.ts';
import { callOperation } from '#e2e/support/call-service.ts';
import { gridRow } from '#e2e/support/grid.ts';
import { ServiceProcess } from '#e2e/support/service-process.ts';
import { expect, test } from '#e2e/support/test.ts';

const dataset = fileURLToPath(new URL('../../../shared/data/ton-2026-01', import.meta.url));
const isAvailable = existsSync(dataset);
const usdt = 'EQCxE6mUtQJKFnGfaROTKOt1lZbDiiX1kCixRv7Nw2Id_sDs';

if (!isAvailable) process.stderr.write(`SKIPPED: the real dataset does not exist (${dataset})\n`);

test.describe('the real dataset', () => {
  test.skip(!isAvailable, 'the real dataset does not exist');
  test.use({ expectedErrors: [/ERR_FAILED/] });

  let service: ServiceProcess;

  test.beforeAll(async () => {
    service = await ServiceProcess.prepare();
    await service.import(dataset, '2026-01-29T07:50:00Z');
    await service.start();
  });
  test.afterAll(() => service.remove());

  test.beforeEach(({ page }) =>
    page.route(
      (url) => url.origin !== service.origin,
      (route) => route.abort(),
    ),
  );

  test('is listed as of its clock and not marked as simulated', async ({ page }) => {
    await page.goto(service.origin);
    const first = gridRow(page, 0);
    await expect(first).toContainText('USD₮');
    await expect(first).toContainText('2,649,800');
    await expect(first.getByRole('gridcell', { name: '781852.55' })).toBeVisible();
    await expect(page.getByRole('banner').getByText('Snapshot: 29 Jan 2026, 07:50 UTC')).toBeVisible();
    await expect(page.getByText('Simulated market')).toHaveCount(0);
  });

  test('USD₮ has a price, two markets and 1,333 swaps', async ({ page, request }) => {
    await page.goto(service.origin);
    await page.getByRole('link', { name: 'USD₮ Tether USD' }).click();
    await expect(page).toHaveURL(`${service.origin}/jetton/${usdt}`);
    const price = page.getByRole('region', { name: 'Price', exact: true });
    await expect(price).toContainText('1.00000');
    await expect(price).toContainText('0.663878');

    const markets = page.getByRole('table', { name: 'Markets' }).locator('tbody tr');
    await expect(markets).toHaveCount(2);
    await page.getByRole('group', { name: 'Activity period' }).getByRole('radio', { name: '30d' }).click();
    await expect(page.getByRole('region', { name: 'Transactions', exact: true })).toContainText('1,333');
    let ticks = 0;
    for (const link of await markets.getByRole('link').all()) {
      const [, poolAddress = ''] = ((await link.getAttribute('href')) ?? '').split('/pool/');
      let cursor: string | undefined;
      do {
        const input = { address: usdt, poolAddress, limit: 1000, cursor };
        const history = await callOperation(
          request,
          operations.getJettonMarketPriceHistory,
          input,
          service.origin,
        );
        ticks += history.items.length;
        cursor = history.next || undefined;
      } while (cursor);
    }
    // Two swaps are dust and give no tick.
    expect(ticks).toBe(1331);
  });
});
