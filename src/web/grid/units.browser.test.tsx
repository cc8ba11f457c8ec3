import type { QueryClient } from '@tanstack/react-query';
import { expect, test } from 'vitest';
import { userEvent } from 'vitest/browser';
import { TON_ADDRESS } from '#contract/address.ts';
import { amountFromDecimal } from '#contract/amount.ts';
import { type Currency, currencies } from '#contract/enums.ts';
import { renderApp } from '#testing/components/render-app.tsx';
import { listedActivity, listedJetton, listedJettons } from '#testing/components/responses.ts';
import { jettonPrice } from '#web/api/queries/exchange-rate.ts';
import { currencyUnit } from '#web/money/native-coin.ts';

const changedAt = '2026-01-29T07:50:00Z';

/** Caches the exchange rate: the units of a currency for one US dollar, if the native coin costs two dollars. */
function cacheRate(client: QueryClient, currency: Currency, rate: number): void {
  const price = (number: number) => ({ price: amountFromDecimal(number.toFixed(9)), changedAt });
  client.setQueryData(jettonPrice(TON_ADDRESS, currency).queryKey, {
    ton: price(1),
    usd: price(2),
    currency: price(2 * rate),
  });
}

const previews = (name: string) => ({
  light: `https://service.example/${name}`,
  dark: `https://service.example/${name}`,
});
const jetton = listedJetton(0, { previewUrls: previews('usd'), tonPreviewUrls: previews('ton') });

/** Returns different changes in the native coin and in USD. */
function activityAt(index: number) {
  const change = (percent: number) => ({ day: { percent, calculatedAt: undefined } });
  return { ...listedActivity(index), ton: change(-3.1), usd: change(0.02) };
}

test('price, change, sparkline and volume follow one switch, which is in the URL', async () => {
  const columns = 'columns=price,change24h,line,volume';
  const { screen, url } = await renderApp(`/?${columns}`, {
    lists: { [`?${columns}`]: [jetton], [`?${columns}&currency=ton`]: [jetton] },
    activityAt,
    fill: (client) => cacheRate(client, 'ton', 0.5),
  });
  const unit = (name: string) => screen.getByRole('group', { name: 'Unit' }).getByRole('radio', { name });
  const cells = () =>
    [...document.querySelectorAll('[role=row] > [role=gridcell]')].map((cell) =>
      cell.getAttribute('aria-label'),
    );
  const headers = () =>
    [...document.querySelectorAll('[role=row] > [role=columnheader]')].map(({ textContent }) => textContent);
  await expect.element(unit('USD')).toBeChecked();
  expect(cells()).toEqual([
    '1.25',
    '+0.02%',
    '7-day price chart in USD',
    '900000, +5.00% vs previous 24h, 50% buys',
  ]);
  expect(headers()).toEqual(['Price USD', '24h', '7 days', 'Volume 24h USD']);
  const change = screen.getByRole('gridcell', { name: '+0.02%' });
  await userEvent.hover(change);
  await expect.poll(() => change.element().getAttribute('title')).toMatch(/^\+0\.02%\n−3\.10% in GRAM\n/);

  await unit('GRAM').click();
  await expect.poll(url).toBe(`/?${columns}&currency=ton`);
  await expect
    .poll(cells)
    .toEqual(['0.5', '−3.10%', '7-day price chart in GRAM', '450000, +5.00% vs previous 24h, 50% buys']);
  expect(headers()).toEqual(['Price GRAM', '24h', '7 days', 'Volume 24h GRAM']);
  await unit('USD').click();
  await expect.poll(url).toBe(`/?${columns}`);
});

test('the switch returns to the selected currency', async () => {
  const rows = [jetton];
  const { screen, url } = await renderApp('/?currency=eur', {
    lists: { '?currency=eur': rows, '?currency=ton': rows },
    fill: (client) => {
      cacheRate(client, 'eur', 0.9);
      cacheRate(client, 'ton', 0.5);
    },
  });
  const unit = (name: string) => screen.getByRole('group', { name: 'Unit' }).getByRole('radio', { name });
  await expect.element(unit('EUR')).toBeChecked();
  await unit('GRAM').click();
  await expect.poll(url).toBe('/?currency=ton');
  await unit('EUR').click();
  await expect.poll(url).toBe('/?currency=eur');
});

const byGram = /The list is sorted by the change in GRAM$/;
const inUsd = /^Price change in USD over [^.]+$/;

test.each([
  ['without moves', 'change24h', '24h by GRAM', byGram],
  ['without moves', 'change24h,ton24h', '24h GRAM', /^Price change in GRAM/],
  ['without moves', 'change', 'Change 24h by GRAM', byGram],
  ['with moves', 'change24h', '24h', inUsd],
  ['with moves', 'ton24h,change24h', '24h(?! GRAM)', inUsd],
  ['with moves', 'ton24h', '24h by USD', /The list is sorted by the change in USD$/],
])(
  'on a service %s, with columns %s in USD, the sorted header is "%s"',
  async (service, columns, label, title) => {
    const query = `?sort=tonPriceChangeDay&columns=${columns}`;
    const { screen } = await renderApp(`/${query}`, {
      lists: { [query]: [jetton] },
      unsupported: new Set(service === 'with moves' ? [] : ['moves']),
    });
    const sorted = screen.getByRole('columnheader', { name: new RegExp(`^${label}`) });
    await expect.element(sorted).toHaveAttribute('aria-sort', 'descending');
    const { scrollWidth, scrollHeight, clientWidth, clientHeight } = sorted.element();
    expect([scrollWidth, scrollHeight]).toEqual([clientWidth, clientHeight]);
    expect(sorted.element().getAttribute('title')).toMatch(title);
    await expect
      .element(screen.getByRole('group', { name: 'Unit' }))
      .toHaveAttribute(
        'title',
        'Prices, changes and sums in USD. Lists can only be filtered by the change in GRAM',
      );
  },
);

test('headers name the period by which the list is sorted, if it cannot be sorted by theirs', async () => {
  const query = '?columns=volume,traders';
  const { screen } = await renderApp(`/${query}`, { lists: { [query]: [jetton] } });
  await screen.getByRole('group', { name: 'Period' }).getByRole('radio', { name: '7d', exact: true }).click();
  const volume = screen.getByRole('columnheader', { name: 'Volume 7d USD by 24h' });
  await expect
    .element(volume)
    .toHaveAttribute('title', 'Trading volume. The list is sorted by that of 24 hours');
  const { scrollWidth, scrollHeight, clientWidth, clientHeight } = volume.element();
  expect([scrollWidth, scrollHeight]).toEqual([clientWidth, clientHeight]);
  await expect
    .element(screen.getByRole('columnheader', { name: 'Traders 7d' }))
    .toHaveAttribute('title', 'Number of traders. Lists can only be sorted by that of 24 hours');
});

test('a header that names the period in one line is level with the others', async () => {
  const query = '?sort=traders24h&columns=volume,traders';
  const { screen } = await renderApp(`/${query}`, { lists: { [query]: [jetton] } });
  await screen.getByRole('group', { name: 'Period' }).getByRole('radio', { name: '7d', exact: true }).click();
  const traders = screen.getByRole('columnheader', { name: 'Traders 7d by 24h' });
  await expect.element(traders).toBeVisible();
  const volume = screen.getByRole('columnheader', { name: 'Volume 7d USD' });
  const [first, second] = [traders, volume].map((header) => {
    const { top = 0, bottom = 0 } = header.element().querySelector('small')?.getBoundingClientRect() ?? {};
    return (top + bottom) / 2;
  });
  expect(first).toBeCloseTo(second ?? 0, 0);
});

test('a volume that cannot be converted stays in USD, as its header shows', async () => {
  const query = '?columns=volume&currency=eur';
  const { screen } = await renderApp(`/${query}`, {
    lists: { [query]: [jetton] },
    fill: (client) => client.setQueryData(jettonPrice(TON_ADDRESS, 'eur').queryKey, {}),
  });
  await expect.element(screen.getByRole('columnheader', { name: 'Volume 24h USD' })).toBeVisible();
  await expect.element(screen.getByRole('gridcell', { name: /^900000,/ })).toBeVisible();
});

test.each([
  [false, 'Change over 24h in EUR, volume in USD'],
  [true, 'Change over 24h in EUR'],
])('on phones, whose rows have no header, a note names the units (rate: %s)', async (hasRate, note) => {
  const query = '?currency=eur';
  const { screen } = await renderApp(`/${query}`, {
    lists: { [query]: [jetton] },
    width: 390,
    height: 844,
    fill: (client) => {
      client.setQueryData(jettonPrice(TON_ADDRESS, 'eur').queryKey, {});
      if (hasRate) cacheRate(client, 'eur', 0.87);
    },
  });
  const element = screen.getByText(note, { exact: true });
  await expect.element(element).toBeVisible();
  expect(element.element().scrollWidth).toBeLessThanOrEqual(element.element().clientWidth);
});

const amounts = ['price', 'liquidity', 'fdmc', 'mcap', 'volume'];

/** A window in which no width remains to be shared among the columns. */
const NARROW = 760;

/** Returns the cells that are not in the pinned part of a row. */
function unpinned(role: 'gridcell' | 'columnheader'): Element[] {
  return [...document.querySelectorAll(`[role=grid] [role=row] > [role=${role}]`)];
}

test('no header overflows its column in any currency', async () => {
  const pathOf = (currency: Currency) => `/?columns=${amounts.join(',')}&currency=${currency}`;
  const { history } = await renderApp(pathOf('usd'), {
    width: NARROW,
    fill: (client) => {
      for (const currency of currencies) cacheRate(client, currency, 1);
    },
  });
  for (const currency of currencies) {
    history.push(pathOf(currency));
    await expect.poll(() => unpinned('columnheader')[0]?.textContent).toBe(`Price ${currencyUnit(currency)}`);
    const headers = unpinned('columnheader');
    expect(headers).toHaveLength(amounts.length);
    const overflowing = headers.filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth);
    expect(overflowing.map(({ textContent }) => textContent)).toEqual([]);
  }
});

test.each(
  (['usd', 'ton', 'eur'] as const).flatMap(
    (currency) =>
      [
        [currency, 1],
        [currency, 26_000],
      ] as const,
  ),
)('no value in %s overflows its column at %d per USD', async (currency, rate) => {
  const query = `?columns=${amounts.join(',')}&currency=${currency}`;
  const amountOf = (usd: string) => amountFromDecimal(String(Number(usd) * rate));
  // The test data has the same valuation in every currency.
  const values = {
    price: amountFromDecimal('123.456'),
    priceUsd: amountOf('123456.789'),
    liquidityUsd: amountOf('123456789012'),
    fdmc: amountOf('9876543210987'),
    mcap: amountOf('987654321098'),
  };
  const { screen } = await renderApp(`/${query}`, {
    width: NARROW,
    lists: { [query]: listedJettons(2).map((row) => ({ ...row, ...values })) },
    activityAt: (index) => {
      const activity = listedActivity(index);
      const current = amountFromDecimal('98765432109');
      return { ...activity, volume: { day: { current, percent: 12_345, calculatedAt: undefined } } };
    },
    fill: (client) => cacheRate(client, currency, rate),
  });
  await expect.element(screen.getByRole('gridcell', { name: /\+12,345%/ }).first()).toBeVisible();
  const cells = unpinned('gridcell');
  expect(cells).toHaveLength(2 * amounts.length);
  const overflowing = cells.filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth);
  expect(overflowing.map(({ textContent }) => textContent)).toEqual([]);
  for (const cell of cells) {
    const range = document.createRange();
    range.selectNodeContents(cell);
    expect(range.getBoundingClientRect().left).toBeGreaterThan(cell.getBoundingClientRect().left + 3);
  }
});
