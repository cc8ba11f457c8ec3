import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { TestBrowserEvents } from '#testing/service/test-browser-events.ts';
import { NetworkError, RequestTimeoutError, ServiceError } from './errors.ts';
import { type Priority, Queue, type QueueState } from './queue.ts';

beforeEach(() => void vi.useFakeTimers({ now: Date.parse('2026-01-29T07:50:00Z') }));
afterEach(() => void vi.useRealTimers());

/** A service whose responses the test controls. */
class TestService {
  readonly events = new TestBrowserEvents();
  readonly queue = new Queue<string>(this.events);
  readonly sent: string[] = [];
  readonly #pending = new Map<
    string,
    { resolve: (result: string) => void; reject: (error: Error) => void }
  >();

  constructor(perSecond = 100) {
    this.queue.setRate(perSecond);
  }

  get state(): QueueState {
    return this.queue.state.getState();
  }

  add(key: string, priority: Priority = 'list', signal?: AbortSignal): Promise<string> {
    const send = (abort: AbortSignal) =>
      new Promise<string>((resolve, reject) => {
        this.sent.push(key);
        this.#pending.set(key, { resolve, reject });
        abort.addEventListener('abort', () => reject(abort.reason));
      });
    const result = this.queue.add({ key, priority, send }, signal);
    result.catch(() => {});
    return result;
  }

  /** Adds a call and lets it start. Ignores its outcome. */
  async put(key: string, priority: Priority = 'list'): Promise<void> {
    void this.add(key, priority);
    await seconds(0);
  }

  async respond(key: string): Promise<void> {
    await seconds(0);
    this.#pending.get(key)?.resolve(`response to ${key}`);
    await seconds(0);
  }

  async fail(key: string, error: Error): Promise<void> {
    await seconds(0);
    this.#pending.get(key)?.reject(error);
    await seconds(0);
  }
}

const seconds = (count: number) => vi.advanceTimersByTimeAsync(count * 1000);
const tooMany = (wait?: number) => new ServiceError(429, 'too many requests', wait);

test('starts calls in the order of their priority', async () => {
  const service = new TestService(1);
  await service.put('first');
  for (const priority of ['export', 'live', 'statistics', 'valuations', 'list'] as const)
    await service.put(priority, priority);
  await service.respond('first');
  for (const key of ['list', 'valuations', 'statistics', 'live', 'export']) {
    await seconds(1.2);
    expect(service.sent.at(-1)).toBe(key);
    await service.respond(key);
  }
});

test('orders calls of the same task before sending', async () => {
  const service = new TestService(1);
  void service.add('statistics', 'statistics');
  void service.add('list', 'list');
  await seconds(0);
  expect(service.sent).toEqual(['list']);
});

test('a call that has waited long enough is not starved', async () => {
  const service = new TestService(1);
  await service.put('first');
  await service.put('aged', 'valuations');
  for (let call = 0; call < 15; call += 1) {
    await service.put(`list ${call}`);
    await seconds(1.2);
    await service.respond(service.sent.at(-1) ?? '');
  }
  expect(service.sent).toContain('aged');
  expect(service.sent.indexOf('aged')).toBeGreaterThan(5);
});

test('equal calls share one request', async () => {
  const service = new TestService();
  const results = [service.add('a', 'live'), service.add('a', 'list')];
  await service.respond('a');
  await expect(Promise.all(results)).resolves.toEqual(['response to a', 'response to a']);
  await service.put('a');
  expect(service.sent).toEqual(['a', 'a']);
});

test.each([
  ['export', 'list'],
  ['list', 'export'],
] as const)('joined calls of priority %s and %s have the higher priority', async (first, second) => {
  const service = new TestService(1);
  await service.put('first');
  await service.respond('first');
  await service.put('statistics', 'statistics');
  await service.put('both', first);
  await service.put('both', second);
  await seconds(1.2);
  expect(service.sent).toEqual(['first', 'both']);
});

test('a shared request is canceled when the last caller aborts', async () => {
  const service = new TestService();
  const [first, second] = [new AbortController(), new AbortController()];
  const firstCall = service.add('a', 'list', first.signal);
  const secondCall = service.add('a', 'list', second.signal);
  first.abort(new Error('first aborted'));
  await expect(firstCall).rejects.toThrow('first aborted');
  await seconds(0);
  expect(service.state.status).toBe('waiting');
  second.abort(new Error('second aborted'));
  await expect(secondCall).rejects.toThrow('second aborted');
  expect(service.state.status).toBe('idle');
  await service.put('a');
  expect(service.sent).toEqual(['a', 'a']);
});

test('a call aborted while queued is never sent', async () => {
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

test('sends at most six requests at once', async () => {
  const service = new TestService();
  for (let call = 0; call < 8; call += 1) await service.put(`${call}`);
  expect(service.sent).toHaveLength(6);
  await service.respond('3');
  expect(service.sent).toHaveLength(7);
});

test('after a 429 response, all calls wait the requested delay and the rejected call is retried first', async () => {
  const service = new TestService();
  const result = service.add('a', 'valuations');
  await service.fail('a', tooMany(5000));
  // The requested delay plus jitter, rounded up to whole seconds.
  expect(service.state).toEqual({ status: 'rateLimited', retryAt: Date.now() + 6000 });
  await service.put('b', 'valuations');
  await seconds(4.9);
  expect(service.sent).toEqual(['a']);
  await seconds(1.2);
  expect(service.sent.slice(0, 2)).toEqual(['a', 'a']);
  await service.respond('a');
  await expect(result).resolves.toBe('response to a');
});

test('without a requested delay, the delay doubles with each 429 response', async () => {
  const service = new TestService();
  await service.put('a');
  const delays: number[] = [];
  for (let attempt = 0; attempt < 6; attempt += 1) {
    const begun = Date.now();
    const before = service.sent.length;
    await service.fail('a', tooMany());
    while (service.sent.length === before) await vi.advanceTimersByTimeAsync(100);
    delays.push((Date.now() - begun) / 1000);
  }
  for (const [index, expected] of [1, 2, 4, 8, 16, 30].entries()) {
    expect(delays[index]).toBeGreaterThanOrEqual(expected);
    expect(delays[index]).toBeLessThanOrEqual(expected + 1.1);
  }
});

test('six concurrent 429 responses count as one', async () => {
  const service = new TestService();
  const keys = ['a', 'b', 'c', 'd', 'e', 'f'];
  for (const key of keys) await service.put(key);
  for (const key of keys) await service.fail(key, tooMany());
  await seconds(1.6);
  expect(service.sent).toHaveLength(12);
});

test('calls fail if the requested delay exceeds one minute, and nothing is sent until it ends', async () => {
  const service = new TestService();
  const result = service.add('a');
  await service.fail('a', tooMany(3_600_000));
  await expect(result).rejects.toEqual(tooMany(3_600_000));
  await seconds(60);
  await expect(service.add('b')).rejects.toMatchObject({ status: 429 });
  expect(service.state.status).toBe('rateLimited');
  await seconds(3600);
  expect(service.state.status).toBe('idle');
  await service.put('c');
  expect(service.sent).toEqual(['a', 'c']);
});

test('a call is attempted three times after network errors, with growing delays, one call at a time', async () => {
  const service = new TestService();
  const result = service.add('a', 'valuations');
  await service.put('b', 'valuations');
  await service.respond('b');
  const lastResponseAt = Date.now();
  await service.fail('a', new NetworkError('down'));
  expect(service.state).toMatchObject({ status: 'offline', lastResponseAt });
  await service.put('c', 'valuations');
  await service.put('d', 'valuations');
  await seconds(0.9);
  expect(service.sent).toEqual(['a', 'b']);
  await seconds(0.7);
  expect(service.sent).toEqual(['a', 'b', 'a']);
  await service.fail('a', new NetworkError('down'));
  await seconds(1.9);
  expect(service.sent).toHaveLength(3);
  await seconds(1.2);
  await service.fail('a', new NetworkError('still down'));
  await expect(result).rejects.toThrow('still down');
  expect(service.state).toMatchObject({ status: 'offline', lastResponseAt });
  await seconds(6);
  expect(service.sent).toEqual(['a', 'b', 'a', 'a', 'c']);
  await service.respond('c');
  expect(service.sent.at(-1)).toBe('d');
  expect(service.state.status).toBe('waiting');
});

test('six concurrent network errors count as one', async () => {
  const service = new TestService();
  const keys = ['a', 'b', 'c', 'd', 'e', 'f'];
  for (const key of keys) await service.put(key, 'valuations');
  for (const key of keys) await service.fail(key, new NetworkError('down'));
  await seconds(1.6);
  expect(service.sent).toHaveLength(7);
});

test('a failed live refresh is not retried', async () => {
  const service = new TestService();
  const result = service.add('a', 'live');
  await service.fail('a', new NetworkError('down'));
  await expect(result).rejects.toThrow('down');
});

test('a list call is tried immediately while offline', async () => {
  const service = new TestService();
  await service.put('a', 'live');
  await service.fail('a', new NetworkError('down'));
  await service.put('b', 'valuations');
  expect(service.sent).toEqual(['a']);
  await service.put('c', 'list');
  expect(service.sent).toEqual(['a', 'c']);
});

test('queued calls are tried when the network returns or the tab becomes visible', async () => {
  const service = new TestService();
  await service.put('a', 'valuations');
  await service.fail('a', new NetworkError('down'));
  await service.put('b', 'valuations');
  service.events.online();
  expect(service.sent).toEqual(['a', 'b']);
  await service.fail('b', new NetworkError('down'));
  await service.put('c', 'valuations');
  service.events.hide();
  service.events.show();
  expect(service.sent).toEqual(['a', 'b', 'c']);
});

test('trusts the online event if the queue is empty', async () => {
  const service = new TestService();
  await service.put('a', 'live');
  await service.fail('a', new NetworkError('down'));
  expect(service.state.status).toBe('offline');
  service.events.online();
  expect(service.state.status).toBe('idle');
});

test('a timeout does not count as offline', async () => {
  const service = new TestService();
  const result = service.add('a');
  await service.fail('a', new RequestTimeoutError('30 s'));
  await expect(result).rejects.toBeInstanceOf(RequestTimeoutError);
  expect(service.state.status).toBe('idle');
});

test('any other error rejects the call and ends the offline state', async () => {
  const service = new TestService();
  await service.put('a', 'live');
  await service.fail('a', new NetworkError('down'));
  const result = service.add('b');
  await service.fail('b', new ServiceError(500, 'internal error'));
  await expect(result).rejects.toThrow('internal error');
  expect(service.state.status).toBe('idle');
});

test('a hidden tab starts no requests; active requests may finish', async () => {
  const service = new TestService();
  const result = service.add('a');
  await seconds(0);
  service.events.hide();
  await service.put('b');
  await service.respond('a');
  await expect(result).resolves.toBe('response to a');
  await seconds(60);
  expect(service.sent).toEqual(['a']);
  expect(vi.getTimerCount()).toBe(0);
  service.events.show();
  expect(service.sent).toEqual(['a', 'b']);
});

test('notifies subscribers only when the status changes', async () => {
  const service = new TestService();
  const seen: string[] = [];
  service.queue.state.subscribe(({ status }) => seen.push(status));
  await service.put('a');
  await service.put('b');
  await service.respond('a');
  await service.respond('b');
  expect(seen).toEqual(['waiting', 'idle']);
});
