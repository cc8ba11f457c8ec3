import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { currencies } from '#contract/enums.ts';
import { additionalFilters, allSupported, type UnsupportedFilters } from '#contract/measures.ts';
import { fillExchangeRate, renderApp } from '#testing/components/render-app.tsx';
import { listedJettons } from '#testing/components/responses.ts';

const jettons = listedJettons(10);

/** Opens a screen. Lists that its filters lead to are given as queries. */
async function renderScreener(
  query = '',
  others: readonly string[] = [],
  width = 1440,
  unsupported: UnsupportedFilters = allSupported,
) {
  const lists = Object.fromEntries([query, ...others].map((list) => [list, jettons]));
  const app = await renderApp(`/${query}`, { lists, width, unsupported });
  const { screen } = app;
  const filters = screen.getByRole('region', { name: 'Filters' });
  const chips = () =>
    screen
      .getByRole('list', { name: 'Active filters' })
      .getByRole('listitem')
      .elements()
      .map(({ textContent }) => textContent);
  const field = (name: string) => filters.getByRole('textbox', { name, exact: true });
  return { ...app, filters, chips, field };
}

test('the default screen shows its filters and has no query in its URL', async () => {
  const { screen, filters, chips, url } = await renderScreener();
  expect(chips()).toEqual(['24h volume, highest first', 'Scams hidden']);
  await expect.element(filters.getByRole('checkbox', { name: 'Hide scams' })).toBeChecked();
  await expect.element(filters.getByRole('combobox', { name: 'Sort by' })).toHaveValue('volume24h');
  await expect.element(filters.getByRole('combobox', { name: 'Order' })).toHaveValue('desc');
  await expect.element(screen.getByText('No paid placement')).toBeVisible();
  expect(url()).toBe('/');
});

test('an invalid number is marked and not applied', async () => {
  const { screen, field, url } = await renderScreener('', ['?trustScore.min=60']);
  const minimum = field('Holders minimum');
  await minimum.fill('many');
  await expect.element(minimum).toHaveAttribute('aria-invalid', 'true');
  await expect.element(screen.getByText('Enter a whole number')).toBeVisible();
  await userEvent.keyboard('{Enter}');
  await field('Trust score minimum').fill('60');
  await expect.poll(url).toBe('/?trustScore.min=60');
  await expect.element(minimum).toHaveValue('many');
  await field('Trust score maximum').fill('50');
  await expect.element(screen.getByText('Minimum exceeds maximum')).toBeVisible();
  await userEvent.keyboard('{Enter}');
  expect(url()).toBe('/?trustScore.min=60');
});

test('short amounts are applied and stay as typed', async () => {
  const { field, chips, url } = await renderScreener('', ['?liquidity.usd.min.value=50000']);
  const minimum = field('Liquidity, USD minimum');
  await minimum.fill('50k');
  await expect.poll(url).toBe('/?liquidity.usd.min.value=50000');
  await expect.element(minimum).toHaveValue('50k');
  await userEvent.keyboard('{Enter}');
  await expect.poll(chips).toContain('Liquidity ≥ $50k');
});

test('bounds of sums are in the selected currency, and in USD in the link', async () => {
  const query = '?currency=eur&liquidity.usd.min.value=10000';
  const converted = '?liquidity.usd.min.value=100000&currency=eur';
  const { screen, url } = await renderApp(`/${query}`, {
    lists: { [query]: listedJettons(1), [converted]: listedJettons(1) },
    fill: (client) => fillExchangeRate(client, 'eur', '1.8'),
  });
  await expect.element(screen.getByText('Liquidity ≥ 9k EUR')).toBeVisible();
  const minimum = screen.getByRole('textbox', { name: 'Liquidity, EUR minimum' });
  await expect.element(minimum).toHaveValue('9k');
  await minimum.fill('90k');
  await userEvent.keyboard('{Enter}');
  await expect.poll(url).toBe(`/${converted}`);
  await expect.element(minimum).toHaveValue('90k');
  await expect.element(screen.getByText('Liquidity ≥ 90k EUR')).toBeVisible();
});

test.each<[string, string, string, string, string]>([
  ['24h volume, USD minimum', '100k', '?volume24h.min.value=100000', '24h volume ≥ $100k', '100k'],
  ['Market cap, USD maximum', '1.5m', '?mcap.max.value=1500000', 'Market cap ≤ $1.5M', '1.5M'],
  ['Age maximum', '7d', '?age.max=7d', 'Age ≤ 7d', '7d'],
  ['Age minimum', '2w', '?age.min=14d', 'Age ≥ 14d', '14d'],
  ['24h transactions minimum', '1k', '?transactions24h.min=1000', '24h transactions ≥ 1k', '1k'],
  ['24h traders maximum', '50', '?traders24h.max=50', '24h traders ≤ 50', '50'],
])('%s of %s', async (name, typed, query, chip, shown) => {
  const { field, chips, url } = await renderScreener('', [query]);
  await field(name).fill(typed);
  await userEvent.keyboard('{Enter}');
  await expect.poll(url).toBe(`/${query}`);
  expect(chips()).toContain(chip);
  await expect.element(field(name)).toHaveValue(shown);
});

test('Back undoes what was typed in a field, also while it has the focus', async () => {
  const liquidity = '?liquidity.usd.min.value=50000';
  const both = '?liquidity.usd.min.value=50000&holders.min=1500';
  const { field, url, history } = await renderScreener('', [liquidity, both]);
  await field('Liquidity, USD minimum').fill('50k');
  await userEvent.keyboard('{Enter}');
  await expect.poll(url).toBe(`/${liquidity}`);
  const holders = field('Holders minimum');
  await holders.fill('1.5k');
  await expect.poll(url).toBe(`/${both}`);
  history.back();
  await expect.poll(url).toBe(`/${liquidity}`);
  await expect.element(holders).toHaveValue('');
  await field('Holders maximum').click();
  expect(url()).toBe(`/${liquidity}`);
  history.back();
  await expect.poll(url).toBe('/');
  await expect.element(field('Liquidity, USD minimum')).toHaveValue('');
});

test('typing adds one history entry, also if what was typed is deleted', async () => {
  const typed = '?holders.min=5';
  const { field, url, history } = await renderScreener('', [typed, '?holders.min=50', '?holders.max=9']);
  const length = history.length;
  const holders = field('Holders minimum');
  await holders.fill('5');
  await expect.poll(url).toBe(`/${typed}`);
  await holders.fill('50');
  await expect.poll(url).toBe('/?holders.min=50');
  await holders.fill('');
  await expect.poll(url).toBe('/');
  await field('Holders maximum').fill('9');
  await userEvent.keyboard('{Enter}');
  await expect.poll(url).toBe('/?holders.max=9');
  expect(history.length).toBe(length + 1);
});

test.each(['Clear', 'Gainers'])('%s discards invalid text', async (name) => {
  const liquidity = '?liquidity.usd.min.value=50000';
  const gainers = '?sort=tonPriceChangeDay&liquidity.usd.min.value=10000';
  const { screen, field } = await renderScreener(liquidity, ['', gainers]);
  const holders = field('Holders minimum');
  await holders.fill('12x');
  await expect.element(holders).toHaveAttribute('aria-invalid', 'true');
  await screen.getByText(name, { exact: true }).first().click();
  await expect.element(holders).toHaveValue('');
  await expect.element(holders).toHaveAttribute('aria-invalid', 'false');
});

test('an invalid age is marked and not applied', async () => {
  const { screen, field, url } = await renderScreener('', ['?age.max=1h']);
  await field('Age maximum').fill('1 month');
  await expect.element(screen.getByText('Enter an age such as 30m, 12h, 7d or 2w')).toBeVisible();
  await userEvent.keyboard('{Enter}');
  expect(url()).toBe('/');
});

const additional = new Set(additionalFilters);

test('on a service without additional filters, the panel offers the minimum of the sorted column', async () => {
  const { screen, field, url, chips } = await renderScreener('', ['?floor=100000'], 1440, additional);
  await expect.element(field('Liquidity, USD minimum')).toBeVisible();
  await expect.element(screen.getByRole('checkbox', { name: /^Hide/ })).toHaveAccessibleName('Hide scams');
  for (const name of ['Age maximum', 'Market cap, USD minimum', '24h volume, USD minimum'])
    await expect.element(field(name)).not.toBeInTheDocument();
  await field('Min 24h volume, USD').fill('100k');
  await userEvent.keyboard('{Enter}');
  await expect.poll(url).toBe('/?floor=100000');
  expect(chips()).toContain('24h volume ≥ $100k');
});

test('names the filters of a link that the service does not support', async () => {
  const { screen, chips, url } = await renderScreener(
    '?age.max=1d&volume24h.min.value=5&holders.min=10&excludeWarned=true',
    ['?holders.min=10'],
    1440,
    additional,
  );
  const note = screen.getByText('Not supported by this service: Warnings hidden, 24h volume, Age');
  await expect.element(note).toBeVisible();
  expect(chips()).toEqual(['24h volume, highest first', 'Scams hidden', 'Holders ≥ 10', 'Clear']);
  await screen.getByRole('button', { name: 'Dismiss' }).click();
  await expect.element(note).not.toBeInTheDocument();
  await expect.element(screen.getByRole('main')).toHaveFocus();
  expect(url()).toBe('/?holders.min=10');
});

test('a chip removes its filter, Clear removes all', async () => {
  const start = '?fdmc.max.value=2000000000&trustScore.min=20&excludeScam=false&order=asc';
  const withoutTrust = '?order=asc&excludeScam=false&fdmc.max.value=2000000000';
  const { screen, filters, chips, url } = await renderScreener(start, [
    withoutTrust,
    '',
    '?excludeScam=false',
  ]);
  expect(chips()).toEqual(['24h volume, lowest first', 'FDV ≤ $2B', 'Trust ≥ 20', 'Clear']);
  screen.getByRole('button', { name: 'Remove Trust ≥ 20' }).element().focus();
  await userEvent.keyboard('{Enter}');
  await expect.element(screen.getByRole('button', { name: 'Remove FDV ≤ $2B' })).toHaveFocus();
  await expect.poll(url).toBe(`/${withoutTrust}`);
  await screen.getByRole('button', { name: 'Clear' }).click();
  await expect.poll(chips).toEqual(['24h volume, highest first', 'Scams hidden']);
  const list = screen.getByRole('list', { name: 'Active filters' });
  await expect.element(list).toHaveFocus();
  await screen.getByRole('button', { name: 'Remove Scams hidden' }).click();
  await expect.poll(url).toBe('/?excludeScam=false');
  await expect.element(list).toHaveFocus();
  await expect.element(filters.getByRole('checkbox', { name: 'Hide scams' })).not.toBeChecked();
});

test('names the invalid parameters of a link', async () => {
  const { screen, chips, url } = await renderScreener(
    '?sort=nothing&holders.min=10&trustScore.min=80000&colour=red',
    ['?holders.min=10'],
  );
  const note = screen.getByText('Ignored invalid parts of this link: sort, colour, trustScore.min');
  await expect.element(note).toBeVisible();
  expect(chips()).toContain('Holders ≥ 10');
  await screen.getByRole('button', { name: 'Dismiss' }).click();
  await expect.element(note).not.toBeInTheDocument();
  expect(url()).toBe('/?holders.min=10');
});

test('reports a minimum removed by a new order, until the order is restored or the message dismissed', async () => {
  const ascending = '?sort=holders&order=asc';
  const { screen, filters, history, url } = await renderScreener('?sort=holders&floor=1000', [ascending]);
  const note = screen.getByText('Holders ≥ 1k was removed: it requires the order “Holders, highest first”');
  const order = filters.getByRole('combobox', { name: 'Order' });
  await order.selectOptions('asc');
  await expect.poll(url).toBe(`/${ascending}`);
  await expect.element(note).toBeVisible();
  history.back();
  await expect.poll(url).toBe('/?sort=holders&floor=1000');
  await expect.element(note).not.toBeInTheDocument();
  await order.selectOptions('asc');
  await screen.getByRole('button', { name: 'Dismiss' }).click();
  await expect.element(note).not.toBeInTheDocument();
  await expect.element(screen.getByRole('main')).toHaveFocus();
});

test('a removed minimum is reported in the selected currency', async () => {
  const query = '?sort=liquidityUsd&floor=10000&currency=eur';
  const ascending = '?sort=liquidityUsd&order=asc&currency=eur';
  const { screen } = await renderApp(`/${query}`, {
    lists: { [query]: listedJettons(1), [ascending]: listedJettons(1) },
    fill: (client) => fillExchangeRate(client, 'eur', '1.8'),
  });
  await screen.getByRole('combobox', { name: 'Order' }).selectOptions('asc');
  await expect.element(screen.getByText(/^Liquidity ≥ 9k EUR was removed/)).toBeVisible();
});

test('a minimum removed on purpose is not reported', async () => {
  const { screen, url } = await renderScreener('?sort=holders&floor=1000', ['?sort=holders']);
  await screen.getByRole('button', { name: 'Remove Holders ≥ 1k' }).click();
  await expect.poll(url).toBe('/?sort=holders');
  expect(screen.getByText('was removed').elements()).toHaveLength(0);
});

test('a minimum in a link that requires another order is ignored', async () => {
  const { screen } = await renderScreener('?sort=holders&order=asc&floor=1000');
  await expect.element(screen.getByText('Ignored invalid parts of this link: floor')).toBeVisible();
});

test('presets are links, and their filters are shown as chips', async () => {
  const { screen, chips, url } = await renderScreener('?currency=eur');
  const losers = screen.getByRole('link', { name: 'Losers' });
  await losers.click();
  await expect.poll(url).toMatch(/sort=tonPriceChangeDay.*currency=eur/);
  expect(chips()).toEqual(['24h change, lowest first', 'Scams hidden', 'Liquidity ≥ $10k', 'Clear']);
  await expect.element(losers).toHaveAttribute('aria-current', 'page');
  await expect.element(screen.getByRole('link', { name: 'Gainers' })).not.toHaveAttribute('aria-current');
});

test('finds a currency by name', async () => {
  const { screen, filters, url } = await renderScreener();
  const currency = filters.getByRole('combobox', { name: 'Currency' });
  await expect.element(currency).toHaveValue('USD $, US Dollar');
  await currency.click();
  const list = screen.getByRole('listbox', { name: 'Currencies' });
  expect(list.getByRole('option').elements()).toHaveLength(currencies.length);
  await userEvent.keyboard('yen{ArrowDown}{Enter}');
  await expect.poll(url).toBe('/?currency=jpy');
  await expect.element(currency).toHaveValue('JPY ¥, Japanese Yen');
});

test.each([1024, 390])('%i pixels wide, filters open as an overlay and close with Escape', async (width) => {
  const { screen, filters, url } = await renderScreener(
    '?trustScore.min=20',
    ['?excludeScam=false&trustScore.min=20'],
    width,
  );
  await expect.element(filters).not.toBeInTheDocument();
  await screen.getByRole('button', { name: 'Filters (1)' }).click();
  await filters.getByRole('checkbox', { name: 'Hide scams' }).click();
  await expect.poll(url).toMatch(/excludeScam=false/);
  await userEvent.keyboard('{Escape}');
  await expect.element(filters).not.toBeInTheDocument();
  await expect.element(screen.getByRole('button', { name: 'Filters (1)' })).toHaveFocus();
});

test('the filters button counts only filters that the user set', async () => {
  const { screen } = await renderScreener('', [], 390);
  await expect.element(screen.getByRole('button', { name: 'Filters', exact: true })).toBeVisible();
});

test('hidden filters are stored on the device and can be shown again', async () => {
  const { screen, filters } = await renderScreener();
  screen.getByRole('button', { name: 'Hide filters' }).element().focus();
  await userEvent.keyboard('{Enter}');
  await expect.element(filters).not.toBeInTheDocument();
  await expect.element(screen.getByRole('button', { name: /^Filters/ })).toHaveFocus();
  expect(localStorage.getItem('jetscope.filters')).toBe('{"isShut":true}');
  await userEvent.keyboard('{Enter}');
  await expect.element(filters).toBeVisible();
  await expect.element(screen.getByRole('button', { name: 'Hide filters' })).toHaveFocus();
});

test('verification is in view at a height of 900 pixels, and groups of filters can be collapsed', async () => {
  const { screen, filters, field } = await renderScreener();
  await page.viewport(1440, 900);
  const last = filters.getByRole('checkbox', { name: 'Scam', exact: true });
  await expect.element(last).toBeVisible();
  const { bottom } = last.element().getBoundingClientRect();
  expect(bottom).toBeLessThan(900);
  await expect.element(field('Age minimum')).toBeVisible();
  await filters.getByText('Age, trust and holders').click();
  await expect.element(field('Age minimum')).not.toBeInTheDocument();
  await expect.element(screen.getByText('Addresses and admins')).toBeInTheDocument();
});

test('a group with active filters is open and shows their number', async () => {
  const { filters, field } = await renderScreener('?priceChange.ton.day.min=5');
  await expect.element(filters.getByText('Price change (1)')).toBeVisible();
  await expect.element(field('24h change in GRAM, % minimum')).toHaveValue('5');
});

test('controls have stable accessible names', async () => {
  const { screen, filters, field } = await renderScreener();
  await filters.getByText('Price change').click();
  await expect.element(screen.getByRole('grid', { name: 'Jettons', exact: true })).toBeVisible();
  await expect.element(screen.getByRole('combobox', { name: 'Search jettons and pools' })).toBeVisible();
  const changes = ['1h', '6h', '24h', '7d'].map((period) => `${period} change in GRAM, %`);
  const sizes = ['Liquidity, USD', 'Market cap, USD', 'FDV, USD', '24h volume, USD'];
  const counts = ['24h transactions', '24h traders', 'Age', 'Trust score', 'Holders'];
  for (const range of [...sizes, ...counts, ...changes])
    for (const end of ['minimum', 'maximum']) await expect.element(field(`${range} ${end}`)).toBeVisible();
  for (const name of ['Sort by', 'Order', 'Currency'])
    await expect.element(filters.getByRole('combobox', { name, exact: true })).toBeVisible();
  await expect.element(filters.getByRole('checkbox', { name: 'Hide scams', exact: true })).toBeVisible();
  for (const name of ['Columns', 'Export', 'Share'])
    await expect.element(screen.getByRole('button', { name, exact: true })).toBeVisible();
});
