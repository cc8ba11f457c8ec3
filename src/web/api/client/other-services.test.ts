import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { operations } from '#contract/operations.ts';
import { STATUS_PATH } from '#contract/status.ts';
import { eventually } from '#testing/eventually.ts';
import { FakeService, limitToOnePerSecond, sendError, sendJson } from '#testing/service/fake-service.ts';
import { TestBrowserEvents } from '#testing/service/test-browser-events.ts';
import { createClient } from './client.ts';
import {
  InvalidResponseError,
  NotInPlanError,
  RequestTimeoutError,
  ServiceError,
  UnreachableEndpointError,
} from './errors.ts';
import { createPlan } from './plan.ts';
import { Queue } from './queue.ts';

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
  service.responders.set(getJettons.path, () => timeout.abort(new DOMException('timed out', 'TimeoutError')));
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
