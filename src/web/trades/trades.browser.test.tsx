import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { type Locator, userEvent } from 'vitest/browser';
import { toUserFriendly } from '#contract/address.ts';
import { amountFromDecimal } from '#contract/amount.ts';
import { shortenAddress } from '#contract/format/format-text.ts';
import type { TopHolders } from '#contract/holders.ts';
import type { JettonTrader, TradingIntegrity } from '#contract/traders.ts';
import type { Transaction } from '#contract/transactions.ts';
import { emulateTouch, renderApp } from '#testing/components/render-app.tsx';
import { listedJetton } from '#testing/components/responses.ts';
import type { JettonDetails } from '#web/api/decoding/decode-jetton.ts';
import { jettonPrice } from '#web/api/queries/exchange-rate.ts';
import { topHolders } from '#web/api/queries/single-jetton.ts';
import { jettonByAddress } from '#web/list/jetton-queries.ts';
import {
  joinTrades,
  newTrades,
  type TradeFilter,
  tradeHistory,
  traderOf,
  tradersOf,
  tradingIntegrity,
  transactionTemplate,
} from './trade-queries.ts';

const { address } = listedJetton(0).identity;
const [ann, bob] = ['a', 'b'].map((letter) => `0:${letter.repeat(64)}`) as [string, string];

function tradeOf(index: number, who: string | undefined): Transaction {
  return {
    time: `2026-01-29T07:${String(10 + index)}:00.000Z`,
    timeLt: String(index),
    ...(who !== undefined && { who, whoFriendly: toUserFriendly(who) }),
    type: index % 2 === 0 ? 'TT_BUY' : 'TT_SELL',
    counterpart: `0:${'0'.repeat(64)}`,
    exchangeId: 'stonfi',
    pool: `0:${'c'.repeat(64)}`,
    amount: amountFromDecimal(`${index}.5`),
    counterpartAmount: amountFromDecimal('3'),
    price: amountFromDecimal('2'),
    usd: amountFromDecimal('6'),
  };
}

const hash = '0f'.repeat(32);
const trades = [{ ...tradeOf(3, ann), hash }, tradeOf(2, bob), tradeOf(1, ann), tradeOf(0, undefined)];

const usd = (text: string) => amountFromDecimal(text);

function traderOfSwaps(who: string): JettonTrader {
  return {
    who,
    whoFriendly: toUserFriendly(who),
    transactions: 2,
    buys: 1,
    sells: 1,
    volumeUsd: usd('12'),
    bought: { amount: usd('3.5'), usd: usd('6'), averagePrice: usd('1.714') },
    sold: { amount: usd('1.5'), usd: usd('4'), averagePrice: usd('2.667') },
    net: { amount: usd('2'), usd: usd('2') },
    resultUsd: usd('-1.43'),
    soldWithoutCost: { amount: usd('0.5'), usd: usd('0.7') },
    firstTradeAt: '2026-01-29T07:11:00.000Z',
    lastTradeAt: '2026-01-29T07:13:00.000Z',
  };
}

const tradingWindow = { period: 'all', to: '2026-01-29T07:13:00.000Z' } as const;
const integrity: TradingIntegrity = {
  window: { period: 'day', from: '2026-01-28T07:13:00.000Z', to: tradingWindow.to },
  transactions: 600,
  traders: 5,
  volumeUsd: usd('7200'),
  topTenVolumePercent: 100,
  effectiveTraders: 3.2143,
  twoSidedTraders: 1,
  transactionsPerTrader: 120,
  buyers: 4,
  buyersWhoSold: 1,
  buyersWhoSoldPercent: 25,
  firstHour: {
    from: '2026-01-01T00:00:00.000Z',
    buyers: 30,
    largest: [{ who: bob, whoFriendly: toUserFriendly(bob), bought: usd('1000'), net: usd('-5') }],
  },
  washTrading: {
    transactions: 600,
    traders: 5,
    volumeUsd: usd('7200'),
    transactionsPerTrader: 120,
    volumePerTraderUsd: usd('1440'),
    flags: ['transactions'],
  },
  addressBook: {},
};

const holders: TopHolders = {
  snapshotAt: '2026-01-29T07:13:00.000Z',
  source: 'tonapi-holders',
  supply: usd('1000'),
  topTenPercent: 41.5,
  topHundredPercent: 42,
  poolsPercent: 30,
  burnedPercent: 0,
  lockedPercent: 0.004,
  holders: [
    {
      owner: ann,
      ownerFriendly: toUserFriendly(ann),
      amount: usd('415'),
      percent: 41.5,
      name: 'An exchange',
    },
    {
      owner: `0:${'c'.repeat(64)}`,
      ownerFriendly: toUserFriendly(`0:${'c'.repeat(64)}`),
      amount: usd('300'),
      percent: 30,
      kind: 'pool',
      exchangeId: 'stonfi',
    },
  ],
  liquidity: [
    {
      poolAddress: `0:${'c'.repeat(64)}`,
      exchangeId: 'stonfi',
      snapshotAt: '2026-01-29T06:50:00.000Z',
      source: 'tonapi-holders',
      burnedPercent: 95,
      lockedPercent: 0,
    },
  ],
  addressBook: {},
};

const page = `/jetton/${toUserFriendly(address)}`;

interface Filled {
  readonly figures?: TradingIntegrity;
  /** Position after the loaded trades, if there are more. */
  readonly next?: string | undefined;
  readonly bobsTrades?: JettonTrader;
}

function renderTrades(
  path = page,
  { figures = integrity, next, bobsTrades = traderOfSwaps(bob) }: Filled = {},
) {
  const pageOf = (shown: readonly Transaction[]) => ({
    pages: [{ trades: shown, identities: new Map(), next }],
    pageParams: [undefined],
  });
  return renderApp(path, {
    fill: (client) => {
      const price = { price: amountFromDecimal('2'), changedAt: '2026-01-29T07:13:00.000Z' };
      client.setQueryData(jettonPrice(address, 'usd').queryKey, { usd: price });
      const details: JettonDetails = {
        ...listedJetton(0),
        description: '',
        links: [],
        multiplier: undefined,
      };
      client.setQueryData(jettonByAddress(address).queryKey, details);
      const fill = (filter: TradeFilter, shown: readonly Transaction[]) =>
        client.setQueryData(tradeHistory({ address }, filter).queryKey, pageOf(shown));
      fill({}, trades);
      fill(
        { type: 'TT_BUY' },
        trades.filter(({ type }) => type === 'TT_BUY'),
      );
      fill({ type: 'TT_BUY', minUsd: 1000, who: ann }, trades.slice(0, 1));
      for (const trader of [ann, bob]) {
        fill(
          { who: trader },
          trades.filter(({ who }) => who === trader),
        );
        const data = { window: tradingWindow, trader: trader === bob ? bobsTrades : traderOfSwaps(trader) };
        client.setQueryData(traderOf(address, trader).queryKey, data);
      }
      client.setQueryData(tradersOf(address, { sort: 'volume', period: 'all' }).queryKey, {
        // Bob has moved down the list between two requests.
        pages: [
          { window: tradingWindow, traders: [traderOfSwaps(ann), bobsTrades], addressBook: {} },
          { window: tradingWindow, traders: [bobsTrades], addressBook: {} },
        ],
        pageParams: [undefined, 'next'],
      });
      client.setQueryData(tradingIntegrity(address).queryKey, figures);
      client.setQueryData(topHolders(address).queryKey, holders);
    },
  });
}

function listIn(region: Locator): Locator {
  return region.getByRole('region', { name: 'List of trades' });
}

test('a trader of the list is shown with their trades', async () => {
  const { screen, url } = await renderTrades();
  const region = screen.getByRole('region', { name: 'Trades', exact: true });
  region.element().scrollIntoView();
  await expect.element(listIn(region).getByText('4 trades loaded')).toBeVisible();
  await expect.element(region.getByText('not known')).toBeVisible();
  await region
    .getByRole('button', { name: `Only trades of ${shortenAddress(toUserFriendly(ann))}` })
    .first()
    .click();
  await expect.element(listIn(region).getByText('2 trades loaded')).toBeVisible();
  const linked = `${page}?trader=${toUserFriendly(ann)}`;
  expect(url()).toBe(linked);
  await expect.element(region).toHaveFocus();
  const trader = region.getByRole('region', { name: 'Trader', exact: true });
  await expect.element(trader.getByRole('link', { name: 'Explorer' })).toBeVisible();
  await expect.element(trader).toHaveTextContent(/Realized result.*1\.43.*USD/);
  await expect.element(trader).toHaveTextContent(/Sold at no known cost/);
  await region.getByRole('button', { name: 'All traders' }).click();
  await expect.element(listIn(region).getByText('4 trades loaded')).toBeVisible();
  await expect.element(region).toHaveFocus();
  expect(url()).toBe(page);
});

test('live trades are counted, but only those loaded on request are announced', async () => {
  const { screen, client } = await renderTrades();
  const region = screen.getByRole('region', { name: 'Trades', exact: true });
  region.element().scrollIntoView();
  const status = region.getByRole('status');
  await expect.element(status).toHaveTextContent('4 trades loaded');
  const [newest] = trades;
  if (!newest) throw new Error('no trades');
  const { queryKey } = newTrades({ address }, {}, newest.time, true);
  const live = { ...newest, timeLt: `${newest.timeLt}0` };
  client.setQueryData(queryKey, { trades: [live], identities: new Map(), next: undefined });
  await expect.element(region.getByText('5 trades loaded')).toBeVisible();
  await expect.element(status).toHaveTextContent('4 trades loaded');
  await region.getByRole('radio', { name: 'Buys' }).click();
  await expect.element(status).toHaveTextContent('2 trades loaded');
  client.setQueryData(tradeHistory({ address }, { type: 'TT_SELL' }).queryKey, {
    pages: [{ trades: [], identities: new Map(), next: undefined }],
    pageParams: [undefined],
  });
  await region.getByRole('radio', { name: 'Sells' }).click();
  await expect.element(region.getByText('No trades match.')).toBeVisible();
  await expect.element(status).toHaveTextContent('No trades match');
});

test('new trades are only counted while the list is read', async () => {
  const { screen, client } = await renderTrades();
  const region = screen.getByRole('region', { name: 'Trades', exact: true });
  region.element().scrollIntoView();
  const list = listIn(region);
  await expect.element(list.getByText('4 trades loaded')).toBeVisible();
  await list.hover();
  const [newest] = trades;
  if (!newest) throw new Error('no trades');
  const { queryKey } = newTrades({ address }, {}, newest.time, true);
  const arrive = (count: number) => {
    const arrived = Array.from({ length: count }, (_, index) => ({
      ...newest,
      timeLt: `${newest.timeLt}${index}`,
    }));
    client.setQueryData(queryKey, { trades: arrived, identities: new Map(), next: undefined });
  };
  arrive(2);
  const show = region.getByRole('button', { name: '2 new trades' });
  await expect.element(show).toBeVisible();
  await expect.element(list.getByText('4 trades loaded')).toBeVisible();
  list.element().focus();
  await userEvent.keyboard('{Home}');
  await expect.element(list.getByText('6 trades loaded')).toBeVisible();
  await expect.element(show).not.toBeInTheDocument();
  arrive(3);
  const showLast = region.getByRole('button', { name: '1 new trade' });
  await expect.element(showLast).toBeVisible();
  showLast.element().focus();
  await userEvent.keyboard('{Enter}');
  await expect.element(list.getByText('7 trades loaded')).toBeVisible();
});

test('prices of trades in all pools are in USD, with those in the quote as tooltips', async () => {
  const { screen } = await renderTrades();
  screen.getByRole('region', { name: 'Trades', exact: true }).element().scrollIntoView();
  const list = screen.getByRole('region', { name: 'List of trades' });
  await expect.element(list.getByRole('columnheader', { name: 'Price, USD' })).toBeVisible();
  const prices = list
    .getByRole('row')
    .elements()
    .slice(1)
    .map((row) => row.querySelector('td:nth-child(6) [title]'));
  expect(prices.map((price) => price?.getAttribute('data-full'))).toEqual(['1.71429', '2.4', '4', '12']);
  expect(prices[0]).toHaveAttribute('title', '2 GRAM');
});

test('trades with a known hash link to their transaction in the explorer', async () => {
  const { screen } = await renderTrades();
  const region = screen.getByRole('region', { name: 'List of trades' });
  screen.getByRole('region', { name: 'Trades', exact: true }).element().scrollIntoView();
  await expect.element(region.getByText('4 trades loaded')).toBeVisible();
  const link = region.getByRole('link');
  await expect.element(link).toHaveAccessibleName('Transaction in the explorer, 37 min');
  expect(link.elements().map((element) => element.getAttribute('href'))).toEqual([
    `https://tonviewer.com/transaction/${hash}`,
  ]);
  await expect.element(link).toHaveAttribute('rel', 'noopener noreferrer nofollow');
  await expect.element(link).toHaveAttribute('target', '_blank');
});

describe('the saved file', () => {
  /** Saves the trades with the button called `label`. Returns the name of the file and its columns by name. */
  async function save(label: string, next?: string) {
    const { screen } = await renderTrades(page, { next });
    const saved = vi.spyOn(URL, 'createObjectURL');
    const clicked = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockReturnValue();
    onTestFinished(() => {
      saved.mockRestore();
      clicked.mockRestore();
    });
    const region = screen.getByRole('region', { name: 'Trades', exact: true });
    region.element().scrollIntoView();
    await region.getByRole('button', { name: label, exact: true }).click();
    const [[file] = []] = saved.mock.calls;
    const [link] = clicked.mock.contexts;
    if (!(file instanceof Blob && link instanceof HTMLAnchorElement)) throw new Error('no file was saved');
    const [names = [], ...rows] = (await file.text())
      .trim()
      .split('\r\n')
      .map((line) => line.split(','));
    return {
      name: link.download,
      columns: new Map(names.map((name, index) => [name, rows.map((row) => row[index])])),
    };
  }

  test('contains hashes, and prices in the counterpart and in USD', async () => {
    const { columns } = await save('Save as CSV');
    expect(columns.get('hash')).toEqual([hash, '', '', '']);
    expect(columns.get('counterpart')).toEqual(Array(4).fill('GRAM'));
    expect(columns.get('priceInCounterpart')).toEqual(Array(4).fill('2'));
    expect(columns.get('priceUsd')).toEqual(['1.71429', '2.4', '4', '12']);
  });

  test('is named after the jetton and the time', async () => {
    const { name } = await save('Save as CSV');
    expect(name).toMatch(/^jetscope-SYM0-trades-\d{8}-\d{4}\.csv$/);
  });

  test('is of the loaded trades, whose number the button says, if there are more', async () => {
    const { fetch } = globalThis;
    const stub = vi.spyOn(globalThis, 'fetch').mockImplementation((input, init) => {
      const url = input instanceof Request ? input.url : String(input);
      return url.includes('/transactions') ? new Promise(() => {}) : fetch(input, init);
    });
    onTestFinished(() => stub.mockRestore());
    const { columns } = await save('Save 4 loaded as CSV', 'more');
    expect(columns.get('hash')).toHaveLength(4);
  });
});

describe('the other jettons of a trader', () => {
  /** Answers the requests for the trades of a trader. */
  function serveTrader(answer: () => Promise<Response>): void {
    const { fetch } = globalThis;
    const stub = vi.spyOn(globalThis, 'fetch').mockImplementation((input, init) => {
      const url = input instanceof Request ? input.url : String(input);
      return url.includes('/v1/traders/') ? answer() : fetch(input, init);
    });
    onTestFinished(() => stub.mockRestore());
  }

  /** Opens the panel of a trader and the list of other jettons, which has the label `summary`. */
  async function openTrader(summary: string) {
    const { screen } = await renderTrades(`${page}?trader=${toUserFriendly(ann)}`);
    screen.getByRole('region', { name: 'Trades', exact: true }).element().scrollIntoView();
    const region = screen.getByRole('region', { name: 'Trader', exact: true });
    await region.getByText(summary, { exact: true }).click();
    return region;
  }

  const [first, second] = ['1', '2'].map((digit) => `0:${digit.repeat(64)}`) as [string, string];
  const served = (jettons: readonly string[], next?: string) =>
    Response.json({
      transactions: jettons.map((jetton, index) => ({ jetton, ...tradeOf(9 - index, ann) })),
      addressBook: {},
      jettons: {
        [first]: {
          address: first,
          name: 'First\u202Ecoin',
          symbol: 'FIRST',
          decimals: 9,
          image: 'javascript:1',
        },
      },
      next,
    });

  test('are those of the latest trades, with their number and the age of the latest', async () => {
    serveTrader(async () => served([first, address, second, first], 'more'));
    const region = await openTrader('Other jettons (2)');
    await expect.element(region.getByText('In the latest 4 trades of this address')).toBeVisible();
    const rows = region.getByRole('row').elements().slice(1);
    expect(rows.map((row) => [...row.querySelectorAll('td')].map((cell) => cell.textContent.trim()))).toEqual(
      [
        [expect.stringMatching(/FIRST Firstcoin$/), '2', '31 min'],
        [expect.stringContaining(shortenAddress(toUserFriendly(second))), '1', '33 min'],
      ],
    );
    await expect
      .element(region.getByRole('link', { name: /FIRST/ }))
      .toHaveAttribute('href', `/jetton/${toUserFriendly(first)}`);
    expect(region.element().querySelector('img')).toBeNull();
  });

  test('are closed, so that the trades of the jetton follow', async () => {
    serveTrader(async () => served([first]));
    const { screen } = await renderTrades(`${page}?trader=${toUserFriendly(ann)}`);
    const region = screen.getByRole('region', { name: 'Trades', exact: true });
    region.element().scrollIntoView();
    await expect.element(region.getByText('Other jettons (1)')).toBeVisible();
    await expect.element(region.getByRole('link', { name: /FIRST/ })).not.toBeInTheDocument();
  });

  test('may be none', async () => {
    serveTrader(async () => served([address]));
    const region = await openTrader('Other jettons (0)');
    await expect.element(region.getByText('In all 1 trade of this address')).toBeVisible();
    await expect.element(region.getByText('No trades of other jettons')).toBeVisible();
  });

  test('can be loaded again after an error', async () => {
    let start = () => {};
    const isStarted = new Promise<void>((resolve) => {
      start = resolve;
    });
    const refused = Response.json({ code: 3, message: 'bad request', details: [] }, { status: 400 });
    const answers = [refused, served([first])];
    serveTrader(async () => {
      await isStarted;
      return answers.shift() ?? Response.error();
    });
    const region = await openTrader('Other jettons');
    await expect.element(region.getByText('Loading…')).toBeVisible();
    start();
    await region.getByRole('button', { name: 'Retry' }).click();
    await expect.element(region.getByRole('link', { name: /FIRST/ })).toBeVisible();
  });

  test('are not listed by services without the operation', async () => {
    serveTrader(async () => Response.json({ code: 5, message: 'not found', details: [] }, { status: 404 }));
    const region = await openTrader('Other jettons');
    await expect
      .element(region.getByText('This service does not list the trades of an address.'))
      .toBeVisible();
  });
});

test('a link contains the filters of the list', async () => {
  const linked = `${page}?side=buy&size=1000&trader=${toUserFriendly(ann)}`;
  const { screen, url } = await renderTrades(`${linked}&colour=red`);
  await expect.poll(url).toBe(linked);
  const region = screen.getByRole('region', { name: 'Trades', exact: true });
  region.element().scrollIntoView();
  await expect.element(listIn(region).getByText('1 trade loaded')).toBeVisible();
  await expect.element(region.getByRole('radio', { name: 'Buys' })).toBeChecked();
  await expect.element(region.getByRole('combobox', { name: 'Size' })).toHaveValue('1000');
  await expect.element(region.getByRole('region', { name: 'Trader', exact: true })).toBeVisible();
  await region.getByRole('combobox', { name: 'Size' }).selectOptions('Any size');
  await expect.poll(url).toBe(`${page}?side=buy&trader=${toUserFriendly(ann)}`);
});

test('a trader of the table of traders is shown with their trades', async () => {
  const { screen, url } = await renderTrades();
  const region = screen.getByRole('region', { name: 'Top traders' });
  region.element().scrollIntoView();
  await expect.element(region.getByText('Swaps only: transfers between wallets are not seen.')).toBeVisible();
  await region.getByRole('button', { name: `Only trades of ${shortenAddress(toUserFriendly(bob))}` }).click();
  const list = screen.getByRole('region', { name: 'Trades', exact: true });
  await expect.element(listIn(list).getByText('1 trade loaded')).toBeInViewport();
  await expect.element(list).toHaveFocus();
  expect(url()).toBe(`${page}?trader=${toUserFriendly(bob)}`);
});

test('more traders keep the focus while they are loading, and when there are no more', async () => {
  const { screen, client } = await renderTrades();
  const region = screen.getByRole('region', { name: 'Top traders' });
  region.element().scrollIntoView();
  await expect.element(region.getByRole('table')).toBeVisible();
  const page = { window: tradingWindow, traders: [traderOfSwaps(ann)], addressBook: {} };
  const { queryKey } = tradersOf(address, { sort: 'volume', period: 'all' });
  client.setQueryData(queryKey, { pages: [{ ...page, next: 'next' }], pageParams: [undefined] });
  let answer: (response: Response) => void = () => undefined;
  const response = new Promise<Response>((resolve) => {
    answer = resolve;
  });
  const { fetch } = globalThis;
  const stub = vi.spyOn(globalThis, 'fetch').mockImplementation((input, init) => {
    const url = input instanceof Request ? input.url : String(input);
    return url.includes('cursor=next') ? response : fetch(input, init);
  });
  onTestFinished(() => stub.mockRestore());
  const more = region.getByRole('button', { name: 'Show more' });
  await more.click();
  await expect.element(more).toHaveAttribute('aria-disabled', 'true');
  await expect.element(more).toHaveFocus();
  answer(Response.json(page));
  await expect.element(more).not.toBeInTheDocument();
  await expect.element(screen.getByRole('main')).toHaveFocus();
});

test('the result of a trader who sold nothing at a known cost is unknown', async () => {
  const { sold, ...trader } = traderOfSwaps(bob);
  const bobsTrades = { ...trader, sold, resultUsd: usd('0'), soldWithoutCost: sold };
  const { screen } = await renderTrades(page, { bobsTrades });
  const region = screen.getByRole('region', { name: 'Top traders' });
  region.element().scrollIntoView();
  const header = region.getByRole('columnheader', { name: 'Realized result, USD' });
  await expect.element(header).toHaveAttribute('title', expect.stringMatching(/average cost/));
  const results = [...region.element().querySelectorAll('td:nth-child(3)')];
  expect(results.map((cell) => cell.textContent)).toEqual([expect.stringContaining('1.43'), '–unknown']);
  await region.getByRole('button', { name: `Only trades of ${shortenAddress(toUserFriendly(bob))}` }).click();
  const panel = screen.getByRole('region', { name: 'Trader', exact: true });
  await expect.element(panel).toHaveTextContent(/Realized result–unknown USD/);
});

test('trading integrity has the figures behind its flags', async () => {
  const { screen } = await renderTrades();
  const region = screen.getByRole('region', { name: 'Trading integrity' });
  region.element().scrollIntoView();
  await expect.element(region.getByText(/^Of the last 24h/)).toBeVisible();
  await expect.element(region.getByText('3.2 of 5')).toBeVisible();
  await expect.element(region.getByText('25.0%, 1 of 4')).toBeVisible();
  await expect.element(region.getByText('Flagged by transactions')).toBeVisible();
  await expect.element(region.getByText('600 trades, 120.0 per trader;')).toBeVisible();
  await expect.element(region.getByText(/^30 buyers in the hour/)).toBeVisible();
});

describe('first buyers', () => {
  async function openIntegrity(firstHour: TradingIntegrity['firstHour']) {
    const { screen } = await renderTrades(page, { figures: { ...integrity, firstHour } });
    const region = screen.getByRole('region', { name: 'Trading integrity' });
    region.element().scrollIntoView();
    return region;
  }

  test('may be others, if the jetton is older than its first known trade', async () => {
    const from = '2026-01-05T00:00:00.000Z';
    const region = await openIntegrity({ from, buyers: 1, largest: [] });
    await expect
      .element(
        region.getByText(
          'Trades before 2026-01-05 00:00, 4 d after the creation, are not known; 1 buyer in the hour from then',
        ),
      )
      .toBeVisible();
  });

  test('leave no blank space if there are none', async () => {
    const region = await openIntegrity({ from: '2026-01-01T00:00:00.000Z', buyers: 0, largest: [] });
    const text = region.getByText(/^0 buyers in the hour/);
    await expect.element(text).toBeVisible();
    const [section, last] = [region, text].map((locator) => locator.element().getBoundingClientRect());
    expect((section?.bottom ?? 0) - (last?.bottom ?? 0)).toBeLessThan(40);
  });
});

describe('top holders', () => {
  async function openHolders() {
    const { screen, url } = await renderTrades();
    const region = screen.getByRole('region', { name: 'Top holders' });
    region.element().scrollIntoView();
    return { region, url };
  }

  test('have their shares, and those of pools and burned tokens', async () => {
    const { region } = await openHolders();
    await expect.element(region.getByText(/^As of 37 min ago, source: tonapi-holders/)).toBeVisible();
    const list = region.element().querySelector('dl');
    // Translated figures could read differently.
    expect([...(list?.querySelectorAll('dd') ?? [])].map(({ translate }) => translate)).toEqual(
      Array(5).fill(false),
    );
    const facts = list?.textContent;
    expect(facts).toBe(
      'Top 10 holders41.50%Top 100 holders42.00%In pools30.00%Burned0.00%In known lockers< 0.01%',
    );
    const rows = region
      .getByRole('row')
      .elements()
      .map((row) => [...row.querySelectorAll('td')].map((cell) => cell.textContent.trim()).slice(1));
    expect(rows).toContainEqual(['An exchange', '41.50%', expect.stringContaining('415')]);
    expect(rows).toContainEqual(['Pool, STON.fi', '30.00%', expect.stringContaining('300')]);
    expect(rows).toContainEqual(['95.00%', '0.00%', '1 h']);
  });

  test('are drawn in a map with the rest of the supply', async () => {
    const { region } = await openHolders();
    await expect.element(region.getByRole('img', { name: /^Shares of the supply/ })).toBeVisible();
    const tiles = [...region.element().querySelectorAll('[role="img"] > *')];
    expect(tiles.map((tile) => tile.textContent)).toEqual([
      'An exchange 41.50%',
      'Pool, STON.fi 30.00%',
      'All others 28.50%',
    ]);
  });

  test('are shown with their trades', async () => {
    const { region, url } = await openHolders();
    await region
      .getByRole('button', { name: `Only trades of ${shortenAddress(toUserFriendly(ann))}` })
      .click();
    expect(url()).toBe(`${page}?trader=${toUserFriendly(ann)}`);
  });

  test('are not listed by services without the operation', async () => {
    const { fetch } = globalThis;
    const stub = vi.spyOn(globalThis, 'fetch').mockImplementation(async (input, init) => {
      const path = input instanceof Request ? input.url : String(input);
      if (!path.includes('/holders/top')) return fetch(input, init);
      return Response.json({ code: 5, message: 'not found', details: [] }, { status: 404 });
    });
    onTestFinished(() => stub.mockRestore());
    const { screen, client } = await renderTrades();
    client.removeQueries({ queryKey: topHolders(address).queryKey });
    const region = screen.getByRole('region', { name: 'Top holders' });
    region.element().scrollIntoView();
    await expect.element(region.getByText('This service does not list holders.')).toBeVisible();
  });
});

test('rows of all tables are equally high, with traders in line with their headings', async () => {
  const { screen } = await renderTrades();
  const buttonIn = async (name: string) => {
    const region = screen.getByRole('region', { name, exact: true });
    region.element().scrollIntoView();
    const button = region.getByRole('button', {
      name: `Only trades of ${shortenAddress(toUserFriendly(bob))}`,
    });
    await expect.element(button).toBeVisible();
    return button.element();
  };
  const rectOfText = (element: Node | null | undefined) => {
    const range = document.createRange();
    if (element) range.selectNodeContents(element);
    return range.getBoundingClientRect();
  };
  const heightOf = (button: Element) => button.closest('tr')?.getBoundingClientRect().height;
  const first = await buttonIn('Top traders');
  const header = first.closest('table')?.querySelector('th');
  expect(rectOfText(first).left).toBe(rectOfText(header).left);
  const last = await buttonIn('Trades');
  const headers = [...(last.closest('table')?.querySelectorAll('th') ?? [])];
  expect(rectOfText(last).right).toBe(rectOfText(headers.at(-1)).right);
  const offset = rectOfText(last).top - rectOfText(last.closest('td')?.previousElementSibling).top;
  expect(Math.abs(offset)).toBeLessThanOrEqual(0.5);
  expect(heightOf(first)).toBe(heightOf(last));
});

test('trades have their space while they are loading', async () => {
  const { screen } = await renderTrades(`${page}?side=sell`);
  const region = screen.getByRole('region', { name: 'Trades', exact: true });
  region.element().scrollIntoView();
  await expect.element(region.getByRole('radio', { name: 'Sells' })).toBeChecked();
  expect(region.element().querySelector('table')).toBeNull();
  expect(region.element().getBoundingClientRect().height).toBeGreaterThan(400);
});

test('traders are large enough for fingers', async () => {
  await emulateTouch();
  const { screen } = await renderTrades();
  for (const name of ['Trades', 'Top traders']) {
    const region = screen.getByRole('region', { name, exact: true });
    region.element().scrollIntoView();
    const button = region.getByRole('button', {
      name: `Only trades of ${shortenAddress(toUserFriendly(bob))}`,
    });
    await expect.element(button).toBeVisible();
    expect(button.element().getBoundingClientRect().height).toBeGreaterThanOrEqual(44);
    const cell = button.element().closest('td');
    expect(cell?.getBoundingClientRect().height).toBeGreaterThanOrEqual(44);
  }
  const link = screen.getByRole('link', { name: /^Transaction/ });
  await expect.element(link).toBeVisible();
  const { width, height } = link.element().getBoundingClientRect();
  expect(Math.min(width, height)).toBeGreaterThanOrEqual(44);
});

test('links to transactions follow the configured explorer', () => {
  const explorer = 'https://tonviewer.com/{address}';
  const own = 'https://explorer.example/{hash}';
  const standard = 'https://tonviewer.com/transaction/{hash}';
  expect(transactionTemplate({ explorer, transactionExplorer: undefined })).toBe(standard);
  expect(transactionTemplate({ explorer, transactionExplorer: '' })).toBe('');
  expect(transactionTemplate({ explorer: '', transactionExplorer: undefined })).toBe('');
  expect(transactionTemplate({ explorer: '', transactionExplorer: own })).toBe(own);
});

test('pages of trades are joined without duplicates, newest first', () => {
  const pageOf = (shown: readonly Transaction[]) => ({
    trades: shown,
    identities: new Map(),
    next: undefined,
  });
  const [a, b, c, d] = trades as [Transaction, Transaction, Transaction, Transaction];
  const twin = { ...c, pool: `0:${'d'.repeat(64)}` };
  expect(joinTrades([pageOf([a, b]), pageOf([b, c]), pageOf([d, twin])])).toEqual([a, b, c, twin, d]);
});
