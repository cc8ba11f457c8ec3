import { EventEmitter, once } from 'node:events';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import type { FeedConfig } from '#service/config/feed-config.ts';
import type { TaskListener } from '#service/config/task.ts';
import { SourceError, type SwapSource } from '#service/feeds/client/source.ts';
import { createFeed, retryFeed, writeError } from '#service/feeds/ledger/feed-state.ts';
import { acquireLease, LeaseLostError, releaseLease } from '#service/feeds/ledger/lease.ts';
import { rows, type Store } from '#service/store/database.ts';
import { importClock, openSmallStore } from '#testing/datasets/dataset-folder.ts';
import { eventually } from '#testing/eventually.ts';
import { ManualClock, startSwapFeed } from '#testing/feeds/manual-feed.ts';
import { EventSequence, swapEvent } from '#testing/feeds/sample-events.ts';
import { openInMemoryStore } from '#testing/stores/test-store.ts';
import { type FeedSteps, runFeed } from './feed-loop.ts';

const config: FeedConfig = {
  name: 'shared',
  kind: 'stonfi',
  url: '',
  exchange: 'stonfi',
  from: importClock,
  rate: 1,
  key: undefined,
};

/** Steps that run until they are aborted. */
class TestSteps extends EventEmitter implements FeedSteps {
  count = 0;

  async step(signal: AbortSignal): Promise<number> {
    this.count += 1;
    this.emit('step');
    await once(signal, 'abort');
    this.emit('end');
    return 0;
  }
}

/** Steps of 50 ms, of which all or nothing is waiting for responses. */
class SlowSteps implements FeedSteps {
  waited = 0;
  readonly starts: number[] = [];
  private readonly isWaiting: boolean;

  constructor(isWaiting: boolean) {
    this.isWaiting = isWaiting;
  }

  async step(): Promise<number> {
    const started = performance.now();
    this.starts.push(started);
    await new Promise((resolve) => setTimeout(resolve, 50));
    if (this.isWaiting) this.waited += performance.now() - started;
    return 0;
  }
}

let store: Store;
beforeAll(async () => {
  store = await openSmallStore(openInMemoryStore);
});
afterAll(() => store.close());
beforeEach(async () => {
  await store.db.execute(sql`truncate feed, feed_range, feed_cursor`);
});

function startLoop(owner: string, steps: FeedSteps, failed = vi.fn<TaskListener['failed']>()) {
  const stopped = new AbortController();
  const clock = { now: () => importClock };
  const context = { store, clock, now: clock.now, lease: { feed: config.name, owner } };
  const start = vi.fn<() => FeedSteps>(() => steps);
  const ended = runFeed(config, context, start, { failed, succeeded: () => undefined }, stopped.signal);
  const stop = async () => {
    stopped.abort();
    await ended;
  };
  onTestFinished(stop);
  return { start, stop };
}

/** Resolves when the loop has tried to acquire the lease. */
async function startRefusedLoop(name: string, steps: FeedSteps) {
  const execute = vi.spyOn(store.db, 'execute');
  const loop = startLoop(name, steps);
  await eventually(() => expect(execute.mock.results.length).toBeGreaterThanOrEqual(2));
  await execute.mock.results[1]?.value;
  execute.mockRestore();
  return loop;
}

async function giveLeaseTo(other: string): Promise<undefined> {
  await store.db.execute(
    sql`update feed set owner = ${other}, lease_until = clock_timestamp() + interval '1 minute'`,
  );
}

async function owner(): Promise<string | null | undefined> {
  const [row] = await rows<{ owner: string | null }>(store.db, sql`select owner from feed`);
  return row?.owner;
}

test('only one process runs the feed, and another takes over when it stops', async () => {
  const [first, second] = [new TestSteps(), new TestSteps()];
  const firstStep = once(first, 'step');
  const firstLoop = startLoop('first', first);
  await firstStep;
  const secondStep = once(second, 'step');
  const secondLoop = await startRefusedLoop('second', second);
  expect(secondLoop.start).not.toHaveBeenCalled();
  await firstLoop.stop();
  await secondStep;
  expect({ first: first.count, second: second.count, owner: await owner() }).toEqual({
    first: 1,
    second: 1,
    owner: 'second',
  });
  await secondLoop.stop();
  expect(await owner()).toBe(null);
});

test('another process takes over when the lease of a dead process expires', async () => {
  await createFeed(store.db, config, importClock);
  await acquireLease(store.db, { feed: config.name, owner: 'dead' });
  const steps = new TestSteps();
  const firstStep = once(steps, 'step');
  const { start } = await startRefusedLoop('living', steps);
  expect(start).not.toHaveBeenCalled();
  await store.db.execute(sql`update feed set lease_until = clock_timestamp() - interval '1 ms'`);
  await firstStep;
  expect(await owner()).toBe('living');
});

test('a process that has lost its lease stops, and continues when it regains the lease', async () => {
  const steps = new TestSteps();
  const firstStep = once(steps, 'step');
  const failed = vi.fn<TaskListener['failed']>();
  const { start } = startLoop('slow', steps, failed);
  await firstStep;
  const firstEnd = once(steps, 'end');
  await giveLeaseTo('other');
  await firstEnd;
  const nextStep = once(steps, 'step');
  await releaseLease(store.db, { feed: config.name, owner: 'other' });
  await nextStep;
  // The other process may have changed what is stored.
  expect(start).toHaveBeenCalledTimes(2);
  expect(failed).not.toHaveBeenCalled();
});

test('errors of the store are reported, and the feed starts again', async () => {
  const error = new Error('connection lost');
  const step = vi.fn<FeedSteps['step']>().mockRejectedValueOnce(error).mockResolvedValue(60_000);
  const failed = vi.fn<TaskListener['failed']>();
  const { start } = startLoop('unlucky', { step }, failed);
  await eventually(() => expect(step).toHaveBeenCalledTimes(2));
  expect(failed.mock.calls).toEqual([[error]]);
  expect(start).toHaveBeenCalledTimes(2);
});

test('retry ends the pause of a source that demands to wait', async () => {
  const error = new SourceError('/v1: status 429', { status: 429, retryAfter: 3_600_000 });
  const step = vi.fn<FeedSteps['step']>(async () => {
    await writeError(store.db, config.name, error, importClock);
    return 3_600_000;
  });
  const failed = vi.fn<TaskListener['failed']>();
  const { start } = startLoop('waiting', { step }, failed);
  await eventually(async () =>
    expect(await rows(store.db, sql`select problem from feed`)).toEqual([{ problem: 'limited' }]),
  );
  expect(await retryFeed(store.db, config.name)).toBe(0);
  await eventually(() => expect(step).toHaveBeenCalledTimes(2));
  expect(start).toHaveBeenCalledTimes(2);
  expect(failed).not.toHaveBeenCalled();
});

test('retry leaves a feed that works and records from standard input alone', async () => {
  const stored = () => rows(store.db, sql`select owner from feed order by name`);
  await createFeed(store.db, config, importClock);
  await createFeed(store.db, { name: 'stdin', kind: 'stream', from: undefined }, importClock);
  for (const feed of [config.name, 'stdin']) await acquireLease(store.db, { feed, owner: 'running' });
  await writeError(store.db, 'stdin', new SourceError('invalid'), importClock);
  for (const feed of [config.name, 'stdin']) await retryFeed(store.db, feed);
  expect(await stored()).toEqual([{ owner: 'running' }, { owner: 'running' }]);
});

test('a process that has lost its lease stores nothing', async () => {
  const clock = new ManualClock(importClock);
  const sequence = new EventSequence(clock.now);
  sequence.addSwaps(swapEvent({ time: clock.advance(1_000) }));
  sequence.addInvalid(clock.now(), 1);
  let read = async () => undefined;
  const undelayed = sequence.createSource();
  const source: SwapSource = {
    ...undelayed,
    read: async (...parameters) => {
      await read();
      return await undelayed.read(...parameters);
    },
  };
  const feed = await startSwapFeed(store, { name: config.name, clock, from: importClock }, source);
  clock.advance(1_000);
  read = async () => giveLeaseTo('other');
  await expect(feed.step()).rejects.toBeInstanceOf(LeaseLostError);
  const lost = { ranges: { open: 1, failed: 0 }, events: { ingested: 0, rejected: 0 } };
  expect(await feed.status()).toMatchObject(lost);
  expect(await rows(store.db, sql`select from swap where lt = ${swapEvent().lt}`)).toEqual([]);

  clock.advance(10_000);
  await expect(feed.step()).rejects.toBeInstanceOf(LeaseLostError);
  expect(await feed.status()).toMatchObject(lost);

  await releaseLease(store.db, { feed: config.name, owner: 'other' });
  await acquireLease(store.db, { feed: config.name, owner: 'test' });
  read = async () => undefined;
  await feed.settle();
  expect(await feed.status()).toMatchObject({ ranges: { open: 0 }, events: { ingested: 1, rejected: 1 } });
});

test('leaves an embedded store as much time as a step works, but not as long as it waits for responses', async () => {
  const shortest: number[] = [];
  for (const isWaiting of [true, false]) {
    const steps = new SlowSteps(isWaiting);
    const loop = startLoop(`slow ${isWaiting}`, steps);
    await eventually(() => expect(steps.starts.length).toBeGreaterThan(5));
    await loop.stop();
    shortest.push(
      Math.min(...steps.starts.slice(1).map((start, index) => start - (steps.starts[index] ?? 0))),
    );
  }
  const [waiting = 0, working = 0] = shortest;
  expect(working).toBeGreaterThan(95);
  expect(waiting).toBeLessThan(working);
});
