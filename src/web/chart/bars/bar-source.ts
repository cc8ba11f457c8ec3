import type { MillisecondRange, Tick } from '#web/chart/ticks/ticks.ts';
import { BarBuilder } from './bar-builder.ts';
import type { BarOptions, BarRequest, BarResult, TickResult } from './bar-messages.ts';

/** Bars take a quarter of the time at most, however many pages of ticks come. */
const REST = 3;

/** Ticks in, bars out, calculated in a worker of its own where there can be one: the page never waits. */
export class BarSource {
  readonly #worker: Worker | undefined;
  readonly #maker: BarBuilder | undefined;
  readonly #onBars: (answer: BarResult) => void;
  readonly #finders = new Map<number, (ticks: readonly Tick[]) => void>();
  #drawing: BarOptions | undefined;
  #asked = 0;
  #isWaiting = false;
  #isStale = false;
  #restsUntil = 0;
  #pause: ReturnType<typeof setTimeout> | undefined;
  #isClosed = false;

  constructor(onBars: (answer: BarResult) => void) {
    this.#onBars = onBars;
    this.#worker = startWorker();
    if (this.#worker)
      this.#worker.onmessage = ({ data }: MessageEvent<BarResult | TickResult>) => this.#take(data);
    else this.#maker = new BarBuilder();
  }

  add(ticks: readonly Tick[]): void {
    this.#tell({ kind: 'add', ticks });
    this.#askSoon();
  }

  forget(): void {
    this.#tell({ kind: 'forget' });
  }

  /** Bars come for this from now on, whenever there are others. */
  draw(drawing: BarOptions): void {
    this.#drawing = drawing;
    this.#ask();
  }

  /** The ticks of a stretch, as far as they are here. */
  find(moments: MillisecondRange): Promise<readonly Tick[]> {
    this.#asked += 1;
    const id = this.#asked;
    const found = new Promise<readonly Tick[]>((resolve) => this.#finders.set(id, resolve));
    this.#tell({ kind: 'find', id, ...moments });
    return found;
  }

  close(): void {
    this.#worker?.terminate();
    clearTimeout(this.#pause);
    this.#isClosed = true;
  }

  #tell(question: BarRequest): void {
    if (this.#worker) {
      this.#worker.postMessage(question);
      return;
    }
    const answer = this.#maker?.take(question);
    // Later, as from a worker: whoever asks is not interrupted.
    if (answer) setTimeout(() => this.#isClosed || this.#take(answer));
  }

  #take(answer: BarResult | TickResult): void {
    if ('bars' in answer) {
      this.#answered(answer);
      return;
    }
    this.#finders.get(answer.id)?.(answer.found);
    this.#finders.delete(answer.id);
  }

  #askSoon(): void {
    clearTimeout(this.#pause);
    const rest = this.#restsUntil - performance.now();
    if (rest <= 0) this.#ask();
    else this.#pause = setTimeout(() => this.#ask(), rest);
  }

  // One question at a time: while a long history loads, pages come faster than a million ticks are counted.
  #ask(): void {
    clearTimeout(this.#pause);
    if (!this.#drawing) return;
    this.#isStale = this.#isWaiting;
    if (this.#isWaiting) return;
    this.#isWaiting = true;
    this.#asked += 1;
    this.#tell({ kind: 'show', id: this.#asked, ...this.#drawing });
  }

  #answered(answer: BarResult): void {
    this.#isWaiting = false;
    this.#restsUntil = performance.now() + answer.took * REST;
    if (this.#isStale) this.#askSoon();
    this.#onBars(answer);
  }
}

/** A frame that its page has put in a sandbox may have no worker. */
function startWorker(): Worker | undefined {
  try {
    return new Worker(new URL('./bar-worker.ts', import.meta.url), { type: 'module' });
  } catch {
    return undefined;
  }
}
