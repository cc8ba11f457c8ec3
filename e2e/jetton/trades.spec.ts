import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { numberFromAmount } from '#contract/amount.ts';
import { countNoun } from '#contract/format/format-numbers.ts';
import { shortenAddress } from '#contract/format/format-text.ts';
import { defaultNativeCoin } from '#contract/native-coin.ts';
import { getJettonTraders, getJettonTradingIntegrity } from '#contract/traders.ts';
import { getJettonMarketTransactions, getJettonTransactions } from '#contract/transactions.ts';
import { busyPool } from '#e2e/support/busy-pool.ts';
import { callOperation } from '#e2e/support/call-service.ts';
import { expect, test } from '#e2e/support/test.ts';
import { fullAmountText } from '#web/money/amounts.ts';

/** On the page of a jetton or a pool. */
const tradesOf = (page: Page) =>
  page
    .getByRole('region', { name: 'Trades', exact: true })
    .or(page.getByRole('tabpanel', { name: 'Trades' }));
const rowsOf = (page: Page) =>
  tradesOf(page)
    .getByRole('row')
    .filter({ has: page.getByRole('cell') });

/** Path parameters of the busy pool. */
async function poolInput(path: string) {
  const [address = '', poolAddress = ''] = path.split('/').filter((part) => part.length === 48);
  return { address, poolAddress };
}

test('the trades of a pool are listed, filtered and saved', async ({ page, request }) => {
  const { path } = await busyPool(request);
  const input = await poolInput(path);
  await page.goto(path);
  await tradesOf(page).scrollIntoViewIfNeeded();
  const first = { ...input, limit: 50 };
  const { transactions, jettons } = await callOperation(request, getJettonMarketTransactions, first);
  const [newest] = transactions;
  if (!newest) throw new Error('no trades');
  await expect(rowsOf(page).first()).toContainText(newest.type === 'TT_BUY' ? 'Buy' : 'Sell');
  await expect(rowsOf(page).first()).toContainText(fullAmountText(newest.amount));
  await expect(tradesOf(page).getByRole('status')).toHaveText('50 trades loaded');
  const quote = jettons?.[newest.counterpart]?.symbol ?? defaultNativeCoin.symbol;
  await expect(tradesOf(page).getByRole('columnheader', { name: `Price, ${quote}` })).toBeVisible();

  const saved = page.waitForEvent('download');
  await tradesOf(page).getByRole('button', { name: 'Save 50 loaded as CSV' }).click();
  const lines = (await readFile(await (await saved).path(), 'utf8')).trim().split('\r\n');
  expect(lines).toHaveLength(51);
  expect(lines[1]).toContain(fullAmountText(newest.counterpartAmount));

  await tradesOf(page).getByRole('radio', { name: 'Sells' }).check({ force: true });
  const sells = await callOperation(request, getJettonMarketTransactions, {
    ...input,
    type: 'TT_SELL',
    limit: 50,
  });
  const [sell] = sells.transactions;
  if (!sell) throw new Error('no sells');
  await expect(rowsOf(page).first()).toContainText(fullAmountText(sell.amount));
  await expect(rowsOf(page).getByText('Buy', { exact: true })).toHaveCount(0);

  await tradesOf(page).getByRole('radio', { name: 'All' }).check({ force: true });
  await tradesOf(page).getByRole('combobox', { name: 'Size' }).selectOption('$100,000 or more');
  const large = await callOperation(request, getJettonMarketTransactions, {
    ...input,
    minUsd: 100_000,
    limit: 50,
  });
  await expect(
    large.transactions.length > 0 ? rowsOf(page).first() : tradesOf(page).getByText('No trades match.'),
  ).toBeVisible();
});

test('prices of trades are in USD if those of the chart are', async ({ page, request }) => {
  const { path } = await busyPool(request);
  const { transactions } = await callOperation(request, getJettonMarketTransactions, {
    ...(await poolInput(path)),
    limit: 1,
  });
  const [newest] = transactions;
  if (!newest?.usd) throw new Error('no value in USD');
  await page.goto(`${path}?quote=usd`);
  await expect(tradesOf(page).getByRole('columnheader', { name: 'Price, USD' })).toBeVisible();
  const price = numberFromAmount(newest.usd) / numberFromAmount(newest.amount);
  const shown = await rowsOf(page).first().locator('[data-full]').last().getAttribute('data-full');
  expect(Number(shown) / price).toBeCloseTo(1, 4);
});

test('the top traders of a jetton are listed, and a chosen one is shown with their trades', async ({
  page,
  request,
}) => {
  const { address } = await poolInput((await busyPool(request)).path);
  const list = { address, sort: 'transactions', period: 'week', limit: 20 } as const;
  const { traders, next } = await callOperation(request, getJettonTraders, list);
  const integrity = await callOperation(request, getJettonTradingIntegrity, { address });
  const [first] = traders;
  if (!first?.whoFriendly || next === undefined) throw new Error('too few traders');
  const { who, whoFriendly } = first;
  const ofTrader = await callOperation(request, getJettonTraders, { address, who });
  const bought = ofTrader.traders[0]?.bought.amount ?? { value: '', decimals: 0 };
  await page.goto(`/jetton/${address}`);
  const region = page.getByRole('region', { name: 'Top traders' });
  await region.scrollIntoViewIfNeeded();
  await region.getByRole('radio', { name: 'Trades' }).check({ force: true });
  await region.getByRole('combobox', { name: 'Period' }).selectOption('7d');
  const rows = region.getByRole('row').filter({ has: page.getByRole('cell') });
  await expect(rows).toHaveCount(20);
  await expect(rows.first()).toContainText(fullAmountText(first.net.amount));
  await region.getByRole('button', { name: 'Show more' }).click();
  await expect.poll(() => rows.count()).toBeGreaterThan(20);

  const figures = page.getByRole('region', { name: 'Trading integrity' });
  await figures.scrollIntoViewIfNeeded();
  await expect(figures).toContainText(`of ${integrity.traders.toLocaleString('en')}`);
  await expect(figures).toContainText(`${countNoun(integrity.firstHour?.buyers ?? 0, 'buyer')} in the hour`);

  await region.getByRole('button', { name: `Only trades of ${shortenAddress(whoFriendly)}` }).click();
  const trader = tradesOf(page).getByRole('region', { name: 'Trader', exact: true });
  await expect(trader).toBeInViewport();
  await expect(trader).toContainText(fullAmountText(bought));
  const ofOthers = tradesOf(page)
    .getByRole('button', { name: /^Only trades of/ })
    .and(page.locator(`:not([title="${whoFriendly}"])`));
  await expect(ofOthers).toHaveCount(0);
  await expect(page).toHaveURL(new RegExp(`trader=${whoFriendly}$`));
});

test('older trades load while the list is scrolled by keyboard', async ({ page, request }) => {
  const { path } = await busyPool(request);
  const { address } = await poolInput(path);
  await page.goto(`/jetton/${address}`);
  await tradesOf(page).scrollIntoViewIfNeeded();
  const status = tradesOf(page).getByRole('status');
  await expect(status).toHaveText(/trades loaded$/);
  const { transactions } = await callOperation(request, getJettonTransactions, { address, limit: 101 });
  expect(transactions).toHaveLength(101);
  await tradesOf(page).getByRole('region', { name: 'List of trades' }).focus();
  await page.keyboard.press('End');
  await expect(status).toHaveText('100 trades loaded');
  await expect(rowsOf(page).first()).not.toContainText(
    fullAmountText(transactions[0]?.amount ?? { value: '', decimals: 0 }),
  );
});

test.describe('of a service that lacks the operation', () => {
  test.use({ expectedErrors: [/404/] });

  test('a line says so, without an error', async ({ page, request }) => {
    const { path } = await busyPool(request);
    await page.route(/\/v1\/.*\/transactions/, (route) =>
      route.fulfill({ status: 404, json: { code: 5, message: 'not found', details: [] } }),
    );
    await page.goto(path);
    await tradesOf(page).scrollIntoViewIfNeeded();
    await expect(tradesOf(page).getByText('This service does not list trades.')).toBeVisible();
    await expect(tradesOf(page).getByRole('alert')).toHaveCount(0);
  });
});
