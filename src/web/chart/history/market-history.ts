import { InvalidResponseError, ServiceError } from '#web/api/client/errors.ts';
import { asArray, asFields, asInteger, asString, asTimestamp } from '#web/api/client/fields.ts';
import type { Candle, CandleInterval } from './candles.ts';
import type { FetchPage, HistoryPage, HistoryQuery } from './history-feed.ts';
import { type FetchTicks, parseUnitValues } from './ticks.ts';

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
