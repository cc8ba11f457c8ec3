import type { BarAnswer, BarQuestion, Drawing } from './bar-messages.ts';
import type { Tick } from './ticks.ts';

/** Ticks in, bars out, calculated in a worker of its own: the page never waits. */
export class BarSource {
  readonly #worker = new Worker(new URL('./bar-worker.ts', import.meta.url), { type: 'module' });
  readonly #onBars: (answer: BarAnswer) => void;
  #drawing: Drawing | undefined;
  #asked = 0;
  #isWaiting = false;
  #isStale = false;

  constructor(onBars: (answer: BarAnswer) => void) {
    this.#onBars = onBars;
    this.#worker.addEventListener('message', ({ data }: MessageEvent<BarAnswer>) => this.#answered(data));
  }

  add(ticks: readonly Tick[]): void {
    this.#tell({ kind: 'add', ticks });
    this.#ask();
  }

  forget(): void {
    this.#tell({ kind: 'forget' });
  }

  /** Bars come for this from now on, whenever there are others. */
  draw(drawing: Drawing): void {
    this.#drawing = drawing;
    this.#ask();
  }

  close(): void {
    this.#worker.terminate();
  }

  #tell(question: BarQuestion): void {
    this.#worker.postMessage(question);
  }

  // One question at a time: while a long history loads, pages come faster than a million ticks are counted.
  #ask(): void {
    if (!this.#drawing) return;
    this.#isStale = this.#isWaiting;
    if (this.#isWaiting) return;
    this.#isWaiting = true;
    this.#asked += 1;
    this.#tell({ kind: 'show', id: this.#asked, ...this.#drawing });
  }

  #answered(answer: BarAnswer): void {
    this.#isWaiting = false;
    if (this.#isStale) this.#ask();
    this.#onBars(answer);
  }
}
