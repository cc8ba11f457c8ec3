import type { Browser } from '@playwright/test';
import { openTab, SLOWNESS, type Tab } from '#testing/bench/web/browser.ts';
import { type FrameFigures, frameFigures } from '#testing/bench/web/frames.ts';
import { untilIdle } from '#testing/bench/web/until-idle.ts';
import { allThere, scriptBytes, watchCandles, watchChart } from './in-page.ts';
import { TICKS } from './million-ticks.ts';
import type { Box, Subject } from './subjects.ts';

const PAGE = 1000;
const PAN_MS = 6000;
const PAN_STEP = 20;

export interface Setting {
  readonly browser: Browser;
  readonly origin: string;
  /** How large the pool page's chart is: the library's is made the same. */
  readonly box: Box;
}

export interface Visit {
  readonly candles: number;
  readonly bytes: number;
}

/** A first visit: the chart as it opens by itself. */
export async function visit(setting: Setting, subject: Subject, slowness: number): Promise<Visit> {
  return inTab(setting, async (tab) => {
    await tab.page.addInitScript(watchCandles);
    await tab.slow(slowness);
    await tab.page.goto(subject.path('usual', setting.box));
    const candles = await tab.page.evaluate(() => window.benchCandles);
    await tab.page.evaluate(untilIdle);
    return { candles, bytes: await tab.page.evaluate(scriptBytes) };
  });
}

export interface History {
  readonly there: number;
  readonly loading: FrameFigures;
  readonly memory: number;
  readonly panning: FrameFigures;
  readonly slowPanning: FrameFigures;
}

/** Every tick loaded, then dragged. */
export async function loadHistory(setting: Setting, subject: Subject): Promise<History> {
  return inTab(setting, async (tab) => {
    await tab.page.goto(subject.path('all', setting.box));
    const there = await tab.page.evaluate(allThere, TICKS / PAGE);
    const loading = await framesOf(tab);
    const memory = await tab.heap();
    const panning = await pan(tab, subject);
    await tab.slow(SLOWNESS);
    return { there, loading, memory, panning, slowPanning: await pan(tab, subject) };
  });
}

async function inTab<Result>(
  { browser, origin }: Setting,
  work: (tab: Tab) => Promise<Result>,
): Promise<Result> {
  const tab = await openTab(browser, origin);
  try {
    await tab.page.addInitScript(watchChart);
    return await work(tab);
  } finally {
    await tab.close();
  }
}

async function framesOf({ page }: Tab): Promise<FrameFigures> {
  return frameFigures(await page.evaluate(() => window.benchFrames.splice(0)));
}

/** Drags the chart into the past, over most of its width again and again. */
async function pan(tab: Tab, { chart }: Subject): Promise<FrameFigures> {
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
