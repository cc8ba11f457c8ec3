import type { QueryClient } from '@tanstack/react-query';
import { expect, test, vi } from 'vitest';
import { TON_ADDRESS, toUserFriendly } from '#contract/address.ts';
import { amountFromDecimal } from '#contract/amount.ts';
import type { Currency } from '#contract/enums.ts';
import { operations } from '#contract/operations.ts';
import { emulateTouch, fillExchangeRate, renderApp } from '#testing/components/render-app.tsx';
import {
  historyAround,
  listedJetton,
  poolMarket,
  quietCounterpart,
  quietMarket,
} from '#testing/components/responses.ts';
import { plan } from '#web/api/client/api-client.ts';
import type { JettonDetails } from '#web/api/decoding/decode-jetton.ts';
import { jettonPrice } from '#web/api/queries/exchange-rate.ts';
import { jettonMarkets } from '#web/api/queries/markets.ts';
import {
  jettonHolders,
  jettonStatistics,
  priceChanges,
  type Statistics,
  topHolders,
} from '#web/api/queries/single-jetton.ts';
import { createMarketHistory } from '#web/chart/history/create-market-history.ts';
import { jettonByAddress } from '#web/list/jetton-queries.ts';
import { verifiedJettons } from '#web/list/related-jettons.ts';
import { verifiedOriginals } from '#web/untrusted/look-alike.ts';

vi.mock('#web/chart/history/create-market-history.ts', { spy: true });

/** Opens the page of a jetton whose 100 traders of a day include 59 buyers and 62 sellers. */
async function renderJetton(
  changes: Partial<JettonDetails> = {},
  width = 1440,
  query = '',
  fill?: (client: QueryClient, address: string) => void,
  textOf = toUserFriendly,
) {
  const jetton: JettonDetails = {
    ...listedJetton(0),
    description: '',
    links: [],
    multiplier: undefined,
    ...changes,
  };
  const { address } = jetton.identity;
  const count = (current: string) => ({ current, percent: 0, calculatedAt: undefined });
  const day = { total: count('100'), buy: count('59'), sell: count('62') };
  const statistics: Statistics = { ton: {}, usd: {}, traders: { day } };
  const markets = {
    markets: [quietMarket('0.00000712345')],
    next: undefined,
    identities: new Map([[quietCounterpart.address, quietCounterpart]]),
  };
  const price = { usd: { price: amountFromDecimal('1.25'), changedAt: '2026-01-29T07:00:00Z' } };
  return renderApp(`/jetton/${textOf(address)}${query}`, {
    width,
    fill: (client) => {
      client.setQueryData(jettonPrice(address, 'usd').queryKey, price);
      client.setQueryData(jettonByAddress(address).queryKey, jetton);
      client.setQueryData(jettonStatistics(address).queryKey, statistics);
      client.setQueryData(jettonMarkets(address).queryKey, { pages: [markets], pageParams: [undefined] });
      fill?.(client, address);
    },
  });
}

test('an address in base64 opens the page, also with its / and +', async () => {
  const address = `0:${'f'.repeat(64)}`;
  const inBase64 = (raw: string) => toUserFriendly(raw).replaceAll('_', '/').replaceAll('-', '+');
  expect(inBase64(address)).toContain('/');
  const identity = { ...listedJetton(0).identity, address };
  const { screen } = await renderJetton({ identity }, 1440, '', undefined, inBase64);
  await expect.element(screen.getByRole('region', { name: 'Jetton', exact: true })).toBeVisible();
  await expect.element(screen.getByText('Page not found')).not.toBeInTheDocument();
});

test('reports an invalid address', async () => {
  const { screen } = await renderApp('/jetton/nonsense');
  await expect.element(screen.getByRole('heading', { name: 'Invalid address' })).toBeVisible();
});

test('states by how much wallets scale amounts, and since when', async () => {
  const [source, since] = ['tonapi', '2026-01-20T09:30:00Z'];
  const { screen } = await renderJetton({
    multiplier: { numerator: '10012', denominator: '1000', source, since },
  });
  const facts = screen.getByRole('region', { name: 'Facts', exact: true });
  await expect
    .element(facts)
    .toHaveTextContent('Display multiplier×10.012 TonAPI since 2026-01-20 09:30 UTC');
});

test('says that prices are not scaled if the multiplier is unknown', async () => {
  const { screen } = await renderJetton({
    multiplier: { numerator: undefined, denominator: undefined, source: 'stonfi', since: undefined },
  });
  const facts = screen.getByRole('region', { name: 'Facts', exact: true });
  await expect
    .element(facts)
    .toHaveTextContent('Display multiplierUnknown, prices are per unscaled unit STON.fi');
});

test('the chart requests all prices again when the multiplier changes', async () => {
  vi.mocked(createMarketHistory).mockReturnValue(historyAround(1));
  const { screen, client } = await renderJetton();
  await expect.element(screen.getByRole('application')).toBeVisible();
  const requested = () => vi.mocked(createMarketHistory).mock.calls.length;
  const before = requested();
  const { queryKey } = jettonByAddress(listedJetton(0).identity.address);
  const since = '2026-01-29T07:00:00.000Z';
  const multiplier = { numerator: '10', denominator: '1', source: 'tonapi', since };
  client.setQueryData(queryKey, (jetton) => jetton && { ...jetton, multiplier });
  await expect.poll(requested).toBeGreaterThan(before);
});

test('a jetton without a multiplier has no such fact', async () => {
  const { screen } = await renderJetton();
  const facts = screen.getByRole('region', { name: 'Facts', exact: true });
  await expect.element(facts).toHaveTextContent('Circulating supply');
  await expect.element(facts).not.toHaveTextContent('multiplier');
});

test('buying and selling traders have separate bars on one scale', async () => {
  const { screen } = await renderJetton();
  const traders = screen.getByRole('region', { name: 'Traders', exact: true });
  await expect.element(traders).toHaveTextContent(/buy 59%.*sell 62%/);
  const widthOf = (side: string) => {
    const bar = traders.element().querySelector(`[data-side="${side}"]`);
    return (bar?.clientWidth ?? 0) / (bar?.parentElement?.clientWidth ?? 1);
  };
  expect(widthOf('buy')).toBeCloseTo(0.59, 2);
  expect(widthOf('sell')).toBeCloseTo(0.62, 2);
});

const solid = { mintable: false, modifiedContract: false } as const;

test('the page of a scam starts with a warning and has no positive wording', async () => {
  const { screen } = await renderJetton({ ...solid, verification: 'JVS_SCAM' });
  const warning = screen.getByText('Do not buy this jetton');
  await expect.element(warning).toBeVisible();
  const header = screen.getByRole('region', { name: 'Jetton', exact: true });
  expect(warning.element().getBoundingClientRect().bottom).toBeLessThanOrEqual(
    header.element().getBoundingClientRect().top,
  );
  const facts = screen.getByRole('region', { name: 'Trust', exact: true });
  await expect.element(facts).toHaveTextContent('Fixed supply, neutral');
  await expect.element(facts).not.toHaveTextContent('positive');
  await expect
    .element(screen.getByText(/^Price impact of selling 1% of the circulating supply: not estimated/))
    .toBeVisible();
});

test.each([
  [{ address: undefined, offchainAddress: undefined, isRevoked: true }, 'Revoked', 'Admin revoked, positive'],
  [undefined, '–unknown', 'Admin: unknown'],
])('an admin of %j is "%s"', async (admin, fact, trust) => {
  const { screen } = await renderJetton({ admin });
  await expect
    .element(screen.getByRole('region', { name: 'Facts', exact: true }))
    .toHaveTextContent(`Admin${fact}`);
  await expect.element(screen.getByRole('region', { name: 'Trust', exact: true })).toHaveTextContent(trust);
});

test('without trust scores in the plan, the score of the list is shown without its age', async () => {
  plan.exclude(operations.getJettonTrustScoreList.name);
  const { screen } = await renderJetton();
  const facts = screen.getByRole('region', { name: 'Trust', exact: true });
  await expect.element(facts).toHaveTextContent(/^Trust\d+age not in this plan/);
  await expect.element(facts.getByText('Not in this plan.')).not.toBeInTheDocument();
});

test('the pages of other jettons have no warning and show positive facts', async () => {
  const { screen } = await renderJetton(solid);
  const trust = screen.getByRole('region', { name: 'Trust', exact: true });
  await expect.element(trust).toHaveTextContent('Fixed supply, positive');
  await expect.element(trust.getByText(/^Not checked: taxes on sales/)).toBeVisible();
  await expect.element(screen.getByText('Do not buy this jetton')).not.toBeInTheDocument();
});

test.each([
  ['\u{1F48E}'.repeat(280), 0],
  ['\u{1F48E}'.repeat(281), 1],
])('a description is collapsed only if it has more than 280 characters', async (description, buttons) => {
  const { screen } = await renderJetton({ description });
  const figure = screen.getByRole('figure').filter({ hasText: 'From the project' });
  await expect.element(figure).toBeVisible();
  const more = figure.getByRole('button', { name: 'Show more' });
  expect(more.elements()).toHaveLength(buttons);
  if (buttons === 0) return;
  await more.click();
  await expect.element(more).not.toBeInTheDocument();
  await expect.element(screen.getByRole('main')).toHaveFocus();
});

test('on phones, a menu has the actions, the links, the address and its QR code', async () => {
  const links = [{ text: 'site.example', href: 'https://site.example/' }];
  const { screen } = await renderJetton({ links }, 390);
  await expect.element(screen.getByRole('button', { name: 'Watch SYM0' })).toBeVisible();
  await screen.getByRole('button', { name: 'Jetton menu' }).click();
  const menu = screen.getByRole('region', { name: 'Jetton menu' });
  await expect.element(menu.getByRole('link', { name: 'Compare' })).toBeVisible();
  await expect.element(menu.getByRole('link', { name: 'site.example' })).toBeVisible();
  await expect.element(menu.getByRole('button', { name: 'Share' })).toBeVisible();
  await expect.element(menu.getByRole('button', { name: 'Copy address' })).toBeVisible();
  await expect.element(menu.getByRole('img', { name: 'QR code of the address' })).toBeVisible();
});

test('on phones, a change without trades is no move', async () => {
  const { screen } = await renderJetton({}, 390, '', (client, address) => {
    const none = { current: '0', percent: 0, calculatedAt: undefined };
    const day = { total: none, buy: none, sell: none };
    const usd = { day: { percent: 1.55, calculatedAt: undefined } };
    const statistics: Statistics = { ton: {}, usd, traders: { day } };
    client.setQueryData(jettonStatistics(address).queryKey, statistics);
  });
  const price = screen.getByRole('region', { name: 'Price', exact: true }).first();
  const reason = price.getByText('no trades in 24h');
  await expect.element(reason).toBeVisible();
  await expect.element(reason).toHaveAttribute('title', '1.55%: no trades in 24h');
  await expect.element(price).not.toHaveTextContent('+1.55%');
});

test('a change in another currency is no move over periods without trades, however short', async () => {
  const { screen } = await renderJetton({}, 1440, '?currency=eur', (client, address) => {
    const changes = {
      min15: { percent: -0.57, calculatedAt: undefined },
      hour: { percent: 1.22, calculatedAt: undefined },
    };
    const moves = { ton: {}, usd: { hour: { percent: 1.25 } } };
    const statistics: Statistics = { ton: {}, usd: {}, moves, traders: {} };
    client.setQueryData(jettonStatistics(address).queryKey, statistics);
    client.setQueryData(priceChanges(address, 'eur').queryKey, changes);
  });
  const row = screen.getByRole('row', { name: /^EUR/ });
  await expect.element(row).toHaveTextContent(/^EURno trades.*, no trades in 15m\+1\.22%/);
});

test.each([1440, 390])(
  'the change of a young jetton is since its first trade, %i pixels wide',
  async (width) => {
    const { screen } = await renderJetton({}, width, '', (client, address) => {
      const since = '2026-01-29T02:50:00.000Z';
      const moves = { ton: {}, usd: { hour: { percent: -1.55 }, day: { percent: 250, since } } };
      const usd = { hour: { percent: -1.55, calculatedAt: undefined } };
      const statistics: Statistics = { ton: {}, usd, moves, traders: {} };
      client.setQueryData(jettonStatistics(address).queryKey, statistics);
    });
    const change = screen.getByTitle('250% since the first trade 5 h ago, 2026-01-29 02:50:00 UTC').first();
    await expect.element(change).toBeVisible();
    // Not of 24 hours, as on phones otherwise.
    expect(change.element().parentElement?.textContent.trim()).toBe('+250% 5h');
  },
);

test('windows that lack swaps are marked, and the chart states why', async () => {
  const { screen } = await renderJetton({}, 1440, '?period=24h', (client, address) => {
    const range = { from: '2026-01-29T02:02:00Z', to: '2026-01-29T02:22:00Z', seconds: 1200 };
    const missing = ['stonfi', 'dedust'].map((exchangeId) => ({ exchangeId, ...range }));
    const statistics: Statistics = { ton: {}, usd: {}, traders: {}, missing };
    client.setQueryData(jettonStatistics(address).queryKey, statistics);
  });
  const changes = screen.getByRole('region', { name: 'Price changes by period' });
  await expect.element(changes.getByRole('columnheader', { name: /^1h/ })).toHaveTextContent(/^1h ?$/);
  await expect
    .element(changes.getByRole('columnheader', { name: /^6h .*STON.fi: 20 min missing/ }))
    .toBeVisible();
  const reason = (exchange: string) => `${exchange}: 20 min missing, 2026-01-29 02:02–02:22 UTC`;
  const both = `${reason('STON.fi')}; ${reason('DeDust')}`;
  for (const name of ['Price change', 'Activity'])
    await expect.element(screen.getByRole('region', { name, exact: true })).toHaveTextContent(both);
  const chart = screen.getByRole('region', { name: 'Chart', exact: true });
  await expect.element(chart).toHaveTextContent(reason('DeDust'));
  await expect.element(chart).not.toHaveTextContent(reason('STON.fi'));
  await screen.getByRole('group', { name: 'Activity period' }).getByRole('radio', { name: '1h' }).click();
  await expect
    .element(screen.getByRole('region', { name: 'Activity', exact: true }))
    .not.toHaveTextContent('missing');
});

test('the comparison keeps the currency', async () => {
  const { screen } = await renderJetton({}, 1440, '?currency=ton');
  await expect
    .element(screen.getByRole('main').getByRole('link', { name: 'Compare' }))
    .toHaveAttribute('href', expect.stringMatching(/^\/compare\?address=[\w-]{48}&currency=ton$/));
});

test('at 1024 pixels, actions stay beside the name and changes beside the price', async () => {
  const links = ['site.example/a-long-path', 't.me/a-long-name'].map((text) => ({
    text,
    href: `https://${text}`,
  }));
  const { screen } = await renderJetton({ links }, 1024);
  const top = (name: string) =>
    screen.getByRole('region', { name, exact: true }).element().getBoundingClientRect().top;
  const share = screen.getByRole('button', { name: 'Share' });
  await expect.element(share).toBeVisible();
  const heading = screen
    .getByRole('heading', { name: 'SYM0', exact: true })
    .element()
    .getBoundingClientRect();
  expect(share.element().getBoundingClientRect().top).toBeLessThan(heading.bottom);
  expect(top('Price change')).toBe(top('Price'));
});

test.each([/^Gram \(formerly Toncoin, TON\)$/, /^The native coin of TON/])(
  'on phones, the texts about the native coin are shown in full',
  async (text) => {
    const { screen } = await renderApp(`/jetton/${toUserFriendly(TON_ADDRESS)}`, { width: 390 });
    const shown = screen.getByText(text);
    await expect.element(shown).toBeVisible();
    expect(shown.element().scrollWidth).toBeLessThanOrEqual(shown.element().clientWidth + 1);
  },
);

const quote = { ...listedJetton(1).identity, symbol: 'GRAM' };

/** Caches two pools, one with a quote named like the coin and one with the coin. */
function fillMarkets(client: QueryClient, address: string): void {
  const markets = [poolMarket(1, quote.address), poolMarket(2, TON_ADDRESS)];
  client.setQueryData(jettonMarkets(address).queryKey, {
    pages: [{ markets, next: undefined, identities: new Map([[quote.address, quote]]) }],
    pageParams: [undefined],
  });
}

test.each([1440, 1024, 390])('marks quotes that look like the native coin, %i pixels wide', async (width) => {
  const { screen } = await renderJetton({}, width, '', fillMarkets);
  const badge = screen.getByRole('table', { name: 'Markets' }).getByText('Look-alike');
  await expect
    .element(badge)
    .toHaveAttribute('title', 'The quote looks like GRAM, but is not the native coin');
  // The coin itself has none, and the badge is not cut off.
  expect(badge.elements()).toHaveLength(1);
  const cell = badge.element().closest('td')?.getBoundingClientRect();
  expect(badge.element().getBoundingClientRect().right).toBeLessThanOrEqual(cell?.right ?? 0);
});

test.each([1440, 390])('marks a jetton that looks like the native coin, %i pixels wide', async (width) => {
  const { screen } = await renderJetton({ identity: { ...listedJetton(0).identity, name: 'Gram' } }, width);
  const header = screen.getByRole('region', { name: 'Jetton', exact: true });
  await expect.element(header.getByText('Look-alike')).toBeVisible();
  await expect.element(screen.getByText('Looks like Gram, but is not the native coin')).toBeVisible();
});

/** Caches two pools and prices of the coin: 2 USD, and a price in the currency. */
function fillRate(currency: Currency, price: string) {
  return (client: QueryClient, address: string) => {
    fillMarkets(client, address);
    fillExchangeRate(client, currency, price);
  };
}

test.each([1440, 390])('sums of pools are in the selected currency, %i pixels wide', async (width) => {
  const { screen } = await renderJetton({}, width, '?currency=eur', fillRate('eur', '1.75'));
  const table = screen.getByRole('table', { name: 'Markets' });
  await expect.element(table.getByRole('columnheader', { name: /^Price, EUR/ })).toBeVisible();
  await expect.element(table.getByRole('columnheader', { name: /^Liquidity, EUR/ })).toBeVisible();
  const row = table.getByRole('row').nth(1);
  await expect.element(row.getByText('2.625', { exact: true }).first()).toBeInTheDocument();
  await expect.element(row.getByText('5250', { exact: true })).toBeInTheDocument();
  const trust = screen.getByRole('region', { name: 'Trust', exact: true });
  await expect.element(trust).toHaveTextContent('Liquidity 875k EUR');
  await expect
    .element(screen.getByRole('combobox', { name: 'Pool' }).last())
    .toHaveTextContent('GRAM on STON.fi, 5.25k EUR');
});

test('states what sales bring, now and at the lowest reserves, and their loss', async () => {
  const { screen } = await renderJetton({
    exit1k: amountFromDecimal('985.2'),
    worstExit1k: amountFromDecimal('940'),
  });
  const valuation = screen.getByRole('region', { name: /^Market cap/ });
  await expect.element(valuation).toHaveTextContent(/Sale of \$1k, USD985.*−1.48%.*worst in 30d 940.*−6.00%/);
  await expect.element(valuation).toHaveTextContent('Sale of $10k, USD–');
  await expect
    .element(valuation.getByTitle(/^Unknown: requires that the deepest pool is a constant-product pool/))
    .toHaveTextContent('Sale of $10k');
});

test('what is loaded about holders moves nothing', async () => {
  const { screen, client } = await renderJetton();
  const { address } = listedJetton(0).identity;
  const facts = screen.getByRole('region', { name: 'Facts' });
  await expect.element(facts).toBeVisible();
  const top = () => facts.element().getBoundingClientRect().top;
  const before = top();
  const snapshot = { snapshotAt: '2026-01-29T02:50:00Z', source: 'simulated' };
  client.setQueryData(jettonHolders(address).queryKey, {
    value: '2871406',
    changedAt: '2026-01-29T07:12:00Z',
  });
  client.setQueryData(topHolders(address).queryKey, {
    ...snapshot,
    topTenPercent: 10.5,
    holders: [],
    addressBook: {},
    liquidity: [
      { ...snapshot, poolAddress: address, exchangeId: 'dedust', burnedPercent: 0, lockedPercent: 0 },
    ],
  });
  await expect.element(screen.getByText('2,871,406', { exact: true })).toBeVisible();
  await expect.element(screen.getByText(/^Top 10 holders: 10.5%/)).toBeVisible();
  expect(top()).toBe(before);
});

test('a market that moved down the list between two requests is listed once', async () => {
  const { screen } = await renderJetton({}, 1440, '', (client, address) => {
    const page = { markets: [quietMarket('0.00000712345')], identities: new Map() };
    client.setQueryData(jettonMarkets(address).queryKey, {
      pages: [
        { ...page, next: 'next' },
        { ...page, next: undefined },
      ],
      pageParams: [undefined, 'next'],
    });
  });
  await expect.element(screen.getByText('1 market loaded')).toBeVisible();
  expect(screen.getByRole('table', { name: 'Markets' }).getByRole('link').elements()).toHaveLength(1);
});

test('more markets keep the focus when there are no more', async () => {
  const { screen, client } = await renderJetton();
  const { queryKey } = jettonMarkets(listedJetton(0).identity.address);
  const page = { markets: [quietMarket('0.00000712345')], identities: new Map() };
  const hasMore = { pages: [{ ...page, next: 'next' }], pageParams: [undefined] };
  const hasAll = { pages: [{ ...page, next: undefined }], pageParams: [undefined] };
  client.setQueryData(queryKey, hasMore);
  const more = screen.getByRole('region', { name: 'Markets' }).getByRole('button', { name: /^Load/ });
  await expect.element(more).toBeVisible();
  const button = more.element();
  if (button instanceof HTMLElement) button.focus();
  await expect.element(more).toHaveFocus();
  client.setQueryData(queryKey, hasAll);
  await expect.element(more).not.toBeInTheDocument();
  await expect.element(screen.getByRole('main')).toHaveFocus();
});

test('filters that no market matches are announced', async () => {
  const { screen } = await renderJetton({}, 1440, '', (client, address) => {
    fillMarkets(client, address);
    client.setQueryData(jettonMarkets(address, { counterpart: quote.address }).queryKey, {
      pages: [{ markets: [], next: undefined, identities: new Map() }],
      pageParams: [undefined],
    });
  });
  const markets = screen.getByRole('region', { name: 'Markets' });
  await markets.getByRole('combobox', { name: 'Quote' }).selectOptions(toUserFriendly(quote.address));
  const text = markets.getByText('No markets match these filters');
  await expect.element(text).toBeVisible();
  expect(text.element().closest('[role=status]')).not.toBeNull();
});

test('sums of pools are labeled USD if there is no exchange rate', async () => {
  const { screen } = await renderJetton({}, 1440, '?currency=eur', fillMarkets);
  const table = screen.getByRole('table', { name: 'Markets' });
  await expect.element(table.getByRole('columnheader', { name: 'Liquidity, USD' })).toBeVisible();
  await expect.element(table.getByRole('columnheader', { name: 'Price, USD' })).toBeVisible();
  const trust = screen.getByRole('region', { name: 'Trust', exact: true });
  await expect.element(trust).toHaveTextContent('Liquidity $1.00M');
});

test('in GRAM, prices in USD stay next to those in GRAM', async () => {
  const { screen } = await renderJetton({}, 1440, '?currency=ton', fillRate('ton', '1'));
  const table = screen.getByRole('table', { name: 'Markets' });
  await expect.element(table.getByRole('columnheader', { name: 'Liquidity, GRAM' })).toBeVisible();
  await expect.element(table.getByRole('columnheader', { name: 'Price, USD' })).toBeVisible();
  await expect.element(table.getByRole('row').nth(1).getByText('3000', { exact: true })).toBeInTheDocument();
});

test('on phones, the chart is on the first screen, also of a scam that imitates a jetton', async () => {
  await emulateTouch();
  vi.mocked(createMarketHistory).mockReturnValue(historyAround(0.000_007_123_45));
  const { screen, client } = await renderJetton({ verification: 'JVS_SCAM', modifiedContract: true }, 390);
  const { identity } = listedJetton(1);
  const imitated = listedJetton(1, {
    identity: { ...identity, symbol: 'SYM0' },
    verification: 'JVS_VERIFIED',
  });
  client.setQueryData(verifiedJettons().queryKey, verifiedOriginals([imitated]));
  await expect.element(screen.getByText(/^Looks like the verified jetton/)).toBeVisible();
  await expect.element(screen.getByText(/^From \d{4}-/)).toBeInTheDocument();
  expect(screen.getByRole('application').element().getBoundingClientRect().top).toBeLessThanOrEqual(300);
});

test.each([
  ['', 'USD'],
  ['?currency=ton', 'GRAM'],
])('the chart of a stablecoin has the unit of the headline: %s', async (query, unit) => {
  vi.mocked(createMarketHistory).mockReturnValue(historyAround(1));
  const { screen } = await renderJetton({}, 1440, query, (client, address) => {
    fillMarkets(client, address);
    const constant = { percent: 0, calculatedAt: undefined };
    const usd = { day: constant, week: constant };
    const statistics: Statistics = { ton: {}, usd, traders: {} };
    client.setQueryData(jettonStatistics(address).queryKey, statistics);
  });
  const chart = screen.getByRole('application');
  await expect.element(chart).toHaveAccessibleName(new RegExp(` in ${unit}\\.`));
});

test('a note below the chart states how its prices are converted', async () => {
  vi.mocked(createMarketHistory).mockReturnValue(historyAround(1));
  const { screen } = await renderJetton({}, 390, '?currency=eur', (client, address) => {
    fillRate('eur', '1.75')(client, address);
    const price = { price: amountFromDecimal('1.25'), changedAt: '2026-01-29T07:00:00Z' };
    client.setQueryData(jettonPrice(address, 'eur').queryKey, { usd: price, currency: price });
  });
  const chart = screen.getByRole('region', { name: 'Chart', exact: true }).first();
  await expect.element(chart.getByText('Converted from USD at the current rate')).toBeVisible();
});

test('a chart without swaps takes little space', async () => {
  vi.mocked(createMarketHistory).mockReturnValue({
    fetchTicks: () => Promise.resolve({ items: [], next: undefined }),
  });
  const { screen } = await renderJetton();
  const section = screen.getByRole('region', { name: 'Chart', exact: true });
  await expect.element(section).toHaveTextContent('No swaps');
  expect(screen.getByRole('application').element().clientHeight).toBeLessThanOrEqual(100);
  expect(section.element().clientHeight).toBeLessThanOrEqual(280);
});

test('without a circulating supply, selling 1% of the total supply is estimated', async () => {
  const { screen } = await renderJetton({ mcap: undefined }, 1440, '', fillMarkets);
  await expect
    .element(screen.getByText(/^Price impact of selling 1% of the total supply: low/))
    .toBeVisible();
  await expect
    .element(screen.getByText(/^Circulating supply is unknown. Selling 10.0k USD at once/))
    .toBeVisible();
});

test('selling 1% is unknown without a pool that is known to be a constant-product pool', async () => {
  const { screen } = await renderJetton({}, 1440, '', (client, address) => {
    client.setQueryData(jettonMarkets(address).queryKey, {
      pages: [
        {
          markets: [{ ...poolMarket(1, quote.address), type: 'stable' }],
          next: undefined,
          identities: new Map([[quote.address, quote]]),
        },
      ],
      pageParams: [undefined],
    });
  });
  await expect.element(screen.getByText(/^Price impact of selling 1% .*: unknown/)).toBeVisible();
});

test('a market without recent swaps is marked', async () => {
  const { screen } = await renderJetton();
  const row = screen.getByRole('table', { name: 'Markets' }).getByRole('row').nth(1);
  await expect.element(row).toHaveAttribute('title', 'No swaps for 24 hours or longer');
});
