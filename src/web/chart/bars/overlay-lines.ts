import { type AskTicks, TickFeed } from '#web/chart/ticks/tick-feed.ts';
import type { BarAnswer, Drawing } from './bar-messages.ts';
import { BarSource } from './bar-source.ts';
import { alignedCloses, carried, spreadOf } from './overlay.ts';

/** Another market, to be laid over a chart. */
export interface OtherMarket {
  readonly key: string;
  readonly ask: AskTicks;
}

/** Columns beside a chart's bars. */
export interface OtherColumns {
  readonly lines: readonly Float64Array[];
  /** In percent; undefined where there is nothing to compare with. */
  readonly spread: Float64Array | undefined;
}

interface Line {
  readonly feed: TickFeed;
  readonly source: BarSource;
  answer: BarAnswer | undefined;
}

export interface OtherListener {
  /** Other columns are to be drawn. */
  lines(): void;
  /** Which markets' ticks did not come, by their keys. */
  faults(faults: ReadonlyMap<string, Error>): void;
}

/** The markets that are laid over a chart, each with its own ticks. */
export class OtherLines {
  #lines: ReadonlyMap<string, Line> = new Map();
  #faults: ReadonlyMap<string, Error> = new Map();
  readonly #listener: OtherListener;
  #from = Number.POSITIVE_INFINITY;
  #drawing: Drawing | undefined;

  constructor(listener: OtherListener) {
    this.#listener = listener;
  }

  get count(): number {
    return this.#lines.size;
  }

  show(markets: readonly OtherMarket[]): void {
    const before = this.#lines;
    // In the order of the markets, whichever were there before: colours and names go by it.
    this.#lines = new Map(
      markets.map((market) => [market.key, before.get(market.key) ?? this.#open(market)]),
    );
    for (const [key, line] of before) if (!this.#lines.has(key)) close(line);
    for (const [key, { feed }] of this.#lines) if (!before.has(key)) void feed.readBackTo(this.#from);
    this.#tellFaults();
  }

  /** After a failure. */
  retry(key: string): void {
    void this.#lines.get(key)?.feed.readBackTo(this.#from);
  }

  /** The chart shows other bars: the lines are drawn in the same way, back to the same moment. */
  follow(drawing: Drawing, from: number): void {
    this.#drawing = drawing;
    this.#from = Math.min(this.#from, from);
    for (const { feed, source } of this.#lines.values()) {
      source.draw(drawing);
      if ((feed.state.oldest ?? Number.POSITIVE_INFINITY) > from) void feed.readBackTo(from);
    }
  }

  readNewer(): void {
    for (const { feed } of this.#lines.values()) feed.readNewer().catch(() => undefined);
  }

  columns({ bars }: BarAnswer): OtherColumns {
    const lines = Array.from(this.#lines.values(), ({ answer }) =>
      answer ? alignedCloses(bars, answer.bars) : new Float64Array(bars.length).fill(Number.NaN),
    );
    return { lines, spread: lines.length > 0 ? spreadOf([carried(bars.close), ...lines]) : undefined };
  }

  close(): void {
    for (const line of this.#lines.values()) close(line);
    this.#lines = new Map();
  }

  #open({ ask }: OtherMarket): Line {
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
