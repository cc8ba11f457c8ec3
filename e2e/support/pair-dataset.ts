import { addressOf, swapHeader, swapRow } from '#testing/datasets/small-dataset.ts';

/** Jetton A sold for jetton B. */
interface PairSwap {
  /** The letter of the pool's address. */
  readonly pool: string;
  /** Unix seconds. */
  readonly time: number;
  readonly lt: number;
  /** Base units. */
  readonly sold: string;
  readonly bought: string;
}

/**
 * Returns the files of a dataset with jettons A and B, which have 9 decimals, and pools of the two. All addresses are
 * those of `addressOf`, with lowercase letters.
 */
export function pairDataset(pools: readonly string[], swaps: readonly PairSwap[]): Record<string, string> {
  const [asset0, asset1] = [addressOf('a'), addressOf('b')];
  const rows = swaps.map(({ pool, time, lt, sold, bought }) =>
    swapRow({
      pool_address: addressOf(pool),
      event_time: String(time),
      lt: String(lt),
      token_sold_address: asset0,
      token_bought_address: asset1,
      amount_sold_raw: sold,
      amount_bought_raw: bought,
      volume_usd: '',
    }),
  );
  return {
    'jettons.json': JSON.stringify(
      ['a', 'b'].map((name) => ({ address: addressOf(name), name, symbol: name.toUpperCase(), decimals: 9 })),
    ),
    'pools.json': JSON.stringify(
      pools.map((pool) => ({ address: addressOf(pool), exchange: 'dedust', asset0, asset1 })),
    ),
    'swaps.csv': `${[swapHeader, ...rows].join('\n')}\n`,
  };
}
