import { describe, expect, test } from 'vitest';
import { userEvent } from 'vitest/browser';
import { TON_ADDRESS } from '#contract/address.ts';
import { amountFromDecimal } from '#contract/amount.ts';
import type { Market } from '#contract/market.ts';
import { additionalFilters } from '#contract/measures.ts';
import { fillExchangeRate, renderApp } from '#testing/components/render-app.tsx';
import { listedJettons, liveStatus } from '#testing/components/responses.ts';
import type { ListedJetton } from '#web/api/decoding/decode-jetton.ts';
import { symbolOf } from '#web/api/decoding/identities.ts';
import { comparedJettons } from '#web/api/queries/compare.ts';
import { jettonPrice } from '#web/api/queries/exchange-rate.ts';
import type { DayChange } from '#web/api/queries/valuations.ts';
import { verifiedJettons } from '#web/list/related-jettons.ts';
import { useRecentSearches } from '#web/search/found-item.ts';
import { dayChanges, deepestPools, searchMarket } from '#web/search/search-queries.ts';
import { verifiedOriginals } from '#web/untrusted/look-alike.ts';

describe('search box', () => {
  async function renderSearch(...queries: readonly string[]) {
    const lists = Object.fromEntries(['', ...queries].map((query) => [query, listedJettons(3)]));
    const app = await renderApp('/', { lists });
    return { ...app, search: app.screen.getByRole('combobox', { name: 'Search jettons and pools' }) };
  }

  test('the query text and the filter panel stay in sync', async () => {
    const { screen, search, url } = await renderSearch();
    await search.fill('liq>50k trust>=60 verified');
    await userEvent.keyboard('{Enter}');
    const filters = screen.getByRole('region', { name: 'Filters' });
    const minimum = filters.getByRole('textbox', { name: 'Liquidity, USD minimum' });
    await expect.element(minimum).toHaveValue('>50k');
    await expect.element(filters.getByRole('checkbox', { name: 'Verified', exact: true })).toBeChecked();
    expect(url()).toMatch(/trustScore\.min=60/);
    await minimum.fill('1.5m');
    await expect.element(search).toHaveValue('liq>=1.5M trust>=60 verified');
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
    await expect
      .element(filters.getByRole('textbox', { name: 'Liquidity, USD minimum' }))
      .toHaveValue('>10k');
    await expect.element(filters.getByRole('textbox', { name: 'Age maximum' })).toHaveValue('<7d');
    expect(url()).toContain('liquidity.usd.min.value=10000000001&liquidity.usd.min.decimals=6');
  });

  test('in another currency, sums in queries say that they are in USD', async () => {
    const query = '?liquidity.usd.min.value=5714286&liquidity.usd.min.decimals=2&currency=eur';
    const { screen } = await renderApp(`/${query}`, {
      lists: { [query]: listedJettons(3) },
      fill: (client) => fillExchangeRate(client, 'eur', '1.75'),
    });
    const search = screen.getByRole('combobox', { name: 'Search jettons and pools' });
    const chips = screen.getByRole('list', { name: 'Active filters' });
    await expect.element(chips.getByText('Liquidity ≥ 50k EUR')).toBeVisible();
    await expect.element(search).toHaveValue('liq>=$57142.86');
    const note = screen.getByRole('paragraph').filter({ hasText: 'Sums in queries are in USD' });
    await search.fill('trust>50');
    await expect.element(screen.getByRole('option', { name: /^Filter the list by/ })).toBeVisible();
    await expect.element(note).not.toBeInTheDocument();
    await search.fill('liq>=100k');
    await expect.element(note).toBeVisible();
    await userEvent.keyboard('{Enter}');
    await expect.element(search).toHaveValue('liq>=$100k');
    await expect.element(chips.getByText('Liquidity ≥ 87.5k EUR')).toBeVisible();
  });

  test('"new" lists the newest jettons', async () => {
    const { search, url } = await renderSearch('?sort=createdAt');
    await search.fill('new');
    await userEvent.keyboard('{Enter}');
    await expect.poll(url).toBe('/?sort=createdAt');
  });

  test('reports filters that the service does not support', async () => {
    const { screen, search, url } = await renderSearch();
    await search.fill('price>1');
    await expect
      .element(
        screen
          .getByRole('paragraph')
          .filter({ hasText: 'Lists cannot be filtered by price. Try mcap or fdv' }),
      )
      .toBeVisible();
    await userEvent.keyboard('{Enter}');
    expect(url()).toBe('/');
  });

  test('on a service without additional filters, a minimum sorts by its field', async () => {
    const lists = { '': listedJettons(3), '?sort=traders24h&floor=50': listedJettons(3) };
    const app = await renderApp('/', { lists, unsupported: new Set(additionalFilters) });
    const search = app.screen.getByRole('combobox', { name: 'Search jettons and pools' });
    await search.fill('mcap>1m');
    await expect
      .element(
        app.screen.getByRole('paragraph').filter({ hasText: 'Not supported by this service: market cap' }),
      )
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
    await expect.element(screen.getByRole('listbox', { name: 'Suggestions' })).toBeVisible();
    await userEvent.keyboard('{ArrowDown}{Enter}');
    await expect.element(search).toHaveValue('holders>=');
    await userEvent.keyboard('1k{Enter}');
    await expect.poll(url).toBe('/?holders.min=1000');
  });

  test.each(['gram', 'ton', 'Toncoin', '$TON'])(
    'the search for %s finds the native coin first',
    async (text) => {
      const { screen, search, url, client } = await renderSearch(`?search=${text}`);
      const price = { price: amountFromDecimal('2.25'), changedAt: '2026-01-29T07:50:00Z' };
      client.setQueryData(jettonPrice(TON_ADDRESS, 'usd').queryKey, { usd: price });
      await search.fill(text);
      const options = screen.getByRole('listbox', { name: 'Suggestions' }).getByRole('option');
      await expect
        .element(options.first())
        .toHaveTextContent(/GRAM ?Gram \(formerly Toncoin, TON\), price \$2.25/);
      await userEvent.keyboard('{ArrowDown}{Enter}');
      await expect.poll(url).toMatch(/^\/jetton\/EQA{40,}/);
    },
  );

  test('invalid query text and short searches are marked and not applied', async () => {
    const { screen, search, url } = await renderSearch();
    await search.fill('ab');
    await expect
      .element(screen.getByRole('paragraph').filter({ hasText: 'Search needs at least 3 characters' }))
      .toBeVisible();
    await expect.element(search).toHaveAttribute('aria-invalid', 'true');
    await search.fill('liq>lots');
    await userEvent.keyboard('{Enter}');
    await expect.element(search).toHaveAttribute('aria-invalid', 'true');
    await expect.element(search).toHaveValue('liq>lots');
    await expect
      .element(
        screen.getByRole('paragraph').filter({ hasText: 'Invalid amount. Examples: 50k, 1.5M, 50k..1M' }),
      )
      .toBeVisible();
    expect(document.querySelector('mark')?.textContent).toBe('liq>lots');
    expect(url()).toBe('/');
  });

  test('Escape closes the completions, then discards the typed text', async () => {
    const { screen, search } = await renderSearch();
    const completions = screen.getByRole('listbox', { name: 'Suggestions' });
    // Too short to be applied, which would keep it.
    await search.fill('ho');
    await expect.element(completions).toBeVisible();
    await userEvent.keyboard('{Escape}');
    await expect.element(completions).not.toBeInTheDocument();
    await expect.element(search).toHaveValue('ho');
    await userEvent.keyboard('{Escape}');
    await expect.element(search).toHaveValue('');
  });

  const [first, second, third] = listedJettons(3);

  /** Renders a page whose search for "jetton" finds a verified jetton with a pool, an imitation of it, and scam. */
  async function renderFound(path: string, width = 1440) {
    if (!first || !second || !third) throw new Error('too few jettons');
    const original: ListedJetton = { ...first, verification: 'JVS_VERIFIED' };
    const imitation = { ...second, identity: { ...second.identity, symbol: original.identity.symbol } };
    const scam: ListedJetton = { ...third, verification: 'JVS_SCAM' };
    const jettons = [original, imitation, scam];
    const addresses = jettons.map(({ identity }) => identity.address);
    const app = await renderApp(path, {
      lists: { '': listedJettons(3), '?search=jetton': listedJettons(3) },
      width,
      fill: (client) => {
        client.setQueryData(searchMarket('jetton').queryKey, { jettons, pools: undefined });
        client.setQueryData(searchMarket('nothing').queryKey, { jettons: [], pools: [] });
        const changes = new Map<string, DayChange>([
          [original.identity.address, { percent: 12.25 }],
          [imitation.identity.address, { percent: -1.5, untraded: 'no trades in 24h' }],
          [scam.identity.address, { percent: -80, since: '2026-01-29T02:50:00Z' }],
        ]);
        client.setQueryData(dayChanges(addresses).queryKey, changes);
        client.setQueryData(dayChanges([original.identity.address]).queryKey, new Map());
        client.setQueryData(verifiedJettons().queryKey, verifiedOriginals([original]));
        client.setQueryData(deepestPools(original).queryKey, [
          { jetton: original, market, quote: undefined, quoteSymbol: symbolOf(TON_ADDRESS, new Map()) },
        ]);
        client.setQueryData(
          comparedJettons([original.identity.address]).queryKey,
          new Map([[original.identity.address, original]]),
        );
      },
    });
    const search = app.screen.getByRole('combobox', { name: 'Search jettons and pools' });
    return { ...app, search, original };
  }

  const market: Market = {
    counterpart: TON_ADDRESS,
    exchangeId: 'stonfi',
    poolAddress: `0:${'f'.repeat(64)}`,
    type: 'JTN_MRKT_LINEAR',
    price: { usd: amountFromDecimal('1.5') },
    liquidity: { usd: amountFromDecimal('7000') },
  };

  test.each([1440, 390])(
    '%i pixels wide, typing lists jettons and pools with their values',
    async (width) => {
      const { screen, search } = await renderFound('/watchlist', width);
      await search.fill('jetton');
      const jettons = screen.getByRole('group', { name: 'Jettons' }).getByRole('option');
      await expect.element(jettons.nth(0)).toHaveTextContent(/SYM0.*Jetton 0.*\$1\.25.*\+12\.3%.*\$1\.00M/);
      await expect.element(jettons.nth(0).getByRole('img', { name: 'Verified' })).toBeVisible();
      await expect.element(jettons.nth(1).getByText('Look-alike')).toBeVisible();
      await expect.element(jettons.nth(1)).toHaveTextContent(/−1\.50%, no trades in 24h/);
      await expect.element(jettons.nth(2).getByTitle(/^-80% since the first trade/)).toBeVisible();
      await expect.element(jettons.nth(2).getByText('Scam')).toBeVisible();
      const pool = screen.getByRole('group', { name: 'Pools' }).getByRole('option');
      await expect.element(pool).toHaveTextContent(/SYM0 \/ GRAM.*STON\.fi.*\$1\.5.*\$7\.00k/);
      await expect.element(screen.getByRole('option', { name: 'Filter the list by “jetton”' })).toBeVisible();
      expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(width);
    },
  );

  test('arrow keys and Enter open a result, which becomes a recent search that can be cleared', async () => {
    const { screen, search, url, original } = await renderFound('/watchlist');
    await search.fill('jetton');
    const option = screen.getByRole('option', { name: /^SYM0 Verified/ });
    await expect.element(option).toBeVisible();
    await userEvent.keyboard('{ArrowDown}');
    await expect.element(option).toHaveAttribute('aria-selected', 'true');
    await expect.element(search).toHaveAttribute('aria-activedescendant', option.element().id);
    await userEvent.keyboard('{Enter}');
    await expect.poll(url).toMatch(new RegExp(`^/jetton/${original.identity.userFriendly}`));
    await expect.element(search).toHaveValue('');
    await expect.element(search).not.toHaveFocus();
    await search.click();
    const recent = screen.getByRole('group', { name: 'Recent' });
    await expect.element(recent.getByRole('option', { name: /^SYM0/ })).toBeVisible();
    await recent.getByRole('option', { name: 'Clear recent searches' }).click();
    await expect.element(recent).not.toBeInTheDocument();
    expect(useRecentSearches.getState().recent).toEqual([]);
  });

  test('without matches, the text stays and a message is shown', async () => {
    const { screen, search } = await renderFound('/watchlist');
    await search.fill('nothing');
    await expect
      .element(screen.getByRole('paragraph').filter({ hasText: 'No jettons or pools match “nothing”' }))
      .toBeVisible();
    await expect.element(search).toHaveValue('nothing');
  });

  test('on the screener, Enter applies the text as a filter unless a result is highlighted', async () => {
    const { screen, search, url } = await renderFound('/');
    await search.fill('jetton');
    await expect.element(screen.getByRole('option', { name: /^SYM0 Verified/ })).toBeVisible();
    await userEvent.keyboard('{Enter}');
    await expect.poll(url).toBe('/?search=jetton');
    await expect.element(screen.getByRole('listbox')).not.toBeInTheDocument();
  });

  test('the command palette lists the same results', async () => {
    const { screen, url, original } = await renderFound('/watchlist');
    await userEvent.keyboard('{Control>}k{/Control}');
    const palette = screen.getByRole('dialog', { name: 'Commands' });
    await palette.getByRole('combobox', { name: 'Command' }).fill('jetton');
    await expect.element(palette.getByRole('option', { name: /^SYM0 \/ GRAM/ })).toBeVisible();
    await palette.getByRole('option', { name: /^SYM0 Verified/ }).click();
    await expect.poll(url).toMatch(new RegExp(`^/jetton/${original.identity.userFriendly}`));
  });

  test('Escape closes the list, then leaves an empty field', async () => {
    const { screen, search } = await renderFound('/watchlist');
    await search.click();
    await expect.element(screen.getByRole('listbox', { name: 'Suggestions' })).toBeVisible();
    await userEvent.keyboard('{Escape}');
    await expect.element(screen.getByRole('listbox')).not.toBeInTheDocument();
    await userEvent.keyboard('{Escape}');
    await expect.element(search).not.toHaveFocus();
  });

  test('a region that always exists announces the number of results and errors', async () => {
    const { search } = await renderFound('/watchlist');
    const region = document.querySelector('search [role=status]');
    const announced = () => region?.textContent;
    expect(announced()).toBe('');
    await search.fill('jetton');
    await expect.poll(announced).toBe('4 results');
    await search.fill('price>1');
    await expect.poll(announced).toBe('Lists cannot be filtered by price. Try mcap or fdv');
    await userEvent.keyboard('{Escape}');
    await expect.poll(announced).toBe('');
    expect(region?.isConnected).toBe(true);
  });

  test('an option that is removed is no longer active', async () => {
    const { search, original } = await renderFound('/watchlist');
    const { address, symbol: title, name } = original.identity;
    useRecentSearches.setState({ recent: [{ address, title, name }] });
    await search.click();
    await userEvent.keyboard('{ArrowDown}{ArrowDown}');
    await expect.element(search).toHaveAttribute('aria-activedescendant', expect.stringContaining('clear'));
    await userEvent.keyboard('{Enter}');
    await expect.element(search).not.toHaveAttribute('aria-activedescendant');
  });

  test('the placeholder fits on phones', async () => {
    const { screen } = await renderApp('/', { lists: { '': listedJettons(1) }, width: 390 });
    const search = screen.getByRole('combobox', { name: 'Search jettons and pools' });
    await expect.element(search).toHaveAttribute('placeholder', 'Search');
  });
});

describe('shortcuts', () => {
  async function renderPalette(query = '', ...others: readonly string[]) {
    const lists = Object.fromEntries([query, ...others].map((list) => [list, listedJettons(5)]));
    const app = await renderApp(`/${query}`, { lists, status: liveStatus() });
    const palette = app.screen.getByRole('dialog', { name: 'Commands' });
    const run = async (text: string) => {
      await userEvent.keyboard('{Control>}k{/Control}');
      await expect.element(palette.getByRole('combobox', { name: 'Command' })).toHaveFocus();
      await userEvent.keyboard(`${text}{Enter}`);
      await expect.element(palette).not.toBeInTheDocument();
    };
    return { ...app, palette, run };
  }

  test('the command palette finds and runs screens', async () => {
    const { palette, url } = await renderPalette('?currency=eur');
    await userEvent.keyboard('{Control>}k{/Control}');
    await expect.element(palette.getByRole('combobox', { name: 'Command' })).toHaveFocus();
    await userEvent.keyboard('most tr');
    const options = () =>
      palette
        .getByRole('option')
        .elements()
        .map(({ textContent }) => textContent);
    await expect.poll(options).toHaveLength(3);
    expect(options()).toEqual([
      expect.stringContaining('Most traded'),
      expect.stringContaining('Most trusted'),
      expect.stringContaining('most tr'),
    ]);
    await userEvent.keyboard('{ArrowDown}{Enter}');
    await expect.element(palette).not.toBeInTheDocument();
    await expect.poll(url).toBe('/?sort=trustScore&currency=eur');
  });

  test.each(['Gram', 'TON'])('the command palette finds the native coin first as %s', async (text) => {
    const { run, url } = await renderPalette();
    await run(text);
    await expect.poll(url).toMatch(/^\/jetton\/EQA{40,}/);
  });

  test('the command palette applies query text', async () => {
    const { run, url } = await renderPalette('?currency=eur');
    await run('holders>=1k');
    await expect.poll(url).toBe('/?holders.min=1000&currency=eur');
  });

  test('commands set the row height and pause updates', async () => {
    const { screen, palette, run } = await renderPalette();
    await screen.getByRole('button', { name: 'Commands' }).click();
    await expect.element(palette.getByRole('combobox')).toHaveFocus();
    for (const name of ['Comfortable Rows', 'Dark Theme', 'Green up, red down Colors'])
      await expect.element(palette.getByRole('option', { name })).toBeInTheDocument();
    await userEvent.keyboard('comf{Enter}');
    const height = () => document.querySelector('[aria-rowindex="3"]')?.getBoundingClientRect().height;
    await expect.poll(height).toBe(44);
    const pause = screen.getByRole('button', { name: 'Pause live updates' });
    await expect.element(pause).toHaveAttribute('aria-pressed', 'true');
    await run('resume');
    await expect.element(pause).toHaveAttribute('aria-pressed', 'false');
    await run('pause');
    await expect.element(pause).toHaveAttribute('aria-pressed', 'true');
  });

  test.each(['Columns', 'Export', 'Share', 'My screens'])(
    'a command opens the panel "%s" and moves the focus into it',
    async (name) => {
      const { screen, run } = await renderPalette();
      await run(name.toLowerCase());
      const panel = screen.getByRole('region', { name });
      await expect.element(panel.getByRole('button').or(panel.getByRole('checkbox')).first()).toBeVisible();
      await userEvent.keyboard('{Tab}');
      expect(document.activeElement?.closest('section')?.ariaLabel).toBe(name);
      await userEvent.keyboard('{Escape}');
      await expect.element(panel).not.toBeInTheDocument();
    },
  );

  test('panels of other pages are not offered', async () => {
    const { palette, run, url } = await renderPalette();
    const options = () =>
      palette
        .getByRole('option')
        .elements()
        .map(({ textContent }) => textContent);
    await userEvent.keyboard('{Control>}k{/Control}');
    await expect.poll(options).toContain('ExportOpen');
    await userEvent.keyboard('{Escape}');
    await run('compare');
    await expect.poll(url).toBe('/compare');
    await expect.poll(() => document.querySelector('h1')?.textContent).toBe('Compare');
    await userEvent.keyboard('{Control>}k{/Control}');
    await expect.poll(options).toContain('All jettonsPage');
    expect(options()).not.toContain('ExportOpen');
    await userEvent.keyboard('{Escape}');
  });

  test('the question mark opens the list of shortcuts, but not while typing', async () => {
    const { screen } = await renderPalette();
    await userEvent.keyboard('?');
    const list = screen.getByRole('dialog', { name: 'Shortcuts' });
    await expect
      .element(list)
      .toHaveTextContent('Shift ←, Shift →In a column header: narrower or wider column');
    await expect.element(list).toHaveTextContent(/Ctrl F twiceBrowser.s find/);
    await expect.element(list).toHaveTextContent('J, KFocus the table, then next or previous row');
    await userEvent.keyboard('{Escape}');
    await expect.element(list).not.toBeInTheDocument();
    await userEvent.keyboard('/?');
    await expect.element(screen.getByRole('combobox', { name: 'Search jettons and pools' })).toHaveValue('?');
    expect(screen.getByRole('dialog').elements()).toHaveLength(0);
  });

  test('the list of shortcuts scrolls on small windows', async () => {
    const { screen } = await renderApp('/', { lists: { '': listedJettons(1) }, width: 390, height: 600 });
    await expect.element(screen.getByRole('grid')).toBeVisible();
    await userEvent.keyboard('?');
    const dialog = screen.getByRole('dialog', { name: 'Shortcuts' });
    await expect.element(dialog).toBeVisible();
    expect(dialog.element().scrollHeight).toBeLessThanOrEqual(dialog.element().clientHeight);
  });
});
