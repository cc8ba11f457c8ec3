import { expect, test } from 'vitest';
import { shareText } from './price-impact-texts.ts';

test.each([
  [0, '0%'],
  [0.000_01, 'under 0.01%'],
  [0.0042, '0.42%'],
  [0.009_96, '1.0%'],
  [0.052, '5.2%'],
  [0.0996, '10%'],
  [0.9969, 'over 99%'],
  [1, '100%'],
])('%d is formatted as %s', (share, text) => {
  expect(shareText(share)).toBe(text);
});
