import { linkSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { StoreInUseError } from '#service/store/database.ts';
import { hasErrorCode } from '#service/store/store-errors.ts';

/**
 * Locks a data folder for this process: a second process on a PGlite folder would corrupt it. Replaces the lock of a
 * process that was killed. Throws StoreInUseError. Returns a function that releases the lock.
 */
export function acquireStoreLock(dataDir: string): () => void {
  mkdirSync(dataDir, { recursive: true });
  const file = join(dataDir, 'store.lock');
  const own = `${file}.${process.pid}`;
  writeFileSync(own, describeProcess(process.pid));
  try {
    // Unlike writing a new file, creating a link is atomic including the content.
    while (!succeeds(() => linkSync(own, file), 'EEXIST')) removeStaleLock(file, dataDir);
  } finally {
    rmSync(own, { force: true });
  }
  return () => rmSync(file, { force: true });
}

function removeStaleLock(file: string, dataDir: string): void {
  assertOwnerNotRunning(file, dataDir);
  const stale = `${file}.stale.${process.pid}`;
  if (!succeeds(() => renameSync(file, stale), 'ENOENT')) return;
  try {
    // Between the check and the rename another process may have acquired the lock: restore it.
    assertOwnerNotRunning(stale, dataDir);
  } catch (error) {
    succeeds(() => linkSync(stale, file), 'EEXIST');
    throw error;
  } finally {
    rmSync(stale, { force: true });
  }
}

function assertOwnerNotRunning(file: string, dataDir: string): void {
  const owner = read(file);
  if (owner === undefined || !isRunning(owner)) return;
  const [pid] = owner.split(' ');
  throw new StoreInUseError(`The store in ${dataDir} is in use by process ${pid}`);
}

function isRunning(owner: string): boolean {
  const pid = Number(owner.split(' ')[0]);
  if (!Number.isSafeInteger(pid) || pid <= 0 || !processExists(pid)) return false;
  return !hasEnded(pid) && describeProcess(pid) === owner;
}

/** Whether a process has ended, and its parent has not noticed yet: below some init processes, it never does. */
function hasEnded(pid: number): boolean {
  return ['Z', 'X', 'x'].includes(processStatus(pid)?.[0] ?? '');
}

function processExists(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return hasErrorCode(error, 'EPERM');
  }
}

/** PID and, if available, start time: PIDs are reused, in containers after every restart. */
function describeProcess(pid: number): string {
  return `${pid} ${processStatus(pid)?.[19] ?? ''}`;
}

/** man proc_pid_stat: the fields from the third on, the state; the 22nd is the start time. Undefined if not available. */
function processStatus(pid: number): readonly string[] | undefined {
  const status = process.platform === 'linux' ? read(`/proc/${pid}/stat`) : undefined;
  // The second field is a name in parentheses.
  return status?.slice(status.lastIndexOf(')') + 2).split(' ');
}

function read(file: string): string | undefined {
  let text: string | undefined;
  succeeds(() => {
    text = readFileSync(file, 'utf8');
  }, 'ENOENT');
  return text;
}

/** Returns false if `action` fails with the error code `code`. Rethrows other errors. */
function succeeds(action: () => void, code: string): boolean {
  try {
    action();
    return true;
  } catch (error) {
    if (hasErrorCode(error, code)) return false;
    throw error;
  }
}
