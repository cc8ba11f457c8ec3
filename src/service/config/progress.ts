import { SingleBar } from 'cli-progress';

/** Reports the progress of a long task that consists of several steps. */
export interface Progress {
  /** Starts a step, which is complete when `total` is reached. Ends the previous step. */
  start(step: string, total: number): void;
  update(value: number): void;
  finish(): void;
}

export const silentProgress: Progress = {
  start: () => undefined,
  update: () => undefined,
  finish: () => undefined,
};

/** Shows a progress bar on a terminal. Otherwise writes a line every few seconds. */
export function reportProgress(stream: NodeJS.WriteStream): Progress {
  return stream.isTTY ? new ProgressBar(stream) : new ProgressLines(stream);
}

class ProgressBar implements Progress {
  private readonly bar: SingleBar;

  constructor(stream: NodeJS.WriteStream) {
    const format = '{step} [{bar}] {percentage}%';
    this.bar = new SingleBar({
      format,
      stream,
      barCompleteChar: '=',
      barIncompleteChar: ' ',
      hideCursor: true,
    });
  }

  start(step: string, total: number): void {
    this.finish();
    this.bar.start(total, 0, { step: step.padEnd(STEP_WIDTH) });
  }

  update(value: number): void {
    this.bar.update(value);
  }

  finish(): void {
    if (!this.bar.isActive) return;
    this.bar.update(this.bar.getTotal());
    this.bar.stop();
  }
}

const STEP_WIDTH = 22;
const LINE_INTERVAL_MS = 5_000;

class ProgressLines implements Progress {
  private readonly stream: NodeJS.WriteStream;
  private step = '';
  private total = 1;
  private lastWrite = 0;

  constructor(stream: NodeJS.WriteStream) {
    this.stream = stream;
  }

  start(step: string, total: number): void {
    this.step = step;
    this.total = total;
    this.write(step);
  }

  update(value: number): void {
    if (Date.now() - this.lastWrite < LINE_INTERVAL_MS) return;
    this.write(`${this.step}: ${Math.floor((value / this.total) * 100)}%`);
  }

  finish(): void {
    // Nothing to clean up: every line is complete.
  }

  private write(line: string): void {
    this.lastWrite = Date.now();
    this.stream.write(`${line}\n`);
  }
}
