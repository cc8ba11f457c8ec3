import { QueryClientProvider, QueryObserver, useQuery } from '@tanstack/react-query';
import { expect, onTestFinished, test, vi } from 'vitest';
import { render } from 'vitest-browser-react';
import { liveStatus } from '#testing/components/responses.ts';
import { TestBrowserEvents } from '#testing/service/test-browser-events.ts';
import { QueryError } from './error-notice.tsx';
import { NetworkError, ServiceError } from './errors.ts';
import { createQueryClient, probeDuringOutage, refetchOnReconnect, statusKey } from './query-client.ts';
import { Queue } from './queue.ts';

test('queries are polled only while the clock of the service runs', async () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const client = createQueryClient();
  const queryFn = vi.fn<() => Promise<string>>().mockResolvedValue('value');
  const observer = new QueryObserver(client, { queryKey: ['polled'], queryFn, refetchInterval: 10_000 });
  onTestFinished(observer.subscribe(() => undefined));
  await vi.advanceTimersByTimeAsync(15_000);
  expect(queryFn).toHaveBeenCalledTimes(2);
  client.setQueryData(statusKey, liveStatus({ clockFixed: true }));
  await vi.advanceTimersByTimeAsync(60_000);
  expect(queryFn).toHaveBeenCalledTimes(2);
  client.setQueryData(statusKey, liveStatus());
  await vi.advanceTimersByTimeAsync(10_000);
  expect(queryFn).toHaveBeenCalledTimes(3);
});

test('queries that failed without a response are refetched when the outage ends', async () => {
  const events = new TestBrowserEvents();
  const queue = new Queue<string>(events);
  queue.setRate(100);
  const client = createQueryClient();
  refetchOnReconnect(client, queue);
  const observe = (key: string, error: Error) => {
    const send = vi.fn<() => Promise<string>>().mockRejectedValueOnce(error).mockResolvedValue('value');
    const queryFn = () => queue.add({ key, priority: 'live', send });
    const observer = new QueryObserver(client, { queryKey: [key], queryFn });
    onTestFinished(observer.subscribe(() => undefined));
    return observer;
  };
  const rejected = observe('rejected', new ServiceError(404, 'not found'));
  await expect.poll(() => rejected.getCurrentResult().status).toBe('error');
  const failed = observe('failed', new NetworkError('down'));
  await expect.poll(() => failed.getCurrentResult().status).toBe('error');
  events.online();
  await expect.poll(() => failed.getCurrentResult().data).toBe('value');
  expect(rejected.getCurrentResult().status).toBe('error');
});

test('the end of an outage is noticed without any requests of the page', async () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const queue = new Queue<string>(new TestBrowserEvents());
  const send = vi.fn<() => Promise<string>>().mockRejectedValue(new NetworkError('down'));
  const probe = vi.fn<() => Promise<string>>(() =>
    queue.add({ key: 'status', priority: 'statistics', send }),
  );
  probeDuringOutage(queue, probe);
  const failure = queue.add({ key: 'list', priority: 'live', send }).catch((error: unknown) => error);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(await failure).toBeInstanceOf(NetworkError);
  expect(queue.state.getState().status).toBe('offline');
  await vi.advanceTimersByTimeAsync(60_000);
  expect(queue.state.getState().status).toBe('offline');
  send.mockResolvedValue('value');
  await vi.advanceTimersByTimeAsync(60_000);
  expect(queue.state.getState().status).toBe('idle');
  const { length: requested } = probe.mock.calls;
  await vi.advanceTimersByTimeAsync(60_000);
  expect(probe).toHaveBeenCalledTimes(requested);
});

/** Let the requests of sections fail, in their order. */
const fails: (() => void)[] = [];

function Section({ name }: { name: string }) {
  const queryFn = () =>
    new Promise<string>((_, reject) => {
      fails.push(() => reject(new ServiceError(404, 'not found')));
    });
  return (
    <section aria-label={name}>
      <QueryError query={useQuery<string>({ queryKey: [name], queryFn })} />
    </section>
  );
}

test('errors are only announced after Retry was pressed', async () => {
  const screen = await render(
    <QueryClientProvider client={createQueryClient()}>
      <Section name="First" />
      <Section name="Second" />
    </QueryClientProvider>,
  );
  const failNext = async () => {
    await expect.poll(() => fails.length).toBeGreaterThan(0);
    fails.shift()?.();
  };
  await failNext();
  await failNext();
  const retry = screen.getByRole('region', { name: 'Second' }).getByRole('button', { name: 'Retry' });
  const alerts = screen.getByRole('alert');
  await expect.element(retry).toBeVisible();
  expect(alerts.elements()).toEqual([]);
  await retry.click();
  await expect.element(retry).not.toBeInTheDocument();
  await failNext();
  await expect.element(retry).toBeVisible();
  expect(alerts.elements().map((alert) => alert.closest('section')?.ariaLabel)).toEqual(['Second']);
  await expect.element(alerts).toHaveTextContent(/./);
});
