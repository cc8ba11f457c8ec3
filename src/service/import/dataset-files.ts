import { createReadStream, existsSync, statSync } from 'node:fs';
import { join } from 'node:path';

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
      yield isFirst && chunk.indexOf(BYTE_ORDER_MARK) === 0 ? chunk.subarray(BYTE_ORDER_MARK.length) : chunk;
      isFirst = false;
      this.bytesRead += chunk.length;
      this.onBytes(this.bytesRead);
    }
  }
}

export function requireDataset(folder: string): void {
  if (existsSync(join(folder, 'jettons.json'))) return;
  throw new MissingFileError(`jettons.json not found in ${folder}`);
}

export class MissingFileError extends Error {
  override readonly name = 'MissingFileError';
}

/** A file is invalid as a whole, so that skipping rows does not help. */
export class BadFileError extends Error {
  override readonly name = 'BadFileError';

  constructor(file: string, line: number, reason: string) {
    super(`${file}, line ${line}: ${reason}`);
  }
}
