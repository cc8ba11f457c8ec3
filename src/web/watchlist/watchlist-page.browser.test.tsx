import { expect, test } from 'vitest';
import { userEvent } from 'vitest/browser';
import { renderApp } from '#testing/components/render-app.tsx';
import { listedJetton, listedJettons } from '#testing/components/responses.ts';
import { readLists, setLists } from './watchlists.ts';

function symbols(): (string | null)[] {
  return [...document.querySelectorAll('[role=gridcell] a bdi:first-of-type')].map(
    ({ textContent }) => textContent,
  );
}

test('the focus moves to the next row when a row is removed', async () => {
  const { screen } = await renderApp('/watchlist', { watchlist: listedJettons(4) });
  const link = (symbol: string) => screen.getByRole('link', { name: new RegExp(`^${symbol} `) });
  await expect.poll(symbols).toEqual(['SYM0', 'SYM1', 'SYM2', 'SYM3']);
  link('SYM0').element().focus();
  await userEvent.keyboard('{ArrowDown}w');
  await expect.poll(symbols).toEqual(['SYM0', 'SYM2', 'SYM3']);
  await expect.element(link('SYM2')).toHaveFocus();
  await userEvent.keyboard('w');
  await expect.poll(symbols).toEqual(['SYM0', 'SYM3']);
});

test('a removed jetton can be restored', async () => {
  const { screen } = await renderApp('/watchlist', { watchlist: listedJettons(2) });
  await screen.getByRole('button', { name: 'Watch SYM1' }).click();
  await expect.poll(symbols).toEqual(['SYM0']);
  await expect.element(screen.getByText('1 removed')).toBeVisible();
  await screen.getByRole('button', { name: 'Undo' }).click();
  await expect.poll(symbols).toEqual(['SYM0', 'SYM1']);
});

test('removed jettons return to their positions, and the focus stays on the page', async () => {
  const { screen } = await renderApp('/watchlist?by=hand', { watchlist: listedJettons(4) });
  await expect.poll(symbols).toEqual(['SYM0', 'SYM1', 'SYM2', 'SYM3']);
  screen
    .getByRole('link', { name: /^SYM0 / })
    .element()
    .focus();
  await userEvent.keyboard('w');
  await expect.poll(symbols).toEqual(['SYM1', 'SYM2', 'SYM3']);
  await userEvent.keyboard('{ArrowDown}w');
  await expect.poll(symbols).toEqual(['SYM1', 'SYM3']);
  await screen.getByRole('button', { name: 'Undo' }).click();
  await expect.poll(symbols).toEqual(['SYM0', 'SYM1', 'SYM2', 'SYM3']);
  await expect.element(screen.getByRole('heading', { name: 'Watchlist' })).toHaveFocus();
});

test('an empty watchlist explains how to add jettons', async () => {
  const { screen, url } = await renderApp('/watchlist', { lists: { '': listedJettons(1) } });
  await expect.element(screen.getByRole('heading', { name: 'Your watchlist is empty' })).toBeVisible();
  await screen.getByRole('main').getByRole('link', { name: 'All jettons' }).click();
  await expect.poll(url).toBe('/');
});

test('a link without valid addresses shows an empty list and keeps the watchlist of the device', async () => {
  const { screen, url } = await renderApp('/watchlist?address=nonsense&search=dog', {
    watchlist: [listedJetton(0)],
  });
  await expect.element(screen.getByText('Ignored invalid parts of this link: search, address')).toBeVisible();
  await expect.element(screen.getByRole('heading', { name: 'Empty watchlist' })).toBeVisible();
  await screen.getByRole('link', { name: 'Your watchlist (1)' }).click();
  await expect.poll(url).toBe('/watchlist');
  await expect.poll(symbols).toEqual(['SYM0']);
});

test('changing columns updates the URL and keeps the scroll position', async () => {
  const { screen, url } = await renderApp('/watchlist', { watchlist: listedJettons(60) });
  const grid = screen.getByRole('grid', { name: 'Jettons' }).element();
  grid.scrollTo(0, 30 * 32);
  await expect.poll(() => grid.querySelector('[aria-rowindex="42"]')).not.toBeNull();
  await screen.getByRole('button', { name: 'Columns' }).click();
  await screen.getByRole('checkbox', { name: 'Market cap' }).click();
  await expect.element(screen.getByRole('columnheader', { name: 'Market cap' })).toBeInTheDocument();
  expect(url()).toMatch(/\?columns=[\w,]+,mcap$/);
  expect(grid.scrollTop).toBe(30 * 32);
  expect(grid.querySelector('[aria-rowindex="42"]')).not.toBeNull();
});

test('the comparison keeps the currency', async () => {
  const { screen } = await renderApp('/watchlist?currency=ton', { watchlist: [listedJetton(0)] });
  const compare = screen.getByRole('main').getByRole('link', { name: /^Compare/ });
  await expect.element(compare).not.toBeInTheDocument();
  await screen.getByRole('gridcell', { name: '1', exact: true }).click();
  await expect.element(compare).toHaveTextContent('Compare (1)');
  await expect
    .element(compare)
    .toHaveAttribute('href', `/compare?address=${listedJetton(0).identity.userFriendly}&currency=ton`);
  await screen.getByRole('button', { name: 'Clear selection' }).click();
  await expect.element(compare).not.toBeInTheDocument();
});

test.each([1280, 1024])('the header of a shared list does not overlap at %d pixels', async (width) => {
  const addresses = listedJettons(2).map(({ identity }) => identity.userFriendly);
  const { screen } = await renderApp(`/watchlist?address=${addresses.join('&address=')}`, { width });
  const own = screen.getByRole('link', { name: 'Your watchlist (0)' });
  await expect.element(own).toBeVisible();
  const save = screen.getByRole('button', { name: 'Save as your watchlist' });
  const others = [
    screen.getByRole('combobox', { name: 'Currency' }),
    screen.getByRole('group', { name: 'Period' }),
  ];
  for (const left of [own, save])
    for (const right of others) expect(overlap(left.element(), right.element())).toBe(false);
});

test('saving a shared list moves the focus to its title', async () => {
  const { userFriendly } = listedJetton(0).identity;
  const { screen } = await renderApp(`/watchlist?address=${userFriendly}`);
  await screen.getByRole('button', { name: 'Save as your watchlist' }).click();
  await expect.element(screen.getByText('All in your watchlist')).toBeVisible();
  await expect.element(screen.getByRole('heading', { name: 'Shared watchlist' })).toHaveFocus();
});

function overlap(one: Element, other: Element): boolean {
  const [a, b] = [one.getBoundingClientRect(), other.getBoundingClientRect()];
  return a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
}

test('lists are added, opened, renamed and removed by keyboard', async () => {
  const { screen } = await renderApp('/watchlist', { watchlist: listedJettons(2) });
  await expect.poll(symbols).toEqual(['SYM0', 'SYM1']);
  await screen.getByRole('button', { name: 'Lists' }).click();
  await screen.getByRole('textbox', { name: 'List name' }).fill('Memes');
  await userEvent.keyboard('{Enter}');
  await expect.element(screen.getByRole('heading', { name: 'Memes' })).toBeVisible();
  await expect.element(screen.getByText('Stars now add to Memes.')).toBeVisible();
  await expect.element(screen.getByRole('heading', { name: 'Your watchlist is empty' })).toBeVisible();

  await screen.getByRole('button', { name: 'Rename Memes' }).click();
  await screen.getByRole('textbox', { name: 'New name for Memes' }).fill('Watchlist');
  await userEvent.keyboard('{Enter}');
  await expect.element(screen.getByText('There is a list with this name.')).toBeVisible();
  await expect.element(screen.getByRole('textbox', { name: 'New name for Memes' })).toHaveFocus();
  await expect.element(screen.getByRole('textbox', { name: 'New name for Memes' })).toHaveValue('Watchlist');
  await screen.getByRole('textbox', { name: 'New name for Memes' }).fill('Dogs');
  await userEvent.keyboard('{Enter}');
  await expect.element(screen.getByRole('heading', { name: 'Dogs' })).toBeVisible();

  await screen.getByRole('button', { name: 'Remove Watchlist' }).click();
  await screen.getByRole('button', { name: 'Undo' }).click();
  await screen.getByRole('button', { name: 'Watchlist (2)' }).click();
  await expect.poll(symbols).toEqual(['SYM0', 'SYM1']);
});

test('the first Escape cancels renaming a list, the second closes the panel', async () => {
  const { screen } = await renderApp('/watchlist', { watchlist: listedJettons(1) });
  await screen.getByRole('button', { name: 'Lists' }).click();
  const rename = screen.getByRole('button', { name: 'Rename Watchlist' });
  await rename.click();
  await screen.getByRole('textbox', { name: 'New name for Watchlist' }).fill('Dogs');
  await userEvent.keyboard('{Escape}');
  await expect.element(rename).toHaveFocus();
  await expect.element(screen.getByRole('heading', { name: 'Watchlist', exact: true })).toBeVisible();
  await userEvent.keyboard('{Escape}');
  await expect.element(rename).not.toBeInTheDocument();
  await expect.element(screen.getByRole('button', { name: 'Lists' })).toHaveFocus();
});

test('a shared list with a name can be saved as a list of its own', async () => {
  const shared = listedJetton(1).identity.userFriendly;
  const { screen, url } = await renderApp(`/watchlist?address=${shared}&name=Cats`, {
    watchlist: [listedJetton(0)],
  });
  await expect.element(screen.getByRole('heading', { name: 'Shared watchlist: Cats' })).toBeVisible();
  await screen.getByRole('button', { name: 'Save as a new list' }).click();
  await expect.poll(url).toBe('/watchlist');
  await expect.element(screen.getByRole('heading', { name: 'Cats' })).toBeVisible();
  await expect.element(screen.getByRole('main')).toHaveFocus();
  await screen.getByRole('button', { name: 'Lists' }).click();
  await expect.element(screen.getByRole('button', { name: 'Watchlist (1)' })).toBeVisible();
});

test('a shared list is not saved if there are too many lists', async () => {
  const shared = listedJetton(1).identity.userFriendly;
  const path = `/watchlist?address=${shared}&name=Cats`;
  const { screen, url } = await renderApp(path, { watchlist: [listedJetton(0)] });
  await expect.element(screen.getByRole('button', { name: 'Save as a new list' })).toBeVisible();
  const { open, lists } = readLists();
  const others = Array.from({ length: 49 }, (_, index) => ({ name: `List ${index}`, addresses: [] }));
  setLists({ open, lists: [...lists, ...others] });
  await screen.getByRole('button', { name: 'Save as a new list' }).click();
  await expect.element(screen.getByText('At most 50 lists: remove one first.')).toBeVisible();
  expect(url()).toBe(path);
});

test('rows are ordered by hand until the list is sorted by a column', async () => {
  const { screen, url } = await renderApp('/watchlist', { watchlist: listedJettons(3) });
  await expect.poll(symbols).toEqual(['SYM0', 'SYM1', 'SYM2']);
  await screen.getByRole('button', { name: 'By hand' }).click();
  expect(url()).toBe('/watchlist?by=hand');
  expect(document.querySelector('[aria-sort]')).toBeNull();
  await screen.getByRole('button', { name: 'Order' }).click();
  await screen.getByRole('button', { name: 'Move SYM2 up' }).click();
  await expect.poll(symbols).toEqual(['SYM0', 'SYM2', 'SYM1']);
  await userEvent.keyboard('{Enter}{Enter}');
  await expect.poll(symbols).toEqual(['SYM2', 'SYM0', 'SYM1']);
  await screen.getByRole('button', { name: 'Move SYM2 down' }).click();
  await expect.poll(symbols).toEqual(['SYM0', 'SYM2', 'SYM1']);
  await screen.getByRole('columnheader', { name: 'Holders' }).getByRole('button').click();
  await expect.poll(url).toBe('/watchlist?sort=holders');
});
