import { operations } from '#contract/operations.ts';
import { alignedTable, type Budgets, summarizeBudgets } from '#tools/bench/report.ts';
import { type BenchService, call, prepareSimulatedMarket, startBenchService } from '#tools/bench/service.ts';
import type { Tab } from './browser.ts';
import { changeFilter, type Grid, loadRows, scroll, waitForNetworkIdle } from './in-page.ts';
import {
  type Box,
  boxOf,
  frameTimes,
  measureRounds,
  medianOf,
  type Rounds,
  type Site,
  visit,
} from './visits.ts';

const JETTONS = 100_000;
const ROW_HEIGHT = 32;
const SCROLL_STEP = 120;
const SCROLL_MS = 6000;
const LIST_ROWS = 10_000;
const MEMORY_ROWS = Number(process.env.BENCH_MEMORY_ROWS ?? 100_000);
const environment = { DATA_DIR: '.bench/web', AS_OF: '2026-01-29T07:50:00Z', DEMO_SEED: '1' };

type PageName = 'ours' | 'agGrid';

const grids: Readonly<Record<PageName, Grid>> = {
  ours: {
    scroller: '[role=grid]',
    names: '[role=row] a[href^="/jetton/"] bdi:first-of-type',
    firstName: '[aria-rowindex="2"] a[href^="/jetton/"] bdi:first-of-type',
  },
  agGrid: {
    scroller: '.ag-grid-viewport',
    names: '[col-id=jetton] .symbol',
    firstName: '[row-index="0"] [col-id=jetton] .symbol',
  },
};

/** Returns the path of a page with a grid of this size. */
function pathOf(page: PageName, { width, height }: Box, excludeScam: boolean): string {
  if (page === 'ours') return excludeScam ? '/' : '/?excludeScam=false';
  return `/ag-grid/index.html?width=${width}&height=${height}&excludeScam=${excludeScam}`;
}

interface Setup extends Site {
  /** Size of the screener's table; AG Grid gets the same size. */
  readonly box: Box;
  /** A maximum holder count that excludes the first row, and the symbol of the first row that it includes. */
  readonly filter: { readonly value: string; readonly first: string };
}

type Round = Awaited<ReturnType<typeof visitGrid>>;
type Results = Rounds<PageName, Round>;

const lines = {
  firstRows: ['navigation to the first ten rows painted, ms', 0],
  medianFrame: ['scrolling: median frame, ms', 1],
  slowFrame: ['scrolling: 95th percentile frame, ms', 1],
  longFrames: ['scrolling: frames over 50 ms', 0],
  longestFrame: ['scrolling: longest frame, ms', 0],
  filterChange: ['filter change to painted rows, without response time, ms', 0],
  layoutShift: ['layout shift from navigation to idle', 4],
} as const satisfies Record<keyof Round, readonly [name: string, digits: number]>;

function ratio({ ours, agGrid }: Results['full'], measure: keyof Round): number {
  return medianOf(ours, measure) / medianOf(agGrid, measure);
}

const budgets: Budgets<Results> = {
  'first ten rows in at most 0.4 of AG Grid’s time at full speed': ({ full }) =>
    ratio(full, 'firstRows') <= 0.4,
  'first ten rows in at most 0.25 of AG Grid’s time, slowed': ({ slowed }) =>
    ratio(slowed, 'firstRows') <= 0.25,
  'no frame over 50 ms at full speed': ({ full }) => medianOf(full.ours, 'longFrames') === 0,
  '95% of frames under 20 ms at full speed': ({ full }) => medianOf(full.ours, 'slowFrame') < 20,
  'fewer frames over 50 ms than AG Grid, slowed': ({ slowed: { ours, agGrid } }) =>
    medianOf(ours, 'longFrames') < medianOf(agGrid, 'longFrames'),
  'filter change within 200 ms plus response time at full speed': ({ full }) =>
    medianOf(full.ours, 'filterChange') <= 200,
  'layout shift under 0.02': ({ full }) => medianOf(full.ours, 'layoutShift') < 0.02,
};

export function serveScreener(webRoot: string): Promise<BenchService> {
  const prepareStore = prepareSimulatedMarket(Number(process.env.BENCH_JETTONS ?? JETTONS));
  return startBenchService(prepareStore, environment, webRoot);
}

/** Reports results twice, because loading rows to measure the memory may exceed that of the browser. */
export async function* measureScreener(site: Site, rounds: number): AsyncGenerator<string> {
  const box = await boxOf(site, '/', grids.ours.scroller);
  const setup: Setup = { ...site, box, filter: await findFilter(site.origin) };
  const results = await measureRounds(['ours', 'agGrid'], rounds, (page, slowness) =>
    visitGrid(setup, page, slowness),
  );
  const summary = summarizeBudgets(budgets, results);
  yield `${renderTable(results)}\n\n${summary}`;
  const memory = [await memoryOf(setup, 'ours'), await memoryOf(setup, 'agGrid')] as const;
  yield `${renderTable(results, memory)}\n\n${summary}`;
}

async function findFilter(origin: string): Promise<Setup['filter']> {
  const list = { excludeScam: true, sort: 'volume24h', order: 'desc', limit: 1 } as const;
  const top = await call(origin, operations.getJettons, list);
  const value = String(Number(top.jettons[0]?.holdersCount) - 1);
  const { jettons } = await call(origin, operations.getJettons, { ...list, holders: { max: value } });
  if (!jettons[0]) throw new Error('no jetton has fewer holders than the first');
  return { value, first: jettons[0].metadata.symbol };
}

/** Measures one visit: opening the page, scrolling through 10,000 loaded rows, and changing a filter. */
function visitGrid(setup: Setup, name: PageName, slowness: number) {
  const grid = grids[name];
  return visit(setup, grid.names, async (tab) => {
    const { page } = tab;
    await tab.slow(slowness);
    const firstRows = await open(tab, pathOf(name, setup.box, true));
    /** From navigation to idle. */
    const layoutShift = await page.evaluate(() => window.bench.layoutShift);
    await tab.slow(1);
    await load(tab, grid, LIST_ROWS);
    await tab.slow(slowness);
    const { scroller } = grid;
    const frames = await page.evaluate(scroll, { scroller, step: SCROLL_STEP, duration: SCROLL_MS });
    // Wait for the images at the final position.
    await page.evaluate(waitForNetworkIdle);
    const change = { grid, path: operations.getJettons.path, ...setup.filter };
    const filterChange = await page.evaluate(changeFilter, change);
    return { firstRows, layoutShift, ...frameTimes(frames), filterChange };
  });
}

/** Returns the memory of the page's scripts in bytes, with `MEMORY_ROWS` rows loaded. */
async function memoryOf(setup: Setup, name: PageName): Promise<number> {
  const { memory } = await visit(setup, grids[name].names, async (tab) => {
    await open(tab, pathOf(name, setup.box, false));
    await load(tab, grids[name], MEMORY_ROWS);
    return { memory: await tab.heap() };
  });
  return memory;
}

/** Returns the milliseconds from navigation to the first paint of ten rows. */
async function open({ page }: Tab, path: string): Promise<number> {
  await page.goto(path);
  const firstRows = await page.evaluate(() => window.bench.firstPaint);
  await page.evaluate(waitForNetworkIdle);
  return firstRows;
}

async function load({ page }: Tab, { scroller }: Grid, rows: number): Promise<void> {
  await page.evaluate(loadRows, { scroller, pixels: rows * ROW_HEIGHT });
  await page.evaluate(waitForNetworkIdle);
}

/** Returns a Markdown table with the medians of the rounds and their ratios. */
function renderTable({ full, slowed }: Results, memory?: readonly [ours: number, agGrid: number]): string {
  const compared = (ours: number, agGrid: number, digits: number) => [
    ours.toFixed(digits),
    agGrid.toFixed(digits),
    agGrid === 0 ? '' : (ours / agGrid).toFixed(2),
  ];
  const rows = Object.entries(lines).map(([name, [label, digits]]) => {
    const measure = name as keyof Round;
    const cells = [full, slowed].map(({ ours, agGrid }) =>
      compared(medianOf(ours, measure), medianOf(agGrid, measure), digits),
    );
    return [label, ...cells.flat()];
  });
  if (memory) {
    const [ours, agGrid] = memory;
    const label = `memory of scripts with ${MEMORY_ROWS.toLocaleString('en')} rows loaded, MB`;
    rows.push([label, ...compared(ours / 1e6, agGrid / 1e6, 0), '', '', '']);
  }
  const head = ['', 'Jetscope', 'AG Grid', 'ratio', 'slowed: Jetscope', 'AG Grid', 'ratio'];
  return alignedTable([head, ...rows]);
}
