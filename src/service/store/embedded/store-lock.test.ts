import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { StoreInUseError } from '#service/store/database.ts';
import { eventually } from '#testing/eventually.ts';
import { acquireStoreLock } from './store-lock.ts';

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'jetscope-lock-'));
});

afterEach(() => rmSync(folder, { recursive: true }));

function writeLock(owner: string): void {
  writeFileSync(join(folder, 'store.lock'), owner);
}

test('a folder can be locked once, and again after its release', () => {
  const release = acquireStoreLock(folder);
  expect(readFileSync(join(folder, 'store.lock'), 'utf8')).toMatch(new RegExp(`^${process.pid} `));
  const inUse = `The store in ${folder} is in use by process ${process.pid}`;
  expect(() => acquireStoreLock(folder)).toThrow(new StoreInUseError(inUse));
  release();
  expect(readdirSync(folder)).toEqual([]);
  acquireStoreLock(folder)();
});

test.runIf(process.platform === 'linux')('a folder below /proc cannot be created', () => {
  expect(() => acquireStoreLock('/proc/jetscope/data')).toThrow(/^ENOENT.*mkdir '\/proc\/jetscope'$/);
});

test('the lock of a running process is respected', async () => {
  const other = spawn(process.execPath, ['-e', 'process.stdin.resume(); console.log("up")']);
  await once(other.stdout, 'data');
  const start = process.platform === 'linux' ? startTime(other.pid) : '';
  writeLock(`${other.pid} ${start}`);
  expect(() => acquireStoreLock(folder)).toThrow(StoreInUseError);
  other.kill('SIGKILL');
  await once(other, 'exit');
  acquireStoreLock(folder)();
});

function startTime(pid: number | undefined): string {
  return readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ')[19] ?? '';
}

test.each(['999999999 1', '', 'nonsense', '0 1', '-1 1'])('the stale lock %j is replaced', (owner) => {
  writeLock(owner);
  const release = acquireStoreLock(folder);
  expect(readdirSync(folder)).toEqual(['store.lock']);
  release();
  expect(existsSync(join(folder, 'store.lock'))).toBe(false);
});

test.runIf(process.platform === 'linux')(
  'a process that reuses the PID of the owner is not the owner',
  () => {
    writeLock(`${process.pid} 1`);
    const release = acquireStoreLock(folder);
    expect(startTime(process.pid)).not.toBe('1');
    release();
  },
);

test.runIf(process.platform === 'linux')(
  'the lock of a killed process is replaced before its parent notices',
  async () => {
    // The program that replaces the shell never waits for the child. The shell would.
    const parent = spawn('sh', ['-c', 'sleep 1000 & echo $!; exec sleep 1000']);
    const [line] = (await once(parent.stdout, 'data')) as [Buffer];
    await eventually(() => expect(readFileSync(`/proc/${parent.pid}/comm`, 'utf8')).toBe('sleep\n'));
    const pid = Number(String(line));
    writeLock(`${pid} ${startTime(pid)}`);
    expect(() => acquireStoreLock(folder)).toThrow(StoreInUseError);
    process.kill(pid, 'SIGKILL');
    await eventually(() => expect(readFileSync(`/proc/${pid}/stat`, 'utf8')).toContain(') Z '));
    acquireStoreLock(folder)();
    parent.kill('SIGKILL');
  },
);
