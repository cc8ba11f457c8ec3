import { busyPool } from './busy-pool.ts';
import { expect, test } from './test.ts';

test.use({ hasTouch: true, isMobile: true, viewport: { width: 390, height: 844 } });

test('a finger moves the chart sideways and the page up and down', async ({ page, request }) => {
  const { path } = await busyPool(request);
  await page.goto(`${path}?interval=1h`);
  const summary = page.getByText(/^From \d{4}-/);
  await expect(summary).toBeVisible();
  const before = await summary.textContent();
  const box = await page.getByRole('application').boundingBox();
  if (!box) throw new Error('no chart');
  const devtools = await page.context().newCDPSession(page);
  const swipe = async (x: number, y: number) => {
    const start = { x: box.x + 150, y: box.y + 250 };
    await devtools.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [start] });
    for (let step = 1; step <= 8; step += 1) {
      const point = { x: start.x + (x * step) / 8, y: start.y + (y * step) / 8 };
      await devtools.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints: [point] });
    }
    await devtools.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
  };
  await swipe(0, -160);
  await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(50);
  await expect(summary).toHaveText(before ?? '');
  await page.evaluate(() => scrollTo(0, 0));
  await swipe(150, 0);
  await expect(summary).not.toHaveText(before ?? '');
});
