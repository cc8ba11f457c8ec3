import type { Quote, Tick } from './ticks.ts';

/** Ticks of one market in columns, ascending by time and lt, each once. */
export interface TickColumns {
  readonly length: number;
  /** Milliseconds. */
  readonly time: Float64Array;
  readonly prices: Readonly<Record<Quote, Float64Array>>;
}

/** Ticks that come page by page, newest page first, or live, or twice. */
export class TickStore {
  #ticks: Tick[] = [];
  #added: Tick[] = [];
  #columns: TickColumns | undefined;

  add(ticks: readonly Tick[]): void {
    for (const tick of ticks) this.#added.push(tick);
  }

  get columns(): TickColumns {
    if (this.#added.length > 0) {
      this.#ticks = merge(this.#ticks, distinct(this.#added));
      this.#added = [];
      this.#columns = undefined;
    }
    this.#columns ??= columnsOf(this.#ticks);
    return this.#columns;
  }
}

function compare(a: Tick, b: Tick): number {
  return a.time - b.time || (a.lt < b.lt ? -1 : a.lt > b.lt ? 1 : 0);
}

function distinct(ticks: Tick[]): Tick[] {
  const sorted = ticks.toSorted(compare);
  return sorted.filter((tick, index) => {
    const before = sorted[index - 1];
    return before === undefined || compare(before, tick) !== 0;
  });
}

/** Both sorted; of equal ones the first is kept. */
function merge(first: readonly Tick[], second: readonly Tick[]): Tick[] {
  const merged: Tick[] = [];
  let place = 0;
  for (const tick of second) {
    let held = first[place];
    while (held !== undefined && compare(held, tick) < 0) {
      merged.push(held);
      place += 1;
      held = first[place];
    }
    if (held === undefined || compare(held, tick) !== 0) merged.push(tick);
  }
  for (; place < first.length; place += 1) {
    const held = first[place];
    if (held) merged.push(held);
  }
  return merged;
}

function columnsOf(ticks: readonly Tick[]): TickColumns {
  const column = (read: (tick: Tick) => number) => Float64Array.from(ticks, read);
  return {
    length: ticks.length,
    time: column(({ time }) => time),
    prices: {
      counterpart: column(({ prices }) => prices.counterpart),
      ton: column(({ prices }) => prices.ton),
      usd: column(({ prices }) => prices.usd),
    },
  };
}
