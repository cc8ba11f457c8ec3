import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { RequestPacer } from './http-client.ts';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
});
afterEach(() => {
  vi.useRealTimers();
});

const never = new AbortController().signal;

function start(pacer: RequestPacer, started: string[], name: string, signal = never): void {
  pacer.wait(signal).then(
    () => started.push(name),
    () => started.push(`${name} aborted`),
  );
}

test('spaces concurrent requests evenly, in their order', async () => {
  const pacer = new RequestPacer(4);
  const started: string[] = [];
  for (const name of ['a', 'b', 'c']) start(pacer, started, name);
  await vi.advanceTimersByTimeAsync(0);
  expect(started).toEqual(['a']);
  await vi.advanceTimersByTimeAsync(249);
  expect(started).toEqual(['a']);
  await vi.advanceTimersByTimeAsync(1);
  expect(started).toEqual(['a', 'b']);
  start(pacer, started, 'd');
  await vi.advanceTimersByTimeAsync(250);
  expect(started).toEqual(['a', 'b', 'c']);
  await vi.advanceTimersByTimeAsync(250);
  expect(started).toEqual(['a', 'b', 'c', 'd']);
});

test('starts at once after a pause, without a burst', async () => {
  const pacer = new RequestPacer(1);
  const started: string[] = [];
  start(pacer, started, 'a');
  await vi.advanceTimersByTimeAsync(10_000);
  start(pacer, started, 'b');
  start(pacer, started, 'c');
  await vi.advanceTimersByTimeAsync(0);
  expect(started).toEqual(['a', 'b']);
});

test('aborted requests leave the queue', async () => {
  const pacer = new RequestPacer(1);
  const started: string[] = [];
  const controller = new AbortController();
  start(pacer, started, 'a');
  start(pacer, started, 'b', controller.signal);
  start(pacer, started, 'c');
  controller.abort();
  await vi.advanceTimersByTimeAsync(0);
  start(pacer, started, 'd', controller.signal);
  await vi.advanceTimersByTimeAsync(1000);
  expect(started).toEqual(['a', 'b aborted', 'd aborted', 'c']);
});
