import { toUserFriendly } from '#contract/address.ts';
import { amountFromDecimal } from '#contract/amount.ts';
import type { Market } from '#contract/market.ts';
import type { FeedStatus, Status } from '#contract/status.ts';
import type { Activity, PeriodTotal } from '#web/api/decoding/decode-activity.ts';
import type { JettonIdentity, ListedJetton } from '#web/api/decoding/decode-jetton.ts';
import type { BarResult } from '#web/chart/bars/bar-messages.ts';
import { type Bars, createBars } from '#web/chart/bars/bars.ts';
import type { MarketHistory } from '#web/chart/history/market-history.ts';

/** Returns the status of a service with a running clock whose feeds are current, with `changes` applied. */
export function liveStatus(changes: Partial<Status> = {}): Status {
  return {
    source: 'live',
    clock: '2026-01-29T07:50:00.000Z',
    clockFixed: false,
    counts: { jettons: 1200, pools: 3400, swaps: 5_600_000 },
    version: '1.2.3',
    feeds: [feedStatus({ name: 'stonfi' }), feedStatus({ name: 'dedust', kind: 'dedust' })],
    ...changes,
  };
}

/** Returns the status of a feed that is up to date, with `changes` applied. */
export function feedStatus(changes: Partial<FeedStatus> = {}): FeedStatus {
  return {
    name: 'stonfi',
    kind: 'stonfi',
    position: '2026-01-29T07:49:48Z',
    head: '2026-01-29T07:49:58Z',
    lagSeconds: 12,
    caughtUp: true,
    historyRead: 1,
    stopped: false,
    ranges: { open: 0, failed: 0 },
    events: { ingested: 123_456, duplicate: 789, late: 12, rejected: 0 },
    ...changes,
  };
}

/** Returns the changes of a feed that is behind by `lagSeconds` at the clock of `liveStatus`. */
export function behind(lagSeconds: number): Pick<FeedStatus, 'position' | 'lagSeconds' | 'caughtUp'> {
  const position = new Date(Date.parse('2026-01-29T07:50:00Z') - lagSeconds * 1000).toISOString();
  return { position, lagSeconds, caughtUp: false };
}

/** Returns a feed that has not reached its source. */
export function unstartedFeed(changes: Partial<FeedStatus> = {}): FeedStatus {
  const { position: _position, head: _head, lagSeconds: _lag, ...feed } = feedStatus();
  const events = { ingested: 0, duplicate: 0, late: 0, rejected: 0 };
  return { ...feed, caughtUp: false, historyRead: 0, ranges: { open: 1, failed: 0 }, events, ...changes };
}

/** Returns a jetton whose name, address and values are derived from its index. Lower indexes have higher values. */
export function listedJetton(index: number, changes: Partial<ListedJetton> = {}): ListedJetton {
  const address = `0:${(index + 1).toString(16).padStart(64, '0')}`;
  const amount = amountFromDecimal(String(1_000_000 - index * 1000));
  return {
    identity: {
      address,
      userFriendly: toUserFriendly(address),
      name: `Jetton ${index}`,
      symbol: `SYM${index}`,
      image: undefined,
    },
    decimals: 9,
    createdAt: '2026-01-01T00:00:00Z',
    admin: undefined,
    totalSupply: '1000000000000',
    circulatingSupply: '1000000000000',
    mintable: true,
    modifiedContract: false,
    verification: 'JVS_NONE',
    warnings: [],
    missing: [],
    trendingBy: undefined,
    price: amountFromDecimal('0.5'),
    priceUsd: amountFromDecimal('1.25'),
    holders: String(5000 - index),
    liquidityUsd: amount,
    fdmc: amount,
    mcap: amount,
    trustScore: 80,
    previewUrls: {},
    tonPreviewUrls: {},
    ...changes,
  };
}

export function listedJettons(count: number): ListedJetton[] {
  return Array.from({ length: count }, (_, index) => listedJetton(index));
}

const calculatedAt = '2026-01-29T07:50:00Z';

/** Changes over a day with different signs and numbers of decimals. */
const dayChanges = [12.25, -3.5, 150.4, 0.04, -48];

/** Returns statistics of the default columns for the jetton at an index. */
export function listedActivity(index: number): Activity {
  const percent = dayChanges[index % dayChanges.length] ?? 0;
  const volume24h = amountFromDecimal(String(900_000 - index * 1000));
  return {
    tonPriceChangeHour: 1.5,
    tonPriceChangeDay: percent,
    tonPriceChangeWeek: -3,
    transactions24h: '120',
    traders24h: '45',
    volume24h,
    ton: {
      hour: { percent: 1.5, calculatedAt },
      day: { percent, calculatedAt },
      week: { percent: -3, calculatedAt },
    },
    usd: { day: { percent, calculatedAt } },
    transactions: { day: total('120') },
    traders: { day: total('45') },
    volume: { day: total(volume24h) },
  };
}

function total<Value>(current: Value): PeriodTotal<Value> {
  return { current, percent: 5, buyShare: 0.5, calculatedAt };
}

/** The counterpart of `quietMarket`, with a long symbol. */
export const quietCounterpart: JettonIdentity = { ...listedJetton(99).identity, symbol: 'LONGSYMBOL' };

/** Returns a market without transactions, at a price in USD. */
export function quietMarket(price: string): Market {
  return {
    counterpart: quietCounterpart.address,
    exchangeId: 'dedust',
    poolAddress: `0:${'b'.repeat(64)}`,
    type: 'JTN_MRKT_LINEAR',
    liquidity: {},
    price: { counterpart: amountFromDecimal(price), usd: amountFromDecimal(price) },
  };
}

/** Returns a history of ticks with a swap per minute around a price. */
export function historyAround(price: number): MarketHistory {
  const newest = Date.UTC(2026, 0, 29, 7, 50);
  const ticks = Array.from({ length: 100 }, (_, minutes) => {
    const value = price * (1 + Math.sin(minutes) / 10);
    return {
      time: newest - minutes * 60_000,
      lt: BigInt(1000 - minutes),
      prices: { counterpart: value, ton: value, usd: value },
    };
  });
  return { fetchTicks: () => Promise.resolve({ items: ticks, next: undefined }) };
}

/** Returns a market of a jetton, with a price and liquidity, in the pool with the given number from 1 to 9. */
export function poolMarket(pool: number, counterpart: string): Market {
  return {
    counterpart,
    exchangeId: 'stonfi',
    poolAddress: `0:${String(pool).repeat(64)}`,
    type: 'JTN_MRKT_LINEAR',
    liquidity: {
      asset: amountFromDecimal('1000.000000000'),
      counterpart: amountFromDecimal('3000.000000000'),
      usd: amountFromDecimal('6000.000000'),
    },
    price: {
      counterpart: amountFromDecimal('3'),
      ton: amountFromDecimal('1.5'),
      usd: amountFromDecimal('3.000000000000'),
    },
  };
}

/** Returns a column of bars. */
export function column(...values: readonly number[]): Float64Array {
  return Float64Array.from(values);
}

/** Returns a result of hourly bars: the given columns, zeros in the others. */
export function barResult(
  columns: Partial<Omit<Bars, 'length'>> & Pick<Bars, 'time'>,
  changes: Partial<Omit<BarResult, 'bars'>> = {},
): BarResult {
  const { length } = columns.time;
  return {
    id: 1,
    requestedInterval: '1h',
    interval: '1h',
    groupSize: 1,
    bars: { ...createBars(length), ...columns },
    averages: [],
    indicators: [],
    hasVolumes: false,
    swapCount: length,
    durationMs: 0,
    ...changes,
  };
}
