import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { TON_ADDRESS } from '#contract/address.ts';
import { errorBodyOf } from '#contract/errors.ts';
import { operations } from '#contract/operations.ts';
import { TestTab } from '#testing/service/test-tab.ts';
import { createClient } from './client.ts';
import { InvalidResponseError, NetworkError, ServiceError } from './errors.ts';
import { createPlan } from './plan.ts';
import { Queue } from './queue.ts';
import type { Settings } from './settings.ts';

const fetched = vi.fn<typeof fetch>();

beforeEach(() => void vi.stubGlobal('fetch', fetched));
afterEach(() => {
  vi.unstubAllGlobals();
  fetched.mockReset();
});

const settings: Settings = {
  baseUrl: 'https://service.example',
  apiKey: '',
  requestsPerSecond: 100,
  explorer: '',
};

function client(own: Partial<Settings> = {}) {
  return clientWith(() => Promise.resolve({ ...settings, ...own }));
}

function clientWith(read: () => Promise<Settings>) {
  return createClient({ settings: read, queue: new Queue(new TestTab()), plan: createPlan() });
}

function answer(body: unknown, init?: ResponseInit): void {
  fetched.mockImplementation(() => Promise.resolve(Response.json(body, init)));
}

const holders = { value: '2649800', changedAt: '2026-01-29T07:50:00.000Z' };

test('a GET asks at its path behind the base address', async () => {
  answer(holders);
  await expect(client().call(operations.getJettonHolders, { address: TON_ADDRESS })).resolves.toEqual(
    holders,
  );
  const [url, init] = fetched.mock.lastCall ?? [];
  expect(url).toBe(`https://service.example/v1/jettons/${encodeURIComponent(TON_ADDRESS)}/holders`);
  expect(init).toMatchObject({ method: 'GET', body: null, credentials: 'omit' });
  expect(new Headers(init?.headers).has('authorization')).toBe(false);
});

test('a POST sends JSON, and the key where there is one', async () => {
  answer({ jettons: [], addressBook: {} });
  await client({ apiKey: 'secret' }).call(operations.getJettons, { limit: 5 });
  const [, init] = fetched.mock.lastCall ?? [];
  const headers = new Headers(init?.headers);
  expect(init).toMatchObject({ method: 'POST', body: '{"limit":5}' });
  expect(headers.get('content-type')).toBe('application/json');
  expect(headers.get('authorization')).toBe('Bearer secret');
});

const ask = () => client().call(operations.getJettonHolders, { address: TON_ADDRESS });

/** How it ends when no time is lost between tries. */
async function asked(): Promise<unknown> {
  vi.useFakeTimers();
  const end = ask().catch((error: unknown) => error);
  await vi.runAllTimersAsync();
  vi.useRealTimers();
  return end;
}

test('an error of the interface says its status and words', async () => {
  answer(errorBodyOf(404), { status: 404 });
  await expect(ask()).rejects.toEqual(new ServiceError(404, 'not found'));
});

test('an error that is not of the interface still says its status', async () => {
  fetched.mockResolvedValue(new Response('<html>', { status: 502, statusText: 'Bad Gateway' }));
  await expect(ask()).rejects.toEqual(new ServiceError(502, 'Bad Gateway'));
});

test.each([[{ value: 5 }], [[]], ['text']])('the answer %j is not of the interface', async (body) => {
  answer(body);
  await expect(ask()).rejects.toBeInstanceOf(InvalidResponseError);
});

test('no answer is a failure of the network', async () => {
  fetched.mockRejectedValue(new TypeError('fetch failed'));
  await expect(asked()).resolves.toBeInstanceOf(NetworkError);
  expect(fetched).toHaveBeenCalledTimes(3);
});

test('an answer that breaks off is a failure of the network', async () => {
  const broken = new ReadableStream({ pull: (controller) => controller.error(new TypeError('terminated')) });
  fetched.mockResolvedValue(new Response(broken));
  await expect(asked()).resolves.toBeInstanceOf(NetworkError);
});

test('a call that is given up rejects with its reason', async () => {
  const controller = new AbortController();
  const reason = new Error('left the page');
  fetched.mockImplementation((_, init) => {
    controller.abort(reason);
    return Promise.reject(init?.signal?.reason);
  });
  const call = client().call(
    operations.getJettonHolders,
    { address: TON_ADDRESS },
    { signal: controller.signal },
  );
  await expect(call).rejects.toBe(reason);
});

test('settings come before the first request', async () => {
  const unread = clientWith(() => Promise.reject(new Error('no settings')));
  await expect(unread.call(operations.getJettonHolders, { address: TON_ADDRESS })).rejects.toThrow(
    'no settings',
  );
  expect(fetched).not.toHaveBeenCalled();
});
