import { operations } from '#contract/operations.ts';
import { openTab, type Tab } from '#testing/bench/web/browser.ts';
import { type FrameFigures, frameFigures } from '#testing/bench/web/frames.ts';
import { untilIdle } from '#testing/bench/web/until-idle.ts';
import { answerTime, loadRows, scrollFrames, watchPage } from './in-page.ts';
import type { Setting } from './setting.ts';
import type { Subject } from './subjects.ts';

const ROW = 32;
const STEP = 120;
const SCROLL_MS = 6000;
const LIST_ROWS = 10_000;
export const MEMORY_ROWS = Number(process.env.BENCH_MEMORY_ROWS ?? 100_000);

export interface Round extends FrameFigures {
  readonly firstRows: number;
  readonly shift: number;
  readonly answer: number;
}

/** One visit: opening, scrolling through 10,000 rows that are loaded, another filter. */
export async function runRound(setting: Setting, subject: Subject, slowness: number): Promise<Round> {
  const tab = await openTab(setting.browser, setting.origin);
  try {
    await tab.slow(slowness);
    const firstRows = await open(tab, setting, subject);
    const shift = await tab.page.evaluate(() => window.benchShift);
    await tab.slow(1);
    await load(tab, subject, LIST_ROWS);
    await tab.slow(slowness);
    const frames = await scroll(tab, subject);
    // Pictures of where it stopped.
    await tab.page.evaluate(untilIdle);
    const answer = await changeFilter(tab, setting, subject);
    return { firstRows, shift, ...frames, answer };
  } finally {
    await tab.close();
  }
}

/** Bytes of the page's scripts with as many rows loaded. */
export async function runMemory(setting: Setting, subject: Subject): Promise<number> {
  const tab = await openTab(setting.browser, setting.origin);
  try {
    await open(tab, setting, subject, false);
    await load(tab, subject, MEMORY_ROWS);
    return await tab.heap();
  } finally {
    await tab.close();
  }
}

async function open({ page }: Tab, { box }: Setting, subject: Subject, excludeScam = true): Promise<number> {
  await page.addInitScript(watchPage, { names: subject.names });
  await page.goto(subject.path(box, excludeScam));
  const firstRows = await page.evaluate(() => window.benchRows);
  await page.evaluate(untilIdle);
  return firstRows;
}

async function load({ page }: Tab, { scroller }: Subject, rows: number): Promise<void> {
  await page.evaluate(loadRows, { scroller, pixels: rows * ROW });
  await page.evaluate(untilIdle);
}

async function scroll({ page }: Tab, { scroller }: Subject): Promise<FrameFigures> {
  return frameFigures(await page.evaluate(scrollFrames, { scroller, step: STEP, milliseconds: SCROLL_MS }));
}

function changeFilter({ page }: Tab, { filter }: Setting, subject: Subject): Promise<number> {
  const { names, firstName, scroller } = subject;
  const { holdersMax: value, first } = filter;
  const { path } = operations.getJettons;
  return page.evaluate(answerTime, {
    names,
    firstName,
    scroller,
    field: 'Holders maximum',
    value,
    first,
    path,
  });
}
