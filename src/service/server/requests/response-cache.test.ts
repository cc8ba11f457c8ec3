import { expect, test, vi } from 'vitest';
import { operations } from '#contract/operations.ts';
import { type PositionedResponse, ResponseCache } from './response-cache.ts';

const { getJettons, getJettonPrice } = operations;

function responseOf(text: string, transaction = 1n): PositionedResponse {
  return { body: Buffer.from(text), type: 'text/plain', position: { transaction, isReplica: true } };
}

/** A cache with a function that requests a response, and the number of calls of the store. */
function cacheOf(maxAge = 60_000, maxBytes = 1_000_000) {
  const cache = new ResponseCache(maxAge, maxBytes);
  let calls = 0;
  const store = vi.fn<() => Promise<PositionedResponse>>(async () => {
    calls += 1;
    return responseOf(`response ${calls}`, BigInt(calls));
  });
  const get = async (input: object, { operation = getJettons, baseUrl = 'http://a', atLeast = 0n } = {}) =>
    (await cache.get(operation, input, baseUrl, store, atLeast)).body.toString();
  return { cache, store, get };
}

test('equal requests share a response', async () => {
  const { store, get } = cacheOf();
  expect(await Promise.all([get({ limit: 1 }), get({ limit: 1 })])).toEqual(['response 1', 'response 1']);
  expect(await get({ limit: 1 })).toBe('response 1');
  expect(store).toHaveBeenCalledTimes(1);
});

test('requests with another input, operation or base URL have their own response', async () => {
  const { store, get } = cacheOf();
  await get({ limit: 1n });
  await get({ limit: '1' });
  await get({ limit: 1n }, { baseUrl: 'http://b' });
  await get({ limit: 1n }, { operation: getJettonPrice as never });
  expect(store).toHaveBeenCalledTimes(4);
});

test('a response expires with time, and when the data has changed', async () => {
  const { cache, get } = cacheOf(10);
  expect(await get({})).toBe('response 1');
  await expect.poll(() => get({})).not.toBe('response 1');
  const late = cacheOf();
  await late.get({});
  late.cache.clear();
  expect(await late.get({})).toBe('response 2');
  cache.clear();
});

test('a response that was requested before the data changed is not cached', async () => {
  const cache = new ResponseCache(60_000);
  let finish = (_response: PositionedResponse) => {};
  const slow = cache.get(getJettons, {}, '', () => new Promise((resolve) => (finish = resolve)));
  cache.clear();
  finish(responseOf('old'));
  expect((await slow).body.toString()).toBe('old');
  const fresh = await cache.get(getJettons, {}, '', async () => responseOf('new'));
  expect(fresh.body.toString()).toBe('new');
});

test('a response that is older than required is not used, also not by later requests', async () => {
  const { get } = cacheOf();
  expect(await get({})).toBe('response 1');
  expect(await get({}, { atLeast: 1n })).toBe('response 1');
  expect(await get({}, { atLeast: 2n })).toBe('response 2');
  expect(await get({})).toBe('response 2');
});

test('a response that was requested before a position was reached is not used by requests that require it', async () => {
  const cache = new ResponseCache(60_000);
  let finish = (_response: PositionedResponse) => {};
  const running = cache.get(getJettons, {}, '', () => new Promise((resolve) => (finish = resolve)));
  const store = vi.fn<() => Promise<PositionedResponse>>(async () => responseOf('new', 2n));
  const required = [1, 2].map(() => cache.get(getJettons, {}, '', store, 2n));
  const any = cache.get(getJettons, {}, '', store);
  finish(responseOf('old', 1n));
  const texts = (await Promise.all([running, any, ...required])).map(({ body }) => body.toString());
  expect(texts).toEqual(['old', 'old', 'new', 'new']);
  expect(store).toHaveBeenCalledTimes(1);
});

test('errors are not cached', async () => {
  const cache = new ResponseCache(60_000);
  const fail = () => Promise.reject(new Error('overloaded'));
  await expect(cache.get(getJettons, {}, '', fail)).rejects.toThrow('overloaded');
  expect((await cache.get(getJettons, {}, '', async () => responseOf('ok'))).body.toString()).toBe('ok');
});

test('the least recently used responses are evicted', async () => {
  const { store, get } = cacheOf(60_000, 5_000);
  for (let limit = 0; limit < 20; limit += 1) await get({ limit });
  await get({ limit: 19 });
  expect(store).toHaveBeenCalledTimes(20);
  await get({ limit: 0 });
  expect(store).toHaveBeenCalledTimes(21);
});
