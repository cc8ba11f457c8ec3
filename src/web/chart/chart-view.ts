import {
  averageKinds,
  averageLength,
  type ChartQueryParam,
  MAX_AVERAGES,
} from '#contract/chart-query-params.ts';
import type { EmptyBarMode } from './bars/bucketing.ts';
import { type Interval, intervals } from './bars/intervals.ts';
import type { MovingAverage } from './bars/moving-averages.ts';
import {
  type ChartScale,
  type ChartType,
  chartScales,
  chartTypes,
  type TimeZone,
  timeZones,
} from './rendering/chart-appearance.ts';
import { type Quote, quotes } from './ticks/ticks.ts';

export const ranges = ['1h', '24h', '7d', '30d', 'all'] as const;
export type NamedRange = (typeof ranges)[number];

const HOUR = 3600;
const rangeLengths: Readonly<Record<NamedRange, number>> = {
  '1h': HOUR,
  '24h': 24 * HOUR,
  '7d': 7 * 24 * HOUR,
  '30d': 30 * 24 * HOUR,
  all: Number.POSITIVE_INFINITY,
};

export function rangeSeconds(range: NamedRange): number {
  return rangeLengths[range];
}

/** A stretch of time in whole seconds. */
export interface TimeSpan {
  readonly from: number;
  readonly to: number;
}

/** What a chart shows, as its link says it. */
export interface ChartView {
  readonly quote: Quote;
  readonly type: ChartType;
  readonly interval: Interval;
  /** Up to now, or a stretch. */
  readonly range: NamedRange | TimeSpan;
  readonly scale: ChartScale;
  readonly averages: readonly MovingAverage[];
  readonly zone: TimeZone;
  readonly empty: EmptyBarMode;
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
};

/** Texts of a query, each name with its values. */
export interface Query {
  readonly [name: string]: unknown;
}

type ChartQuery<Value> = Readonly<Partial<Record<ChartQueryParam, Value>>>;

// Times beyond these are no times of a market.
const LATEST = 253_402_300_799;

/** Reads a link; whatever it does not say, or says wrongly, is as in `defaultView`. */
export function parseView(query: ChartQuery<unknown>): ChartView {
  return {
    quote: oneOf(quotes, query.quote, defaultView.quote),
    type: oneOf(chartTypes, query.type, defaultView.type),
    interval: oneOf(intervals, query.interval, defaultView.interval),
    range: spanOf(query) ?? oneOf(ranges, query.range, '7d'),
    scale: oneOf(chartScales, query.scale, defaultView.scale),
    averages: averagesOf(query.average),
    zone: oneOf(timeZones, query.tz, defaultView.zone),
    empty: oneOf(['gap', 'carry'], query.empty, defaultView.empty),
  };
}

/** The other way; defaults are not written. */
export function viewQuery(view: ChartView): ChartQuery<string | readonly string[]> {
  const { range, averages, zone, ...named } = view;
  const plain: ChartQuery<string> = { ...named, tz: zone };
  const defaults: Readonly<Record<string, unknown>> = { ...defaultView, tz: defaultView.zone };
  return {
    ...Object.fromEntries(Object.entries(plain).filter(([name, value]) => value !== defaults[name])),
    ...rangeQuery(range),
    ...(averages.length > 0 && { average: averages.map(({ kind, length }) => kind + length) }),
  };
}

function rangeQuery(range: NamedRange | TimeSpan): ChartQuery<string> {
  if (typeof range === 'object') return { from: String(range.from), to: String(range.to) };
  return range === defaultView.range ? {} : { range };
}

function oneOf<const Value extends string>(values: readonly Value[], text: unknown, fallback: Value): Value {
  return values.find((value) => value === text) ?? fallback;
}

function spanOf({ from, to }: ChartQuery<unknown>): TimeSpan | undefined {
  const [first, last] = [secondOf(from), secondOf(to)];
  return first !== undefined && last !== undefined && first < last ? { from: first, to: last } : undefined;
}

/** Seconds of Unix time, or a date as ISO 8601 writes it. */
function secondOf(text: unknown): number | undefined {
  const second = typeof text === 'number' ? text : typeof text === 'string' ? secondOfText(text) : Number.NaN;
  return Number.isSafeInteger(second) && second >= 0 && second <= LATEST ? second : undefined;
}

function secondOfText(text: string): number {
  if (/^\d{1,12}$/.test(text)) return Number(text);
  return /^\d{4}-\d\d-\d\d/.test(text) ? Math.floor(Date.parse(text) / 1000) : Number.NaN;
}

function averagesOf(texts: unknown): MovingAverage[] {
  const list: readonly unknown[] = Array.isArray(texts) ? texts : [texts];
  const found = new Map(
    list.flatMap((text) => averageOfText(text) ?? []).map((one) => [one.kind + one.length, one]),
  );
  return [...found.values()].slice(0, MAX_AVERAGES);
}

function averageOfText(text: unknown): MovingAverage | undefined {
  const [, kind, digits] = /^([a-z]+)(\d{1,3})$/.exec(typeof text === 'string' ? text : '') ?? [];
  const known = averageKinds.find((one) => one === kind);
  const length = Number(digits);
  return known && length >= averageLength.min && length <= averageLength.max
    ? { kind: known, length }
    : undefined;
}
