import { expect, test } from 'vitest';
import { against } from './against.ts';

const at = undefined;
const of = (percent: number) => ({ percent, at });

test.each([
  [{ day: of(-2) }, { day: of(3) }, '24h: up against the dollar, down against TON'],
  [{ day: of(2) }, { day: of(-3) }, '24h: down against the dollar, up against TON'],
  [
    { hour: of(1), week: of(1), day: of(1) },
    { hour: of(-1), week: of(-1), day: of(1) },
    '7d: down against the dollar, up against TON',
  ],
  [{ day: of(2) }, { day: of(3) }, undefined],
  // What is shown as nothing is no side.
  [{ day: of(0.001) }, { day: of(-3) }, undefined],
  [{ day: of(2) }, { week: of(-3) }, undefined],
])('%j in TON and %j in USD: %j', (ton, usd, said) => {
  expect(against(ton, usd)).toBe(said);
});
