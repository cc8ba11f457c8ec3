import { expect, test } from 'vitest';
import { durationText } from './time-labels.ts';

test.each([
  [0, '0 s'],
  [0.4, '0 s'],
  [59, '59 s'],
  [60, '1 min'],
  [723, '12 min 3 s'],
  [3_600, '1 h'],
  [190_800, '2 d 5 h'],
  [172_830, '2 d'],
])('formats %d seconds as %s', (seconds, text) => {
  expect(durationText(seconds)).toBe(text);
});
