import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { userEvent } from 'vitest/browser';
import { amountFromDecimal } from '#contract/amount.ts';
import { fillExchangeRate, renderApp } from '#testing/components/render-app.tsx';
import {
  feedStatus,
  listedActivity,
  listedJetton,
  listedJettons,
  liveStatus,
} from '#testing/components/responses.ts';
import type { Activity } from '#web/api/decoding/decode-activity.ts';
import type { ListedJetton } from '#web/api/decoding/decode-jetton.ts';
import { liveRefresh, liveRow } from '#web/api/queries/live.ts';
import { parseQuery } from '#web/kit/device/link-state.ts';
import { parseScreen } from '#web/list/list-state.ts';
import { firstJettons } from './use-new-jettons.ts';

describe('rows of jettons', () => {
  test('a scam shows its badge and its whole symbol, without a warning about its contract', async () => {
    const { identity } = listedJetton(0);
    const scam = listedJetton(0, {
      identity: { ...identity, symbol: 'COMPASS' },
      verification: 'JVS_SCAM',
      modifiedContract: true,
    });
    const query = '?excludeScam=false';
    const { screen } = await renderApp(`/${query}`, { lists: { [query]: [scam] } });
    const row = screen.getByRole('row', { name: /COMPASS/ });
    await expect.element(row.getByText('Scam', { exact: true })).toBeVisible();
    await expect.element(row.getByText('Modified')).not.toBeInTheDocument();
    const symbol = row.getByText('COMPASS', { exact: true }).element();
    expect(symbol.scrollWidth).toBeLessThanOrEqual(symbol.clientWidth);
  });

  test('a jetton that sources warn of shows the most serious warning, and all of them as a tooltip', async () => {
    const warned = listedJetton(0, {
      warnings: [
        { kind: 'honeypot', text: 'STON.fi: honeypot' },
        { kind: 'taxable', text: 'STON.fi: taxed transfers' },
      ],
    });
    const { screen } = await renderApp('/', { lists: { '': [warned, listedJetton(1)] } });
    const badge = screen.getByRole('row', { name: /SYM0/ }).getByText('Honeypot', { exact: true });
    await expect.element(badge).toBeVisible();
    await expect.element(badge).toHaveAttribute('title', 'STON.fi: honeypot, STON.fi: taxed transfers');
    await expect
      .element(screen.getByRole('row', { name: /SYM1/ }).getByText('Honeypot'))
      .not.toBeInTheDocument();
  });

  test('a jetton whose last 24 hours lack swaps has a mark with the reason', async () => {
    const range = {
      exchangeId: 'stonfi',
      from: '2026-01-29T07:02:00Z',
      to: '2026-01-29T07:22:00Z',
      seconds: 1200,
    };
    const older = { ...range, from: '2026-01-28T07:00:00Z', to: '2026-01-28T07:50:00Z' };
    const lists = { '': [listedJetton(0, { missing: [range] }), listedJetton(1, { missing: [older] })] };
    const { screen } = await renderApp('/', { lists });
    const reason = 'STON.fi: 20 min missing, 2026-01-29 07:02–07:22 UTC';
    const mark = screen.getByRole('row', { name: /SYM0/ }).getByTitle(reason);
    await expect.element(mark).toBeVisible();
    // Cells are announced with their contents.
    await expect.element(screen.getByRole('link', { name: reason })).toBeInTheDocument();
    await expect.element(screen.getByRole('row', { name: /SYM1/ })).not.toHaveTextContent('missing');
  });

  test('a revoked admin differs from an unknown one', async () => {
    const admin = { address: undefined, offchainAddress: undefined, isRevoked: true };
    const query = '?columns=admin';
    const lists = { [query]: [listedJetton(0, { admin }), listedJetton(1)] };
    const { screen } = await renderApp(`/${query}`, { lists });
    await expect.element(screen.getByRole('row', { name: /SYM0/ })).toHaveTextContent(/Revoked$/);
    await expect.element(screen.getByRole('row', { name: /SYM1/ })).toHaveTextContent(/–$/);
  });

  test('chips do not clip descenders', async () => {
    const query = '?search=gypsy';
    const { screen } = await renderApp(`/${query}`, { lists: { [query]: [listedJetton(0)] } });
    const chip = screen.getByRole('button', { name: /^Remove .*gypsy/ });
    await expect.element(chip).toBeVisible();
    const label = chip.element().querySelector('span');
    if (!label) throw new Error('no label');
    const { fontSize } = getComputedStyle(label);
    // Descenders end about a quarter of the font size below the baseline.
    expect(label.clientHeight).toBeGreaterThanOrEqual(Number.parseFloat(fontSize) * 1.25);
  });

  test.each([
    { traders: 4.1, volume: 6.25, texts: ['traders 4.1×', 'volume 6.3×'] },
    { traders: 4.1, volume: 1.9, texts: ['volume 1.9×', 'traders 4.1×'] },
  ])('a trending jetton shows the lesser of its reasons first: $texts.0', async ({ texts, ...reasons }) => {
    const score = Math.min(reasons.traders, reasons.volume);
    const trending = listedJetton(0, { trending: score, trendingBy: reasons });
    const query = '?sort=trending&trending.min=1';
    const { screen } = await renderApp(`/${query}`, { lists: { [query]: [trending] } });
    const cell = screen.getByRole('gridcell', { name: texts.map((text) => `${text} usual`).join(', ') });
    await expect.element(cell).toHaveTextContent(texts.join(''));
  });

  test('exits show the loss, and shares their unit', async () => {
    const query = '?columns=exit1k,exit10k,worst1k,effective,sold';
    const jetton = listedJetton(0, {
      exit1k: amountFromDecimal('985.2'),
      exit10k: amountFromDecimal('8600'),
      worstExit1k: amountFromDecimal('940'),
      effectiveTraders: 41.2307,
      buyersWhoSold: 37.5,
    });
    const { screen } = await renderApp(`/${query}`, { lists: { [query]: [jetton, listedJetton(1)] } });
    const texts = (row: number) =>
      screen
        .getByRole('row', { name: new RegExp(`SYM${row}`) })
        .getByRole('gridcell')
        .elements()
        .slice(-5)
        .map(({ textContent }) => textContent);
    await expect.poll(() => texts(0)).toEqual(['985−1.48%', '8.60k−14.0%', '940−6.00%', '41.2', '37.5%']);
    expect(texts(1)).toEqual(['–', '–', '–', '–', '–']);
  });

  test('exits are in the selected currency, as their filters are', async () => {
    const query = '?currency=eur&columns=exit1k';
    const { screen } = await renderApp(`/${query}`, {
      lists: { [query]: [listedJetton(0, { exit1k: amountFromDecimal('985.2') })] },
      fill: (client) => fillExchangeRate(client, 'eur', '1.6'),
    });
    const cell = screen.getByRole('gridcell', { name: '788.16 EUR, −1.48%' });
    await expect.element(cell).toHaveTextContent('788−1.48%');
    await expect.element(screen.getByRole('columnheader', { name: 'Exit $1k EUR' })).toBeVisible();
  });
});

describe('highlighted cells', () => {
  const query = '?columns=price,change24h,liquidity,fdmc,volume,holders';
  const usd = amountFromDecimal;
  const quiet = listedJetton(0, { price: usd('0.5'), priceUsd: usd('1'), liquidityUsd: usd('1010000') });
  const { transactions24h: transactions } = listedActivity(0);

  /** Returns the columns that are highlighted when the row is refreshed. */
  async function highlightedBy(jetton: Partial<ListedJetton>, activity: Partial<Activity> = {}) {
    const { screen, client } = await renderApp(`/${query}`, { lists: { [query]: [quiet] } });
    const row = screen.getByRole('row', { name: /SYM0/ });
    await expect.element(row).toHaveTextContent('1.01M');
    const cells = [...row.element().querySelectorAll('[role=gridcell]')];
    const animate = vi.spyOn(Element.prototype, 'animate');
    onTestFinished(() => animate.mockRestore());
    const refreshed = {
      jetton: { ...quiet, ...jetton, holders: '424242' },
      activity: { ...listedActivity(0), ...activity },
    };
    client.setQueryData(liveRow(quiet.identity.address, 'usd').queryKey, refreshed);
    const { queryKey } = liveRefresh(client, () => [], 'usd');
    client.setQueryData(queryKey, Date.now() + 1);
    await expect.element(row).toHaveTextContent('424,242');
    await expect.poll(() => animate.mock.contexts).not.toEqual([]);
    const headers = screen.getByRole('columnheader').elements();
    return animate.mock.contexts.map((cell) => headers[cells.indexOf(cell as Element)]?.textContent);
  }

  test('are those of a traded jetton whose shown values have changed', async () => {
    const traded = { price: usd('0.6'), priceUsd: usd('1.2'), liquidityUsd: usd('1200000') };
    expect(await highlightedBy(traded)).toEqual(['Price USD', 'Liquidity USD', 'Holders']);
  });

  test('are those of a jetton traded at the same price', async () => {
    const activity = { transactions24h: String(Number(transactions) + 1) };
    const columns = await highlightedBy({ liquidityUsd: usd('1200000') }, activity);
    expect(columns).toEqual(['Liquidity USD', 'Holders']);
  });

  test('are none whose values have changed with an exchange rate alone', async () => {
    expect(await highlightedBy({ priceUsd: usd('1.2'), liquidityUsd: usd('1200000') })).toEqual(['Holders']);
  });

  test('are none that look the same', async () => {
    const traded = { price: usd('0.6'), priceUsd: usd('1.2'), liquidityUsd: usd('1010001') };
    expect(await highlightedBy(traded)).toEqual(['Price USD', 'Holders']);
  });
});

describe('new jettons', () => {
  const NEWEST = '?sort=createdAt';
  const listed = listedJettons(120);
  /** Jettons that were created later than `listed`. */
  const created = [200, 201, 202].map((index) => listedJetton(index));

  async function renderList(query = NEWEST, status = liveStatus()) {
    const app = await renderApp(`/${query}`, { lists: { [query]: listed }, status });
    const { filter } = parseScreen(parseQuery(query)).screen;
    const grid = app.screen.getByRole('grid', { name: 'Jettons' });
    await expect.element(grid).toHaveAttribute('aria-busy', 'false');
    const header = grid.getByRole('columnheader', { name: 'Jetton' });
    await userEvent.hover(header);
    const symbols = () =>
      [...grid.element().querySelectorAll('[role=row] a')]
        .slice(0, 4)
        .map(({ textContent }) => /SYM\d+/.exec(textContent ?? '')?.[0]);
    const button = app.screen.getByRole('button', { name: /new jettons?$/ });
    return {
      ...app,
      grid,
      header,
      button,
      symbols,
      /** Passes the first rows of the current list, as if they were polled. */
      poll: (first: readonly ListedJetton[]) =>
        app.client.setQueryData(firstJettons(filter, undefined).queryKey, [...first]),
    };
  }

  const firstOf = (jettons: readonly ListedJetton[]) => [...jettons, ...listed].slice(0, 20);
  const BEFORE = ['SYM0', 'SYM1', 'SYM2', 'SYM3'];
  const AFTER = ['SYM200', 'SYM201', 'SYM202', 'SYM0'];

  test('new jettons appear at the top automatically', async () => {
    const { symbols, poll, button, screen } = await renderList();
    expect(symbols()).toEqual(BEFORE);
    poll(firstOf(created));
    await expect.poll(symbols).toEqual(AFTER);
    await expect.element(button).not.toBeInTheDocument();
    await expect.element(screen.getByText('All 123 loaded')).toBeVisible();
  });

  test('a jetton with an earlier creation time appears at its position', async () => {
    const { symbols, poll } = await renderList();
    const [first, ...others] = listed;
    poll([...(first ? [first] : []), ...created.slice(0, 1), ...others].slice(0, 20));
    await expect.poll(symbols).toEqual(['SYM0', 'SYM200', 'SYM1', 'SYM2']);
  });

  test('rows do not move under the pointer; a button shows the new ones', async () => {
    const { symbols, poll, button, grid, header, screen } = await renderList();
    await userEvent.hover(grid.getByRole('link').nth(2));
    poll(firstOf(created));
    await expect.element(button).toHaveTextContent('3 new jettons');
    await expect.element(screen.getByRole('status').filter({ hasText: '3 new jettons' })).toBeInTheDocument();
    expect(symbols()).toEqual(BEFORE);
    await button.click();
    await expect.poll(symbols).toEqual(AFTER);
    await expect.element(button).not.toBeInTheDocument();
    await userEvent.hover(header);
  });

  test('rows stay until the pointer has left them and the next poll', async () => {
    const { symbols, poll, button, grid, header } = await renderList();
    await userEvent.hover(grid.getByRole('link').nth(2));
    poll(firstOf(created.slice(0, 1)));
    await expect.element(button).toHaveTextContent('1 new jetton');
    await userEvent.hover(header);
    poll(firstOf(created));
    await expect.poll(symbols).toEqual(AFTER);
  });

  test('scrolled rows stay; the button scrolls to the new ones', async () => {
    const { symbols, poll, button, grid } = await renderList();
    const element = grid.element();
    element.scrollTo(0, 640);
    await expect.poll(() => element.querySelector('[aria-rowindex="40"]')).not.toBeNull();
    poll(firstOf(created));
    await expect.element(button).toBeVisible();
    expect(element.scrollTop).toBe(640);
    await button.click();
    await expect.poll(symbols).toEqual(AFTER);
    expect(element.scrollTop).toBe(0);
  });

  test('rows stay while one has the focus; the keyboard shows the new ones and moves to them', async () => {
    const { symbols, poll, button, grid } = await renderList();
    const second = grid.getByRole('link').nth(1);
    second.element().focus();
    poll(firstOf(created));
    await expect.element(button).toBeVisible();
    await expect.element(second).toHaveFocus();
    expect(symbols()).toEqual(BEFORE);
    button.element().focus();
    await userEvent.keyboard('{Enter}');
    await expect.poll(symbols).toEqual(AFTER);
    await expect.poll(() => document.activeElement?.textContent).toContain('SYM200');
  });

  test('if more may be new than were polled, the list is loaded again', async () => {
    const { poll, button, grid } = await renderList();
    await userEvent.hover(grid.getByRole('link').first());
    poll(Array.from({ length: 20 }, (_, index) => listedJetton(200 + index)));
    await expect.element(button).toHaveTextContent('20+ new jettons');
    const fetched = vi.spyOn(globalThis, 'fetch');
    await button.click();
    // Polls request fewer rows.
    const isReload = (body: unknown) => typeof body === 'string' && body.includes('"limit":100');
    await expect.poll(() => fetched.mock.calls.some(([, init]) => isReload(init?.body))).toBe(true);
    fetched.mockRestore();
  });

  test('other lists ignore new jettons, unless the market is being loaded', async () => {
    const { poll, button, client, symbols } = await renderList('?sort=holders');
    poll(firstOf(created));
    client.setQueryData(['status'], liveStatus({ feeds: [feedStatus({ historyRead: 0.5 })] }));
    await expect.element(button).toHaveTextContent('3 new jettons');
    expect(symbols()).toEqual(BEFORE);
    client.setQueryData(['status'], liveStatus());
    await expect.element(button).not.toBeInTheDocument();
  });
});
