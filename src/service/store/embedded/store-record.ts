import { closeSync, fsyncSync, openSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Dataset } from '#service/store/read-dataset.ts';

const FILE = 'store.json';

/**
 * What an embedded store holds, written beside its folder: a store that is damaged or gone cannot say it itself, and
 * must not be taken for a new one.
 */
export interface StoreRecord {
  readonly source: Dataset['source'];
  /** When the data was put into the store. */
  readonly builtAt: string;
  /** The fixed clock given with the data. */
  readonly asOf?: string;
}

export function toStoreRecord({ source, builtAt, asOf }: Dataset): StoreRecord {
  return { source, builtAt: builtAt.toISOString(), ...(asOf && { asOf: asOf.toISOString() }) };
}

/** Undefined where no store has ever held data. A record that cannot be read still says that there was one. */
export function readStoreRecord(dataDir: string): StoreRecord | 'unreadable' | undefined {
  let text: string;
  try {
    text = readFileSync(join(dataDir, FILE), 'utf8');
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
    throw error;
  }
  try {
    const record = JSON.parse(text) as Partial<StoreRecord>;
    const { source, builtAt } = record;
    return source && builtAt ? { ...record, source, builtAt } : 'unreadable';
  } catch {
    return 'unreadable';
  }
}

/** Survives a power failure as the old record or the new one. */
export function writeStoreRecord(dataDir: string, record: StoreRecord): void {
  const unfinished = join(dataDir, `${FILE}.new`);
  writeFileSync(unfinished, `${JSON.stringify(record)}\n`);
  fsyncPath(unfinished);
  renameSync(unfinished, join(dataDir, FILE));
  fsyncPath(dataDir);
}

/** Makes what was written to a file, or the names in a folder, survive a power failure. */
export function fsyncPath(path: string): void {
  const file = openSync(path, 'r');
  try {
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
}

/** For a message: `imported data of 2026-01-29`. */
export function describeStoreRecord(record: StoreRecord | 'unreadable' | undefined): string {
  if (record === undefined) return 'no data yet';
  if (record === 'unreadable') return 'data of an unknown kind';
  const kind = record.source === 'imported' ? 'imported data' : 'a simulated market';
  return `${kind}, built on ${record.builtAt.slice(0, 16).replace('T', ' ')} UTC`;
}
