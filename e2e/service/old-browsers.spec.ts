import { busyPool } from '#e2e/support/busy-pool.ts';
import { gridRow } from '#e2e/support/grid.ts';
import { expectChartLoaded } from '#e2e/support/pool-page.ts';
import { expect, test } from '#e2e/support/test.ts';

test.describe('without what the oldest supported browsers lack', () => {
  test.beforeEach(({ page }) =>
    page.addInitScript(() => {
      Reflect.deleteProperty(AbortSignal, 'any');
      Reflect.deleteProperty(Intl, 'Segmenter');
    }),
  );

  test('lists and charts load', async ({ page, request }) => {
    const { path, embedPath } = await busyPool(request);
    await page.goto('/?q=a');
    await expect(gridRow(page, 0)).toBeVisible();
    await page.goto(path);
    await expectChartLoaded(page);
    await page.goto(embedPath);
    await expect(page.getByText(/\d swaps?$/).first()).toBeVisible();
    await expect(page.locator('#old-browser')).toHaveCount(0);
  });
});

test.describe('in a browser that is too old', () => {
  test.use({ expectedErrors: [/./] });

  for (const [name, script] of [
    ['throws', "throw new TypeError('undefined is not a function')"],
    ['has unknown syntax', 'a ?= b'],
  ] as const) {
    test(`a message replaces the empty page if the first script ${name}`, async ({ page, request }) => {
      await page.route(/\/assets\/(index|embed)-.*\.js$/, (route) =>
        route.fulfill({ contentType: 'text/javascript', body: script }),
      );
      const { embedPath } = await busyPool(request);
      for (const path of ['/', embedPath]) {
        await page.goto(path);
        await expect(page.getByRole('alert')).toHaveText(/^\s*Jetscope requires Chrome \d+, /);
        await expect(page.getByText('Loading…')).toHaveCount(0);
      }
    });
  }
});
