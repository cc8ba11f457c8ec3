import type { Page } from '@playwright/test';
import { toUserFriendly } from '#contract/address.ts';
import { operations } from '#contract/operations.ts';
import { busyPool } from '#e2e/support/busy-pool.ts';
import { callOperation } from '#e2e/support/call-service.ts';
import { expectChartLoaded } from '#e2e/support/pool-page.ts';
import { expect, test } from '#e2e/support/test.ts';

declare global {
  /** Scores of the layout shifts so far. */
  var layoutShifts: number[];
}

function recordLayoutShifts(page: Page): Promise<unknown> {
  return page.addInitScript(() => {
    globalThis.layoutShifts = [];
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        const { value } = entry as unknown as { value: number };
        layoutShifts.push(value);
      }
    }).observe({ type: 'layout-shift', buffered: true });
  });
}

for (const width of [1440, 1024, 390]) {
  test.describe(`${width} pixels wide`, () => {
    test.use({ viewport: { width, height: 900 }, ...(width < 720 && { hasTouch: true, isMobile: true }) });

    test('the jetton page does not shift while it loads', async ({ page, request }) => {
      const { path } = await busyPool(request);
      await recordLayoutShifts(page);
      await page.goto(path.replace(/\/pool\/.*/, ''));
      await expectChartLoaded(page);
      await expect(page.getByRole('region', { name: 'Price impact' })).toContainText('You receive');
      const shifts = await page.evaluate(() => layoutShifts);
      expect(shifts.reduce((sum, shift) => sum + shift, 0)).toBeLessThan(0.05);
    });

    test('pages that warn of a scam and an imitation do not shift', async ({ page, request }) => {
      const { jettons } = await callOperation(request, operations.getJettons, {
        verification: ['JVS_SCAM'],
        search: 'KSTR',
        limit: 1,
      });
      const address = jettons[0]?.metadata.address ?? '';
      const input = { address, limit: 1 };
      const { markets } = await callOperation(request, operations.getJettonMarkets, input);
      await recordLayoutShifts(page);
      const path = `/jetton/${toUserFriendly(address)}`;
      for (const url of [path, `${path}/pool/${toUserFriendly(markets[0]?.poolAddress ?? '')}`]) {
        await page.goto(url);
        await expectChartLoaded(page);
        await expect(page.getByText('Do not buy')).toBeVisible();
        await expect(page.getByRole('region', { name: 'Price impact' })).toContainText('Not estimated');
        const shifts = await page.evaluate(() => layoutShifts);
        expect(shifts.reduce((sum, shift) => sum + shift, 0)).toBeLessThan(0.05);
      }
    });
  });
}
