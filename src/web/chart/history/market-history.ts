import type { Amount } from '#contract/amount.ts';
import type { PriceUnit } from '#contract/price-unit.ts';
import { InvalidResponseError, ServiceError } from '#web/api/client/errors.ts';
import { asAmount, asArray, asFields, asInteger, asString, asTimestamp } from '#web/api/client/fields.ts';
import type { FetchPage, HistoryItem, HistoryPage, HistoryQuery } from './history-feed.ts';

/** How to fetch what charts of a market show. */
export interface MarketHistory {
  readonly fetchTicks: FetchTicks;
  /** Returns how to fetch pages of at most `limit` candles. Absent if the service has no candles. */
  readonly fetchCandles?: (interval: CandleInterval, limit: number) => FetchPage<Candle>;
}

/** Whether an error of a request for candles can mean that the service does not have them. */
export function isRefusal(error: Error): boolean {
  return !(error instanceof ServiceError && (error.status === 429 || error.status >= 500));
}

/** Returns the parameters of a query without those that are undefined. */
export function rangeParameters({ cursor, from, to }: HistoryQuery) {
  return {
    ...(cursor !== undefined && { cursor }),
    ...(from && { from: from.toISOString() }),
    ...(to && { to: to.toISOString() }),
  };
}

/** Returns a page of a response of candles; invalid items are skipped. Throws if the response has none. */
export function parseCandlePage(body: unknown): HistoryPage<Candle> {
  const { items, next } = asFields(body);
  // Services that lack the operation may respond with their start page.
  if (!Array.isArray(items)) throw new InvalidResponseError('not a page of candles');
  return { items: asArray(items).flatMap((item) => parseCandle(item) ?? []), next: asString(next) };
}

function parseCandle(item: unknown): Candle | undefined {
  const { time: text, open, high, low, close, volume, transactions, complete } = asFields(item);
  const timestamp = asTimestamp(text);
  if (timestamp === undefined) return undefined;
  return {
    time: Date.parse(timestamp),
    open: parseUnitValues(open),
    high: parseUnitValues(high),
    low: parseUnitValues(low),
    close: parseUnitValues(close),
    volume: parseUnitValues(volume),
    count: asInteger(transactions) ?? 0,
    isChanging: complete !== true,
  };
}

/** Intervals of the service's candles that charts use, in seconds. */
export const candleSeconds = {
  '1m': 60,
  '5m': 300,
  '15m': 900,
  '1h': 3600,
  '4h': 14_400,
  '1d': 86_400,
  '1w': 604_800,
} as const;
export type CandleInterval = keyof typeof candleSeconds;

/** A candle of the service. Unknown values are NaN. */
export interface Candle extends HistoryItem {
  readonly open: UnitValues;
  readonly high: UnitValues;
  readonly low: UnitValues;
  readonly close: UnitValues;
  readonly volume: UnitValues;
  /** Number of swaps. */
  readonly count: number;
}

/** A value in every unit. Unknown ones are NaN. */
export type UnitValues = Readonly<Record<PriceUnit, number>>;

export interface Tick extends HistoryItem {
  readonly lt: bigint;
  readonly prices: UnitValues;
}

/** Fetches one page of operation 15. */
export type FetchTicks = FetchPage<Tick>;

/** A time range in milliseconds; `until` is exclusive. */
export interface MillisecondRange {
  readonly from: number;
  readonly until: number;
}

/** Returns a page of a response to operation 15; invalid items are skipped. */
export function parseTickPage(body: unknown): HistoryPage<Tick> {
  const { items, next } = asFields(body);
  return { items: asArray(items).flatMap((item) => parseTick(item) ?? []), next: asString(next) };
}

function parseTick(item: unknown): Tick | undefined {
  const { time, timeLt, value } = asFields(item);
  const timestamp = asTimestamp(time);
  const lt = asString(timeLt);
  if (timestamp === undefined || lt === undefined || !isLt(lt)) return undefined;
  return { time: Date.parse(timestamp), lt: BigInt(lt), prices: parseUnitValues(value) };
}

/** Returns the values of a field with a value in every unit. */
function parseUnitValues(field: unknown): UnitValues {
  const { counterpart, ton, usd } = asFields(field);
  return { counterpart: parseValue(counterpart), ton: parseValue(ton), usd: parseValue(usd) };
}

/** Whether a text is an unsigned 64-bit integer, as logical times are. */
function isLt(text: string): boolean {
  return /^\d{1,20}$/.test(text) && BigInt.asUintN(64, BigInt(text)) === BigInt(text);
}

function parseValue(value: unknown): number {
  const amount = asAmount(value);
  return amount ? numberOf(amount) : Number.NaN;
}

/** Returns the nearest double: exact enough for a chart. */
function numberOf({ value, decimals }: Amount): number {
  return Number(`${value}e${-decimals}`);
}
