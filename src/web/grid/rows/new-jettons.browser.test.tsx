import { expect, test, vi } from 'vitest';
import { userEvent } from 'vitest/browser';
import { renderApp } from '#testing/components/render-app.tsx';
import { feedStatus, listedJetton, listedJettons, liveStatus } from '#testing/components/responses.ts';
import type { ListedJetton } from '#web/api/decoding/decode-jetton.ts';
import { parseQuery } from '#web/kit/device/link-state.ts';
import { parseScreen } from '#web/list/list-state.ts';
import { firstJettons } from './use-new-jettons.ts';

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
