import { OperatorError } from '#service/store/store-errors.ts';
import { BadValueError } from '#service/validation/bad-value-error.ts';

/** Ends an import that does not skip bad rows. The message contains file, line, reason and value. */
export class BadRowError extends OperatorError {
  override readonly name = 'BadRowError';

  constructor(file: string, line: number, { reason, value }: BadValueError) {
    super(`${file}, line ${line}: ${reason}${value === undefined ? '' : ` (${excerpt(value)})`}`);
  }
}

const EXCERPT_LENGTH = 60;

function excerpt(value: unknown): string {
  const text = stringify(value);
  return text.length > EXCERPT_LENGTH ? `${text.slice(0, EXCERPT_LENGTH)}…` : text;
}

// JSON.parse accepts nesting of any depth, but JSON.stringify is recursive and can overflow the call stack.
function stringify(value: unknown): string {
  try {
    return JSON.stringify(value) ?? String(value);
  } catch {
    return typeof value;
  }
}

export interface SkippedRows {
  readonly file: string;
  readonly reason: string;
  readonly count: number;
  readonly firstLine: number;
}

/** Handles bad rows: either throws at the first one, or counts them by file and reason. */
export class BadRows {
  private readonly counts = new Map<string, SkippedRows>();
  private readonly skip: boolean;

  constructor(skip: boolean) {
    this.skip = skip;
  }

  get skipped(): SkippedRows[] {
    return Array.from(this.counts.values());
  }

  /** Returns the result of `read`, or undefined if the row is bad and skipped. Throws BadRowError. */
  readRow<Row>(file: string, line: number, read: () => Row): Row | undefined {
    try {
      return read();
    } catch (error) {
      if (!(error instanceof BadValueError)) throw error;
      this.report(file, line, error);
      return undefined;
    }
  }

  private report(file: string, line: number, error: BadValueError): void {
    if (!this.skip) throw new BadRowError(file, line, error);
    const { reason } = error;
    const key = `${file} ${reason}`;
    const previous = this.counts.get(key);
    this.counts.set(key, {
      file,
      reason,
      count: (previous?.count ?? 0) + 1,
      firstLine: previous?.firstLine ?? line,
    });
  }
}
