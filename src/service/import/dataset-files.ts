import { createReadStream, existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { OperatorError } from '#service/store/store-errors.ts';

const fileNames = [
  'jettons.json',
  'pools.json',
  'swaps.csv',
  'holders.csv',
  'holder-counts.csv',
  'fx.csv',
] as const;
export type FileName = (typeof fileNames)[number];

const CHUNK_SIZE = 1 << 18;
const BYTE_ORDER_MARK = Buffer.from('\uFEFF');

/** A dataset folder. Only jettons.json is required. `onBytes` receives the total number of bytes read so far. */
export class DatasetFiles {
  private readonly folder: string;
  private readonly onBytes: (count: number) => void;
  private bytesRead = 0;

  constructor(folder: string, onBytes: (count: number) => void = () => undefined) {
    requireDataset(folder);
    this.folder = folder;
    this.onBytes = onBytes;
  }

  get size(): number {
    return fileNames.reduce(
      (sum, name) => sum + (this.has(name) ? statSync(join(this.folder, name)).size : 0),
      0,
    );
  }

  has(name: FileName): boolean {
    return existsSync(join(this.folder, name));
  }

  /** Reads a file as text in chunks, without byte order mark. */
  async *readText(name: FileName): AsyncGenerator<string> {
    const decoder = new TextDecoder();
    for await (const chunk of this.readBytes(name)) yield decoder.decode(chunk, { stream: true });
    yield decoder.decode();
  }

  /** Reads a file as UTF-8 bytes in chunks, without byte order mark. */
  async *readBytes(name: FileName): AsyncGenerator<Buffer> {
    const chunks: AsyncIterable<Buffer> = createReadStream(join(this.folder, name), {
      highWaterMark: CHUNK_SIZE,
    });
    let isFirst = true;
    for await (const chunk of chunks) {
      if (isFirst) requireText(name, chunk);
      yield isFirst && chunk.indexOf(BYTE_ORDER_MARK) === 0 ? chunk.subarray(BYTE_ORDER_MARK.length) : chunk;
      isFirst = false;
      this.bytesRead += chunk.length;
      this.onBytes(this.bytesRead);
    }
  }
}

/** Throws OperatorError if there is no dataset. */
export function requireDataset(folder: string): void {
  if (!existsSync(join(folder, 'jettons.json')))
    throw new OperatorError(`jettons.json not found in ${folder}`);
  const directory = fileNames.find((name) =>
    statSync(join(folder, name), { throwIfNoEntry: false })?.isDirectory(),
  );
  if (directory !== undefined) throw new OperatorError(`${directory} in ${folder} is a folder`);
}

/** How files begin that are often taken for text, in hexadecimal digits, and what to do with them. */
const otherFormats: readonly (readonly [start: RegExp, problem: string])[] = [
  [/^1f8b/, 'the file is compressed (gzip); decompress it'],
  [/^28b52ffd/, 'the file is compressed (Zstandard); decompress it'],
  [/^fd377a585a/, 'the file is compressed (xz); decompress it'],
  [/^425a68/, 'the file is compressed (bzip2); decompress it'],
  [/^504b0304/, 'the file is a ZIP archive or a spreadsheet; convert it to text'],
  [/^(fffe|feff|00|..00)/, 'the file is UTF-16; convert it to UTF-8'],
];

/** Throws BadFileError if a file that begins with `chunk` is in another common format than UTF-8 text. */
function requireText(name: FileName, chunk: Buffer): void {
  const start = chunk.toString('hex', 0, 8);
  const problem = otherFormats.find(([pattern]) => pattern.test(start))?.[1];
  if (problem !== undefined) throw new BadFileError(name, 1, problem);
}

/** A file is invalid as a whole, so that skipping rows does not help. */
export class BadFileError extends OperatorError {
  override readonly name = 'BadFileError';

  constructor(file: string, line: number, reason: string) {
    super(`${file}, line ${line}: ${reason}`);
  }
}
