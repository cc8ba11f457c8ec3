import { type Candle, type CandleInterval, candleSeconds } from '#contract/candles.ts';
import { fiatAmount, priceAmount, tonAmount } from './changes.ts';
import { type Fraction, ZERO } from './fraction.ts';
import { omitUndefined } from './jetton-responses.ts';
import { assetValue, type Unit } from './prices.ts';
import { isOf, type Trade, tradersOf, volumeOfTrade } from './trading.ts';
import { counterpartAmount, decimalsOf, isDust, type Market, ratio, swapsOf, type World } from './world.ts';

/** Returns all candles of a market, newest first. */
export function expectedCandles(world: World, market: Market, interval: CandleInterval): Candle[] {
  const length = candleSeconds[interval] * 1000;
  const byStart = new Map<number, Trade[]>();
  for (const swap of swapsOf(world, market.pool.address)) {
    if (isDust(world, swap)) continue;
    const start = startOf(swap.time, interval);
    byStart.set(start, [...(byStart.get(start) ?? []), { swap, market }]);
  }
  return [...byStart]
    .toSorted(([a], [b]) => b - a)
    .map(([start, trades]) => expectedCandle(world, market, start, start + length <= world.clock, trades));
}

/** Steps through the calendar: from midnight, or from Monday. */
function startOf(time: number, interval: CandleInterval): number {
  const date = new Date(time);
  const midnight = Date.UTC(date.getUTCFullYear(), date.getUTCMonth(), date.getUTCDate());
  const daysSinceMonday = (date.getUTCDay() + 6) % 7;
  let start = interval === '1w' ? midnight - daysSinceMonday * 86_400_000 : midnight;
  while (start + candleSeconds[interval] * 1000 <= time) start += candleSeconds[interval] * 1000;
  return start;
}

function expectedCandle(
  world: World,
  market: Market,
  start: number,
  complete: boolean,
  trades: readonly Trade[],
): Candle {
  const valuesIn = (unit: Unit) =>
    trades.map(({ swap }) => assetValue(world, market.counterpart, unit, { time: swap.time, lt: swap.lt }));
  const [ton, usd] = [known(valuesIn('ton')), known(valuesIn('usd'))];
  const amounts = trades.map(({ swap }) => counterpartAmount(world, market, swap));
  const ratios = trades.map(({ swap }) => ratio(world, market, swap));
  const prices = {
    counterpart: ratios,
    ton: ton && products(ratios, ton),
    usd: usd && products(ratios, usd),
  };
  const each = (pick: (ordered: readonly Fraction[]) => Fraction) =>
    omitUndefined({
      counterpart: priceAmount(pick(prices.counterpart)),
      ton: prices.ton && priceAmount(pick(prices.ton)),
      usd: prices.usd && priceAmount(pick(prices.usd)),
    });
  const volumeUsd = known(trades.map((trade) => volumeOfTrade(world, trade)));
  const decimals = decimalsOf(world, market.counterpart);
  const buys = trades.filter((trade) => isOf(trade, 'buy')).length;
  return {
    time: new Date(start).toISOString(),
    open: each((ordered) => ordered[0] ?? ZERO),
    high: each((ordered) => ordered.reduce((a, b) => (a.compare(b) > 0 ? a : b))),
    low: each((ordered) => ordered.reduce((a, b) => (a.compare(b) < 0 ? a : b))),
    close: each((ordered) => ordered.at(-1) ?? ZERO),
    volume: omitUndefined({
      counterpart: { value: String(sum(amounts).rounded(decimals)), decimals },
      ton: ton && tonAmount(sum(products(amounts, ton))),
      usd: volumeUsd && fiatAmount(sum(volumeUsd)),
    }),
    transactions: trades.length,
    buys,
    sells: trades.length - buys,
    traders: tradersOf(trades),
    complete,
  };
}

/** Returns the values if all of them are known. */
function known(values: readonly (Fraction | undefined)[]): readonly Fraction[] | undefined {
  const defined = values.filter((value) => value !== undefined);
  return defined.length === values.length ? defined : undefined;
}

function products(left: readonly Fraction[], right: readonly Fraction[]): Fraction[] {
  return left.flatMap((factor, index) => right[index]?.times(factor) ?? []);
}

function sum(terms: readonly Fraction[]): Fraction {
  return terms.reduce((total, term) => total.plus(term), ZERO);
}
