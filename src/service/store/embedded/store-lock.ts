import { linkSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { StoreInUseError } from '#service/store/database.ts';

/**
 * PGlite's folder is one process's: a second one would break the store. Takes the folder for this process or throws a
 * StoreInUseError; answers the release. What a killed process left behind is taken over.
 */
export function acquireStoreLock(dataDir: string): () => void {
  mkdirSync(dataDir, { recursive: true });
  const file = join(dataDir, 'store.lock');
  const own = `${file}.${process.pid}`;
  writeFileSync(own, describeProcess(process.pid));
  try {
    // A link, unlike a new file, appears together with its content.
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
    // Between the look and the rename another process may have taken it over: then it gets its lock back.
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
  return describeProcess(pid) === owner;
}

function processExists(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return hasCode(error, 'EPERM');
  }
}

/** Number and, where the system tells, start time: numbers are used again, in containers after every restart. */
function describeProcess(pid: number): string {
  // man proc_pid_stat: the second field is a name in parentheses, the 22nd the start time.
  const status = process.platform === 'linux' ? read(`/proc/${pid}/stat`) : undefined;
  return `${pid} ${status?.slice(status.lastIndexOf(')') + 2).split(' ')[19] ?? ''}`;
}

function read(file: string): string | undefined {
  let text: string | undefined;
  succeeds(() => {
    text = readFileSync(file, 'utf8');
  }, 'ENOENT');
  return text;
}

/** Whether `action` went well; `code` is the one failure that is expected. */
function succeeds(action: () => void, code: string): boolean {
  try {
    action();
    return true;
  } catch (error) {
    if (hasCode(error, code)) return false;
    throw error;
  }
}

function hasCode(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code;
}
