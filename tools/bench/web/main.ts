import { resolve } from 'node:path';
import type { Browser } from '@playwright/test';
import type { BenchService } from '#tools/bench/bench-service.ts';
import { describeMachine } from '#tools/bench/describe-machine.ts';
import { launchBrowser } from './browser.ts';
import { measureCharts, serveCharts } from './charts/measure-charts.ts';
import { preparePages } from './prepare-pages.ts';
import { measureScreener, serveScreener } from './screener/measure-screener.ts';
import { partToServe, serveToParent, startServiceProcess } from './service-process.ts';
import { type BenchmarkPart, partNames, writeResults } from './write-results.ts';

const DEFAULT_ROUNDS = 5;
const PAGES = '.bench/web/pages';

type Report = (results: string) => void;

interface BenchmarkRunner {
  readonly serve: (pages: string) => Promise<BenchService>;
  readonly measure: (browser: Browser, origin: string, rounds: number, report: Report) => Promise<void>;
}

const parts: Readonly<Record<BenchmarkPart, BenchmarkRunner>> = {
  screener: { serve: serveScreener, measure: measureScreener },
  charts: { serve: serveCharts, measure: measureCharts },
};

const only = process.env.BENCH_ONLY;
const rounds = Number(process.env.BENCH_ROUNDS ?? DEFAULT_ROUNDS);

async function measurePart(part: BenchmarkPart, browser: Browser): Promise<void> {
  const description = `Measured on ${describeMachine()}, Chromium ${browser.version()}, headless; medians of ${rounds}.`;
  const service = await startServiceProcess(part);
  try {
    await parts[part].measure(browser, service.address, rounds, (table) => {
      const results = `${description}\n\n${table}`;
      process.stdout.write(`${results}\n`);
      if (rounds >= DEFAULT_ROUNDS) writeResults(part, results);
    });
  } finally {
    await service.close();
  }
}

const served = partToServe();
if (served) {
  serveToParent(await parts[served].serve(resolve(PAGES)));
} else {
  await preparePages(PAGES);
  const browser = await launchBrowser();
  try {
    for (const part of partNames) if (only === undefined || only === part) await measurePart(part, browser);
  } finally {
    await browser.close();
  }
  process.exit();
}
