import { cpus, totalmem } from 'node:os';
import type { Browser } from '@playwright/test';
import { launchBrowser } from './browser.ts';
import { measureCharts } from './charts/measure-charts.ts';
import { preparePages } from './pages.ts';
import { type Half, writeReadme } from './readme.ts';
import { measureScreener } from './screener/measure-screener.ts';

const DEFAULT_ROUNDS = 5;

type Measure = (
  browser: Browser,
  pages: string,
  rounds: number,
  report: (said: string) => void,
) => Promise<void>;

const halves: Readonly<Record<Half, Measure>> = { screener: measureScreener, charts: measureCharts };

const only = process.env.BENCH_ONLY;
const rounds = Number(process.env.BENCH_ROUNDS ?? DEFAULT_ROUNDS);
const pages = await preparePages('.bench/web/pages');
const browser = await launchBrowser();
const [processor] = cpus();
const machine = `${cpus().length} cores (${processor?.model.trim()}), ${Math.round(totalmem() / 2 ** 30)} GiB`;
const how = `Measured on ${machine}, Chromium ${browser.version()}, headless; medians of ${rounds}.`;
try {
  for (const half of ['screener', 'charts'] as const) {
    if (only !== undefined && only !== half) continue;
    await halves[half](browser, pages, rounds, (measured) => {
      const said = `${how}\n\n${measured}`;
      process.stdout.write(`${said}\n`);
      if (rounds >= DEFAULT_ROUNDS) writeReadme(half, said);
    });
  }
} finally {
  await browser.close();
}
process.exit();
