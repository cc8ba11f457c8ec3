import { type MillisecondRange, type Quote, quotes, type Tick } from './ticks.ts';

/** Ticks of one market in columns, ascending by time and lt, each once. */
export interface TickColumns {
  readonly length: number;
  /** Milliseconds. */
  readonly time: Float64Array;
  readonly prices: Readonly<Record<Quote, Float64Array>>;
}

interface HeldColumns extends TickColumns {
  readonly lt: BigUint64Array;
}

/** Ticks that come page by page, newest page first, or live, or twice; held as numbers, which take a fifth of the room. */
export class TickStore {
  #held = columnsFor(0);
  #added: Tick[] = [];

  add(ticks: readonly Tick[]): void {
    for (const tick of ticks) this.#added.push(tick);
  }

  get columns(): TickColumns {
    return this.#merged();
  }

  /** The ticks of a stretch, one by one. */
  within({ from, until }: MillisecondRange): Tick[] {
    const held = this.#merged();
    const first = positionAt(held, { time: from, lt: 0n });
    const after = positionAt(held, { time: until, lt: 0n });
    return Array.from({ length: Math.max(after - first, 0) }, (_, index) => tickAt(held, first + index));
  }

  #merged(): HeldColumns {
    const fresh = distinct(this.#added).filter((tick) => !holds(this.#held, tick));
    if (fresh.length > 0) this.#held = merge(this.#held, fresh);
    this.#added = [];
    return this.#held;
  }
}

function tickAt({ time, lt, prices }: HeldColumns, place: number): Tick {
  const priceIn = (quote: Quote) => prices[quote][place] ?? Number.NaN;
  return {
    time: time[place] ?? 0,
    lt: lt[place] ?? 0n,
    prices: { counterpart: priceIn('counterpart'), ton: priceIn('ton'), usd: priceIn('usd') },
  };
}

function columnsFor(length: number): HeldColumns {
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

function distinct(ticks: readonly Tick[]): Tick[] {
  const sorted = ticks.toSorted(compare);
  return sorted.filter((tick, index) => {
    const before = sorted[index - 1];
    return before === undefined || compare(before, tick) !== 0;
  });
}

/** The place of the first that does not come before a tick. */
function positionAt({ time, lt, length }: HeldColumns, tick: Pick<Tick, 'time' | 'lt'>): number {
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

function holds(held: HeldColumns, tick: Tick): boolean {
  const place = positionAt(held, tick);
  return held.time[place] === tick.time && held.lt[place] === tick.lt;
}

/** Whole stretches of what is held are copied at once: a million one by one would take the time of many frames. */
function merge(held: HeldColumns, fresh: readonly Tick[]): HeldColumns {
  const merged = columnsFor(held.length + fresh.length);
  let from = 0;
  for (const [index, tick] of fresh.entries()) {
    const place = positionAt(held, tick);
    copy(held, from, place, merged, from + index);
    merged.time[place + index] = tick.time;
    merged.lt[place + index] = tick.lt;
    for (const quote of quotes) merged.prices[quote][place + index] = tick.prices[quote];
    from = place;
  }
  copy(held, from, held.length, merged, from + fresh.length);
  return merged;
}

function copy(held: HeldColumns, from: number, to: number, merged: HeldColumns, place: number): void {
  if (from === to) return;
  merged.time.set(held.time.subarray(from, to), place);
  merged.lt.set(held.lt.subarray(from, to), place);
  for (const quote of quotes) merged.prices[quote].set(held.prices[quote].subarray(from, to), place);
}
