import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { TestTab } from '#testing/service/test-tab.ts';
import { NetworkError, RequestTimeoutError, ServiceError } from './errors.ts';
import type { Priority } from './priority.ts';
import { Queue } from './queue.ts';
import type { QueueState } from './queue-state.ts';

beforeEach(() => void vi.useFakeTimers({ now: Date.parse('2026-01-29T07:50:00Z') }));
afterEach(() => void vi.useRealTimers());

/** A service that answers when and how the test says. */
class TestService {
  readonly tab = new TestTab();
  readonly queue = new Queue<string>(this.tab);
  readonly sent: string[] = [];
  readonly #under = new Map<string, { resolve: (answer: string) => void; reject: (error: Error) => void }>();

  constructor(perSecond = 100) {
    this.queue.setRate(perSecond);
  }

  get state(): QueueState {
    return this.queue.state.getState();
  }

  add(key: string, priority: Priority = 'list', signal?: AbortSignal): Promise<string> {
    const send = (given: AbortSignal) =>
      new Promise<string>((resolve, reject) => {
        this.sent.push(key);
        this.#under.set(key, { resolve, reject });
        given.addEventListener('abort', () => reject(given.reason));
      });
    const answer = this.queue.add({ key, priority, send }, signal);
    answer.catch(() => {});
    return answer;
  }

  /** Asks one after the other, so that each may start before the next; how they end, the test does not look at. */
  async put(key: string, priority: Priority = 'list'): Promise<void> {
    void this.add(key, priority);
    await seconds(0);
  }

  async answer(key: string): Promise<void> {
    await seconds(0);
    this.#under.get(key)?.resolve(`answer to ${key}`);
    await seconds(0);
  }

  async fail(key: string, error: Error): Promise<void> {
    await seconds(0);
    this.#under.get(key)?.reject(error);
    await seconds(0);
  }
}

const seconds = (count: number) => vi.advanceTimersByTimeAsync(count * 1000);
const tooMany = (wait?: number) => new ServiceError(429, 'too many requests', wait);

test('what the page cannot be without goes first, whatever came first', async () => {
  const service = new TestService(1);
  await service.put('first');
  for (const priority of ['export', 'live', 'statistics', 'metrics', 'list'] as const)
    await service.put(priority, priority);
  await service.answer('first');
  for (const key of ['list', 'metrics', 'statistics', 'live', 'export']) {
    await seconds(1.2);
    expect(service.sent.at(-1)).toBe(key);
    await service.answer(key);
  }
});

test('what is asked for in the same breath is put in order before anything is sent', async () => {
  const service = new TestService(1);
  void service.add('statistics', 'statistics');
  void service.add('list', 'list');
  await seconds(0);
  expect(service.sent).toEqual(['list']);
});

test('who waits long enough is not overtaken any more', async () => {
  const service = new TestService(1);
  await service.put('first');
  await service.put('patient', 'metrics');
  for (let call = 0; call < 15; call += 1) {
    await service.put(`list ${call}`);
    await seconds(1.2);
    await service.answer(service.sent.at(-1) ?? '');
  }
  expect(service.sent).toContain('patient');
  expect(service.sent.indexOf('patient')).toBeGreaterThan(5);
});

test('equal calls are one request, and all get its answer', async () => {
  const service = new TestService();
  const answers = [service.add('a', 'live'), service.add('a', 'list')];
  await service.answer('a');
  await expect(Promise.all(answers)).resolves.toEqual(['answer to a', 'answer to a']);
  await service.put('a');
  expect(service.sent).toEqual(['a', 'a']);
});

test.each([
  ['export', 'list'],
  ['list', 'export'],
] as const)('a call of %s that one of %s joins is as urgent as the more urgent', async (one, other) => {
  const service = new TestService(1);
  await service.put('first');
  await service.answer('first');
  await service.put('statistics', 'statistics');
  await service.put('both', one);
  await service.put('both', other);
  await seconds(1.2);
  expect(service.sent).toEqual(['first', 'both']);
});

test('a call that one of two gives up goes on; the last takes it along', async () => {
  const service = new TestService();
  const [one, other] = [new AbortController(), new AbortController()];
  const given = service.add('a', 'list', one.signal);
  const kept = service.add('a', 'list', other.signal);
  one.abort(new Error('one left'));
  await expect(given).rejects.toThrow('one left');
  await seconds(0);
  expect(service.state.status).toBe('waiting');
  other.abort(new Error('other left'));
  await expect(kept).rejects.toThrow('other left');
  expect(service.state.status).toBe('idle');
  await service.put('a');
  expect(service.sent).toEqual(['a', 'a']);
});

test('a call that is given up while it waits is never sent', async () => {
  const service = new TestService(1);
  await service.put('first');
  const controller = new AbortController();
  const dropped = service.add('dropped', 'list', controller.signal);
  await service.put('last');
  controller.abort();
  await expect(dropped).rejects.toBe(controller.signal.reason);
  await expect(service.add('late', 'list', controller.signal)).rejects.toBe(controller.signal.reason);
  await seconds(5);
  expect(service.sent).toEqual(['first', 'last']);
  expect(vi.getTimerCount()).toBe(0);
});

test('browsers open six connections: a seventh call waits for one', async () => {
  const service = new TestService();
  for (let call = 0; call < 8; call += 1) await service.put(`${call}`);
  expect(service.sent).toHaveLength(6);
  await service.answer('3');
  expect(service.sent).toHaveLength(7);
});

test('too many requests: all wait as long as the service asks, and the call is sent again, first', async () => {
  const service = new TestService();
  const answer = service.add('a', 'metrics');
  await service.fail('a', tooMany(5000));
  // A little more than that, and told in whole seconds.
  expect(service.state).toEqual({ status: 'slowed', until: Date.now() + 6000 });
  await service.put('b', 'metrics');
  await seconds(4.9);
  expect(service.sent).toEqual(['a']);
  await seconds(1.2);
  expect(service.sent.slice(0, 2)).toEqual(['a', 'a']);
  await service.answer('a');
  await expect(answer).resolves.toBe('answer to a');
});

test('without a word about it the wait doubles from one refusal to the next', async () => {
  const service = new TestService();
  await service.put('a');
  const waits: number[] = [];
  for (let refusal = 0; refusal < 6; refusal += 1) {
    const begun = Date.now();
    const before = service.sent.length;
    await service.fail('a', tooMany());
    while (service.sent.length === before) await vi.advanceTimersByTimeAsync(100);
    waits.push((Date.now() - begun) / 1000);
  }
  for (const [index, expected] of [1, 2, 4, 8, 16, 30].entries()) {
    expect(waits[index]).toBeGreaterThanOrEqual(expected);
    expect(waits[index]).toBeLessThanOrEqual(expected + 1.1);
  }
});

test('six refused together are one refusal', async () => {
  const service = new TestService();
  const keys = ['a', 'b', 'c', 'd', 'e', 'f'];
  for (const key of keys) await service.put(key);
  for (const key of keys) await service.fail(key, tooMany());
  await seconds(1.6);
  expect(service.sent).toHaveLength(12);
});

test('a wait of more than a minute is told, not kept; and nothing is sent meanwhile', async () => {
  const service = new TestService();
  const answer = service.add('a');
  await service.fail('a', tooMany(3_600_000));
  await expect(answer).rejects.toEqual(tooMany(3_600_000));
  await seconds(60);
  await expect(service.add('b')).rejects.toMatchObject({ status: 429 });
  expect(service.state.status).toBe('slowed');
  await seconds(3600);
  expect(service.state.status).toBe('idle');
  await service.put('c');
  expect(service.sent).toEqual(['a', 'c']);
});

test('no answer is tried three times, with growing waits, one call at a time', async () => {
  const service = new TestService();
  const answer = service.add('a', 'metrics');
  await service.put('b', 'metrics');
  await service.answer('b');
  const answeredAt = Date.now();
  await service.fail('a', new NetworkError('away'));
  expect(service.state).toMatchObject({ status: 'offline', answeredAt });
  await service.put('c', 'metrics');
  await service.put('d', 'metrics');
  await seconds(0.9);
  expect(service.sent).toEqual(['a', 'b']);
  await seconds(0.7);
  expect(service.sent).toEqual(['a', 'b', 'a']);
  await service.fail('a', new NetworkError('away'));
  await seconds(1.9);
  expect(service.sent).toHaveLength(3);
  await seconds(1.2);
  await service.fail('a', new NetworkError('still away'));
  await expect(answer).rejects.toThrow('still away');
  expect(service.state).toMatchObject({ status: 'offline', answeredAt });
  await seconds(6);
  expect(service.sent).toEqual(['a', 'b', 'a', 'a', 'c']);
  await service.answer('c');
  expect(service.sent.at(-1)).toBe('d');
  expect(service.state.status).toBe('waiting');
});

test('six that fail together are one failure', async () => {
  const service = new TestService();
  const keys = ['a', 'b', 'c', 'd', 'e', 'f'];
  for (const key of keys) await service.put(key, 'metrics');
  for (const key of keys) await service.fail(key, new NetworkError('away'));
  await seconds(1.6);
  expect(service.sent).toHaveLength(7);
});

test('a refresh that gets no answer is not repeated: the next one comes anyway', async () => {
  const service = new TestService();
  const answer = service.add('a', 'live');
  await service.fail('a', new NetworkError('away'));
  await expect(answer).rejects.toThrow('away');
});

test('offline, a call that somebody waits for is tried at once', async () => {
  const service = new TestService();
  await service.put('a', 'live');
  await service.fail('a', new NetworkError('away'));
  await service.put('b', 'metrics');
  expect(service.sent).toEqual(['a']);
  await service.put('c', 'list');
  expect(service.sent).toEqual(['a', 'c']);
});

test('what waits is tried as soon as the machine is on a network or the tab is looked at', async () => {
  const service = new TestService();
  await service.put('a', 'metrics');
  await service.fail('a', new NetworkError('away'));
  await service.put('b', 'metrics');
  service.tab.online();
  expect(service.sent).toEqual(['a', 'b']);
  await service.fail('b', new NetworkError('away'));
  await service.put('c', 'metrics');
  service.tab.hide();
  service.tab.show();
  expect(service.sent).toEqual(['a', 'b', 'c']);
});

test('back on a network with nothing to try, nobody is told to be offline', async () => {
  const service = new TestService();
  await service.put('a', 'live');
  await service.fail('a', new NetworkError('away'));
  expect(service.state.status).toBe('offline');
  service.tab.online();
  expect(service.state.status).toBe('idle');
});

test('an answer that takes too long is no sign of a network that is away', async () => {
  const service = new TestService();
  const answer = service.add('a');
  await service.fail('a', new RequestTimeoutError('30 s'));
  await expect(answer).rejects.toBeInstanceOf(RequestTimeoutError);
  expect(service.state.status).toBe('idle');
});

test('any other failure is the caller’s, and shows that the service is there', async () => {
  const service = new TestService();
  await service.put('a', 'live');
  await service.fail('a', new NetworkError('away'));
  const answer = service.add('b');
  await service.fail('b', new ServiceError(500, 'internal error'));
  await expect(answer).rejects.toThrow('internal error');
  expect(service.state.status).toBe('idle');
});

test('a hidden tab starts nothing; what is under way may finish', async () => {
  const service = new TestService();
  const answer = service.add('a');
  await seconds(0);
  service.tab.hide();
  await service.put('b');
  await service.answer('a');
  await expect(answer).resolves.toBe('answer to a');
  await seconds(60);
  expect(service.sent).toEqual(['a']);
  expect(vi.getTimerCount()).toBe(0);
  service.tab.show();
  expect(service.sent).toEqual(['a', 'b']);
});

test('who looks on is told of a change, and only then', async () => {
  const service = new TestService();
  const seen: string[] = [];
  service.queue.state.subscribe(({ status }) => seen.push(status));
  await service.put('a');
  await service.put('b');
  await service.answer('a');
  await service.answer('b');
  expect(seen).toEqual(['waiting', 'idle']);
});
