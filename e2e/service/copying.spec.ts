import type { APIRequestContext, Page } from '@playwright/test';
import fc from 'fast-check';
import { toUserFriendly } from '#contract/address.ts';
import { busyPool } from '#e2e/support/busy-pool.ts';
import { fetchAllJettons, fullAmount } from '#e2e/support/call-service.ts';
import { gridRow } from '#e2e/support/grid.ts';
import { expect, test } from '#e2e/support/test.ts';

test.use({ permissions: ['clipboard-read', 'clipboard-write'] });

/** Sorted by a value that goes with the price, so that the first rows have tiny prices. */
const LIST = '/?columns=rank,price,liquidity,holders&sort=fdmc&order=asc';

async function copy(page: Page): Promise<{ text: string; html: string }> {
  await page.keyboard.press('Control+c');
  return page.evaluate(async () => {
    const [item] = await navigator.clipboard.read();
    const read = async (type: string) => (await item?.getType(type))?.text() ?? '';
    return { text: await read('text/plain'), html: await read('text/html') };
  });
}

/** Returns the cells of the rendered rows that hold full values: rank, star, symbol, price, liquidity and holders. */
async function fullCells(page: Page, request: APIRequestContext): Promise<string[][]> {
  const jettons = new Map(
    (await fetchAllJettons(request)).map((one) => [toUserFriendly(one.metadata.address), one]),
  );
  const links = page.locator('[role=gridcell] a');
  const addresses = await links.evaluateAll((all) =>
    all.map((a) => a.getAttribute('href')?.split('/').at(-1) ?? ''),
  );
  return addresses.map((address, index) => {
    const jetton = jettons.get(address);
    return [
      String(index + 1),
      '',
      jetton?.metadata.symbol ?? '',
      fullAmount(jetton?.priceUsd),
      fullAmount(jetton?.liquidityUsd),
      jetton?.holdersCount === undefined ? 'unknown' : Number(jetton.holdersCount).toLocaleString('en'),
    ];
  });
}

test('any selection of a list copies full values', async ({ page, request }) => {
  await page.goto(LIST);
  await expect(gridRow(page, 10)).toBeVisible();
  const rows = await fullCells(page, request);
  expect(rows.flat().some((cell) => cell.startsWith('0.0000'))).toBe(true);
  const allowed = new Set(rows.flat());
  /** Selects the texts between two shares of the page, and returns what is copied of the list. */
  const copySelection = (from: number, to: number) =>
    page.evaluate(
      ([start, end]) => {
        const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
        const texts: Text[] = [];
        while (walker.nextNode()) if (walker.currentNode instanceof Text) texts.push(walker.currentNode);
        const at = (share: number) => texts[Math.floor(share * (texts.length - 1))] ?? document.body;
        const [first, last] = [at(Math.min(start, end)), at(Math.max(start, end))];
        getSelection()?.setBaseAndExtent(first, 0, last, last instanceof Text ? last.length : 0);
        const clipboardData = new DataTransfer();
        document.body.dispatchEvent(
          new ClipboardEvent('copy', { clipboardData, bubbles: true, cancelable: true }),
        );
        const html = new DOMParser().parseFromString(clipboardData.getData('text/html'), 'text/html');
        const textRows = clipboardData
          .getData('text/plain')
          .split('\n')
          .map((line) => line.split('\t'));
        return {
          textRows,
          htmlRows: [...html.querySelectorAll('tr')].map((row) =>
            [...row.cells].map((cell) => cell.textContent),
          ),
        };
      },
      [from, to] as const,
    );
  const share = fc.double({ min: 0, max: 1, noNaN: true });
  await fc.assert(
    fc.asyncProperty(share, share, async (from, to) => {
      const { textRows, htmlRows } = await copySelection(from, to);
      const isHeader = (cells: readonly string[]) => cells.includes('Jetton') || cells.at(-1) === 'Holders';
      for (const cells of htmlRows.filter((one) => !isHeader(one)))
        for (const cell of cells) expect(allowed).toContain(cell);
      expect(textRows.filter((cells) => cells.length > 1)).toEqual(
        htmlRows.filter((cells) => cells.length > 1),
      );
    }),
    { numRuns: 40 },
  );
  await page.keyboard.press('Control+a');
  const { text, html } = await copy(page);
  for (const cells of rows) expect(text).toContain(cells.join('\t'));
  for (const [, , symbol, price] of rows) expect(html).toContain(`<td>${symbol}</td><td>${price}</td>`);
});

test('dragging over rows copies them', async ({ page, request }) => {
  await page.goto(LIST);
  await expect(gridRow(page, 10)).toBeVisible();
  const rows = await fullCells(page, request);
  const price = async (index: number) => {
    const box = await gridRow(page, index).getByRole('gridcell').nth(3).boundingBox();
    return {
      left: (box?.x ?? 0) + 2,
      right: (box?.x ?? 0) + (box?.width ?? 0) - 10,
      y: (box?.y ?? 0) + (box?.height ?? 0) / 2,
    };
  };
  const [first, last] = [await price(0), await price(4)];
  await page.mouse.move(first.left, first.y);
  await page.mouse.down();
  await page.mouse.move(last.right, last.y, { steps: 5 });
  await page.mouse.up();
  const { text } = await copy(page);
  const copied = text.split('\n').map((line) => line.split('\t'));
  expect(copied[0]?.[0]).toBe(rows[0]?.[3]);
  expect(copied.slice(1, 4)).toEqual(rows.slice(1, 4));
  expect(copied[4]?.at(3)).toBe(rows[4]?.[3]);
  await expect(page).toHaveURL(LIST);
});

test('Ctrl+C copies the focused cell and leaves no selection', async ({ page, request }) => {
  await page.goto(LIST);
  await expect(gridRow(page, 0)).toBeVisible();
  const [cells] = await fullCells(page, request);
  await gridRow(page, 0).getByRole('link').focus();
  for (const value of cells?.slice(2, 5) ?? []) {
    expect((await copy(page)).text).toBe(value);
    expect(await page.evaluate(() => getSelection()?.isCollapsed)).toBe(true);
    await page.keyboard.press('ArrowRight');
  }
});

test('other pages copy full numbers', async ({ page, request }) => {
  const jettons = await fetchAllJettons(request);
  const tiny = jettons.filter(({ priceUsd }) => fullAmount(priceUsd).startsWith('0.0000')).slice(0, 2);
  const addresses = tiny.map(({ metadata }) => toUserFriendly(metadata.address));
  const { path } = await busyPool(request);
  const comparison = `/compare?address=${addresses.join('&address=')}`;
  for (const to of [`/jetton/${addresses[0]}`, comparison, path, '/new?show=all']) {
    await page.goto(to);
    const numbers = page.locator('main [data-full]');
    await expect(numbers.nth(3)).toBeVisible();
    // Ages are relative to the clock of the snapshot from now on.
    await expect(page.getByText(/^Snapshot/).first()).toBeAttached();
    await page.keyboard.press('Control+a');
    const shown = await numbers.evaluateAll((all) =>
      all.filter((one) => one.checkVisibility()).map((one) => one.getAttribute('data-full') ?? ''),
    );
    const { text, html } = await copy(page);
    for (const full of shown) for (const flavor of [text, html]) expect(flavor).toContain(full);
    for (const short of await numbers.locator('sub').locator('..').allTextContents())
      expect(text.split(/\s/)).not.toContain(short);
  }
});
