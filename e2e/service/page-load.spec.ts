import type { Page } from '@playwright/test';
import { toUserFriendly } from '#contract/address.ts';
import { operations } from '#contract/operations.ts';
import { expectAccessible } from '#e2e/support/appearance.ts';
import { busyPool } from '#e2e/support/busy-pool.ts';
import { callOperation } from '#e2e/support/call-service.ts';
import { gridRow } from '#e2e/support/grid.ts';
import { holdRequests } from '#e2e/support/intercept.ts';
import { expectChartLoaded } from '#e2e/support/pool-page.ts';
import { expect, test } from '#e2e/support/test.ts';
import { timeLimit } from '#testing/time-limit.ts';

/** Bytes of the page and everything else that the shell may wait for. */
const SHELL_BUDGET = 20_000;

for (const path of ['/', '/watchlist', '/compare']) {
  test(`the shell of ${path} needs neither scripts, fonts nor data, and less than 20 kB`, async ({
    page,
  }) => {
    const client = await page.context().newCDPSession(page);
    await client.send('Network.enable');
    let received = 0;
    client.on('Network.loadingFinished', ({ encodedDataLength }) => {
      received += encodedDataLength;
    });
    const release = await holdRequests(page, /\.(js|woff2)$|\/assets\/app-|\/v1\//);
    // The only script that runs before the first paint.
    await page.route('**/first-paint.js', (route) => route.continue());
    await page.goto(path, { waitUntil: 'commit' });
    const shell = page.getByText('Jetscope', { exact: true });
    await expect(shell).toBeVisible();
    await expect(page.getByText('Loading…')).toBeAttached();
    await expect(page.locator('#root > [aria-busy=true]')).toHaveCSS('display', 'flex');
    const placeholderSize = path === '/compare' ? '100% 72px' : /\b32px$/;
    await expect(page.locator('.shell-rows')).toHaveCSS('background-size', placeholderSize);
    expect(received).toBeGreaterThan(0);
    expect(received).toBeLessThan(SHELL_BUDGET);
    release();
    await expect(page.getByRole('link', { name: 'Jetscope' })).toBeVisible();
    await expect(page.locator('#root > [aria-busy=true]')).toHaveCount(0);
  });
}

/** Limits the bandwidth of a page to 400 kbit/s. */
async function slowDown(page: Page): Promise<void> {
  const client = await page.context().newCDPSession(page);
  await client.send('Network.enable');
  await client.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 100,
    downloadThroughput: 50_000,
    uploadThroughput: 50_000,
  });
}

test('at 400 kbit/s, the shell is followed by rows', async ({ page }) => {
  test.slow();
  await slowDown(page);
  await page.addInitScript(() => {
    new PerformanceObserver((list) => {
      const [paint] = list.getEntriesByName('first-contentful-paint');
      if (!paint) return;
      const scripts = performance
        .getEntriesByType('resource')
        .filter(({ name }) => /\/assets\/.*\.js$/.test(name));
      Reflect.set(globalThis, 'scriptsAtFirstPaint', scripts.length);
    }).observe({ type: 'paint', buffered: true });
  });
  await page.goto('/', { waitUntil: 'commit' });
  await expect(gridRow(page, 0)).toBeVisible({ timeout: timeLimit(40_000) });
  // Entries exist only for completed resources: no script was complete at the first paint.
  expect(await page.evaluate(() => Reflect.get(globalThis, 'scriptsAtFirstPaint'))).toBe(0);
});

for (const [name, width] of [
  ['jetton', 1440],
  ['pool', 1440],
  ['pool', 1024],
] as const) {
  test(`at 400 kbit/s and ${width} pixels, the ${name} page hardly moves while its data arrives`, async ({
    page,
    request,
  }) => {
    test.slow();
    const { path } = await busyPool(request);
    await page.setViewportSize({ width, height: 900 });
    await slowDown(page);
    await page.addInitScript(() => {
      let sum = 0;
      Reflect.set(globalThis, 'layoutShift', () => sum);
      new PerformanceObserver((list) => {
        for (const shift of list.getEntries()) sum += Reflect.get(shift, 'value');
      }).observe({ type: 'layout-shift', buffered: true });
    });
    await page.goto(name === 'pool' ? path : path.replace(/\/pool\/.*/, ''), { waitUntil: 'commit' });
    await expect(page.getByText('Loading…')).toBeAttached();
    await expectChartLoaded(page);
    await expect(page.locator('[aria-busy=true]')).toHaveCount(0);
    expect(await page.evaluate(() => Reflect.get(globalThis, 'layoutShift')())).toBeLessThan(0.05);
  });
}

test('the shell stays until the code of the page has arrived', async ({ page }) => {
  const code = /\/assets\/watchlist-page-.*\.js$/;
  const requested = page.waitForRequest(code);
  const release = await holdRequests(page, code);
  await page.goto('/watchlist', { waitUntil: 'commit' });
  await requested;
  await expect(page.getByText('Jetscope', { exact: true })).toBeVisible();
  release();
  await expect(page.getByRole('link', { name: 'Jetscope' })).toBeVisible();
});

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
      const impact = page.getByRole('region', { name: 'Price impact' });
      // Phones start it when it comes near.
      await impact.evaluate((element) =>
        scrollTo(0, element.getBoundingClientRect().top - innerHeight - 100),
      );
      await expect(impact).toContainText('You receive');
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

test('the command palette is preloaded and receives text typed right after its shortcut', async ({
  page,
}) => {
  const preloaded = page.waitForResponse(/\/assets\/command-palette-.*\.js$/);
  await page.goto('/');
  await preloaded;
  await page.keyboard.press('Control+k');
  const palette = page.getByRole('dialog', { name: 'Commands' });
  await expect(palette).toBeVisible();
  await expectAccessible(page, { parts: ['dialog'] });
  await page.keyboard.press('Escape');
  await expect(palette).toHaveCount(0);
  await page.keyboard.press('Control+k');
  await page.keyboard.type('most tr');
  await expect(palette.getByRole('combobox', { name: 'Command' })).toHaveValue('most tr');
});

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
