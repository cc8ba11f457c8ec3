import { rmSync } from 'node:fs';
import { TON_ADDRESS, toUserFriendly } from '#contract/address.ts';
import { importDataset } from '#service/import/import-dataset.ts';
import { requiredSwapColumns } from '#service/import/swap-row-converter.ts';
import { readDataset } from '#service/store/dataset.ts';
import { Random } from '#testing/market/random.ts';
import { storeAllCandles } from '#testing/stores/ingest.ts';
import { asOf, writeDataset } from '#tools/bench/dataset.ts';
import { listOf } from '#tools/bench/market.ts';
import { alignedTable, type Budgets, summarizeBudgets } from '#tools/bench/report.ts';
import { type BenchService, type PrepareStore, startBenchService } from '#tools/bench/service.ts';
import { inTab, type Tab } from './browser.ts';
import { waitForNetworkIdle } from './in-page.ts';
import {
  type Box,
  boxOf,
  type FrameTimes,
  frameTimes,
  measureRounds,
  medianOf,
  type Rounds,
  type Site,
  visit,
} from './visits.ts';

const FOLDER = '.bench/charts';
const TICKS = 1_000_000;
const DAYS = 365;
const TRADERS = 5_000;
const EMBED_BYTES = 80_000;
const PAN_MS = 6000;
const PAN_STEP = 20;

const ton = toUserFriendly(TON_ADDRESS);
const address = toUserFriendly(`0:${'a'.repeat(64)}`);
const poolAddress = toUserFriendly(`0:${'b'.repeat(64)}`);

const pageNames = {
  pool: 'pool page',
  embed: 'embed',
  lightweightCharts: 'chart library only',
  uplot: 'uPlot only',
} as const;
type PageName = keyof typeof pageNames;
const names = ['pool', 'embed', 'lightweightCharts', 'uplot'] as const satisfies PageName[];
const CHART = '[role=application], #chart';

interface Setup extends Site {
  /** Size of the chart on the pool page; those of the libraries get the same size. */
  readonly box: Box;
  /** The path by which the pool page requests the candles of the whole history. */
  readonly candles: string;
}

/** Returns the path of a page with the whole history of the market. */
function pathOf(page: PageName, { box, candles }: Pick<Setup, 'box' | 'candles'>): string {
  if (page === 'pool') return poolPath;
  if (page === 'embed') return `/embed/${address}/${poolAddress}?range=all`;
  const library = page === 'uplot' ? 'uplot' : 'lightweight-charts';
  return `/libraries/index.html?${new URLSearchParams({ library, candles, width: String(box.width), height: String(box.height) })}`;
}

const poolPath = `/jetton/${address}/pool/${poolAddress}?range=all`;

type Visit = Awaited<ReturnType<typeof visitChart>>;
type Results = Rounds<PageName, Visit>;

const MAX_CANDLES_MS = 1200;

const budgets: Budgets<Results> = {
  'candles of a million swaps painted within 1.2 s': ({ full }) =>
    medianOf(full.pool, 'candles') <= MAX_CANDLES_MS,
  'no frame over 50 ms when panning': ({ full }) => full.pool.every(({ longFrames }) => longFrames === 0),
  'no frame over 50 ms when panning, slowed': ({ slowed }) =>
    slowed.pool.every(({ longFrames }) => longFrames === 0),
  'at most 80 kB of JavaScript in the embed': ({ full }) => medianOf(full.embed, 'bytes') <= EMBED_BYTES,
};

export function serveCharts(webRoot: string): Promise<BenchService> {
  return startBenchService(prepareMillionTicks, { DATA_DIR: FOLDER }, webRoot);
}

/** Imports a market with a million ticks, unless the store already has it, and stores its candles. */
const prepareMillionTicks: PrepareStore = async (store, config, progress) => {
  if (!(await readDataset(store.db))) await importMillionTicks(store, config, progress);
  await storeAllCandles(store);
};

const importMillionTicks: PrepareStore = async (store, { exchanges, stables }, progress) => {
  const folder = `${FOLDER}/dataset`;
  try {
    await writeDataset(folder, {
      jettons: [{ address, name: 'A million ticks', symbol: 'MILLION' }],
      pools: [{ address: poolAddress, exchange: 'dedust', asset0: ton, asset1: address }],
      swaps: swapLines(),
    });
    await importDataset(store, { folder, asOf, exchanges, stables }, progress);
  } finally {
    rmSync(folder, { recursive: true });
  }
};

/** Generates swaps from the newest to the oldest, at random intervals like real trades. */
function* swapLines(): Generator<string> {
  const random = new Random(1);
  const traders = listOf(TRADERS, () => toUserFriendly(random.address()));
  yield requiredSwapColumns.join(',');
  let time = asOf.getTime() / 1000;
  let price = 1;
  for (let lt = TICKS; lt > 0; lt -= 1) {
    time += Math.log(1 - random.next()) * ((DAYS * 86_400) / TICKS);
    price *= 1 + (random.next() - 0.5) * 0.01;
    const trader = random.pick(traders);
    const tons = random.whole(1e8, 1e11);
    const jettons = Math.round(tons / price);
    const sides = random.chance(0.5) ? [ton, address, tons, jettons] : [address, ton, jettons, tons];
    yield [poolAddress, Math.floor(time), lt, trader, ...sides].join(',');
  }
}

export async function* measureCharts(site: Site, rounds: number): AsyncGenerator<string> {
  const box = await boxOf(site, poolPath, CHART);
  const setup: Setup = { ...site, box, candles: await candlesPath(site) };
  const results = await measureRounds(names, rounds, (page, slowness) => visitChart(setup, page, slowness));
  yield `${renderTable(results)}\n\n${summarizeBudgets(budgets, results)}`;
}

function candlesPath({ browser, origin }: Site): Promise<string> {
  return inTab(browser, origin, async ({ page }) => {
    const request = page.waitForRequest(/\/candles\?/);
    await page.goto(poolPath);
    const { pathname, search } = new URL((await request).url());
    return pathname + search;
  });
}

/** Measures a first visit, then panning. */
function visitChart(setup: Setup, name: PageName, slowness: number) {
  return visit(setup, undefined, async (tab) => {
    const { page } = tab;
    await tab.slow(slowness);
    await page.goto(pathOf(name, setup));
    /** Milliseconds from navigation to the first paint of candles. */
    const candles = await page.evaluate(() => window.bench.firstPaint);
    await page.evaluate(waitForNetworkIdle);
    /** Compressed size of all scripts. */
    const bytes = await page.evaluate(() =>
      window.bench.requests('\\.js$').reduce((sum, { encodedBodySize }) => sum + encodedBodySize, 0),
    );
    return { candles, bytes, memory: await tab.heap(), ...(await pan(tab)) };
  });
}

/** Pans the chart to the past and back with the mouse, repeatedly over most of its width. */
async function pan(tab: Tab): Promise<FrameTimes> {
  const { mouse } = tab.page;
  const box = await tab.page.locator(CHART).boundingBox();
  if (!box) throw new Error('no chart to drag');
  const y = box.y + box.height / 2;
  const takeFrames = () => tab.page.evaluate(() => window.bench.frames.splice(0));
  await takeFrames();
  const end = performance.now() + PAN_MS;
  for (let turn = 0; performance.now() < end; turn += 1) {
    const [start, step] = turn % 2 === 0 ? [0.1, PAN_STEP] : [0.8, -PAN_STEP];
    const left = box.x + box.width * start;
    await mouse.move(left, y);
    await mouse.down();
    for (let moved = 0; Math.abs(moved) < 0.7 * box.width; moved += step) await mouse.move(left + moved, y);
    await mouse.up();
  }
  return frameTimes(await takeFrames());
}

function renderTable({ full, slowed }: Results): string {
  const row = (name: string, of: Results['full'], measure: keyof Visit, digits = 0, unit = 1) => [
    name,
    ...names.map((page) => (medianOf(of[page], measure) / unit).toFixed(digits)),
  ];
  const frames = (name: string, of: Results['full']) => [
    row(`${name}: median frame, ms`, of, 'medianFrame', 1),
    row(`${name}: 95th percentile frame, ms`, of, 'slowFrame', 1),
    row(`${name}: frames over 50 ms`, of, 'longFrames'),
    row(`${name}: longest frame, ms`, of, 'longestFrame'),
  ];
  return alignedTable([
    ['', ...names.map((name) => pageNames[name])],
    row('navigation to the first candles painted, ms', full, 'candles'),
    row('slowed: navigation to the first candles painted, ms', slowed, 'candles'),
    row('JavaScript transferred, kB', full, 'bytes', 1, 1000),
    row('memory of scripts, MB', full, 'memory', 1, 1e6),
    ...frames('panning', full),
    ...frames('panning, slowed', slowed),
  ]);
}
