import type { SwapRecord } from '#service/market/batch.ts';
import { Random } from '#testing/market/random.ts';
import { HeavyTail } from '#tools/bench/import/heavy-tail.ts';
import { baseUnits, type LargeMarket, type LargePool } from '#tools/bench/import/large-market.ts';

/** Generates swaps of a large market after its history, with increasing `lt`. */
export class LiveTrades {
  private readonly random = new Random(3);
  private readonly market: LargeMarket;
  private readonly poolTail: HeavyTail;
  private readonly traderTail: HeavyTail;
  private lt = 90_000_000_000_000n;

  constructor(market: LargeMarket) {
    this.market = market;
    this.poolTail = new HeavyTail(market.pools.length);
    this.traderTail = new HeavyTail(market.traders.length);
  }

  /** The pool that prices TON and `count` − 1 others. */
  pickPools(count: number): LargePool[] {
    const picked = new Set(this.market.pools.slice(0, 1));
    while (picked.size < count) {
      const pool = this.market.pools[this.poolTail.pick(this.random)];
      if (pool) picked.add(pool);
    }
    return [...picked];
  }

  pickPool(): LargePool {
    const pool = this.market.pools[this.poolTail.pick(this.random)];
    if (!pool) throw new RangeError('the market has no pools');
    return pool;
  }

  swap(pool: LargePool, time: Date): SwapRecord {
    const { random } = this;
    const ton = random.magnitude(0.01, 10_000);
    this.lt += 1_000n;
    return {
      pool: pool.address,
      trader: this.market.traders[this.traderTail.pick(random)] ?? '',
      time,
      lt: this.lt,
      sold0: random.chance(0.5),
      amount0: baseUnits(ton * pool.units0),
      amount1: baseUnits(ton * (0.999 + 0.002 * random.next()) * pool.units1),
      volumeUsd: null,
      reserve0: pool.withReserves ? baseUnits(random.magnitude(1e3, 1e6) * pool.units0) : null,
      reserve1: pool.withReserves ? baseUnits(random.magnitude(1e3, 1e6) * pool.units1) : null,
    };
  }
}
