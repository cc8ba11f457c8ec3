import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gridOf, gridRow } from '#e2e/support/grid.ts';
import { ServiceProcess } from '#e2e/support/service-process.ts';
import { expect, test } from '#e2e/support/test.ts';

test.use({ expectedErrors: [/Failed to load resource/] });

test('the table has its final size while loading', async ({ page }) => {
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route('**/v1/jettons', async (route) => {
    await held;
    await route.continue();
  });
  await page.goto('/');
  const table = gridOf(page);
  await expect(table).toHaveAttribute('aria-busy', 'true');
  const before = await table.boundingBox();
  release();
  await expect(gridRow(page, 0)).toBeVisible();
  expect(await table.boundingBox()).toEqual(before);
  await expect(table).toHaveAttribute('aria-busy', 'false');
});

test('a list that fails to load shows the reason and can be retried', async ({ page }) => {
  await page.route('**/v1/jettons', (route) => route.abort());
  await page.goto('/');
  await expect(page.getByRole('heading', { name: "Couldn't load jettons" })).toBeVisible({ timeout: 15_000 });
  const notice = page.getByRole('region', { name: "Couldn't load jettons" });
  await expect(notice).toContainText("Can't reach the server.");
  await page.unroute('**/v1/jettons');
  await page.getByRole('button', { name: 'Retry' }).click();
  await expect(gridRow(page, 0)).toBeVisible();
});

test('failed statistics do not end the list, are reported and can be retried', async ({ page }) => {
  await page.route('**/v1/jettons/stats', (route) => route.fulfill({ status: 500, json: {} }));
  await page.goto('/?floor=1');
  const alert = page.getByRole('alert').filter({ hasText: 'The server returned 500' });
  await expect(alert).toBeVisible({ timeout: 15_000 });
  await expect(page.getByRole('heading', { name: 'No matches' })).toHaveCount(0);
  await expect(page.getByText(/^All .* loaded$/)).toHaveCount(0);
  await page.unroute('**/v1/jettons/stats');
  await alert.getByRole('button', { name: 'Retry' }).click();
  await expect(gridRow(page, 0)).toBeVisible();
  await expect(alert).toHaveCount(0);
});

test.describe('a separate service', () => {
  let service: ServiceProcess;

  test.beforeAll(async () => {
    service = await ServiceProcess.prepare({ DEMO_JETTONS: '120', DEMO_SEED: '7' });
    await service.start();
  });
  test.afterAll(() => service.remove());

  test('shows no fixed clock; rows stay during an outage and loading continues after it', async ({
    page,
  }) => {
    await page.goto(service.origin);
    await expect(gridRow(page, 0)).toBeVisible();
    await expect(page.getByText('Simulated market')).toBeVisible();
    await expect(page.getByText(/^as of/)).toHaveCount(0);

    await service.stop();
    await gridOf(page).evaluate((grid) => grid.scrollTo(0, 80 * 32));
    await expect(page.getByRole('alert')).toHaveText(/Can't reach the server/, { timeout: 30_000 });
    await expect(gridRow(page, 80)).toBeVisible();

    await service.start();
    await page.getByRole('button', { name: 'Retry' }).click();
    await expect(page.getByText(/^All \d+ loaded/)).toBeVisible();
    await expect(page.getByRole('alert')).toHaveCount(0);
  });
});

test('requests are retried after the time given by a rate limit', async ({ page }) => {
  const service = await ServiceProcess.prepare({ DEMO_JETTONS: '20', RATE_LIMIT: '1' });
  try {
    await service.start();
    await page.goto(service.origin);
    await expect(gridRow(page, 0)).toBeVisible({
      timeout: 15_000,
    });
  } finally {
    await service.remove();
  }
});

test('an empty store shows how to import data', async ({ page }) => {
  const dataset = mkdtempSync(join(tmpdir(), 'jetscope-empty-'));
  writeFileSync(join(dataset, 'jettons.json'), '[]');
  const service = await ServiceProcess.prepare();
  try {
    await service.import(dataset, '2026-01-29T07:50:00Z');
    await service.start();
    await page.goto(service.origin);
    await expect(page.getByRole('heading', { name: 'No data yet' })).toBeVisible();
    await expect(page.getByText('npm run import')).toBeVisible();
    await expect(page.getByText('Simulated market')).toHaveCount(0);
  } finally {
    await service.remove();
    rmSync(dataset, { recursive: true });
  }
});
