import type { Browser } from '@playwright/test';
import { type InputOf, operations } from '#contract/operations.ts';
import { openTab } from '#testing/bench/web/browser.ts';
import { type Box, subjects } from './subjects.ts';

export interface Setting {
  readonly browser: Browser;
  readonly origin: string;
  /** How large the screener's table is: AG Grid's is made the same. */
  readonly box: Box;
  /** A maximum of holders that the first row of the list does not meet, and the name of the first that does. */
  readonly filter: { readonly holdersMax: string; readonly first: string };
}

export async function readSetting(browser: Browser, origin: string): Promise<Setting> {
  return { browser, origin, box: await screenerBox(browser, origin), filter: await parseFilter(origin) };
}

async function screenerBox(browser: Browser, origin: string): Promise<Box> {
  const tab = await openTab(browser, origin);
  try {
    await tab.page.goto('/');
    const box = await tab.page.locator(subjects.ours.scroller).boundingBox();
    if (!box) throw new Error('the screener has no table');
    return box;
  } finally {
    await tab.close();
  }
}

async function parseFilter(origin: string): Promise<Setting['filter']> {
  const [top] = await readList(origin, {});
  const holdersMax = String(Number(top?.holdersCount) - 1);
  const [first] = await readList(origin, { holders: { max: holdersMax } });
  if (!first) throw new Error('no jetton has fewer holders than the first');
  return { holdersMax, first: first.metadata.symbol };
}

async function readList(origin: string, filter: Partial<InputOf<typeof operations.getJettons>>) {
  const { method, path, response } = operations.getJettons;
  const asked = { excludeScam: true, sort: 'volume24h', order: 'desc', limit: 1, ...filter };
  const headers = { 'content-type': 'application/json' };
  const answer = await fetch(origin + path, { method, headers, body: JSON.stringify(asked) });
  return response.parse(await answer.json()).jettons;
}
