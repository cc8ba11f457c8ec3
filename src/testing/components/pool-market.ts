import { amountFromDecimal } from '#contract/amount.ts';
import type { Market } from '#contract/market.ts';

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
