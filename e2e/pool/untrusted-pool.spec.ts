import { pairDataset } from '#e2e/support/pair-dataset.ts';
import { importedService } from '#e2e/support/service-process.ts';
import { expect, test } from '#e2e/support/test.ts';
import { addressOf } from '#testing/datasets/small-dataset.ts';

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
  test(`untrusted names are rendered as text at ${path.replaceAll(/0:(.)\1+/g, '$1')}`, async ({ page }) => {
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
