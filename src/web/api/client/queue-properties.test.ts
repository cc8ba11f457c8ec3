import fc from 'fast-check';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { TestBrowserEvents } from '#testing/service/test-browser-events.ts';
import { NetworkError, ServiceError } from './errors.ts';
import { type Priority, priorities, Queue, queuePosition } from './queue.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

type Outcome = 'success' | 'rate limit' | 'network error';

interface TestCall {
  readonly key: string;
  readonly priority: Priority;
  /** Milliseconds after the previous call. */
  readonly gap: number;
  /** Milliseconds until the call is aborted, if it is. */
  readonly abortAfter: number | undefined;
}

interface Scenario {
  readonly perSecond: number;
  readonly calls: readonly TestCall[];
  /** Outcome and latency of consecutive requests. All later requests succeed. */
  readonly outcomes: readonly { readonly outcome: Outcome; readonly after: number }[];
  readonly hidden: { readonly from: number; readonly length: number };
}

const calls = fc.record({
  key: fc.constantFrom(...'abcdefghijkl'),
  priority: fc.constantFrom(...priorities),
  gap: fc.nat({ max: 400 }),
  abortAfter: fc.option(fc.nat({ max: 3000 }), { nil: undefined }),
});
const scenarios: fc.Arbitrary<Scenario> = fc.record({
  perSecond: fc.constantFrom(1, 2, 3, 5, 20),
  calls: fc.array(calls, { minLength: 1, maxLength: 40 }),
  outcomes: fc.array(
    fc.record({
      outcome: fc.constantFrom<Outcome>('success', 'success', 'success', 'rate limit', 'network error'),
      after: fc.nat({ max: 2000 }),
    }),
    { maxLength: 40 },
  ),
  hidden: fc.record({ from: fc.nat({ max: 5000 }), length: fc.nat({ max: 5000 }) }),
});

interface Waiting {
  readonly key: string;
  readonly position: number;
  state: 'waiting' | 'resolved' | 'failed' | 'aborted';
  result?: string;
}

interface Sent {
  readonly key: string;
  readonly at: number;
  end?: number;
}

/** Runs a scenario. Returns all sent requests, the final state of every call, and violations of the rules for sending. */
async function run({ perSecond, calls: all, outcomes, hidden }: Scenario) {
  const events = new TestBrowserEvents();
  const queue = new Queue<string>(events);
  queue.setRate(perSecond);
  const startedAt = performance.now();
  const sent: Sent[] = [];
  const waiting: Waiting[] = [];
  const remaining = [...outcomes];
  const violations: string[] = [];

  function send(key: string, signal: AbortSignal): Promise<string> {
    const request: Sent = { key, at: performance.now() - startedAt };
    if (events.isHidden()) violations.push(`${key} was sent from a hidden tab`);
    if (signal.aborted) violations.push(`${key} was sent after being aborted`);
    if (!waiting.some((call) => call.key === key && call.state === 'waiting'))
      violations.push(`${key} was sent without a waiting caller`);
    if (sent.some((other) => other.key === key && other.end === undefined))
      violations.push(`${key} was sent twice concurrently`);
    sent.push(request);
    const { outcome, after } = remaining.shift() ?? { outcome: 'success', after: 50 };
    return new Promise((resolve, reject) => {
      const finish = (settle: () => void) => {
        request.end ??= performance.now() - startedAt;
        settle();
      };
      signal.addEventListener('abort', () => finish(() => reject(signal.reason)));
      setTimeout(() => {
        if (outcome === 'success') finish(() => resolve(`${key} ${sent.indexOf(request)}`));
        else if (outcome === 'rate limit') finish(() => reject(new ServiceError(429, '', 500)));
        else finish(() => reject(new NetworkError()));
      }, after);
    });
  }

  function add({ key, priority, abortAfter }: TestCall): void {
    const call: Waiting = { key, position: queuePosition(priority, performance.now()), state: 'waiting' };
    const controller = new AbortController();
    waiting.push(call);
    queue.add({ key, priority, send: (signal) => send(key, signal) }, controller.signal).then(
      (result) => Object.assign(call, { state: 'resolved', result }),
      () => {
        if (call.state === 'waiting') call.state = 'failed';
      },
    );
    if (abortAfter === undefined) return;
    setTimeout(() => {
      if (call.state !== 'waiting') return;
      call.state = 'aborted';
      controller.abort();
    }, abortAfter);
  }

  setTimeout(() => events.hide(), hidden.from);
  setTimeout(() => events.show(), hidden.from + hidden.length);
  let at = 0;
  for (const call of all) {
    at += call.gap;
    setTimeout(() => add(call), at);
  }
  await vi.runAllTimersAsync();
  return { sent, waiting, violations, state: queue.state.getState().status };
}

test('sends no unwanted requests and respects the rate in every scenario', async () => {
  await fc.assert(
    fc.asyncProperty(scenarios, async (scenario) => {
      const { sent, violations } = await run(scenario);
      expect(violations).toEqual([]);
      for (const { at } of sent) {
        const sameSecond = sent.filter((other) => other.at >= at && other.at < at + 1000);
        expect(sameSecond.length).toBeLessThanOrEqual(scenario.perSecond);
      }
    }),
    { numRuns: 200 },
  );
});

test('settles every call that is not aborted, with the response to its own key', async () => {
  await fc.assert(
    fc.asyncProperty(scenarios, async (scenario) => {
      const { sent, waiting, state } = await run(scenario);
      expect(waiting.map((call) => call.state)).not.toContain('waiting');
      // Only network errors reject a call.
      const mayFail = scenario.outcomes.some(({ outcome }) => outcome === 'network error');
      const failed = waiting.some((call) => call.state === 'failed');
      expect({ failed: failed && !mayFail, idle: state === 'idle' || mayFail }).toEqual({
        failed: false,
        idle: true,
      });
      for (const { key, result } of waiting) {
        if (result === undefined) continue;
        expect(sent[Number(result.slice(key.length))]?.key).toBe(key);
      }
    }),
    { numRuns: 200 },
  );
});

test('calls of equal priority start in the order in which they were added', async () => {
  const queued = fc.array(fc.constantFrom(...priorities), { minLength: 1, maxLength: 30 });
  await fc.assert(
    fc.asyncProperty(queued, fc.integer({ min: 1, max: 5 }), async (callPriorities, perSecond) => {
      const queue = new Queue<string>(new TestBrowserEvents());
      queue.setRate(perSecond);
      const sent: number[] = [];
      for (const [index, priority] of callPriorities.entries()) {
        const send = async () => {
          sent.push(index);
          return '';
        };
        void queue.add({ key: String(index), priority, send });
      }
      await vi.runAllTimersAsync();
      const expected = callPriorities
        .map((priority, index) => ({ level: priorities.indexOf(priority), index }))
        .toSorted((a, b) => a.level - b.level || a.index - b.index);
      expect(sent).toEqual(expected.map(({ index }) => index));
    }),
  );
});
