import type { Browser } from '@playwright/test';
import { type BenchService, startBenchService } from '#tools/bench/bench-service.ts';
import { openTab, SLOWNESS } from '#tools/bench/web/browser.ts';
import { summarizeChartBudgets } from './budgets.ts';
import { type ChartPageName, chartPages } from './chart-pages.ts';
import { prepareMillionTicks } from './million-ticks.ts';
import { type Results, renderTable } from './results-table.ts';
import { type BenchmarkSetup, loadHistory, type Visit, visit } from './visits.ts';

const FOLDER = '.bench/charts';

export function serveCharts(pages: string): Promise<BenchService> {
  return startBenchService(prepareMillionTicks(`${FOLDER}/dataset`), { DATA_DIR: FOLDER }, pages);
}

export async function measureCharts(
  browser: Browser,
  origin: string,
  rounds: number,
  report: (results: string) => void,
): Promise<void> {
  const setup: BenchmarkSetup = { browser, origin, box: await chartBox(browser, origin) };
  const visits = await measureVisits(setup, rounds);
  const results: Results = {
    ...visits,
    pool: logResult(await loadHistory(setup, chartPages.pool)),
    libraryOnly: logResult(await loadHistory(setup, chartPages.libraryOnly)),
  };
  report(`${renderTable(results)}\n\n${summarizeChartBudgets(results)}`);
}

async function chartBox(browser: Browser, origin: string): Promise<BenchmarkSetup['box']> {
  const tab = await openTab(browser, origin);
  try {
    await tab.page.goto(chartPages.pool.path('default'));
    const box = await tab.page.locator(chartPages.pool.chart).boundingBox();
    if (!box) throw new Error('the pool page has no chart');
    return box;
  } finally {
    await tab.close();
  }
}

/** Visits the pages alternately, so that all are measured under the same conditions. */
async function measureVisits(
  setup: BenchmarkSetup,
  rounds: number,
): Promise<Pick<Results, 'full' | 'slowed'>> {
  const results = { full: noVisits(), slowed: noVisits() };
  for (let round = 0; round < rounds; round += 1) {
    for (const name of ['pool', 'embed', 'libraryOnly'] as const) {
      results.full[name].push(logResult(await visit(setup, chartPages[name], 1)));
      results.slowed[name].push(logResult(await visit(setup, chartPages[name], SLOWNESS)));
    }
  }
  return results;
}

function noVisits(): Record<ChartPageName, Visit[]> {
  return { pool: [], embed: [], libraryOnly: [] };
}

function logResult<Result extends object>(result: Result): Result {
  process.stderr.write(`${Math.round(process.uptime())} s: ${JSON.stringify(result)}\n`);
  return result;
}
