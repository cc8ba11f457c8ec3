// Locks between processes. Plain JavaScript because a start uses them before anything is built.
import { linkSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';

/**
 * Creates a lock file for this process. Replaces that of a process that has ended.
 * @param {string} file
 * @returns {{ release: () => void } | { owner: number }} `owner`: the ID of the running process that has the lock
 */
export function acquireProcessLock(file) {
  const own = `${file}.${process.pid}`;
  writeFileSync(own, describeProcess(process.pid));
  try {
    // Unlike writing a new file, creating a link is atomic including the content.
    while (!succeeds(() => linkSync(own, file), 'EEXIST')) {
      const owner = removeStaleLock(file);
      if (owner !== undefined) return { owner };
    }
  } finally {
    rmSync(own, { force: true });
  }
  return { release: () => rmSync(file, { force: true }) };
}

/** @param {string} file @returns {number | undefined} the owner, if it is running */
function removeStaleLock(file) {
  const owner = runningOwner(file);
  if (owner !== undefined) return owner;
  const stale = `${file}.stale.${process.pid}`;
  if (!succeeds(() => renameSync(file, stale), 'ENOENT')) return undefined;
  // Between the check and the rename another process may have acquired the lock: restore it.
  const later = runningOwner(stale);
  if (later !== undefined) succeeds(() => linkSync(stale, file), 'EEXIST');
  rmSync(stale, { force: true });
  return later;
}

/** @param {string} file */
function runningOwner(file) {
  const owner = read(file);
  const pid = Number(owner?.split(' ')[0]);
  if (!Number.isSafeInteger(pid) || pid <= 0 || !processExists(pid) || hasEnded(pid)) return undefined;
  return describeProcess(pid) === owner ? pid : undefined;
}

/**
 * Whether a process has ended, and its parent has not noticed yet: below some init processes, it never does.
 * @param {number} pid
 */
function hasEnded(pid) {
  return ['Z', 'X', 'x'].includes(processStatus(pid)?.[0] ?? '');
}

/** @param {number} pid */
function processExists(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return hasCode(error, 'EPERM');
  }
}

/**
 * PID and, if available, start time: PIDs are reused, in containers after every restart.
 * @param {number} pid
 */
function describeProcess(pid) {
  return `${pid} ${processStatus(pid)?.[19] ?? ''}`;
}

/**
 * man proc_pid_stat: the fields from the third on, the state; the 22nd is the start time. Undefined if not available.
 * @param {number} pid
 */
function processStatus(pid) {
  const status = process.platform === 'linux' ? read(`/proc/${pid}/stat`) : undefined;
  // The second field is a name in parentheses.
  return status?.slice(status.lastIndexOf(')') + 2).split(' ');
}

/** @param {string} file @returns {string | undefined} */
function read(file) {
  let text;
  succeeds(() => {
    text = readFileSync(file, 'utf8');
  }, 'ENOENT');
  return text;
}

/** @param {() => void} action @param {string} expected code of an error that returns false */
function succeeds(action, expected) {
  try {
    action();
    return true;
  } catch (error) {
    if (hasCode(error, expected)) return false;
    throw error;
  }
}

/** @param {unknown} error @param {string} code */
function hasCode(error, code) {
  return error instanceof Error && 'code' in error && error.code === code;
}
