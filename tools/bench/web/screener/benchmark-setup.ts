import type { Browser } from '@playwright/test';
import { type InputOf, operations } from '#contract/operations.ts';
import { openTab } from '#tools/bench/web/browser.ts';
import { type Box, gridPages } from './grid-pages.ts';

export interface BenchmarkSetup {
  readonly browser: Browser;
  readonly origin: string;
  /** Size of the screener's table; AG Grid gets the same size. */
  readonly box: Box;
  /** A maximum holder count that excludes the first row, and the symbol of the first row that it includes. */
  readonly filter: { readonly holdersMax: string; readonly first: string };
}

export async function prepareSetup(browser: Browser, origin: string): Promise<BenchmarkSetup> {
  return { browser, origin, box: await screenerBox(browser, origin), filter: await parseFilter(origin) };
}

async function screenerBox(browser: Browser, origin: string): Promise<Box> {
  const tab = await openTab(browser, origin);
  try {
    await tab.page.goto('/');
    const box = await tab.page.locator(gridPages.ours.scroller).boundingBox();
    if (!box) throw new Error('the screener page has no table');
    return box;
  } finally {
    await tab.close();
  }
}

async function parseFilter(origin: string): Promise<BenchmarkSetup['filter']> {
  const [top] = await readList(origin, {});
  const holdersMax = String(Number(top?.holdersCount) - 1);
  const [first] = await readList(origin, { holders: { max: holdersMax } });
  if (!first) throw new Error('no jetton has fewer holders than the first');
  return { holdersMax, first: first.metadata.symbol };
}

async function readList(origin: string, filter: Partial<InputOf<typeof operations.getJettons>>) {
  const { method, path, response } = operations.getJettons;
  const body = { excludeScam: true, sort: 'volume24h', order: 'desc', limit: 1, ...filter };
  const headers = { 'content-type': 'application/json' };
  const result = await fetch(origin + path, { method, headers, body: JSON.stringify(body) });
  return response.parse(await result.json()).jettons;
}
