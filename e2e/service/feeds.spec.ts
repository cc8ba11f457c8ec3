import { appendFileSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { TON_ADDRESS } from '#contract/address.ts';
import { gridRow } from '#e2e/support/grid.ts';
import { ServiceProcess } from '#e2e/support/service-process.ts';
import { expect, test } from '#e2e/support/test.ts';
import { timeLimit } from '#testing/time-limit.ts';

const USDT = '0:b113a994b5024a16719f69139328eb759596c38a25f59028b146fecdc3621dfe';
const addressOf = (index: number) => `0:${String(index).padStart(64, '1')}`;

let folder: string;
let file: string;
let service: ServiceProcess;
let lt = 1_000;

test.beforeAll(async () => {
  test.setTimeout(timeLimit(120_000));
  folder = mkdtempSync(join(tmpdir(), 'jetscope-feed-'));
  file = join(folder, 'market.ndjson');
  writeFileSync(file, '');
  const feedsFile = join(folder, 'feeds.json');
  writeFileSync(feedsFile, JSON.stringify([{ name: 'indexer', kind: 'ndjson', url: 'market.ndjson' }]));
  service = await ServiceProcess.prepare({ FEEDS_FILE: feedsFile });
  await service.start();
});

test.afterAll(async () => {
  await service.remove();
  rmSync(folder, { recursive: true });
});

function append(...records: readonly object[]): void {
  appendFileSync(file, records.map((record) => `${JSON.stringify(record)}\n`).join(''));
}

/** A jetton with a pool against TON and a trade. */
function listJetton(index: number, name: string): void {
  const [jetton, pool] = [addressOf(index), addressOf(index + 5_000)];
  const createdAt = new Date(Date.now() - 60_000 + index).toISOString();
  append(
    { type: 'jetton', address: jetton, name, symbol: name.toUpperCase(), decimals: 9, createdAt },
    { type: 'pool', address: pool, exchange: 'stonfi', asset0: jetton, asset1: TON_ADDRESS },
    trade(pool, jetton, TON_ADDRESS, '5000000000', '1000000000'),
  );
}

function trade(pool: string, sold: string, bought: string, soldAmount: string, boughtAmount: string): object {
  lt += 1_000;
  return {
    type: 'swap',
    pool_address: pool,
    event_time: Math.floor(Date.now() / 1000),
    lt: String(lt),
    trader_address: addressOf(99_999),
    token_sold_address: sold,
    token_bought_address: bought,
    amount_sold_raw: soldAmount,
    amount_bought_raw: boughtAmount,
  };
}

test('a page opened on an empty store fills, and new jettons appear without a reload', async ({ page }) => {
  await page.goto(`${service.origin}/?sort=createdAt&order=desc`);
  await expect(page.getByText(/no jettons|loading the market/i).first()).toBeVisible();
  const pool = addressOf(9_000);
  append(
    { type: 'jetton', address: USDT, name: 'Tether USD', symbol: 'USDT', decimals: 6 },
    { type: 'pool', address: pool, exchange: 'stonfi', asset0: TON_ADDRESS, asset1: USDT },
    trade(pool, TON_ADDRESS, USDT, '1000000000', '3000000'),
  );
  listJetton(1, 'First');
  await expect(gridRow(page, 0)).toContainText('FIRST', { timeout: timeLimit(60_000) });
  listJetton(2, 'Second');
  await expect(gridRow(page, 0)).toContainText('SECOND', { timeout: timeLimit(60_000) });
  await expect(gridRow(page, 1)).toContainText('FIRST');
});

test('the status of the feed is shown and can be reached by keyboard', async ({ page }) => {
  await page.goto(service.origin);
  await expect(gridRow(page, 0)).toBeVisible();
  await expect(page.getByText('Simulated market')).toHaveCount(0);
  const button = page.getByRole('button', { name: /data sources/i }).first();
  await button.focus();
  await page.keyboard.press('Enter');
  const panel = page.getByRole('region', { name: 'Data sources' });
  await expect(panel).toContainText('indexer');
  await expect(panel).toContainText('Up to date');
  await page.keyboard.press('Escape');
  await expect(panel).toHaveCount(0);
  await expect(button).toBeFocused();
});
