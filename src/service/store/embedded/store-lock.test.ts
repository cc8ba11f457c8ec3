import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { StoreInUseError } from '#service/store/database.ts';
import { acquireStoreLock } from './store-lock.ts';

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'jetscope-lock-'));
});

afterEach(() => rmSync(folder, { recursive: true }));

function lockOf(owner: string): void {
  writeFileSync(join(folder, 'store.lock'), owner);
}

test('one process holds a folder once, and lets it go', () => {
  const release = acquireStoreLock(folder);
  expect(readFileSync(join(folder, 'store.lock'), 'utf8')).toMatch(new RegExp(`^${process.pid} `));
  const inUse = `The store in ${folder} is in use by process ${process.pid}`;
  expect(() => acquireStoreLock(folder)).toThrow(new StoreInUseError(inUse));
  release();
  expect(readdirSync(folder)).toEqual([]);
  acquireStoreLock(folder)();
});

test('the lock of a living process is kept to', async () => {
  const other = spawn(process.execPath, ['-e', 'process.stdin.resume(); console.log("up")']);
  await once(other.stdout, 'data');
  const start = process.platform === 'linux' ? startOf(other.pid) : '';
  lockOf(`${other.pid} ${start}`);
  expect(() => acquireStoreLock(folder)).toThrow(StoreInUseError);
  other.kill('SIGKILL');
  await once(other, 'exit');
  acquireStoreLock(folder)();
});

function startOf(pid: number | undefined): string {
  return readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ')[19] ?? '';
}

test.each(['999999999 1', '', 'nonsense', '0 1', '-1 1'])(
  'the lock %j belongs to nobody and is taken over',
  (owner) => {
    lockOf(owner);
    const release = acquireStoreLock(folder);
    expect(readdirSync(folder)).toEqual(['store.lock']);
    release();
    expect(existsSync(join(folder, 'store.lock'))).toBe(false);
  },
);

test.runIf(process.platform === 'linux')(
  'a process that only has the number of the owner is not the owner',
  () => {
    lockOf(`${process.pid} 1`);
    const release = acquireStoreLock(folder);
    expect(startOf(process.pid)).not.toBe('1');
    release();
  },
);
