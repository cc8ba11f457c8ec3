import { type FetchTicks, TickFeed } from '#web/chart/ticks/tick-feed.ts';
import type { BarOptions, BarResult } from './bar-messages.ts';
import { BarSource } from './bar-source.ts';
import type { Bars } from './bars.ts';

/** A market to overlay on a chart. */
export interface OverlayMarket {
  readonly key: string;
  readonly fetchTicks: FetchTicks;
}

/** Columns parallel to the chart's bars. */
export interface OverlayColumns {
  readonly lines: readonly Float64Array[];
  /** Spread between all markets, in percent. Undefined without overlays. */
  readonly spread: Float64Array | undefined;
}

interface Line {
  readonly feed: TickFeed;
  readonly source: BarSource;
  result: BarResult | undefined;
}

export interface OverlayListener {
  /** The result of `columns` has changed. */
  onLines(): void;
  /** Errors by the key of the market whose ticks could not be loaded. */
  onErrors(errors: ReadonlyMap<string, Error>): void;
}

/** Loads the markets overlaid on a chart and builds their lines. */
export class OverlayLines {
  #lines: ReadonlyMap<string, Line> = new Map();
  #errors: ReadonlyMap<string, Error> = new Map();
  readonly #listener: OverlayListener;
  #from = Number.POSITIVE_INFINITY;
  #options: BarOptions | undefined;

  constructor(listener: OverlayListener) {
    this.#listener = listener;
  }

  get count(): number {
    return this.#lines.size;
  }

  setMarkets(markets: readonly OverlayMarket[]): void {
    const previous = this.#lines;
    // In the order of `markets`: colors and names are assigned by position.
    this.#lines = new Map(
      markets.map((market) => [market.key, previous.get(market.key) ?? this.#open(market)]),
    );
    for (const [key, line] of previous) if (!this.#lines.has(key)) closeLine(line);
    for (const [key, { feed }] of this.#lines) if (!previous.has(key)) void feed.loadBackTo(this.#from);
    this.#reportErrors();
  }

  /** Loads a market's ticks again after an error. */
  retry(key: string): void {
    void this.#lines.get(key)?.feed.loadBackTo(this.#from);
  }

  /** Builds the lines with the chart's options and loads their ticks back to `from`, in milliseconds. */
  follow(options: BarOptions, from: number): void {
    this.#options = options;
    this.#from = Math.min(this.#from, from);
    for (const { feed, source } of this.#lines.values()) {
      source.setOptions(options);
      if ((feed.state.oldest ?? Number.POSITIVE_INFINITY) > from) void feed.loadBackTo(from);
    }
  }

  loadNewer(): void {
    for (const { feed } of this.#lines.values()) feed.loadNewer().catch(() => undefined);
  }

  columns({ bars }: BarResult): OverlayColumns {
    const lines = Array.from(this.#lines.values(), ({ result }) =>
      result ? alignCloses(bars, result.bars) : new Float64Array(bars.length).fill(Number.NaN),
    );
    return {
      lines,
      spread: lines.length > 0 ? spreadPercent([forwardFill(bars.close), ...lines]) : undefined,
    };
  }

  close(): void {
    for (const line of this.#lines.values()) closeLine(line);
    this.#lines = new Map();
  }

  #open({ fetchTicks }: OverlayMarket): Line {
    const source = new BarSource((result) => {
      line.result = result;
      this.#listener.onLines();
    });
    const feed = new TickFeed(fetchTicks, {
      onTicks: (ticks) => source.addTicks(ticks),
      onState: () => this.#reportErrors(),
    });
    const line: Line = { feed, source, result: undefined };
    if (this.#options) source.setOptions(this.#options);
    return line;
  }

  #reportErrors(): void {
    const errors = new Map(
      Array.from(this.#lines).flatMap(([key, { feed }]) =>
        feed.state.error ? [[key, feed.state.error]] : [],
      ),
    );
    const previous = this.#errors;
    const isSame =
      errors.size === previous.size && [...errors].every(([key, error]) => previous.get(key) === error);
    if (isSame) return;
    this.#errors = errors;
    this.#listener.onErrors(errors);
  }
}

function closeLine({ feed, source }: Line): void {
  feed.close();
  source.close();
}

/** Returns another market's last known price at every bar, NaN before its first price. */
export function alignCloses({ time, length }: Bars, other: Bars): Float64Array {
  const closes = new Float64Array(length).fill(Number.NaN);
  let otherIndex = 0;
  let last = Number.NaN;
  for (let index = 0; index < length; index += 1) {
    while (otherIndex < other.length && (other.time[otherIndex] ?? 0) <= (time[index] ?? 0)) {
      const close = other.close[otherIndex] ?? Number.NaN;
      if (!Number.isNaN(close)) last = close;
      otherIndex += 1;
    }
    closes[index] = last;
  }
  return closes;
}

/** Returns how far the highest price is above the lowest at every bar, in percent. NaN if fewer than two are known. */
export function spreadPercent(columns: readonly Float64Array[]): Float64Array {
  return Float64Array.from(columns[0] ?? [], (_, index) => {
    const prices = columns.flatMap((column) => {
      const price = column[index] ?? Number.NaN;
      return Number.isNaN(price) ? [] : [price];
    });
    return prices.length < 2 ? Number.NaN : (Math.max(...prices) / Math.min(...prices) - 1) * 100;
  });
}

/** Returns the column with each NaN replaced by the value before it. */
export function forwardFill(column: Float64Array): Float64Array {
  let last = Number.NaN;
  return column.map((value) => {
    if (!Number.isNaN(value)) last = value;
    return last;
  });
}
