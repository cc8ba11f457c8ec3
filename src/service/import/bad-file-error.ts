/** A file is invalid as a whole, so that skipping rows does not help. */
export class BadFileError extends Error {
  override readonly name = 'BadFileError';

  constructor(file: string, line: number, reason: string) {
    super(`${file}, line ${line}: ${reason}`);
  }
}
