import type { Browser } from '@playwright/test';
import { median, percentile } from '#tools/bench/report.ts';
import { inTab, type Tab } from './browser.ts';
import { observePage } from './in-page.ts';

const LONG_FRAME = 50;
/** CPU slowdown factor of the slowed visits. */
const SLOWNESS = 4;

export interface Box {
  readonly width: number;
  readonly height: number;
}

export interface Site {
  readonly browser: Browser;
  readonly origin: string;
}

/** Opens a tab with observed pages, and logs its result. `names` is a selector of ten rows that are awaited. */
export function visit<Result extends object>(
  { browser, origin }: Site,
  names: string | undefined,
  work: (tab: Tab) => Promise<Result>,
): Promise<Result> {
  return inTab(browser, origin, async (tab) => {
    await tab.page.addInitScript(observePage, names);
    const result = await work(tab);
    process.stderr.write(`${Math.round(process.uptime())} s: ${JSON.stringify(result)}\n`);
    return result;
  });
}

/** Returns the position and size of an element of a page. */
export function boxOf({ browser, origin }: Site, path: string, selector: string): Promise<Box> {
  return inTab(browser, origin, async ({ page }) => {
    await page.goto(path);
    const box = await page.locator(selector).boundingBox();
    if (!box) throw new Error(`${path} has no ${selector}`);
    return box;
  });
}

/** Results of visits at full speed and slowed, by page. */
export type Rounds<Page extends string, Result> = Readonly<
  Record<'full' | 'slowed', Readonly<Record<Page, readonly Result[]>>>
>;

/** Visits pages alternately, so that all are measured under the same conditions. */
export async function measureRounds<Page extends string, Result>(
  pages: readonly Page[],
  count: number,
  visitPage: (page: Page, slowness: number) => Promise<Result>,
): Promise<Rounds<Page, Result>> {
  const noResults = () =>
    Object.fromEntries(pages.map((page) => [page, [] as Result[]])) as Record<Page, Result[]>;
  const rounds = { full: noResults(), slowed: noResults() };
  for (let round = 0; round < count; round += 1) {
    for (const page of pages) rounds.full[page].push(await visitPage(page, 1));
    for (const page of pages) rounds.slowed[page].push(await visitPage(page, SLOWNESS));
  }
  return rounds;
}

/** Returns the median of a measure of several visits. */
export function medianOf<Measure extends string>(
  visits: readonly Readonly<Record<Measure, number>>[],
  measure: Measure,
): number {
  return median(visits.map((measures) => measures[measure]));
}

/** Statistics of frame durations in milliseconds. */
export function frameTimes(frames: readonly number[]) {
  return {
    medianFrame: median(frames),
    /** 95th percentile. */
    slowFrame: percentile(frames, 0.95),
    /** Number of frames over 50 ms. */
    longFrames: frames.filter((time) => time > LONG_FRAME).length,
    longestFrame: percentile(frames, 1),
  };
}

export type FrameTimes = ReturnType<typeof frameTimes>;
