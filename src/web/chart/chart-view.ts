import { averageKinds, averageLength, MAX_AVERAGES, MAX_PRICE_LINES } from '#contract/page-links.ts';
import { type PriceUnit, priceUnits } from '#contract/price-unit.ts';
import { createLink, listParameter, oneOf, parameter } from '#web/kit/device/link-state.ts';
import { storedText } from '#web/kit/device/persisted-store.ts';
import { type EmptyBarMode, emptyBarModes, MAX_BARS } from './bars/bars.ts';
import {
  automaticInterval,
  fittingInterval,
  type Interval,
  intervals,
  type TimeZone,
  timeZones,
} from './bars/intervals.ts';
import type { MovingAverage } from './bars/moving-averages.ts';
import type { CandleInterval } from './history/market-history.ts';
import {
  type ChartActivity,
  type ChartScale,
  type ChartType,
  chartActivities,
  chartScales,
  chartTypes,
} from './rendering/chart-appearance.ts';

/** Market caps are in thousands of USD: most of those of new jettons have labels of a few digits then. */
export const MARKET_CAP_DECIMALS = 3;

/** Number of drawings in a link to a pool, and of those of a pool on a device. */
export const MAX_DRAWINGS = 50;

export const ranges = ['1h', '24h', '7d', '30d', 'all'] as const;
export type NamedRange = (typeof ranges)[number];

const HOUR = 3600;
const SECONDS_BY_RANGE: Readonly<Record<NamedRange, number>> = {
  '1h': HOUR,
  '24h': 24 * HOUR,
  '7d': 7 * 24 * HOUR,
  '30d': 30 * 24 * HOUR,
  all: Number.POSITIVE_INFINITY,
};

/** Returns the length of a named range in seconds, infinite for `all`. */
export function rangeSeconds(range: NamedRange): number {
  return SECONDS_BY_RANGE[range];
}

/** A time span in whole seconds of Unix time. */
export interface TimeSpan {
  readonly from: number;
  readonly to: number;
}

/** The settings of a chart that its link contains. */
export interface ChartView {
  readonly quote: PriceUnit;
  readonly type: ChartType;
  readonly interval: Interval;
  /** A named range ends now. */
  readonly range: NamedRange | TimeSpan;
  readonly scale: ChartScale;
  readonly averages: readonly MovingAverage[];
  readonly zone: TimeZone;
  readonly empty: EmptyBarMode;
  readonly activity: ChartActivity;
  /** Prices of the horizontal lines, in the quote's unit. */
  readonly priceLevels: readonly number[];
}

export const defaultView: ChartView = {
  quote: 'counterpart',
  type: 'candles',
  interval: 'auto',
  range: '7d',
  scale: 'linear',
  averages: [],
  zone: 'local',
  empty: 'gap',
  activity: 'volume',
  priceLevels: [],
};

/** Whether a type connects closes by a line. */
export function isLine(type: ChartType): boolean {
  return type === 'line' || type === 'area';
}

/**
 * Returns the interval of the candles that suit a view, undefined if it shows single swaps. While the length of the history is
 * unknown, which is infinite then, days suit all of it: most markets have the first swap in their first page.
 */
export function suitableCandles(
  { type, interval, range }: ChartView,
  historySeconds: number,
): CandleInterval | undefined {
  if (type === 'dots' || interval === 'tick' || interval === '1s') return undefined;
  const seconds =
    typeof range === 'object' ? range.to - range.from : Math.min(rangeSeconds(range), historySeconds);
  if (seconds === Number.POSITIVE_INFINITY) return '1d';
  return interval === 'auto'
    ? automaticInterval(seconds, isLine(type))
    : fittingInterval(interval, seconds, MAX_BARS);
}

/** The end of the year 9999, in seconds. */
export const MAX_SECOND = 253_402_300_799;

const namedRange = parameter<ChartView['range']>('range', oneOf(ranges), defaultView.range);

/** The view in links to pools and in the URLs of embeds. */
export const viewLink = createLink<ChartView>({
  quote: parameter('quote', oneOf(priceUnits), defaultView.quote),
  type: parameter('type', oneOf(chartTypes), defaultView.type),
  interval: parameter('interval', oneOf(intervals), defaultView.interval),
  scale: parameter('scale', oneOf(chartScales), defaultView.scale),
  empty: parameter('empty', oneOf(emptyBarModes), defaultView.empty),
  activity: parameter('activity', oneOf(chartActivities), defaultView.activity),
  zone: parameter('tz', oneOf(timeZones), defaultView.zone),
  range: {
    names: ['range', 'from', 'to'],
    parse: ({ from, to, ...query }, ignored) => {
      const [first, last] = [parseSecond(from), parseSecond(to)];
      if (first !== undefined && last !== undefined && first < last) return { from: first, to: last };
      if (from !== undefined) ignored.add('from');
      if (to !== undefined) ignored.add('to');
      return namedRange.parse(query, ignored, undefined);
    },
    serialize: (range) =>
      typeof range === 'object'
        ? { from: String(range.from), to: String(range.to) }
        : namedRange.serialize(range, undefined),
  },
  averages: listParameter('average', parseAverage, MAX_AVERAGES, ({ kind, length }) => kind + length),
  priceLevels: {
    ...listParameter('line', parsePriceLevel, MAX_PRICE_LINES),
    isHistoryStep: false,
  },
});

/** Parses seconds of Unix time or an ISO 8601 date. */
function parseSecond(text: unknown): number | undefined {
  const second = typeof text === 'string' ? secondOfText(text) : Number.NaN;
  return Number.isSafeInteger(second) && second >= 0 && second <= MAX_SECOND ? second : undefined;
}

function secondOfText(text: string): number {
  if (/^\d{1,12}$/.test(text)) return Number(text);
  return /^\d{4}-\d\d-\d\d/.test(text) ? Math.floor(Date.parse(text) / 1000) : Number.NaN;
}

function parseAverage(text: string): MovingAverage | undefined {
  const [, kind, digits] = /^([a-z]+)(\d{1,3})$/.exec(text) ?? [];
  const validKind = averageKinds.find((one) => one === kind);
  const length = Number(digits);
  return validKind && length >= averageLength.min && length <= averageLength.max
    ? { kind: validKind, length }
    : undefined;
}

/** Bounds of prices in links, which keep them positive numbers after scaling. */
export const PRICE_BOUNDS = { min: 1e-30, max: 1e30 };
/** Significant digits of a price level, as many as labels show. */
const PRICE_LEVEL_DIGITS = 6;

/** Returns the distinct valid prices, at most ten, rounded to six significant digits. */
export function parsePriceLevels(prices: unknown): number[] {
  const list: readonly unknown[] = Array.isArray(prices) ? prices : [prices];
  return [...new Set(list.flatMap((price) => parsePriceLevel(price) ?? []))].slice(0, MAX_PRICE_LINES);
}

function parsePriceLevel(text: unknown): number | undefined {
  const price =
    typeof text === 'number' || (typeof text === 'string' && /^\d+(\.\d+)?(e[+-]?\d{1,2})?$/.test(text))
      ? Number(Number(text).toPrecision(PRICE_LEVEL_DIGITS))
      : Number.NaN;
  return price >= PRICE_BOUNDS.min && price <= PRICE_BOUNDS.max ? price : undefined;
}

/** Raw addresses of a jetton and a pool. */
export interface MarketAddress {
  readonly address: string;
  readonly poolAddress: string;
}

/** Key of the drawings in the storage of the browser. */
export const DRAWINGS_KEY = 'jetscope.drawings';

/** Identifies a market among those with stored drawings. */
export function marketKey({ address, poolAddress }: MarketAddress): string {
  return `${address} ${poolAddress}`;
}

/** Returns whether this device has drawings of a market, without the code that draws them. */
export function hasStoredDrawings(market: MarketAddress): boolean {
  return storedText(DRAWINGS_KEY)?.includes(marketKey(market)) ?? false;
}
