import type { FrameTimes } from '#tools/bench/web/frame-times.ts';
import { alignedTable } from '#tools/bench/web/markdown-table.ts';
import { median } from '#tools/bench/web/median.ts';
import { type ChartPageName, chartPages } from './chart-pages.ts';
import { TICKS } from './million-ticks.ts';
import type { History, Visit } from './visits.ts';

type Visits = Readonly<Record<ChartPageName, readonly Visit[]>>;

export interface Results {
  readonly full: Visits;
  readonly slowed: Visits;
  readonly pool: History;
  readonly libraryOnly: History;
}

const { pool, embed, libraryOnly } = chartPages;
const head = ['', pool.name, embed.name, libraryOnly.name];

/** Returns a Markdown table with the medians of the visits and the results of loading every tick once. */
export function renderTable(results: Results): string {
  const { full, slowed } = results;
  const ticks = TICKS.toLocaleString('en');
  const rows = [
    ['navigation to the first candles painted, ms', ...visits(full, ({ candles }) => candles, 0)],
    ['slowed: navigation to the first candles painted, ms', ...visits(slowed, ({ candles }) => candles, 0)],
    ['JavaScript transferred, kB', ...visits(full, ({ bytes }) => bytes / 1000, 1)],
    [
      `${ticks} ticks: navigation to all loaded, s`,
      ...histories(results, ({ completedAt }) => completedAt / 1000, 1),
    ],
    ['loading: frames over 50 ms', ...histories(results, ({ loading }) => loading.longFrames, 0)],
    ['loading: longest frame, ms', ...histories(results, ({ loading }) => loading.longestFrame, 0)],
    ['memory of scripts with all ticks loaded, MB', ...histories(results, ({ memory }) => memory / 1e6, 0)],
    ...frames(results, 'panning', ({ panning }) => panning),
    ...frames(results, 'panning, slowed', ({ slowPanning }) => slowPanning),
  ];
  return alignedTable([head, ...rows]);
}

function visits(all: Visits, of: (visit: Visit) => number, digits: number): string[] {
  return [all.pool, all.embed, all.libraryOnly].map((pageVisits) =>
    median(pageVisits.map(of)).toFixed(digits),
  );
}

function histories(results: Results, of: (history: History) => number, digits: number): string[] {
  return [of(results.pool).toFixed(digits), '', of(results.libraryOnly).toFixed(digits)];
}

function frames(results: Results, name: string, of: (history: History) => FrameTimes): string[][] {
  return [
    [`${name}: median frame, ms`, ...histories(results, (history) => of(history).medianFrame, 1)],
    [`${name}: 95th percentile frame, ms`, ...histories(results, (history) => of(history).slowFrame, 1)],
    [`${name}: frames over 50 ms`, ...histories(results, (history) => of(history).longFrames, 0)],
    [`${name}: longest frame, ms`, ...histories(results, (history) => of(history).longestFrame, 0)],
  ];
}
