/** Spaces requests evenly: in the order of calls, at most `rate` per second. */
export class RequestPacer {
  /** In milliseconds. */
  private readonly interval: number;
  private readonly queue: (() => void)[] = [];
  private timer: NodeJS.Timeout | undefined;
  /** The earliest start of the next request, in the time of `performance.now()`. */
  private nextStart = 0;

  constructor(rate: number) {
    this.interval = 1000 / rate;
  }

  /** Milliseconds until another request could start. */
  get delay(): number {
    return Math.max(0, this.nextStart - performance.now()) + this.queue.length * this.interval;
  }

  /** Resolves when the next request may start. Throws the signal's reason; an aborted request does not count. */
  async wait(signal: AbortSignal): Promise<void> {
    signal.throwIfAborted();
    await new Promise<void>((resolve, reject) => {
      const start = () => {
        signal.removeEventListener('abort', onAbort);
        resolve();
      };
      const onAbort = () => {
        this.queue.splice(this.queue.indexOf(start), 1);
        reject(signal.reason);
      };
      signal.addEventListener('abort', onAbort, { once: true });
      this.queue.push(start);
      this.startDue();
    });
  }

  private startDue(): void {
    if (this.timer !== undefined || this.queue.length === 0) return;
    const now = performance.now();
    if (now < this.nextStart) {
      const onTimer = () => {
        this.timer = undefined;
        this.startDue();
      };
      this.timer = setTimeout(onTimer, Math.ceil(this.nextStart - now));
      return;
    }
    this.nextStart = now + this.interval;
    this.queue.shift()?.();
    this.startDue();
  }
}
