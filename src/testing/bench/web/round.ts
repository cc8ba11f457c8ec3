import { operations } from '#contract/operations.ts';
import { openTab, type Tab } from './browser.ts';
import { answerTime, loadRows, scrollFrames, untilIdle, watchPage } from './in-page.ts';
import type { Setting } from './setting.ts';
import type { Subject } from './subjects.ts';

const ROW = 32;
const STEP = 120;
const SCROLL_MS = 6000;
const LONG_FRAME = 50;
const LIST_ROWS = 10_000;
export const MEMORY_ROWS = Number(process.env.BENCH_MEMORY_ROWS ?? 100_000);

export interface Round {
  readonly firstRows: number;
  readonly shift: number;
  readonly medianFrame: number;
  readonly slowFrame: number;
  readonly longFrames: number;
  readonly longestFrame: number;
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

async function scroll({ page }: Tab, { scroller }: Subject) {
  const frames = await page.evaluate(scrollFrames, { scroller, step: STEP, milliseconds: SCROLL_MS });
  const sorted = frames.toSorted((a, b) => a - b);
  const at = (share: number) => sorted[Math.floor((sorted.length - 1) * share)] ?? 0;
  return {
    medianFrame: at(0.5),
    slowFrame: at(0.95),
    longFrames: frames.filter((time) => time > LONG_FRAME).length,
    longestFrame: at(1),
  };
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
