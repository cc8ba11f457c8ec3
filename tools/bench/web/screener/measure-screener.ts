import type { Browser } from '@playwright/test';
import { type BenchService, prepareSimulatedMarket, startBenchService } from '#tools/bench/bench-service.ts';
import { prepareSetup } from './benchmark-setup.ts';
import { summarizeScreenerBudgets } from './budgets.ts';
import { measureMemory, measureRounds } from './measure-rounds.ts';
import { type Results, renderTable } from './results-table.ts';

const JETTONS = 100_000;
const environment = { DATA_DIR: '.bench/web', AS_OF: '2026-01-29T07:50:00Z', DEMO_SEED: '1' };

export function serveScreener(pages: string): Promise<BenchService> {
  const prepareStore = prepareSimulatedMarket(Number(process.env.BENCH_JETTONS ?? JETTONS));
  return startBenchService(prepareStore, environment, pages);
}

export async function measureScreener(
  browser: Browser,
  origin: string,
  rounds: number,
  report: (results: string) => void,
): Promise<void> {
  const reportResults = (results: Results) =>
    report(`${renderTable(results)}\n\n${summarizeScreenerBudgets(results)}`);
  const setup = await prepareSetup(browser, origin);
  const results = await measureRounds(setup, rounds);
  // Report before measuring memory: loading that many rows may exceed the browser's memory.
  reportResults(results);
  reportResults({ ...results, memory: await measureMemory(setup) });
}
