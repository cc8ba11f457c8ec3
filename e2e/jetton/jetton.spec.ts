import type { APIRequestContext } from '@playwright/test';
import { TON_ADDRESS, toUserFriendly } from '#contract/address.ts';
import { decimalFromAmount } from '#contract/amount.ts';
import { countPeriods } from '#contract/enums.ts';
import { exchangeName } from '#contract/format/market-names.ts';
import type { Jetton } from '#contract/jetton.ts';
import { DEFAULT_MARKET_TYPE, type Market } from '#contract/market.ts';
import { operations } from '#contract/operations.ts';
import { expectAccessible } from '#e2e/support/appearance.ts';
import { callOperation, fetchAllJettons, fullAmount } from '#e2e/support/call-service.ts';
import { gridRow, gridRows } from '#e2e/support/grid.ts';
import { holdRequests } from '#e2e/support/intercept.ts';
import { expect, test } from '#e2e/support/test.ts';

interface TradedJetton {
  readonly jetton: Jetton;
  readonly address: string;
  readonly path: string;
  readonly markets: readonly Market[];
}

/** Returns the jetton with the highest volume among those with `min` to `max` markets. */
async function findTraded(
  request: APIRequestContext,
  min: number,
  max: number,
  isAccepted: (jetton: Jetton) => boolean = () => true,
): Promise<TradedJetton> {
  for (const jetton of (await fetchAllJettons(request)).filter(isAccepted)) {
    const { address } = jetton.metadata;
    const { markets } = await callOperation(request, operations.getJettonMarkets, { address, limit: 100 });
    if (markets.length >= min && markets.length <= max) {
      return { jetton, address, path: `/jetton/${toUserFriendly(address)}`, markets };
    }
  }
  throw new Error(`no jetton with ${min} to ${max} markets`);
}

test('a row opens its jetton page with price and markets', async ({ page, request }) => {
  const [first] = await fetchAllJettons(request);
  await page.goto('/');
  await gridRow(page, 0).getByRole('gridcell').nth(5).click();
  await expect(page).toHaveURL(`/jetton/${toUserFriendly(first?.metadata.address ?? '')}`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(first?.metadata.symbol ?? '');

  const { address, path, markets } = await findTraded(request, 2, 10);
  await page.goto(path);
  const price = await callOperation(request, operations.getJettonPrice, { address });
  const shown = page.getByRole('region', { name: 'Price', exact: true });
  await expect(shown.getByTitle(fullAmount(price.usd?.price), { exact: true })).toBeVisible();
  await expect(shown.getByTitle(fullAmount(price.ton?.price), { exact: true })).toBeVisible();
  await expect(shown).toContainText(/updated \d+ \w+ before the snapshot/);

  const table = page.getByRole('table', { name: 'Markets' }).locator('tbody tr');
  await expect(table).toHaveCount(markets.length);
  await expect(page.getByText(`All ${markets.length} markets loaded`)).toBeVisible();
  const day = Date.parse('2026-01-28T07:50:00Z');
  for (const [index, market] of markets.entries()) {
    const row = table.nth(index);
    await expect(row).toContainText(exchangeName(market.exchangeId));
    await expect(row.getByTitle(fullAmount(market.price.usd)).first()).toBeAttached();
    const isInactive = Date.parse(market.lastTransactionAt ?? '') < day || !market.lastTransactionAt;
    await (isInactive ? expect(row) : expect(row).not).toHaveAttribute('data-inactive');
  }
  await expect(table.first()).toContainText('deepest');
  await table.nth(1).click();
  await expect(page).toHaveURL(`${path}/pool/${toUserFriendly(markets[1]?.poolAddress ?? '')}`);
  await page.goBack();
  await expect(table).toHaveCount(markets.length);
});

for (const way of ['the End key', 'a link']) {
  test(`markets reached by ${way} stay in place while the sections above load`, async ({ page, request }) => {
    await page.setViewportSize({ width: 1280, height: 720 });
    // So few that the section before them is visible, too.
    const { path } = await findTraded(request, 2, 3, ({ verification }) => verification !== 'JVS_SCAM');
    const release = await holdRequests(page, /\/(holders\/top|traders|trading-integrity)(\?|$)/);
    await page.goto(path);
    const markets = page.getByRole('region', { name: 'Markets', exact: true });
    const row = markets.locator('tbody tr').first();
    await expect(row).toBeAttached();
    const holders = page.getByRole('region', { name: 'Top holders' });
    const toMarkets = () =>
      way === 'the End key'
        ? page.keyboard.press('End')
        : markets.evaluate((element) => element.scrollIntoView());
    await toMarkets();
    await expect(holders).not.toHaveAttribute('data-unloaded');
    await expect(async () => {
      // Sections that are not held may have become longer since.
      await toMarkets();
      const below = await page.evaluate(
        () => document.documentElement.scrollHeight - Math.ceil(innerHeight + scrollY),
      );
      expect(below).toBeLessThan(2);
    }).toPass();
    const top = () => row.evaluate((element) => element.getBoundingClientRect().top);
    const before = await top();
    const heightBefore = (await holders.boundingBox())?.height ?? 0;
    release();
    await expect(holders.getByRole('table').first()).toBeAttached();
    await expect(page.getByRole('region', { name: 'Trading integrity' })).toContainText('Top 10 traders');
    // Otherwise, nothing has tried to move them.
    expect((await holders.boundingBox())?.height).toBeGreaterThan(heightBefore + 100);
    expect(Math.abs((await top()) - before)).toBeLessThan(2);
  });
}

test('any form of an address redirects to the canonical URL', async ({ page, request }) => {
  const { address, path } = await findTraded(request, 1, 100);
  await page.goto(`/jetton/${address.toUpperCase()}?period=7d`);
  await expect(page).toHaveURL(`${path}?period=7d`);
  await expect(page.locator('link[rel="canonical"]')).toHaveAttribute('href', new URL(path, page.url()).href);
  await expect(page.getByRole('radio', { name: '7d' }).last()).toBeChecked();
});

test('the currency is in the URL and applies to the next jetton', async ({ page, request }) => {
  const { address, path } = await findTraded(request, 1, 100);
  await page.goto(path);
  await expect(page.getByRole('rowheader', { name: 'USD' })).toBeVisible();
  await expect(page.getByRole('rowheader', { name: 'EUR' })).toHaveCount(0);
  await page.getByRole('combobox', { name: 'Currency' }).fill('euro');
  await page.getByRole('option', { name: /^EUR/ }).click();
  await expect(page).toHaveURL(`${path}?currency=eur`);
  const { currency } = await callOperation(request, operations.getJettonPrice, { address, currency: 'eur' });
  const shown = page.getByRole('region', { name: 'Price', exact: true });
  await expect(shown.getByTitle(fullAmount(currency?.price), { exact: true })).toBeVisible();

  const { items } = await callOperation(request, operations.getPriceChangeList, {
    address: [address],
    currency: 'eur',
  });
  const line = page.getByRole('row').filter({ has: page.getByRole('rowheader', { name: 'EUR' }) });
  await expect(
    line.getByTitle(`${items[0]?.changes.day?.changePercent}%`, { exact: true }).first(),
  ).toBeVisible();
  const metrics = { address: [address], currency: 'eur' as const };
  const [money] = (await callOperation(request, operations.getJettonMetricsList, metrics)).items;
  const size = page.getByRole('region', { name: 'Market cap, FDV, liquidity and holders' });
  for (const sum of [money?.mcapCurrency, money?.fdmcCurrency, money?.liquidityCurrency]) {
    await expect(size.getByTitle(fullAmount(sum), { exact: true }).first()).toBeVisible();
  }

  const other = (await fetchAllJettons(request)).find(({ metadata }) => metadata.address !== address);
  const otherPath = `/jetton/${toUserFriendly(other?.metadata.address ?? '')}`;
  await page.goto(otherPath);
  await expect(page).toHaveURL(`${otherPath}?currency=eur`);
  await page.goto(`${otherPath}?currency=usd`);
  await expect(page.getByRole('combobox', { name: 'Currency' })).toHaveValue(/^USD/);
});

test('activity shows the statistics of every period', async ({ page, request }) => {
  const { address, path } = await findTraded(request, 1, 100);
  const input = { address: [address] };
  const transactions = (await callOperation(request, operations.getTransactionsNumberChangeList, input))
    .items[0]?.changes;
  const traders = (await callOperation(request, operations.getJettonStatisticsList, input)).items[0]?.traders;
  const euros = { ...input, currency: 'eur' } as const;
  const volume = (await callOperation(request, operations.getTradingVolumeChangeList, euros)).items[0]
    ?.changes;
  await page.goto(`${path}?currency=eur`);
  const labels = { hour: '1h', hour6: '6h', day: '24h', week: '7d', month: '30d' } as const;
  const row = (name: string) => page.getByRole('region', { name, exact: true });
  for (const period of countPeriods) {
    await page
      .getByRole('group', { name: 'Activity period' })
      .getByRole('radio', { name: labels[period] })
      .click();
    await expect(page).toHaveURL(`${path}?currency=eur&period=${labels[period]}`);
    const total = transactions?.total[period];
    await expect(row('Transactions')).toContainText(Number(total?.current).toLocaleString('en'));
    await expect(
      row('Transactions').getByTitle(`${total?.changePercent}%`, { exact: true }).first(),
    ).toBeVisible();
    await expect(row('Traders')).toContainText(Number(traders?.[period].current).toLocaleString('en'));
    const sold = volume?.sell[period].current;
    await expect(row('Volume, EUR').getByTitle(fullAmount(sold), { exact: true }).first()).toBeVisible();
  }
  // Operation 9 has no volumes in the native coin.
  const dollars = (
    await callOperation(request, operations.getTradingVolumeChangeList, { ...input, currency: 'usd' })
  ).items[0]?.changes.total.day.current;
  const coin = await callOperation(request, operations.getJettonPrice, { address: TON_ADDRESS });
  await page.goto(`${path}?currency=ton`);
  await expect(row('Volume, GRAM')).toContainText('Converted from USD at the current rate');
  const shown = Number(await row('Volume, GRAM').locator('b [title]').first().getAttribute('title'));
  expect(shown / (Number(fullAmount(dollars)) / Number(fullAmount(coin.usd?.price)))).toBeCloseTo(1, 6);
});

test('facts: addresses to copy, QR code, trust, and other jettons of the admin', async ({
  page,
  request,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const jettons = await fetchAllJettons(request);
  const jetton = jettons.find(({ admin }) => {
    const own = jettons.filter((other) => other.admin?.address === admin?.address);
    return admin?.address !== undefined && admin.address !== TON_ADDRESS && own.length > 1;
  });
  const { address } = jetton?.metadata ?? { address: '' };
  await page.goto(`/jetton/${toUserFriendly(address)}`);
  for (const [name, text] of [
    ['Copy raw address', address],
    ['Copy user-friendly address', toUserFriendly(address)],
  ] as const) {
    await page.getByRole('button', { name }).click();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(text);
  }
  await page.getByRole('button', { name: 'QR code' }).click();
  await expect(page.getByRole('img', { name: 'QR code of the address' })).toBeVisible();
  await page.keyboard.press('Escape');

  const trust = page.getByRole('region', { name: 'Trust', exact: true });
  await expect(trust).toContainText(String(jetton?.trustScore));
  await expect(page.getByText(/^calculated \d+ \w+ before the snapshot$/)).toHaveCount(1);
  // Seven of the list, and two of the largest holders.
  await expect(trust.getByRole('listitem')).toHaveCount(9);
  await expect(
    page.getByText(/^Price impact of selling 1% of the circulating supply: (low|high|extreme)/),
  ).toBeVisible();

  const admin = jetton?.admin?.address ?? '';
  const filter = { admin: [admin], limit: 100 };
  const count = (await callOperation(request, operations.getJettons, filter)).jettons.length;
  await page.getByRole('link', { name: `All ${count} jettons by this admin` }).click();
  await expect(page).toHaveURL(`/?excludeScam=false&admin=${toUserFriendly(admin)}`);
  await expect(gridRows(page)).toHaveCount(count);
});

test('shows the chart of the deepest market with the range of the URL', async ({ page, request }) => {
  const { path, markets } = await findTraded(request, 2, 100);
  await page.goto(`${path}?range=30d`);
  const chart = page.getByRole('region', { name: 'Chart', exact: true });
  await expect(chart.getByRole('button', { name: '30d' })).toHaveAttribute('aria-pressed', 'true');
  await expect(chart.getByText(/^[\d,]+ swaps$/)).toBeVisible();
  await chart.getByRole('application').focus();
  await page.keyboard.press('End');
  await expect(chart.locator('[aria-live]')).toHaveText(/\d{4}.*: /);
  await chart.getByRole('button', { name: '24h' }).click();
  await expect(page).toHaveURL(`${path}?range=24h`);
  await chart.getByRole('link', { name: 'Open pool' }).click();
  await expect(page).toHaveURL(`${path}/pool/${toUserFriendly(markets[0]?.poolAddress ?? '')}`);
});

test('the header and the chart show the same current price, which the chart explains', async ({
  page,
  request,
}) => {
  // The price of a stablecoin is that of its newest bar.
  const isVolatile = ({ metadata }: Jetton) => !metadata.symbol?.includes('USD');
  const { path } = await findTraded(request, 1, 100, isVolatile);
  await page.goto(path);
  const header = page.getByRole('region', { name: 'Price', exact: true }).locator('[aria-hidden]').first();
  const chart = page.getByRole('region', { name: 'Chart', exact: true });
  const explanation = chart.getByText(
    /^Current price [\d.,]+ USD\. Price of the last swap at the current exchange rate/,
  );
  const summary = chart.getByText(/^From \d{4}-/);
  await expect(summary).toBeVisible();
  await expect(explanation).toHaveCount(0);
  await summary.click();
  await expect(explanation).toBeVisible();
  const numberIn = (text: string | null) => Number(/[\d.,]+/.exec(text ?? '')?.[0].replaceAll(',', ''));
  expect(numberIn(await explanation.textContent())).toBe(numberIn(await header.textContent()));
  await expect(chart.getByTitle(/rate at the time of each swap/)).toHaveText(/^Current [\d.,]+$/);
});

test('a sentence and a table describe the chart', async ({ page, request }) => {
  const { path } = await findTraded(request, 2, 100);
  await page.goto(`${path}?range=30d`);
  const chart = page.getByRole('region', { name: 'Chart', exact: true });
  const sentence = chart.getByText(/^From 2025-12-30 .* candles of .*\.$/);
  await sentence.click();
  const table = chart.getByRole('table', { name: 'Visible candles' });
  const bars = Number(/, ([\d]+) candles of/.exec((await sentence.textContent()) ?? '')?.[1]);
  expect(bars).toBeGreaterThan(20);
  await expect(table.locator('tbody tr')).toHaveCount(bars);
  const before = await sentence.textContent();
  await chart.getByRole('application', { name: /^Price of .* Arrow keys/ }).focus();
  await page.keyboard.press('+');
  await expect(sentence).toHaveCount(0);
  await expect(chart.getByText(/^From \d{4}-.* candles of/)).not.toHaveText(before ?? '');
});

test('filters markets by exchange, quote and pool in the URL', async ({ page, request }) => {
  const { address, path, markets } = await findTraded(request, 3, 100);
  const { exchangeId, counterpart, poolAddress } = markets.at(-1) ?? {};
  const count = async (filters: object) =>
    (await callOperation(request, operations.getJettonMarkets, { address, limit: 100, ...filters })).markets
      .length;
  await page.goto(path);
  const table = page.getByRole('table', { name: 'Markets' });
  const rows = table.locator('tbody tr');
  const expectCount = async (expected: number) => {
    await expect(table).toHaveAttribute('aria-rowcount', String(expected + 1));
    await expect(rows.first()).toBeVisible();
  };
  await expectCount(markets.length);
  await page.getByRole('combobox', { name: 'Exchange' }).selectOption(exchangeId ?? '');
  await expect(page).toHaveURL(`${path}?exchangeId=${exchangeId}`);
  await expectCount(await count({ exchangeId }));
  await page.getByRole('combobox', { name: 'Quote' }).selectOption(toUserFriendly(counterpart ?? ''));
  await expectCount(await count({ exchangeId, counterpart }));
  const field = page.getByRole('textbox', { name: 'Pool' });
  await field.fill('nonsense');
  await field.press('Enter');
  await expect(field).toHaveAttribute('aria-invalid', 'true');
  await field.fill(poolAddress ?? '');
  await field.press('Enter');
  await expectCount(1);
  await expect(page).toHaveURL(new RegExp(`poolAddress=${toUserFriendly(poolAddress ?? '')}$`));
  await page.reload();
  await expectCount(1);
  await page.getByRole('button', { name: 'Clear filters' }).click();
  await expect(page).toHaveURL(path);
  await expectCount(markets.length);
});

test('market rows have three lines on a phone and two on a tablet, and show all values', async ({
  page,
  request,
}) => {
  const { path, markets } = await findTraded(request, 40, 100);
  await page.setViewportSize({ width: 900, height: 844 });
  await page.goto(path);
  const table = page.getByRole('table', { name: 'Markets' });
  const rows = table.locator('tbody tr[aria-rowindex]');
  await expect(rows.first()).toBeVisible();
  for (const [width, height] of [
    [900, 48],
    [390, 64],
  ] as const) {
    await page.setViewportSize({ width, height: 844 });
    for (const [index, market] of markets.slice(0, 8).entries()) {
      const row = rows.nth(index);
      const visible = (text: string | RegExp) => row.getByText(text).filter({ visible: true });
      await expect.poll(async () => (await row.boundingBox())?.height).toBe(height);
      const { ton, counterpart } = market.price;
      const hasQuotePrice = market.counterpart !== TON_ADDRESS;
      for (const amount of hasQuotePrice ? [ton, counterpart] : [ton])
        await expect(
          row.getByTitle(fullAmount(amount), { exact: true }).filter({ visible: true }),
        ).not.toHaveCount(0);
      for (const time of [market.lastTransactionAt, market.createdAt])
        await expect(row.locator(`time[datetime="${time}"]:visible`)).toHaveCount(time === undefined ? 0 : 1);
      await expect(visible(new RegExp(`^${exchangeName(market.exchangeId)}, [A-Z]`))).toHaveCount(1);
      await expect(visible(/^deepest$|^[+−]?[\d.,]+%$/)).toHaveCount(1);
    }
    expect((await table.boundingBox())?.width).toBeGreaterThan(width - 10);
    const isContentVisible = await rows
      .first()
      .evaluate((row) =>
        [...row.querySelectorAll('td')].slice(1).every((cell) => cell.scrollWidth <= cell.clientWidth),
      );
    expect(isContentVisible).toBe(true);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
  }
});

test('the page of the native coin shows only its price', async ({ page, request }) => {
  await page.goto(`/jetton/${TON_ADDRESS}?currency=eur`);
  await expect(page).toHaveURL(`/jetton/${toUserFriendly(TON_ADDRESS)}?currency=eur`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('GRAM');
  await expect(page.getByText('Gram (formerly Toncoin, TON)', { exact: true })).toHaveCount(1);
  const currencyField = page.getByRole('combobox', { name: 'Currency' });
  await currencyField.fill('toncoin');
  await expect(page.getByRole('option')).toHaveText(['GRAMGram (formerly Toncoin, TON)']);
  await currencyField.press('Escape');
  const input = { address: TON_ADDRESS, currency: 'eur' } as const;
  const { currency } = await callOperation(request, operations.getJettonPrice, input);
  await expect(page.getByTitle(fullAmount(currency?.price), { exact: true })).toBeVisible();
});

test.describe('without paid operations', () => {
  test.use({ expectedErrors: [/403 \(Forbidden\)/] });

  test('affected sections report it and the rest of the page works', async ({ page, request }) => {
    const { path, markets, jetton } = await findTraded(request, 2, 10);
    const paid = Object.values(operations).filter(({ plan }) => plan === 'paid');
    await page.route(
      (url) => paid.some((operation) => operation.path === url.pathname),
      (route) => route.fulfill({ status: 403, json: { code: 7, message: 'not in plan', details: [] } }),
    );
    await page.goto(`${path}?currency=eur`);
    const message = 'Not in this plan.';
    const section = (name: string) => page.getByRole('region', { name, exact: true });
    for (const name of ['Price change', 'Transactions', 'Traders', 'Volume, EUR'])
      await expect(section(name)).toContainText(message);
    // The list contains the score.
    await expect(section('Trust')).toContainText('age not in this plan');
    const size = page.getByRole('region', { name: 'Market cap, FDV, liquidity and holders' });
    await expect(size).toContainText(message);
    await expect(size.getByTitle(fullAmount(jetton.fdmc), { exact: true }).first()).toBeVisible();
    await expect(size).toContainText('FDV, USD');
    await expect(page.getByRole('button', { name: 'Retry' })).toHaveCount(0);
    await expect(page.getByRole('table', { name: 'Markets' }).locator('tbody tr')).toHaveCount(
      markets.length,
    );
  });
});

test('the price impact of an amount follows from the reserves', async ({ page, request }) => {
  const { path, markets } = await findTraded(request, 2, 10);
  const market = markets.find(({ type, liquidity }) => type === DEFAULT_MARKET_TYPE && liquidity.asset);
  const { asset, counterpart } = market?.liquidity ?? {};
  if (!market || !asset || !counterpart) throw new Error('no pool with reserves');
  await page.goto(`${path}/pool/${toUserFriendly(market.poolAddress)}`);
  const panel = page.getByRole('region', { name: 'Price impact' });
  await panel.getByRole('radio', { name: 'Sell', exact: true }).click();
  await panel.getByRole('combobox', { name: 'Unit' }).selectOption('jetton');
  const sold = Number(decimalFromAmount(asset)) / 4;
  await panel.getByRole('textbox', { name: 'Sell' }).fill(sold.toFixed(6));
  // A quarter of the reserve: the average price is 1 ÷ 1.25 of the current one.
  await expect(panel.getByRole('status')).toHaveText('Price impact −20.0%, high');
  await expectAccessible(page);
  await page.goto(path);
  await expect(panel.getByRole('combobox', { name: 'Pool' })).toContainText(/Best split, \d+ pools/);
  await expect(panel.getByRole('status')).toHaveText(/^Price impact \+/);
});

test('a trade on paper is executed, valued, and recomputed from a link', async ({
  page,
  request,
  browser,
}) => {
  const { path, markets } = await findTraded(request, 2, 100);
  const pool = markets.find(({ liquidity, type }) => liquidity.asset && type === DEFAULT_MARKET_TYPE);
  await page.goto(`${path}/pool/${toUserFriendly(pool?.poolAddress ?? '')}`);
  const panel = page.getByRole('region', { name: 'Price impact' });
  await panel.getByText('Trade on paper').click();
  await panel.getByRole('combobox', { name: 'Fee' }).selectOption('1%');
  await panel.getByRole('button', { name: 'Buy on paper' }).press('Enter');
  await panel.getByRole('link', { name: 'Paper trades' }).click();
  const positions = page.getByRole('region', { name: 'Positions' });
  const journal = page.getByRole('region', { name: 'Trades' });
  await expect(positions.getByRole('row')).toHaveCount(2);
  // The fee is paid twice: to buy, and to sell what was bought.
  await expect(positions.getByRole('row').nth(1)).toContainText('−');
  await expect(journal.getByRole('row').nth(1)).toContainText('1%, 0 s');
  await expectAccessible(page);
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.getByRole('button', { name: 'Copy link' }).click();
  await expect(page.getByText('Copied')).toBeVisible();
  const link = await page.evaluate(() => navigator.clipboard.readText());
  await page.getByRole('button', { name: /^Sell all / }).click();
  await expect(journal.getByRole('row')).toHaveCount(3);
  await page
    .getByRole('button', { name: /^Remove the trade of / })
    .first()
    .click();
  const texts = await positions.getByRole('row').nth(1).getByRole('cell').allTextContents();
  // Only the own positions can be sold.
  texts.pop();

  const other = await browser.newPage();
  await other.goto(link);
  const shared = other.getByRole('region', { name: 'Positions' }).getByRole('row').nth(1).getByRole('cell');
  await expect(shared).toHaveText(texts);
  await other.setViewportSize({ width: 390, height: 844 });
  await expectAccessible(other);
  await other.goto(link.replace(/_(\d+e\d+)$/, '_9$1'));
  await expect(
    other.getByText('1 trade with other reserves than those that the service states.'),
  ).toBeVisible();
  await other.getByRole('button', { name: 'Keep on this device' }).click();
  await expect(other.getByRole('heading', { name: 'Paper trades', exact: true })).toBeVisible();
  await other.getByRole('button', { name: /^Remove the trade of / }).click();
  await expect(other.getByRole('heading', { name: 'No paper trades' })).toBeVisible();
  await other.close();
});
