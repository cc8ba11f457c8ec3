import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { operations } from '#contract/operations.ts';
import { STATUS_PATH } from '#contract/status.ts';
import { OtherService, oneASecond, sendError, sendJson } from '#testing/service/other-service.ts';
import { TestTab } from '#testing/service/test-tab.ts';
import { createClient } from './client.ts';
import { InvalidResponseError, NotInPlanError, RequestTimeoutError, ServiceError } from './errors.ts';
import { createPlan } from './plan.ts';
import { Queue } from './queue.ts';

const { getJettons, getJettonMetricsList, getJettonStatisticsList } = operations;
const list = { jettons: [], addressBook: {} };

let service: OtherService;

beforeEach(async () => {
  service = new OtherService();
  await service.listen();
});
afterEach(async () => {
  vi.restoreAllMocks();
  await service.close();
});

function page(requestsPerSecond = 20) {
  const queue = new Queue<unknown>(new TestTab());
  const plan = createPlan();
  const settings = { baseUrl: service.baseUrl, apiKey: '', requestsPerSecond, explorer: '' };
  const client = createClient({ settings: () => Promise.resolve(settings), queue, plan });
  return { queue, plan, client };
}

test('one request a second is found out: every call is answered in the end', async () => {
  service.answering.set(
    getJettons.path,
    oneASecond((_, response) => sendJson(response, list)),
  );
  const { client, queue } = page();
  const seen = new Set<string>();
  queue.state.subscribe(({ status }) => seen.add(status));
  const calls = [1, 2, 3].map((limit) => client.call(getJettons, { limit }));
  await expect(Promise.all(calls)).resolves.toEqual([list, list, list]);
  expect([...seen].toSorted()).toEqual(['idle', 'slowed', 'waiting']);
  // Three at once, of which two are refused; then, more slowly, few in vain.
  expect(service.asked.length).toBeLessThanOrEqual(7);
});

test.each([401, 403] as const)('what a %i refuses is not asked for again', async (status) => {
  service.answering.set(getJettonMetricsList.path, (_, response) => sendError(response, status));
  const { client, plan } = page(1);
  const first = client.call(getJettonMetricsList, { currency: 'eur' });
  const waiting = client.call(getJettonMetricsList, { currency: 'usd' });
  await expect(first).rejects.toBeInstanceOf(NotInPlanError);
  await expect(waiting).rejects.toBeInstanceOf(NotInPlanError);
  await expect(client.call(getJettonMetricsList, {})).rejects.toBeInstanceOf(NotInPlanError);
  expect(service.asked).toEqual([getJettonMetricsList.path]);
  expect([...plan.excluded.getState()]).toEqual([getJettonMetricsList.name]);
});

test('a refused list is an error to be told, and asked for again', async () => {
  service.answering.set(getJettons.path, (_, response) => sendError(response, 401));
  const { client, plan } = page();
  await expect(client.call(getJettons, {})).rejects.toEqual(new ServiceError(401, 'unauthenticated'));
  service.answering.set(getJettons.path, (_, response) => sendJson(response, list));
  await expect(client.call(getJettons, {})).resolves.toEqual(list);
  expect(plan.excluded.getState().size).toBe(0);
});

test('a page of HTML in front of the service says nothing about the plan', async () => {
  service.answering.set(getJettonStatisticsList.path, (_, response) =>
    response.writeHead(403, { 'content-type': 'text/html' }).end('<h1>Are you human?</h1>'),
  );
  const { client, plan } = page();
  await expect(client.call(getJettonStatisticsList, {})).rejects.toMatchObject({ status: 403 });
  expect(plan.excluded.getState().size).toBe(0);
});

test('a connection that is cut is tried again', async () => {
  let cuts = 0;
  service.answering.set(getJettons.path, (request, response) => {
    cuts += 1;
    if (cuts === 1) request.socket.destroy();
    else sendJson(response, list);
  });
  const { client, queue } = page();
  const answer = client.call(getJettons, {});
  await vi.waitFor(() => expect(queue.state.getState().status).toBe('offline'));
  await expect(answer).resolves.toEqual(list);
  expect(queue.state.getState().status).toBe('idle');
});

test('a service that takes a request and says nothing is given up, and not taken to be away', async () => {
  vi.spyOn(AbortSignal, 'timeout').mockImplementation(() => {
    const limit = new AbortController();
    setTimeout(() => limit.abort(new DOMException('too long', 'TimeoutError')), 50);
    return limit.signal;
  });
  service.answering.set(getJettons.path, () => {});
  const { client, queue } = page();
  await expect(client.call(getJettons, {})).rejects.toBeInstanceOf(RequestTimeoutError);
  expect(service.asked).toHaveLength(1);
  expect(queue.state.getState().status).toBe('idle');
});

test('a service need not have a word about its data', async () => {
  const { client, queue } = page();
  await expect(client.fetchStatus()).rejects.toMatchObject({ status: 404 });
  service.answering.set(STATUS_PATH, (request) => request.socket.destroy());
  await expect(client.fetchStatus()).rejects.toBeInstanceOf(InvalidResponseError);
  service.answering.set(STATUS_PATH, (_, response) => response.end('<!doctype html>'));
  await expect(client.fetchStatus()).rejects.toBeInstanceOf(InvalidResponseError);
  expect(queue.state.getState().status).toBe('idle');
});
