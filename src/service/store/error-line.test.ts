import { expect, test } from 'vitest';
import { errorLine } from './error-line.ts';

test.each([
  [new Error('first line\nsecond line'), 'first line'],
  [Object.assign(new AggregateError([]), { code: 'ECONNREFUSED' }), 'ECONNREFUSED'],
  ['a text', 'a text'],
])('the line of %o', (error, line) => {
  expect(errorLine(error)).toBe(line);
});
