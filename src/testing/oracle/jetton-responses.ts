import type { RawAddress } from '#contract/address.ts';
import type { Amount } from '#contract/amount.ts';
import {
  type CountPeriod,
  countPeriods,
  type MoveUnit,
  type PricePeriod,
  periodSeconds,
  pricePeriods,
} from '#contract/enums.ts';
import type { AmountChange, Moves } from '#contract/period-sets.ts';
import {
  amountChange,
  type CountChange,
  countChangeOf,
  fiatAmount,
  priceAmount,
  priceChanges,
  tonAmount,
} from './changes.ts';
import { type Fraction, ONE } from './fraction.ts';
import { liquidityIn } from './liquidity.ts';
import { fiatRate, jettonPrice, latestReserves, priceIn, referenceMarket, tonInUsd } from './prices.ts';
import { type Direction, type Trade, tradersOf, tradesOf, volumeOf } from './trading.ts';
import { displayedUnits, isDust, jettonOf, marketsOf, swapsOf, type World, wholeUnits } from './world.ts';

/** Removes fields with undefined values, which responses omit. */
export function omitUndefined<Fields extends object>(fields: Fields): Fields;
export function omitUndefined(fields: object): object {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
}

/** Returns the function that formats sums in the currency. */
function sumIn(currency: string): (sum: Fraction) => Amount {
  return currency === 'ton' ? tonAmount : fiatAmount;
}

function formatted(number: Fraction | undefined, write: (number: Fraction) => Amount): Amount | undefined {
  return number && write(number);
}

function capitalization(
  world: World,
  jetton: RawAddress,
  supply: bigint | undefined,
  currency: string,
): Amount | undefined {
  const price = priceIn(world, jetton, currency, world.clock);
  if (!price || supply === undefined) return undefined;
  return sumIn(currency)(wholeUnits(world, jetton, supply).times(price));
}

export function expectedSupply(world: World, jetton: RawAddress, supply: bigint | undefined) {
  return supply === undefined ? undefined : displayedUnits(world, jetton, supply);
}

export function expectedMetrics(world: World, jetton: RawAddress, currency: string) {
  const facts = jettonOf(world, jetton);
  const price = (unit: string) => formatted(priceIn(world, jetton, unit, world.clock), priceAmount);
  const liquidity = (unit: string) => formatted(liquidityIn(world, jetton, unit), sumIn(unit));
  return omitUndefined({
    address: jetton,
    price: price('ton'),
    priceUsd: price('usd'),
    priceCurrency: price(currency),
    holdersCount: facts.holdersCount?.toString(),
    liquidityUsd: liquidity('usd'),
    liquidityCurrency: liquidity(currency),
    fdmc: capitalization(world, jetton, facts.totalSupply, 'usd'),
    fdmcCurrency: capitalization(world, jetton, facts.totalSupply, currency),
    mcap: capitalization(world, jetton, facts.circulatingSupply, 'usd'),
    mcapCurrency: capitalization(world, jetton, facts.circulatingSupply, currency),
    circulatingSupply: expectedSupply(world, jetton, facts.circulatingSupply),
  });
}

export function expectedJettonLiquidity(world: World, jetton: RawAddress, currency: string) {
  const liquidity = (unit: string) => formatted(liquidityIn(world, jetton, unit), sumIn(unit));
  const times = marketsOf(world, jetton).flatMap(({ pool }) => latestReserves(world, pool)?.time ?? []);
  return omitUndefined({
    ton: liquidity('ton'),
    usd: liquidity('usd'),
    currency: liquidity(currency),
    changedAt: times.length === 0 ? undefined : new Date(Math.max(...times)).toISOString(),
  });
}

export function expectedPrice(world: World, jetton: RawAddress, currency: string) {
  const changedAt = jettonPrice(world, jetton, 'ton', { time: world.clock })?.tick.time;
  const entry = (unit: string) => {
    const price = priceIn(world, jetton, unit, world.clock);
    if (!price || changedAt === undefined) return undefined;
    return { price: priceAmount(price), changedAt: new Date(changedAt).toISOString() };
  };
  return omitUndefined({ ton: entry('ton'), usd: entry('usd'), currency: entry(currency) });
}

/** Returns the prices of TON itself, without `changedAt`, which the specification does not define for TON. */
export function expectedTonPrices(world: World, currency: string) {
  const usd = tonInUsd(world, { time: world.clock });
  const rate = fiatRate(world, currency, world.clock);
  const inCurrency = currency === 'ton' ? ONE : usd && rate && usd.times(rate);
  return {
    ton: priceAmount(ONE),
    usd: formatted(usd, priceAmount),
    currency: formatted(inCurrency, priceAmount),
  };
}

export function expectedHolders(world: World, jetton: RawAddress) {
  const { holdersCount, holdersChangedAt } = jettonOf(world, jetton);
  return omitUndefined({
    value: holdersCount?.toString(),
    changedAt: holdersChangedAt === undefined ? undefined : new Date(holdersChangedAt).toISOString(),
  });
}

export function expectedPriceChanges(
  world: World,
  jetton: RawAddress,
  currency: string,
): Partial<Record<PricePeriod, AmountChange>> {
  return priceChanges(world, (time) => priceIn(world, jetton, currency, time));
}

/** Price changes of periods with trades; since the first tick if it is later than the start of the period. */
export function expectedMoves(world: World, jetton: RawAddress, unit: MoveUnit): Moves {
  const trades = marketsOf(world, jetton).flatMap(({ pool }) => swapsOf(world, pool.address));
  const reference = referenceMarket(world, jetton);
  const ticks = reference && swapsOf(world, reference.pool.address).filter((swap) => !isDust(world, swap));
  const firstTime = ticks?.[0]?.time ?? world.clock;
  const current = priceIn(world, jetton, unit, world.clock);
  const moves: Moves = {};
  for (const period of pricePeriods) {
    const start = world.clock - periodSeconds[period] * 1000;
    const previous = priceIn(world, jetton, unit, Math.max(start, firstTime));
    if (!current || !previous || !trades.some(({ time }) => time > start)) continue;
    moves[period] = omitUndefined({
      changePercent: amountChange(world, previous, current, priceAmount).changePercent,
      since: firstTime > start ? new Date(firstTime).toISOString() : undefined,
    });
  }
  return moves;
}

function byPeriod<Change>(change: (period: CountPeriod) => Change): Record<CountPeriod, Change> {
  const [hour, hour6, day, week, month] = countPeriods;
  return {
    hour: change(hour),
    hour6: change(hour6),
    day: change(day),
    week: change(week),
    month: change(month),
  };
}

function counts(world: World, jetton: RawAddress, direction: Direction, count: (trades: Trade[]) => number) {
  const markets = marketsOf(world, jetton);
  return byPeriod<CountChange>((period) => {
    const window = (ago: 0 | 1) => count(tradesOf(world, markets, period, ago, direction));
    return countChangeOf(world, window(1), window(0));
  });
}

export function expectedTransactions(world: World, jetton: RawAddress, direction: Direction) {
  return counts(world, jetton, direction, (trades) => trades.length);
}

export function expectedTraders(world: World, jetton: RawAddress, direction: Direction) {
  return counts(world, jetton, direction, tradersOf);
}

/** Returns the volumes of both windows, converted at the rate at the clock. Throws RangeError without a rate. */
export function expectedVolume(world: World, jetton: RawAddress, direction: Direction, currency: string) {
  const rate = fiatRate(world, currency, world.clock);
  if (!rate) throw new RangeError(`no rate of ${currency}`);
  const markets = marketsOf(world, jetton);
  return byPeriod<AmountChange>((period) => {
    const window = (ago: 0 | 1) =>
      volumeOf(world, tradesOf(world, markets, period, ago, direction)).times(rate);
    return amountChange(world, window(1), window(0), fiatAmount);
  });
}

export function expectedStatistics(world: World, jetton: RawAddress) {
  return {
    address: jetton,
    priceChange: {
      ton: expectedPriceChanges(world, jetton, 'ton'),
      usd: expectedPriceChanges(world, jetton, 'usd'),
    },
    moves: { ton: expectedMoves(world, jetton, 'ton'), usd: expectedMoves(world, jetton, 'usd') },
    traders: expectedTraders(world, jetton, 'total'),
    tradersBuy: expectedTraders(world, jetton, 'buy'),
    tradersSell: expectedTraders(world, jetton, 'sell'),
    transactions: expectedTransactions(world, jetton, 'total'),
    transactionsBuy: expectedTransactions(world, jetton, 'buy'),
    transactionsSell: expectedTransactions(world, jetton, 'sell'),
    volume: {
      usd: expectedVolume(world, jetton, 'total', 'usd'),
      buyUsd: expectedVolume(world, jetton, 'buy', 'usd'),
      sellUsd: expectedVolume(world, jetton, 'sell', 'usd'),
    },
  };
}
