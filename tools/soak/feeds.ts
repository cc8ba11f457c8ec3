import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { timeLimit } from '#testing/time-limit.ts';
import { writeLiveDataset } from '#tools/bench/dataset.ts';
import { print } from '#tools/bench/report.ts';
import { compareComputedValues, compareSwaps } from '#tools/cluster/compare-with-import.ts';
import { fetchFeeds, maxLag } from '#tools/cluster/feed-sampler.ts';
import { BuiltService, builtScript } from './built-service.ts';
import { FullLoad } from './full-load.ts';
import { fetchMarkets, type Market, pick } from './requests.ts';

const WORK = '.bench/soak-feeds';
const MINUTE_MS = 60_000;
const HISTORY_MINUTES = 5;
const SWAPS_PER_SECOND = 12;
/** Of the requests of the feeds. */
const FAULTS = '0.15';
const EXCHANGES = ['stonfi', 'dedust', 'tonco'];
const RATE = 50;
const CONNECTIONS = 100;
const MIN_PAUSE_MS = 15_000;
const MAX_PAUSE_MS = 55_000;
/** Within this time after the last swap, without load, all are stored. */
const STORED_MS = timeLimit(300_000);
const MAX_MEMORY = 600e6;
/** Settings of glibc in the image and the systemd unit. */
const documentedMemory = {
  MALLOC_ARENA_MAX: '1',
  MALLOC_TRIM_THRESHOLD_: '131072',
  MALLOC_MMAP_THRESHOLD_: '32768',
};
const MAX_LISTED_DIFFERENCES = 5;

const columns =
  'minute | faults | succeeded | rejected | not connected | resets | unexpected | lag, s | RSS, MB | largest RSS, MB | heap, MB | crashes';

/**
 * Runs a service with three feeds, of whose requests 15 % fail, under full load, kills and stops it, and prints a row every
 * minute. Finally compares the store with an import. Returns what should not have happened.
 */
export async function soakFeeds(minutes: number): Promise<string[]> {
  rmSync(WORK, { recursive: true, force: true });
  mkdirSync(WORK, { recursive: true });
  const dataset = `${WORK}/dataset`;
  // Swaps have times in whole seconds: the feeds read none before their start.
  const start = new Date(Math.floor(Date.now() / 1000) * 1000 - HISTORY_MINUTES * MINUTE_MS);
  // Time to read the history comes on top.
  const end = new Date(Date.now() + (minutes + 1) * MINUTE_MS);
  await writeLiveDataset(dataset, start, end, SWAPS_PER_SECOND, EXCHANGES);
  const upstream = spawn(process.execPath, [builtScript('upstream'), dataset, '--faults', FAULTS], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  try {
    const [address] = await once(upstream.stdout, 'data');
    const feedsFile = writeFeedsFile(String(address).trim(), start);
    return await soakService(dataset, feedsFile, minutes);
  } finally {
    upstream.kill();
  }
}

async function soakService(dataset: string, feedsFile: string, minutes: number): Promise<string[]> {
  const service = await BuiltService.start({
    DATA_DIR: `${WORK}/data`,
    FEEDS_FILE: feedsFile,
    RATE_LIMIT: '0',
    LOG_LEVEL: 'info',
    ...documentedMemory,
  });
  try {
    const problems = await disturb(service, minutes);
    const expected = readFileSync(`${dataset}/swaps.csv`, 'utf8').trimEnd().split('\n').length - 1;
    await untilStored(service, expected);
    await service.stop();
    return [...problems, ...(await compare(dataset))];
  } finally {
    await service.stop();
  }
}

function writeFeedsFile(base: string, start: Date): string {
  const feeds = EXCHANGES.map((exchange) => {
    const path = exchange === 'tonco' ? 'dexscreener/tonco' : exchange;
    return {
      name: exchange,
      kind: path.split('/')[0],
      url: `${base}/${path}`,
      ...(exchange === 'dedust' && { poolsUrl: `${base}/${path}` }),
      exchange,
      from: start.toISOString(),
      rate: RATE,
    };
  });
  const file = `${WORK}/feeds.json`;
  writeFileSync(file, JSON.stringify(feeds));
  return file;
}

async function disturb(service: BuiltService, minutes: number): Promise<string[]> {
  const load = new FullLoad(service.origin, await untilTraded(service), CONNECTIONS);
  const problems: string[] = [];
  const stopped = new AbortController();
  const { signal } = stopped;
  const faults: Record<string, () => Promise<void>> = {
    killed: async () => {
      load.excusesResets = true;
      await service.stop('SIGKILL');
      await service.start();
      load.excusesResets = false;
    },
    stopped: async () => {
      await service.stop('SIGTERM');
      await service.start();
    },
  };
  let injected: string[] = [];
  const injecting = (async () => {
    while (!signal.aborted) {
      const pause = MIN_PAUSE_MS + Math.random() * (MAX_PAUSE_MS - MIN_PAUSE_MS);
      await delay(pause, undefined, { signal }).catch(() => undefined);
      const [name, inject] = pick(Object.entries(faults));
      if (signal.aborted) return;
      injected.push(name);
      await inject().catch((error: unknown) => problems.push(`${name}: ${String(error)}`));
    }
  })();
  let largest = 0;
  const sampling = setInterval(() => {
    largest = Math.max(largest, service.sample?.residentBytes ?? 0);
  }, 1_000);
  print(`| ${columns} |\n|${'---|'.repeat(columns.split('|').length)}`);
  for (let minute = 1; minute <= minutes; minute += 1) {
    await delay(MINUTE_MS);
    const { residentBytes = 0, heapBytes = 0 } = service.sample ?? {};
    const megabytes = [residentBytes, largest, heapBytes].map((bytes) => Math.round(bytes / 1e6));
    const { succeeded, rejected, notConnected, resets, unexpected } = load.takeOutcomes();
    const requests = [succeeded, rejected, notConnected, resets.length, unexpected.length];
    const lag = await lagOf(service.origin);
    print(
      `| ${[minute, injected.join(', '), ...requests, lag, ...megabytes, service.crashes].join(' | ')} |`,
    );
    problems.push(...resets.map((reset) => `reset: ${reset}`), ...unexpected);
    if (largest > MAX_MEMORY) problems.push(`minute ${minute}: ${Math.round(largest / 1e6)} MB of memory`);
    injected = [];
    largest = 0;
  }
  clearInterval(sampling);
  stopped.abort();
  await Promise.all([injecting, load.stop()]);
  return service.crashes > 0 ? [`${service.crashes} crashes`, ...problems] : problems;
}

async function lagOf(origin: string): Promise<number | string> {
  const feeds = await fetchFeeds(origin).catch(() => []);
  return feeds.length === 0 ? 'unknown' : maxLag({ at: performance.now(), feeds });
}

/** Resolves with some jettons once they have been traded. */
async function untilTraded({ origin }: BuiltService): Promise<readonly Market[]> {
  for (;;) {
    const markets = await fetchMarkets(origin).catch(() => []);
    if (markets.length >= 20) return markets;
    await delay(1_000);
  }
}

/** Waits until the feeds have stored as many swaps, or it takes too long. */
async function untilStored({ origin }: BuiltService, expected: number): Promise<void> {
  const started = performance.now();
  for (;;) {
    const feeds = await fetchFeeds(origin).catch(() => []);
    const stored = feeds.reduce((sum, { events }) => sum + events.ingested, 0);
    const seconds = Math.round((performance.now() - started) / 1000);
    if (stored >= expected || performance.now() - started > STORED_MS) {
      print(`\n${stored} of ${expected} swaps stored, ${seconds} s after the load.`);
      return;
    }
    await delay(1_000);
  }
}

async function compare(dataset: string): Promise<string[]> {
  const location = { dataDir: `${WORK}/data` };
  const computed = await compareComputedValues(location);
  const { swaps, different } = await compareSwaps({
    location,
    dataset,
    importFolder: `${WORK}/import`,
    settings: {},
  });
  print(
    `${different.length} of ${swaps} swaps differ from an import, and ${computed.length} computed values from a calculation of everything.`,
  );
  return [...different.slice(0, MAX_LISTED_DIFFERENCES), ...computed.slice(0, MAX_LISTED_DIFFERENCES)];
}
