import type { QueryClient } from '@tanstack/react-query';
import { expect, test } from 'vitest';
import { userEvent } from 'vitest/browser';
import { fillExchangeRate } from '#testing/components/exchange-rate.ts';
import { listedJetton, listedJettons } from '#testing/components/listed-jetton.ts';
import { renderApp } from '#testing/components/render-app.tsx';
import { parseQuery } from '#web/kit/device/query-string.ts';
import { parseScreen } from '#web/list/list-state.ts';
import { searchMarket } from '#web/search/search-queries.ts';
import { missingJetton } from './filter-matches.ts';

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
