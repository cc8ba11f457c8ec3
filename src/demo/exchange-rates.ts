import { type FiatCurrency, fiatCurrencies } from '#contract/enums.ts';
import { copyLine } from '#service/store/copy-text.ts';
import { DAY } from './activity-clock.ts';
import type { MarketPlan } from './market-plan.ts';
import { randomFor, type Seed } from './random.ts';

/** Approximate real rates: units per 1 USD. */
// biome-ignore format: one line per currency would be longer than the rest of the file
const typicalRates: Readonly<Record<FiatCurrency, number>> = {
  usd: 1, eur: 0.87, gbp: 0.76, jpy: 154, byn: 3.1, ves: 340, rub: 81, uah: 42.4, kzt: 515, krw: 1430,
  ils: 3.25, idr: 16_650, aed: 3.6725, gel: 2.71, twd: 31.2, try: 42.5, hkd: 7.78, inr: 88.9, cad: 1.395,
  amd: 382, aud: 1.53, pln: 3.66, cop: 3_790, brl: 5.31, chf: 0.8, mxn: 18.4, ars: 1_420, sgd: 1.3,
  sar: 3.75, mdl: 17, ron: 4.38, sek: 9.5, azn: 1.7, rsd: 101, nok: 10.1, myr: 4.14, bgn: 1.69, egp: 47.3,
  gtq: 7.66, clp: 938, nzd: 1.76, bdt: 122, kgs: 87.4, thb: 32.4, uzs: 11_980, uyu: 39.7, vnd: 26_300,
  ugx: 3_610, kes: 129.3, zar: 17.3, etb: 153, ngn: 1_442, lkr: 307,
};

const peggedCurrencies: readonly FiatCurrency[] = ['usd', 'aed', 'sar', 'azn'];

/** Returns the rate of a currency on a day since 1970: the typical rate, modulated by waves of days to months. */
export function fiatRate(seed: Seed, code: FiatCurrency, day: number): number {
  if (peggedCurrencies.includes(code)) return typicalRates[code];
  const random = randomFor(seed, `rate ${code}`);
  const amplitude = random.between(0.3, 1);
  let wave = 0;
  for (const [length, height] of [
    [190, 0.014],
    [47, 0.006],
    [11, 0.003],
    [3.7, 0.0015],
  ] as const) {
    wave +=
      height *
      amplitude *
      Math.sin((2 * Math.PI * day) / (length * random.between(0.8, 1.2)) + 7 * random.next());
  }
  return typicalRates[code] * Math.exp(wave);
}

export const rateColumns = ['code', 'date', 'rate'] as const;

/** Yields rows for COPY into `rateColumns` for every day of the window. TON is omitted, because swaps provide its price. */
export function* rateRows({ seed, start, end }: MarketPlan): Generator<string> {
  for (let day = Math.floor(start / DAY); day * DAY <= end; day += 1)
    yield* dailyRates(seed, day).map(copyLine);
}

/** Returns the values of `rateColumns` for one day. */
export function dailyRates(seed: Seed, day: number): [code: string, date: string, rate: string][] {
  const date = new Date(day * DAY * 1000).toISOString().slice(0, 10);
  return fiatCurrencies.map((code) => [code, date, fiatRate(seed, code, day).toPrecision(9)]);
}
