import type { Browser } from '@playwright/test';
import { type BenchService, startBenchService } from '#testing/bench/bench-service.ts';
import { openTab, SLOWNESS } from '#testing/bench/web/browser.ts';
import { chartVerdict } from './budgets.ts';
import { millionTicks } from './million-ticks.ts';
import { type SubjectName, subjects } from './subjects.ts';
import { type Results, tableOf } from './table.ts';
import { loadHistory, type Setting, type Visit, visit } from './visit.ts';

const FOLDER = '.bench/charts';

export function serveCharts(pages: string): Promise<BenchService> {
  return startBenchService(millionTicks(`${FOLDER}/dataset`), { DATA_DIR: FOLDER }, pages);
}

export async function measureCharts(
  browser: Browser,
  origin: string,
  rounds: number,
  report: (said: string) => void,
): Promise<void> {
  const setting: Setting = { browser, origin, box: await chartBox(browser, origin) };
  const visits = await measureVisits(setting, rounds);
  const results: Results = {
    ...visits,
    pool: tell(await loadHistory(setting, subjects.pool)),
    alone: tell(await loadHistory(setting, subjects.alone)),
  };
  report(`${tableOf(results)}\n\n${chartVerdict(results)}`);
}

async function chartBox(browser: Browser, origin: string): Promise<Setting['box']> {
  const tab = await openTab(browser, origin);
  try {
    await tab.page.goto(subjects.pool.path('usual'));
    const box = await tab.page.locator(subjects.pool.chart).boundingBox();
    if (!box) throw new Error('the pool page has no chart');
    return box;
  } finally {
    await tab.close();
  }
}

/** All of them in turns, so that each meets the same machine. */
async function measureVisits(setting: Setting, rounds: number): Promise<Pick<Results, 'full' | 'slowed'>> {
  const results = { full: noVisits(), slowed: noVisits() };
  for (let round = 0; round < rounds; round += 1) {
    for (const name of ['pool', 'embed', 'alone'] as const) {
      results.full[name].push(tell(await visit(setting, subjects[name], 1)));
      results.slowed[name].push(tell(await visit(setting, subjects[name], SLOWNESS)));
    }
  }
  return results;
}

function noVisits(): Record<SubjectName, Visit[]> {
  return { pool: [], embed: [], alone: [] };
}

function tell<Measured extends object>(measured: Measured): Measured {
  process.stderr.write(`${Math.round(process.uptime())} s: ${JSON.stringify(measured)}\n`);
  return measured;
}
