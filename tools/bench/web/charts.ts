import { rmSync } from 'node:fs';
import { TON_ADDRESS, toUserFriendly } from '#contract/address.ts';
import { importDataset } from '#service/import/import-dataset.ts';
import { requiredSwapColumns } from '#service/import/swap-row-converter.ts';
import { readDataset } from '#service/store/dataset.ts';
import { Random } from '#testing/market/random.ts';
import { asOf, writeDataset } from '#tools/bench/dataset.ts';
import { listOf } from '#tools/bench/market.ts';
import { alignedTable, type Budgets, summarizeBudgets } from '#tools/bench/report.ts';
import { type BenchService, type PrepareStore, startBenchService } from '#tools/bench/service.ts';
import type { Tab } from './browser.ts';
import { waitForAllTicks, waitForNetworkIdle } from './in-page.ts';
import {
  type Box,
  boxOf,
  type FrameTimes,
  frameTimes,
  measureRounds,
  medianOf,
  type Rounds,
  type Site,
  SLOWNESS,
  visit,
} from './visits.ts';

const FOLDER = '.bench/charts';
const TICKS = 1_000_000;
const TICKS_PER_REQUEST = 1000;
const DAYS = 365;
const TRADERS = 5_000;
const EMBED_BYTES = 80_000;
const PAN_MS = 6000;
const PAN_STEP = 20;

const ton = toUserFriendly(TON_ADDRESS);
const address = toUserFriendly(`0:${'a'.repeat(64)}`);
const poolAddress = toUserFriendly(`0:${'b'.repeat(64)}`);

const pageNames = { pool: 'pool page', embed: 'embed', libraryOnly: 'chart library only' } as const;
type PageName = keyof typeof pageNames;
const names = ['pool', 'embed', 'libraryOnly'] as const satisfies PageName[];
const CHART = '[role=application], #chart';

/** Returns the path of a page with its default chart, or with every tick as a point. */
function pathOf(page: PageName, range: 'default' | 'all', { width, height }: Box): string {
  const everyTick = range === 'all' ? '?range=all&interval=tick&type=line' : '';
  switch (page) {
    case 'pool':
      return `/jetton/${address}/pool/${poolAddress}${everyTick}`;
    case 'embed':
      return `/embed/${address}/${poolAddress}${everyTick}`;
    case 'libraryOnly':
      return `/library-only/index.html?address=${address}&poolAddress=${poolAddress}&range=${range}&width=${width}&height=${height}`;
  }
}

interface Setup extends Site {
  /** Size of the chart on the pool page; the library's chart gets the same size. */
  readonly box: Box;
}

type Visit = Awaited<ReturnType<typeof visitChart>>;
type History = Awaited<ReturnType<typeof visitHistory>>;

interface Results extends Rounds<PageName, Visit> {
  readonly pool: History;
  readonly libraryOnly: History;
}

const budgets: Budgets<Results> = {
  'no frame over 50 ms when panning a million ticks': ({ pool }) => pool.panning.longFrames === 0,
  'less memory than the chart library with the same ticks': ({ pool, libraryOnly }) =>
    pool.memory < libraryOnly.memory,
  'at most 80 kB of JavaScript in the embed': ({ full }) => medianOf(full.embed, 'bytes') <= EMBED_BYTES,
};

export function serveCharts(webRoot: string): Promise<BenchService> {
  return startBenchService(prepareMillionTicks, { DATA_DIR: FOLDER }, webRoot);
}

/** Imports a market with a million ticks, unless the store already has it. */
const prepareMillionTicks: PrepareStore = async (store, { exchanges, stables }, progress) => {
  if (await readDataset(store.db)) return;
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
  const anySize = { width: 0, height: 0 };
  const setup: Setup = { ...site, box: await boxOf(site, pathOf('pool', 'default', anySize), CHART) };
  const results: Results = {
    ...(await measureRounds(names, rounds, (page, slowness) => visitChart(setup, page, slowness))),
    pool: await visitHistory(setup, 'pool'),
    libraryOnly: await visitHistory(setup, 'libraryOnly'),
  };
  yield `${renderTable(results)}\n\n${summarizeBudgets(budgets, results)}`;
}

/** Measures a first visit with the default chart. */
function visitChart(setup: Setup, name: PageName, slowness: number) {
  return visit(setup, undefined, async (tab) => {
    const { page } = tab;
    await tab.slow(slowness);
    await page.goto(pathOf(name, 'default', setup.box));
    /** Milliseconds from navigation to the first paint of candles. */
    const candles = await page.evaluate(() => window.bench.firstPaint);
    await page.evaluate(waitForNetworkIdle);
    /** Compressed size of all scripts. */
    const bytes = await page.evaluate(() =>
      window.bench.requests('\\.js$').reduce((sum, { encodedBodySize }) => sum + encodedBodySize, 0),
    );
    return { candles, bytes };
  });
}

/** Measures loading every tick, then panning. */
function visitHistory(setup: Setup, name: PageName) {
  return visit(setup, undefined, async (tab) => {
    await tab.page.goto(pathOf(name, 'all', setup.box));
    /** Milliseconds from navigation until every tick is loaded and rendered. */
    const completedAt = await tab.page.evaluate(waitForAllTicks, TICKS / TICKS_PER_REQUEST);
    const loading = await framesOf(tab);
    const memory = await tab.heap();
    const panning = await pan(tab);
    await tab.slow(SLOWNESS);
    return { completedAt, loading, memory, panning, slowPanning: await pan(tab) };
  });
}

async function framesOf({ page }: Tab): Promise<FrameTimes> {
  return frameTimes(await page.evaluate(() => window.bench.frames.splice(0)));
}

/** Pans the chart into the past with the mouse, repeatedly over most of its width. */
async function pan(tab: Tab): Promise<FrameTimes> {
  const { mouse } = tab.page;
  const box = await tab.page.locator(CHART).boundingBox();
  if (!box) throw new Error('no chart to drag');
  const y = box.y + box.height / 2;
  await framesOf(tab);
  const end = performance.now() + PAN_MS;
  while (performance.now() < end) {
    await mouse.move(box.x + box.width * 0.1, y);
    await mouse.down();
    for (let x = 0.1 * box.width; x < 0.8 * box.width; x += PAN_STEP) await mouse.move(box.x + x, y);
    await mouse.up();
  }
  return framesOf(tab);
}

/** Returns a Markdown table with the medians of the visits and the results of loading every tick once. */
function renderTable({ full, slowed, pool, libraryOnly }: Results): string {
  const visits = (of: Results['full'], measure: keyof Visit, digits: number, unit = 1) =>
    names.map((name) => (medianOf(of[name], measure) / unit).toFixed(digits));
  const histories = (of: (history: History) => number, digits = 0) => [
    of(pool).toFixed(digits),
    '',
    of(libraryOnly).toFixed(digits),
  ];
  const frames = (name: string, of: 'panning' | 'slowPanning') => [
    [`${name}: median frame, ms`, ...histories((history) => history[of].medianFrame, 1)],
    [`${name}: 95th percentile frame, ms`, ...histories((history) => history[of].slowFrame, 1)],
    [`${name}: frames over 50 ms`, ...histories((history) => history[of].longFrames)],
    [`${name}: longest frame, ms`, ...histories((history) => history[of].longestFrame)],
  ];
  const ticks = TICKS.toLocaleString('en');
  return alignedTable([
    ['', ...names.map((name) => pageNames[name])],
    ['navigation to the first candles painted, ms', ...visits(full, 'candles', 0)],
    ['slowed: navigation to the first candles painted, ms', ...visits(slowed, 'candles', 0)],
    ['JavaScript transferred, kB', ...visits(full, 'bytes', 1, 1000)],
    [`${ticks} ticks: navigation to all loaded, s`, ...histories(({ completedAt }) => completedAt / 1000, 1)],
    ['loading: frames over 50 ms', ...histories(({ loading }) => loading.longFrames)],
    ['loading: longest frame, ms', ...histories(({ loading }) => loading.longestFrame)],
    ['memory of scripts with all ticks loaded, MB', ...histories(({ memory }) => memory / 1e6)],
    ...frames('panning', 'panning'),
    ...frames('panning, slowed', 'slowPanning'),
  ]);
}
