import { market } from './million-ticks.ts';

/** A chart that is measured. */
export interface Subject {
  readonly name: string;
  readonly chart: string;
  /** Its page, as it opens by itself, or with every tick as a point. */
  readonly path: (range: 'usual' | 'all', box: Box) => string;
}

export interface Box {
  readonly width: number;
  readonly height: number;
}

const { address, poolAddress } = market;
const everyTick = '?range=all&interval=tick&type=line';

export const subjects = {
  pool: {
    name: 'pool page',
    chart: '[role=application]',
    path: (range) => `/jetton/${address}/pool/${poolAddress}${range === 'all' ? everyTick : ''}`,
  },
  embed: {
    name: 'embed',
    chart: '[role=application]',
    path: (range) => `/embed/${address}/${poolAddress}${range === 'all' ? everyTick : ''}`,
  },
  alone: {
    name: 'the library alone',
    chart: '#chart',
    path: (range, box) => {
      const asked = { address, poolAddress, range, width: `${box.width}`, height: `${box.height}` };
      return `/library-alone/index.html?${new URLSearchParams(asked)}`;
    },
  },
} as const satisfies Record<string, Subject>;

export type SubjectName = keyof typeof subjects;
