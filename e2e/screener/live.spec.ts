import type { Page } from '@playwright/test';
import { operations } from '#contract/operations.ts';
import { gridOf, gridRow } from '#e2e/support/grid.ts';
import { withRunningClock } from '#e2e/support/running-clock.ts';
import { expect, test } from '#e2e/support/test.ts';

const columns = ['rank', 'star', 'jetton', 'liquidity', 'holders', 'trust', 'change1h', 'age'];

/** Opens the list, changes holders and price change in the next refresh, and returns the highlighted columns of the first row. */
async function highlightedAfterRefresh(page: Page): Promise<string[]> {
  // Refreshes request rows by address.
  await page.route(`**${operations.getJettons.path}`, async (route) => {
    const filter = operations.getJettons.input.parse(route.request().postDataJSON());
    if (!filter.address) return route.continue();
    const body = operations.getJettons.response.parse(await (await route.fetch()).json());
    const jettons = body.jettons.map((jetton) => ({ ...jetton, holdersCount: '424242' }));
    await route.fulfill({ json: { ...body, jettons } });
  });
  let requestCount = 0;
  await page.route(`**${operations.getJettonStatisticsList.path}`, async (route) => {
    requestCount += 1;
    if (requestCount === 1) return route.continue();
    const body = operations.getJettonStatisticsList.response.parse(await (await route.fetch()).json());
    const items = body.items.map((item) => ({
      ...item,
      priceChange: {
        ...item.priceChange,
        usd: { hour: { ...item.priceChange.usd.hour, changePercent: 77 } },
      },
    }));
    await route.fulfill({ json: { ...body, items } });
  });
  await page.addInitScript(() => {
    const highlighted: string[] = [];
    Reflect.set(globalThis, 'highlighted', highlighted);
    const animate: Element['animate'] = Reflect.get(Element.prototype, 'animate');
    Element.prototype.animate = function (...options) {
      const row = this.closest('[role=row]');
      const cells = [...(row?.querySelectorAll('[role=gridcell]') ?? [])];
      if (row?.getAttribute('aria-rowindex') === '2') highlighted.push(String(cells.indexOf(this)));
      return animate.apply(this, options);
    };
  });
  await withRunningClock(page);
  await page.clock.install();
  await page.goto('/?columns=rank,liquidity,holders,trust,change1h,age');
  const row = gridRow(page, 0);
  await expect(row.getByRole('gridcell').nth(columns.indexOf('change1h'))).not.toHaveText('');
  await page.clock.fastForward(11_000);
  await expect(row).toContainText('424,242');
  await expect(row.getByRole('gridcell').nth(columns.indexOf('change1h'))).toHaveText('+77.0%');
  const highlighted: string[] = await page.evaluate(() => Reflect.get(globalThis, 'highlighted'));
  return [...new Set(highlighted)].map((index) => columns[Number(index)] ?? index).toSorted();
}

test('only changed cells are highlighted', async ({ page }) => {
  expect(await highlightedAfterRefresh(page)).toEqual(['change1h', 'holders']);
});

test('no cells are highlighted with reduced motion', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  expect(await highlightedAfterRefresh(page)).toEqual([]);
});

test('the focus stays on its row when rows are refreshed', async ({ page }) => {
  await withRunningClock(page);
  await page.clock.install();
  await page.goto('/');
  const link = gridRow(page, 3).getByRole('link');
  await link.focus();
  const refresh = page.waitForResponse(
    (response) => response.request().postData()?.includes('"address":[') === true,
  );
  await page.clock.fastForward(11_000);
  await refresh;
  await expect(gridOf(page)).toHaveAttribute('aria-busy', 'false');
  await expect(link).toBeFocused();
});
