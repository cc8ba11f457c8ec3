import { closeSync, fsyncSync, openSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { hasErrorCode } from '#service/store/error-code.ts';
import type { Dataset } from '#service/store/read-dataset.ts';

export const RECORD_FILE = 'store.json';

/**
 * Description of an embedded store's data, stored next to the data folder: shows what a damaged or missing store
 * contained, and distinguishes it from a new one.
 */
export interface StoreRecord {
  readonly source: Dataset['source'];
  /** When the data was loaded. */
  readonly builtAt: string;
  /** The fixed clock stored with the data. */
  readonly asOf?: string;
}

export function toStoreRecord({ source, builtAt, asOf }: Dataset): StoreRecord {
  return { source, builtAt: builtAt.toISOString(), ...(asOf && { asOf: asOf.toISOString() }) };
}

/** Returns undefined if the store has never contained data, 'unreadable' if the record exists but is invalid. */
export function readStoreRecord(dataDir: string): StoreRecord | 'unreadable' | undefined {
  let text: string;
  try {
    text = readFileSync(join(dataDir, RECORD_FILE), 'utf8');
  } catch (error) {
    if (hasErrorCode(error, 'ENOENT')) return undefined;
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

/** Replaces the record atomically and flushes it to disk. */
export function writeStoreRecord(dataDir: string, record: StoreRecord): void {
  const unfinished = join(dataDir, `${RECORD_FILE}.new`);
  writeFileSync(unfinished, `${JSON.stringify(record)}\n`);
  fsyncPath(unfinished);
  renameSync(unfinished, join(dataDir, RECORD_FILE));
  fsyncPath(dataDir);
}

/** Flushes a file, or the entries of a folder, to disk. */
export function fsyncPath(path: string): void {
  const file = openSync(path, 'r');
  try {
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
}

/** For messages, such as `imported data, built on 2026-01-29 07:50 UTC`. */
export function describeStoreRecord(record: StoreRecord | 'unreadable' | undefined): string {
  if (record === undefined) return 'no data yet';
  if (record === 'unreadable') return 'data of an unknown kind';
  const content = { imported: 'imported data', simulated: 'a simulated market', live: 'data of feeds' }[
    record.source
  ];
  return `${content}, built on ${record.builtAt.slice(0, 16).replace('T', ' ')} UTC`;
}
