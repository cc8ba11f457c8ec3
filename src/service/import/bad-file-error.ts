/** A file is not what its name says as a whole: no row to skip. */
export class BadFileError extends Error {
  override readonly name = 'BadFileError';

  constructor(file: string, line: number, reason: string) {
    super(`${file}, line ${line}: ${reason}`);
  }
}
