import { QueryClientProvider } from '@tanstack/react-query';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { type Locator, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { TON_ADDRESS, toUserFriendly } from '#contract/address.ts';
import { amountFromDecimal } from '#contract/amount.ts';
import type { VerificationStatus } from '#contract/enums.ts';
import { shortenAddress } from '#contract/format/format-text.ts';
import type { Transaction } from '#contract/transactions.ts';
import { getJettonMarketVolumeProfile, profileEdges } from '#contract/volume-profile.ts';
import { emulateTouch, renderApp } from '#testing/components/render-app.tsx';
import {
  historyAround,
  listedJetton,
  poolMarket,
  quietCounterpart,
  quietMarket,
} from '#testing/components/responses.ts';
import { ServiceError } from '#web/api/client/errors.ts';
import { createQueryClient } from '#web/api/client/query-client.ts';
import { jettonMarkets, marketLiquidity, marketOfPool, marketStatistics } from '#web/api/queries/markets.ts';
import { topHolders } from '#web/api/queries/single-jetton.ts';
import { createMarketHistory } from '#web/chart/history/create-market-history.ts';
import { jettonByAddress } from '#web/list/jetton-queries.ts';
import { useWatchlist } from '#web/list/watchlist.ts';
import { PoolFacts } from './pool-facts.tsx';
import { storePriceLevels } from './price-levels.ts';

vi.mock('#web/chart/history/create-market-history.ts', { spy: true });

/** Opens a pool page with swaps around a price. Requests for other values of the pool are not answered. */
async function renderPool(
  verification: VerificationStatus,
  { price = '1.25', modifiedContract = false, width = 1440, query = '', isUnavailable = false } = {},
) {
  const jetton = {
    ...listedJetton(0),
    description: '',
    links: [],
    multiplier: undefined,
    verification,
    modifiedContract,
  };
  const { address } = jetton.identity;
  const market = quietMarket(price);
  const { poolAddress } = market;
  const history = historyAround(Number(price));
  let failures = isUnavailable ? 1 : 0;
  const fetchTicks: typeof history.fetchTicks = (...request) => {
    failures -= 1;
    return failures >= 0
      ? Promise.reject(new ServiceError(503, 'unavailable'))
      : history.fetchTicks(...request);
  };
  vi.mocked(createMarketHistory).mockReturnValue({ ...history, fetchTicks });
  return renderApp(`/jetton/${toUserFriendly(address)}/pool/${toUserFriendly(poolAddress)}${query}`, {
    width,
    fill: (client) => {
      client.setQueryData(jettonByAddress(address).queryKey, jetton);
      const data = { market, counterpart: quietCounterpart };
      client.setQueryData(marketOfPool(address, poolAddress).queryKey, data);
    },
  });
}

function boxOf(locator: Locator): DOMRect {
  return locator.element().getBoundingClientRect();
}

test('reports an invalid address', async () => {
  const { screen } = await renderApp(`/jetton/${listedJetton(0).identity.userFriendly}/pool/nonsense`);
  await expect.element(screen.getByRole('heading', { name: 'Invalid address' })).toBeVisible();
});

test.each([1440, 1024])('the jetton of a pool is watched in the header, %i pixels wide', async (width) => {
  onTestFinished(() => useWatchlist.setState({ addresses: [] }));
  const { screen } = await renderPool('JVS_NONE', { width });
  const header = screen.getByRole('region', { name: 'Pool', exact: true });
  const star = header.getByRole('button', { name: /^Watch / });
  await star.click();
  await expect.element(star).toHaveAttribute('aria-pressed', 'true');
  expect(useWatchlist.getState().addresses).toEqual([listedJetton(0).identity.address]);
  expect(boxOf(star).right).toBeLessThanOrEqual(
    boxOf(header.getByRole('button', { name: /^New alert/ })).left,
  );
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

test('the chart requests all prices again when the multiplier of the jetton changes', async () => {
  const { screen, client } = await renderPool('JVS_NONE');
  await expect.element(screen.getByRole('region', { name: 'Chart' })).toBeVisible();
  const requested = () => vi.mocked(createMarketHistory).mock.calls.length;
  await expect.poll(requested).toBeGreaterThan(0);
  const before = requested();
  const { queryKey } = jettonByAddress(listedJetton(0).identity.address);
  const multiplier = {
    numerator: '10',
    denominator: '1',
    source: 'tonapi',
    since: '2026-01-29T07:00:00.000Z',
  };
  client.setQueryData(queryKey, (jetton) => jetton && { ...jetton, multiplier });
  await expect.poll(requested).toBeGreaterThan(before);
});

test('a chart loads by itself when the service is available again', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true });
  onTestFinished(() => void vi.useRealTimers());
  const { screen } = await renderPool('JVS_NONE', { isUnavailable: true });
  await expect.element(screen.getByText("Couldn't load swaps.")).toBeVisible();
  vi.advanceTimersByTime(10_000);
  await expect.element(screen.getByText(/^From 2026-01-29/)).toBeVisible();
});

test('choosing a unit with stored price lines does not open the page again', async () => {
  const { screen, url } = await renderPool('JVS_NONE');
  const chart = screen.getByRole('application');
  await expect.element(chart).toBeVisible();
  const opened = chart.element();
  const [{ address }, { poolAddress }] = [listedJetton(0).identity, quietMarket('1.25')];
  storePriceLevels({ address, poolAddress, unit: 'usd' }, [1.5]);
  await screen.getByRole('combobox', { name: 'Price in' }).selectOptions('USD');
  await expect.poll(url).toContain('line=1.5');
  expect(chart.element()).toBe(opened);
});

/** Answers the requests for trades. */
function serveTrades(transactions: readonly Transaction[], next?: string) {
  const { fetch } = globalThis;
  const requests: string[] = [];
  const stub = vi.spyOn(globalThis, 'fetch').mockImplementation(async (input, init) => {
    const url = input instanceof Request ? input.url : String(input);
    if (!url.includes('/transactions')) return fetch(input, init);
    requests.push(decodeURIComponent(new URL(url, location.origin).pathname));
    return Response.json({ transactions, addressBook: {}, jettons: {}, next });
  });
  onTestFinished(() => stub.mockRestore());
  return requests;
}

test('what is chosen right after the chart was moved is kept, and so is the range', async () => {
  serveTrades([]);
  const { screen, url } = await renderPool('JVS_NONE');
  await expect.element(screen.getByText(/^From 2026-01-29/)).toBeVisible();
  await expect.element(screen.getByRole('radio', { name: 'Buys' })).toBeVisible();
  const query = () => Object.fromEntries(new URL(url(), location.origin).searchParams);
  const zoomThenClick = (role: 'radio' | 'button', name: string) => {
    const event = new KeyboardEvent('keydown', { key: '+', bubbles: true });
    screen.getByRole('application').element().dispatchEvent(event);
    const control = screen.getByRole(role, { name }).element();
    if (control instanceof HTMLElement) control.click();
  };
  zoomThenClick('radio', 'Buys');
  await expect.poll(() => query().from).toBeDefined();
  expect(query().side).toBe('buy');
  const { from } = query();
  zoomThenClick('button', 'Logarithmic scale');
  await expect.poll(() => query().from).not.toBe(from);
  expect(query()).toMatchObject({ side: 'buy', scale: 'log' });
});

describe('the panel next to the chart', () => {
  /** Opens a pool whose panel has loaded. */
  async function renderPanel(width: number, query = '') {
    serveTrades([]);
    const { screen, url } = await renderPool('JVS_NONE', { width, query });
    const panel = screen.getByRole('region', { name: 'Trades and jetton' });
    await expect.element(panel.getByRole('tablist')).toBeVisible();
    const chart = screen.getByRole('application');
    return { screen, panel, chart, tab: (name: string) => panel.getByRole('tab', { name }), url };
  }

  test('has tabs that links contain, and that arrow keys choose', async () => {
    const { panel, tab, url } = await renderPanel(1440, '?panel=info');
    await expect
      .element(panel.getByRole('tabpanel', { name: 'Info' }))
      .toHaveTextContent(/Circulating supply/);
    tab('Info').element().focus();
    await userEvent.keyboard('{ArrowRight}');
    await expect.element(tab('Trades')).toHaveFocus();
    await expect
      .element(panel.getByRole('tabpanel', { name: 'Trades' }))
      .toHaveTextContent('No trades match');
    expect(url()).not.toContain('panel');
    await userEvent.keyboard('{End}{ArrowLeft}');
    await expect.element(tab('Holders')).toHaveAttribute('aria-selected', 'true');
    expect(url()).toContain('panel=holders');
  });

  test('scrolls instead of shortening what is in it', async () => {
    serveTrades([]);
    const holders = Array.from({ length: 40 }, (_, index) => {
      const owner = `0:${String(index).padStart(64, '0')}`;
      return { owner, ownerFriendly: toUserFriendly(owner), amount: amountFromDecimal('1'), percent: 1 };
    });
    const { screen, client } = await renderPool('JVS_NONE', { query: '?panel=holders' });
    const { address } = listedJetton(0).identity;
    const snapshot = { snapshotAt: '2026-01-29T07:13:00.000Z', source: 'tonapi-holders' };
    const shares = { exchangeId: 'dedust', burnedPercent: 1, lockedPercent: 0 };
    const liquidity = [{ poolAddress: `0:${'c'.repeat(64)}`, ...shares, ...snapshot }];
    client.setQueryData(topHolders(address).queryKey, { ...snapshot, holders, liquidity, addressBook: {} });
    const panel = screen.getByRole('tabpanel', { name: 'Holders' });
    const first = panel.getByRole('row').nth(1);
    await expect.element(first).toBeVisible();
    const table = first.element().closest('div')?.getBoundingClientRect();
    expect(table?.height).toBeGreaterThan(300);
    expect(panel.element().scrollHeight).toBeGreaterThan(panel.element().clientHeight);
  });

  test.each([1440, 1024])('is next to the chart, %i pixels wide, until it is folded', async (width) => {
    const { panel, chart } = await renderPanel(width);
    expect(boxOf(chart).right).toBeLessThanOrEqual(boxOf(panel).left);
    expect(boxOf(chart).top).toBeGreaterThanOrEqual(boxOf(panel).top);
    expect(boxOf(chart).bottom).toBeLessThanOrEqual(boxOf(panel).bottom);
    const narrow = boxOf(chart).width;
    await userEvent.keyboard(']');
    const fold = panel.getByRole('button', { name: 'Panel' });
    await expect.element(fold).toHaveAttribute('aria-expanded', 'false');
    await expect.element(panel.getByRole('tablist')).not.toBeInTheDocument();
    await expect.poll(() => boxOf(chart).width).toBeGreaterThan(narrow + 200);
    await fold.click();
    await expect.element(panel.getByRole('tablist')).toBeVisible();
    await expect.element(fold).toHaveFocus();
    await expect.poll(() => boxOf(chart).width).toBe(narrow);
  });

  test('is as wide as it is dragged', async () => {
    const { panel } = await renderPanel(1440);
    const separator = panel.getByRole('separator', { name: 'Width of the panel' });
    const before = boxOf(panel).width;
    separator.element().focus();
    await userEvent.keyboard('{ArrowLeft}{ArrowLeft}');
    expect(boxOf(panel).width).toBe(before + 40);
    await expect.element(separator).toHaveAttribute('aria-valuenow', '400');
    for (let step = 0; step < 30; step += 1) await userEvent.keyboard('{ArrowLeft}');
    await expect.element(separator).toHaveAttribute('aria-valuenow', '720');
    await userEvent.dragAndDrop(separator, panel.getByRole('tab', { name: 'Info' }));
    expect(boxOf(panel).width).toBeLessThan(600);
    expect(JSON.parse(localStorage.getItem('jetscope.panel') ?? '')).toMatchObject({ isFolded: false });
  });

  test('is below the chart on phones, and cannot be folded', async () => {
    const { panel, chart } = await renderPanel(390);
    expect(boxOf(panel).top).toBeGreaterThanOrEqual(boxOf(chart).bottom);
    await userEvent.keyboard(']');
    await expect.element(panel.getByRole('tablist')).toBeVisible();
    await expect.element(panel.getByRole('button', { name: 'Panel' })).not.toBeInTheDocument();
  });
});

describe('the trades of a chosen trader', () => {
  const trader = toUserFriendly(`0:${'a'.repeat(64)}`);
  const tradeAt = (time: string, type: Transaction['type'], lt: number): Transaction => ({
    time,
    timeLt: String(lt),
    type,
    counterpart: TON_ADDRESS,
    exchangeId: 'dedust',
    pool: quietMarket('1').poolAddress,
    amount: amountFromDecimal('1'),
    counterpartAmount: amountFromDecimal('1'),
    price: amountFromDecimal('1'),
  });
  const trades = [
    tradeAt('2026-01-29T07:45:10.000Z', 'TT_BUY', 4),
    tradeAt('2026-01-29T07:45:05.000Z', 'TT_BUY', 3),
    tradeAt('2026-01-29T07:30:00.000Z', 'TT_SELL', 2),
    tradeAt('2025-01-29T07:30:00.000Z', 'TT_SELL', 1),
  ];

  test('are marked on the chart of their pool, and counted', async () => {
    const requests = serveTrades(trades);
    const { screen } = await renderPool('JVS_NONE', { query: `?trader=${trader}` });
    const chart = screen.getByRole('region', { name: 'Chart' });
    await expect.element(chart.getByText(`3 trades of ${shortenAddress(trader)} on the chart`)).toBeVisible();
    await expect.element(chart.getByText('2 buys')).toBeVisible();
    await expect.element(chart.getByText('1 sell')).toBeVisible();
    await expect.element(chart.getByText('4 trades in this pool')).toBeVisible();
    const ofPool = `/markets/${quietMarket('1').poolAddress}/transactions`;
    expect(requests.filter((path) => !path.startsWith('/v1/traders/') && !path.endsWith(ofPool))).toEqual([]);
  });

  test('are the latest ones if there are many', async () => {
    serveTrades(trades, 'older');
    const { screen } = await renderPool('JVS_NONE', { query: `?trader=${trader}` });
    await expect.element(screen.getByText('Only the latest 4 trades in this pool are marked')).toBeVisible();
  });

  test('may be none', async () => {
    serveTrades([]);
    const { screen } = await renderPool('JVS_NONE', { query: `?trader=${trader}` });
    await expect
      .element(screen.getByText(`No trades of ${shortenAddress(trader)} on the chart`))
      .toBeVisible();
  });
});

describe('the volume profile of a link', () => {
  /** Answers requests for exact rows: all was bought in the lowest row, and a tenth of it sold in the highest. */
  function serveProfile(paths: object) {
    const { fetch } = globalThis;
    const requests: URLSearchParams[] = [];
    const stub = vi.spyOn(globalThis, 'fetch').mockImplementation(async (input, init) => {
      const { pathname, searchParams } = new URL(
        input instanceof Request ? input.url : String(input),
        location.origin,
      );
      if (pathname.endsWith('/openapi.json')) return Response.json({ paths });
      if (!pathname.endsWith('/volume-profile')) return fetch(input, init);
      requests.push(searchParams);
      const [low = 0, high = 0, count = 0] = ['low', 'high', 'rows'].map((name) =>
        Number(searchParams.get(name)),
      );
      const edges = profileEdges(low, high, count, 'linear').map((edge) => amountFromDecimal(String(edge)));
      const rows = edges.slice(1).map((to, index) => ({
        from: edges[index],
        to,
        bought: amountFromDecimal(index === 0 ? '10' : '0'),
        sold: amountFromDecimal(index === count - 1 ? '1' : '0'),
        buys: 0,
        sells: index === 20 ? 1 : 0,
      }));
      return Response.json({ rows });
    });
    onTestFinished(() => stub.mockRestore());
    return requests;
  }

  test('is that of the visible bars, an estimate without exact rows', async () => {
    const requests = serveProfile({});
    const { screen } = await renderPool('JVS_NONE', { query: '?profile=volume' });
    const chart = screen.getByRole('region', { name: 'Chart' });
    const legend = chart.getByText(/^Most swaps at 1\.\d+ · 70% in 1\.\d+–1\.\d+ \(estimate\)$/);
    await expect.element(legend).toBeVisible();
    await expect.element(chart.getByText('(estimate)', { exact: true })).toBeVisible();
    await screen.getByRole('button', { name: 'Indicators' }).click();
    await screen.getByRole('checkbox', { name: 'Volume profile of the visible candles' }).click();
    await expect.element(legend).not.toBeInTheDocument();
    expect(requests).toEqual([]);
  });

  test('is exact where the service lists its operation, in the unit and on the scale of the chart', async () => {
    const requests = serveProfile({ [getJettonMarketVolumeProfile.path]: {} });
    const query = '?profile=volume&quote=usd&range=1h';
    const { screen } = await renderPool('JVS_NONE', { query });
    const chart = screen.getByRole('region', { name: 'Chart' });
    // The lowest of 48 rows from 1.125 to 1.375.
    await expect.element(chart.getByText(/^Most volume at 1\.128 · 70% in 1\.125–1\.13 /)).toBeVisible();
    await expect.element(chart.getByText('(estimate)', { exact: true })).not.toBeVisible();
    expect(requests).toHaveLength(1);
    expect(Object.fromEntries(requests[0] ?? [])).toMatchObject({
      unit: 'usd',
      low: '1.125',
      high: '1.375',
      rows: '48',
      division: 'linear',
      from: '2026-01-29T06:49:00.000Z',
      to: '2026-01-29T07:51:00.000Z',
    });
    await chart.getByRole('button', { name: 'Logarithmic scale' }).click();
    await expect.poll(() => requests.at(-1)?.get('division')).toBe('logarithmic');
  });
});

test('without candles of the service, the chart shows numbers of swaps and says so', async () => {
  const { screen } = await renderPool('JVS_NONE');
  await expect.element(screen.getByText(/^From 2026-01-29/)).toBeVisible();
  await screen.getByText(/^From 2026-01-29/).click();
  await expect
    .element(screen.getByText(/number of swaps\. This service does not provide volumes\.$/))
    .toBeVisible();
  await expect.element(screen.getByRole('columnheader', { name: 'Volume' })).not.toBeInTheDocument();
  await screen.getByRole('button', { name: 'More chart options' }).click();
  await expect
    .element(screen.getByText('This service does not provide volumes.', { exact: true }))
    .toBeVisible();
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
  const jetton = {
    ...listed,
    identity: { ...listed.identity, symbol },
    description: '',
    links: [],
    multiplier: undefined,
  };
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

test.each([
  ['an ordinary pool', 'JVS_NONE', { price: '1.25' }],
  ['the pool of a modified contract', 'JVS_NONE', { modifiedContract: true }],
  ['the pool of a scam with everything', 'JVS_SCAM', { price: '0.00000712345', modifiedContract: true }],
] as const)('on phones, the chart of %s is on the first screen', async (_, verification, options) => {
  await emulateTouch();
  const { screen } = await renderPool(verification, { ...options, width: 390 });
  await expect.element(screen.getByText(/^From \d{4}-/)).toBeInTheDocument();
  const warnings = screen.getByText(/Do not buy: you may not be able to sell it/).elements();
  expect(warnings).toHaveLength(verification === 'JVS_SCAM' ? 1 : 0);
  expect(boxOf(screen.getByRole('application')).top).toBeLessThanOrEqual(240);
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(390);
});

test.each([
  ['', 'LONGSYMBOL'],
  ['?quote=usd', 'USD'],
])('headline and chart share the unit: %s', async (query, unit) => {
  const { screen } = await renderPool('JVS_NONE', { query });
  const prices = screen.getByRole('region', { name: 'Price and activity' });
  await expect.element(prices).toHaveTextContent(new RegExp(`^1\\.25\\S* ${unit}`));
  await expect.element(screen.getByRole('application')).toHaveAccessibleName(new RegExp(` in ${unit}\\.`));
});

test('settings are above the chart, ranges below it, and tools right of the intervals', async () => {
  const { screen } = await renderPool('JVS_NONE');
  await expect.element(screen.getByText(/^From \d{4}-/)).toBeInTheDocument();
  const chart = boxOf(screen.getByRole('application'));
  const legend = boxOf(screen.getByText('2026-01-29', { exact: false }).first());
  expect(legend.bottom).toBeLessThanOrEqual(chart.top);
  expect(boxOf(screen.getByRole('toolbar')).bottom).toBeLessThanOrEqual(legend.top);
  expect(boxOf(screen.getByRole('group', { name: 'Range' })).top).toBeGreaterThanOrEqual(chart.bottom);
  const intervals = boxOf(screen.getByRole('combobox', { name: 'More intervals' }));
  for (const name of ['Measure', 'Price line', 'Image', 'Full screen']) {
    const tool = boxOf(screen.getByRole('button', { name }));
    expect(tool.left).toBeGreaterThanOrEqual(intervals.right);
    expect(tool.top).toBeLessThan(intervals.bottom);
  }
});

test('toggles look different from menus', async () => {
  const { screen } = await renderPool('JVS_NONE');
  const border = (locator: Locator) => getComputedStyle(locator.element()).borderTopWidth;
  for (const name of ['5m', 'Measure', 'Price line', '24h']) {
    const toggle = screen.getByRole('button', { name, exact: true });
    await expect.element(toggle).toHaveAttribute('aria-pressed');
    await expect.element(toggle).not.toHaveAttribute('aria-expanded');
    expect(border(toggle)).toBe('0px');
  }
  for (const name of ['Indicators', 'Image']) {
    const menu = screen.getByRole('button', { name, exact: true });
    await expect.element(menu).toHaveAttribute('aria-expanded');
    await expect.element(menu).not.toHaveAttribute('aria-pressed');
    expect(border(menu)).toBe('1px');
  }
  expect(border(screen.getByRole('combobox', { name: 'Type' }))).toBe('1px');
});

describe('values of the pool', () => {
  const pool = [`0:${'a'.repeat(64)}`, `0:${'b'.repeat(64)}`] as const;

  const tenDaysAgo = Date.now() - 10 * 86_400_000;

  test('reserves and price changes name their unit, and windows that lack swaps are marked', async () => {
    const client = createQueryClient();
    const change = { changePercent: 100, calculatedAt: '2026-01-29T07:50:00Z' };
    const count = { ...change, current: '2', previous: '1' };
    const counts = { day: count, week: count, month: count };
    const day = { ...change, current: amountFromDecimal('2'), previous: amountFromDecimal('1') };
    const timeAfter = (minutes: number) => new Date(tenDaysAgo + minutes * 60_000).toISOString();
    client.setQueryData(marketLiquidity(...pool).queryKey, {
      asset: amountFromDecimal('91800000'),
      counterpart: amountFromDecimal('190000'),
    });
    client.setQueryData(marketStatistics(...pool).queryKey, {
      priceChange: {
        counterpart: {
          min15: { ...day, changePercent: 0 },
          hour: { ...day, changePercent: 0 },
          day,
        },
      },
      traders: counts,
      transactions: counts,
      volume: { usd: { day } },
      missing: [{ exchangeId: 'stonfi', from: timeAfter(0), to: timeAfter(20), seconds: 1200 }],
    });
    const screen = await render(
      <QueryClientProvider client={client}>
        <PoolFacts
          address={pool[0]}
          poolAddress={pool[1]}
          symbol="CLKW"
          quote="GRAM"
          lastTradeAt="2026-01-29T07:30:00Z"
        />
      </QueryClientProvider>,
    );
    await expect.element(screen.getByText('Reserve, CLKW')).toBeVisible();
    await expect.element(screen.getByText('Reserve, GRAM')).toBeVisible();
    await expect.element(screen.getByText('Price change in GRAM')).toBeVisible();
    // Changes of counts compare two weeks, those of prices begin a week ago.
    const reason = 'STON.fi: 20 min missing';
    await expect.element(screen.getByRole('columnheader', { name: `7d ${reason}` })).toBeVisible();
    await expect.element(screen.getByRole('columnheader', { name: /^24h$/ })).toBeVisible();
    const prices = screen.getByLabelText('Price change in GRAM');
    await expect.element(prices).toHaveTextContent(/15m ?no trades.*in 15m.*1h ?0.00%/);
    await expect.element(prices).toHaveTextContent(/7d–unknown 30d–unknown \*STON.fi: 20 min missing/);
  });
});
