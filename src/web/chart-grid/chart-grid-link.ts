import { parseAddress, toUserFriendly } from '#contract/address.ts';
import { MAX_CHARTS } from '#contract/page-links.ts';
import {
  type Indicator,
  MAX_INDICATORS,
  parseIndicator,
  serializeIndicator,
} from '#web/chart/bars/indicators.ts';
import { type ChartView, viewLink } from '#web/chart/chart-view.ts';
import { createLink, type LinkPart, listParameter, parameter } from '#web/kit/device/link-state.ts';

/** A chart of a pool, or of the deepest pool of a jetton. Raw addresses. */
export interface ChartMarket {
  readonly address: string;
  readonly poolAddress?: string | undefined;
}

/** State of the page of several charts that a link contains. */
export interface ChartGrid {
  readonly charts: readonly ChartMarket[];
  /** Of all charts. */
  readonly view: ChartView;
  /** Of all charts. */
  readonly indicators: readonly Indicator[];
  /** Share of the first column and of the first row, in percent. */
  readonly columns: number;
  readonly rows: number;
}

/** Bounds of a share, in percent. */
export const SHARE = { min: 20, max: 80 };
const HALF = 50;

function shareParameter(name: string): LinkPart<number> {
  const parse = (text: string) => {
    const share = /^\d\d$/.test(text) ? Number(text) : Number.NaN;
    return share >= SHARE.min && share <= SHARE.max ? share : undefined;
  };
  return { ...parameter(name, parse, HALF), isHistoryStep: false };
}

export const chartGridLink = createLink<ChartGrid>({
  charts: listParameter('chart', parseChart, MAX_CHARTS, chartText),
  view: viewLink,
  indicators: listParameter('indicator', parseIndicator, MAX_INDICATORS, serializeIndicator),
  columns: shareParameter('columns'),
  rows: shareParameter('rows'),
});

/** Parses a jetton, or a jetton and a pool that are separated by a dot. */
function parseChart(text: string): ChartMarket | undefined {
  const [jetton = '', pool, ...rest] = text.split('.');
  const address = parseAddress(jetton);
  const poolAddress = pool === undefined ? undefined : parseAddress(pool);
  const isValid =
    address !== undefined && rest.length === 0 && (pool === undefined || poolAddress !== undefined);
  return isValid ? { address, ...(poolAddress !== undefined && { poolAddress }) } : undefined;
}

/** Identifies a chart, as in links. */
export function chartText({ address, poolAddress }: ChartMarket): string {
  const jetton = toUserFriendly(address);
  return poolAddress === undefined ? jetton : `${jetton}.${toUserFriendly(poolAddress)}`;
}
