import { BadValueError } from '#service/validation/bad-value-error.ts';

/** Reads values one by one: an invalid one is missing, so that it does not hide the others. */
export class LenientReader {
  private firstReason: string | undefined;

  /** What is wrong with the first invalid value. */
  get reason(): string | undefined {
    return this.firstReason;
  }

  /** Returns undefined instead of throwing BadValueError. */
  read<Value>(read: () => Value | undefined): Value | undefined {
    try {
      return read();
    } catch (error) {
      if (!(error instanceof BadValueError)) throw error;
      this.firstReason ??= error.reason;
      return undefined;
    }
  }
}
