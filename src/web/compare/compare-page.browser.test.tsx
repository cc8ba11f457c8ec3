import type { QueryClient } from '@tanstack/react-query';
import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { amountFromDecimal } from '#contract/amount.ts';
import type { Currency } from '#contract/enums.ts';
import { renderApp } from '#testing/components/render-app.tsx';
import { listedJetton } from '#testing/components/responses.ts';
import { comparedJettons, comparedPriceChanges } from '#web/api/queries/compare.ts';
import { verifiedJettons } from '#web/list/related-jettons.ts';
import { verifiedOriginals } from '#web/untrusted/look-alike.ts';
import { type PriceLine, priceLine } from './compared-prices.ts';

const SYMBOL = 'LONGSYMBOLOFMANYLETTERS';
const old = listedJetton(0);
const young = listedJetton(1, { identity: { ...listedJetton(1).identity, symbol: SYMBOL } });
const addresses = [old, young].map(({ identity }) => identity.address);
const path = `/compare?${[old, young].map(({ identity }) => `address=${identity.userFriendly}`).join('&')}`;
const from = Date.parse('2026-01-28T07:50:00Z');
const HOUR = 3_600_000;

function tick(hour: number, price: string) {
  const amount = amountFromDecimal(price);
  return {
    value: { counterpart: amount, ton: amount, usd: amount },
    time: new Date(from + hour * HOUR).toISOString(),
    timeLt: String(hour + 100),
  };
}

function fill(client: QueryClient): void {
  client.setQueryData(
    comparedJettons(addresses).queryKey,
    new Map([old, young].map((jetton) => [jetton.identity.address, jetton])),
  );
  const span = { from, to: from + 24 * HOUR };
  const ticks = [
    [tick(-1, '1'), tick(20, '1.2')],
    [tick(12, '1'), tick(18, '3')],
  ];
  for (const [index, address] of addresses.entries()) {
    const line: PriceLine = { ...span, ticks: ticks[index] ?? [] };
    client.setQueryData(priceLine(address, 'day').queryKey, line);
  }
}

const lines = () => document.querySelectorAll('svg path[data-line]:not([d*="h0"])').length;

test('the scale is in the link', async () => {
  const { screen, url } = await renderApp(path, { fill });
  await expect.element(screen.getByRole('radio', { name: 'Linear' })).toBeChecked();
  await screen.getByRole('radio', { name: 'Log' }).click();
  await expect.poll(url).toBe(`${path}&scale=log`);
  await expect.element(screen.getByRole('radio', { name: 'Log' })).toBeChecked();
});

test('warns of jettons that look like a verified one that is not compared', async () => {
  const { screen } = await renderApp(path, {
    fill: (client) => {
      fill(client);
      const { identity } = old;
      const original = listedJetton(9, {
        identity: { ...identity, address: listedJetton(9).identity.address },
        verification: 'JVS_VERIFIED',
      });
      client.setQueryData(verifiedJettons().queryKey, verifiedOriginals([original]));
    },
  });
  await expect.element(screen.getByText('Look-alike')).toBeVisible();
});

test('the focus moves to the next jetton when one is removed', async () => {
  const { screen } = await renderApp(path, {
    fill: (client) => {
      fill(client);
      client.setQueryData(
        comparedJettons(addresses.slice(1)).queryKey,
        new Map([[addresses[1] ?? '', young]]),
      );
    },
  });
  const remove = (symbol: string) => screen.getByRole('button', { name: `Remove ${symbol}` });
  await remove(old.identity.symbol).click();
  await expect.element(remove(old.identity.symbol)).not.toBeInTheDocument();
  await expect.element(remove(SYMBOL)).toHaveFocus();
  await userEvent.keyboard('{Enter}');
  await expect.element(remove(SYMBOL)).not.toBeInTheDocument();
  await expect.element(screen.getByRole('combobox', { name: 'Add jetton' })).toHaveFocus();
});

test('hides and shows a line by its name, also by keyboard', async () => {
  const { screen } = await renderApp(path, { fill });
  const legend = screen.getByRole('list', { name: 'Legend' });
  const name = legend.getByRole('button', { name: SYMBOL });
  const slider = screen.getByRole('slider', { name: 'Time' });
  await expect.element(name).toHaveAttribute('aria-pressed', 'true');
  expect(lines()).toBe(2);
  await name.click();
  await expect.element(name).toHaveAttribute('aria-pressed', 'false');
  await expect.element(legend.getByRole('listitem').nth(1)).toHaveTextContent('hidden');
  expect(lines()).toBe(1);
  expect(slider.element().getAttribute('aria-valuetext')).not.toContain(SYMBOL);
  name.element().focus();
  await userEvent.keyboard('{Enter}');
  await expect.element(name).toHaveAttribute('aria-pressed', 'true');
  expect(lines()).toBe(2);
});

test('shows when a jetton was listed during the period', async () => {
  const { screen } = await renderApp(path, { fill });
  await expect
    .element(screen.getByText('Listed during this period'))
    .toHaveTextContent(`100: ${SYMBOL} 2026-01-28 19:50 UTC`);
  const slider = screen.getByRole('slider', { name: 'Time' });
  slider.element().focus();
  await userEvent.keyboard('{Home}');
  await expect
    .element(slider)
    .toHaveAttribute('aria-valuetext', `2026-01-28 07:50 UTC: SYM0 100.0, ${SYMBOL} not listed yet`);
});

test('a jetton without prices has its symbol next to its line', async () => {
  const { screen } = await renderApp(path, {
    fill: (client) => {
      fill(client);
      const [address = ''] = addresses;
      const line: PriceLine = { from, to: from + 24 * HOUR, ticks: [] };
      client.setQueryData(priceLine(address, 'day').queryKey, line);
    },
  });
  await page.viewport(1440, 900);
  const legend = screen.getByRole('list', { name: 'Legend' });
  await expect.element(legend.getByText('no price')).toBeVisible();
  const name = legend.getByRole('button', { name: old.identity.symbol }).element();
  expect(name.scrollWidth).toBeLessThanOrEqual(name.clientWidth);
  expect(document.documentElement.scrollWidth).toBe(1440);
});

test('shows complete symbols on phones', async () => {
  const { screen } = await renderApp(path, { fill, width: 390 });
  const names = [
    screen.getByRole('list', { name: 'Legend' }).getByRole('button', { name: SYMBOL }),
    screen.getByRole('columnheader').nth(1).getByText(SYMBOL),
  ];
  for (const name of names) {
    await expect.element(name).toBeVisible();
    const { scrollWidth, clientWidth, scrollHeight, clientHeight } = name.element();
    expect(scrollWidth).toBeLessThanOrEqual(Math.max(clientWidth, 1));
    expect(scrollHeight).toBeLessThanOrEqual(Math.max(clientHeight, 1));
  }
  // The buttons below are wide on touch screens, and would leave no space next to them.
  const header = screen.getByRole('columnheader').nth(1);
  const bottom = header.getByRole('link').element().getBoundingClientRect().bottom;
  for (const button of header.getByRole('button').elements())
    expect(button.getBoundingClientRect().top).toBeGreaterThanOrEqual(bottom);
});

test('focused buttons of a jetton are not behind the labels', async () => {
  const { screen } = await renderApp(path, { fill, width: 320 });
  const scroller = screen.getByRole('region', { name: 'Comparison', exact: true });
  await expect.element(scroller).toBeVisible();
  scroller.element().scrollLeft = 1000;
  const star = screen.getByRole('columnheader').first().getByRole('button').first().element() as HTMLElement;
  star.focus();
  const label = screen.getByRole('rowheader').first().element();
  const hiddenWidth = () => label.getBoundingClientRect().right - star.getBoundingClientRect().left;
  await expect.poll(hiddenWidth).toBeLessThanOrEqual(0);
});

test('narrow columns have room for both reasons of a trend, and for spaced texts', async () => {
  const trending = { ...old, trending: 0.7, trendingBy: { traders: 0.7, volume: 1.9 } };
  const { screen } = await renderApp(path, {
    fill: (client) => {
      fill(client);
      const compared = new Map([trending, young].map((jetton) => [jetton.identity.address, jetton]));
      client.setQueryData(comparedJettons(addresses).queryKey, compared);
    },
    width: 390,
  });
  await expect.element(screen.getByText('traders 0.7×').first()).toBeVisible();
  const table = screen.getByRole('table', { name: 'Comparison', exact: true }).element() as HTMLElement;
  const cut = () =>
    [...table.querySelectorAll('tbody :is(td, th[scope=row])')].flatMap(
      ({ scrollWidth, clientWidth, textContent }) => (scrollWidth > clientWidth ? textContent : []),
    );
  expect(cut()).toEqual([]);
  Object.assign(table.style, { letterSpacing: '0.12em', wordSpacing: '0.16em' });
  expect(cut()).toEqual([]);
});

test('the label of the currency has room for increased text spacing', async () => {
  const { screen } = await renderApp(path, { fill });
  const label = screen.getByText('Currency', { exact: true });
  await expect.element(label).toBeVisible();
  const element = label.element() as HTMLElement;
  Object.assign(element.style, { letterSpacing: '0.12em' });
  expect(element.scrollWidth).toBeLessThanOrEqual(element.clientWidth);
});

test('badges are as wide as their text', async () => {
  const jetton = listedJetton(0, { verification: 'JVS_VERIFIED', modifiedContract: true });
  const { address, userFriendly } = jetton.identity;
  const { screen } = await renderApp(`/compare?address=${userFriendly}`, {
    fill: (client) => client.setQueryData(comparedJettons([address]).queryKey, new Map([[address, jetton]])),
  });
  const badge = screen.getByText('Modified', { exact: true });
  await expect.element(badge).toBeVisible();
  expect(badge.element().getBoundingClientRect().width).toBeLessThan(100);
});

test('badges do not overlap the buttons of their column', async () => {
  const jettons = [0, 1, 2, 3, 4].map((index) =>
    listedJetton(index, {
      identity: { ...listedJetton(index).identity, symbol: SYMBOL },
      verification: 'JVS_SCAM',
      modifiedContract: true,
    }),
  );
  const compared = new Map(jettons.map((jetton) => [jetton.identity.address, jetton]));
  const link = jettons.map(({ identity }) => `address=${identity.userFriendly}`).join('&');
  const { screen } = await renderApp(`/compare?${link}`, {
    fill: (client) => client.setQueryData(comparedJettons([...compared.keys()]).queryKey, compared),
  });
  const header = screen.getByRole('columnheader').first();
  const right = header.getByText('Modified', { exact: true }).element().getBoundingClientRect().right;
  const [star] = header.getByRole('button').elements();
  expect(right).toBeLessThanOrEqual(star?.getBoundingClientRect().left ?? 0);
});

test('marks a jetton that looks like the native coin', async () => {
  const coin = { ...old, identity: { ...old.identity, symbol: 'Gram' } };
  const { screen } = await renderApp(path, {
    fill: (client) => {
      const jettons = [coin, young].map((jetton) => [jetton.identity.address, jetton] as const);
      client.setQueryData(comparedJettons(addresses).queryKey, new Map(jettons));
    },
  });
  const badge = screen.getByRole('table', { name: 'Comparison' }).getByText('Look-alike');
  await expect.element(badge).toHaveAttribute('title', 'Looks like Gram, but is not the native coin');
  expect(badge.elements()).toHaveLength(1);
});

/** Caches the same change over 24 hours of all jettons in a currency. */
function fillChanges(currency: Currency) {
  return (client: QueryClient) => {
    fill(client);
    const day = { percent: 12.5, calculatedAt: '2026-01-29T07:50:00Z' };
    const changes = new Map(addresses.map((address) => [address, { day }]));
    client.setQueryData(comparedPriceChanges(addresses, currency).queryKey, changes);
  };
}

test.each([1440, 390])(
  'shows price changes in the selected currency and names the unit of the chart, %i pixels wide',
  async (width) => {
    const { screen } = await renderApp(`${path}&currency=vnd`, {
      width,
      fill: fillChanges('vnd'),
    });
    const table = screen.getByRole('table', { name: 'Comparison' });
    const group = table.getByRole('rowgroup').filter({ hasText: /^Price change in VND/ });
    const row = group.getByRole('row').filter({ hasText: /^24h/ });
    await expect.element(row.getByText('+12.5%').first()).toBeVisible();
    const heading = screen.getByRole('heading', { name: /^Price in USD, start = 100/ });
    await expect.element(heading).toHaveTextContent(/no price history in VND$/);
    await expect.element(heading).toBeVisible();
  },
);

test('in USD, there is one group of changes in USD and no note about the chart', async () => {
  const { screen } = await renderApp(path, { fill });
  const table = screen.getByRole('table', { name: 'Comparison' });
  await expect.element(table).toBeVisible();
  expect(table.getByText('Price change in USD').elements()).toHaveLength(1);
  await expect
    .element(screen.getByRole('heading', { name: /^Price in USD/ }))
    .not.toHaveTextContent('no price history');
});

test('does not show changes in the previous currency while those in another one load', async () => {
  const { screen, history } = await renderApp(`${path}&currency=eur`, {
    fill: fillChanges('eur'),
  });
  const table = screen.getByRole('table', { name: 'Comparison' });
  await expect.element(table.getByText('+12.5%').first()).toBeVisible();
  history.push(`${path}&currency=vnd`);
  await expect.element(table.getByText('Price change in VND')).toBeVisible();
  expect(table.getByText('+12.5%').elements()).toHaveLength(0);
});
