import type { Browser } from '@playwright/test';
import { type BenchService, simulated, startBenchService } from '#testing/bench/bench-service.ts';
import { screenerVerdict } from './budgets.ts';
import { measureAll, measureMemory } from './measure-all.ts';
import { readSetting } from './setting.ts';
import { type Results, tableOf } from './table.ts';

const JETTONS = 100_000;
const market = { DATA_DIR: '.bench/web', AS_OF: '2026-01-29T07:50:00Z', DEMO_SEED: '1' };

export function serveScreener(pages: string): Promise<BenchService> {
  const fill = simulated(Number(process.env.BENCH_JETTONS ?? JETTONS));
  return startBenchService(fill, market, pages);
}

export async function measureScreener(
  browser: Browser,
  origin: string,
  rounds: number,
  report: (said: string) => void,
): Promise<void> {
  const tell = (results: Results) => report(`${tableOf(results)}\n\n${screenerVerdict(results)}`);
  const setting = await readSetting(browser, origin);
  const results = await measureAll(setting, rounds);
  // Before the memory of so many rows is tried, which may be too much for the browser.
  tell(results);
  tell({ ...results, memory: await measureMemory(setting) });
}
