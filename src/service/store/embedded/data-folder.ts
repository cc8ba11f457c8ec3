import {
  chmodSync,
  constants,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { cp, open, readdir, statfs } from 'node:fs/promises';
import { dirname, isAbsolute, join, relative, sep } from 'node:path';
import type { Dataset } from '#service/store/dataset.ts';
import {
  errorLine,
  hasErrorCode,
  OperatorError,
  StoreUnavailableError,
} from '#service/store/store-errors.ts';
import { acquireStoreLock, makeFolder } from './store-lock.ts';

/** 40 MB for an empty data folder; the rest for the first data and its WAL. */
const NEW_FOLDER_BYTES = 128e6;

/** Exists while a data folder is created. */
const NEW_FILE = 'store.new';

/**
 * Begins to create a data folder: PGlite fills the empty folder when it first starts on it. Throws StoreUnavailableError if
 * there is not enough disk space.
 */
export async function beginDataFolder(dataDir: string): Promise<void> {
  const free = await freeBytes(dataDir);
  if (free < NEW_FOLDER_BYTES) {
    const needed = formatMegabytes(NEW_FOLDER_BYTES);
    throw new StoreUnavailableError(
      `a new store needs ${needed} of free disk space, found ${formatMegabytes(free)}`,
    );
  }
  writeFileSync(join(dataDir, NEW_FILE), '');
  await syncPath(dataDir);
  mkdirSync(databaseFolder(dataDir), { mode: PRIVATE });
}

/** Ends the creation of a data folder that PGlite has filled. Nothing may write to it meanwhile. */
export async function finishDataFolder(dataDir: string): Promise<void> {
  await syncTree(databaseFolder(dataDir));
  rmSync(join(dataDir, NEW_FILE));
  await syncPath(dataDir);
}

/** Removes a data folder whose creation was interrupted. It never contained data. */
export function removeUnfinishedStore(dataDir: string): void {
  const marker = join(dataDir, NEW_FILE);
  if (statSync(marker, { throwIfNoEntry: false })?.isFile())
    rmSync(databaseFolder(dataDir), { recursive: true, force: true });
  // Up to version 0.8, the unfinished folder itself had this name.
  rmSync(marker, { recursive: true, force: true });
}

/** Of folders: only their owner has access. PGlite creates files that everyone may write, whatever the umask. */
const PRIVATE = 0o700;

/** Removes the access of other users to a data folder, which earlier versions gave them. */
export function makePrivate(folder: string): void {
  try {
    chmodSync(folder, PRIVATE);
  } catch (error) {
    // The folder of another user, or on a file system without permissions.
    if (!hasErrorCode(error, 'EPERM') && !hasErrorCode(error, 'ENOTSUP')) throw error;
  }
}

/** Renames a damaged data folder, if it exists, to make way for a new one. */
export function setAsideDamagedFolder(folder: string): void {
  if (!existsSync(folder)) return;
  const timestamp = new Date().toISOString().replaceAll(/[:.]/g, '-');
  renameSync(folder, `${folder}.damaged-${timestamp}`);
}

const REQUIRED_FILES = [
  'PG_VERSION',
  'base',
  'global/pg_control',
  'global',
  'pg_wal',
  'pg_xact',
  'postgresql.conf',
];
const CONTROL_FILE_BYTES = 8192;

/** Quick check of a data folder; undefined if it looks complete. PostgreSQL detects any other damage at startup. */
export function findDamage(folder: string): string | undefined {
  if (!existsSync(folder)) return `the folder ${folder} is missing`;
  if (!statSync(folder).isDirectory()) return `${folder} is not a folder`;
  if (readdirSync(folder).length === 0) return `the folder ${folder} is empty`;
  const missing = REQUIRED_FILES.find((name) => !existsSync(join(folder, name)));
  if (missing !== undefined) return `${missing} is missing`;
  if (statSync(join(folder, 'global/pg_control')).size !== CONTROL_FILE_BYTES)
    return 'global/pg_control has the wrong size';
  return undefined;
}

/** The embedded store is damaged. The message contains the finding and how to recover. */
export class StoreDamagedError extends Error {
  override readonly name = 'StoreDamagedError';

  constructor(dataDir: string, reason: string, record: StoreRecord | 'unreadable' | undefined) {
    super(
      `The embedded store in ${dataDir} cannot be opened: ${reason}. It contained ${describeStoreRecord(record)}. ` +
        'Nothing was changed. To recover, restore a backup of that folder, import the data again ' +
        '(npm run import renames the damaged store), or choose another DATA_DIR',
    );
  }
}

/** A data folder cannot be copied. */
export class BackupError extends OperatorError {
  override readonly name = 'BackupError';
}

/**
 * Copies the database and its record to a new folder, which can be used as `DATA_DIR`. Nothing may write to the
 * database meanwhile. The target appears once it is complete and flushed to disk. Throws BackupError.
 */
export async function copyDataFolder(dataDir: string, target: string): Promise<void> {
  if (existsSync(target)) throw new BackupError(`${target} already exists`);
  removeUnfinishedBackup(dataDir);
  const unfinished = `${target}.unfinished`;
  const marker = join(dataDir, BACKUP_FILE);
  try {
    await requireBackupTarget(dataDir, target);
    makeFolder(dirname(target));
    rmSync(unfinished, { recursive: true, force: true });
    writeFileSync(marker, unfinished);
    mkdirSync(unfinished, { mode: PRIVATE });
    // File systems that can share blocks between files copy instantly.
    const options = { recursive: true, mode: constants.COPYFILE_FICLONE };
    for (const name of [DATABASE_FOLDER, RECORD_FILE])
      await cp(join(dataDir, name), join(unfinished, name), options);
    await syncTree(unfinished);
    renameSync(unfinished, target);
    await syncPath(dirname(target));
    rmSync(marker);
  } catch (error) {
    removeUnfinishedBackup(dataDir);
    if (error instanceof BackupError) throw error;
    throw new BackupError(`${target} cannot be written: ${errorLine(error)}`, { cause: error });
  }
}

/** Contains the path of a backup in progress. */
const BACKUP_FILE = 'backup.unfinished';

/** Removes what a process that was killed during a backup has left. */
export function removeUnfinishedBackup(dataDir: string): void {
  const marker = join(dataDir, BACKUP_FILE);
  if (!existsSync(marker)) return;
  const unfinished = readFileSync(marker, 'utf8');
  if (unfinished.endsWith('.unfinished') && existsSync(unfinished)) rmSync(unfinished, { recursive: true });
  rmSync(marker);
}

/** Throws BackupError if the target is inside of the data folder, or does not have enough free space. */
async function requireBackupTarget(dataDir: string, target: string): Promise<void> {
  let existing = dirname(target);
  while (!existsSync(existing)) existing = dirname(existing);
  const path = relative(realpathSync(dataDir), join(realpathSync(existing), relative(existing, target)));
  if (path !== '..' && !path.startsWith(`..${sep}`) && !isAbsolute(path))
    throw new BackupError(`${target} is inside of the data folder ${dataDir}`);
  const [needed, free] = [sizeOf(databaseFolder(dataDir)), await freeBytes(existing)];
  if (free < needed)
    throw new BackupError(
      `${target} needs ${formatMegabytes(needed)} of free disk space, found ${formatMegabytes(free)}`,
    );
}

/** In bytes. */
function sizeOf(folder: string): number {
  return readdirSync(folder, { withFileTypes: true }).reduce((sum, entry) => {
    const path = join(folder, entry.name);
    return sum + (entry.isDirectory() ? sizeOf(path) : statSync(path).size);
  }, 0);
}

/** Copies a data folder that no process has open. Throws BackupError, or StoreInUseError if one has. */
export async function copyClosedDataFolder(dataDir: string, target: string): Promise<void> {
  if (readStoreRecord(dataDir) === undefined) throw new BackupError(`${dataDir} contains no data`);
  const release = acquireStoreLock(dataDir);
  try {
    await copyDataFolder(dataDir, target);
  } finally {
    release();
  }
}

const DATABASE_FOLDER = 'store';

export function databaseFolder(dataDir: string): string {
  return join(dataDir, DATABASE_FOLDER);
}

/** Whether there is a store, which may be damaged. */
export function hasStore(dataDir: string): boolean {
  const isCreated = existsSync(databaseFolder(dataDir)) && !existsSync(join(dataDir, NEW_FILE));
  return readStoreRecord(dataDir) !== undefined || isCreated;
}

const RECORD_FILE = 'store.json';

/**
 * Description of an embedded store's data, stored next to the data folder: shows what a damaged or missing store
 * contained, and distinguishes it from a new one.
 */
interface StoreRecord {
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
    if (hasErrorCode(error, 'ENOENT') || hasErrorCode(error, 'ENOTDIR')) return undefined;
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
export async function writeStoreRecord(dataDir: string, record: StoreRecord): Promise<void> {
  const unfinished = join(dataDir, `${RECORD_FILE}.new`);
  writeFileSync(unfinished, `${JSON.stringify(record)}\n`);
  await syncPath(unfinished);
  renameSync(unfinished, join(dataDir, RECORD_FILE));
  await syncPath(dataDir);
}

/** For messages, such as `imported data, built on 2026-01-29 07:50 UTC`. */
function describeStoreRecord(record: StoreRecord | 'unreadable' | undefined): string {
  if (record === undefined) return 'no data yet';
  if (record === 'unreadable') return 'data of an unknown kind';
  const content = { imported: 'imported data', simulated: 'a simulated market', live: 'data of feeds' }[
    record.source
  ];
  return `${content}, built on ${record.builtAt.slice(0, 16).replace('T', ' ')} UTC`;
}

/** Bytes available to unprivileged processes on the folder's disk. */
export async function freeBytes(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize;
}

export function formatMegabytes(bytes: number): string {
  return `${Math.floor(bytes / 1e6).toLocaleString('en')} MB`;
}

/** Files that are flushed at the same time, because each waits for the disk. */
const PARALLEL_SYNCS = 8;

/** Flushes a folder with all its files to disk. */
async function syncTree(folder: string): Promise<void> {
  const names = (await readdir(folder, { recursive: true })).values();
  const syncNext = async () => {
    for (const name of names) await syncPath(join(folder, name));
  };
  await Promise.all(Array.from({ length: PARALLEL_SYNCS }, syncNext));
  await syncPath(folder);
}

/** Flushes a file, or the entries of a folder, to disk. */
async function syncPath(path: string): Promise<void> {
  const file = await open(path);
  try {
    await file.sync();
  } finally {
    await file.close();
  }
}
