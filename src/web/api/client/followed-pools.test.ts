import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { followedPools } from './followed-pools.ts';

class FakeSource extends EventTarget {
  static readonly CLOSED = 2;
  static opened: FakeSource[] = [];
  readonly url: string;
  readyState = 1;
  onerror: (() => void) | undefined;

  constructor(url: string) {
    super();
    this.url = url;
    FakeSource.opened.push(this);
  }

  close(): void {
    this.readyState = FakeSource.CLOSED;
  }

  send(type: string, data: object = {}): void {
    this.dispatchEvent(Object.assign(new Event(type), { data: JSON.stringify(data) }));
  }

  fail(readyState: number): void {
    this.readyState = readyState;
    this.onerror?.();
  }
}

const page = Object.assign(new EventTarget(), { hidden: false });
const [a, b] = [vi.fn<() => void>(), vi.fn<() => void>()];
let stops: (() => void)[] = [];

/** Opens the stream of both pools. */
async function open(): Promise<FakeSource> {
  stops = [followedPools.follow('0:a', a), followedPools.follow('0:b', b)];
  await vi.advanceTimersByTimeAsync(500);
  return newest();
}

function newest(): FakeSource {
  const source = FakeSource.opened.at(-1);
  if (!source) throw new Error('no stream');
  return source;
}

beforeEach(() => {
  vi.useFakeTimers();
  FakeSource.opened = [];
  page.hidden = false;
  vi.stubGlobal('EventSource', FakeSource);
  vi.stubGlobal('document', page);
  vi.stubGlobal('fetch', async () => Response.json({}));
});

afterEach(async () => {
  for (const stop of stops) stop();
  await vi.advanceTimersByTimeAsync(500);
  vi.clearAllMocks();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test('one stream follows all pools, and reports each at once and once more', async () => {
  const source = await open();
  expect(FakeSource.opened).toHaveLength(1);
  expect(source.url).toBe('/v1/stream?transactions=0%3Aa&transactions=0%3Ab');
  expect(followedPools.isReady).toBe(false);
  source.send('ready');
  expect(followedPools.isReady).toBe(true);
  await vi.advanceTimersByTimeAsync(5_000);
  expect([a.mock.calls.length, b.mock.calls.length]).toEqual([2, 2]);
  for (let count = 0; count < 3; count += 1) source.send('transaction', { poolAddress: '0:a' });
  expect([a.mock.calls.length, b.mock.calls.length]).toEqual([3, 2]);
  await vi.advanceTimersByTimeAsync(5_000);
  expect([a.mock.calls.length, b.mock.calls.length]).toEqual([4, 2]);
});

test('the stream follows other pools when they change, and ends without pools', async () => {
  const source = await open();
  stops.pop()?.();
  await vi.advanceTimersByTimeAsync(500);
  expect(source.readyState).toBe(FakeSource.CLOSED);
  expect(newest().url).toBe('/v1/stream?transactions=0%3Aa');
  stops.pop()?.();
  await vi.advanceTimersByTimeAsync(500);
  expect(newest().readyState).toBe(FakeSource.CLOSED);
  expect(FakeSource.opened).toHaveLength(2);
});

test('a hidden page has no stream', async () => {
  const source = await open();
  source.send('ready');
  page.hidden = true;
  page.dispatchEvent(new Event('visibilitychange'));
  expect(source.readyState).toBe(FakeSource.CLOSED);
  expect(followedPools.isReady).toBe(false);
  page.hidden = false;
  page.dispatchEvent(new Event('visibilitychange'));
  await vi.advanceTimersByTimeAsync(0);
  expect(FakeSource.opened).toHaveLength(2);
});

test('pools are polled while the stream is lost, and a refused stream is opened again later', async () => {
  const source = await open();
  source.send('ready');
  source.fail(0);
  expect(followedPools.isReady).toBe(false);
  // It has missed too much to be resumed.
  source.send('reset');
  expect(followedPools.isReady).toBe(true);
  source.fail(FakeSource.CLOSED);
  expect(followedPools.isReady).toBe(false);
  await vi.advanceTimersByTimeAsync(29_000);
  expect(FakeSource.opened).toHaveLength(1);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(FakeSource.opened).toHaveLength(2);
  newest().fail(FakeSource.CLOSED);
  await vi.advanceTimersByTimeAsync(59_000);
  expect(FakeSource.opened).toHaveLength(2);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(FakeSource.opened).toHaveLength(3);
});

test('a service with a key is not streamed, because a stream cannot send it', async () => {
  vi.resetModules();
  vi.stubGlobal('fetch', async () => Response.json({ apiKey: 'secret' }));
  const { followedPools: others } = await import('./followed-pools.ts');
  const stop = others.follow('0:a', a);
  await vi.advanceTimersByTimeAsync(500);
  expect(FakeSource.opened).toEqual([]);
  stop();
});
