import { type RawAddress, toUserFriendly } from '#contract/address.ts';
import type { TraderTransaction, Transaction } from '#contract/transactions.ts';
import { fiatAmount } from './changes.ts';
import { omitUndefined } from './jetton-responses.ts';
import { pricesOf } from './market-responses.ts';
import { isOf, type Trade, volumeOfTrade } from './trading.ts';
import { decimalsOf, displayedUnits, marketsOf, swapsOf, type World } from './world.ts';

/** Newest first; swaps at the same logical time by the address of the pool. */
function byTime(a: Trade, b: Trade): number {
  if (a.swap.time !== b.swap.time) return b.swap.time - a.swap.time;
  if (a.swap.lt !== b.swap.lt) return a.swap.lt < b.swap.lt ? 1 : -1;
  return a.swap.pool < b.swap.pool ? -1 : 1;
}

/** Returns the swaps of a jetton, newest first. */
export function expectedTransactions(world: World, jetton: RawAddress): Transaction[] {
  return marketsOf(world, jetton)
    .flatMap((market) => {
      const swaps = swapsOf(world, market.pool.address);
      const prices = pricesOf(world, market, swaps);
      return swaps.map((swap, index) => ({ market, swap, price: prices[index]?.value.counterpart }));
    })
    .toSorted(byTime)
    .map((trade) => {
      const { market, swap, price } = trade;
      const volume = volumeOfTrade(world, trade);
      return omitUndefined({
        time: new Date(swap.time).toISOString(),
        timeLt: String(swap.lt),
        hash: swap.hash,
        who: swap.trader,
        whoFriendly: toUserFriendly(swap.trader),
        type: isOf(trade, 'buy') ? ('TT_BUY' as const) : ('TT_SELL' as const),
        counterpart: market.counterpart,
        exchangeId: market.pool.exchange,
        pool: market.pool.address,
        amount: unitsOf(world, market.jetton, swap.amounts[market.side]),
        counterpartAmount: unitsOf(world, market.counterpart, swap.amounts[market.side === 0 ? 1 : 0]),
        price: price ?? { value: '', decimals: 0 },
        usd: volume && fiatAmount(volume),
      });
    });
}

/** Joins the swaps of jettons, newest first. */
export function ofAllJettons(transactions: ReadonlyMap<string, readonly Transaction[]>): TraderTransaction[] {
  return [...transactions]
    .flatMap(([jetton, trades]) => trades.map((trade) => ({ jetton, ...trade })))
    .toSorted((a, b) => {
      if (a.time !== b.time) return a.time < b.time ? 1 : -1;
      if (a.timeLt !== b.timeLt) return BigInt(a.timeLt) < BigInt(b.timeLt) ? 1 : -1;
      return `${a.pool} ${a.jetton}` < `${b.pool} ${b.jetton}` ? -1 : 1;
    });
}

function unitsOf(world: World, asset: RawAddress, units: bigint) {
  return { value: displayedUnits(world, asset, units), decimals: decimalsOf(world, asset) };
}
