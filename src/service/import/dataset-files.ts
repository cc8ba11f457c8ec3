import { createReadStream, existsSync, statSync } from 'node:fs';
import { join } from 'node:path';

export const fileNames = ['jettons.json', 'pools.json', 'swaps.csv', 'fx.csv'] as const;
export type FileName = (typeof fileNames)[number];

const CHUNK_SIZE = 1 << 18;
const BYTE_ORDER_MARK = Buffer.from('\uFEFF');

/** A dataset folder; only jettons.json is required. `onBytes` receives how many bytes of all files have been read. */
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

  /** The file's text in pieces, without a byte order mark. */
  async *readText(name: FileName): AsyncGenerator<string> {
    const decoder = new TextDecoder();
    for await (const piece of this.readBytes(name)) yield decoder.decode(piece, { stream: true });
    yield decoder.decode();
  }

  /** The same, encoded. */
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
  throw new MissingFileError(`There is no jettons.json in ${folder}`);
}

export class MissingFileError extends Error {
  override readonly name = 'MissingFileError';
}
