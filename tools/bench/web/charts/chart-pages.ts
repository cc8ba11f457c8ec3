import { market } from './million-ticks.ts';

/** A page whose chart is measured. */
export interface ChartPage {
  readonly name: string;
  /** Selector of the chart. */
  readonly chart: string;
  /** Returns the path of the page with its default chart, or with every tick as a point. */
  readonly path: (range: 'default' | 'all', box: Box) => string;
}

export interface Box {
  readonly width: number;
  readonly height: number;
}

const { address, poolAddress } = market;
const everyTick = '?range=all&interval=tick&type=line';

export const chartPages = {
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
  libraryOnly: {
    name: 'chart library only',
    chart: '#chart',
    path: (range, box) => {
      const parameters = { address, poolAddress, range, width: `${box.width}`, height: `${box.height}` };
      return `/library-only/index.html?${new URLSearchParams(parameters)}`;
    },
  },
} as const satisfies Record<string, ChartPage>;

export type ChartPageName = keyof typeof chartPages;
