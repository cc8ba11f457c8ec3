import { expect, test } from 'vitest';
import { NetworkError, ServiceError } from '#web/api/transport/errors.ts';
import { embedStatus } from './embed-status.ts';

const feed = { isLoading: false, isComplete: false, oldest: 1, newest: 2, fault: undefined };

test('a pool that nobody knows is no failure to wait out', () => {
  const { text, tells, canRetry } = embedStatus(
    { ...feed, fault: new ServiceError(404, 'not found') },
    false,
  );
  expect({ tells, canRetry }).toEqual({ tells: 'error', canRetry: undefined });
  expect(text).toContain('knows no pool');
});

test.each([new NetworkError('no answer'), new ServiceError(500, 'broken')])(
  'after %s it can be asked again',
  (fault) => {
    expect(embedStatus({ ...feed, fault }, true)).toMatchObject({ tells: 'error', canRetry: true });
  },
);

test('a chart is ready with its first bars, or once it is known that there are none', () => {
  const none = { ...feed, oldest: undefined, newest: undefined };
  expect(embedStatus({ ...none, isLoading: true }, false)).toEqual({ text: 'Loading' });
  expect(embedStatus({ ...feed, isLoading: true }, true)).toEqual({ text: 'Loading', tells: 'ready' });
  expect(embedStatus({ ...none, isComplete: true }, false)).toMatchObject({
    text: expect.stringContaining('No tick yet'),
    tells: 'ready',
  });
});
