import { cpus, totalmem } from 'node:os';
import { resolve } from 'node:path';
import type { Browser } from '@playwright/test';
import type { BenchService } from '#testing/bench/bench-service.ts';
import { launchBrowser } from './browser.ts';
import { measureCharts, serveCharts } from './charts/measure-charts.ts';
import { preparePages } from './pages.ts';
import { measureScreener, serveScreener } from './screener/measure-screener.ts';
import { halfToServe, serveApart, startApart } from './service-apart.ts';
import { type Half, halfNames, writeResults } from './write-results.ts';

const DEFAULT_ROUNDS = 5;
const PAGES = '.bench/web/pages';

type Report = (said: string) => void;

interface Measured {
  readonly serve: (pages: string) => Promise<BenchService>;
  readonly measure: (browser: Browser, origin: string, rounds: number, report: Report) => Promise<void>;
}

const halves: Readonly<Record<Half, Measured>> = {
  screener: { serve: serveScreener, measure: measureScreener },
  charts: { serve: serveCharts, measure: measureCharts },
};

const only = process.env.BENCH_ONLY;
const rounds = Number(process.env.BENCH_ROUNDS ?? DEFAULT_ROUNDS);

async function measureHalf(half: Half, browser: Browser): Promise<void> {
  const [processor] = cpus();
  const machine = `${cpus().length} cores (${processor?.model.trim()}), ${Math.round(totalmem() / 2 ** 30)} GiB`;
  const how = `Measured on ${machine}, Chromium ${browser.version()}, headless; medians of ${rounds}.`;
  const service = await startApart(half);
  try {
    await halves[half].measure(browser, service.address, rounds, (measured) => {
      const said = `${how}\n\n${measured}`;
      process.stdout.write(`${said}\n`);
      if (rounds >= DEFAULT_ROUNDS) writeResults(half, said);
    });
  } finally {
    await service.close();
  }
}

const served = halfToServe();
if (served) {
  serveApart(await halves[served].serve(resolve(PAGES)));
} else {
  await preparePages(PAGES);
  const browser = await launchBrowser();
  try {
    for (const half of halfNames) if (only === undefined || only === half) await measureHalf(half, browser);
  } finally {
    await browser.close();
  }
  process.exit();
}
