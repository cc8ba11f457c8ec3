import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Response } from '@playwright/test';
import { operations } from '#contract/operations.ts';
import { callOperation } from '#e2e/support/call-service.ts';
import { gridOf, gridRow } from '#e2e/support/grid.ts';
import { ServiceProcess } from '#e2e/support/service-process.ts';
import { createStaticServer } from '#e2e/support/static-server.ts';
import { expect, test } from '#e2e/support/test.ts';
import { freePort } from '#testing/service/free-ports.ts';
import { timeLimit } from '#testing/time-limit.ts';

test.use({ expectedErrors: [/Failed to load resource/] });

let service: ServiceProcess;
let folder: string;

test.beforeAll(async () => {
  test.setTimeout(timeLimit(120_000));
  folder = mkdtempSync(join(tmpdir(), 'jetscope-keys-'));
  const keys = join(folder, 'keys.json');
  writeFileSync(keys, JSON.stringify([{ key: 'paid-key', plan: 'paid' }]));
  service = await ServiceProcess.prepare({
    DEMO_JETTONS: '120',
    DEMO_SEED: '7',
    AS_OF: '2026-01-29T07:50:00Z',
    API_KEYS_FILE: keys,
  });
  await service.start();
});

test.afterAll(async () => {
  await service.remove();
  rmSync(folder, { recursive: true });
});

test('default columns without data are hidden, and a line lists them', async ({ page }) => {
  await page.goto(service.origin);
  await expect(page.getByText(/^Hidden, not in this plan: 1h, 24h, 7d, Volume/)).toBeVisible({
    timeout: timeLimit(15_000),
  });
  const header = (name: RegExp) => gridOf(page).getByRole('columnheader', { name });
  await expect(header(/^Volume/)).toHaveCount(0);
  await expect(header(/^Market cap/)).toBeVisible();
});

test('the list works without statistics: headers report it, and a minimum that needs them is not applied', async ({
  page,
}) => {
  await page.goto(`${service.origin}/?floor=1000000000&columns=volume,liquidity`);
  await expect(gridRow(page, 0)).toBeVisible({ timeout: timeLimit(15_000) });
  await expect(gridOf(page).getByRole('columnheader', { name: /^Volume/ })).toContainText(
    'not in this plan',
    {
      timeout: timeLimit(15_000),
    },
  );
  await expect(gridOf(page).getByRole('columnheader', { name: 'Liquidity' })).not.toContainText(
    'not in this plan',
  );
  await expect(page.getByText('Minimum not applied: statistics are not in this plan')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'No matches' })).toHaveCount(0);
  await page.getByRole('button', { name: 'Export' }).click();
  await page.getByRole('button', { name: 'CSV' }).click();
  await expect(page.getByText('Not in this plan. Nothing was saved.')).toBeVisible({
    timeout: timeLimit(15_000),
  });
});

test('a comparison marks rows not in the plan and shows list data and price lines', async ({
  page,
  request,
}) => {
  const filter = { verification: ['JVS_VERIFIED' as const], limit: 2 };
  const { jettons } = await callOperation(request, operations.getJettons, filter, service.origin);
  const query = jettons.map(({ metadata }) => `address=${metadata.address}`).join('&');
  await page.goto(`${service.origin}/compare?${query}&currency=eur`);
  const table = page.getByRole('table', { name: 'Comparison' });
  const headers = table.getByRole('rowheader');
  // A group of which the plan includes nothing says so once.
  for (const group of [/^Price change in GRAM/, /activity/])
    await expect(headers.filter({ hasText: group })).toContainText('not in this plan');
  await expect(headers.filter({ hasText: /^Market cap/ })).toContainText('not in this plan');
  const exit = table.getByRole('row').filter({ has: page.getByRole('rowheader', { name: 'Exit $1k' }) });
  await expect(exit.getByRole('cell').first()).toHaveText(/\d/);
  await expect(headers.filter({ hasText: /^Trust/ })).toContainText('age not in this plan');
  const holders = table.getByRole('row').filter({ has: page.getByRole('rowheader', { name: 'Holders' }) });
  await expect(holders.getByRole('cell').first()).toHaveText(/\d/);
  await expect(page.getByRole('slider', { name: 'Time' })).toHaveAttribute(
    'aria-valuetext',
    /^2026-01-29 07:50 UTC: .* \d+\.\d, .* \d+\.\d$/,
    { timeout: timeLimit(20_000) },
  );
});

test('a long watchlist reports that it cannot be sorted as a whole by values not in the plan', async ({
  page,
  request,
}) => {
  const first = await callOperation(request, operations.getJettons, { limit: 100 }, service.origin);
  const input = { limit: 100, cursor: first.next };
  const second = await callOperation(request, operations.getJettons, input, service.origin);
  const addresses = [...first.jettons, ...second.jettons].map(({ metadata }) => metadata.address);
  await page.goto(
    `${service.origin}/watchlist#${addresses.map((address) => `address=${address}`).join('&')}`,
  );
  await expect(page.getByText(`All ${addresses.length} loaded`)).toBeVisible();
  await expect(page.getByText(/^Sorted only within groups of 100/)).toBeVisible();
  await page.getByRole('columnheader', { name: 'Holders' }).getByRole('button').click();
  await expect(page.getByText(/^Sorted only within groups of 100/)).toHaveCount(0);
});

// In this file because its service can be stopped, and starting another one takes longer than the test.
test('rows stay during an outage, and loading continues after it', async ({ page }) => {
  await page.goto(service.origin);
  await expect(gridRow(page, 0)).toBeVisible();
  await service.stop();
  await gridOf(page).evaluate((grid) => grid.scrollTo(0, 80 * 32));
  // A single message reports the outage.
  await expect(page.getByText(/^Offline\./)).toBeVisible({ timeout: timeLimit(30_000) });
  await expect(page.getByRole('alert')).toHaveText('Retry', { timeout: timeLimit(30_000) });
  await expect(gridRow(page, 80)).toBeVisible();

  await service.start();
  await page.getByRole('alert').getByRole('button', { name: 'Retry' }).click();
  await expect(page.getByText(/^All \d+ loaded/)).toBeVisible();
  await expect(page.getByRole('alert')).toHaveCount(0);
});

test.describe('with a limit of one request per second', () => {
  test.beforeAll(async () => {
    await service.stop();
    await service.start({ RATE_LIMIT: '1' });
  });

  test('a static page without a key sends one request per second and requests rejected operations once', async ({
    page,
  }) => {
    test.slow();
    const port = await freePort();
    const settings = { baseUrl: service.origin, requestsPerSecond: 1 };
    const server = createStaticServer(settings).listen(port, '127.0.0.1');
    const responses: Response[] = [];
    page.on('response', (response) => {
      if (response.url().startsWith(`${service.origin}/v1/`)) responses.push(response);
    });
    try {
      await page.goto(`http://127.0.0.1:${port}/?columns=volume,trust`);
      await expect(gridRow(page, 0)).toBeVisible({ timeout: timeLimit(15_000) });
      const header = (name: RegExp) => gridOf(page).getByRole('columnheader', { name });
      await expect(header(/^Volume/)).toContainText('not in this plan', { timeout: timeLimit(15_000) });
      await expect(header(/^Trust/)).toHaveAttribute('title', /age not in this plan$/, {
        timeout: timeLimit(15_000),
      });
      await gridOf(page).evaluate((grid) => grid.scrollTo(0, 95 * 32));
      await expect(page.getByText(/^All \d+ loaded$/)).toBeVisible({ timeout: timeLimit(30_000) });
      await gridRow(page, 99).getByRole('link').click();
      await expect(page.getByRole('table', { name: 'Markets' }).locator('tbody tr').first()).toBeVisible({
        timeout: timeLimit(30_000),
      });
      const keys = responses.map((response) => response.request().headers().authorization);
      expect(keys.filter((key) => key !== undefined)).toEqual([]);
      const rejected = responses.filter((response) => response.status() === 403);
      const paths = rejected.map((response) => new URL(response.url()).pathname);
      expect(paths).toContain(operations.getJettonStatisticsList.path);
      expect(paths).toContain(operations.getJettonTrustScoreList.path);
      expect(paths).toEqual([...new Set(paths)]);
      expect(responses.filter((response) => response.status() === 429)).toEqual([]);
      const starts = responses
        .map((response) => response.request().timing().startTime)
        .toSorted((a, b) => a - b);
      const gaps = starts.slice(1).map((start, index) => start - (starts[index] ?? 0));
      expect(Math.min(...gaps)).toBeGreaterThan(1000);
    } finally {
      server.closeAllConnections();
      server.close();
    }
  });

  test('requests are retried after the time given by the service', async ({ page }) => {
    const limited = page.waitForResponse((response) => response.status() === 429);
    await page.goto(service.origin);
    await limited;
    await expect(gridRow(page, 0)).toBeVisible({ timeout: timeLimit(15_000) });
  });
});
