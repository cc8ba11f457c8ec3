import type { Amount } from '#contract/amount.ts';
import { asAmount, asArray, asFields, asString, asTimestamp } from '#web/api/client/fields.ts';
import type { PriceUnit } from '#web/money/price-unit.ts';
import type { FetchPage, HistoryItem, HistoryPage } from './history-feed.ts';

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
export function parseUnitValues(field: unknown): UnitValues {
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
