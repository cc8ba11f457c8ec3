import type { Browser } from '@playwright/test';
import { openTab, SLOWNESS, type Tab } from '#tools/bench/web/browser.ts';
import { type FrameTimes, summarizeFrames } from '#tools/bench/web/frame-times.ts';
import { waitForNetworkIdle } from '#tools/bench/web/wait-for-network-idle.ts';
import type { Box, ChartPage } from './chart-pages.ts';
import { observeChart, observeFirstCandles, scriptBytes, waitForAllTicks } from './in-page.ts';
import { TICKS } from './million-ticks.ts';

const PAGE = 1000;
const PAN_MS = 6000;
const PAN_STEP = 20;

export interface BenchmarkSetup {
  readonly browser: Browser;
  readonly origin: string;
  /** Size of the chart on the pool page; the library's chart gets the same size. */
  readonly box: Box;
}

export interface Visit {
  /** Milliseconds from navigation to the first paint of candles. */
  readonly candles: number;
  /** Compressed size of all scripts. */
  readonly bytes: number;
}

/** Measures a first visit with the default chart. */
export async function visit(setup: BenchmarkSetup, target: ChartPage, slowness: number): Promise<Visit> {
  return inTab(setup, async (tab) => {
    await tab.page.addInitScript(observeFirstCandles);
    await tab.slow(slowness);
    await tab.page.goto(target.path('default', setup.box));
    const candles = await tab.page.evaluate(() => window.benchFirstCandles);
    await tab.page.evaluate(waitForNetworkIdle);
    return { candles, bytes: await tab.page.evaluate(scriptBytes) };
  });
}

export interface History {
  /** Milliseconds from navigation until every tick is loaded and rendered. */
  readonly completedAt: number;
  readonly loading: FrameTimes;
  readonly memory: number;
  readonly panning: FrameTimes;
  readonly slowPanning: FrameTimes;
}

/** Measures loading every tick, then panning. */
export async function loadHistory(setup: BenchmarkSetup, target: ChartPage): Promise<History> {
  return inTab(setup, async (tab) => {
    await tab.page.goto(target.path('all', setup.box));
    const completedAt = await tab.page.evaluate(waitForAllTicks, TICKS / PAGE);
    const loading = await framesOf(tab);
    const memory = await tab.heap();
    const panning = await pan(tab, target);
    await tab.slow(SLOWNESS);
    return { completedAt, loading, memory, panning, slowPanning: await pan(tab, target) };
  });
}

async function inTab<Result>(
  { browser, origin }: BenchmarkSetup,
  work: (tab: Tab) => Promise<Result>,
): Promise<Result> {
  const tab = await openTab(browser, origin);
  try {
    await tab.page.addInitScript(observeChart);
    return await work(tab);
  } finally {
    await tab.close();
  }
}

async function framesOf({ page }: Tab): Promise<FrameTimes> {
  return summarizeFrames(await page.evaluate(() => window.benchFrames.splice(0)));
}

/** Pans the chart into the past with the mouse, repeatedly over most of its width. */
async function pan(tab: Tab, { chart }: ChartPage): Promise<FrameTimes> {
  const { mouse } = tab.page;
  const box = await tab.page.locator(chart).boundingBox();
  if (!box) throw new Error('no chart to drag');
  const y = box.y + box.height / 2;
  await framesOf(tab);
  const end = performance.now() + PAN_MS;
  while (performance.now() < end) {
    await mouse.move(box.x + box.width * 0.1, y);
    await mouse.down();
    for (let x = 0.1 * box.width; x < 0.8 * box.width; x += PAN_STEP) await mouse.move(box.x + x, y);
    await mouse.up();
  }
  return framesOf(tab);
}
