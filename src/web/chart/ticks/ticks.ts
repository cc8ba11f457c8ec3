import type { Amount } from '#contract/amount.ts';
import { asAmount, asArray, asFields, asString, asTimestamp } from '#web/api/client/fields.ts';
import type { PriceUnit } from '#web/money/price-unit.ts';

/** One tick. An unknown price is NaN. */
export interface Tick {
  /** Milliseconds. */
  readonly time: number;
  readonly lt: bigint;
  readonly prices: Readonly<Record<PriceUnit, number>>;
}

/** A time range in milliseconds; `until` is exclusive. */
export interface MillisecondRange {
  readonly from: number;
  readonly until: number;
}

/** Returns the ticks of a response to operation 15; invalid items are skipped. */
export function parseTicks(body: unknown): Tick[] {
  return asArray(asFields(body).items).flatMap((item) => parseTick(item) ?? []);
}

function parseTick(item: unknown): Tick | undefined {
  const { time, timeLt, value } = asFields(item);
  const timestamp = asTimestamp(time);
  const lt = asString(timeLt);
  if (timestamp === undefined || lt === undefined || !isLt(lt)) return undefined;
  const { counterpart, ton, usd } = asFields(value);
  const prices = { counterpart: priceOf(counterpart), ton: priceOf(ton), usd: priceOf(usd) };
  return { time: Date.parse(timestamp), lt: BigInt(lt), prices };
}

/** Whether a text is an unsigned 64-bit integer, as logical times are. */
function isLt(text: string): boolean {
  return /^\d{1,20}$/.test(text) && BigInt.asUintN(64, BigInt(text)) === BigInt(text);
}

function priceOf(value: unknown): number {
  const amount = asAmount(value);
  return amount ? numberOf(amount) : Number.NaN;
}

/** Returns the nearest double: exact enough for a chart. */
function numberOf({ value, decimals }: Amount): number {
  return Number(`${value}e${-decimals}`);
}
