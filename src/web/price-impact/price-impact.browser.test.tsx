import { expect, onTestFinished, test, vi } from 'vitest';
import { userEvent } from 'vitest/browser';
import { toUserFriendly } from '#contract/address.ts';
import { amountFromDecimal } from '#contract/amount.ts';
import type { VerificationStatus } from '#contract/enums.ts';
import type { Market } from '#contract/market.ts';
import { renderApp } from '#testing/components/render-app.tsx';
import { listedJetton } from '#testing/components/responses.ts';
import { errorText } from '#web/api/client/error-text.ts';
import { NetworkError } from '#web/api/client/errors.ts';
import type { JettonDetails } from '#web/api/decoding/decode-jetton.ts';
import { comparedJettons } from '#web/api/queries/compare.ts';
import { jettonPrice } from '#web/api/queries/exchange-rate.ts';
import { jettonMarkets, marketOfPool } from '#web/api/queries/markets.ts';
import { stringifyQuery } from '#web/kit/device/link-state.ts';
import { jettonByAddress } from '#web/list/jetton-queries.ts';
import { MAX_PAPER_TRADES, usePaperJournal } from './paper-journal.ts';
import { statedReserves } from './paper-queries.ts';
import { executionTime, type PaperTrade, paperLink, parseTrades, writeTrade } from './paper-trades.ts';

const jetton = listedJetton(0);
const details: JettonDetails = { ...jetton, description: undefined, links: [], multiplier: undefined };
const { address, userFriendly } = jetton.identity;
const quote = { ...listedJetton(1).identity, symbol: 'QUOTE' };

interface Values {
  readonly type?: string;
  /** Reserves of both sides; the price is 1. */
  readonly reserve?: string;
  /** Reserve of the quote, if it differs. */
  readonly quoteReserve?: string;
  readonly changedAt?: string;
}

function market(index: number, values: Values): Market {
  const {
    type = 'JTN_MRKT_LINEAR',
    reserve,
    quoteReserve = reserve,
    changedAt = '2026-01-29T07:47:00Z',
  } = values;
  const one = amountFromDecimal('1.000000000');
  const [side, other] = [reserve, quoteReserve].map((units) =>
    units === undefined ? undefined : amountFromDecimal(`${units}.000000000`),
  );
  return {
    counterpart: quote.address,
    exchangeId: 'stonfi',
    poolAddress: `0:${String(index).repeat(64)}`,
    type,
    liquidity: side && other ? { asset: side, counterpart: other, usd: side, changedAt } : {},
    price: { counterpart: one, ton: amountFromDecimal('0.5'), usd: one },
  };
}

interface Page {
  readonly width?: number;
  readonly path?: string;
  readonly verification?: VerificationStatus;
  /** The market of the pool page. */
  readonly own?: Market;
}

async function renderMarkets(
  markets: readonly Market[],
  { width = 1440, path = '', verification, own }: Page = {},
) {
  const app = await renderApp(`/jetton/${userFriendly}${path}`, {
    width,
    fill: (client) => {
      const price = { price: amountFromDecimal('1'), changedAt: '2026-01-29T07:50:00Z' };
      client.setQueryData(jettonByAddress(address).queryKey, {
        ...details,
        ...(verification && { verification }),
      });
      client.setQueryData(jettonPrice(address, 'usd').queryKey, { usd: price, ton: price, currency: price });
      if (own)
        client.setQueryData(marketOfPool(address, own.poolAddress).queryKey, () => ({
          market: own,
          counterpart: undefined,
        }));
      const now = Date.parse('2026-01-29T07:50:00Z') / 1000;
      for (const { poolAddress: pool } of markets)
        client.setQueryData(statedReserves({ jetton: address, pool }, [now]).queryKey, []);
      client.setQueryData(jettonMarkets(address).queryKey, {
        pages: [{ markets: [...markets], next: undefined, identities: new Map([[quote.address, quote]]) }],
        pageParams: [undefined],
      });
    },
  });
  const panel = app.screen.getByRole('region', { name: 'Price impact' });
  return { ...app, panel };
}

const facts = (panel: { element: () => Element }) =>
  Object.fromEntries(
    [...panel.element().querySelectorAll('dl:not([aria-label]) > div')].map((row) => [
      row.querySelector('dt')?.textContent,
      row.querySelector('dd .visually-hidden')?.textContent ?? row.querySelector('dd')?.textContent,
    ]),
  );

test('splits an amount among the constant-product pools', async () => {
  const { panel } = await renderMarkets([
    market(1, { reserve: '3000' }),
    market(2, { type: 'JTN_MRKT_STABLE', reserve: '2000' }),
    market(3, { reserve: '1000' }),
    market(4, {}),
  ]);
  const amount = panel.getByRole('textbox', { name: 'Pay' });
  await expect.element(amount).toHaveValue('1k');
  await amount.fill('4,000');
  await expect.element(panel.getByRole('status')).toHaveTextContent('Price impact +100%, extreme');
  expect(facts(panel)).toEqual({
    'You pay': '4000',
    'You receive': '2000',
    'Current price': '1',
    'Average price': '2',
    'Price afterwards': '+300%',
  });
  await expect.element(panel.getByText('QUOTE on STON.fi, $3.00k75%')).toBeVisible();
  await expect.element(panel.getByText('QUOTE on STON.fi, $1.00k25%')).toBeVisible();
  await expect.element(panel.getByText('Without fees, which are unknown.')).toBeVisible();
  await panel.getByText('2 pools left out').click();
  const leftOut = panel.getByRole('listitem');
  await expect.element(leftOut.nth(0)).toHaveTextContent('Stable swap pool, whose parameters are not known');
  await expect.element(leftOut.nth(1)).toHaveTextContent('QUOTE on STON.fi: unknown reserves');
});

test('compares a split with the deepest pool, and leaves out pools with outdated prices', async () => {
  const { panel } = await renderMarkets([
    market(1, { reserve: '1000000' }),
    market(2, { reserve: '100000', quoteReserve: '99500' }),
    market(3, { reserve: '100000', quoteReserve: '97000' }),
  ]);
  await panel.getByRole('textbox', { name: 'Pay' }).fill('100');
  const result = panel.getByRole('status');
  await expect.element(result).toHaveTextContent('Price impact −0.40%, better than in the deepest pool');
  await expect.element(panel.getByText("Another pool's last price is better")).toBeVisible();
  expect(facts(panel)).toMatchObject({ 'Current price': '1', 'Price afterwards': 'under 0.01%' });
  await panel.getByRole('textbox', { name: 'Pay' }).fill('1000');
  await expect.element(panel.getByText('1,000.12', { exact: true })).toBeVisible();
  await panel.getByText('1 pool left out').click();
  const leftOut = panel.getByRole('listitem');
  await expect.element(leftOut).toHaveTextContent("price differs from the deepest pool's by more than 1%");
});

test('leaves out pools whose reserves are outdated', async () => {
  const { panel } = await renderMarkets([
    market(1, { reserve: '1000000' }),
    market(2, { reserve: '100000', quoteReserve: '99500', changedAt: '2026-01-29T04:47:00Z' }),
    market(3, { reserve: '100000', changedAt: '2026-01-29T06:48:00Z' }),
  ]);
  await panel.getByRole('textbox', { name: 'Pay' }).fill('100');
  await expect.element(panel.getByRole('status')).toHaveTextContent('Price impact +0.01%');
  await expect.element(panel.getByText(/^Oldest reserves: 1 h before the snapshot/)).toBeVisible();
  await panel.getByText('1 pool left out').click();
  await expect
    .element(panel.getByRole('listitem'))
    .toHaveTextContent("reserves are over an hour older than the deepest pool's");
});

test('sells jettons in one pool, by keyboard', async () => {
  const { panel } = await renderMarkets([market(1, { reserve: '3000' }), market(3, { reserve: '1000' })], {
    width: 390,
  });
  await expect.element(panel.getByRole('radio', { name: 'Buy' })).toBeVisible();
  panel.getByRole('radio', { name: 'Buy' }).element().focus();
  await userEvent.keyboard('{ArrowRight}{Tab}{Tab}');
  await expect.element(panel.getByRole('textbox', { name: 'Sell, worth' })).toHaveFocus();
  await userEvent.keyboard('{Control>}a{/Control}1000');
  await panel.getByRole('combobox', { name: 'Unit' }).selectOptions('SYM0');
  await panel.getByRole('combobox', { name: 'Pool' }).selectOptions('QUOTE on STON.fi, $1.00k');
  await expect.element(panel.getByRole('status')).toHaveTextContent('−50.0%, extreme');
  expect(facts(panel)).toMatchObject({ 'You pay': '1000', 'You receive': '500', 'Average price': '0.5' });
  expect(document.documentElement.scrollWidth).toBe(390);
});

test('shows invalid and impossible amounts', async () => {
  const { panel } = await renderMarkets([market(1, { reserve: '3000' })]);
  const amount = panel.getByRole('textbox', { name: 'Pay' });
  await amount.fill('many');
  await expect.element(amount).toHaveAttribute('aria-invalid', 'true');
  await expect.element(panel.getByText('Enter a number such as 1,500 or 10k')).toBeVisible();
  await amount.fill('');
  await expect.element(panel.getByRole('status')).toHaveTextContent('Enter an amount');
  await panel.getByRole('combobox', { name: 'Unit' }).selectOptions('SYM0');
  await panel.getByRole('textbox', { name: 'Receive' }).fill('3000');
  await expect.element(panel.getByRole('status')).toHaveTextContent('More than the pools hold');
});

test('marks estimates and the age of old reserves', async () => {
  const changedAt = '2026-01-26T07:50:00Z';
  const { panel } = await renderMarkets([market(1, { reserve: '3000', quoteReserve: '2000', changedAt })]);
  await expect
    .element(panel.getByText("Estimate: the pool's reserves differ from its last price"))
    .toBeVisible();
  await expect.element(panel.getByText('Reserves: 3 d before the snapshot.')).toHaveAttribute('data-caution');
});

test('explains why nothing can be calculated', async () => {
  const { panel } = await renderMarkets([market(1, {})]);
  await expect.element(panel.getByText("Can't be calculated for any pool.")).toBeVisible();
  await panel.getByText('1 pool left out').click();
  await expect.element(panel.getByText('QUOTE on STON.fi: unknown reserves')).toBeVisible();
});

const poolPath = `/pool/${toUserFriendly(`0:${'1'.repeat(64)}`)}`;

test.each([
  ['JTN_MRKT_STABLE', 'Stable swap pool, whose parameters are not known'],
  ['JTN_MRKT_WEIGHTED', 'Weighted pool, whose parameters are not known'],
  ['JTN_MRKT_UNKNOWN', 'unknown pool type'],
])('says that the impact of a pool of type %s is unknown', async (type, reason) => {
  const unknown = market(1, { type, reserve: '3000' });
  const others = [market(2, { reserve: '2000' }), market(3, { reserve: '1000' })];
  const { panel } = await renderMarkets([unknown, ...others], { path: poolPath, own: unknown });
  const result = panel.getByRole('status');
  await expect.element(result).toHaveTextContent(`Price impact unknown: ${reason}`);
  await expect.element(panel.getByText('You receive')).not.toBeInTheDocument();
  await expect.element(panel.getByText('Without fees')).not.toBeInTheDocument();
  await expect.element(panel.getByRole('textbox')).not.toBeInTheDocument();
  const choice = panel.getByRole('combobox', { name: 'Pool' });
  await expect.element(choice).toHaveTextContent('QUOTE on STON.fi, $3.00k, unknown');
  await choice.selectOptions('Best split, 2 pools');
  await panel.getByText('1 pool left out').click();
  await expect.element(panel.getByRole('listitem')).toHaveTextContent(reason);
});

test('says that the impact of the only pool is unknown', async () => {
  const unknown = market(1, { type: 'JTN_MRKT_STABLE', reserve: '3000' });
  const { panel } = await renderMarkets([unknown], { path: poolPath, own: unknown });
  await expect.element(panel.getByRole('status')).toHaveTextContent('Price impact unknown: Stable swap pool');
  await expect.element(panel.getByRole('textbox')).not.toBeInTheDocument();
});

test.each(['', poolPath])('is not calculated for a scam: jetton page%s', async (path) => {
  const { panel } = await renderMarkets([market(1, { reserve: '3000' })], {
    path,
    verification: 'JVS_SCAM',
  });
  await expect.element(panel).toHaveTextContent(/Not estimated. A scam can prevent holders from selling.$/);
  await expect.element(panel.getByRole('textbox')).not.toBeInTheDocument();
});

const own = market(1, { reserve: '3000' });

/** A purchase for 100 of the quote in the pool of `own`, which brought 96.774193548. */
const purchase: PaperTrade = {
  jetton: address,
  pool: own.poolAddress,
  side: 'buy',
  amount: amountFromDecimal('100'),
  placedAt: Date.parse('2026-01-29T07:00:00Z') / 1000,
  delay: 0,
  fee: 0,
  reserves: { asset: amountFromDecimal('3000.000000000'), counterpart: amountFromDecimal('3000.000000000') },
};

/** Stores trades on this device until the end of the test. */
function storeTrades(trades: readonly PaperTrade[]) {
  usePaperJournal.setState({ trades: trades.map(writeTrade) });
  onTestFinished(() => usePaperJournal.setState({ trades: [] }));
}

async function renderPaperPage(trades: readonly PaperTrade[], width: number, now: Market) {
  storeTrades(trades);
  return renderApp('/paper', {
    width,
    fill: (client) => {
      client.setQueryData(comparedJettons([address]).queryKey, new Map([[address, jetton]]));
      client.setQueryData(marketOfPool(address, own.poolAddress).queryKey, () => ({
        market: now,
        counterpart: quote,
      }));
      client.setQueryData(statedReserves(purchase, trades.map(executionTime)).queryKey, []);
    },
  });
}

test.each([390, 1440])('results of paper trades are visible in percent and USD: width %d', async (width) => {
  const doubled = market(1, { reserve: '3000', quoteReserve: '6000' });
  const inUsd = { ...doubled, price: { ...doubled.price, usd: amountFromDecimal('2') } };
  const { screen } = await renderPaperPage([purchase], width, inUsd);
  const positions = screen.getByRole('region', { name: 'Positions' });
  await expect
    .element(positions)
    .toHaveTextContent(/^PositionsResult of all positions \+175[\d.]+ USD \+87.5%/);
  const result = positions.getByRole('cell', { name: '+87.5%' });
  await expect.element(result).toHaveTextContent(/, \+175[\d.]+ USD$/);
  await expect.element(screen.getByRole('button', { name: 'Sell all SYM0 on paper' })).toBeVisible();
  const areas = [...document.querySelectorAll('.scroll-x')];
  expect(areas.map(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toEqual([0, 0]);
  expect(document.documentElement.scrollWidth).toBe(width);
});

test('a trade of more than was held stays in the journal of a phone with its reason', async () => {
  const sale = { ...purchase, side: 'sell' as const, placedAt: purchase.placedAt + 60 };
  const { screen } = await renderPaperPage([purchase, sale], 390, own);
  const row = screen.getByRole('region', { name: 'Trades' }).getByRole('row').nth(1);
  await expect.element(row).toHaveTextContent('More than was held');
  const [first, second] = screen.getByRole('button', { name: /^Remove/ }).elements();
  expect(first?.getBoundingClientRect().right).toBe(second?.getBoundingClientRect().right);
});

test('the removal of a trade can be undone, also by keyboard', async () => {
  const trades = [0, 60, 120].map((later) => ({ ...purchase, placedAt: purchase.placedAt + later }));
  const { screen } = await renderPaperPage(trades, 1440, own);
  const stored = usePaperJournal.getState().trades;
  const button = (time: string) => screen.getByRole('button', { name: new RegExp(`^Remove.*${time}`) });
  const undo = screen.getByRole('button', { name: 'Undo' });
  await expect.element(button('07:01:00')).toBeVisible();
  button('07:01:00').element().focus();
  await userEvent.keyboard('{Enter}');
  await expect.element(undo).toHaveFocus();
  await expect.element(screen.getByText('Trade removed.')).toBeVisible();
  expect(usePaperJournal.getState().trades).toEqual([stored[0], stored[2]]);
  await userEvent.keyboard('{Enter}');
  await expect.element(button('07:01:00')).toHaveFocus();
  await expect.element(undo).not.toBeInTheDocument();
  expect(usePaperJournal.getState().trades).toEqual(stored);
  await userEvent.keyboard('{Enter}');
  await expect.element(undo).toHaveFocus();
  button('07:02:00').element().focus();
  await userEvent.keyboard('{Enter}');
  await expect.element(undo).toHaveFocus();
  await userEvent.keyboard('{Enter}');
  await expect.element(button('07:02:00')).toHaveFocus();
  expect(usePaperJournal.getState().trades).toEqual([stored[0], stored[2]]);
});

test.each([390, 1440])('the removal of the only trade can be undone: width %d', async (width) => {
  const { screen } = await renderPaperPage([purchase], width, own);
  await screen.getByRole('button', { name: /^Remove/ }).click();
  await expect.element(screen.getByText('No paper trades')).toBeVisible();
  await screen.getByRole('button', { name: 'Undo' }).click();
  await expect.element(screen.getByRole('button', { name: /^Remove/ })).toHaveFocus();
  expect(placedTrades()).toMatchObject([purchase]);
});

const full = Array.from({ length: MAX_PAPER_TRADES }, (_, index) => ({
  ...purchase,
  placedAt: purchase.placedAt + index,
}));

test('a sale of all that is held is not dropped silently', async () => {
  const { screen, client } = await renderPaperPage(full, 1440, own);
  const sell = screen.getByRole('button', { name: 'Sell all SYM0 on paper' });
  await sell.click();
  await expect.element(screen.getByText('At most 200 trades on paper: remove some first.')).toBeVisible();
  usePaperJournal.setState(({ trades }) => ({ trades: trades.slice(1) }));
  vi.spyOn(client, 'fetchQuery').mockRejectedValueOnce(new NetworkError());
  await sell.click();
  await expect.element(screen.getByText(errorText(new NetworkError()))).toBeVisible();
  expect(placedTrades()).toHaveLength(MAX_PAPER_TRADES - 1);
  await sell.click();
  await expect.poll(placedTrades).toHaveLength(MAX_PAPER_TRADES);
});

test('shared trades that do not fit are not dropped silently', async () => {
  storeTrades(full);
  const shared = { ...purchase, placedAt: purchase.placedAt - 60 };
  const path = `/paper${stringifyQuery(paperLink.serialize({ trades: [shared] }))}`;
  const { screen, url } = await renderApp(path);
  const keep = screen.getByRole('button', { name: 'Keep on this device' });
  await keep.click();
  await expect.element(screen.getByText('At most 200 trades on paper: remove some first.')).toBeVisible();
  expect(url()).toBe(path);
  usePaperJournal.setState(({ trades }) => ({ trades: trades.slice(1) }));
  await keep.click();
  await expect.poll(url).toBe('/paper');
});

const placedTrades = () => parseTrades(usePaperJournal.getState().trades);

test('a trade on paper is in the deepest pool instead of the best split', async () => {
  storeTrades([]);
  const { panel } = await renderMarkets([own, market(3, { reserve: '1000' })]);
  const pool = panel.getByRole('combobox', { name: 'Pool' });
  await expect.element(pool).toHaveTextContent(/^Best split, 2 pools/);
  const toggle = panel.getByRole('button', { name: 'Trade on paper' });
  await toggle.click();
  await expect.element(pool).toHaveDisplayValue('QUOTE on STON.fi, $3.00k');
  await expect.element(pool).not.toHaveTextContent('Best split');
  await expect.element(panel.getByText('In one pool: executed against')).toBeVisible();
  await panel.getByRole('button', { name: 'Buy on paper' }).click();
  await expect.element(panel.getByText('Placed for')).toBeVisible();
  expect(placedTrades()).toMatchObject([{ side: 'buy', pool: own.poolAddress }]);
  await toggle.click();
  await expect.element(pool).toHaveDisplayValue('Best split, 2 pools');
});

test('a trade on paper is shown as it will be executed: after the fee', async () => {
  storeTrades([]);
  const { panel } = await renderMarkets([own]);
  const amount = panel.getByRole('textbox', { name: 'Pay' });
  await amount.fill('100');
  const withoutFees = panel.getByText('Without fees, which are unknown.');
  await expect.element(withoutFees).toBeVisible();
  await panel.getByRole('button', { name: 'Trade on paper' }).click();
  await expect.element(panel.getByText('After the fee of 0.3%.')).toBeVisible();
  await expect.element(withoutFees).not.toBeInTheDocument();
  const fee = panel.getByRole('combobox', { name: 'Fee' });
  const result = panel.getByRole('status').filter({ hasText: 'Price impact' });
  const shown = () => ({ ...facts(panel), impact: result.element().textContent });
  expect(shown()).toMatchObject({ 'You receive': '96.49320902', 'Average price': '1.03634236041' });
  await fee.selectOptions('0%');
  await expect.element(panel.getByText('After the fee of 0%.')).toBeVisible();
  expect(shown()).toMatchObject({ 'You receive': '96.774193548', impact: 'Price impact +3.33%' });
  await fee.selectOptions('1%');
  await expect.element(panel.getByText('After the fee of 1%.')).toBeVisible();
  expect(shown()).toMatchObject({
    'You pay': '100',
    'You receive': '95.837366892',
    'Average price': '1.04343434343',
    impact: 'Price impact +4.34%',
  });
  await panel.getByRole('combobox', { name: 'Unit' }).selectOptions('SYM0');
  await panel.getByRole('textbox', { name: 'Receive' }).fill('1500');
  await expect.element(panel.getByText('3,030.30', { exact: true })).toBeVisible();
  await panel.getByRole('button', { name: 'Buy on paper' }).click();
  await expect.element(panel.getByText('Placed for')).toBeVisible();
  expect(placedTrades()).toMatchObject([{ fee: 100, amount: amountFromDecimal('3030.303030304') }]);
  await panel.getByRole('button', { name: 'Trade on paper' }).click();
  await expect.element(withoutFees).toBeVisible();
});

test('no more than is held can be sold on paper, and all of it with one button', async () => {
  storeTrades([purchase]);
  const { panel } = await renderMarkets([own], { path: poolPath, own, width: 390 });
  await panel.getByRole('button', { name: 'Trade on paper' }).click();
  await expect.element(panel.getByText('Held', { exact: true })).not.toBeInTheDocument();
  (panel.getByRole('radio', { name: 'Sell' }).element() as HTMLElement).click();
  await expect.element(panel.getByText('Held', { exact: true })).toBeVisible();
  await expect.element(panel.getByText('96.7741', { exact: true }).first()).toBeInTheDocument();
  const amount = panel.getByRole('textbox');
  await amount.fill('97');
  await expect.element(amount).toHaveAccessibleDescription('More than is held on paper');
  await expect.element(amount).toHaveAttribute('aria-invalid', 'true');
  const sell = panel.getByRole('button', { name: 'Sell on paper' });
  await expect.element(sell).toHaveAttribute('aria-disabled', 'true');
  (sell.element() as HTMLElement).click();
  await panel.getByRole('button', { name: 'All SYM0 held on paper' }).click();
  await expect.element(amount).toHaveValue('96.774193548');
  await expect.element(panel.getByRole('alert')).not.toBeInTheDocument();
  await sell.click();
  await expect.element(panel.getByText('Placed for')).toBeVisible();
  expect(placedTrades()).toMatchObject([
    { side: 'buy' },
    { side: 'sell', amount: amountFromDecimal('96.774193548') },
  ]);
  await expect.element(panel.getByText(', 1 trade pending')).toBeVisible();
  await expect.element(panel.getByRole('button', { name: 'All SYM0 held on paper' })).toBeDisabled();
  expect(document.documentElement.scrollWidth).toBe(390);
});

test('says why there are no trades on paper in a pool whose impact is an estimate', async () => {
  const { panel } = await renderMarkets([market(1, { reserve: '3000', quoteReserve: '2000' })]);
  await panel.getByRole('button', { name: 'Trade on paper' }).click();
  await expect.element(panel.getByText('its price impact is an estimate')).toBeVisible();
  await expect.element(panel.getByRole('button', { name: 'Buy on paper' })).not.toBeInTheDocument();
});
