import { expect, onTestFinished, test, vi } from 'vitest';
import { userEvent } from 'vitest/browser';
import { amountFromDecimal } from '#contract/amount.ts';
import { renderApp } from '#testing/components/render-app.tsx';
import { listedActivity, listedJetton, listedJettons } from '#testing/components/responses.ts';
import { liveRow } from '#web/api/queries/live.ts';

async function renderGrid(query = '', size?: { width: number; height: number }) {
  const app = await renderApp(`/${query}`, { lists: { [query]: listedJettons(120) }, ...size });
  const grid = app.screen.getByRole('grid', { name: 'Jettons' });
  await expect.element(grid).toHaveAttribute('aria-busy', 'false');
  return { ...app, grid, element: grid.element() };
}

/** Returns the 1-based row and column of the focused cell. The header is row 1. */
function focusedCell(): [number, number] {
  const cell = document.activeElement?.closest('[role=gridcell], [role=columnheader]');
  const row = cell?.closest('[role=row]');
  const cells = [...(row?.querySelectorAll('[role=gridcell], [role=columnheader]') ?? [])];
  return [Number(row?.getAttribute('aria-rowindex')), cell ? cells.indexOf(cell) + 1 : 0];
}

test('the grid is a single tab stop with arrow key navigation', async () => {
  const { grid, element } = await renderGrid();
  expect(element.querySelectorAll('[tabindex="0"]')).toHaveLength(1);
  grid.getByRole('link').first().element().focus();
  expect(focusedCell()).toEqual([2, 3]);
  for (const [key, position] of [
    ['ArrowDown', [3, 3]],
    ['ArrowRight', [3, 4]],
    ['ArrowLeft', [3, 3]],
    ['Home', [3, 1]],
    ['ArrowUp', [2, 1]],
    ['ArrowUp', [1, 1]],
    ['ArrowUp', [1, 1]],
  ] as const) {
    await userEvent.keyboard(`{${key}}`);
    expect([key, focusedCell()]).toEqual([key, position]);
  }
  await userEvent.keyboard('{PageDown}');
  expect(focusedCell()[0]).toBeGreaterThan(10);
  await userEvent.keyboard('{PageUp}');
  expect(focusedCell()).toEqual([2, 1]);
  expect(element.querySelectorAll('[tabindex="0"]')).toHaveLength(1);
});

function rowAt(element: Element, index: number): HTMLElement {
  const row = element.querySelector<HTMLElement>(`[role=row][aria-rowindex="${index + 2}"]`);
  if (!row) throw new Error(`row ${index} is not rendered`);
  return row;
}

async function scrollTo(element: Element, index: number): Promise<void> {
  element.scrollTo(element.scrollLeft, index * 32);
  await expect.poll(() => element.querySelector(`[aria-rowindex="${index + 6}"]`)).not.toBeNull();
}

const nextFrame = () => new Promise(requestAnimationFrame);

test('Ctrl+End and Ctrl+Home move to the last and the first cell', async () => {
  const { grid, element } = await renderGrid();
  await expect.element(grid).toHaveAttribute('aria-rowcount', '121');
  grid.getByRole('link').first().element().focus();
  await userEvent.keyboard('{Control>}{End}{/Control}');
  await expect.poll(() => focusedCell()[0]).toBe(121);
  expect(focusedCell()[1]).toBe(element.querySelectorAll('[role=columnheader]').length);
  await userEvent.keyboard('{Control>}{Home}{/Control}');
  await expect.poll(focusedCell).toEqual([2, 1]);
});

test('the number of loaded rows is announced politely', async () => {
  const { screen } = await renderGrid();
  await expect
    .element(screen.getByRole('status').filter({ hasText: 'loaded' }))
    .toHaveTextContent('All 120 loaded');
});

test('the focused row keeps the focus when scrolled out of view', async () => {
  const { element } = await renderGrid();
  const link = rowAt(element, 2).querySelector('a');
  link?.focus();
  await scrollTo(element, 78);
  expect(document.activeElement?.getAttribute('href')).toBe(link?.getAttribute('href'));
  await userEvent.keyboard('{ArrowDown}');
  expect(focusedCell()).toEqual([5, 3]);
  const { top, bottom } = element.getBoundingClientRect();
  await expect.poll(() => rowAt(element, 3).getBoundingClientRect().top).toBeGreaterThan(top);
  expect(rowAt(element, 3).getBoundingClientRect().bottom).toBeLessThan(bottom);
});

test('symbol and name are separate words for screen readers', async () => {
  const { element } = await renderGrid();
  expect(rowAt(element, 0).querySelector('a')?.textContent).toMatch(/SYM0\s+Jetton 0$/);
});

test('rows keep their reading order in the DOM after fast scrolling', async () => {
  const { element } = await renderGrid();
  for (let frame = 0; frame < 20; frame += 1) {
    element.scrollTop += 120;
    await nextFrame();
  }
  // Row elements are reused.
  const indexes = () =>
    [...element.querySelectorAll('[role=row]:not([aria-rowindex="1"])')].map((row) =>
      Number(row.getAttribute('aria-rowindex')),
    );
  await expect.poll(() => indexes().includes(80)).toBe(true);
  await expect
    .poll(() => indexes().join())
    .toBe(
      indexes()
        .toSorted((a, b) => a - b)
        .join(),
    );
});

test('only sortable columns have a button, and one header shows the order', async () => {
  const rows = listedJettons(10);
  const lists = { '': rows, '?sort=holders': rows, '?sort=holders&order=asc': rows };
  const { screen, url } = await renderApp('/', { lists });
  const sorted = () => {
    const heads = [...document.querySelectorAll('[role=columnheader][aria-sort]')];
    return heads.map((head) => `${head.textContent} ${head.getAttribute('aria-sort')}`);
  };
  expect(sorted()).toEqual(['Volume 24h USD descending']);
  const heads = screen.getByRole('columnheader');
  expect(
    heads
      .filter({ hasText: /^Price/ })
      .getByRole('button')
      .elements(),
  ).toHaveLength(0);
  const holders = heads.getByRole('button', { name: 'Holders' });
  await holders.click();
  await expect.poll(sorted).toEqual(['Holders descending']);
  expect(url()).toBe('/?sort=holders');
  await holders.click();
  await expect.poll(sorted).toEqual(['Holders ascending']);
});

test('a jetton with a former name of the native coin has the look-alike badge', async () => {
  const { identity } = listedJetton(1);
  const imitation = { ...identity, symbol: 'T0N', name: 'Best coin' };
  const lists = {
    '': [listedJetton(0), listedJetton(1, { identity: imitation, verification: 'JVS_VERIFIED' })],
  };
  const { screen } = await renderApp('/', { lists });
  const badge = screen.getByText('Look-alike', { exact: true });
  await expect.element(badge).toHaveAttribute('title', 'Looks like TON, but is not the native coin');
  expect(badge.elements()).toHaveLength(1);
});

test('liquidity in GRAM is sorted by tvl', async () => {
  const rows = listedJettons(10);
  const lists = { '?currency=ton': rows, '?sort=tvl&currency=ton': rows };
  const { screen, url } = await renderApp('/?currency=ton', { lists });
  await screen.getByRole('button', { name: /^Liquidity/ }).click();
  await expect.poll(url).toMatch(/sort=tvl/);
  await expect
    .element(screen.getByRole('columnheader', { name: 'Liquidity GRAM' }))
    .toHaveAttribute('aria-sort');
});

test.each(['ton', 'usd', 'eur'])('headers with units fit into their columns in %s', async (currency) => {
  const sort = currency === 'ton' ? 'tvl' : 'tonPriceChangeMonth';
  const ids = [
    'change',
    'change15m',
    'change12h',
    'change24h',
    'ton',
    'ton12h',
    'usd',
    'usd12h',
    'volume',
    'transactions',
    'traders',
    'price',
    'liquidity',
    'mcap',
    'fdmc',
  ];
  const query = `?sort=${sort}&columns=${ids.join(',')}&period=30d&currency=${currency}`;
  const { grid } = await renderGrid(query, { width: 2000, height: 844 });
  const clipped = grid
    .getByRole('columnheader')
    .elements()
    .filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth)
    .map(({ textContent }) => textContent);
  expect(clipped).toEqual([]);
});

test.each(['?sort=liquidityUsd', '?sort=tvl&currency=eur', '?sort=tvl&currency=ton'])(
  'the liquidity header shows the order and fits its arrow at %s',
  async (query) => {
    const { element } = await renderGrid(query);
    const head = element.querySelector('[aria-sort=descending]');
    expect(head?.textContent).toMatch(/^Liquidity/);
    expect(head && head.scrollWidth - head.clientWidth).toBe(0);
  },
);

test.each([
  [1440, 844],
  [1024, 700],
  [390, 844],
])('the age is visible in the list of new jettons at %d pixels', async (width, height) => {
  const query = '?sort=createdAt';
  const { screen } = await renderApp(`/${query}`, { lists: { [query]: listedJettons(3) }, width, height });
  const age = screen.getByRole('gridcell', { name: /^28 d, created 2026-01-01/ }).first();
  await expect.element(age).toBeVisible();
  expect(age.element().getBoundingClientRect().right).toBeLessThan(width);
});

test('the header stays when scrolling down', async () => {
  const { grid, element } = await renderGrid();
  const head = grid.getByRole('columnheader', { name: 'Jetton' }).element();
  const before = head.getBoundingClientRect();
  await scrollTo(element, 60);
  expect(head.getBoundingClientRect()).toEqual(before);
});

test('the first columns stay when scrolling sideways', async () => {
  const { element } = await renderGrid('', { width: 1024, height: 700 });
  const left = () => rowAt(element, 0).querySelector('a')?.getBoundingClientRect().x;
  const before = left();
  element.scrollTo(300, 0);
  await nextFrame();
  expect(element.scrollLeft).toBe(300);
  expect(left()).toBe(before);
});

/** Drags the right edge of a header by pixels. */
function dragEdge(head: Element, right: number, top: number, by: number): void {
  const handle = head.lastElementChild;
  const at = (clientX: number) => ({ clientX, clientY: top + 5, bubbles: true, pointerId: 1 });
  handle?.dispatchEvent(new PointerEvent('pointerdown', at(right - 3)));
  handle?.dispatchEvent(new PointerEvent('pointermove', at(right - 3 + by / 2)));
  handle?.dispatchEvent(new PointerEvent('pointermove', at(right - 3 + by)));
  handle?.dispatchEvent(new PointerEvent('lostpointercapture', at(right - 3 + by)));
}

test('columns can be resized by pointer and keyboard, and the width is stored and in the link', async () => {
  const { grid, url } = await renderGrid();
  const head = grid.getByRole('columnheader', { name: /^Liquidity/ });
  const box = () => head.element().getBoundingClientRect();
  const { right, top, width } = box();
  dragEdge(head.element(), right, top, 40);
  await expect.poll(() => box().width).toBe(width + 40);
  head.getByRole('button').element().focus();
  await userEvent.keyboard('{Shift>}{ArrowRight}{/Shift}');
  await expect.poll(() => box().width).toBe(width + 48);
  await userEvent.keyboard('{Shift>}{ArrowLeft}{ArrowLeft}{/Shift}');
  await expect.poll(() => box().width).toBe(width + 32);
  expect(JSON.parse(localStorage.getItem('jetscope.table') ?? '')).toMatchObject({
    widths: { liquidity: width + 32 },
  });
  await expect.poll(url).toBe(`/?widths=liquidity-${width + 32}`);
});

test('a width that was just chosen does not lead back from an opened page', async () => {
  const { grid, url } = await renderGrid('?trustScore.min=20');
  const head = grid.getByRole('columnheader', { name: /^Liquidity/ });
  head.getByRole('button').element().focus();
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  const { width } = head.element().getBoundingClientRect();
  await userEvent.keyboard('{Shift>}{ArrowRight}{/Shift}');
  await expect.poll(() => head.element().getBoundingClientRect().width).toBe(width + 8);
  await grid.getByRole('link').first().click();
  await expect.poll(url).toMatch(/^\/jetton\//);
  vi.advanceTimersByTime(1000);
  expect(url()).toMatch(/^\/jetton\//);
});

test('a link sets the widths of columns', async () => {
  const { grid } = await renderGrid('?widths=liquidity-300,jetton-180');
  const widthOf = (name: RegExp) =>
    grid.getByRole('columnheader', { name }).element().getBoundingClientRect().width;
  expect([widthOf(/^Liquidity/), widthOf(/^Jetton/)]).toEqual([300, 180]);
  expect(localStorage.getItem('jetscope.table') ?? '').not.toContain('liquidity');
});

test('columns can be reordered by dragging their headers and by keyboard', async () => {
  const { screen, grid, url } = await renderGrid('?columns=price,volume,liquidity,holders');
  const head = (name: RegExp) => grid.getByRole('columnheader', { name });
  await head(/^Holders/).dropTo(head(/^Volume/));
  await expect.poll(url).toBe('/?columns=price,holders,volume,liquidity');
  await expect.element(screen.getByText('Number of holders: column 2 of 4')).toBeInTheDocument();
  const button = head(/^Holders/).getByRole('button');
  button.element().focus();
  await userEvent.keyboard('{Control>}{Shift>}{ArrowRight}{/Shift}{/Control}');
  await expect.poll(url).toBe('/?columns=price,volume,holders,liquidity');
  await expect.element(button).toHaveFocus();
  await userEvent.keyboard('{Control>}{Shift>}{ArrowLeft}{ArrowLeft}{/Shift}{/Control}');
  await expect.poll(url).toBe('/?columns=holders,price,volume,liquidity');
});

test('the header of the rank, which is always the first column, cannot be dragged', async () => {
  const { grid } = await renderGrid();
  await expect.element(grid.getByRole('columnheader', { name: '#' })).not.toHaveAttribute('draggable');
});

test('a watched jetton is stored on the device', async () => {
  const { grid } = await renderGrid();
  const star = grid.getByRole('button', { name: 'Watch SYM0' });
  await star.click();
  await expect.element(star).toHaveAttribute('aria-pressed', 'true');
  expect(localStorage.getItem('jetscope.watchlist')).toContain(listedJettons(1)[0]?.identity.address);
});

test('W toggles the watchlist for the focused row', async () => {
  const { grid, element } = await renderGrid();
  rowAt(element, 0).querySelector('a')?.focus();
  await userEvent.keyboard('{ArrowDown}w');
  const star = grid.getByRole('button', { name: 'Watch SYM1', exact: true });
  await expect.element(star).toHaveAttribute('aria-pressed', 'true');
  await userEvent.keyboard('w');
  await expect.element(star).toHaveAttribute('aria-pressed', 'false');
});

test('J and K move into the table from anywhere, then between rows, but not while typing', async () => {
  const { screen, element } = await renderGrid();
  const share = screen.getByRole('button', { name: 'Share' });
  share.element().focus();
  await userEvent.keyboard('j');
  await expect.poll(() => focusedCell()[0]).toBe(2);
  await userEvent.keyboard('jj');
  await expect.poll(() => focusedCell()[0]).toBe(4);
  await userEvent.keyboard('k');
  await expect.poll(() => focusedCell()[0]).toBe(3);
  share.element().focus();
  await userEvent.keyboard('k');
  await expect.poll(() => focusedCell()[0]).toBe(3);
  await userEvent.keyboard('kkk');
  await expect.poll(() => focusedCell()[0]).toBe(2);
  screen.getByRole('radio', { name: 'GRAM' }).element().focus();
  await userEvent.keyboard('k');
  await expect.poll(() => focusedCell()[0]).toBe(2);
  const search = screen.getByRole('combobox', { name: 'Search jettons and pools' });
  search.element().focus();
  await userEvent.keyboard('jk');
  await expect.element(search).toHaveFocus();
  await expect.element(search).toHaveValue('jk');
  search.element().blur();
  await scrollTo(element, 60);
  await userEvent.keyboard('j');
  await expect.poll(() => focusedCell()[0]).toBe(62);
});

test('Ctrl+F searches the loaded rows', async () => {
  const { screen, element } = await renderGrid();
  await userEvent.keyboard('{Control>}f{/Control}');
  const box = screen.getByRole('searchbox', { name: 'Find in loaded rows' });
  await expect.element(box).toHaveFocus();
  await box.fill('SYM80');
  await expect.poll(() => element.querySelector('[aria-rowindex="82"]')).not.toBeNull();
  await userEvent.keyboard('{Escape}');
  await expect.element(box).not.toBeInTheDocument();
  // Keyboard navigation continues from the match.
  await userEvent.keyboard('{ArrowDown}');
  await expect.poll(() => focusedCell()[0]).toBe(83);
  await userEvent.keyboard('{Control>}f{/Control}');
  await box.fill('no such name');
  await userEvent.keyboard('{Escape}');
  await expect.poll(() => focusedCell()[0]).toBe(83);
});

/** Returns the distances of a text's edges from those of its cell. */
function textMargins(cell: Element): readonly [left: number, right: number] {
  const range = document.createRange();
  range.selectNodeContents(cell);
  const [text, box] = [range.getBoundingClientRect(), cell.getBoundingClientRect()];
  return [text.left - box.left, box.right - text.right];
}

test('changes are right-aligned with sign and unit, and do not touch their neighbors', async () => {
  const query = '?columns=change1h,change24h,change7d,volume,transactions,traders';
  const percents = [677.4, -12.34, 12_500, 999_999, 5_000_000, 0.01];
  const { screen } = await renderApp(`/${query}`, {
    lists: { [query]: listedJettons(percents.length) },
    activityAt: (index) => {
      const change = { percent: percents[index] ?? 0, calculatedAt: undefined };
      const changes = { hour: change, day: change, week: change };
      const total = <Value,>(current: Value) => ({ day: { ...change, current } });
      const volume = total(amountFromDecimal('123456789012345678'));
      const counts = total('123456');
      return { ton: changes, usd: changes, transactions: counts, traders: counts, volume };
    },
  });
  const grid = screen.getByRole('grid', { name: 'Jettons' });
  await expect.element(grid.getByRole('gridcell', { name: '+677%', exact: true }).first()).toBeVisible();
  const texts = [...grid.element().querySelectorAll('[data-tone]')].map((cell) => cell.textContent);
  expect(texts.slice(0, 3)).toEqual(['+677%', '+677%', '+677%']);
  expect(texts).toContain('+12,500%');
  expect(texts).toContain('>+999,999%');
  const cells = [...grid.element().querySelectorAll('[role=row] > [role=gridcell]')].map(textMargins);
  expect(cells).toHaveLength(percents.length * 6);
  for (const [left, right] of cells) {
    expect(left).toBeGreaterThanOrEqual(3);
    expect(right).toBeCloseTo(8, 0);
  }
});

test('a total that rose from zero says so instead of calling the jetton new', async () => {
  const query = '?columns=volume,transactions';
  const { screen } = await renderApp(`/${query}`, {
    lists: { [query]: listedJettons(1) },
    activityAt: (index) => {
      const activity = listedActivity(index);
      const { day } = activity.transactions;
      return { ...activity, transactions: day ? { day: { ...day, percent: 100, isNew: true } } : {} };
    },
  });
  const cell = screen.getByRole('gridcell', { name: '120, from 0 in the previous 24h' });
  await expect.element(cell).toHaveTextContent('120from 0');
  await userEvent.hover(cell);
  await expect.poll(() => cell.element().getAttribute('title')).toMatch(/^120, from 0 in the previous 24h/);
});

test('a change without trades is not shown as a move', async () => {
  const query = '?columns=usd1h,usd24h';
  const { screen } = await renderApp(`/${query}`, {
    lists: { [query]: listedJettons(1) },
    activityAt: (index) => {
      const activity = listedActivity(index);
      const { day } = activity.transactions;
      const change = { percent: -1.55, calculatedAt: undefined };
      const transactions = day ? { hour: { ...day, current: '0' }, day } : {};
      return { ...activity, usd: { hour: change, day: change }, transactions };
    },
  });
  const untraded = screen.getByRole('gridcell', { name: '−1.55%, no trades in 1h' });
  await expect.element(untraded).toHaveTextContent('no trades');
  const traded = screen.getByRole('gridcell', { name: '−1.55%', exact: true });
  await expect.element(traded).toHaveAttribute('data-tone', 'down');
  const { color: muted } = getComputedStyle(screen.getByRole('columnheader').first().element());
  expect(getComputedStyle(untraded.element()).color).toBe(muted);
});

test('changes follow the moves of a service that has them', async () => {
  const query = '?columns=usd15m,usd1h,usd24h';
  const { screen } = await renderApp(`/${query}`, {
    lists: { [query]: listedJettons(1) },
    activityAt: (index) => {
      const change = { percent: -1.55, calculatedAt: undefined };
      const since = '2026-01-29T02:50:00.000Z';
      return {
        ...listedActivity(index),
        usd: { min15: change, hour: change },
        moves: { ton: {}, usd: { hour: { percent: -1.55 }, day: { percent: 250, since } } },
      };
    },
  });
  await expect
    .element(screen.getByRole('gridcell', { name: '−1.55%, no trades in 15m' }))
    .toHaveTextContent('no trades');
  await expect
    .element(screen.getByRole('gridcell', { name: '−1.55%', exact: true }))
    .toHaveAttribute('data-tone', 'down');
  const young = screen.getByRole('gridcell', { name: /^250% since the first trade/ });
  await expect.element(young).toHaveTextContent('+250% 5h');
});

test.each([
  ['?sort=tonPriceChangeHour6&order=desc', '6h'],
  ['?sort=tonPriceChangeMin15&order=desc&period=15m', '15m'],
])('a list sorted by %s has a column of it', async (query, label) => {
  const { screen } = await renderApp(`/${query}`, { lists: { [query]: listedJettons(1) } });
  const header = screen.getByRole('columnheader', { name: label });
  await expect.element(header).toHaveAttribute('aria-sort', 'descending');
});

test.each([
  ['?sort=tonPriceChangeHour6&order=desc', '6h'],
  ['?sort=tonPriceChangeHour6&order=desc&period=6h', ''],
])('on phones, rows of a list sorted by %s show the change over 6 hours', async (query, label) => {
  const { screen } = await renderApp(`/${query}`, {
    lists: { [query]: listedJettons(1) },
    activityAt: (index) => ({
      ...listedActivity(index),
      usd: { hour6: { percent: 4.25, calculatedAt: undefined } },
    }),
    width: 390,
  });
  const change = screen.getByRole('row', { name: /SYM0/ }).getByText('+4.25%');
  await expect.element(change).toBeVisible();
  expect(change.element().getAttribute('data-label') ?? '').toBe(label);
});

test('changes older than a day are dimmed', async () => {
  const old = '2026-01-28T07:00:00Z';
  const query = '?columns=ton24h,usd24h,holders';
  const { screen } = await renderApp(`/${query}`, {
    lists: { [query]: listedJettons(2) },
    activityAt: (index) => {
      const { ton, usd, ...activity } = listedActivity(index);
      return { ...activity, ton: { day: { percent: ton.day?.percent ?? 0, calculatedAt: old } }, usd };
    },
  });
  const { color: muted } = getComputedStyle(screen.getByRole('columnheader', { name: 'Holders' }).element());
  for (const [index, tone] of ['up', 'down'].entries()) {
    const [inTon, inUsd] = document.querySelectorAll<HTMLElement>(
      `[aria-rowindex="${index + 2}"] [data-tone="${tone}"]`,
    );
    if (!inTon || !inUsd) throw new Error(`no changes with tone ${tone}`);
    expect(getComputedStyle(inTon).color).toBe(muted);
    expect(getComputedStyle(inUsd).color).not.toBe(muted);
    await userEvent.hover(inTon);
    await expect.poll(() => inTon.title).toMatch(/\ncalculated 1 d before the snapshot$/);
  }
});

test('an image that fails to load is replaced by the first letter of the symbol', async () => {
  const jetton = listedJetton(0);
  const identity = { ...jetton.identity, symbol: '$dog', image: 'data:image/png;base64,' };
  const { screen } = await renderApp('/', { lists: { '': [{ ...jetton, identity }] } });
  const link = screen.getByRole('link', { name: /^\$dog/ }).element();
  await expect.poll(() => link.querySelector('svg text')?.textContent).toBe('D');
  expect(link.querySelector('img')).toBeNull();
});

test('a sparkline that fails to load leaves its cell empty', async () => {
  const previewUrls = { light: 'data:image/png;base64,', dark: 'data:image/png;base64,' };
  const query = '?columns=line';
  const { screen } = await renderApp(`/${query}`, { lists: { [query]: [listedJetton(0, { previewUrls })] } });
  const image = () =>
    screen.getByRole('gridcell', { name: '7-day price chart' }).element().querySelector('img');
  await expect.poll(() => image()?.checkVisibility()).toBe(false);
});

test('a sparkline is the view of its jetton, in the image that was listed', async () => {
  const svg = (address: string) =>
    `data:image/svg+xml,<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><!--${address}--></svg>`;
  const previewsIn = (url: string) => ({ previewUrls: { light: url, dark: url } });
  const query = '?columns=price,line';
  const listed = listedJetton(0, previewsIn(svg('listed')));
  const { screen, client } = await renderApp(`/${query}`, { lists: { [query]: [listed] } });
  const cell = screen.getByRole('gridcell', { name: '7-day price chart' });
  const source = () => cell.element().querySelector('img')?.getAttribute('src');
  const expected = `${svg('listed')}#${listed.identity.userFriendly}`;
  await expect.poll(source).toBe(expected);
  const updated = { ...listed, ...previewsIn(svg('updated')), priceUsd: amountFromDecimal('2.5') };
  client.setQueryData(liveRow(listed.identity.address, 'usd').queryKey, { jetton: updated });
  await expect.element(screen.getByRole('gridcell', { name: '2.5' })).toBeVisible();
  expect(source()).toBe(expected);
});

test('a minimum of the sorted column ends the list', async () => {
  const { screen, grid } = await renderGrid('?sort=holders&floor=4970');
  await expect.element(screen.getByText('All 31 loaded')).toBeVisible();
  await expect.element(grid).toHaveAttribute('aria-rowcount', '32');
});

test('copying a row gives full values separated by tabs', async () => {
  const { element } = await renderGrid('?columns=rank,price,volume');
  const row = rowAt(element, 0);
  getSelection()?.selectAllChildren(row);
  const data = new DataTransfer();
  row.dispatchEvent(new ClipboardEvent('copy', { clipboardData: data, bubbles: true, cancelable: true }));
  const cells = data.getData('text/plain').split('\t');
  expect([cells[0], ...cells.slice(2, 4)]).toEqual(['1', 'SYM0', '1.25']);
  expect(cells[4]).toContain('900000');
});

const phone = { width: 390, height: 844 };

test('on a phone, a row shows the first four selected number columns', async () => {
  const { screen, element } = await renderGrid('?columns=rank,holders,line,age,change24h,supply,mcap', phone);
  const labels = () =>
    [...rowAt(element, 1).querySelectorAll('[data-label]')].map(
      (cell) => getComputedStyle(cell, '::before').content,
    );
  expect(labels()).toEqual(['"Holders "', '"Age "', '"24h "', '"Supply "']);
  expect(document.documentElement.scrollWidth).toBe(390);
  expect(element.scrollWidth).toBeLessThanOrEqual(390);
  await screen.getByRole('button', { name: 'Columns' }).click();
  await screen.getByRole('checkbox', { name: 'Holders', exact: true }).click();
  await expect.poll(labels).toEqual(['"Age "', '"24h "', '"Supply "', '"Mcap "']);
});

test('on a phone, rows have two lines and the page does not scroll sideways', async () => {
  const { element } = await renderGrid('', phone);
  const row = rowAt(element, 1);
  expect(row.getBoundingClientRect().height).toBe(60);
  expect(document.documentElement.scrollWidth).toBe(390);
  expect(element.scrollWidth).toBeLessThanOrEqual(390);
  for (const [tone, sign] of [
    ['up', '+'],
    ['down', '−'],
  ] as const) {
    const change = element.querySelector(`[data-tone="${tone}"]`);
    expect(change?.textContent).toMatch(new RegExp(`^\\${sign}[\\d.,]+%$`));
  }
});

test('on a phone, wide changes leave prices where they are in other rows', async () => {
  const { screen } = await renderApp('/', {
    ...phone,
    lists: { '': listedJettons(2) },
    activityAt: (index) => {
      const since = '2026-01-28T08:50:00.000Z';
      const day = index === 0 ? { percent: -88.8, since } : { percent: 0 };
      return { ...listedActivity(index), moves: { ton: { day }, usd: { day } } };
    },
  });
  const change = screen.getByRole('gridcell', { name: /^-88.8% since the first trade/ });
  await expect.element(change).toHaveTextContent('−88.8% 23h');
  const prices = document.querySelectorAll('[role=gridcell][data-area=first]');
  const edges = Array.from(prices, (cell) => cell.getBoundingClientRect().right);
  expect(edges).toEqual([edges[0], edges[0]]);
});

test('leading zeros of a price are abbreviated with a subscript, but not for screen readers', async () => {
  const priceUsd = amountFromDecimal('0.000012345');
  const lists = { '?columns=price': [listedJetton(0, { priceUsd })] };
  const { screen } = await renderApp('/?columns=price', { lists });
  const price = screen.getByRole('gridcell', { name: '0.000012345', exact: true });
  await expect.element(price).toBeVisible();
  expect(price.element().innerHTML).toMatch(/^0\.0<sub>4<\/sub>123[45]$/);
  const sub = price.element().querySelector('sub');
  const sizeOf = (element: Element) => Number.parseFloat(getComputedStyle(element).fontSize);
  expect(sub && sizeOf(sub)).toBeLessThan(sizeOf(price.element()));
});
