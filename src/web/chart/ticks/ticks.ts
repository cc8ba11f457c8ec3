import type { Amount } from '#contract/amount.ts';
import { asAmount, asArray, asFields, asString, asTimestamp } from '#web/api/decoding/fields.ts';

export const quotes = ['counterpart', 'ton', 'usd'] as const;
/** What a price is in. */
export type Quote = (typeof quotes)[number];

/** One tick; a price that is not known is NaN. */
export interface Tick {
  /** Milliseconds. */
  readonly time: number;
  readonly lt: bigint;
  readonly prices: Readonly<Record<Quote, number>>;
}

/** A time range in milliseconds; `until` is exclusive. */
export interface MillisecondRange {
  readonly from: number;
  readonly until: number;
}

/** Operation 15's items; whatever is not a tick is left out. */
export function parseTicks(body: unknown): Tick[] {
  return asArray(asFields(body).items).flatMap((item) => readTick(item) ?? []);
}

function readTick(item: unknown): Tick | undefined {
  const { time, timeLt, value } = asFields(item);
  const moment = asTimestamp(time);
  const lt = asString(timeLt);
  if (moment === undefined || lt === undefined || !isLt(lt)) return undefined;
  const { counterpart, ton, usd } = asFields(value);
  const prices = { counterpart: priceOf(counterpart), ton: priceOf(ton), usd: priceOf(usd) };
  return { time: Date.parse(moment), lt: BigInt(lt), prices };
}

/** Logical times have 64 bits. */
function isLt(text: string): boolean {
  return /^\d{1,20}$/.test(text) && BigInt.asUintN(64, BigInt(text)) === BigInt(text);
}

function priceOf(value: unknown): number {
  const amount = asAmount(value);
  return amount ? numberOf(amount) : Number.NaN;
}

/** The nearest double, as a chart draws it. */
function numberOf({ value, decimals }: Amount): number {
  return Number(`${value}e${-decimals}`);
}
