import type { BarAnswer, Drawing } from './bar-messages.ts';
import { BarSource } from './bar-source.ts';
import { alignedCloses, carried, spreadOf } from './overlay.ts';
import { type AskTicks, TickFeed } from './tick-feed.ts';

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

/** The markets that are laid over a chart, each with its own ticks. */
export class OtherLines {
  readonly #lines = new Map<string, Line>();
  readonly #onChange: () => void;
  #from = Number.POSITIVE_INFINITY;
  #drawing: Drawing | undefined;

  constructor(onChange: () => void) {
    this.#onChange = onChange;
  }

  get count(): number {
    return this.#lines.size;
  }

  show(markets: readonly OtherMarket[]): void {
    for (const [key, line] of this.#lines) {
      if (markets.some((market) => market.key === key)) continue;
      close(line);
      this.#lines.delete(key);
    }
    for (const market of markets) if (!this.#lines.has(market.key)) this.#open(market);
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
    this.#lines.clear();
  }

  #open({ key, ask }: OtherMarket): void {
    const source = new BarSource((answer) => {
      line.answer = answer;
      this.#onChange();
    });
    const feed = new TickFeed(ask, { ticks: (ticks) => source.add(ticks), state: () => undefined });
    const line: Line = { feed, source, answer: undefined };
    this.#lines.set(key, line);
    if (this.#drawing) source.draw(this.#drawing);
    void feed.readBackTo(this.#from);
  }
}

function close({ feed, source }: Line): void {
  feed.close();
  source.close();
}
