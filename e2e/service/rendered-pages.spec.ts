import type { Page } from '@playwright/test';
import fc from 'fast-check';
import { toUserFriendly } from '#contract/address.ts';
import { operations } from '#contract/operations.ts';
import { type ChartResolution, getJettonPriceChart } from '#contract/price-chart.ts';
import { callOperation, fetchAllJettons } from '#e2e/support/call-service.ts';
import { gridOf, gridRow, gridRows } from '#e2e/support/grid.ts';
import { hostileDataset } from '#e2e/support/hostile-dataset.ts';
import { holdRequests } from '#e2e/support/intercept.ts';
import { importedService, simulatedMarket } from '#e2e/support/service-process.ts';
import { storedPaths } from '#e2e/support/stored-paths.ts';
import { expect, test } from '#e2e/support/test.ts';
import { timeLimit } from '#testing/time-limit.ts';

const MARK = 'class="rendered"';

/** Waits until the service has rendered a page for the device of `page`, which it then keeps for a few seconds. */
async function expectRendered(page: Page, url: string): Promise<void> {
  const userAgent = await page.evaluate(() => navigator.userAgent);
  const send = () => page.request.get(url, { headers: { 'user-agent': userAgent, accept: 'text/html' } });
  await expect.poll(async () => (await send()).text(), { timeout: timeLimit(60_000) }).toContain(MARK);
}

async function openRendered(page: Page, url: string): Promise<void> {
  await expectRendered(page, url);
  await page.goto(url);
}

/**
 * Returns a function that opens a path and expects the page of the scripts to show the same as the rendered one, move nothing
 * and repeat no request. It resolves to the number of compared texts: none if the list of the path is empty.
 */
async function observeTakeOver(page: Page, origin: string): Promise<(path: string) => Promise<number>> {
  const sent: string[] = [];
  page.on('request', (request) => {
    sent.push(`${request.method()} ${request.url().replace(origin, '')} ${request.postData() ?? ''}`);
  });
  await page.addInitScript(() => {
    // Images, names of badges, which are in links, and the panel next to charts follow later.
    const parts =
      '[role=gridcell]:not(:has(a)), section[aria-label=Jetton] h1, section[aria-label=Price], dl:not([role=tabpanel] *)';
    const textsOf = (content: ParentNode) =>
      [...content.querySelectorAll(parts)].map(({ textContent }) => textContent);
    const results: { texts: unknown; shift: number } = { texts: undefined, shift: 0 };
    Reflect.set(globalThis, 'takeOver', results);
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) results.shift += Reflect.get(entry, 'value');
    }).observe({ type: 'layout-shift', buffered: true });
    new MutationObserver((records) => {
      for (const { removedNodes } of records)
        for (const node of removedNodes)
          if (node instanceof HTMLElement && node.id === 'root')
            results.texts = [textsOf(node), textsOf(document)];
    }).observe(document, { childList: true, subtree: true });
  });
  return async (path) => {
    await expectRendered(page, origin + path);
    sent.length = 0;
    const html = await (await page.goto(origin + path))?.text();
    const embedded: unknown = JSON.parse(/ id="responses">(.*?)<\/script>/s.exec(html ?? '')?.[1] ?? '{}');
    await expect(page.locator('html')).not.toHaveAttribute('data-rendered', 'other');
    await expect(page.locator('.rendered')).toHaveCount(0);
    const { texts, shift } = await page.evaluate(() => Reflect.get(globalThis, 'takeOver'));
    expect(texts[1].slice(0, texts[0].length)).toEqual(texts[0]);
    expect(shift).toBeLessThan(0.02);
    const responses = Object.keys(embedded ?? {});
    expect(responses.length).toBeGreaterThan(0);
    expect(sent.filter((request) => responses.includes(request))).toEqual([]);
    return texts[0].length;
  };
}

const anyOf = (...values: readonly string[]) =>
  fc.option(fc.constantFrom(...values), { nil: undefined, freq: 2 });
const currencies = ['usd', 'ton', 'eur', 'jpy', 'btc'];
const columns = [
  'rank',
  'price',
  'change',
  'ton7d',
  'usd24h',
  'line',
  'volume',
  'liquidity',
  'mcap',
  'age',
  'admin',
];
const anyColumns = fc.uniqueArray(fc.constantFrom(...columns), { minLength: 1, maxLength: 8 });

const anyListQuery = fc.record({
  columns: fc.option(anyColumns.map(String), { nil: undefined }),
  period: anyOf('15m', '1h', '12h', '7d'),
  currency: anyOf(...currencies),
  sort: anyOf('liquidityUsd', 'createdAt', 'holders', 'trustScore', 'exit1k', 'tonPriceChangeDay', 'unknown'),
  order: anyOf('asc', 'desc'),
  search: anyOf('a', 'no such jetton', '<b>"%'),
  'liquidity.usd.min.value': anyOf('1000', '1e9'),
  'age.max': anyOf('7d', '1h'),
  floor: anyOf('1000'),
  excludeScam: anyOf('false'),
});

const anyJettonQuery = fc.record({
  currency: anyOf(...currencies),
  period: anyOf('1h', '7d', '15m'),
  range: anyOf('1h', '30d', 'all'),
  exchangeId: anyOf('stonfi'),
  side: anyOf('buy', 'sell'),
  size: anyOf('100', '10000'),
});

const anyPoolQuery = fc.record({
  quote: anyOf('ton', 'usd'),
  type: anyOf('bars', 'line', 'area', 'dots'),
  interval: anyOf('tick', '1m', '1h', '1w'),
  range: anyOf('1h', '24h', 'all'),
  scale: anyOf('log', 'percent'),
  average: anyOf('sma20'),
  indicator: anyOf('vwap', 'rsi14'),
  profile: anyOf('volume'),
  tz: anyOf('utc'),
  empty: anyOf('carry', 'connect'),
  activity: anyOf('swaps'),
  panel: anyOf('traders', 'info'),
  line: anyOf('0.5'),
  side: anyOf('buy'),
});

/** Links to a list, a jetton or a pool, with parameters that exclude each other and unknown values. */
function anyLink(jettonPath: string, poolPath: string): fc.Arbitrary<string> {
  const to = (path: string, anyQuery: fc.Arbitrary<Readonly<Record<string, string | undefined>>>) =>
    anyQuery.map((query) => {
      const entries = Object.entries(query).flatMap(([name, value]) =>
        value === undefined ? [] : [[name, value]],
      );
      return entries.length === 0 ? path : `${path}?${new URLSearchParams(entries)}`;
    });
  return fc.oneof(to('/', anyListQuery), to(jettonPath, anyJettonQuery), to(poolPath, anyPoolQuery));
}

/** Widths of each class of windows, and stored settings. */
const anyDevice = fc.record({
  width: fc.constantFrom(390, 1024, 1200, 1440),
  settings: fc.record({
    table: fc.option(
      fc.record(
        {
          columns: anyColumns,
          period: fc.constantFrom('hour', 'week'),
          density: fc.constant('comfortable'),
          pinned: fc.constant(['rank', 'price']),
          widths: fc.constant({ price: 150 }),
        },
        { requiredKeys: [] },
      ),
      { nil: undefined },
    ),
    currency: anyOf(...currencies).map((currency) => currency && { currency }),
    colours: anyOf('blue-orange').map((pair) => pair && { pair }),
    filters: fc.option(fc.record({ isShut: fc.boolean() }), { nil: undefined }),
    panel: fc.option(fc.record({ isFolded: fc.boolean(), width: fc.constantFrom(280, 480) }), {
      nil: undefined,
    }),
  }),
});

test.describe('of a simulated market', () => {
  const service = simulatedMarket({
    DEMO_JETTONS: '40',
    DEMO_SEED: '7',
    AS_OF: '2026-01-29T07:50:00Z',
    PAGE_RENDERING: 'on',
  });
  const at = (path: string) => service.origin + path;
  let jettonPath = '';
  let poolPath = '';

  test.beforeAll(async ({ playwright }) => {
    const request = await playwright.request.newContext();
    const [jetton] = await fetchAllJettons(request, service.origin);
    const address = jetton?.metadata.address ?? '';
    const input = { address, limit: 1 };
    const { markets } = await callOperation(request, operations.getJettonMarkets, input, service.origin);
    jettonPath = `/jetton/${toUserFriendly(address)}`;
    poolPath = `${jettonPath}/pool/${toUserFriendly(markets[0]?.poolAddress ?? '')}`;
    await request.dispose();
  });

  test.describe('without JavaScript', () => {
    test.use({ javaScriptEnabled: false, expectedErrors: [/preloaded using link preload|status of 404/] });

    test('lists, jettons and pools are readable', async ({ page }) => {
      await page.setViewportSize({ width: 1440, height: 900 });
      await openRendered(page, at('/'));
      await expect(gridRows(page).nth(19)).toContainText('%');
      await expect(gridRows(page).nth(0).getByRole('gridcell').nth(3)).toHaveText(/^[\d.,]+/);
      // What only scripts answer is hidden.
      const rendered = page.locator('.rendered');
      const controls = rendered.locator(
        ':is(button, [role="combobox"]):not(li *, [role="columnheader"] *):visible',
      );
      await expect(controls).toHaveCount(0);
      await expect(rendered.getByText('scroll for more')).toBeHidden();
      // Images of the service have the address by which the page was requested.
      expect(await page.locator('#responses').textContent()).toContain(at('/pictures/'));
      await openRendered(page, at(jettonPath));
      await expect(page.getByRole('region', { name: 'Price', exact: true })).toContainText(/[\d.]+\s*USD/);
      const chart = page.getByRole('region', { name: 'Chart', exact: true });
      await expect(chart.locator('path[d^=M]')).toHaveCount(1);
      await expect(controls).toHaveCount(0);
      // What only scripts load leaves no gap.
      await expect(page.locator('.rendered').getByText('loading…')).toBeHidden();
      const unloaded = page.locator('.rendered [data-unloaded]');
      expect(await unloaded.count()).toBeGreaterThan(3);
      for (const part of await unloaded.all()) await expect(part).toBeHidden();
      await expect(page.getByRole('heading', { name: /^(Price impact|Trades|Top holders)$/ })).toHaveCount(0);
      const pools = page.getByRole('navigation', { name: 'Pools' }).getByRole('link');
      await expect(pools.first()).toHaveAttribute('href', poolPath);
      await expect(pools.first()).toHaveText(/^.+\/.+ on ./);
      const search = page.getByRole('form', { name: 'Search' });
      await search.getByRole('textbox').fill('liq>1k');
      await search.getByRole('button').click();
      await openRendered(page, page.url());
      await expect(gridRows(page).first()).toBeVisible();
      await expect(page.getByRole('form', { name: 'Filters' }).getByRole('textbox')).toHaveValue('liq>1k');
      await openRendered(page, at(poolPath));
      // Rising and falling candles.
      await expect(chart.locator('path[d^=M][vector-effect]')).toHaveCount(2);
      await expect(controls).toHaveCount(0);
      await expect(page.getByRole('heading', { level: 1 })).toContainText('/');
      await expect(page.getByText('Volume 24h, USD')).toBeVisible();
      const headers = { accept: 'text/html', 'accept-encoding': 'gzip' };
      await expect
        .poll(async () => (await page.request.get(at(poolPath), { headers })).headers()['content-encoding'])
        .toBe('gzip');
    });

    test('lists can be filtered, sorted and paged by a form and links', async ({ page }) => {
      await page.setViewportSize({ width: 1440, height: 900 });
      await openRendered(page, at('/?columns=price,volume'));
      const form = page.getByRole('form', { name: 'Filters' });
      const addresses = async () => {
        const rows = gridRows(page).getByRole('link');
        await expect(rows.first()).toBeVisible();
        return await rows.evaluateAll((links) => links.map((link) => link.getAttribute('href')));
      };
      const first = await addresses();
      expect(first).toHaveLength(20);
      await openRendered(
        page,
        at((await page.getByRole('link', { name: 'Next 20' }).getAttribute('href')) ?? ''),
      );
      const second = await addresses();
      expect(second.length).toBeGreaterThan(0);
      expect(first.filter((path) => second.includes(path))).toEqual([]);
      await openRendered(
        page,
        at((await page.getByRole('link', { name: 'First 20' }).getAttribute('href')) ?? ''),
      );
      expect(await addresses()).toEqual(first);

      await form.getByRole('textbox').fill('liq>1k trust>=');
      await form.getByRole('combobox', { name: 'Sort by' }).selectOption('Liquidity');
      await form.getByRole('combobox', { name: 'Currency' }).selectOption('EUR');
      await form.getByRole('button', { name: 'Show' }).click();
      await openRendered(page, page.url());
      await expect(form.getByRole('alert')).toHaveText(/^trust>=: /);
      await expect(form.getByRole('textbox')).toHaveValue('liq>$1k');
      await expect(page.getByRole('columnheader')).toHaveText([/Watchlist/, /Jetton/, /Price EUR/, /Volume/]);
      await expect(page.locator('[aria-sort]')).toHaveCount(0);
      expect(await addresses()).not.toEqual(first);
      await form.getByRole('textbox').fill('liq>900B');
      await form.getByRole('button', { name: 'Show' }).click();
      await openRendered(page, page.url());
      const empty = page.getByRole('paragraph').filter({ hasText: 'No matches' });
      await expect(empty).toBeInViewport();
    });

    test('other pages say which ones can be read', async ({ page }) => {
      for (const path of ['/new', '/compare', '/charts']) {
        await page.goto(at(path));
        const text = page.getByRole('paragraph').filter({ hasText: 'This page requires JavaScript.' });
        await expect(text).toBeInViewport();
        await expect(page.getByRole('link', { name: 'the list of jettons' })).toHaveAttribute('href', '/');
      }
    });

    test('rows for wide windows do not overlap in a narrow one', async ({ page }) => {
      await page.setViewportSize({ width: 600, height: 800 });
      await openRendered(page, at('/'));
      const tops = await gridRows(page).evaluateAll((rows) =>
        rows.map((row) => row.getBoundingClientRect().top),
      );
      const bottoms = await gridRows(page)
        .getByRole('gridcell')
        .evaluateAll((cells) => cells.map((cell) => cell.getBoundingClientRect().bottom));
      expect(tops).toHaveLength(20);
      // All cells of the first row, and no other, are above the second.
      expect(bottoms.findIndex((bottom) => bottom > (tops[1] ?? 0))).toBe(bottoms.length / 20);
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(600);
    });

    test('an unknown path has the status 404 and says so', async ({ page }) => {
      expect((await page.goto(at('/nothing')))?.status()).toBe(404);
      const text = page.getByRole('paragraph').filter({ hasText: 'There is no page at this address.' });
      await expect(text).toBeInViewport();
    });

    test('an unknown jetton has the status 404 and says so', async ({ page }) => {
      const url = at(`/jetton/${toUserFriendly(`0:${'1'.repeat(64)}`)}`);
      await expectRendered(page, url);
      expect((await page.goto(url))?.status()).toBe(404);
      await expect(page.getByText('No jetton at this address')).toBeVisible();
    });
  });

  test('pages that take over show the same, move nothing and repeat no request', async ({ page }) => {
    test.setTimeout(timeLimit(180_000));
    await page.setViewportSize({ width: 1440, height: 900 });
    const expectTakeOver = await observeTakeOver(page, service.origin);
    const pages = [
      '/',
      '/?period=hour&currency=ton',
      '/?sort=liquidityUsd&currency=eur&columns=price,change,volume,mcap',
      jettonPath,
      `${jettonPath}?currency=eur`,
      poolPath,
    ];
    for (const path of pages) expect(await expectTakeOver(path)).toBeGreaterThan(0);
  });

  test('so does a list that was filtered by the form without scripts', async ({ page }) => {
    await page.setViewportSize({ width: 1440, height: 900 });
    const expectTakeOver = await observeTakeOver(page, service.origin);
    const fields = 'sort=liquidityUsd&order=desc&period=24h&currency=usd';
    expect(await expectTakeOver(`/?query=liq>=100k&${fields}`)).toBeGreaterThan(0);
    await expect(page).toHaveURL(at('/?sort=liquidityUsd&liquidity.usd.min.value=100000&period=24h'));
    await expectTakeOver(`/?query=liq>100k+trust>=&${fields}`);
    await expect(page.getByText('Ignored invalid parts of this link: query')).toBeVisible();
    // Further parts of the list are not shown before its start is.
    await openRendered(page, at('/?start=x'));
    await expect(page.locator('html')).toHaveAttribute('data-rendered', 'other');
    await expect(gridRows(page).first()).toBeVisible();
  });

  test('so do those of random links on devices with random settings', async ({ page, context }) => {
    test.setTimeout(timeLimit(300_000));
    const expectTakeOver = await observeTakeOver(page, service.origin);
    const anyVisit = fc.record({ link: anyLink(jettonPath, poolPath), device: anyDevice });
    await fc.assert(
      fc.asyncProperty(anyVisit, async ({ link, device: { width, settings } }) => {
        await page.setViewportSize({ width, height: 900 });
        await context.clearCookies();
        // A page of text with the script that remembers the device.
        await page.goto(at('/robots.txt'));
        await page.evaluate((stored) => {
          localStorage.clear();
          for (const [key, value] of Object.entries(stored))
            if (value !== undefined) localStorage.setItem(`jetscope.${key}`, JSON.stringify(value));
        }, settings);
        await page.addScriptTag({ url: '/rendered-page.js' });
        await expectTakeOver(link);
      }),
      { numRuns: 8, endOnFailure: true },
    );
  });

  test('a list without matches requests no values of jettons', async ({ page }) => {
    const sent: string[] = [];
    page.on('request', (request) => sent.push(request.url().replace(service.origin, '')));
    const path = '/?search=zzzzqqqq&columns=price,change,volume,trust';
    await expectRendered(page, at(path));
    const html = await (await page.goto(at(path)))?.text();
    await expect(page.getByRole('heading', { name: 'No matches' })).toBeVisible();
    const embedded = / id="responses">(.*?)<\/script>/s.exec(html ?? '')?.[1] ?? '';
    expect(embedded).toContain('zzzzqqqq');
    const values = /\/v1\/jettons\/(stats|metrics|trust-score|price\/change)/;
    expect(embedded).not.toMatch(values);
    expect(sent.filter((url) => values.test(url))).toEqual([]);
  });

  test('they are shown, with their styles, before any other file arrives', async ({ page }) => {
    await expectRendered(page, at(jettonPath));
    const release = await holdRequests(page, /\.(js|css|json|woff2)$/);
    await page.goto(at(jettonPath), { waitUntil: 'commit' });
    await expect(page.locator('.rendered').getByRole('heading', { level: 1 })).toBeVisible();
    await expect(page.locator('body')).toHaveCSS('font-family', /Inter/);
    await expect(page.locator('.rendered').getByRole('region', { name: 'Chart' })).toHaveCSS(
      'padding-top',
      '12px',
    );
    release();
    await expect(page.locator('.rendered')).toHaveCount(0);
  });

  test('the chart of a jetton that is no longer traded is that of its last trades', async ({ page }) => {
    const jettons = await fetchAllJettons(page.request, service.origin);
    const pointsOf = async (address: string, resolution: ChartResolution) =>
      (await callOperation(page.request, getJettonPriceChart, { address, resolution }, service.origin))
        .points;
    let silent = '';
    for (const { metadata } of jettons) {
      const { length } = await pointsOf(metadata.address, 'hour1');
      if (length === 0 && (await pointsOf(metadata.address, 'day1')).length > 0) silent = metadata.address;
    }
    const path = `/jetton/${toUserFriendly(silent)}`;
    await expectRendered(page, at(path));
    const html = await (await page.request.get(at(path), { headers: { accept: 'text/html' } })).text();
    expect(html).toMatch(/aria-label="Chart">.*<path d="M\d/s);
  });

  test.describe('stored for use without a network', () => {
    test.use({ serviceWorkers: 'allow' });

    test('they have their styles', async ({ page }) => {
      await openRendered(page, at(jettonPath));
      await expect(page.locator('.rendered')).toHaveCount(0);
      await expect.poll(() => storedPaths(page)).toContain('/');
      const styles = await page
        .locator('head link[rel=stylesheet][disabled]')
        .evaluateAll((links) => links.map((link) => link.getAttribute('href') ?? ''));
      expect(styles.length).toBeGreaterThan(3);
      expect(await storedPaths(page)).toEqual(expect.arrayContaining(styles));
    });
  });

  test.describe('scrolled', () => {
    /** Scrolls the window or, on a page of its height, the list. */
    async function scrollTo(page: Page, top: number): Promise<void> {
      const list = gridOf(page);
      const isList = (await list.count()) > 0;
      await (isList ? list : page.locator('html')).evaluate((element, y) => element.scrollTo(0, y), top);
      expect(await positionOf(page)).toBe(top);
    }

    async function positionOf(page: Page): Promise<number> {
      const tops = await page
        .locator('html, [role=grid][aria-label=Jettons]')
        .evaluateAll((elements) => elements.map(({ scrollTop }) => scrollTop));
      return Math.max(...tops);
    }

    for (const width of [390, 1366])
      test(`before the scripts start, or when it was left, stays there at a width of ${width}`, async ({
        page,
      }) => {
        test.setTimeout(timeLimit(120_000));
        await page.setViewportSize({ width, height: 844 });
        await page.goto(at('/robots.txt'));
        await page.addScriptTag({ url: '/rendered-page.js' });
        for (const path of ['/', jettonPath, poolPath]) {
          await expectRendered(page, at(path));
          const release = await holdRequests(page, /\/assets\/.*\.js$/);
          await page.goto(at(path), { waitUntil: 'commit' });
          await expect(page.locator('.rendered main')).toBeVisible();
          await scrollTo(page, 200);
          release();
          await expect(page.locator('.rendered')).toHaveCount(0);
          expect(await positionOf(page)).toBe(200);

          await scrollTo(page, 300);
          await expectRendered(page, at(path));
          await page.reload();
          await expect(page.locator('.rendered')).toHaveCount(0);
          await expect.poll(() => positionOf(page)).toBe(300);
          await page.goto(at('/robots.txt'));
          await page.goBack();
          await expect(page.locator('.rendered')).toHaveCount(0);
          await expect.poll(() => positionOf(page)).toBe(300);
        }
      });
  });

  test('what was focused, typed and pressed before the scripts start is kept', async ({ page }) => {
    await page.setViewportSize({ width: 1440, height: 900 });
    await expectRendered(page, at('/'));
    const release = await holdRequests(page, /\/assets\/.*\.js$/);
    await page.goto(at('/'), { waitUntil: 'commit' });
    const search = page.locator('.rendered').getByRole('combobox', { name: 'Search jettons and pools' });
    await page.locator('.rendered').getByRole('button', { name: 'Columns' }).click();
    await search.pressSequentially('us');
    await search.press('Home');
    release();
    await expect(page.locator('.rendered')).toHaveCount(0);
    const field = page.getByRole('combobox', { name: 'Search jettons and pools' });
    await expect(field).toHaveValue('us');
    await expect(page.getByRole('button', { name: 'Columns', expanded: true })).toBeVisible();
    await expect(field).toBeFocused();
    await page.keyboard.press('b');
    await expect(field).toHaveValue('bus');
  });

  test('all controls pressed before the scripts start are pressed again, in order', async ({ page }) => {
    test.setTimeout(timeLimit(120_000));
    await page.setViewportSize({ width: 1440, height: 900 });
    const rendered = page.locator('.rendered');
    const openHeld = async (path: string) => {
      await expectRendered(page, at(path));
      const release = await holdRequests(page, /\/assets\/.*\.js$/);
      await page.goto(at(path), { waitUntil: 'commit' });
      return async () => {
        release();
        await expect(rendered).toHaveCount(0);
      };
    };
    const takeOverJetton = await openHeld(jettonPath);
    const activity = rendered.getByRole('region', { name: 'Activity', exact: true });
    await activity.getByRole('radio', { name: '1h' }).check();
    await activity.getByRole('radio', { name: '7d' }).check();
    await takeOverJetton();
    await expect(
      page.getByRole('region', { name: 'Activity' }).getByRole('radio', { name: '7d' }),
    ).toBeChecked();
    await expect(page).toHaveURL(/period=7d/);
    await expect(page.locator(':focus')).toBeChecked();

    const takeOverList = await openHeld('/');
    for (const index of [1, 3])
      await rendered
        .getByRole('button', { name: /^Watch / })
        .nth(index)
        .click();
    await rendered.getByRole('button', { name: 'Columns' }).click();
    await rendered.getByRole('button', { name: /^Theme/ }).dblclick();
    await rendered.getByRole('radio', { name: 'GRAM', exact: true }).first().check();
    await takeOverList();
    await expect(page.getByRole('button', { name: 'Theme: dark' })).toBeVisible();
    await expect(page.getByRole('button', { name: 'Columns', expanded: true })).toBeVisible();
    await expect(page.getByRole('radio', { name: 'GRAM', exact: true }).first()).toBeChecked();
    const watched = page.getByRole('button', { name: /^Watch /, pressed: true });
    await expect(watched).toHaveCount(2);
    await expect(gridRow(page, 1).locator(watched)).toBeVisible();
    await expect(gridRow(page, 3).locator(watched)).toBeVisible();
  });

  test('a device with other settings or another window gets its own page from its second visit on', async ({
    page,
    context,
  }) => {
    test.setTimeout(timeLimit(120_000));
    await page.setViewportSize({ width: 1440, height: 900 });
    await openRendered(page, at('/'));
    // Visitors without settings get no cookie.
    expect(await context.cookies(at('/'))).toEqual([]);
    await page.evaluate(() => {
      localStorage.setItem('jetscope.currency', '{"currency":"eur"}');
      localStorage.setItem('jetscope.table', '{"columns":["price","volume"]}');
      localStorage.setItem('jetscope.colours', '{"pair":"blue-orange"}');
    });
    await page.setViewportSize({ width: 1024, height: 900 });
    for (const isSecondVisit of [false, true]) {
      if (!isSecondVisit) await context.clearCookies();
      await expectRendered(page, at('/'));
      const release = await holdRequests(page, /\/assets\/.*\.js$/);
      await page.goto(at('/'), { waitUntil: 'commit' });
      const rendered = page.locator('.rendered');
      if (isSecondVisit) {
        await expect(rendered.getByRole('columnheader')).toHaveText([
          /Watchlist/,
          /Jetton/,
          /Price EUR/,
          /Volume/,
        ]);
        // The panel of filters has room in wide windows only.
        await expect(rendered.getByRole('button', { name: 'Filters', exact: true })).toBeVisible();
        await expect(page.locator('html')).toHaveAttribute('data-color-pair', 'blue-orange');
      } else {
        await expect(page.getByText('Loading…')).toBeAttached();
        await expect(rendered).toBeHidden();
      }
      release();
      await expect(rendered).toHaveCount(0);
      await expect(page.getByRole('columnheader')).toHaveText([/Watchlist/, /Jetton/, /Price EUR/, /Volume/]);
    }
    const [cookie] = await context.cookies(at('/'));
    expect(cookie).toMatchObject({ name: 'jetscope-device', sameSite: 'Lax' });
    expect(cookie?.value).toMatch(/^narrow-fine\./);
  });

  test('phones get their page, and requests other than navigation one without data', async ({ browser }) => {
    const context = await browser.newContext({
      viewport: { width: 390, height: 844 },
      hasTouch: true,
      isMobile: true,
      javaScriptEnabled: false,
      userAgent: 'Mozilla/5.0 (Linux; Android 14) Mobile',
    });
    const page = await context.newPage();
    await openRendered(page, at('/'));
    await expect(gridRows(page).nth(10)).toBeVisible();
    // Others have a radio group.
    await expect(page.locator('.rendered').getByRole('combobox', { name: 'Period' })).toBeVisible();
    await expect(page.getByRole('button', { name: 'Filters', exact: true })).toBeHidden();
    const headers = { 'sec-fetch-mode': 'cors', accept: 'text/html' };
    expect(await (await page.request.get(at('/'), { headers })).text()).not.toContain(MARK);
    await context.close();
  });
});

test.describe('of untrusted jettons', () => {
  const hostile = importedService(hostileDataset, { PAGE_RENDERING: 'on' });

  test.use({ expectedErrors: [/ERR_FAILED|net::/] });

  test('contain their names as text', async ({ page }) => {
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.route(
      (url) => url.origin !== hostile.origin,
      (route) => route.abort(),
    );
    await expectRendered(page, hostile.origin);
    const release = await holdRequests(page, /\/assets\/.*\.js$/);
    await page.goto(hostile.origin, { waitUntil: 'commit' });
    const rendered = page.locator('.rendered');
    await expect(rendered.getByText('<script>globalThis.ran = 1</script>').first()).toBeVisible();
    expect(await rendered.locator('script, iframe, object, [onerror], [onload]').count()).toBe(0);
    release();
    await expect(rendered).toHaveCount(0);
    expect(await page.evaluate(() => Reflect.get(globalThis, 'ran'))).toBeUndefined();
  });
});
