import { expect, test } from 'vitest';
import { TON_ADDRESS, toUserFriendly } from '#contract/address.ts';
import type { VerificationStatus } from '#contract/enums.ts';
import { listedJetton } from '#testing/components/listed-jetton.ts';
import { poolMarket } from '#testing/components/pool-market.ts';
import { renderApp } from '#testing/components/render-app.tsx';
import { jettonByAddress, jettonMarkets, marketOfPool } from '#web/api/queries/queries.ts';

/** Opens a pool page, whose own requests are not answered. */
async function renderPool(verification: VerificationStatus) {
  const jetton = { ...listedJetton(0), description: '', links: [], verification };
  const { address } = jetton.identity;
  const poolPath = toUserFriendly(`0:${'b'.repeat(64)}`);
  return renderApp(`/jetton/${toUserFriendly(address)}/pool/${poolPath}`, {
    fill: (client) => {
      client.setQueryData(jettonByAddress(address).queryKey, jetton);
    },
  });
}

test('reports an invalid address', async () => {
  const { screen } = await renderApp(`/jetton/${listedJetton(0).identity.userFriendly}/pool/nonsense`);
  await expect.element(screen.getByRole('heading', { name: 'Invalid address' })).toBeVisible();
});

test('the pool of a scam starts with a warning', async () => {
  const { screen } = await renderPool('JVS_SCAM');
  const warning = screen.getByText('Do not buy this jetton');
  await expect.element(warning).toBeVisible();
  const chart = screen.getByRole('region', { name: 'Chart' });
  expect(warning.element().getBoundingClientRect().bottom).toBeLessThanOrEqual(
    chart.element().getBoundingClientRect().top,
  );
});

test('the pools of other jettons have no warning', async () => {
  const { screen } = await renderPool('JVS_NONE');
  await expect.element(screen.getByRole('region', { name: 'Chart' })).toBeVisible();
  await expect.element(screen.getByText('Do not buy this jetton')).not.toBeInTheDocument();
});

/** Opens the first of two pools: one with a quote named like the coin, and one with the coin. */
async function renderPairs(symbol: string, quoteSymbol: string, width: number) {
  const listed = listedJetton(0);
  const { address } = listed.identity;
  const jetton = { ...listed, identity: { ...listed.identity, symbol }, description: '', links: [] };
  const quote = { ...listedJetton(1).identity, symbol: quoteSymbol };
  const markets = [poolMarket(1, quote.address), poolMarket(2, TON_ADDRESS), poolMarket(3, quote.address)];
  const [own] = markets;
  if (!own) throw new Error('No market');
  const { screen } = await renderApp(
    `/jetton/${toUserFriendly(address)}/pool/${toUserFriendly(own.poolAddress)}`,
    {
      width,
      fill: (client) => {
        client.setQueryData(jettonByAddress(address).queryKey, jetton);
        client.setQueryData(marketOfPool(address, own.poolAddress).queryKey, () => ({
          market: own,
          counterpart: quote,
        }));
        client.setQueryData(jettonMarkets(address).queryKey, {
          pages: [{ markets, next: undefined, identities: new Map([[quote.address, quote]]) }],
          pageParams: [undefined],
        });
      },
    },
  );
  const header = screen.getByRole('region', { name: 'Pool', exact: true });
  return { header, row: (name: RegExp) => screen.getByRole('row', { name }) };
}

test.each([1440, 390])('marks quotes that look like the native coin, %i pixels wide', async (width) => {
  const { header, row } = await renderPairs('SYM0', 'TON', width);
  const warning = 'The quote looks like TON, but is not the native coin';
  for (const part of [header, row(/SYM0 \/ TON/)]) {
    const badge = part.getByText('Look-alike');
    await expect.element(badge).toHaveAttribute('title', warning);
    // The badge is not cut off.
    const cell = badge.element().closest('th, section')?.getBoundingClientRect();
    expect(badge.element().getBoundingClientRect().right).toBeLessThanOrEqual(cell?.right ?? 0);
  }
  await expect.element(row(/SYM0 \/ GRAM/)).toBeVisible();
  await expect.element(row(/SYM0 \/ GRAM/).getByText('Look-alike')).not.toBeInTheDocument();
});

test('marks a jetton that looks like the native coin', async () => {
  const { header } = await renderPairs('Toncoin', 'USDT', 1440);
  await expect
    .element(header.getByText('Look-alike'))
    .toHaveAttribute('title', 'Looks like Toncoin, but is not the native coin');
});
