/** A value is invalid in the dataset format. `reason` contains no row data, so that equal errors can be counted. */
export class BadValueError extends Error {
  readonly reason: string;
  readonly value: unknown;

  constructor(reason: string, value?: unknown) {
    super(reason);
    this.reason = reason;
    this.value = value;
  }
}

/** A pool, which anyone can create, is not supported, although its description has the expected format. */
export class UnsupportedPoolError extends BadValueError {}
