import { toUserFriendly } from '#contract/address.ts';
import { operations } from '#contract/operations.ts';
import { allJettons, ask } from './answers.ts';
import { gridRow } from './grid.ts';
import { expect, test } from './test.ts';
import { wholeAmount } from './whole-amount.ts';

test('a row opens its jetton: price, markets and price ticks as the service answers', async ({
  page,
  request,
}) => {
  const [jetton] = await allJettons(request);
  const address = jetton?.metadata.address ?? '';
  await page.goto('/');
  await gridRow(page, 0).getByRole('gridcell').nth(5).click();
  await expect(page).toHaveURL(`/jetton/${toUserFriendly(address)}`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(jetton?.metadata.symbol ?? '');

  const price = await ask(request, operations.getJettonPrice, { address });
  const shown = page.getByRole('region', { name: 'Price', exact: true });
  await expect(shown.getByTitle(wholeAmount(price.usd?.price), { exact: true })).toBeVisible();
  await expect(shown.getByTitle(wholeAmount(price.ton?.price), { exact: true })).toBeVisible();

  const { markets } = await ask(request, operations.getJettonMarkets, { address, limit: 100 });
  const table = page.getByRole('table', { name: 'Markets' }).locator('tbody tr');
  await expect(table).toHaveCount(markets.length);
  await expect(page.getByText(`All ${markets.length} markets loaded`)).toBeVisible();
  for (const [index, market] of markets.entries()) {
    await expect(table.nth(index)).toContainText(market.exchangeId);
    await expect(table.nth(index).getByTitle(wholeAmount(market.price.usd)).first()).toBeAttached();
  }
});

test('the price ticks of a market are loaded to their end, each once', async ({ page, request }) => {
  const [jetton] = await allJettons(request);
  const address = jetton?.metadata.address ?? '';
  const { markets } = await ask(request, operations.getJettonMarkets, { address, limit: 100 });
  const poolAddress = markets[0]?.poolAddress ?? '';
  const ticks = [];
  let cursor: string | undefined;
  do {
    const input = { address, poolAddress, limit: 1000, cursor };
    const answer = await ask(request, operations.getJettonMarketPriceHistory, input);
    ticks.push(...answer.items);
    cursor = answer.next || undefined;
  } while (cursor && ticks.length < 1500);

  await page.goto(`/jetton/${toUserFriendly(address)}?market=${toUserFriendly(poolAddress)}`);
  const rows = page.getByRole('table', { name: 'Price ticks' }).locator('tbody tr');
  const end = page.getByText(/price ticks loaded$/);
  const wanted = Math.min(ticks.length, 1000);
  expect(wanted).toBeGreaterThan(250);
  for (let loaded = 250; loaded < wanted; loaded += 250) {
    await expect(end).toHaveText(`${loaded} price ticks loaded`);
    await page.getByRole('button', { name: 'Load more' }).last().click();
  }
  await expect(rows).toHaveCount(wanted);
  for (const index of [0, wanted - 1]) {
    const tick = ticks[index];
    await expect(rows.nth(index)).toContainText(tick?.time.slice(0, 19).replace('T', ' ') ?? '');
    await expect(rows.nth(index)).toContainText(wholeAmount(tick?.value.usd));
  }
});

test('another market is chosen in the address bar, and a link with it opens it', async ({
  page,
  request,
}) => {
  const jettons = await allJettons(request);
  let chosen = '';
  let pools: string[] = [];
  for (const { metadata } of jettons) {
    const { markets } = await ask(request, operations.getJettonMarkets, { address: metadata.address });
    if (markets.length < 2) continue;
    chosen = metadata.address;
    pools = markets.map(({ poolAddress }) => toUserFriendly(poolAddress));
    break;
  }
  expect(pools.length).toBeGreaterThan(1);
  await page.goto(`/jetton/${chosen}`);
  const rows = page.getByRole('table', { name: 'Markets' }).locator('tbody tr');
  await expect(rows.first()).toHaveAttribute('aria-current', 'true');
  await rows.nth(1).getByRole('link').click();
  await expect(page).toHaveURL(`/jetton/${toUserFriendly(chosen)}?market=${pools[1]}`);
  await expect(rows.nth(1)).toHaveAttribute('aria-current', 'true');
  await page.reload();
  await expect(rows.nth(1)).toHaveAttribute('aria-current', 'true');
});

test('what is no address, and what is no jetton, is told apart', async ({ page }) => {
  await page.goto('/jetton/nonsense');
  await expect(page.getByRole('heading', { name: 'Not an address' })).toBeVisible();
});

test.describe('an unknown jetton', () => {
  test.use({ expectedErrors: [/404 \(Not Found\)/] });

  test('is told as such', async ({ page }) => {
    await page.goto(`/jetton/0:${'ab'.repeat(32)}`);
    await expect(page.getByRole('heading', { name: 'No such jetton' })).toBeVisible();
  });
});
