import fc from 'fast-check';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { TestTab } from '#testing/service/test-tab.ts';
import { NetworkError, ServiceError } from './errors.ts';
import { type Priority, priorities, queuePosition } from './priority.ts';
import { Queue } from './queue.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

type End = 'answers' | 'refuses' | 'fails';

interface Asked {
  readonly key: string;
  readonly priority: Priority;
  /** Milliseconds after the one before. */
  readonly gap: number;
  /** Milliseconds until it is given up, if it is. */
  readonly patience: number | undefined;
}

interface Story {
  readonly perSecond: number;
  readonly asked: readonly Asked[];
  /** How the service ends one request after the other, and when; afterwards it answers. */
  readonly ends: readonly { readonly end: End; readonly after: number }[];
  readonly hidden: { readonly from: number; readonly length: number };
}

const asked = fc.record({
  key: fc.constantFrom(...'abcdefghijkl'),
  priority: fc.constantFrom(...priorities),
  gap: fc.nat({ max: 400 }),
  patience: fc.option(fc.nat({ max: 3000 }), { nil: undefined }),
});
const stories: fc.Arbitrary<Story> = fc.record({
  perSecond: fc.constantFrom(1, 2, 3, 5, 20),
  asked: fc.array(asked, { minLength: 1, maxLength: 40 }),
  ends: fc.array(
    fc.record({
      end: fc.constantFrom<End>('answers', 'answers', 'answers', 'refuses', 'fails'),
      after: fc.nat({ max: 2000 }),
    }),
    { maxLength: 40 },
  ),
  hidden: fc.record({ from: fc.nat({ max: 5000 }), length: fc.nat({ max: 5000 }) }),
});

interface Waiting {
  readonly key: string;
  readonly place: number;
  state: 'waiting' | 'answered' | 'failed' | 'given up';
  answer?: string;
}

interface Sent {
  readonly key: string;
  readonly at: number;
  end?: number;
}

/** Lets a story happen; answers what was sent and what became of every call. */
async function told({ perSecond, asked: all, ends, hidden }: Story) {
  const tab = new TestTab();
  const queue = new Queue<string>(tab);
  queue.setRate(perSecond);
  const begun = performance.now();
  const sent: Sent[] = [];
  const waiting: Waiting[] = [];
  const left = [...ends];
  const faults: string[] = [];

  function send(key: string, signal: AbortSignal): Promise<string> {
    const request: Sent = { key, at: performance.now() - begun };
    if (tab.isHidden()) faults.push(`${key} was sent from a hidden tab`);
    if (signal.aborted) faults.push(`${key} was sent though it was given up`);
    if (!waiting.some((call) => call.key === key && call.state === 'waiting'))
      faults.push(`${key} was sent though nobody waits for it`);
    if (sent.some((other) => other.key === key && other.end === undefined))
      faults.push(`${key} was sent twice at once`);
    sent.push(request);
    const { end, after } = left.shift() ?? { end: 'answers', after: 50 };
    return new Promise((resolve, reject) => {
      const finish = (how: () => void) => {
        request.end ??= performance.now() - begun;
        how();
      };
      signal.addEventListener('abort', () => finish(() => reject(signal.reason)));
      setTimeout(() => {
        if (end === 'answers') finish(() => resolve(`${key} ${sent.indexOf(request)}`));
        else if (end === 'refuses') finish(() => reject(new ServiceError(429, '', 500)));
        else finish(() => reject(new NetworkError()));
      }, after);
    });
  }

  function ask({ key, priority, patience }: Asked): void {
    const call: Waiting = { key, place: queuePosition(priority, performance.now()), state: 'waiting' };
    const controller = new AbortController();
    waiting.push(call);
    queue.add({ key, priority, send: (signal) => send(key, signal) }, controller.signal).then(
      (answer) => Object.assign(call, { state: 'answered', answer }),
      () => {
        if (call.state === 'waiting') call.state = 'failed';
      },
    );
    if (patience === undefined) return;
    setTimeout(() => {
      if (call.state !== 'waiting') return;
      call.state = 'given up';
      controller.abort();
    }, patience);
  }

  setTimeout(() => tab.hide(), hidden.from);
  setTimeout(() => tab.show(), hidden.from + hidden.length);
  let at = 0;
  for (const call of all) {
    at += call.gap;
    setTimeout(() => ask(call), at);
  }
  await vi.runAllTimersAsync();
  return { sent, waiting, faults, state: queue.state.getState().status };
}

test('whatever happens, nothing is sent that should not be', async () => {
  await fc.assert(
    fc.asyncProperty(stories, async (story) => {
      const { sent, faults } = await told(story);
      expect(faults).toEqual([]);
      for (const { at } of sent) {
        const together = sent.filter((other) => other.at >= at && other.at < at + 1000);
        expect(together.length).toBeLessThanOrEqual(story.perSecond);
      }
    }),
    { numRuns: 200 },
  );
});

test('whatever happens, every call that is not given up ends, and equal ones alike', async () => {
  await fc.assert(
    fc.asyncProperty(stories, async (story) => {
      const { sent, waiting, state } = await told(story);
      expect(waiting.map((call) => call.state)).not.toContain('waiting');
      // Only a network that fails ends a call without its answer.
      const mayFail = story.ends.some(({ end }) => end === 'fails');
      const failed = waiting.some((call) => call.state === 'failed');
      expect({ failed: failed && !mayFail, idle: state === 'idle' || mayFail }).toEqual({
        failed: false,
        idle: true,
      });
      for (const { key, answer } of waiting) {
        if (answer === undefined) continue;
        expect(sent[Number(answer.slice(key.length))]?.key).toBe(key);
      }
    }),
    { numRuns: 200 },
  );
});

test('in line, nobody goes before who is as urgent and was there first', async () => {
  const queued = fc.array(fc.constantFrom(...priorities), { minLength: 1, maxLength: 30 });
  await fc.assert(
    fc.asyncProperty(queued, fc.integer({ min: 1, max: 5 }), async (line, perSecond) => {
      const queue = new Queue<string>(new TestTab());
      queue.setRate(perSecond);
      const sent: number[] = [];
      for (const [index, priority] of line.entries()) {
        const send = async () => {
          sent.push(index);
          return '';
        };
        void queue.add({ key: String(index), priority, send });
      }
      await vi.runAllTimersAsync();
      const inOrder = line
        .map((priority, index) => ({ level: priorities.indexOf(priority), index }))
        .toSorted((a, b) => a.level - b.level || a.index - b.index);
      expect(sent).toEqual(inOrder.map(({ index }) => index));
    }),
  );
});
