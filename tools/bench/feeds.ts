import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { StoreLocation } from '#service/store/database.ts';
import { fetchFeeds } from '#tools/cluster/feed-sampler.ts';
import { BuiltService } from '#tools/soak/built-service.ts';
import { writeLiveDataset } from './dataset.ts';
import { measureDedust } from './dedust.ts';
import { serveDedust } from './dedust-server.ts';
import { alignedTable, print } from './report.ts';
import { onEmbedded, onServer } from './stores.ts';
import type { Tab } from './web/browser.ts';

const WORK = '.bench/feeds';
const SWAPS_PER_SECOND = 12;
const HISTORY_MINUTES = 60;
const SAMPLE_SECONDS = 15;
const MINUTE_MS = 60_000;
const KINDS = ['stonfi', 'dedust'];
const minutes = Number(process.env.BENCH_MINUTES ?? 10);
const cases = (process.env.BENCH_CASES ?? 'page,dedust').split(',');
const onEngine = process.env.BENCH_ONLY === 'server' ? onServer : onEmbedded;

/** What has happened in the page. */
interface PageCounts {
  shift: number;
  shifted: string[];
  changes: number;
  errors: number;
}

if (process.argv[2] === 'serve-dedust') serveDedust();
else {
  if (cases.includes('page')) await measurePage();
  if (cases.includes('dedust'))
    await onEngine((withStore) => withStore((location) => measureDedust(location, minutes)));
  process.exit();
}

/**
 * Reads 12 swaps per second from an upstream in two formats while a list is open in a browser. Prints samples, and the
 * last element on the page that shifted.
 */
async function measurePage(): Promise<void> {
  const started = Date.now();
  const start = new Date(started - HISTORY_MINUTES * MINUTE_MS);
  const end = new Date(started + (minutes + 15) * MINUTE_MS);
  await writeLiveDataset(`${WORK}/dataset`, start, end, SWAPS_PER_SECOND);
  const script = fileURLToPath(new URL('./upstream.js', import.meta.url));
  const upstream = spawn(process.execPath, [script, `${WORK}/dataset`], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [firstLine] = await once(upstream.stdout, 'data');
  const base = String(firstLine).trim();
  const feeds = KINDS.map((kind) => ({
    name: kind,
    kind,
    url: `${base}/${kind}`,
    ...(kind === 'dedust' && { poolsUrl: `${base}/${kind}` }),
    from: start.toISOString(),
    rate: 50,
  }));
  writeFileSync(`${WORK}/feeds.json`, JSON.stringify(feeds));
  await onEngine((withStore) => withStore(measure));
  upstream.kill();
}

async function measure(location: StoreLocation): Promise<void> {
  const service = await BuiltService.start({
    FEEDS_FILE: `${WORK}/feeds.json`,
    RATE_LIMIT: '100',
    ...('dataDir' in location ? { DATA_DIR: location.dataDir } : { DATABASE_URL: location.databaseUrl }),
  });
  const seconds = Math.round((await untilCaughtUp(service)) / 1000);
  print(`History of ${HISTORY_MINUTES} minutes read after ${seconds} s\n`);
  // Only here, because it would add to the memory that the case `dedust` measures.
  const { inTab, launchBrowser } = await import('./web/browser.ts');
  const browser = await launchBrowser();
  await inTab(browser, service.origin, (tab) => follow(service, tab));
  await browser.close();
  await service.stop('SIGTERM');
}

async function follow(service: BuiltService, tab: Tab): Promise<void> {
  await tab.page.goto('/?sort=volume24h');
  await tab.page.getByRole('row').nth(5).waitFor();
  await tab.page.evaluate(observeChanges);
  const memory = ['service, MB', 'service heap, MB', 'page, MB'];
  const table = [['minute', 'lag, s', ...memory, 'late', 'texts changed', 'layout shift', 'errors']];
  const until = Date.now() + minutes * MINUTE_MS;
  while (Date.now() < until) {
    await delay(SAMPLE_SECONDS * 1000);
    const minute = ((Date.now() - until) / MINUTE_MS + minutes).toFixed(1);
    table.push([minute, ...(await sample(service, tab))]);
  }
  print(alignedTable(table));
  const { shifted } = await countsOf(tab);
  if (shifted.length > 0) print(`\nShifted: ${shifted.at(-1)}`);
}

async function untilCaughtUp(service: BuiltService): Promise<number> {
  const from = performance.now();
  for (;;) {
    const found = await fetchFeeds(service.origin);
    if (found.length === KINDS.length && found.every(({ caughtUp }) => caughtUp))
      return performance.now() - from;
    await delay(500);
  }
}

/** Counts layout shifts and changes of texts. Runs in the page. */
function observeChanges(): void {
  const counts: PageCounts = { shift: 0, shifted: [], changes: 0, errors: 0 };
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
}

function countsOf({ page }: Tab): Promise<PageCounts> {
  return page.evaluate(() => Reflect.get(window, 'counts'));
}

async function sample(service: BuiltService, tab: Tab): Promise<string[]> {
  const found = await fetchFeeds(service.origin);
  const { shift, changes, errors } = await countsOf(tab);
  const { residentBytes = 0, heapBytes = 0 } = service.sample ?? {};
  return [
    String(Math.max(...found.map(({ lagSeconds = 0 }) => lagSeconds))),
    ...[residentBytes, heapBytes, await tab.heap()].map((bytes) => String(Math.round(bytes / 1e6))),
    String(found.reduce((sum, { events }) => sum + events.late, 0)),
    String(changes),
    shift.toFixed(4),
    String(errors),
  ];
}
