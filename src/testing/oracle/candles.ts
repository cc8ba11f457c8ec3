import type { RawAddress } from '#contract/address.ts';
import type { Amount } from '#contract/amount.ts';
import { type Candle, type CandleInterval, candleSeconds } from '#contract/candles.ts';
import { type ChartPoint, type ChartResolution, chartLengths } from '#contract/price-chart.ts';
import type { PriceUnit } from '#contract/price-unit.ts';
import type { VolumeProfileRow } from '#contract/volume-profile.ts';
import { fiatAmount, priceAmount, tonAmount } from './changes.ts';
import { Fraction, ZERO } from './fraction.ts';
import { omitUndefined } from './jetton-responses.ts';
import { expectedTicks } from './market-responses.ts';
import { assetValue, priceIn, referenceMarket } from './prices.ts';
import { isOf, type Trade, tradersOf, volumeOfTrade } from './trading.ts';
import {
  counterpartAmount,
  decimalsOf,
  displayedUnits,
  isDust,
  latestTick,
  type Market,
  swapsOf,
  type World,
} from './world.ts';

const WEEK = candleSeconds['1w'] * 1000;

/** Returns all candles of a market, newest first. */
export function expectedCandles(world: World, market: Market, interval: CandleInterval): Candle[] {
  const length = candleSeconds[interval] * 1000;
  return [...tickTradesByStart(world, market, interval)]
    .toSorted(([a], [b]) => b - a)
    .map(([start, trades]) => expectedCandle(world, market, start, start + length <= world.clock, trades));
}

/** Returns the trades that are ticks by the start of their interval. */
function tickTradesByStart(
  world: World,
  market: Market,
  interval: CandleInterval,
): ReadonlyMap<number, readonly TickTrade[]> {
  const ticks = new Map(expectedTicks(world, market).map(({ timeLt, value }) => [timeLt, value]));
  const byStart = new Map<number, TickTrade[]>();
  for (const swap of swapsOf(world, market.pool.address)) {
    const price = ticks.get(String(swap.lt));
    if (isDust(world, swap) || !price) continue;
    const start = startOf(swap.time, candleSeconds[interval] * 1000);
    byStart.set(start, [...(byStart.get(start) ?? []), { swap, market, price }]);
  }
  return byStart;
}

interface Profile {
  readonly unit: PriceUnit;
  /** Half-open, in milliseconds. */
  readonly from: number;
  readonly to: number;
}

/** Returns the rows of a volume profile between ascending prices. */
export function expectedProfile(
  world: World,
  market: Market,
  { unit, from, to }: Profile,
  edges: readonly Amount[],
): VolumeProfileRow[] {
  const valued = [...tickTradesByStart(world, market, '1d').values()].flat().flatMap((trade) => {
    const price = trade.price[unit];
    const volume = volumeIn(world, trade, unit);
    return trade.swap.time >= from && trade.swap.time < to && price && volume
      ? [{ trade, price, volume }]
      : [];
  });
  const sumOf = (some: typeof valued) => sum(some.map(({ volume }) => volume));
  const amountIn = (volume: Fraction) => {
    if (unit === 'usd') return fiatAmount(volume);
    if (unit === 'ton') return tonAmount(volume);
    const decimals = decimalsOf(world, market.counterpart);
    return { value: volume.rounded(decimals).toString(), decimals };
  };
  return edges.slice(1).map((upper, index) => {
    const lower = edges[index] ?? none;
    const isLast = index === edges.length - 2;
    const within = valued.filter(
      ({ price }) => compare(price, lower) >= 0 && compare(price, upper) < Number(isLast),
    );
    const [bought, sold] = (['buy', 'sell'] as const).map((direction) =>
      within.filter(({ trade }) => isOf(trade, direction)),
    );
    return {
      from: lower,
      to: upper,
      bought: amountIn(sumOf(bought ?? [])),
      sold: amountIn(sumOf(sold ?? [])),
      buys: bought?.length ?? 0,
      sells: sold?.length ?? 0,
    };
  });
}

function volumeIn(world: World, trade: Trade, unit: PriceUnit): Fraction | undefined {
  if (unit === 'usd') return volumeOfTrade(world, trade);
  const { swap, market } = trade;
  const amount = counterpartAmount(world, market, swap);
  if (unit === 'counterpart') return amount;
  return assetValue(world, market.counterpart, 'ton', { time: swap.time, lt: swap.lt })?.times(amount);
}

/** What an exchange traded on a day in UTC. */
export interface ExchangeDay {
  /** Start of the day, in milliseconds. */
  readonly day: number;
  readonly exchange: string;
  readonly transactions: number;
  readonly traders: number;
  readonly volumeTon: Fraction;
  readonly volumeUsd: Fraction;
}

/** Returns the sums of the daily candles of an exchange's pools, of days that have some, oldest first. */
export function expectedExchangeDays(world: World, exchange: string): ExchangeDay[] {
  const byDay = new Map<number, { trades: readonly TickTrade[]; ton?: Fraction; usd?: Fraction }[]>();
  for (const pool of world.dataset.pools.values()) {
    if (pool.exchange !== exchange) continue;
    const market = countedMarket(world, pool.address);
    for (const [day, trades] of tickTradesByStart(world, market, '1d'))
      byDay.set(day, [...(byDay.get(day) ?? []), { trades, ...volumesOf(world, trades) }]);
  }
  return [...byDay]
    .toSorted(([a], [b]) => a - b)
    .map(([day, pools]) => ({
      day,
      exchange,
      transactions: pools.reduce((count, { trades }) => count + trades.length, 0),
      traders: tradersOf(pools.flatMap(({ trades }) => trades)),
      volumeTon: sum(pools.flatMap(({ ton }) => ton ?? [])),
      volumeUsd: sum(pools.flatMap(({ usd }) => usd ?? [])),
    }));
}

/** Returns the market by which a pool counts: that against TON or, of several, a stablecoin, otherwise that of asset0. */
function countedMarket(world: World, pool: string): Market {
  const markets = [...world.markets.values()].flat().filter((market) => market.pool.address === pool);
  const stable = markets.filter(({ counterpart }) => world.stables.has(counterpart));
  const [market] = stable.length === 1 ? stable : markets.toSorted((a, b) => a.side - b.side);
  if (!market) throw new RangeError(`no market of ${pool}`);
  return market;
}

/** A trade with the prices of its tick. */
interface TickTrade extends Trade {
  readonly price: Partial<Record<'counterpart' | 'ton' | 'usd', Amount | undefined>>;
}

interface Chart {
  readonly resolution: ChartResolution;
  readonly currency: string;
  readonly gapFill: boolean;
  /** In milliseconds. */
  readonly from: number;
  readonly to: number;
}

/** Returns the price at the end of every interval from the first tick on, newest first. */
export function expectedPriceChart(
  world: World,
  jetton: RawAddress,
  { resolution, currency, gapFill, from, to }: Chart,
): ChartPoint[] {
  const length = chartLengths[resolution].interval * 1000;
  const market = referenceMarket(world, jetton);
  const points: ChartPoint[] = [];
  for (let start = startOf(world.clock, length); market && start >= from; start -= length) {
    const end = Math.min(start + length - 1, world.clock);
    const tick = latestTick(world, market.pool.address, { time: end });
    if (!tick) break;
    if (start >= to || (!gapFill && tick.time < start)) continue;
    const price = priceIn(world, jetton, currency, end);
    if (price) points.push({ value: priceAmount(price), time: new Date(start).toISOString() });
  }
  return points;
}

/** Steps through the calendar: from midnight, or from Monday. */
function startOf(time: number, length: number): number {
  const date = new Date(time);
  const midnight = Date.UTC(date.getUTCFullYear(), date.getUTCMonth(), date.getUTCDate());
  const daysSinceMonday = (date.getUTCDay() + 6) % 7;
  let start = length === WEEK ? midnight - daysSinceMonday * 86_400_000 : midnight;
  while (start + length <= time) start += length;
  return start;
}

const none: Amount = { value: '0', decimals: 0 };

function expectedCandle(
  world: World,
  market: Market,
  start: number,
  complete: boolean,
  trades: readonly TickTrade[],
): Candle {
  const prices = {
    counterpart: known(trades.map(({ price }) => price.counterpart)) ?? [],
    ton: known(trades.map(({ price }) => price.ton)),
    usd: known(trades.map(({ price }) => price.usd)),
  };
  const each = (pick: (ordered: readonly Amount[]) => Amount | undefined) =>
    omitUndefined({
      counterpart: pick(prices.counterpart) ?? none,
      ton: prices.ton && pick(prices.ton),
      usd: prices.usd && pick(prices.usd),
    });
  const { ton, usd } = volumesOf(world, trades);
  const units = trades.reduce((total, { swap }) => total + swap.amounts[market.side === 0 ? 1 : 0], 0n);
  const buys = trades.filter((trade) => isOf(trade, 'buy')).length;
  return {
    time: new Date(start).toISOString(),
    open: each((ordered) => ordered[0]),
    high: each((ordered) => ordered.reduce((a, b) => (compare(a, b) > 0 ? a : b))),
    low: each((ordered) => ordered.reduce((a, b) => (compare(a, b) < 0 ? a : b))),
    close: each((ordered) => ordered.at(-1)),
    volume: omitUndefined({
      counterpart: {
        value: displayedUnits(world, market.counterpart, units),
        decimals: decimalsOf(world, market.counterpart),
      },
      ton: ton && tonAmount(ton),
      usd: usd && fiatAmount(usd),
    }),
    transactions: trades.length,
    buys,
    sells: trades.length - buys,
    traders: tradersOf(trades),
    complete,
  };
}

/** Returns the volumes of trades, where the values of all of them are known. */
function volumesOf(
  world: World,
  trades: readonly Trade[],
): { readonly ton?: Fraction; readonly usd?: Fraction } {
  const ton = known(trades.map((trade) => volumeIn(world, trade, 'ton')));
  const usd = known(trades.map((trade) => volumeOfTrade(world, trade)));
  return { ...(ton && { ton: sum(ton) }), ...(usd && { usd: sum(usd) }) };
}

/** Returns the values if all of them are known. */
function known<Value>(values: readonly (Value | undefined)[]): readonly Value[] | undefined {
  const defined = values.filter((value) => value !== undefined);
  return defined.length === values.length ? defined : undefined;
}

function compare(a: Amount, b: Amount): number {
  return Fraction.ofUnits(BigInt(a.value), a.decimals).compare(Fraction.ofUnits(BigInt(b.value), b.decimals));
}

function sum(terms: readonly Fraction[]): Fraction {
  return terms.reduce((total, term) => total.plus(term), ZERO);
}
