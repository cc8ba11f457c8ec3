import type { APIRequestContext, Page } from '@playwright/test';
import { toUserFriendly } from '#contract/address.ts';
import { getJettonTraders } from '#contract/traders.ts';
import { busyPool } from '#e2e/support/busy-pool.ts';
import { callOperation, fetchAllJettons } from '#e2e/support/call-service.ts';
import { gridOf, gridRow } from '#e2e/support/grid.ts';
import { expectChartLoaded } from '#e2e/support/pool-page.ts';
import { runningMarket } from '#e2e/support/service-process.ts';
import { expect, test } from '#e2e/support/test.ts';
import { timeLimit } from '#testing/time-limit.ts';

test.describe.configure({ timeout: timeLimit(120_000) });

/**
 * Translates the page as browsers do: every text outside `translate="no"`, also new and changed ones, is replaced by an
 * element. The words stay, so that the page reads the same as one that is not translated.
 */
async function translate(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const replace = (text: Node) => {
      const parent = text.parentElement;
      if (!parent?.translate || parent.closest('font, head, script, noscript, textarea')) return;
      if (!(text instanceof Text) || text.data.trim() === '') return;
      const element = document.createElement('font');
      element.textContent = text.data;
      text.replaceWith(element);
    };
    const replaceIn = (node: Node) => {
      const walker = document.createTreeWalker(node, NodeFilter.SHOW_TEXT);
      const texts = [node];
      while (walker.nextNode()) texts.push(walker.currentNode);
      texts.forEach(replace);
    };
    new MutationObserver((records) => {
      for (const { target, addedNodes } of records)
        for (const node of [target, ...addedNodes]) replaceIn(node);
    }).observe(document, { childList: true, subtree: true, characterData: true });
  });
}

/** Column headers, numbers that are shortened, and names of jettons in lists. */
const UNTRANSLATABLE = '[role=columnheader], th[scope=col], [data-full], [role=row] bdi, tr bdi, code';

interface Reader {
  /** Performs a step on both pages, and expects the translated page to read like the other one. */
  readonly step: (act: (page: Page) => Promise<unknown>) => Promise<void>;
}

const opened: Page[] = [];

test.afterEach(() => Promise.all(opened.splice(0).map((page) => page.close())));

/** Opens a path in a translated page, and in another one with separate storage. */
async function open(page: Page, path: string): Promise<Reader> {
  await translate(page);
  const { origin } = new URL(test.info().project.use.baseURL ?? '');
  const plain = await page.context().browser()?.newPage({ baseURL: origin, serviceWorkers: 'block' });
  if (!plain) throw new Error('no browser');
  opened.push(plain);
  const read = (of: Page) =>
    of.evaluate(() => {
      const body = document.body.cloneNode(true) as HTMLElement;
      // Announces the title, but only if the data arrives after the script that does so.
      body.querySelector(':scope > p[role=status]')?.remove();
      return body.textContent;
    });
  const wronglyTranslated = page.locator(UNTRANSLATABLE).locator('font', { hasText: /[\p{L}\p{N}]/u });
  const step: Reader['step'] = async (act) => {
    await Promise.all([act(page), act(plain)]);
    await expect(async () => expect(await read(page)).toBe(await read(plain))).toPass();
    expect(await wronglyTranslated.allTextContents()).toEqual([]);
  };
  await step((of) => of.goto(path));
  return { step };
}

const press = (name: string | RegExp) => (page: Page) =>
  page.getByRole('button', { name, exact: true }).first().click();
const choose = (name: string) => (page: Page) =>
  page.getByRole('radio', { name, exact: true }).first().check({ force: true });
const resize = (width: number) => (page: Page) => page.setViewportSize({ width, height: 844 });

async function firstJettons(request: APIRequestContext, count: number): Promise<string[]> {
  const jettons = await fetchAllJettons(request);
  return jettons.slice(0, count).map(({ metadata }) => toUserFriendly(metadata.address));
}

test('a translated list can be sorted, filtered and switched', async ({ page }) => {
  const { step } = await open(page, '/');
  const headers = gridOf(page).getByRole('columnheader').getByRole('button');
  await expect(headers.first()).toBeVisible();
  const count = await headers.count();
  for (let index = 0; index < count; index += 1) {
    const sort = (of: Page) => gridOf(of).getByRole('columnheader').getByRole('button').nth(index).click();
    await step(sort);
    await step(sort);
  }
  for (const period of ['1h', '7d', '30d']) await step(choose(period));
  await step(choose('GRAM'));
  for (const name of ['My screens', 'Columns', 'Export', 'Share', "Why isn't it listed?"])
    await step(press(name));
  await step((of) => of.keyboard.press('Escape'));
  const field = (of: Page) => of.getByRole('combobox', { name: 'Search jettons and pools' });
  await step((of) => field(of).fill('liq>50k holders>x'));
  await step((of) => field(of).fill('liq>1t'));
  await step((of) => field(of).press('Enter'));
  await step((of) =>
    of
      .getByRole('button', { name: /^Remove Liquidity/ })
      .first()
      .click(),
  );
  await step((of) =>
    gridRow(of, 0)
      .getByRole('button', { name: /^Watch/ })
      .click(),
  );
  for (const width of [390, 1440]) await step(resize(width));
});

test('translated commands, shortcuts and data sources can be opened', async ({ page }) => {
  const { step } = await open(page, '/');
  await expect(gridRow(page, 0)).toBeVisible();
  await step(press(/^Commands/));
  const command = (of: Page) => of.getByRole('combobox', { name: 'Command' });
  for (const text of ['gain', 'liq>50k', 'theme', 'usd', 'nothing like it'])
    await step((of) => command(of).fill(text));
  await step((of) => of.keyboard.press('Escape'));
  await step((of) => of.keyboard.press('?'));
  await step((of) => of.keyboard.press('Escape'));
  await step(press(/^Data sources/));
  await step(press(/^Theme/));
});

test('a translated jetton page can be used', async ({ page, request }) => {
  const [address] = await firstJettons(request, 1);
  const { step } = await open(page, `/jetton/${address}`);
  for (const period of ['1h', '30d', '24h']) await step(choose(period));
  await step(press('Share'));
  await step(press('QR code'));
  await step(press(/^Watch /));
  await step((of) => of.getByRole('combobox', { name: 'Currency' }).fill('eur'));
  await step((of) => of.keyboard.press('Enter'));
  await step((of) => of.getByText('How this is estimated').click());
  const amount = (of: Page) => of.getByRole('textbox', { name: /^(Pay|Sell)/ });
  for (const text of ['5', '5e20', '', 'x', '1m']) await step((of) => amount(of).fill(text));
  await step(choose('Sell'));
  for (const width of [390, 1440]) await step(resize(width));
});

test('a translated pool page can be used', async ({ page, request }) => {
  const { path } = await busyPool(request);
  const { step } = await open(page, path);
  await expectChartLoaded(page);
  for (const name of ['1h', 'Indicators', 'Image', 'More chart options']) await step(press(name));
  await step((of) => of.keyboard.press('Escape'));
  await step(press('30d'));
  await step((of) => of.getByText(/^From \d{4}-/).click());
  await step((of) =>
    of
      .getByRole('checkbox', { name: /^Overlay/ })
      .first()
      .check(),
  );
  for (const width of [390, 1440]) await step(resize(width));
});

test('a translated pool page counts the marked trades of a trader', async ({ page, request }) => {
  const { path, address } = await busyPool(request);
  const busiest = { address, sort: 'transactions', period: 'week', limit: 1 } as const;
  const { traders } = await callOperation(request, getJettonTraders, busiest);
  const { step } = await open(page, `${path}?trader=${traders[0]?.whoFriendly}`);
  const count = page.getByText(/trades? of .* on the chart$/).first();
  await expect(count).toBeVisible();
  const shown = await count.textContent();
  for (const name of ['30d', '24h']) await step(press(name));
  await expect(count).not.toHaveText(shown ?? '');
});

test('a translated comparison and watchlist can be used', async ({ page, request }) => {
  const addresses = await firstJettons(request, 3);
  const { step } = await open(page, `/compare?${addresses.map((address) => `address=${address}`).join('&')}`);
  for (const period of ['1h', '30d']) await step(choose(period));
  await step(choose('Log'));
  await step((of) => of.getByText('Values').click());
  await step((of) =>
    of
      .getByRole('button', { name: /^Remove/ })
      .last()
      .click(),
  );
  await step((of) => of.goto(`/watchlist?address=${addresses.join('&address=')}`));
  await step(press('Save as your watchlist'));
  for (const width of [390, 1440]) await step(resize(width));
});

test('translated charts beside each other can be used', async ({ page, request }) => {
  const addresses = await firstJettons(request, 3);
  const { step } = await open(page, `/charts?${addresses.map((address) => `chart=${address}`).join('&')}`);
  await expect(page.getByRole('application')).toHaveCount(3);
  for (const name of ['24h', '1h']) await step(press(name));
  await step((of) => of.getByRole('combobox', { name: 'Unit' }).selectOption('USD'));
  await step(press(/^Close /));
  for (const width of [390, 1440]) await step(resize(width));
});

test('translated new pools can be filtered', async ({ page }) => {
  const { step } = await open(page, '/new');
  const select = (name: string, option: string) => (of: Page) =>
    of.getByRole('combobox', { name, exact: true }).selectOption(option);
  for (const option of ['All jettons', 'Verified only', 'Without scam'])
    await step(select('Jettons', option));
  await step(select('Trust score', 'Trust 80 or more'));
  await step(select('Liquidity', '$100,000 or more'));
  for (const width of [390, 1440]) await step(resize(width));
});

test('translated alerts can be made, paused, changed and deleted', async ({ page, request }) => {
  const [address] = await firstJettons(request, 1);
  const { step } = await open(page, `/alerts?address=${address}`);
  await step((of) => of.getByLabel('Alert on').selectOption('Trade size, USD'));
  await step((of) => of.getByLabel('At least, USD').fill('x'));
  await step(press('Save alert'));
  await step((of) => of.getByLabel('At least, USD').fill('100'));
  await step(press('Save alert'));
  await step((of) => of.keyboard.press('Escape'));
  for (const name of ['Pause', 'Resume', 'Delete']) await step(press(new RegExp(`^${name}: `)));
  await step(press('Undo'));
  await step(press(/^Edit: /));
  for (const width of [390, 1440]) await step(resize(width));
});

test('translated trades on paper can be placed and removed', async ({ page, request }) => {
  const { path } = await busyPool(request);
  const { step } = await open(page, path);
  const panel = (of: Page) => of.getByRole('region', { name: 'Price impact' });
  await step((of) => panel(of).getByText('Trade on paper').click());
  await step(press('Buy on paper'));
  await step((of) => panel(of).getByRole('link', { name: 'Paper trades' }).click());
  await expect(page.getByRole('heading', { name: 'Paper trades' })).toBeVisible();
  await step(press(/^Remove/));
  await step((of) => of.goto('/device'));
  for (const width of [390, 1440]) await step(resize(width));
});

test('a translated embed can be used', async ({ page, request }) => {
  const { embedPath } = await busyPool(request);
  const { step } = await open(page, embedPath);
  for (const name of ['1h', '30d', 'All', '15m', '7d']) await step(press(name));
});

test.describe('with a running market', () => {
  const service = runningMarket();

  test('live prices arrive on translated pages', async ({ page, request }) => {
    await translate(page);
    await page.goto(service.origin);
    await expect(gridRow(page, 0)).toBeVisible();
    const rows = () => gridOf(page).textContent();
    const before = await rows();
    await expect.poll(rows, { timeout: timeLimit(60_000) }).not.toBe(before);
    const jettons = await fetchAllJettons(request, service.origin);
    // The price of the stablecoin in which prices are given never changes.
    const moving = jettons.find(({ metadata }) => !metadata.symbol.includes('USD'));
    await page.goto(`${service.origin}/jetton/${moving?.metadata.address ?? ''}`);
    const price = page.getByRole('region', { name: 'Price', exact: true }).locator('[aria-hidden]').first();
    const shown = await price.textContent();
    await expect.poll(() => price.textContent(), { timeout: timeLimit(60_000) }).not.toBe(shown);
    await expect(page.locator('font')).not.toHaveCount(0);
  });
});
