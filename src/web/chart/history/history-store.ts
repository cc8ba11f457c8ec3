import { type PriceUnit, priceUnits } from '#contract/price-unit.ts';
import type { Candle, MillisecondRange, Tick } from './market-history.ts';

/** What bars are built from, ascending by time: ticks, or candles of an interval that is not longer. */
export interface PriceColumns {
  readonly length: number;
  /** Milliseconds. */
  readonly time: Float64Array;
  /** Unknown prices are NaN. */
  readonly open: Float64Array;
  readonly high: Float64Array;
  readonly low: Float64Array;
  readonly close: Float64Array;
  /** Number of swaps. Ticks are one each. */
  readonly count?: Float64Array;
  /** Only of candles. */
  readonly volume?: Float64Array;
  readonly incomplete?: Float64Array;
}

/** A market's ticks as columns, ascending by time and lt, without duplicates. */
interface StoredColumns {
  readonly length: number;
  /** Milliseconds. */
  readonly time: Float64Array;
  readonly lt: BigUint64Array;
  readonly prices: Readonly<Record<PriceUnit, Float64Array>>;
}

/**
 * Stores ticks that may be added in any order and more than once. Typed arrays take a fifth of the memory of objects.
 */
export class TickStore {
  #stored = createColumns(0);
  #added: Tick[] = [];

  add(ticks: readonly Tick[]): void {
    for (const tick of ticks) this.#added.push(tick);
  }

  columns(unit: PriceUnit): PriceColumns {
    const { length, time, prices } = this.#mergeAdded();
    const price = prices[unit];
    return { length, time, open: price, high: price, low: price, close: price };
  }

  /** Returns the ticks of a time range, oldest first. */
  ticksWithin({ from, until }: MillisecondRange): Tick[] {
    const stored = this.#mergeAdded();
    const first = lowerBound(stored, { time: from, lt: 0n });
    const end = lowerBound(stored, { time: until, lt: 0n });
    return Array.from({ length: Math.max(end - first, 0) }, (_, offset) => tickAt(stored, first + offset));
  }

  #mergeAdded(): StoredColumns {
    const fresh = sortUnique(this.#added).filter((tick) => !contains(this.#stored, tick));
    if (fresh.length > 0) this.#stored = merge(this.#stored, fresh);
    this.#added = [];
    return this.#stored;
  }
}

function tickAt({ time, lt, prices }: StoredColumns, index: number): Tick {
  const priceIn = (quote: PriceUnit) => prices[quote][index] ?? Number.NaN;
  return {
    time: time[index] ?? 0,
    lt: lt[index] ?? 0n,
    prices: { counterpart: priceIn('counterpart'), ton: priceIn('ton'), usd: priceIn('usd') },
  };
}

function createColumns(length: number): StoredColumns {
  const column = () => new Float64Array(length);
  return {
    length,
    time: column(),
    lt: new BigUint64Array(length),
    prices: { counterpart: column(), ton: column(), usd: column() },
  };
}

function compare(a: Tick, b: Tick): number {
  return a.time - b.time || (a.lt < b.lt ? -1 : a.lt > b.lt ? 1 : 0);
}

function sortUnique(ticks: readonly Tick[]): Tick[] {
  const sorted = ticks.toSorted(compare);
  return sorted.filter((tick, index) => {
    const previous = sorted[index - 1];
    return previous === undefined || compare(previous, tick) !== 0;
  });
}

/** Returns the index of the first stored tick that is not older than a tick. */
function lowerBound({ time, lt, length }: StoredColumns, tick: Pick<Tick, 'time' | 'lt'>): number {
  let low = 0;
  let high = length;
  while (low < high) {
    const middle = (low + high) >> 1;
    const order = (time[middle] ?? 0) - tick.time;
    if (order < 0 || (order === 0 && (lt[middle] ?? 0n) < tick.lt)) low = middle + 1;
    else high = middle;
  }
  return low;
}

function contains(stored: StoredColumns, tick: Tick): boolean {
  const index = lowerBound(stored, tick);
  return stored.time[index] === tick.time && stored.lt[index] === tick.lt;
}

/** Copies the runs between new ticks in bulk: copying a million ticks one by one would drop frames. */
function merge(stored: StoredColumns, fresh: readonly Tick[]): StoredColumns {
  const merged = createColumns(stored.length + fresh.length);
  let from = 0;
  for (const [added, tick] of fresh.entries()) {
    const index = lowerBound(stored, tick);
    copyRun(stored, from, index, merged, from + added);
    merged.time[index + added] = tick.time;
    merged.lt[index + added] = tick.lt;
    for (const quote of priceUnits) merged.prices[quote][index + added] = tick.prices[quote];
    from = index;
  }
  copyRun(stored, from, stored.length, merged, from + fresh.length);
  return merged;
}

function copyRun(
  source: StoredColumns,
  from: number,
  to: number,
  target: StoredColumns,
  offset: number,
): void {
  if (from === to) return;
  target.time.set(source.time.subarray(from, to), offset);
  target.lt.set(source.lt.subarray(from, to), offset);
  for (const quote of priceUnits) target.prices[quote].set(source.prices[quote].subarray(from, to), offset);
}

/** Stores candles of one interval, which may be added in any order. A later one replaces that of the same time. */
export class CandleStore {
  readonly #candles = new Map<number, Candle>();

  add(candles: readonly Candle[]): void {
    for (const candle of candles) this.#candles.set(candle.time, candle);
  }

  columns(unit: PriceUnit): PriceColumns {
    const candles = [...this.#candles.values()].sort((a, b) => a.time - b.time);
    const column = (read: (candle: Candle) => number) => Float64Array.from(candles, read);
    return {
      length: candles.length,
      time: column(({ time }) => time),
      open: column(({ open }) => open[unit]),
      high: column(({ high }) => high[unit]),
      low: column(({ low }) => low[unit]),
      close: column(({ close }) => close[unit]),
      volume: column(({ volume }) => volume[unit]),
      count: column(({ count }) => count),
      // The newest one has not ended.
      incomplete: Float64Array.from(candles, ({ isChanging }, index) =>
        Number(isChanging && index < candles.length - 1),
      ),
    };
  }
}
