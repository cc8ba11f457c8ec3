import { expect, test } from 'vitest';
import { fiatCurrencies } from '#contract/enums.ts';
import { marketOptions } from '#testing/datasets/parsed-market.ts';
import { fiatRate } from './exchange-rates.ts';
import { hashSeed } from './random.ts';
import { generateMarket } from './simulated-market.ts';

test('provides a rate of every fiat currency for every day of the window, and none for TON', () => {
  const rows = Array.from(generateMarket(marketOptions(1, 1)).rates(), (line) => line.trim().split('\t'));
  expect(new Set(rows.map(([code]) => code))).toEqual(new Set(fiatCurrencies));
  const dates = [...new Set(rows.map(([, date]) => date))];
  expect(dates).toHaveLength(71);
  expect([dates[0], dates.at(-1)]).toEqual(['2026-09-11', '2026-11-20']);
  expect(rows).toHaveLength(71 * fiatCurrencies.length);
});

test('rates stay near their typical values with small daily changes', () => {
  const seed = hashSeed('rates');
  for (const code of fiatCurrencies) {
    const rates = Array.from({ length: 2000 }, (_, day) => fiatRate(seed, code, 20_000 + day));
    expect(Math.min(...rates) / Math.max(...rates)).toBeGreaterThan(0.9);
    const steps = rates.slice(1).map((rate, day) => Math.abs(rate / (rates[day] ?? rate) - 1));
    expect(Math.max(...steps)).toBeLessThan(0.02);
  }
  expect(fiatRate(seed, 'usd', 20_000)).toBe(1);
  expect(new Set([1, 2, 3].map((day) => fiatRate(seed, 'eur', day))).size).toBe(3);
});
