import type { QueryClient } from '@tanstack/react-query';
import { expect, test } from 'vitest';
import { listedJettons } from '#testing/components/listed-jetton.ts';
import { renderApp } from '#testing/components/render-app.tsx';
import { hasMatches } from '#web/api/queries/has-matches.ts';
import { serviceStatus } from '#web/api/queries/queries.ts';
import { relaxations } from '#web/lib/screen/relax.ts';
import { parseQuery } from '#web/url/query-string.ts';
import { parseScreen } from '#web/url/screen.ts';

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
});

test('says that several filters have to be removed', async () => {
  const query = '?search=zzzzzz&holders.min=10';
  const { screen } = await renderApp(`/${query}`, {
    lists: { [query]: [] },
    fill: (client) => fillMatches(client, query, []),
  });
  const notice = screen.getByRole('region', { name: 'No matches' });
  await expect.element(notice).toHaveTextContent('Removing a single filter is not enough.');
  expect(notice.getByRole('button').elements()).toHaveLength(0);
});

test('an empty store shows how to import data', async () => {
  const { screen } = await renderApp('/', {
    lists: { '': [] },
    fill: (client) => {
      fillMatches(client, '', []);
      client.setQueryData(
        serviceStatus().queryKey,
        (status) =>
          status && { ...status, source: 'imported' as const, counts: { jettons: 0, pools: 0, swaps: 0 } },
      );
    },
  });
  await expect.element(screen.getByRole('heading', { name: 'No data yet' })).toBeVisible();
  await expect.element(screen.getByText('npm run import')).toBeVisible();
  await expect.element(screen.getByText('Simulated market')).not.toBeInTheDocument();
});
