import { expect, test, vi } from 'vitest';
import { ConcurrencyLimiter, OverloadedError } from './concurrency-limiter.ts';

const limits = { concurrency: 2, maxWaiting: 3, maxExpectedWait: 1000, maxWait: 1000 };

/** A job that ends when it is told. */
function newJob() {
  let end = () => {};
  const ended = new Promise<void>((resolve) => {
    end = resolve;
  });
  return { run: () => ended, end };
}

test('runs few jobs at once, the others in order, and refuses what is too much at once', async () => {
  const gate = new ConcurrencyLimiter(limits);
  const started: number[] = [];
  const jobs = Array.from({ length: 6 }, newJob);
  const results = jobs.map(({ run }, index) =>
    gate.run(() => {
      started.push(index);
      return run();
    }),
  );
  await expect(results[5]).rejects.toThrow(OverloadedError);
  await vi.waitFor(() => expect(started).toEqual([0, 1]));
  jobs[1]?.end();
  await results[1];
  await vi.waitFor(() => expect(started).toEqual([0, 1, 2]));
  for (const { end } of jobs) end();
  await Promise.all(results.slice(0, 5));
  expect(started).toEqual([0, 1, 2, 3, 4]);
});

test('a job that fails makes room for the next', async () => {
  const gate = new ConcurrencyLimiter({ ...limits, concurrency: 1 });
  const failing = gate.run(async () => {
    throw new Error('failed');
  });
  const next = gate.run(async () => 'done');
  await expect(failing).rejects.toThrow('failed');
  expect(await next).toBe('done');
});

test('a job that cannot start in time is refused', async () => {
  const gate = new ConcurrencyLimiter({ ...limits, concurrency: 1, maxWait: 20 });
  const job = newJob();
  const running = gate.run(job.run);
  await expect(gate.run(async () => 'late')).rejects.toThrow(OverloadedError);
  job.end();
  await running;
  expect(await gate.run(async () => 'next')).toBe('next');
});

test('where nothing moves, nothing more is let in to wait', async () => {
  const gate = new ConcurrencyLimiter({ ...limits, concurrency: 1, maxExpectedWait: 20 });
  const job = newJob();
  const running = gate.run(job.run);
  await new Promise((resolve) => setTimeout(resolve, 30));
  await expect(gate.run(async () => 'late')).rejects.toThrow(OverloadedError);
  job.end();
  await running;
});

test('a single slow job does not refuse those after it', async () => {
  const gate = new ConcurrencyLimiter({ ...limits, concurrency: 1, maxExpectedWait: 100 });
  await gate.run(() => new Promise((resolve) => setTimeout(resolve, 500)));
  const results = await Promise.all([1, 2, 3].map((result) => gate.run(async () => result)));
  expect(results).toEqual([1, 2, 3]);
});
