import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { TON_ADDRESS } from '#contract/address.ts';
import { errorBodyOf } from '#contract/errors.ts';
import { operations } from '#contract/operations.ts';
import { toRequest } from '#contract/request-encoding.ts';
import { STATUS_PATH } from '#contract/status.ts';
import { eventually } from '#testing/eventually.ts';
import { FakeService, limitToOnePerSecond, sendError, sendJson } from '#testing/service/fake-service.ts';
import { TestBrowserEvents } from '#testing/service/test-browser-events.ts';
import { createClient } from './client.ts';
import {
  InvalidResponseError,
  NetworkError,
  NotInPlanError,
  RequestTimeoutError,
  ServiceError,
  UnreachableEndpointError,
} from './errors.ts';
import { createPlan } from './plan.ts';
import { Queue } from './queue.ts';
import { send } from './send.ts';
import type { Settings } from './settings.ts';

describe('client', () => {
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
    transactionExplorer: '',
    newIssueUrl: '',
    offlinePage: true,
  };

  function client(overrides: Partial<Settings> = {}) {
    return clientWith(() => Promise.resolve({ ...settings, ...overrides }));
  }

  function clientWith(load: () => Promise<Settings>) {
    return createClient({ settings: load, queue: new Queue(new TestBrowserEvents()), plan: createPlan() });
  }

  function respondWith(body: unknown, init?: ResponseInit): void {
    fetched.mockImplementation(() => Promise.resolve(Response.json(body, init)));
  }

  const holders = { value: '2649800', changedAt: '2026-01-29T07:50:00.000Z' };

  test('GET requests append the operation path to the base URL', async () => {
    respondWith(holders);
    await expect(client().call(operations.getJettonHolders, { address: TON_ADDRESS })).resolves.toEqual(
      holders,
    );
    const [url, init] = fetched.mock.lastCall ?? [];
    expect(url).toBe(`https://service.example/v1/jettons/${encodeURIComponent(TON_ADDRESS)}/holders`);
    expect(init).toMatchObject({ method: 'GET', body: null, credentials: 'omit' });
    expect(new Headers(init?.headers).has('authorization')).toBe(false);
  });

  describe('the position of the data', () => {
    /** Requests with a response of the position, and returns the position that the request had. */
    async function sendAt(position: string | undefined, own: Partial<Settings>, post = false, status = 200) {
      respondWith(
        {},
        { status, ...(position !== undefined && { headers: { 'jetscope-position': position } }) },
      );
      const input = { address: TON_ADDRESS };
      const signal = new AbortController().signal;
      const request = post
        ? toRequest(operations.getJettons, {})
        : toRequest(operations.getJettonHolders, input);
      await send(request, { ...settings, ...own }, signal).catch(() => undefined);
      return new Headers(fetched.mock.lastCall?.[1]?.headers).get('jetscope-position');
    }

    test('is sent back, the latest one, to the same service', async () => {
      const own = { baseUrl: '/own' };
      expect(await sendAt('02', own)).toBeNull();
      expect(await sendAt('01', own)).toBe('02');
      expect(await sendAt('03', own)).toBe('02');
      expect(await sendAt(undefined, own)).toBe('03');
      expect(await sendAt(undefined, { baseUrl: '/other' })).toBeNull();
    });

    test('is not sent to services that have none, and causes no preflight requests', async () => {
      const own = { baseUrl: 'https://elsewhere.example' };
      expect(await sendAt(undefined, own, true)).toBeNull();
      expect(await sendAt('01', own)).toBeNull();
      expect(await sendAt('02', own)).toBeNull();
      expect(await sendAt('03', own, true)).toBe('02');
      expect(await sendAt('04', { ...own, apiKey: 'secret' })).toBe('03');
    });

    test('is forgotten if no node has reached it for ten seconds', async () => {
      vi.useFakeTimers();
      onTestFinished(() => void vi.useRealTimers());
      const own = { baseUrl: '/restored' };
      await sendAt('09', own);
      vi.advanceTimersByTime(9_000);
      expect(await sendAt(undefined, own, false, 503)).toBe('09');
      expect(await sendAt(undefined, own, false, 503)).toBe('09');
      vi.advanceTimersByTime(2_000);
      expect(await sendAt(undefined, own, false, 503)).toBe('09');
      expect(await sendAt('02', own)).toBeNull();
      expect(await sendAt('02', own)).toBe('02');
    });
  });

  test('POST requests send JSON and the API key if configured', async () => {
    respondWith({ jettons: [], addressBook: {} });
    await client({ apiKey: 'secret' }).call(operations.getJettons, { limit: 5 });
    const [, init] = fetched.mock.lastCall ?? [];
    const headers = new Headers(init?.headers);
    expect(init).toMatchObject({ method: 'POST', body: '{"limit":5}' });
    expect(headers.get('content-type')).toBe('application/json');
    expect(headers.get('authorization')).toBe('Bearer secret');
  });

  const fetchHolders = () => client().call(operations.getJettonHolders, { address: TON_ADDRESS });

  /** Returns the error after all retries, without waiting for them. */
  async function errorAfterRetries(): Promise<unknown> {
    vi.useFakeTimers();
    const error = fetchHolders().catch((error: unknown) => error);
    await vi.runAllTimersAsync();
    vi.useRealTimers();
    return error;
  }

  test('a specified error response has its status and message', async () => {
    respondWith(errorBodyOf(404), { status: 404 });
    await expect(fetchHolders()).rejects.toEqual(new ServiceError(404, 'not found'));
  });

  test('an unspecified error response has its status and status text', async () => {
    fetched.mockResolvedValue(new Response('<html>', { status: 502, statusText: 'Bad Gateway' }));
    await expect(fetchHolders()).rejects.toEqual(new ServiceError(502, 'Bad Gateway'));
  });

  test.each([[{ value: 5 }], [[]], ['text']])('rejects the invalid response %j', async (body) => {
    respondWith(body);
    await expect(fetchHolders()).rejects.toBeInstanceOf(InvalidResponseError);
  });

  test('a missing response is a network error', async () => {
    fetched.mockRejectedValue(new TypeError('fetch failed'));
    await expect(errorAfterRetries()).resolves.toBeInstanceOf(NetworkError);
    expect(fetched).toHaveBeenCalledTimes(3);
  });

  test('an interrupted response is a network error', async () => {
    const broken = new ReadableStream({
      pull: (controller) => controller.error(new TypeError('terminated')),
    });
    fetched.mockResolvedValue(new Response(broken));
    await expect(errorAfterRetries()).resolves.toBeInstanceOf(NetworkError);
  });

  test('an aborted call rejects with the abort reason', async () => {
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

  test('sends no request before the settings are loaded', async () => {
    const client = clientWith(() => Promise.reject(new Error('no settings')));
    await expect(client.call(operations.getJettonHolders, { address: TON_ADDRESS })).rejects.toThrow(
      'no settings',
    );
    expect(fetched).not.toHaveBeenCalled();
  });
});

describe('other services', () => {
  const { getJettons, getJettonMetricsList, getJettonStatisticsList } = operations;
  const list = { jettons: [], addressBook: {} };

  let service: FakeService;

  beforeEach(async () => {
    service = new FakeService();
    await service.listen();
  });
  afterEach(async () => {
    await service.close();
  });

  function createTestClient(requestsPerSecond = 20) {
    const queue = new Queue<unknown>(new TestBrowserEvents());
    const plan = createPlan();
    const settings = {
      baseUrl: service.baseUrl,
      apiKey: '',
      requestsPerSecond,
      explorer: '',
      transactionExplorer: '',
      newIssueUrl: '',
      offlinePage: true,
    };
    const client = createClient({ settings: () => Promise.resolve(settings), queue, plan });
    return { queue, plan, client };
  }

  test('adapts to a limit of one request per second and completes every call', async () => {
    service.responders.set(
      getJettons.path,
      limitToOnePerSecond((_, response) => sendJson(response, list)),
    );
    const { client, queue } = createTestClient();
    const seen = new Set<string>();
    queue.state.subscribe(({ status }) => seen.add(status));
    const calls = [1, 2, 3].map((limit) => client.call(getJettons, { limit }));
    await expect(Promise.all(calls)).resolves.toEqual([list, list, list]);
    expect([...seen].toSorted()).toEqual(['idle', 'rateLimited', 'waiting']);
    // Three concurrent requests, two of them rejected, then few further rejections at the reduced rate.
    expect(service.requestedPaths.length).toBeLessThanOrEqual(7);
  });

  test.each([401, 403] as const)('an operation rejected with %i is not requested again', async (status) => {
    service.responders.set(getJettonMetricsList.path, (_, response) => sendError(response, status));
    const { client, plan } = createTestClient(1);
    const first = client.call(getJettonMetricsList, { currency: 'eur' });
    const waiting = client.call(getJettonMetricsList, { currency: 'usd' });
    await expect(first).rejects.toBeInstanceOf(NotInPlanError);
    await expect(waiting).rejects.toBeInstanceOf(NotInPlanError);
    await expect(client.call(getJettonMetricsList, {})).rejects.toBeInstanceOf(NotInPlanError);
    expect(service.requestedPaths).toEqual([getJettonMetricsList.path]);
    expect([...plan.excluded.getState()]).toEqual([getJettonMetricsList.name]);
  });

  test('a rejected list is an error and is requested again', async () => {
    service.responders.set(getJettons.path, (_, response) => sendError(response, 401));
    const { client, plan } = createTestClient();
    await expect(client.call(getJettons, {})).rejects.toEqual(new ServiceError(401, 'unauthenticated'));
    service.responders.set(getJettons.path, (_, response) => sendJson(response, list));
    await expect(client.call(getJettons, {})).resolves.toEqual(list);
    expect(plan.excluded.getState().size).toBe(0);
  });

  test('an HTML error page of a gateway does not exclude an operation', async () => {
    service.responders.set(getJettonStatisticsList.path, (_, response) =>
      response.writeHead(403, { 'content-type': 'text/html' }).end('<h1>Are you human?</h1>'),
    );
    const { client, plan } = createTestClient();
    await expect(client.call(getJettonStatisticsList, {})).rejects.toMatchObject({ status: 403 });
    expect(plan.excluded.getState().size).toBe(0);
  });

  test('retries after a dropped connection', async () => {
    let requestCount = 0;
    service.responders.set(getJettons.path, (request, response) => {
      requestCount += 1;
      if (requestCount === 1) request.socket.destroy();
      else sendJson(response, list);
    });
    const { client, queue } = createTestClient();
    const result = client.call(getJettons, {});
    await eventually(() => expect(queue.state.getState().status).toBe('offline'));
    await expect(result).resolves.toEqual(list);
    expect(queue.state.getState().status).toBe('idle');
  });

  test('a request without a response times out and does not count as offline', async () => {
    const timeout = new AbortController();
    vi.spyOn(AbortSignal, 'timeout').mockReturnValue(timeout.signal);
    service.responders.set(getJettons.path, () =>
      timeout.abort(new DOMException('timed out', 'TimeoutError')),
    );
    const { client, queue } = createTestClient();
    await expect(client.call(getJettons, {})).rejects.toBeInstanceOf(RequestTimeoutError);
    expect(service.requestedPaths).toHaveLength(1);
    expect(queue.state.getState().status).toBe('idle');
  });

  test('the status endpoint is optional', async () => {
    const { client, queue } = createTestClient();
    await expect(client.fetchStatus()).rejects.toMatchObject({ status: 404 });
    service.responders.set(STATUS_PATH, (request) => request.socket.destroy());
    await expect(client.fetchStatus()).rejects.toBeInstanceOf(UnreachableEndpointError);
    service.responders.set(STATUS_PATH, (_, response) => response.end('<!doctype html>'));
    await expect(client.fetchStatus()).rejects.toBeInstanceOf(InvalidResponseError);
    expect(queue.state.getState().status).toBe('idle');
  });
});
