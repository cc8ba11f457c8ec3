import { serviceNow } from '#web/api/client/service-clock.ts';
import { type HistoryFeed, toError } from '#web/chart/history/history-feed.ts';
import type { MarketHistory } from '#web/chart/history/market-history.ts';
import type { BarOptions, BarResult } from './bar-messages.ts';
import { BarSource } from './bar-source.ts';
import type { Bars } from './bars.ts';

/** A market to overlay on a chart. */
export interface OverlayMarket {
  readonly key: string;
  readonly history: MarketHistory;
}

/** Columns parallel to the chart's bars. */
export interface OverlayColumns {
  readonly lines: readonly Float64Array[];
  /** Spread between all markets, in percent. Undefined without overlays. */
  readonly spread: Float64Array | undefined;
}

interface Line {
  readonly history: MarketHistory;
  readonly source: BarSource;
  /** Undefined until the chart has bars. */
  feed: HistoryFeed | undefined;
  result: BarResult | undefined;
  /** Why it cannot be built. */
  error: Error | undefined;
}

export interface OverlayListener {
  /** The result of `columns` has changed. */
  onLines(): void;
  /** Errors by the key of the market that could not be loaded. */
  onErrors(errors: ReadonlyMap<string, Error>): void;
}

/** Loads the markets overlaid on a chart and builds their lines. */
export class OverlayLines {
  #lines: ReadonlyMap<string, Line> = new Map();
  #errors: ReadonlyMap<string, Error> = new Map();
  readonly #listener: OverlayListener;
  #from = Number.POSITIVE_INFINITY;
  /** Undefined until the chart has bars. */
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
      markets.map((market) => [market.key, previous.get(market.key) ?? this.#createLine(market)]),
    );
    for (const [key, line] of previous) if (!this.#lines.has(key)) closeLine(line);
    for (const [key, line] of this.#lines) if (!previous.has(key)) this.#open(line);
    this.#reportErrors();
  }

  /** Loads a market again after an error. */
  retry(key: string): void {
    const line = this.#lines.get(key);
    if (line?.error) {
      line.error = undefined;
      line.source.retry();
    }
    void line?.feed?.loadBackTo(this.#from);
    this.#reportErrors();
  }

  /** Builds the lines with the chart's options and loads them back to `from`, in milliseconds. */
  follow(bars: Pick<BarOptions, 'quote' | 'candleInterval' | 'bucketing'>, from: number): void {
    // They have no averages, and their interval is that of the bars.
    const options: BarOptions = { ...bars, averages: [], rangeSeconds: 0, isLine: true };
    const isSameHistory = options.candleInterval === this.#options?.candleInterval;
    this.#options = options;
    this.#from = isSameHistory ? Math.min(this.#from, from) : from;
    for (const line of this.#lines.values()) {
      if (!line.feed || !isSameHistory) this.#open(line);
      line.source.setOptions(options);
      if ((line.feed?.state.oldest ?? Number.POSITIVE_INFINITY) > from) void line.feed?.loadBackTo(from);
    }
  }

  loadNewer(): void {
    for (const { feed } of this.#lines.values()) feed?.loadNewer().catch(() => undefined);
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

  #createLine({ history }: OverlayMarket): Line {
    const source = new BarSource(
      (result) => {
        // Until the candles of another interval are loaded, the former line stays.
        if (result.bars.length === 0 && line.feed?.state.isLoading) return;
        line.result = result;
        this.#listener.onLines();
      },
      (error) => {
        line.error = toError(error);
        this.#reportErrors();
      },
    );
    const line: Line = { history, source, feed: undefined, result: undefined, error: undefined };
    return line;
  }

  /** Starts loading a line in the interval of the chart. */
  #open(line: Line): void {
    if (!this.#options) return;
    const { candleInterval } = this.#options;
    line.feed?.close();
    line.feed = line.source.openFeed(line.history, {
      candleInterval,
      seconds: (serviceNow() - this.#from) / 1000,
      onState: () => this.#reportErrors(),
    });
    line.source.setOptions(this.#options);
    void line.feed.loadBackTo(this.#from);
  }

  #reportErrors(): void {
    const errors = new Map(
      Array.from(this.#lines).flatMap(([key, line]) => {
        const error = line.error ?? line.feed?.state.error;
        return error ? [[key, error]] : [];
      }),
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
  feed?.close();
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
