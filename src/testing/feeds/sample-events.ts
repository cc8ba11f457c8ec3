import { TON_ADDRESS } from '#contract/address.ts';
import type { Amount } from '#service/feeds/client/source.ts';
import type { PoolRecord, SwapRecord } from '#service/market/batch.ts';
import { addressOf } from '#testing/datasets/small-dataset.ts';

/** A swap in pool c of the small dataset: 1 TON for 2 whole units of jetton a, in 2026 before `importClock`. */
export function swapEvent(changes: Partial<SwapRecord<Amount>> = {}): SwapRecord<Amount> {
  return {
    pool: addressOf('c'),
    trader: addressOf('e'),
    time: new Date('2026-01-29T07:40:00Z'),
    lt: 100n,
    sold0: true,
    amount0: { baseUnits: '1000000000' },
    amount1: { baseUnits: '2000000' },
    ...changes,
  };
}

/** A pool of TON and jetton f, which the small dataset does not contain. */
export function newPool(changes: Partial<PoolRecord> = {}): PoolRecord {
  return {
    address: addressOf('1'),
    exchange: 'stonfi',
    asset0: TON_ADDRESS,
    asset1: addressOf('f'),
    ...changes,
  };
}
