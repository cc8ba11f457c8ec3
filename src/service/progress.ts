import { SingleBar } from 'cli-progress';

/** What work that takes a while tells of its way. */
export interface Progress {
  /** A new step, after which `total` is reached. */
  begin(step: string, total: number): void;
  reach(value: number): void;
  end(): void;
}

export const silentProgress: Progress = {
  begin: () => undefined,
  reach: () => undefined,
  end: () => undefined,
};

/** A bar on a terminal, else a line now and then. */
export function reportProgress(stream: NodeJS.WriteStream): Progress {
  return stream.isTTY ? new ProgressBar(stream) : new ProgressLines(stream);
}

class ProgressBar implements Progress {
  private readonly bar: SingleBar;

  constructor(stream: NodeJS.WriteStream) {
    const format = '{step} [{bar}] {percentage} %';
    this.bar = new SingleBar({
      format,
      stream,
      barCompleteChar: '=',
      barIncompleteChar: ' ',
      hideCursor: true,
    });
  }

  begin(step: string, total: number): void {
    this.end();
    this.bar.start(total, 0, { step: step.padEnd(STEP_WIDTH) });
  }

  reach(value: number): void {
    this.bar.update(value);
  }

  end(): void {
    if (!this.bar.isActive) return;
    this.bar.update(this.bar.getTotal());
    this.bar.stop();
  }
}

const STEP_WIDTH = 22;
const MILLISECONDS_BETWEEN_LINES = 5_000;

class ProgressLines implements Progress {
  private readonly stream: NodeJS.WriteStream;
  private step = '';
  private total = 1;
  private written = 0;

  constructor(stream: NodeJS.WriteStream) {
    this.stream = stream;
  }

  begin(step: string, total: number): void {
    this.step = step;
    this.total = total;
    this.write(step);
  }

  reach(value: number): void {
    if (Date.now() - this.written < MILLISECONDS_BETWEEN_LINES) return;
    this.write(`${this.step}: ${Math.floor((value / this.total) * 100)} %`);
  }

  end(): void {
    // Every step has said what there is to say.
  }

  private write(line: string): void {
    this.written = Date.now();
    this.stream.write(`${line}\n`);
  }
}
