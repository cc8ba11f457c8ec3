import { fork } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Browser } from '@playwright/test';
import { build } from 'vite';
import { precompress } from '#build/plugins.ts';
import { type BenchmarkPart, describeMachine, partNames, print, writeResults } from '#tools/bench/report.ts';
import { launchBrowser } from './browser.ts';
import { measureCharts, serveCharts } from './charts.ts';
import { measureFirstNumbers, serveFirstNumbers } from './first-numbers.ts';
import { measureScreener, serveScreener } from './screener.ts';

const DEFAULT_ROUNDS = 5;
/** A copy of the build, in the same folders. */
const BUILD = resolve('.bench/web/dist');
const PAGES = `${BUILD}/web`;
/** Argument of the process that serves a part. */
const SERVE = 'serve';

const parts = {
  screener: { serve: serveScreener, measure: measureScreener },
  pages: { serve: serveFirstNumbers, measure: measureFirstNumbers },
  charts: { serve: serveCharts, measure: measureCharts },
} as const satisfies Record<BenchmarkPart, object>;

const only = process.env.BENCH_ONLY;
const rounds = Number(process.env.BENCH_ROUNDS ?? DEFAULT_ROUNDS);
const [, , task, servedPart] = process.argv;

if (task === SERVE) {
  await serveToParent();
} else {
  await preparePages();
  const browser = await launchBrowser();
  try {
    for (const part of partNames) if (only === undefined || only === part) await measurePart(part, browser);
  } finally {
    await browser.close();
  }
  process.exit();
}

/** Copies the built dashboard without a client-side rate limit, and builds the pages that it is compared with. */
async function preparePages(): Promise<void> {
  rmSync(BUILD, { recursive: true, force: true });
  for (const folder of ['web', 'pages']) cpSync(`dist/${folder}`, `${BUILD}/${folder}`, { recursive: true });
  const file = `${PAGES}/config.json`;
  const settings = { ...Object(JSON.parse(readFileSync(file, 'utf8'))), requestsPerSecond: 1000 };
  writeFileSync(file, JSON.stringify(settings, undefined, 2));
  for (const name of ['ag-grid', 'libraries'])
    await build({
      configFile: false,
      root: `tools/bench/web/${name}`,
      base: `/${name}/`,
      publicDir: false,
      logLevel: 'warn',
      // The dashboard's files are compressed too.
      plugins: [precompress()],
      build: { outDir: `${PAGES}/${name}`, emptyOutDir: true, chunkSizeWarningLimit: 2000 },
    });
}

/**
 * Measures a part with its service in a separate process. In this process, responses would wait for the handling of
 * browser events.
 */
async function measurePart(part: BenchmarkPart, browser: Browser): Promise<void> {
  const description = `Measured on ${describeMachine()}, Chromium ${browser.version()}, headless; medians of ${rounds}.`;
  const child = fork(process.argv[1] ?? '', [SERVE, part]);
  const ended = once(child, 'exit');
  const failed = ended.then(([code]) => {
    throw new Error(`the service exited with code ${code}`);
  });
  const [origin] = await Promise.race([once(child, 'message'), failed]);
  failed.catch(() => undefined);
  try {
    for await (const table of parts[part].measure({ browser, origin: String(origin) }, rounds)) {
      const results = `${description}\n\n${table}`;
      print(results);
      if (rounds >= DEFAULT_ROUNDS) writeResults(part, results);
    }
  } finally {
    child.disconnect();
    await ended;
  }
}

/** Sends the service's address to the benchmark process, and exits with it. */
async function serveToParent(): Promise<void> {
  const part = partNames.find((name) => name === servedPart);
  if (!part) throw new Error(`unknown part "${servedPart}"`);
  const service = await parts[part].serve(PAGES);
  process.send?.(service.address);
  process.once('disconnect', () => void service.close().finally(() => process.exit()));
}
