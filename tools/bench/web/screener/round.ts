import { operations } from '#contract/operations.ts';
import { openTab, type Tab } from '#tools/bench/web/browser.ts';
import { type FrameTimes, summarizeFrames } from '#tools/bench/web/frame-times.ts';
import { waitForNetworkIdle } from '#tools/bench/web/wait-for-network-idle.ts';
import type { BenchmarkSetup } from './benchmark-setup.ts';
import type { GridPage } from './grid-pages.ts';
import { loadRows, measureFilterChange, observePage, scrollFrames } from './in-page.ts';

const ROW_HEIGHT = 32;
const SCROLL_STEP = 120;
const SCROLL_MS = 6000;
const LIST_ROWS = 10_000;
export const MEMORY_ROWS = Number(process.env.BENCH_MEMORY_ROWS ?? 100_000);

export interface Round extends FrameTimes {
  /** Milliseconds from navigation to the first paint of ten rows. */
  readonly firstRows: number;
  /** Cumulative layout shift from navigation to idle. */
  readonly layoutShift: number;
  /** Milliseconds from a filter change to the paint of its rows, without the response time of the service. */
  readonly filterChange: number;
}

/** Measures one visit: opening the page, scrolling through 10,000 loaded rows, and changing a filter. */
export async function runRound(setup: BenchmarkSetup, target: GridPage, slowness: number): Promise<Round> {
  const tab = await openTab(setup.browser, setup.origin);
  try {
    await tab.slow(slowness);
    const firstRows = await open(tab, setup, target);
    const layoutShift = await tab.page.evaluate(() => window.benchLayoutShift);
    await tab.slow(1);
    await load(tab, target, LIST_ROWS);
    await tab.slow(slowness);
    const frames = await scroll(tab, target);
    // Wait for the images at the final position.
    await tab.page.evaluate(waitForNetworkIdle);
    const filterChange = await changeFilter(tab, setup, target);
    return { firstRows, layoutShift, ...frames, filterChange };
  } finally {
    await tab.close();
  }
}

/** Returns the memory of the page's scripts in bytes, with `MEMORY_ROWS` rows loaded. */
export async function runMemory(setup: BenchmarkSetup, target: GridPage): Promise<number> {
  const tab = await openTab(setup.browser, setup.origin);
  try {
    await open(tab, setup, target, false);
    await load(tab, target, MEMORY_ROWS);
    return await tab.heap();
  } finally {
    await tab.close();
  }
}

async function open(
  { page }: Tab,
  { box }: BenchmarkSetup,
  target: GridPage,
  excludeScam = true,
): Promise<number> {
  await page.addInitScript(observePage, { names: target.names });
  await page.goto(target.path(box, excludeScam));
  const firstRows = await page.evaluate(() => window.benchFirstRows);
  await page.evaluate(waitForNetworkIdle);
  return firstRows;
}

async function load({ page }: Tab, { scroller }: GridPage, rows: number): Promise<void> {
  await page.evaluate(loadRows, { scroller, pixels: rows * ROW_HEIGHT });
  await page.evaluate(waitForNetworkIdle);
}

async function scroll({ page }: Tab, { scroller }: GridPage): Promise<FrameTimes> {
  return summarizeFrames(
    await page.evaluate(scrollFrames, { scroller, step: SCROLL_STEP, milliseconds: SCROLL_MS }),
  );
}

function changeFilter({ page }: Tab, { filter }: BenchmarkSetup, target: GridPage): Promise<number> {
  const { names, firstName, scroller } = target;
  const { holdersMax: value, first } = filter;
  const { path } = operations.getJettons;
  return page.evaluate(measureFilterChange, {
    names,
    firstName,
    scroller,
    field: 'Holders maximum',
    value,
    first,
    path,
  });
}
