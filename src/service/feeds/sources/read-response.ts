import { SourceError } from '#service/feeds/client/source.ts';
import { BadValueError } from '#service/validation/bad-value-error.ts';

/** Reads a response as a whole: converts BadValueError to SourceError. */
export function readResponse<Value>(path: string, read: () => Value): Value {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof BadValueError)) throw error;
    throw new SourceError(`${path}: unexpected response: ${error.reason}`);
  }
}
