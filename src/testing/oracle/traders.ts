import { type RawAddress, toUserFriendly } from '#contract/address.ts';
import { periodSeconds } from '#contract/enums.ts';
import type { JettonTrader, TraderSort, TradingIntegrity, TradingPeriod } from '#contract/traders.ts';
import { fiatAmount, priceAmount } from './changes.ts';
import { Fraction, ZERO } from './fraction.ts';
import { omitUndefined } from './jetton-responses.ts';
import { referenceMarket } from './prices.ts';
import { isOf, type Trade, volumeOf, volumeOfTrade } from './trading.ts';
import {
  decimalsOf,
  displayedUnits,
  isDust,
  latestTick,
  marketsOf,
  swapsOf,
  type World,
  wholeUnits,
} from './world.ts';

const DAY = 86_400_000;

/** Returns the trades of a jetton after a time, oldest first; at the same logical time by the address of the pool. */
function tradesSince(world: World, jetton: RawAddress, from = Number.NEGATIVE_INFINITY): Trade[] {
  return marketsOf(world, jetton)
    .flatMap((market) => swapsOf(world, market.pool.address).map((swap) => ({ swap, market })))
    .filter(({ swap }) => swap.time > from)
    .toSorted(({ swap: a }, { swap: b }) => {
      if (a.time !== b.time) return a.time - b.time;
      if (a.lt !== b.lt) return a.lt < b.lt ? -1 : 1;
      return a.pool < b.pool ? -1 : 1;
    });
}

function byTrader(trades: readonly Trade[]): Map<RawAddress, Trade[]> {
  const grouped = new Map<RawAddress, Trade[]>();
  for (const trade of trades) {
    const { trader } = trade.swap;
    grouped.set(trader, [...(grouped.get(trader) ?? []), trade]);
  }
  return grouped;
}

function unitsOf(trades: readonly Trade[]): bigint {
  return trades.reduce((total, { swap, market }) => total + swap.amounts[market.side], 0n);
}

/** Returns the sum of the values, undefined if one of them is unknown. */
function totalValue(world: World, trades: readonly Trade[]): Fraction | undefined {
  let total: Fraction | undefined = ZERO;
  for (const trade of trades) {
    const value = volumeOfTrade(world, trade);
    total = value && total?.plus(value);
  }
  return total;
}

interface Query {
  readonly period: TradingPeriod;
  readonly sort: TraderSort;
  readonly order: 'asc' | 'desc';
}

/** Returns all traders of a jetton. */
export function expectedTraders(world: World, jetton: RawAddress, { period, sort, order }: Query) {
  const from = period === 'all' ? undefined : world.clock - periodSeconds[period] * 1000;
  const keyOf = (trades: readonly Trade[]): Fraction => {
    if (sort === 'transactions') return new Fraction(BigInt(trades.length));
    if (sort === 'volume') return volumeOf(world, trades);
    const [bought, sold] = [buysOf(trades), sellsOf(trades)];
    return new Fraction(unitsOf(bought) - unitsOf(sold));
  };
  return [...byTrader(tradesSince(world, jetton, from))]
    .map(([trader, trades]) => ({ trader, trades, key: keyOf(trades) }))
    .toSorted((a, b) => {
      const difference = a.key.compare(b.key) * (order === 'asc' ? 1 : -1);
      return difference || (a.trader < b.trader ? -1 : 1);
    })
    .map(({ trader, trades }) => expectedTrader(world, jetton, trader, trades));
}

function buysOf(trades: readonly Trade[]): Trade[] {
  return trades.filter((trade) => isOf(trade, 'buy'));
}

function sellsOf(trades: readonly Trade[]): Trade[] {
  return trades.filter((trade) => isOf(trade, 'sell'));
}

function expectedTrader(
  world: World,
  jetton: RawAddress,
  trader: RawAddress,
  trades: readonly Trade[],
): JettonTrader {
  const decimals = decimalsOf(world, jetton);
  const amountOf = (units: bigint) => ({ value: displayedUnits(world, jetton, units), decimals });
  const sumOf = (part: readonly Trade[]) => {
    const [units, value] = [unitsOf(part), totalValue(world, part)];
    const price = value && units > 0n ? value.over(wholeUnits(world, jetton, units)) : undefined;
    return omitUndefined({
      amount: amountOf(units),
      usd: value && fiatAmount(value),
      averagePrice: price && (price.isZero ? { value: '0', decimals: 9 } : priceAmount(price)),
    });
  };
  const [bought, sold] = [sumOf(buysOf(trades)), sumOf(sellsOf(trades))];
  const difference = (a: string, b: string) => (BigInt(a) - BigInt(b)).toString();
  const { result, unitsWithoutCost, valueWithoutCost } = realized(world, trades);
  const isKnown = totalValue(world, trades) !== undefined;
  return omitUndefined({
    who: trader,
    whoFriendly: toUserFriendly(trader),
    transactions: trades.length,
    buys: buysOf(trades).length,
    sells: sellsOf(trades).length,
    volumeUsd: fiatAmount(volumeOf(world, trades)),
    bought,
    sold,
    net: omitUndefined({
      amount: { value: difference(bought.amount.value, sold.amount.value), decimals },
      usd:
        bought.usd && sold.usd
          ? { value: difference(bought.usd.value, sold.usd.value), decimals: 6 }
          : undefined,
    }),
    resultUsd: isKnown ? fiatAmount(result) : undefined,
    soldWithoutCost: omitUndefined({
      amount: amountOf(unitsWithoutCost),
      usd: isKnown ? fiatAmount(valueWithoutCost) : undefined,
    }),
    firstTradeAt: new Date(trades[0]?.swap.time ?? 0).toISOString(),
    lastTradeAt: new Date(trades.at(-1)?.swap.time ?? 0).toISOString(),
  });
}

/** Returns the result of sales by average cost, with the average as an exact fraction. */
function realized(world: World, trades: readonly Trade[]) {
  let [held, unitsWithoutCost] = [0n, 0n];
  let [averageCost, result, valueWithoutCost] = [ZERO, ZERO, ZERO];
  for (const trade of trades) {
    const units = trade.swap.amounts[trade.market.side];
    const value = volumeOfTrade(world, trade) ?? ZERO;
    if (isOf(trade, 'buy')) {
      const total = averageCost.times(new Fraction(held)).plus(value);
      held += units;
      averageCost = total.over(new Fraction(held));
      continue;
    }
    const covered = units < held ? units : held;
    const proceeds = value.times(new Fraction(covered, units));
    result = result.plus(proceeds).minus(averageCost.times(new Fraction(covered)));
    held -= covered;
    unitsWithoutCost += units - covered;
    valueWithoutCost = valueWithoutCost.plus(value.minus(proceeds));
  }
  return { result, unitsWithoutCost, valueWithoutCost };
}

/** With four decimals; undefined without a denominator. */
function ratio(numerator: Fraction, denominator: Fraction): number | undefined {
  return denominator.isZero ? undefined : Number(numerator.over(denominator).rounded(4)) / 1e4;
}

function whole(count: number): Fraction {
  return new Fraction(BigInt(count));
}

function sum(terms: readonly Fraction[]): Fraction {
  return terms.reduce((total, term) => total.plus(term), ZERO);
}

const HUNDRED = whole(100);

/** Returns the trading integrity of a jetton, without its address book. */
export function expectedIntegrity(world: World, jetton: RawAddress): Omit<TradingIntegrity, 'addressBook'> {
  const from = world.clock - 7 * DAY;
  const trades = tradesSince(world, jetton, from);
  const traders = [...byTrader(trades)];
  const volumes = traders.map(([, own]) => volumeOf(world, own)).toSorted((a, b) => b.compare(a));
  const volume = sum(volumes);
  const everSold = new Set(sellsOf(tradesSince(world, jetton)).map(({ swap }) => swap.trader));
  const buyers = traders.filter(([, own]) => buysOf(own).length > 0);
  const buyersWhoSold = buyers.filter(([trader]) => everSold.has(trader)).length;
  return omitUndefined({
    window: {
      period: 'week' as const,
      from: new Date(from).toISOString(),
      to: new Date(world.clock).toISOString(),
    },
    transactions: trades.length,
    traders: traders.length,
    volumeUsd: fiatAmount(volume),
    topTenVolumePercent: ratio(HUNDRED.times(sum(volumes.slice(0, 10))), volume),
    effectiveTraders: ratio(volume.times(volume), sum(volumes.map((own) => own.times(own)))),
    twoSidedTraders: buyers.filter(([, own]) => sellsOf(own).length > 0).length,
    transactionsPerTrader: ratio(whole(trades.length), whole(traders.length)),
    buyers: buyers.length,
    buyersWhoSold,
    buyersWhoSoldPercent: ratio(HUNDRED.times(whole(buyersWhoSold)), whole(buyers.length)),
    firstHour: expectedFirstHour(world, jetton),
    washTrading: expectedWashTrading(world, tradesSince(world, jetton, world.clock - DAY)),
  });
}

function expectedFirstHour(world: World, jetton: RawAddress): TradingIntegrity['firstHour'] {
  const trades = tradesSince(world, jetton);
  const start = trades[0]?.swap.time;
  if (start === undefined) return undefined;
  const buyers = byTrader(buysOf(trades).filter(({ swap }) => swap.time < start + 3_600_000));
  const decimals = decimalsOf(world, jetton);
  const units = (part: readonly Trade[]) => displayedUnits(world, jetton, unitsOf(part));
  const all = byTrader(trades);
  const largest = [...buyers]
    .toSorted(([a, left], [b, right]) => {
      const difference = unitsOf(right) - unitsOf(left);
      return difference === 0n ? (a < b ? -1 : 1) : Number(difference > 0n) * 2 - 1;
    })
    .slice(0, 20)
    .map(([trader, bought]) => {
      const own = all.get(trader) ?? [];
      const net = BigInt(units(buysOf(own))) - BigInt(units(sellsOf(own)));
      return {
        who: trader,
        whoFriendly: toUserFriendly(trader),
        bought: { value: units(bought), decimals },
        net: { value: net.toString(), decimals },
      };
    });
  return { from: new Date(start).toISOString(), buyers: buyers.size, largest };
}

/** Returns the reference markets of all jettons by their first ticks, newest first, with their first buyers. */
export function expectedNewPools(world: World) {
  return [...world.dataset.jettons.keys()]
    .flatMap((jetton) => {
      const market = referenceMarket(world, jetton);
      const swaps = market ? swapsOf(world, market.pool.address) : [];
      const first = swaps.find((swap) => !isDust(world, swap));
      if (!market || !first) return [];
      const trades = swaps.map((swap) => ({ swap, market }));
      const inHour = trades.filter(
        ({ swap }) => swap.time >= first.time && swap.time < first.time + 3_600_000,
      );
      const bought = buysOf(inHour);
      const buyers = new Set(bought.map(({ swap }) => swap.trader));
      const own = trades.filter(({ swap }) => buyers.has(swap.trader));
      const decimals = decimalsOf(world, jetton);
      const units = (part: readonly Trade[]) => BigInt(displayedUnits(world, jetton, unitsOf(part)));
      return [
        {
          jetton,
          market,
          firstTickAt: new Date(first.time).toISOString(),
          firstBuyers: {
            buyers: buyers.size,
            bought: { value: units(bought).toString(), decimals },
            net: { value: (units(buysOf(own)) - units(sellsOf(own))).toString(), decimals },
          },
        },
      ];
    })
    .toSorted((a, b) => {
      if (a.firstTickAt !== b.firstTickAt) return a.firstTickAt > b.firstTickAt ? -1 : 1;
      return a.jetton < b.jetton ? -1 : 1;
    });
}

function expectedWashTrading(world: World, trades: readonly Trade[]): TradingIntegrity['washTrading'] {
  const traders = byTrader(trades).size;
  const volume = volumeOf(world, trades);
  const flags: TradingIntegrity['washTrading']['flags'] = [];
  if (trades.length >= 500 && trades.length >= 100 * traders) flags.push('transactions');
  const hasVolume = volume.compare(whole(Math.max(1_000_000, 500_000 * traders))) >= 0;
  if (hasVolume && trades.length >= 30 * traders) flags.push('volume');
  return omitUndefined({
    transactions: trades.length,
    traders,
    volumeUsd: fiatAmount(volume),
    transactionsPerTrader: ratio(whole(trades.length), whole(traders)),
    volumePerTraderUsd: traders > 0 ? fiatAmount(volume.over(whole(traders))) : undefined,
    flags,
  });
}

const DAYS = 7;

/** Returns the fields of a jetton on how its volume is divided among traders. */
export function expectedConcentration(world: World, jetton: RawAddress) {
  const { effectiveTraders, buyersWhoSoldPercent, washTrading } = expectedIntegrity(world, jetton);
  const days = Array.from({ length: DAYS }, (_, daysAgo) => {
    const end = world.clock - daysAgo * DAY;
    const trades = tradesSince(world, jetton, end - DAY).filter(({ swap }) => swap.time <= end);
    const volumes = [...byTrader(trades).values()].map((own) => volumeOf(world, own));
    const volume = sum(volumes);
    const squares = sum(volumes.map((own) => own.times(own)));
    return { volume, traders: squares.isZero ? ZERO : volume.times(volume).over(squares) };
  });
  const [today, ...before] = days;
  if (!today) throw new Error('no days');
  const vsUsual = (key: 'volume' | 'traders') =>
    ratio(today[key], sum(before.map((day) => day[key])).over(whole(DAYS - 1)));
  const [traders, volume] = [vsUsual('traders'), vsUsual('volume')];
  const reference = referenceMarket(world, jetton);
  const weekAgo = { time: world.clock - DAYS * DAY };
  const isEligible =
    reference !== undefined &&
    latestTick(world, reference.pool.address, weekAgo) !== undefined &&
    washTrading.flags.length === 0 &&
    today.volume.compare(whole(1_000)) >= 0 &&
    today.traders.compare(whole(5)) >= 0;
  return omitUndefined({
    effectiveTraders,
    buyersWhoSoldPercent,
    trending:
      isEligible && traders !== undefined && volume !== undefined
        ? { score: Math.min(traders, volume), traders, volume }
        : undefined,
  });
}
