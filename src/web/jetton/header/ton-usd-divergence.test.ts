import { expect, test } from 'vitest';
import { tonUsdDivergence } from './ton-usd-divergence.ts';

const calculatedAt = undefined;
const change = (percent: number) => ({ percent, calculatedAt });

test.each([
  [{ day: change(-2) }, { day: change(3) }, '24h: up in USD, down in GRAM'],
  [{ day: change(2) }, { day: change(-3) }, '24h: down in USD, up in GRAM'],
  [
    { hour: change(1), week: change(1), day: change(1) },
    { hour: change(-1), week: change(-1), day: change(1) },
    '7d: down in USD, up in GRAM',
  ],
  [{ day: change(2) }, { day: change(3) }, undefined],
  // Displayed as zero.
  [{ day: change(0.001) }, { day: change(-3) }, undefined],
  [{ day: change(2) }, { week: change(-3) }, undefined],
])('%j in GRAM and %j in USD: %j', (ton, usd, expected) => {
  expect(tonUsdDivergence(ton, usd)).toBe(expected);
});
