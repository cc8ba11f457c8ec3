import type { FrameFigures } from '#testing/bench/web/frames.ts';
import { alignedTable } from '#testing/bench/web/markdown.ts';
import { median } from '#testing/bench/web/median.ts';
import { TICKS } from './million-ticks.ts';
import { type SubjectName, subjects } from './subjects.ts';
import type { History, Visit } from './visit.ts';

type Visits = Readonly<Record<SubjectName, readonly Visit[]>>;

export interface Results {
  readonly full: Visits;
  readonly slowed: Visits;
  readonly pool: History;
  readonly alone: History;
}

const { pool, embed, alone } = subjects;
const head = ['', pool.name, embed.name, alone.name];

/** Markdown: medians of the visits, and what one load of every tick took. */
export function tableOf(results: Results): string {
  const { full, slowed } = results;
  const ticks = TICKS.toLocaleString('en');
  const rows = [
    ['navigation to the first candles painted, ms', ...visits(full, ({ candles }) => candles, 0)],
    ['the same slowed, ms', ...visits(slowed, ({ candles }) => candles, 0)],
    ['JavaScript that came, kB', ...visits(full, ({ bytes }) => bytes / 1000, 1)],
    [
      `${ticks} ticks: navigation to the last of them, s`,
      ...histories(results, ({ there }) => there / 1000, 1),
    ],
    ['frames over 50 ms meanwhile', ...histories(results, ({ loading }) => loading.longFrames, 0)],
    ['longest frame meanwhile, ms', ...histories(results, ({ loading }) => loading.longestFrame, 0)],
    ['memory of scripts then, MB', ...histories(results, ({ memory }) => memory / 1e6, 0)],
    ...frames(results, 'panned', ({ panning }) => panning),
    ...frames(results, 'panned slowed', ({ slowPanning }) => slowPanning),
  ];
  return alignedTable([head, ...rows]);
}

function visits(all: Visits, of: (visit: Visit) => number, digits: number): string[] {
  return [all.pool, all.embed, all.alone].map((some) => median(some.map(of)).toFixed(digits));
}

function histories(results: Results, of: (history: History) => number, digits: number): string[] {
  return [of(results.pool).toFixed(digits), '', of(results.alone).toFixed(digits)];
}

function frames(results: Results, name: string, of: (history: History) => FrameFigures): string[][] {
  return [
    [`${name}: median frame, ms`, ...histories(results, (one) => of(one).medianFrame, 1)],
    [`${name}: 95 % of frames under, ms`, ...histories(results, (one) => of(one).slowFrame, 1)],
    [`${name}: frames over 50 ms`, ...histories(results, (one) => of(one).longFrames, 0)],
    [`${name}: longest frame, ms`, ...histories(results, (one) => of(one).longestFrame, 0)],
  ];
}
