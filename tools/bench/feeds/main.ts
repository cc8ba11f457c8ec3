import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { rmSync, writeFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { type FeedStatus, status } from '#contract/status.ts';
import { startThrowawayServer } from '#testing/stores/throwaway-postgres.ts';
import { launchBrowser, openTab, type Tab } from '#tools/bench/web/browser.ts';
import { alignedTable } from '#tools/bench/web/markdown-table.ts';
import { ServiceUnderTest } from '#tools/soak/service-under-test.ts';
import { writeLiveDataset } from './write-live-dataset.ts';

const WORK = '.bench/feeds';
const SWAPS_PER_SECOND = 12;
const HISTORY_MINUTES = 60;
const SAMPLE_SECONDS = 15;
const MINUTE_MS = 60_000;
/** `embedded` or `server`. */
const engine = process.env.BENCH_ONLY ?? 'embedded';
/** Duration, in minutes. */
const minutes = Number(process.env.BENCH_MINUTES ?? 10);

/**
 * Reads 12 swaps per second from an upstream in two formats while a list is open in a browser. Prints samples, and the
 * last element on the page that shifted.
 */
const started = Date.now();
const start = new Date(started - HISTORY_MINUTES * MINUTE_MS);
const end = new Date(started + (minutes + 15) * MINUTE_MS);
writeLiveDataset(`${WORK}/dataset`, start, end, SWAPS_PER_SECOND);
const upstream = spawn(process.execPath, [script('upstream'), `${WORK}/dataset`], {
  stdio: ['ignore', 'pipe', 'inherit'],
});
const [firstLine] = await once(upstream.stdout, 'data');
const base = String(firstLine).trim();
const feeds = ['stonfi', 'dedust'].map((kind) => ({
  name: kind,
  kind,
  url: `${base}/${kind}`,
  from: start.toISOString(),
  rate: 50,
}));
writeFileSync(`${WORK}/feeds.json`, JSON.stringify(feeds));
rmSync(`${WORK}/data`, { recursive: true, force: true });
const server = engine === 'server' ? await startThrowawayServer([]) : undefined;
const location = server ? { DATABASE_URL: server.url } : { DATA_DIR: `${WORK}/data` };
const service = await ServiceUnderTest.start({ FEEDS_FILE: `${WORK}/feeds.json`, ...location });
const caughtUpAfter = await untilCaughtUp();
process.stdout.write(
  `History of ${HISTORY_MINUTES} minutes read after ${Math.round(caughtUpAfter / 1000)} s\n\n`,
);
const browser = await launchBrowser();
const tab = await openTab(browser, service.origin);
await tab.page.goto('/?sort=volume24h');
await tab.page.getByRole('row').nth(5).waitFor();
await watchPage(tab);
const rows = [
  [
    'minute',
    'lag, s',
    'service, MB',
    'service heap, MB',
    'page, MB',
    'late',
    'texts changed',
    'layout shift',
    'errors',
  ],
];
const until = Date.now() + minutes * MINUTE_MS;
while (Date.now() < until) {
  await delay(SAMPLE_SECONDS * 1000);
  rows.push(await sample(tab));
}
process.stdout.write(`${alignedTable(rows)}\n`);
const shifted: string[] = await tab.page.evaluate(() => Object(Object(window).counts).shifted);
if (shifted.length > 0) process.stdout.write(`\nShifted: ${shifted.at(-1)}\n`);
await browser.close();
await service.stop('SIGTERM');
await server?.remove();
upstream.kill();
process.exit();

function script(name: string): string {
  return fileURLToPath(new URL(`./${name}.js`, import.meta.url));
}

async function fetchFeeds(): Promise<readonly FeedStatus[]> {
  const response = await fetch(`${service.origin}/status`);
  return status.parse(await response.json()).feeds;
}

async function untilCaughtUp(): Promise<number> {
  const from = performance.now();
  for (;;) {
    const found = await fetchFeeds();
    if (found.length === feeds.length && found.every(({ caughtUp }) => caughtUp))
      return performance.now() - from;
    await delay(500);
  }
}

/** Counts layout shifts and changes of texts in the page. */
async function watchPage({ page }: Tab): Promise<void> {
  await page.evaluate(() => {
    const counts = { shift: 0, shifted: [] as string[], changes: 0, errors: 0 };
    Object.assign(window, { counts });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        counts.shift += Number(Object(entry).value);
        for (const { node } of Object(entry).sources)
          counts.shifted.push(String(node?.parentElement?.outerHTML).slice(0, 300));
      }
    }).observe({ type: 'layout-shift', buffered: false });
    new MutationObserver((records) => {
      counts.changes += records.length;
    }).observe(document.body, { subtree: true, childList: true, characterData: true });
    window.addEventListener('error', () => {
      counts.errors += 1;
    });
  });
}

async function sample(open: Tab): Promise<string[]> {
  const { page } = open;
  const found = await fetchFeeds();
  const counts: { shift: number; changes: number; errors: number } = await page.evaluate(() =>
    Object(Object(window).counts),
  );
  const megabytes = (bytes: number) => String(Math.round(bytes / 1e6));
  return [
    ((Date.now() - until) / MINUTE_MS + minutes).toFixed(1),
    String(Math.max(...found.map(({ lagSeconds = 0 }) => lagSeconds))),
    megabytes(service.sample?.residentBytes ?? 0),
    megabytes(service.sample?.heapBytes ?? 0),
    megabytes(await open.heap()),
    String(found.reduce((sum, { events }) => sum + events.late, 0)),
    String(counts.changes),
    counts.shift.toFixed(4),
    String(counts.errors),
  ];
}
