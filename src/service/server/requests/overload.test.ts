import { expect, test } from 'vitest';
import { errorBodyOf } from '#contract/errors.ts';
import { SerializedJson } from '#service/config/context.ts';
import { buildHttpApp, serviceOf } from '#testing/service/http-app.ts';
import { openTestStore } from '#testing/stores/memory-store.ts';
import { timeLimit } from '#testing/time-limit.ts';

/** Returns a different path for each number, because equal requests share a response. */
const holders = (number: number) => `/v1/jettons/0:${String(number).padStart(64, '0')}/holders`;

test('under overload the service rejects some requests, completes the others and stays healthy', async () => {
  const store = await openTestStore();
  const app = await buildHttpApp({
    service: serviceOf({}, store),
    handlers: {
      getJettonHolders: async () => {
        await new Promise((resolve) => setTimeout(resolve, 50));
        return new SerializedJson('{}');
      },
    },
  });
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
  await store.close();
});
