import { alignedTable, comparedCells } from '#tools/bench/web/markdown-table.ts';
import { MEMORY_ROWS, type Round } from './round.ts';

export interface Results {
  readonly full: Compared<readonly Round[]>;
  readonly slowed: Compared<readonly Round[]>;
  readonly memory?: Memory;
}

/** Bytes. */
export type Memory = Compared<number>;

export interface Compared<Value> {
  readonly ours: Value;
  readonly agGrid: Value;
}

interface Line {
  readonly name: string;
  readonly of: (round: Round) => number;
  readonly digits?: number;
}

const lines: readonly Line[] = [
  { name: 'navigation to the first ten rows painted, ms', of: ({ firstRows }) => firstRows },
  { name: 'scrolling: median frame, ms', of: ({ medianFrame }) => medianFrame, digits: 1 },
  { name: 'scrolling: 95th percentile frame, ms', of: ({ slowFrame }) => slowFrame, digits: 1 },
  { name: 'scrolling: frames over 50 ms', of: ({ longFrames }) => longFrames },
  { name: 'scrolling: longest frame, ms', of: ({ longestFrame }) => longestFrame },
  {
    name: 'filter change to painted rows, without response time, ms',
    of: ({ filterChange }) => filterChange,
  },
  { name: 'layout shift from navigation to idle', of: ({ layoutShift }) => layoutShift, digits: 4 },
];

/** Returns a Markdown table with the medians of the rounds and their ratios. */
export function renderTable({ full, slowed, memory }: Results): string {
  const head = ['', 'Jetscope', 'AG Grid', 'ratio', 'slowed: Jetscope', 'AG Grid', 'ratio'];
  const rows = lines.map(({ name, of, digits = 0 }) => {
    const cells = [full, slowed].flatMap(({ ours, agGrid }) =>
      comparedCells(ours.map(of), agGrid.map(of), digits),
    );
    return [name, ...cells];
  });
  if (memory) {
    const used = comparedCells([memory.ours / 1e6], [memory.agGrid / 1e6], 0);
    const name = `memory of scripts with ${MEMORY_ROWS.toLocaleString('en')} rows loaded, MB`;
    rows.push([name, ...used, '', '', '']);
  }
  return alignedTable([head, ...rows]);
}
