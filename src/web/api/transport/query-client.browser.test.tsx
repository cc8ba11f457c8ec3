import { QueryObserver } from '@tanstack/react-query';
import { expect, onTestFinished, test, vi } from 'vitest';
import { liveStatus } from '#testing/components/service-status.ts';
import { createQueryClient, statusKey } from './query-client.ts';

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
