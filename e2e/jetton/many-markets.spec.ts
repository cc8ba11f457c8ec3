import { toUserFriendly } from '#contract/address.ts';
import { importedService } from '#e2e/support/service-process.ts';
import { expect, test } from '#e2e/support/test.ts';

const address = (kind: string, index: number) => `0:${kind}${index.toString(16).padStart(63, '0')}`;
/** More than two pages of the service. */
const COUNT = 230;
const jettons = Array.from({ length: COUNT + 1 }, (_, index) => ({
  address: address('a', index),
  symbol: `J${index}`,
  name: `Jetton ${index}`,
}));
const pools = Array.from({ length: COUNT }, (_, index) => ({
  address: address('b', index),
  exchange: 'dedust',
  asset0: address('a', 0),
  asset1: address('a', index + 1),
}));
const service = importedService({
  'jettons.json': JSON.stringify(jettons),
  'pools.json': JSON.stringify(pools),
});

test('scrolling loads all markets, each once', async ({ page }) => {
  const pageRequests: string[] = [];
  page.on('request', (sent) => {
    const { pathname, searchParams } = new URL(sent.url());
    if (pathname.endsWith('/markets') && searchParams.has('cursor')) pageRequests.push(sent.url());
  });
  await page.goto(`${service.origin}/jetton/${toUserFriendly(address('a', 0))}`);
  const table = page.getByRole('table', { name: 'Markets' });
  const rows = table.locator('tbody tr[aria-rowindex]');
  await expect(rows.first()).toBeVisible();
  await expect(table).toHaveAttribute('aria-rowcount', '-1');
  expect(pageRequests).toEqual([]);
  await rows.first().scrollIntoViewIfNeeded();
  const seen = new Map<number, string>();
  const collectRows = async () => {
    const visible = await rows.evaluateAll((found) =>
      found.map((row) => ({
        index: Number(row.getAttribute('aria-rowindex')),
        href: row.querySelector('a')?.getAttribute('href') ?? '',
      })),
    );
    for (const { index, href } of visible) {
      expect(seen.get(index) ?? href).toBe(href);
      seen.set(index, href);
    }
    return seen.size;
  };
  while ((await collectRows()) < COUNT) {
    const before = seen.size;
    await page.mouse.wheel(0, 500);
    await expect.poll(collectRows).toBeGreaterThan(before);
  }
  await expect(page.getByText(`All ${COUNT} markets loaded`)).toBeVisible();
  await expect(table).toHaveAttribute('aria-rowcount', String(COUNT + 1));
  expect(new Set(seen.values()).size).toBe(COUNT);
  expect(new Set(pageRequests).size).toBe(2);
  expect(pageRequests).toHaveLength(2);
});

test('a pool page lists all other pools, and overlays can be removed at any position', async ({ page }) => {
  const jettonUrl = `${service.origin}/jetton/${toUserFriendly(address('a', 0))}`;
  const overlays = Array.from({ length: 2 }, (_, index) => toUserFriendly(address('b', COUNT - 1 - index)));
  const query = overlays.map((pool) => `with=${pool}`).join('&');
  await page.goto(`${jettonUrl}/pool/${toUserFriendly(address('b', 0))}?${query}`);
  const list = page.getByRole('region', { name: 'Other pools' });
  const checked = list.getByRole('checkbox', { checked: true });
  await expect(checked).toHaveCount(overlays.length);
  await checked.last().click();
  await expect(checked).toHaveCount(overlays.length - 1);
  const rows = list.locator('tbody tr');
  const more = list.getByRole('button', { name: 'Show more' });
  const button = list.getByRole('button', { name: /^(Show more|Loading…)$/ });
  while ((await button.count()) > 0) {
    const before = await rows.count();
    await more.click();
    const hasMore = async () => (await rows.count()) > before && (await more.isVisible());
    await expect.poll(async () => (await button.count()) === 0 || hasMore()).toBe(true);
  }
  await expect(rows).toHaveCount(COUNT - 1);
  await expect(page.getByRole('main')).toBeFocused();
});
