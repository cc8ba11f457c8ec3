import { expect, test } from 'vitest';
import { userEvent } from 'vitest/browser';
import { additionalRanges } from '#contract/jetton-filter.ts';
import { listedJettons } from '#testing/components/listed-jetton.ts';
import { renderApp } from '#testing/components/render-app.tsx';

async function renderSearch(...queries: readonly string[]) {
  const lists = Object.fromEntries(['', ...queries].map((query) => [query, listedJettons(3)]));
  const app = await renderApp('/', { lists });
  return { ...app, search: app.screen.getByRole('searchbox', { name: 'Search jettons' }) };
}

test('the query text and the filter panel stay in sync', async () => {
  const { screen, search, url } = await renderSearch();
  await search.fill('liq>50k trust>=60 verified');
  await userEvent.keyboard('{Enter}');
  const filters = screen.getByRole('region', { name: 'Filters' });
  const minimum = filters.getByRole('textbox', { name: 'Liquidity (USD) minimum' });
  await expect.element(minimum).toHaveValue('>50k');
  await expect.element(filters.getByRole('checkbox', { name: 'Verified', exact: true })).toBeChecked();
  expect(url()).toMatch(/trustScore\.min=60/);
  await minimum.fill('1.5m');
  await expect.element(search).toHaveValue('liq>=1.5m trust>=60 verified');
});

test('> excludes the number, in the list, the panel and the link', async () => {
  const { screen, search, url } = await renderSearch();
  await search.fill('liq>10k tx>0 age<7d');
  await userEvent.keyboard('{Enter}');
  await expect.element(search).toHaveValue('liq>10k tx>=1 age<7d');
  const chips = screen.getByRole('list', { name: 'Active filters' });
  for (const label of ['Liquidity > $10k', '24h transactions ≥ 1', 'Age < 7d'])
    await expect.element(chips.getByText(label)).toBeVisible();
  const filters = screen.getByRole('region', { name: 'Filters' });
  await expect.element(filters.getByRole('textbox', { name: 'Liquidity (USD) minimum' })).toHaveValue('>10k');
  await expect.element(filters.getByRole('textbox', { name: 'Age maximum' })).toHaveValue('<7d');
  expect(url()).toContain('liquidity.usd.min.value=10000000001&liquidity.usd.min.decimals=6');
});

test('"new" lists the newest jettons', async () => {
  const { search, url } = await renderSearch('?sort=createdAt');
  await search.fill('new');
  await userEvent.keyboard('{Enter}');
  await expect.poll(url).toBe('/?sort=createdAt');
});

test('says what the service cannot filter by', async () => {
  const { screen, search, url } = await renderSearch();
  await search.fill('price>1');
  await expect.element(screen.getByText('Lists cannot be filtered by price. Try mcap or fdv')).toBeVisible();
  await userEvent.keyboard('{Enter}');
  expect(url()).toBe('/');
});

test('on a service without additional filters, a minimum sorts by its field', async () => {
  const lists = { '': listedJettons(3), '?sort=traders24h&floor=50': listedJettons(3) };
  const app = await renderApp('/', { lists, unsupported: new Set(additionalRanges) });
  const search = app.screen.getByRole('searchbox', { name: 'Search jettons' });
  await search.fill('mcap>1m');
  await expect
    .element(app.screen.getByText('This service can neither filter nor sort by market cap'))
    .toBeVisible();
  await search.fill('traders>=50');
  await userEvent.keyboard('{Enter}');
  await expect.poll(app.url).toBe('/?sort=traders24h&floor=50');
  await expect.element(search).toHaveValue('traders>=50');
});

test('completion offers names and values', async () => {
  const { screen, search, url } = await renderSearch('?holders.min=1000');
  await userEvent.keyboard('/');
  await expect.element(search).toHaveFocus();
  await userEvent.keyboard('hol');
  await expect.element(screen.getByRole('listbox', { name: 'Completions' })).toBeVisible();
  await userEvent.keyboard('{ArrowDown}{Enter}');
  await expect.element(search).toHaveValue('holders>=');
  await userEvent.keyboard('1k{Enter}');
  await expect.poll(url).toBe('/?holders.min=1000');
});

test('invalid query text and short searches are marked and not applied', async () => {
  const { screen, search, url } = await renderSearch();
  await search.fill('ab');
  await expect.element(screen.getByText('Search needs at least 3 characters')).toBeVisible();
  await expect.element(search).toHaveAttribute('aria-invalid', 'true');
  await search.fill('liq>lots');
  await userEvent.keyboard('{Enter}');
  await expect.element(search).toHaveAttribute('aria-invalid', 'true');
  await expect.element(search).toHaveValue('liq>lots');
  await expect.element(screen.getByText('Invalid amount. Examples: 50k, 1.5m, 50k..1m')).toBeVisible();
  expect(document.querySelector('mark')?.textContent).toBe('liq>lots');
  expect(url()).toBe('/');
});

test('Escape closes the completions, then discards the typed text', async () => {
  const { screen, search } = await renderSearch();
  const completions = screen.getByRole('listbox', { name: 'Completions' });
  // Too short to be applied, which would keep it.
  await search.fill('ho');
  await expect.element(completions).toBeVisible();
  await userEvent.keyboard('{Escape}');
  await expect.element(completions).not.toBeInTheDocument();
  await expect.element(search).toHaveValue('ho');
  await userEvent.keyboard('{Escape}');
  await expect.element(search).toHaveValue('');
});
