import { type FetchTicks, TickFeed } from '#web/chart/ticks/tick-feed.ts';
import type { BarOptions, BarResult } from './bar-messages.ts';
import { BarSource } from './bar-source.ts';
import { alignCloses, forwardFill, spreadPercent } from './overlay-columns.ts';

/** Another market, to be laid over a chart. */
export interface OverlayMarket {
  readonly key: string;
  readonly ask: FetchTicks;
}

/** Columns beside a chart's bars. */
export interface OverlayColumns {
  readonly lines: readonly Float64Array[];
  /** In percent; undefined where there is nothing to compare with. */
  readonly spread: Float64Array | undefined;
}

interface Line {
  readonly feed: TickFeed;
  readonly source: BarSource;
  answer: BarResult | undefined;
}

export interface OverlayListener {
  /** Other columns are to be drawn. */
  lines(): void;
  /** Which markets' ticks did not come, by their keys. */
  faults(faults: ReadonlyMap<string, Error>): void;
}

/** The markets that are laid over a chart, each with its own ticks. */
export class OverlayLines {
  #lines: ReadonlyMap<string, Line> = new Map();
  #faults: ReadonlyMap<string, Error> = new Map();
  readonly #listener: OverlayListener;
  #from = Number.POSITIVE_INFINITY;
  #drawing: BarOptions | undefined;

  constructor(listener: OverlayListener) {
    this.#listener = listener;
  }

  get count(): number {
    return this.#lines.size;
  }

  show(markets: readonly OverlayMarket[]): void {
    const before = this.#lines;
    // In the order of the markets, whichever were there before: colours and names go by it.
    this.#lines = new Map(
      markets.map((market) => [market.key, before.get(market.key) ?? this.#open(market)]),
    );
    for (const [key, line] of before) if (!this.#lines.has(key)) close(line);
    for (const [key, { feed }] of this.#lines) if (!before.has(key)) void feed.loadBackTo(this.#from);
    this.#tellFaults();
  }

  /** After a failure. */
  retry(key: string): void {
    void this.#lines.get(key)?.feed.loadBackTo(this.#from);
  }

  /** The chart shows other bars: the lines are drawn in the same way, back to the same moment. */
  follow(drawing: BarOptions, from: number): void {
    this.#drawing = drawing;
    this.#from = Math.min(this.#from, from);
    for (const { feed, source } of this.#lines.values()) {
      source.draw(drawing);
      if ((feed.state.oldest ?? Number.POSITIVE_INFINITY) > from) void feed.loadBackTo(from);
    }
  }

  loadNewer(): void {
    for (const { feed } of this.#lines.values()) feed.loadNewer().catch(() => undefined);
  }

  columns({ bars }: BarResult): OverlayColumns {
    const lines = Array.from(this.#lines.values(), ({ answer }) =>
      answer ? alignCloses(bars, answer.bars) : new Float64Array(bars.length).fill(Number.NaN),
    );
    return {
      lines,
      spread: lines.length > 0 ? spreadPercent([forwardFill(bars.close), ...lines]) : undefined,
    };
  }

  close(): void {
    for (const line of this.#lines.values()) close(line);
    this.#lines = new Map();
  }

  #open({ ask }: OverlayMarket): Line {
    const source = new BarSource((answer) => {
      line.answer = answer;
      this.#listener.lines();
    });
    const feed = new TickFeed(ask, {
      ticks: (ticks) => source.add(ticks),
      state: () => this.#tellFaults(),
    });
    const line: Line = { feed, source, answer: undefined };
    if (this.#drawing) source.draw(this.#drawing);
    return line;
  }

  #tellFaults(): void {
    const faults = new Map(
      Array.from(this.#lines).flatMap(([key, { feed }]) =>
        feed.state.fault ? [[key, feed.state.fault]] : [],
      ),
    );
    const known = this.#faults;
    const isSame =
      faults.size === known.size && [...faults].every(([key, fault]) => known.get(key) === fault);
    if (isSame) return;
    this.#faults = faults;
    this.#listener.faults(faults);
  }
}

function close({ feed, source }: Line): void {
  feed.close();
  source.close();
}
