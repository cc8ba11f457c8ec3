import { describe, expect, test } from 'vitest';
import { OpenedJettons, RequestActivity } from './request-activity.ts';

const never = new AbortController().signal;
const MINUTE = 60_000;

async function measure(work: Promise<unknown>): Promise<number> {
  const started = performance.now();
  await work;
  return performance.now() - started;
}

describe('pauses of background work', () => {
  test('have the requested duration while requests arrive', async () => {
    const activity = new RequestActivity({ idlePauseMs: MINUTE });
    activity.touch();
    expect(await measure(activity.pause(20, never))).toBeLessThan(MINUTE / 2);
  });

  test('are longer without requests, until the next one', async () => {
    const activity = new RequestActivity({ idlePauseMs: 200 });
    expect(await measure(activity.pause(1, never))).toBeGreaterThan(190);

    const woken = new RequestActivity({ idlePauseMs: MINUTE });
    const pause = measure(woken.pause(1, never));
    woken.touch();
    expect(await pause).toBeLessThan(MINUTE / 2);
  });

  test('end when the service stops', async () => {
    const stopped = new AbortController();
    const pause = measure(new RequestActivity({ idlePauseMs: MINUTE }).pause(1, stopped.signal));
    stopped.abort();
    expect(await pause).toBeLessThan(MINUTE / 2);
  });
});

test('the jettons that were opened last come first, and the oldest are forgotten', () => {
  const opened = new OpenedJettons();
  for (let index = 0; index < 250; index += 1) opened.add(String(index));
  opened.add('100');
  expect(opened.list()).toHaveLength(200);
  expect(opened.list().slice(0, 3)).toEqual(['100', '249', '248']);
  expect(opened.list().at(-1)).toBe('50');
});
