import { connect } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { errorBodyOf } from '#contract/errors.ts';
import { SerializedJson } from '#service/config/context.ts';
import type { Store } from '#service/store/database.ts';
import { eventually } from '#testing/eventually.ts';
import { buildHttpApp, serviceOf } from '#testing/service/http-app.ts';
import { openInMemoryStore } from '#testing/stores/test-store.ts';
import { timeLimit } from '#testing/time-limit.ts';
import { ConcurrencyLimiter, OverloadedError } from './concurrency-limiter.ts';

const limits = { concurrency: 2, maxWaiting: 3, maxExpectedWait: 1000, maxWait: 1000 };

/** A job that runs until `end` is called. */
function createJob() {
  let end = () => {};
  const ended = new Promise<void>((resolve) => {
    end = resolve;
  });
  return { run: () => ended, end };
}

test('limits concurrency, starts queued jobs in order and rejects jobs beyond the queue', async () => {
  const limiter = new ConcurrencyLimiter({ ...limits, maxWait: timeLimit(60_000) });
  const started: number[] = [];
  const jobs = Array.from({ length: 6 }, createJob);
  const results = jobs.map(({ run }, index) =>
    limiter.run(() => {
      started.push(index);
      return run();
    }),
  );
  await expect(results[5]).rejects.toThrow(OverloadedError);
  // The first two start at the same time, in any order.
  await eventually(() => expect(new Set(started)).toEqual(new Set([0, 1])));
  jobs[1]?.end();
  await results[1];
  await eventually(() => expect(started.slice(2)).toEqual([2]));
  jobs[2]?.end();
  await eventually(() => expect(started.slice(2)).toEqual([2, 3]));
  for (const { end } of jobs) end();
  await Promise.all(results.slice(0, 5));
  expect(started.slice(2)).toEqual([2, 3, 4]);
});

test('a failed job frees its slot', async () => {
  const limiter = new ConcurrencyLimiter({ ...limits, concurrency: 1 });
  const failing = limiter.run(async () => {
    throw new Error('failed');
  });
  const next = limiter.run(async () => 'done');
  await expect(failing).rejects.toThrow('failed');
  expect(await next).toBe('done');
});

test('rejects a job that waits too long', async () => {
  const limiter = new ConcurrencyLimiter({ ...limits, concurrency: 1, maxWait: 20 });
  const job = createJob();
  const running = limiter.run(job.run);
  await expect(limiter.run(async () => 'late')).rejects.toThrow(OverloadedError);
  job.end();
  await running;
  expect(await limiter.run(async () => 'next')).toBe('next');
});

test('rejects new jobs while running jobs are stuck', async () => {
  const limiter = new ConcurrencyLimiter({ ...limits, concurrency: 1, maxExpectedWait: 20 });
  const job = createJob();
  const running = limiter.run(job.run);
  await new Promise((resolve) => setTimeout(resolve, 30));
  await expect(limiter.run(async () => 'late')).rejects.toThrow(OverloadedError);
  job.end();
  await running;
});

test('a job with limits of its own waits longer than others would', async () => {
  const limiter = new ConcurrencyLimiter({ ...limits, concurrency: 1, maxExpectedWait: 20, maxWait: 20 });
  const job = createJob();
  const running = limiter.run(job.run);
  const patient = limiter.run(async () => 'patient', limits);
  await expect(limiter.run(async () => 'late')).rejects.toThrow(OverloadedError);
  job.end();
  expect(await patient).toBe('patient');
  await running;
});

test('a single slow job does not cause rejections', async () => {
  const limiter = new ConcurrencyLimiter({ ...limits, concurrency: 1, maxExpectedWait: 100 });
  await limiter.run(() => new Promise((resolve) => setTimeout(resolve, 500)));
  const results = await Promise.all([1, 2, 3].map((result) => limiter.run(async () => result)));
  expect(results).toEqual([1, 2, 3]);
});

/** Returns a different path for each number, because equal requests share a response. */
const holders = (number: number) => `/v1/jettons/0:${String(number).padStart(64, '0')}/holders`;

let store: Store;

beforeAll(async () => {
  store = await openInMemoryStore();
});

afterAll(async () => {
  await store.close();
});

/** Starts a service whose holders take that long, in milliseconds. */
async function startSlowService(duration: number) {
  const app = await buildHttpApp({
    service: serviceOf({}, store),
    handlers: {
      getJettonHolders: async () => {
        await new Promise((resolve) => setTimeout(resolve, duration));
        return new SerializedJson('{"holders":[]}');
      },
    },
  });
  const { port } = new URL(await app.listen({ host: '127.0.0.1', port: 0 }));
  let number = 0;
  /** Opens connections that send their next request after each response. `onResponses` creates the listener of each. */
  function connectMany(count: number, onResponses: () => (response: string, sentAt: number) => void) {
    const sockets = Array.from({ length: count }, () => {
      const socket = connect(Number(port), '127.0.0.1');
      const onResponse = onResponses();
      let sentAt: number;
      const send = () => {
        number += 1;
        sentAt = performance.now();
        socket.write(`GET ${holders(number)} HTTP/1.1\r\nHost: localhost\r\n\r\n`);
      };
      socket.on('data', (data) => {
        onResponse(String(data), sentAt);
        send();
      });
      send();
      return socket;
    });
    return () => {
      for (const socket of sockets) socket.destroy();
    };
  }
  return { app, connectMany };
}

test('under overload the service rejects some requests, completes the others and stays healthy', async () => {
  const { app } = await startSlowService(50);
  const timed = async (url: string) => {
    const start = performance.now();
    const { statusCode, headers, body } = await app.inject(url);
    return { status: statusCode, headers, body, ms: performance.now() - start };
  };
  // Warm up, so that the service can estimate how slow the operation is.
  for (let count = 0; count < 30; count += 3)
    await Promise.all([0, 1, 2].map((index) => timed(holders(1 + count + index))));
  const requests = Array.from({ length: 400 }, (_, index) => timed(holders(100 + index)));
  const checks = await Promise.all(Array.from({ length: 20 }, () => timed('/healthz')));
  expect(checks.map(({ status }) => status)).toEqual(Array(20).fill(200));
  expect(Math.max(...checks.map(({ ms }) => ms))).toBeLessThan(timeLimit(3000));
  const responses = await Promise.all(requests);
  const rejected = responses.filter(({ status }) => status === 503);
  expect(rejected.length).toBeGreaterThan(100);
  for (const { headers, body } of rejected) {
    expect(headers['retry-after']).toBe('2');
    expect(JSON.parse(body)).toEqual(errorBodyOf(503));
  }
  expect(Math.max(...rejected.map(({ ms }) => ms))).toBeLessThan(timeLimit(3000));
  const completed = responses.filter(({ status }) => status === 200);
  expect(completed.length).toBeGreaterThan(30);
  expect(completed.length + rejected.length).toBe(400);
  await app.close();
});

test('500 connections that repeat rejected requests at once are not read until Retry-After has passed', async () => {
  const { app, connectMany } = await startSlowService(20);
  let answers = 0;
  /** Milliseconds from a request that repeated a rejected one and was rejected to the response to the next one. */
  const pauses: number[] = [];
  const disconnect = connectMany(500, () => {
    let wasRejected = false;
    let repeatedAt: number | undefined;
    return (response, sentAt) => {
      const isRejected = response.startsWith('HTTP/1.1 503');
      if (!isRejected) answers += 1;
      if (repeatedAt !== undefined) pauses.push(performance.now() - repeatedAt);
      repeatedAt = isRejected && wasRejected ? sentAt : undefined;
      wasRejected = isRejected;
    };
  });
  await eventually(() => expect(pauses.length).toBeGreaterThan(500));
  const shortest = Math.min(...pauses);
  await eventually(() => expect(answers).toBeGreaterThan(100));
  disconnect();
  expect(shortest).toBeGreaterThan(1_900);
  await app.close();
});
