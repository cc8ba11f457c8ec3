import type { MillisecondRange, Tick } from '#web/chart/ticks/ticks.ts';
import { BarBuilder } from './bar-builder.ts';
import type { BarOptions, BarRequest, BarResult, TickResult } from './bar-messages.ts';

/** Idle time after each build, as a multiple of its duration: building takes at most a quarter of the time. */
const IDLE_RATIO = 3;

/** Builds bars from ticks in a worker, or on the main thread if a worker cannot be started. */
export class BarSource {
  readonly #worker: Worker | undefined;
  readonly #builder: BarBuilder | undefined;
  readonly #onBars: (result: BarResult) => void;
  readonly #tickRequests = new Map<number, (ticks: readonly Tick[]) => void>();
  #options: BarOptions | undefined;
  #lastId = 0;
  #isBuilding = false;
  #isStale = false;
  #idleUntil = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #isClosed = false;

  constructor(onBars: (result: BarResult) => void) {
    this.#onBars = onBars;
    this.#worker = startWorker();
    if (this.#worker)
      this.#worker.onmessage = ({ data }: MessageEvent<BarResult | TickResult>) => this.#receive(data);
    else this.#builder = new BarBuilder();
  }

  addTicks(ticks: readonly Tick[]): void {
    this.#send({ kind: 'addTicks', ticks });
    this.build();
  }

  /** Builds the bars again, as soon as earlier builds have left enough idle time. */
  build(): void {
    clearTimeout(this.#timer);
    const delay = this.#idleUntil - performance.now();
    if (delay <= 0) this.#build();
    else this.#timer = setTimeout(() => this.#build(), delay);
  }

  clear(): void {
    this.#send({ kind: 'clear' });
  }

  /** Builds bars with these options now and after every change of the ticks. */
  setOptions(options: BarOptions): void {
    this.#options = options;
    this.#build();
  }

  /** Resolves with the loaded ticks of a range, oldest first. */
  findTicks(range: MillisecondRange): Promise<readonly Tick[]> {
    this.#lastId += 1;
    const id = this.#lastId;
    const ticks = new Promise<readonly Tick[]>((resolve) => this.#tickRequests.set(id, resolve));
    this.#send({ kind: 'findTicks', id, ...range });
    return ticks;
  }

  close(): void {
    this.#worker?.terminate();
    clearTimeout(this.#timer);
    this.#isClosed = true;
  }

  #send(request: BarRequest): void {
    if (this.#worker) {
      this.#worker.postMessage(request);
      return;
    }
    const result = this.#builder?.handle(request);
    // Asynchronous, as from a worker: callers rely on it.
    if (result) setTimeout(() => this.#isClosed || this.#receive(result));
  }

  #receive(result: BarResult | TickResult): void {
    if ('bars' in result) {
      this.#receiveBars(result);
      return;
    }
    this.#tickRequests.get(result.id)?.(result.ticks);
    this.#tickRequests.delete(result.id);
  }

  /** Only one build at a time: pages of a long history arrive faster than bars of a million ticks are built. */
  #build(): void {
    clearTimeout(this.#timer);
    if (!this.#options) return;
    this.#isStale = this.#isBuilding;
    if (this.#isBuilding) return;
    this.#isBuilding = true;
    this.#lastId += 1;
    this.#send({ kind: 'build', id: this.#lastId, ...this.#options });
  }

  #receiveBars(result: BarResult): void {
    this.#isBuilding = false;
    this.#idleUntil = performance.now() + result.durationMs * IDLE_RATIO;
    if (this.#isStale) this.build();
    this.#onBars(result);
  }
}

/** Returns undefined in a sandboxed frame that may not start workers. */
function startWorker(): Worker | undefined {
  try {
    return new Worker(new URL('./bar-worker.ts', import.meta.url), { type: 'module' });
  } catch {
    return undefined;
  }
}
