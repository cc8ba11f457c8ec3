import { getEventListeners } from 'node:events';
import { expect, test } from 'vitest';
import { pause, withAnySignal } from './task.ts';

test.each([0, 1])('work ends with the first of its signals: %i', async (index) => {
  const controllers = [new AbortController(), new AbortController()];
  const waiting = withAnySignal(
    controllers.map(({ signal }) => signal),
    async (signal) => {
      await pause(60_000, signal);
      return signal.aborted;
    },
  );
  controllers[index]?.abort();
  expect(await waiting).toBe(true);
});

test('work with a signal that is aborted already does not wait', async () => {
  const signals = [new AbortController().signal, AbortSignal.abort()];
  const work = withAnySignal(signals, async (signal) => {
    await pause(60_000, signal);
    return 'ended';
  });
  expect(await work).toBe('ended');
});

test('nothing of the work stays at its signals, also if it fails', async () => {
  const { signal } = new AbortController();
  await withAnySignal([signal], async () => undefined);
  await expect(withAnySignal([signal], () => Promise.reject(new Error('failed')))).rejects.toThrow('failed');
  expect(getEventListeners(signal, 'abort')).toEqual([]);
});
