import { describe, expect, test } from 'vitest';
import { userEvent } from 'vitest/browser';
import { operations } from '#contract/operations.ts';
import { renderApp } from '#testing/components/render-app.tsx';
import { listedJettons } from '#testing/components/responses.ts';
import { plan } from '#web/api/client/api-client.ts';
import { defaultColumns } from '#web/list/columns.ts';

describe('columns panel', () => {
  async function openPanel(query = '', size?: { width: number; height: number }) {
    const app = await renderApp(`/${query}`, { lists: { [query]: listedJettons(30) }, ...size });
    await app.screen.getByRole('button', { name: 'Columns' }).click();
    const panel = app.screen.getByRole('region', { name: 'Columns' });
    await expect.element(panel.getByRole('checkbox').first()).toBeVisible();
    return { ...app, panel };
  }

  function headers(): (string | null)[] {
    return [...document.querySelectorAll('[role=columnheader]')].map((head) => head.textContent);
  }

  function positionOf(name: string): number {
    return headers().findIndex((head) => head?.startsWith(name));
  }

  function rowHeight(): number | undefined {
    return document.querySelector('[aria-rowindex="3"]')?.getBoundingClientRect().height;
  }

  test('columns can be selected and moved by keyboard, and are stored on the device', async () => {
    const { panel } = await openPanel();
    const liquidity = panel.getByRole('checkbox', { name: 'Liquidity' });
    liquidity.element().focus();
    await userEvent.keyboard(' ');
    await expect.element(liquidity).not.toBeChecked();
    await expect.element(liquidity).toHaveFocus();
    expect(positionOf('Liquidity')).toBe(-1);
    await panel.getByRole('checkbox', { name: 'Market cap' }).click();
    await expect.poll(() => positionOf('Market cap')).toBeGreaterThan(0);
    panel.getByRole('button', { name: 'Move Holders left' }).element().focus();
    await userEvent.keyboard('{Enter}');
    await expect.poll(() => positionOf('Holders')).toBe(positionOf('Trust') - 1);
    const stored = JSON.parse(localStorage.getItem('jetscope.table') ?? '');
    expect(stored.columns).not.toContain('liquidity');
    expect(stored.columns.at(-1)).toBe('mcap');
  });

  test('the row height is compact or comfortable', async () => {
    const { panel } = await openPanel();
    expect(rowHeight()).toBe(32);
    await panel.getByRole('radio', { name: 'comfortable' }).click();
    await expect.poll(rowHeight).toBe(44);
  });

  test('Escape closes the panel and returns the focus to its button', async () => {
    const { screen, panel } = await openPanel();
    await userEvent.keyboard('{Escape}');
    await expect.element(panel).not.toBeInTheDocument();
    await expect.element(screen.getByRole('button', { name: 'Columns' })).toHaveFocus();
  });

  test('a pinned column stays when scrolling sideways, until unpinned', async () => {
    const { screen, panel } = await openPanel('', { width: 1024, height: 700 });
    const grid = screen.getByRole('grid', { name: 'Jettons' }).element();
    const scrollsAway = async () => {
      const left = () => document.querySelectorAll('[role=columnheader]')[3]?.getBoundingClientRect().x;
      grid.scrollTo(0, 0);
      const before = left();
      grid.scrollTo(200, 0);
      await expect.poll(() => grid.scrollLeft).toBe(200);
      return left() !== before;
    };
    expect(await scrollsAway()).toBe(true);
    const pin = panel.getByRole('button', { name: 'Pin Price', exact: true });
    await pin.click();
    await expect.element(pin).toHaveAttribute('aria-pressed', 'true');
    expect(await scrollsAway()).toBe(false);
    await pin.click();
    await expect.element(pin).toHaveAttribute('aria-pressed', 'false');
    expect(await scrollsAway()).toBe(true);
  });

  test('Reset columns restores default columns, widths and pins', async () => {
    const { screen, panel, url } = await openPanel();
    const defaults = headers();
    const head = screen.getByRole('columnheader', { name: /^Volume/ });
    const width = () => head.element().getBoundingClientRect().width;
    const before = width();
    head.getByRole('button').element().focus();
    await userEvent.keyboard('{Shift>}{ArrowRight}{/Shift}');
    await expect.poll(width).toBe(before + 8);
    const pin = panel.getByRole('button', { name: 'Pin Volume' });
    await pin.click();
    await panel.getByRole('checkbox', { name: 'Trust' }).click();
    await panel.getByRole('button', { name: 'Move Volume left' }).click();
    await expect.poll(() => positionOf('Trust')).toBe(-1);
    expect(url()).toMatch(/columns=/);
    await panel.getByRole('button', { name: 'Reset columns' }).click();
    await expect.poll(headers).toEqual(defaults);
    await expect.poll(width).toBe(before);
    await expect.element(pin).toHaveAttribute('aria-pressed', 'false');
    expect(url()).toBe('/');
  });

  test('columns can be reordered by dragging', async () => {
    const { panel } = await openPanel();
    const item = (name: string) => panel.getByRole('listitem').filter({ hasText: new RegExp(`^${name}`) });
    await item('Trust').dropTo(item('Price'));
    await expect.poll(() => positionOf('Trust')).toBe(positionOf('Price') - 1);
  });

  test('on a phone, columns that do not fit are not offered and keep their positions', async () => {
    const { panel, url } = await openPanel('?columns=rank,price,line,volume,holders', {
      width: 390,
      height: 844,
    });
    await expect.poll(() => panel.getByRole('checkbox', { checked: true }).elements()).toHaveLength(3);
    await expect.element(panel.getByText('Rows show the first four values.')).toBeVisible();
    expect(panel.getByRole('checkbox', { name: /^Rank|7 days/ }).elements()).toHaveLength(0);
    expect(panel.getByRole('button', { name: /^Pin/ }).elements()).toHaveLength(0);
    await panel.getByRole('button', { name: 'Move Volume left' }).click();
    await expect.poll(url).toMatch(/columns=rank,volume,line,price,holders$/);
    await panel.getByRole('checkbox', { name: 'Holders', exact: true }).click();
    await panel.getByRole('checkbox', { name: 'Age' }).click();
    await expect.poll(url).toMatch(/columns=rank,volume,line,price,age$/);
  });

  test('the period control applies to change, volume, transactions and traders', async () => {
    const query = '?columns=ton,usd,volume,transactions,traders';
    const { screen } = await renderApp(`/${query}`, { lists: { [query]: listedJettons(3) } });
    const period = (label: string) =>
      screen.getByRole('group', { name: 'Period' }).getByRole('radio', { name: label, exact: true });
    await expect.element(period('24h')).toBeChecked();
    await period('7d').click();
    await expect
      .poll(() => headers().slice(2))
      .toEqual(['Change 7d GRAM', 'Change 7d USD', 'Volume 7d USD by 24h', 'Transactions 7d', 'Traders 7d']);
    // There are no counts over 15 minutes: the header shows the period used instead.
    await period('15m').click();
    await expect
      .poll(() => headers().slice(2))
      .toEqual([
        'Change 15m GRAM',
        'Change 15m USD',
        'Volume 1h USD by 24h',
        'Transactions 1h',
        'Traders 1h',
      ]);
  });

  test.each([
    defaultColumns.join(','),
    // The default of version 0.2.
    'rank,price,change1h,change24h,change7d,line,volume,liquidity,trust,holders,fdmc,transactions,traders,age',
  ])('on phones, a link with the default columns shows those of phones: %s', async (columns) => {
    const query = `?columns=${columns}`;
    const { panel } = await openPanel(query, { width: 390, height: 844 });
    const checkbox = (name: string) => panel.getByRole('checkbox', { name, exact: true });
    await expect.element(checkbox('Liquidity')).toBeChecked();
    await expect.element(checkbox('Trust')).not.toBeChecked();
  });
});

describe('hidden columns', () => {
  function headers(): (string | null)[] {
    return [...document.querySelectorAll('[role=columnheader]')].map((head) => head.textContent);
  }

  const note = 'Hidden, not in this plan: 1h, 24h, 7d, Volume, Traders, Transactions';

  test('other columns replace default columns without data, and a note names those', async () => {
    const lists = { '': listedJettons(5), '?columns=volume,holders': listedJettons(5) };
    const { screen, history } = await renderApp('/', { lists });
    await expect.poll(() => headers().some((text) => text?.startsWith('Volume'))).toBe(true);
    const liquidity = screen.getByRole('columnheader', { name: /^Liquidity/ });
    const { width } = liquidity.element().getBoundingClientRect();
    plan.exclude(operations.getJettonStatisticsList.name);
    await expect.element(screen.getByText(note)).toBeVisible();
    for (const name of [/^Volume/, /^24h/, /^Traders/])
      await expect.element(screen.getByRole('columnheader', { name })).not.toBeInTheDocument();
    await expect.element(screen.getByRole('columnheader', { name: /^Market cap/ })).toBeVisible();
    expect(liquidity.element().getBoundingClientRect().width).toBeGreaterThan(width);

    await screen.getByRole('button', { name: 'Columns' }).click();
    const panel = screen.getByRole('region', { name: 'Columns' });
    await expect.element(panel.getByRole('checkbox', { name: 'Market cap' })).toBeChecked();
    await expect.element(panel.getByRole('checkbox', { name: 'Volume' })).not.toBeChecked();
    await panel.getByRole('checkbox', { name: 'Supply' }).click();
    await expect.element(screen.getByRole('columnheader', { name: /^Supply/ })).toBeVisible();
    await expect.element(screen.getByText(note)).toBeVisible();

    history.push('/?columns=volume,holders');
    await expect
      .element(screen.getByRole('columnheader', { name: /^Volume not in this plan/ }))
      .toBeVisible();
    const others = 'Hidden, not in this plan: 1h, 24h, 7d, Traders, Transactions';
    await expect.element(screen.getByText(others, { exact: true })).toBeVisible();
  });

  test('on a phone, other values replace those without data', async () => {
    plan.exclude(operations.getJettonStatisticsList.name);
    const { screen } = await renderApp('/', { lists: { '': listedJettons(5) }, width: 390 });
    await expect.element(screen.getByText('Hidden, not in this plan: Change, Volume')).toBeVisible();
    const labels = [...document.querySelectorAll('[aria-rowindex="3"] [data-area]')].map(
      (cell) => cell.getAttribute('data-label') ?? '',
    );
    expect(labels).toEqual(['', 'Liq', 'Mcap', 'Holders']);
    expect(document.documentElement.scrollWidth).toBe(390);
  });
});
