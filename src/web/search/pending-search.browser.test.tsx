import type { QueryClient, QueryKey } from '@tanstack/react-query';
import { expect, test } from 'vitest';
import { userEvent } from 'vitest/browser';
import { TON_ADDRESS, toUserFriendly } from '#contract/address.ts';
import { renderApp } from '#testing/components/render-app.tsx';
import { listedActivity, listedJetton, listedJettons } from '#testing/components/responses.ts';
import type { Moves } from '#web/api/decoding/decode-activity.ts';
import { comparedJettons } from '#web/api/queries/compare.ts';
import { dayChangeOf } from '#web/api/queries/valuations.ts';
import { verifiedJettons } from '#web/list/related-jettons.ts';
import { verifiedOriginals } from '#web/untrusted/look-alike.ts';
import { useRecentSearches } from './found-item.ts';
import { dayChanges, deepestPools, lookUpAddress, searchMarket } from './search-queries.ts';

const earlier = listedJetton(1);
const later = listedJetton(2);

/** Starts a query whose response arrives when the returned function is called. */
function hold(client: QueryClient, queryKey: QueryKey): (data: unknown) => void {
  let resolve: (data: unknown) => void = () => undefined;
  const promise = new Promise<unknown>((onData) => {
    resolve = onData;
  });
  void client.prefetchQuery({ queryKey, queryFn: () => promise });
  return resolve;
}

/** Caches the search for "earlier" and holds the response of another query. */
async function renderPending(path: string, queryKey: QueryKey) {
  const app = await renderApp(path, {
    lists: { '': listedJettons(3) },
    fill: (client) => {
      client.setQueryData(searchMarket('earlier').queryKey, { jettons: [earlier], pools: undefined });
      client.setQueryData(verifiedJettons().queryKey, verifiedOriginals([]));
      for (const jetton of [earlier, later]) {
        const { address } = jetton.identity;
        client.setQueryData(deepestPools(jetton).queryKey, []);
        client.setQueryData(dayChanges([address]).queryKey, new Map([[address, { percent: 1 }]]));
      }
    },
  });
  return { ...app, respond: hold(app.client, queryKey) };
}

test('Enter after pasting an address opens its page when the response arrives', async () => {
  const { address, userFriendly } = later.identity;
  const { screen, url, respond } = await renderPending('/watchlist', lookUpAddress(address).queryKey);
  await screen.getByRole('combobox', { name: 'Search jettons and pools' }).fill(userFriendly);
  await userEvent.keyboard('{Enter}');
  await expect
    .element(screen.getByRole('status').filter({ hasText: 'Looking up the address…' }))
    .toBeInTheDocument();
  expect(url()).toBe('/watchlist');
  respond({ jettons: [later], pools: [], canLookUpPools: true });
  await expect.poll(url).toMatch(new RegExp(`^/jetton/${userFriendly}`));
});

test('Enter in the command palette opens the result of the typed text, not of an earlier one', async () => {
  const { screen, url, respond } = await renderPending('/watchlist', searchMarket('later').queryKey);
  await userEvent.keyboard('{Control>}k{/Control}');
  const field = screen.getByRole('combobox', { name: 'Command' });
  await field.fill('earlier');
  await expect.element(screen.getByRole('option', { name: /^SYM1/ })).toBeVisible();
  await field.fill('later');
  await userEvent.keyboard('{Enter}');
  await expect.element(screen.getByRole('listbox', { name: 'Results' })).toHaveAttribute('aria-busy', 'true');
  expect(url()).toBe('/watchlist');
  respond({ jettons: [later], pools: undefined });
  await expect.poll(url).toMatch(new RegExp(`^/jetton/${later.identity.userFriendly}`));
});

test('Enter in a field that picks a jetton does not pick a result of an earlier text', async () => {
  const { screen, url, respond } = await renderPending('/compare', searchMarket('later').queryKey);
  const field = screen.getByRole('combobox', { name: 'Add jetton' });
  await field.fill('earlier');
  await expect.element(screen.getByRole('option', { name: /^SYM1/ })).toBeVisible();
  await field.fill('later');
  await userEvent.keyboard('{Enter}');
  await expect
    .element(screen.getByRole('listbox', { name: 'Jettons found' }))
    .toHaveAttribute('aria-busy', 'true');
  expect(url()).toBe('/compare');
  respond({ jettons: [later], pools: undefined });
  await expect.poll(url).toContain(later.identity.userFriendly);
  expect(url()).not.toContain(earlier.identity.userFriendly);
});

test('Escape cancels an Enter that waits for results', async () => {
  const { screen, url, respond } = await renderPending('/compare', searchMarket('later').queryKey);
  const field = screen.getByRole('combobox', { name: 'Add jetton' });
  await field.fill('later');
  await userEvent.keyboard('{Enter}{Escape}');
  respond({ jettons: [later], pools: undefined });
  await field.click();
  await expect.element(screen.getByRole('option', { name: /^SYM2/ })).toBeVisible();
  expect(url()).toBe('/compare');
});

test('a change that is still loading is not shown as unknown', async () => {
  const { address } = later.identity;
  const { screen, client } = await renderPending('/watchlist', ['unused']);
  client.removeQueries({ queryKey: dayChanges([address]).queryKey });
  const respond = hold(client, dayChanges([address]).queryKey);
  client.setQueryData(searchMarket('later').queryKey, { jettons: [later], pools: undefined });
  const search = screen.getByRole('combobox', { name: 'Search jettons and pools' });
  await search.fill('earlier');
  await expect.element(screen.getByRole('option', { name: /^SYM1/ })).toHaveTextContent('+1.00%');
  await search.fill('later');
  const option = screen.getByRole('option', { name: /^SYM2/ });
  await expect.element(option).toBeVisible();
  await expect.element(option).not.toHaveTextContent('24h change');
  respond(new Map());
  await expect.element(option).toHaveTextContent('24h change');
});

test.each([
  ['/compare', 'Add jetton', undefined],
  ['/?holders.min=1', 'Jetton', "Why isn't it listed?"],
])('on %s, the native coin cannot be picked', async (path, name, button) => {
  const coin = { address: TON_ADDRESS, poolAddress: undefined, title: 'GRAM', name: 'Gram' };
  const { address, symbol } = later.identity;
  const { screen, url } = await renderApp(path, {
    lists: { '?holders.min=1': listedJettons(2) },
    fill: (client) => {
      useRecentSearches.setState({ recent: [coin, { ...coin, address, title: symbol }] });
      client.setQueryData(comparedJettons([address]).queryKey, new Map([[address, later]]));
      client.setQueryData(dayChanges([address]).queryKey, new Map());
      client.setQueryData(verifiedJettons().queryKey, verifiedOriginals([]));
    },
  });
  if (button !== undefined) await screen.getByRole('button', { name: button }).click();
  const field = screen.getByRole('combobox', { name, exact: true });
  await field.click();
  await expect.element(screen.getByRole('option', { name: /^SYM2/ })).toHaveTextContent('$1.25');
  await expect.element(screen.getByRole('option', { name: /^GRAM/ })).not.toBeInTheDocument();
  const before = url();
  await field.fill(toUserFriendly(TON_ADDRESS));
  await expect
    .element(screen.getByRole('paragraph').filter({ hasText: 'GRAM is not a jetton' }))
    .toBeVisible();
  await userEvent.keyboard('{Enter}');
  await expect.element(field).not.toHaveValue('');
  expect(url()).toBe(before);
});

test('changes of search results say that there were no trades, or since when the jetton has traded', () => {
  const activity = listedActivity(0);
  const percent = 12.25;
  const of = (usd: Moves) => dayChangeOf({ ...activity, moves: { ton: {}, usd } });
  expect(of({ day: { percent } })).toEqual({ percent });
  expect(of({})).toEqual({ percent, untraded: 'no trades in 24h' });
  const since = '2026-01-29T02:50:00Z';
  expect(of({ day: { percent: 3, since } })).toEqual({ percent: 3, since });
  expect(dayChangeOf(activity)).toEqual({ percent });
  expect(dayChangeOf({ ...activity, usd: {} })).toBeUndefined();
});
