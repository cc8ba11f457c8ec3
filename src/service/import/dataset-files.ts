import { createReadStream, existsSync, statSync } from 'node:fs';
import { join } from 'node:path';

export const fileNames = ['jettons.json', 'pools.json', 'swaps.csv', 'fx.csv'] as const;
export type FileName = (typeof fileNames)[number];

/** A dataset folder; only jettons.json has to be there. `onBytes` hears how many bytes of all files have been read. */
export class DatasetFiles {
  private readonly folder: string;
  private readonly onBytes: (count: number) => void;
  private bytes = 0;

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

  /** The file's text, piece by piece; without a byte order mark. */
  async *read(name: FileName): AsyncGenerator<string> {
    const decoder = new TextDecoder();
    const chunks: AsyncIterable<Buffer> = createReadStream(join(this.folder, name), {
      highWaterMark: 1 << 18,
    });
    for await (const chunk of chunks) {
      yield decoder.decode(chunk, { stream: true });
      this.bytes += chunk.length;
      this.onBytes(this.bytes);
    }
    yield decoder.decode();
  }
}

export function requireDataset(folder: string): void {
  if (existsSync(join(folder, 'jettons.json'))) return;
  throw new MissingFileError(`There is no jettons.json in ${folder}`);
}

export class MissingFileError extends Error {
  override readonly name = 'MissingFileError';
}
