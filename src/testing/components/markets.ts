import { amountFromDecimal } from '#contract/amount.ts';
import type { Market } from '#contract/market.ts';
import type { JettonIdentity } from '#web/api/decoding/decode-jetton.ts';
import type { MarketHistory } from '#web/chart/history/market-history.ts';
import { listedJetton } from './listed-jetton.ts';

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
