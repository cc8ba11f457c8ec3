import { TON_ADDRESS } from '#contract/address.ts';
import { operations } from '#contract/operations.ts';
import { callOperation } from '#e2e/support/call-service.ts';
import { simulatedMarket } from '#e2e/support/service-process.ts';
import { expect, test } from '#e2e/support/test.ts';

const service = simulatedMarket({
  DEMO_JETTONS: '20',
  AS_OF: '2026-01-29T07:50:00Z',
  NATIVE_NAME: 'Other <Coin>',
  NATIVE_SYMBOL: 'OTH',
});

test('responses, pages and embeds name the native coin as in the settings', async ({ page, request }) => {
  const call = { sort: 'volume24h', order: 'desc', limit: 5 } as const;
  const { jettons } = await callOperation(request, operations.getJettons, call, service.origin);
  const lists = await Promise.all(
    jettons.map(({ metadata: { address } }) =>
      callOperation(
        request,
        operations.getJettonMarkets,
        { address, counterpart: TON_ADDRESS },
        service.origin,
      ).then(({ markets, jettons: counterparts }) => ({ address, market: markets[0], counterparts })),
    ),
  );
  const found = lists.find(({ market }) => market !== undefined);
  expect(found?.counterparts[TON_ADDRESS]).toMatchObject({ name: 'Other <Coin>', symbol: 'OTH' });

  await page.goto(`${service.origin}/jetton/${TON_ADDRESS}`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('OTH');
  await expect(page.getByText('Other <Coin> (formerly Toncoin, TON)', { exact: true })).toHaveCount(1);

  const pool = `${found?.address}/pool/${found?.market?.poolAddress}`;
  await page.goto(`${service.origin}/jetton/${pool}`);
  await expect(page.getByRole('heading', { level: 1 })).toContainText('/ OTH');
  await page.goto(`${service.origin}/embed/${pool.replace('/pool/', '/')}`);
  await expect(page).toHaveTitle(/ \/ OTH/);
  const oembed = await request.get(`${service.origin}/oembed`, {
    params: { url: `${service.origin}/jetton/${pool}` },
  });
  expect(await oembed.json()).toMatchObject({ title: expect.stringContaining(' / OTH on ') });
});
