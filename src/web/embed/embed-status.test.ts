import { expect, test } from 'vitest';
import { NetworkError, ServiceError } from '#web/api/client/errors.ts';
import { embedStatus } from './embed-status.ts';

const feed = { isLoading: false, isComplete: false, oldest: 1, newest: 2, error: undefined };

test('an unknown pool cannot be retried', () => {
  const { text, message, canRetry } = embedStatus(
    { ...feed, error: new ServiceError(404, 'not found') },
    false,
  );
  expect({ message, canRetry }).toEqual({ message: 'error', canRetry: undefined });
  expect(text).toContain('No pool at this address');
});

test.each([new NetworkError('no response'), new ServiceError(500, 'broken')])(
  '%s can be retried',
  (error) => {
    expect(embedStatus({ ...feed, error }, true)).toMatchObject({ message: 'error', canRetry: true });
  },
);

test('is ready with the first bars or if there are no swaps', () => {
  const none = { ...feed, oldest: undefined, newest: undefined };
  expect(embedStatus({ ...none, isLoading: true }, false)).toEqual({ text: 'Loading…' });
  expect(embedStatus({ ...feed, isLoading: true }, true)).toEqual({ text: 'Loading…', message: 'ready' });
  expect(embedStatus({ ...none, isComplete: true }, false)).toMatchObject({
    text: expect.stringContaining('No swaps yet'),
    message: 'ready',
  });
});
