import type { QueryClient } from '@tanstack/react-query';
import { describe, expect, test } from 'vitest';
import { userEvent } from 'vitest/browser';
import type { Status } from '#contract/status.ts';
import { fillExchangeRate, renderApp } from '#testing/components/render-app.tsx';
import {
  feedStatus,
  listedJetton,
  listedJettons,
  liveStatus,
  unstartedFeed,
} from '#testing/components/responses.ts';
import { parseQuery } from '#web/kit/device/link-state.ts';
import { relaxations } from '#web/list/filter-chips.ts';
import { parseScreen } from '#web/list/list-state.ts';
import { searchMarket } from '#web/search/search-queries.ts';
import { hasMatches } from './empty-list.tsx';
import { missingJetton } from './filter-matches.ts';

describe('empty list', () => {
  /** Caches, for each removable filter of a screen, whether the list without it has rows. */
  function fillMatches(client: QueryClient, query: string, labels: readonly string[]): void {
    for (const { label, without } of relaxations(parseScreen(parseQuery(query)).screen))
      client.setQueryData(hasMatches(without).queryKey, labels.includes(label));
  }

  test.each([
    ['?search=zzzzzz&holders.min=10', '“zzzzzz” in name or symbol', '?holders.min=10'],
    ['?sort=holders&trustScore.min=1&floor=999000', 'Holders ≥ 999k', '?sort=holders&trustScore.min=1'],
  ])('an empty list of %s offers to remove the filter that causes it', async (query, label, without) => {
    const { screen, url } = await renderApp(`/${query}`, {
      lists: { [query]: [], [without]: listedJettons(3) },
      fill: (client) => fillMatches(client, query, [label]),
    });
    const notice = screen.getByRole('region', { name: 'No matches' });
    await expect.element(notice.getByRole('heading', { name: 'No matches' })).toBeVisible();
    expect(
      notice
        .getByRole('button')
        .elements()
        .map(({ textContent }) => textContent),
    ).toEqual([`Remove ${label}`]);
    const announcement = screen.getByRole('status').filter({ hasText: /^No matches\. Remove this filter:$/ });
    await expect.element(announcement).toBeInTheDocument();
    await notice.getByRole('button').click();
    await expect.poll(url).toBe(`/${without}`);
    await expect.element(screen.getByRole('grid', { name: 'Jettons' })).toBeVisible();
    await expect.element(screen.getByRole('main')).toHaveFocus();
  });

  test('explains that several filters have to be removed', async () => {
    const query = '?search=zzzzzz&holders.min=10';
    const { screen } = await renderApp(`/${query}`, {
      lists: { [query]: [] },
      fill: (client) => fillMatches(client, query, []),
    });
    const notice = screen.getByRole('region', { name: 'No matches' });
    await expect.element(notice).toHaveTextContent('Removing a single filter is not enough.');
    expect(notice.getByRole('button').elements()).toHaveLength(0);
  });

  test('sums of filters to remove are in the selected currency', async () => {
    const query = '?liquidity.usd.min.value=5714286&liquidity.usd.min.decimals=2&currency=eur';
    const { screen } = await renderApp(`/${query}`, {
      lists: { [query]: [] },
      fill: (client) => {
        fillMatches(client, query, ['Liquidity ≥ $57142.86']);
        fillExchangeRate(client, 'eur', '1.75');
      },
    });
    const notice = screen.getByRole('region', { name: 'No matches' });
    await expect.element(notice.getByRole('button', { name: 'Remove Liquidity ≥ 50k EUR' })).toBeVisible();
  });

  const noCounts = { jettons: 0, pools: 0, swaps: 0 };

  test('an empty store shows how to import data', async () => {
    const { screen } = await renderApp('/', {
      lists: { '': [] },
      status: liveStatus({ source: 'none', counts: noCounts, feeds: [] }),
    });
    await expect.element(screen.getByRole('heading', { name: 'No data yet' })).toBeVisible();
    await expect.element(screen.getByText('npm run import')).toBeVisible();
    await expect.element(screen.getByText('Simulated market')).not.toBeInTheDocument();
  });

  test('an empty store with feeds shows the progress of its history', async () => {
    const feeds = [feedStatus({ historyRead: 0.4242, stopped: true })];
    const { screen } = await renderApp('/', {
      lists: { '': [] },
      status: liveStatus({ counts: noCounts, feeds }),
    });
    const notice = screen.getByRole('region', { name: 'Loading the market' });
    const bar = notice.getByRole('progressbar', { name: 'History' });
    await expect.element(bar).toHaveAttribute('aria-valuetext', '42%');
    await expect.element(notice.getByText('stonfi feed: stopped')).toBeVisible();
    expect(notice.getByRole('button').elements()).toHaveLength(0);
    const announcement = screen.getByRole('status').filter({ hasText: /^Loading the market$/ });
    await expect.element(announcement).toBeInTheDocument();
  });

  test('an empty store whose sources do not respond shows which fail and why', async () => {
    const lastError = {
      message: '/v1: the request failed (host not found)\u202E',
      at: '2026-01-29T07:49:30Z',
    };
    const feeds = [
      unstartedFeed({ lastError, failing: { since: '2026-01-29T06:00:00Z', problem: 'unreachable' } }),
      unstartedFeed({
        name: 'dedust',
        kind: 'dedust',
        stopped: true,
        lastError: { ...lastError, message: 'no' },
      }),
      feedStatus({ name: 'rates', kind: 'fx' }),
    ];
    const status = liveStatus({ counts: noCounts, feeds });
    const { screen, client } = await renderApp('/', { lists: { '': [] }, status });
    const notice = screen.getByRole('region', { name: 'No response from the data sources' });
    const items = notice.getByRole('listitem');
    await expect
      .element(items.first())
      .toHaveTextContent(
        /^stonfi: \/v1: the request failed \(host not found\)Cannot be reached since 2026-01-29 06:00:00 UTC\. Last attempt 2026-01-29 07:49:30 UTC$/,
      );
    await expect.element(items.nth(1)).toHaveTextContent(/^dedust, stopped: noLast attempt /);
    expect(items.elements()).toHaveLength(2);
    expect(notice.getByRole('progressbar').elements()).toHaveLength(0);
    const [, ...others] = feeds;
    client.setQueryData<Status>(['status'], {
      ...status,
      feeds: [feedStatus({ historyRead: 0.1 }), ...others],
    });
    await expect.element(screen.getByRole('region', { name: 'Loading the market' })).toBeVisible();
  });

  test('with a fixed clock, which is not polled, a button loads the market again', async () => {
    const status = liveStatus({ counts: noCounts, clockFixed: true, feeds: [unstartedFeed()] });
    const { screen } = await renderApp('/', { lists: { '': [] }, status });
    const notice = screen.getByRole('region', { name: 'Loading the market' });
    await expect.element(notice.getByRole('button', { name: 'Refresh' })).toBeVisible();
  });

  test('without matches while the market is being loaded, a note explains that jettons may appear', async () => {
    const query = '?search=zzzzzz';
    const { screen } = await renderApp(`/${query}`, {
      lists: { [query]: [] },
      status: liveStatus({ feeds: [feedStatus({ historyRead: 0.5 })] }),
      fill: (client) => fillMatches(client, query, []),
    });
    await expect.element(screen.getByText(/^History is still loading \(50%\)/)).toBeVisible();
  });
});

describe('why not listed panel', () => {
  /** Opens the screener with a hidden jetton, which a search for "jetton" finds. */
  async function renderScreener(query: string, fill?: (client: QueryClient) => void) {
    const jetton = listedJetton(7);
    const { filter } = parseScreen(parseQuery(query)).screen;
    const { screen } = await renderApp(`/${query}`, {
      lists: { [query]: listedJettons(2) },
      fill: (client) => {
        fill?.(client);
        client.setQueryData(searchMarket('jetton').queryKey, { jettons: [jetton], pools: [] });
        client.setQueryData(missingJetton(jetton.identity.address, filter).queryKey, {
          jetton,
          activity: undefined,
          failedRanges: [],
        });
      },
    });
    const button = screen.getByRole('button', { name: "Why isn't it listed?" });
    const panel = screen.getByRole('region', { name: "Why isn't it listed?" });
    const field = panel.getByRole('combobox', { name: 'Jetton' });
    return { button, panel, field };
  }

  test('the panel focuses its field whenever it opens and accepts a name', async () => {
    const { button, panel, field } = await renderScreener('?holders.min=1000000');
    await button.click();
    await expect.element(field).toHaveFocus();
    await userEvent.keyboard('{Escape}');
    await expect.element(panel).not.toBeInTheDocument();
    await button.click();
    await expect.element(field).toHaveFocus();
    await userEvent.keyboard('jetton');
    await expect.element(panel.getByRole('option', { name: /^SYM7/ })).toBeVisible();
    await userEvent.keyboard('{Enter}');
    await expect.element(panel.getByText('is hidden by:')).toBeVisible();
    await expect.element(panel.getByText(/^Holders ≥/)).toBeVisible();
  });

  test('sums are in the selected currency', async () => {
    const query = '?liquidity.usd.min.value=200000000&liquidity.usd.min.decimals=2&currency=eur';
    const { button, panel, field } = await renderScreener(query, (client) =>
      fillExchangeRate(client, 'eur', '1.75'),
    );
    await button.click();
    await field.fill('jetton');
    await expect.element(panel.getByRole('option', { name: /^SYM7/ })).toBeVisible();
    await userEvent.keyboard('{Enter}');
    await expect.element(panel.getByText('Liquidity ≥ 1.75M EUR', { exact: true })).toBeVisible();
    await expect.element(panel.getByText('868,875 EUR', { exact: true })).toBeVisible();
  });
});
