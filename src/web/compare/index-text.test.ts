import { expect, test } from 'vitest';
import { indexText } from './index-text.ts';

test.each([
  [100, '100.0'],
  [0.1234, '0.1'],
  [0.0312, '0.03'],
  [0.0001, '<0.01'],
  [999.94, '999.9'],
  [999.96, '1,000'],
  [12_345.6, '12,346'],
  [1_234_567, '1.23m'],
])('%d is formatted as %s', (value, text) => {
  expect(indexText(value)).toBe(text);
});
