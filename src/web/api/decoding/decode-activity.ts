import { type Amount, numberFromAmount } from '#contract/amount.ts';
import {
  type CountPeriod,
  countPeriods,
  type MoveUnit,
  type PricePeriod,
  pricePeriods,
} from '#contract/enums.ts';
import { jettonStats } from '#contract/jetton.ts';
import { type MeasureValues, valueAt } from '#contract/measures.ts';
import { asAmount, asFields, asIntegerText, asNumber, asTimestamp } from '#web/api/client/fields.ts';
import { type Change, isFromZero } from '#web/money/percentages.ts';
import { measuresDecoder } from './decode-record.ts';

/** Change of a price over a period, with the time of its calculation. */
export interface PriceChange extends Change {
  readonly calculatedAt: string | undefined;
}

/** Price change over a period with trades. */
export interface Move {
  readonly percent: number;
  /** Time of the first trade, if it is later than the start of the period. */
  readonly since?: string;
}

export type Moves = { readonly [Period in PricePeriod]?: Move };

/** Total of a period and its change from the previous one. */
export interface PeriodChange<Value> extends PriceChange {
  readonly current: Value;
}

/** Total of a period with its share of buys. */
export interface PeriodTotal<Value> extends PeriodChange<Value> {
  /** Share of buys, 0 to 1. Absent if unknown or if the total is zero. */
  readonly buyShare?: number;
}

export type PriceChanges = { readonly [Period in PricePeriod]?: PriceChange };
type ByPeriod<Value> = { readonly [Period in CountPeriod]?: Value };
type PeriodTotals<Value> = ByPeriod<PeriodTotal<Value>>;

/** Activity of a jetton. Only fields that a page shows, because thousands of records are in memory. */
export interface Activity extends MeasureValues<'activity'> {
  readonly ton: PriceChanges;
  readonly usd: PriceChanges;
  /** Absent if the service has none. */
  readonly moves?: { readonly [Unit in MoveUnit]: Moves };
  readonly transactions: PeriodTotals<string>;
  readonly traders: PeriodTotals<string>;
  /** In USD. */
  readonly volume: PeriodTotals<Amount>;
}

/** Decodes an item of operation 4. */
export function decodeActivity(item: unknown): Activity {
  const stats = asFields(item);
  const prices = asFields(stats.priceChange);
  const volume = asFields(stats.volume);
  const moves = decodeMoves(stats.moves);
  return {
    ...decodeMeasures(item),
    ton: decodePriceChanges(prices.ton),
    usd: decodePriceChanges(prices.usd),
    ...(moves && { moves }),
    transactions: decodeTotals(stats.transactions, stats.transactionsBuy, asIntegerText, Number),
    traders: decodeTotals(stats.traders, stats.tradersBuy, asIntegerText, Number),
    volume: decodeTotals(volume.usd, volume.buyUsd, asAmount, numberFromAmount),
  };
}

const decodeMeasures = measuresDecoder('activity', jettonStats, valueOfChange);

/** Values of a change without a valid percentage are unknown. */
function valueOfChange(item: unknown, path: string): unknown {
  const { changePercent } = asFields(valueAt(item, path.slice(0, path.lastIndexOf('.'))));
  return asNumber(changePercent) === undefined ? undefined : valueAt(item, path);
}

/** Decodes the moves of an item. Undefined if the service has none. */
export function decodeMoves(moves: unknown): Activity['moves'] {
  if (moves === undefined) return undefined;
  const { ton, usd } = asFields(moves);
  const decodeUnit = (set: unknown) => decodePeriods(pricePeriods, set, decodeMove);
  return { ton: decodeUnit(ton), usd: decodeUnit(usd) };
}

function decodeMove(value: unknown): Move | undefined {
  const { changePercent, since } = asFields(value);
  const percent = asNumber(changePercent);
  const start = asTimestamp(since);
  return percent === undefined ? undefined : { percent, ...(start === undefined ? {} : { since: start }) };
}

type Decode<Value> = (value: unknown) => Value | undefined;

function decodeTotals<Value extends string | Amount>(
  total: unknown,
  buy: unknown,
  decode: Decode<Value>,
  toNumber: (value: Value) => number,
): PeriodTotals<Value> {
  const buys = asFields(buy);
  return decodePeriods(countPeriods, total, (value, period): PeriodTotal<Value> | undefined => {
    const change = decodePeriodChange(value, decode);
    if (!change) return undefined;
    const bought = decode(asFields(buys[period]).current);
    const buyShare = bought === undefined ? Number.NaN : toNumber(bought) / toNumber(change.current);
    return Number.isFinite(buyShare) ? { ...change, buyShare } : change;
  });
}

/** Decodes a PricePeriods set. Omits periods without a valid change. */
export function decodePriceChanges(value: unknown): PriceChanges {
  return decodePeriods(pricePeriods, value, (change) => decodeChange(change, asAmount));
}

/** Total of a period, split into buys and sells. */
export interface BuySellSplit<Value> {
  readonly total: PeriodChange<Value>;
  readonly buy: PeriodChange<Value> | undefined;
  readonly sell: PeriodChange<Value> | undefined;
}

export type BuySellPeriods<Value> = ByPeriod<BuySellSplit<Value>>;

/** Decodes the three period sets of operations 4, 5, 7 and 9. Omits periods without a valid total. */
export function decodeBuySellPeriods<Value extends string | Amount>(
  sets: { readonly total: unknown; readonly buy: unknown; readonly sell: unknown },
  decode: Decode<Value>,
): BuySellPeriods<Value> {
  const [buys, sells] = [asFields(sets.buy), asFields(sets.sell)];
  return decodePeriods(countPeriods, sets.total, (value, period): BuySellSplit<Value> | undefined => {
    const total = decodePeriodChange(value, decode);
    return (
      total && {
        total,
        buy: decodePeriodChange(buys[period], decode),
        sell: decodePeriodChange(sells[period], decode),
      }
    );
  });
}

/** Decodes a set of values by period. Omits periods without a value. */
function decodePeriods<Period extends string, Value>(
  periods: readonly Period[],
  set: unknown,
  decode: (value: unknown, period: Period) => Value | undefined,
): { readonly [Name in Period]?: Value } {
  const values = asFields(set);
  const decoded: { [Name in Period]?: Value } = {};
  for (const period of periods) {
    const value = decode(values[period], period);
    if (value !== undefined) decoded[period] = value;
  }
  return decoded;
}

/** Decodes a change with its current value. Undefined without either. */
function decodePeriodChange<Value extends string | Amount>(
  value: unknown,
  decode: Decode<Value>,
): PeriodChange<Value> | undefined {
  const change = decodeChange(value, decode);
  const current = decode(asFields(value).current);
  return change && current !== undefined ? { ...change, current } : undefined;
}

/** What the service returns for a change from zero. */
const PERCENT_FROM_ZERO = 100;

/** Decodes a change whose values `decode` reads. Undefined without a valid percentage. */
function decodeChange(value: unknown, decode: Decode<string | Amount>): PriceChange | undefined {
  const { changePercent, previous, current, calculatedAt } = asFields(value);
  const percent = asNumber(changePercent);
  if (percent === undefined) return undefined;
  const change = { percent, calculatedAt: asTimestamp(calculatedAt) };
  if (percent !== PERCENT_FROM_ZERO) return change;
  const reached = decode(current);
  return reached !== undefined && isFromZero(decode(previous), reached) ? { ...change, isNew: true } : change;
}
