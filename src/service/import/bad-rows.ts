/** A value that the dataset format does not allow. `reason` contains no values, so that equal errors can be counted. */
export class BadValueError extends Error {
  readonly reason: string;
  readonly value: unknown;

  constructor(reason: string, value?: unknown) {
    super(reason);
    this.reason = reason;
    this.value = value;
  }
}

/** The file, line and reason of a bad row; ends an import that does not skip bad rows. */
export class BadRowError extends Error {
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

// JSON.parse reads arrays of any depth, JSON.stringify ends at the limit of the call stack.
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

/** What happens to bad rows: the first one ends the import, or all are counted by file and reason. */
export class BadRows {
  private readonly counts = new Map<string, SkippedRows>();
  private readonly skip: boolean;

  constructor(skip: boolean) {
    this.skip = skip;
  }

  get skipped(): SkippedRows[] {
    return Array.from(this.counts.values());
  }

  /** The row that `read` makes, or undefined where it is bad and skipped. */
  readRow<Row>(file: string, line: number, read: () => Row): Row | undefined {
    try {
      return read();
    } catch (error) {
      if (!(error instanceof BadValueError)) throw error;
      this.report(file, line, error);
      return undefined;
    }
  }

  private report(file: string, line: number, bad: BadValueError): void {
    if (!this.skip) throw new BadRowError(file, line, bad);
    const { reason } = bad;
    const key = `${file} ${reason}`;
    const known = this.counts.get(key);
    this.counts.set(key, {
      file,
      reason,
      count: (known?.count ?? 0) + 1,
      firstLine: known?.firstLine ?? line,
    });
  }
}
