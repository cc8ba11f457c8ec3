import { open, stat } from 'node:fs/promises';
import {
  OPEN_END,
  type Page,
  SourceError,
  type StoreLookup,
  type SwapSource,
} from '#service/feeds/client/source.ts';
import { MAX_LINE_LENGTH, RecordReader } from './read-record.ts';

const NEWLINE = 0x0a;
/** Bytes read at once. */
const CHUNK_BYTES = MAX_LINE_LENGTH;

export interface NdjsonOptions {
  readonly path: string;
  readonly exchanges: readonly string[];
  readonly now: () => Date;
  /** Called whenever the file could be read, or is known to have nothing new. */
  readonly onRead?: (() => void) | undefined;
}

/**
 * Reads a growing file with one record per line. Keys are byte offsets. Lines without a line break at the end are still
 * being written, and wait. A file that has become shorter is read from its start.
 */
export function createNdjsonSource({ path, exchanges, now, onRead }: NdjsonOptions): SwapSource {
  return {
    isFinal: true,
    start: async () => 0n,
    discover: async ({ cursors, head, unread }) => {
      const size = BigInt(await fileSize(path));
      const cursor = cursors.get('') ?? 0n;
      const isNew = size !== cursor && !unread.has('');
      // A file that exists may not be readable.
      if (size === cursor) onRead?.();
      const from = size < cursor ? 0n : cursor;
      const toTime = now();
      return {
        head: toTime,
        ranges: isNew ? [{ subject: '', from, to: OPEN_END, fromTime: head, toTime }] : [],
      };
    },
    read: async ({ from }, lookup) => {
      const page = await readPage(path, from, lookup, exchanges);
      onRead?.();
      return page;
    },
    check: async () => `${path}: ${(await fileSize(path)).toLocaleString('en')} bytes`,
  };
}

async function fileSize(path: string): Promise<number> {
  return (await wrap(path, stat(path))).size;
}

async function readPage(
  path: string,
  from: bigint,
  lookup: StoreLookup,
  exchanges: readonly string[],
): Promise<Page> {
  const chunk = await readChunk(path, Number(from));
  const length = chunk.lastIndexOf(NEWLINE) + 1;
  if (length === 0 && chunk.length === CHUNK_BYTES)
    throw new SourceError(`${path}: the line at byte ${from} exceeds 1 MB`);
  const reader = new RecordReader(lookup, exchanges);
  let offset = from;
  for (const line of chunk.subarray(0, length).toString('utf8').split('\n')) {
    await reader.addLine(line, `byte ${offset}`);
    offset += BigInt(Buffer.byteLength(line) + 1);
  }
  const end = from + BigInt(length);
  return { ...reader.data, ...(length > 0 ? { next: end } : { end }) };
}

async function readChunk(path: string, position: number): Promise<Buffer> {
  const file = await wrap(path, open(path));
  try {
    const { buffer, bytesRead } = await wrap(
      path,
      file.read(Buffer.alloc(CHUNK_BYTES), 0, CHUNK_BYTES, position),
    );
    return buffer.subarray(0, bytesRead);
  } finally {
    await file.close();
  }
}

async function wrap<Result>(path: string, work: Promise<Result>): Promise<Result> {
  try {
    return await work;
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? ` (${String(error.code)})` : '';
    throw new SourceError(`${path} cannot be read${code}`, { problem: 'unreachable', cause: error });
  }
}
