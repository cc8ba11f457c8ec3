import { expect, test } from 'vitest';
import { feedStatus, liveStatus } from '#testing/components/service-status.ts';
import { statusInterval } from './status-interval.ts';

test('the status is polled only while it can change', () => {
  const loading = [feedStatus({ historyRead: 0.5 })];
  expect(statusInterval(liveStatus())).toBe(15_000);
  expect(statusInterval(liveStatus({ feeds: loading }))).toBe(5_000);
  expect(statusInterval(liveStatus({ source: 'none', feeds: [] }))).toBe(5_000);
  expect(statusInterval(liveStatus({ source: 'simulated', feeds: [] }))).toBeUndefined();
  expect(statusInterval(liveStatus({ clockFixed: true, feeds: loading }))).toBeUndefined();
});
