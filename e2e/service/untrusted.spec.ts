import type { Page } from '@playwright/test';
import { contentWidth, expectAccessible, forEachAppearance } from '#e2e/support/appearance.ts';
import { gridOf, gridRows } from '#e2e/support/grid.ts';
import { hostileCount, hostileDataset } from '#e2e/support/hostile-dataset.ts';
import { pairDataset } from '#e2e/support/pair-dataset.ts';
import { importedService } from '#e2e/support/service-process.ts';
import { expect, test } from '#e2e/support/test.ts';
import { addressOf } from '#testing/datasets/small-dataset.ts';

test.describe('jettons', () => {
  const service = importedService(hostileDataset);

  test.use({ expectedErrors: [/ERR_FAILED/] });

  /** Blocks and collects requests to other origins than the service. */
  async function recordExternalRequests(page: Page): Promise<string[]> {
    const urls: string[] = [];
    await page.route(
      (url) => url.origin !== service.origin,
      (route) => {
        urls.push(route.request().url());
        return route.abort();
      },
    );
    return urls;
  }

  /** Returns the value that injected scripts would set. */
  function injectedValue(page: Page): Promise<unknown> {
    return page.evaluate(() => Reflect.get(globalThis, 'ran'));
  }

  test('untrusted names are rendered as text, and only images of public hosts are requested', async ({
    page,
  }) => {
    const externalUrls = await recordExternalRequests(page);
    await page.goto(service.origin);
    const rows = gridRows(page);
    await expect(rows).toHaveCount(hostileCount);
    await expect.poll(() => new Set(externalUrls).size).toBe(2);
    expect([...new Set(externalUrls)].toSorted()).toEqual([
      'https://pictures.example/good.png',
      'https://pictures.example/plain.png',
    ]);
    await expect(page.getByText('<script>globalThis.ran = 1</script>').first()).toBeVisible();
    expect(await rows.locator('script, iframe, object, [onerror], [onload]').count()).toBe(0);
    expect(await injectedValue(page)).toBeUndefined();
  });

  test('names contain no invisible characters and do not change the row size', async ({ page }) => {
    await recordExternalRequests(page);
    await page.goto(service.origin);
    const table = gridOf(page);
    await expect(gridRows(page)).toHaveCount(hostileCount);
    const text = (await table.textContent()) ?? '';
    expect(text).not.toMatch(/[\p{Cc}\p{Cf}\u3164\u2800]/u);
    expect(text).toContain('USDT');
    expect(text).toContain('Unnamed');
    expect(text).toContain('line one line two tab');
    const heights = await gridRows(page).evaluateAll((rows) =>
      rows.map((row) => row.getBoundingClientRect().height),
    );
    expect(new Set(heights)).toEqual(new Set([32]));
    expect(await contentWidth(page)).toBeLessThanOrEqual(1280);
  });

  test('untrusted names are rendered as text on shared watchlists and in comparisons', async ({ page }) => {
    await recordExternalRequests(page);
    await page.goto(service.origin);
    const links = gridRows(page).getByRole('link');
    await expect(links).toHaveCount(hostileCount);
    const hrefs = await links.evaluateAll((found) => found.map((link) => link.getAttribute('href') ?? ''));
    const addresses = hrefs.map((href) => href.replace('/jetton/', 'address='));
    await page.goto(`${service.origin}/watchlist?${addresses.join('&')}`);
    await expect(gridRows(page)).toHaveCount(hostileCount);
    await expect(page.getByText('<script>globalThis.ran = 1</script>').first()).toBeVisible();
    for (let first = 0; first < addresses.length; first += 6) {
      const some = addresses.slice(first, first + 6);
      await page.goto(`${service.origin}/compare?${some.join('&')}`);
      const headers = page.getByRole('table', { name: 'Comparison' }).getByRole('columnheader');
      await expect(headers).toHaveCount(some.length);
      await expect(
        page.getByText('no price', { exact: true }).or(page.getByText('not in this plan')),
      ).not.toHaveCount(0);
      const text = (await page.getByRole('main').textContent()) ?? '';
      expect(text).not.toMatch(/[\p{Cc}\p{Cf}\u3164\u2800]/u);
      expect(await contentWidth(page)).toBeLessThanOrEqual(1280);
      expect(await page.locator('main script, main iframe, [onerror], [onload]').count()).toBe(0);
      expect(await injectedValue(page)).toBeUndefined();
    }
  });

  test('all jetton pages render untrusted data safely and fit in the window', async ({ page }) => {
    test.slow();
    const externalUrls = await recordExternalRequests(page);
    await page.goto(service.origin);
    const links = gridRows(page).getByRole('link');
    await expect(links).toHaveCount(hostileCount);
    const hrefs = await links.evaluateAll((found) => found.map((link) => link.getAttribute('href') ?? ''));
    for (const href of hrefs) {
      // On phones, links are in a menu.
      await page.setViewportSize({ width: 1280, height: 844 });
      await page.goto(service.origin + href);
      await expect(page.getByRole('heading', { level: 1 })).not.toHaveText('Jetton');
      const outside = page.getByRole('main').locator('a[target]');
      await expect(outside).not.toHaveCount(0);
      const attributes = await outside.evaluateAll((found) =>
        found.map((link) => [link.getAttribute('href'), link.getAttribute('rel')]),
      );
      for (const link of attributes)
        expect(link).toEqual([
          expect.stringMatching(/^(https:\/\/(site\.example|tonviewer\.com)\/|tg:)/),
          'noopener noreferrer nofollow',
        ]);
      for (const width of [1280, 390]) {
        await page.setViewportSize({ width, height: 844 });
        // The layout follows the width of the window after a render.
        await expect.poll(() => contentWidth(page)).toBeLessThanOrEqual(width);
      }
      expect(await injectedValue(page)).toBeUndefined();
    }
    expect(externalUrls.every((url) => url.startsWith('https://pictures.example/'))).toBe(true);
    await forEachAppearance(page, [1280, 390], (_, accessibility) => expectAccessible(page, accessibility));
  });
});

test.describe('pools', () => {
  const names = [
    '<img src=x onerror="globalThis.ran = 1">',
    '"></title><script>globalThis.ran = 1</script>\u202E',
  ];
  const image = 'https://pictures.example/good.png';
  const swaps = [1, 2, 3].map((lt) => ({
    pool: 'd',
    time: 1_769_600_000 + lt,
    lt,
    sold: '1000000000',
    bought: '2000000',
  }));

  /** A market of two jettons with malicious names. */
  const service = importedService({
    ...pairDataset(['d'], swaps),
    'jettons.json': JSON.stringify(
      names.map((name, index) => ({
        address: addressOf(index === 0 ? 'a' : 'b'),
        image,
        name,
        symbol: name.slice(0, 60),
      })),
    ),
  });

  test.use({ expectedErrors: [/ERR_FAILED/] });

  for (const path of [
    `/jetton/${addressOf('a')}/pool/${addressOf('d')}`,
    `/jetton/${addressOf('b')}/pool/${addressOf('d')}`,
    `/embed/${addressOf('a')}/${addressOf('d')}`,
  ]) {
    test(`untrusted names are rendered as text at ${path.replaceAll(/0:(.)\1+/g, '$1')}`, async ({
      page,
    }) => {
      const externalUrls: string[] = [];
      await page.route(
        (url) => url.origin !== service.origin,
        (route) => {
          externalUrls.push(route.request().url());
          return route.abort();
        },
      );
      await page.goto(`${service.origin}${path}?interval=tick&range=all`);
      await expect(page.getByText(/\d swaps?$/).first()).toBeVisible();
      await expect(page.getByText('<img src=x onerror="globalThis.ran = 1">').first()).toBeVisible();
      await expect(page).toHaveTitle(/<img src=x onerror="globalThis\.ran = 1">/);
      expect(await page.locator('[onerror], [onload], body script:not([src])').count()).toBe(0);
      expect(await page.evaluate(() => document.title)).not.toContain('\u202E');
      expect(await page.evaluate(() => Reflect.get(globalThis, 'ran'))).toBeUndefined();
      expect(externalUrls.every((url) => url === image)).toBe(true);
    });
  }
});
