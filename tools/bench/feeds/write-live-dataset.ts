import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { TON_ADDRESS } from '#contract/address.ts';
import type { SwapRecord } from '#service/market/batch.ts';
import { swapHeader } from '#testing/datasets/small-dataset.ts';
import { type LargePool, planMarket, TON_USD } from '#tools/bench/import/large-market.ts';
import { LiveTrades } from '#tools/bench/live/live-trades.ts';

const MARKET = { jettons: 1_500, pools: 2_000, traders: 5_000, swaps: 0 };
const EXCHANGES = ['stonfi', 'dedust'];

/** Writes a dataset folder with a steady flow of swaps from `from` to `to`. */
export function writeLiveDataset(folder: string, from: Date, to: Date, swapsPerSecond: number): void {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const market = planMarket(MARKET);
  const trades = new LiveTrades(market);
  const pools = market.pools.map(({ address, asset0, asset1 }, index) => ({
    address,
    asset0,
    asset1,
    exchange: EXCHANGES[index % EXCHANGES.length],
  }));
  writeFileSync(`${folder}/jettons.json`, JSON.stringify(market.jettons));
  writeFileSync(`${folder}/pools.json`, JSON.stringify(pools));
  writeFileSync(`${folder}/fx.csv`, `date,ton,usd,eur\n2025-01-01,${1 / TON_USD},1,0.9\n`);
  const count = Math.floor(((to.getTime() - from.getTime()) / 1000) * swapsPerSecond);
  const rows = Array.from({ length: count }, (_, index) => {
    const pool = trades.pickPool();
    const time = new Date(from.getTime() + (1000 * index) / swapsPerSecond);
    return swapRow(pool, trades.swap(pool, time));
  });
  writeFileSync(`${folder}/swaps.csv`, `${swapHeader}\n${rows.join('')}`);
}

function swapRow({ address, asset0, asset1 }: LargePool, swap: SwapRecord): string {
  const { sold0, amount0, amount1, time, lt, trader, reserve0, reserve1 } = swap;
  const tokens = [asset0, asset1].map((asset) => asset || TON_ADDRESS);
  const [sold, bought] = sold0 ? tokens : tokens.toReversed();
  const amounts = sold0 ? [amount0, amount1] : [amount1, amount0];
  const seconds = Math.floor(time.getTime() / 1000);
  const cells = [
    '',
    seconds,
    lt,
    trader,
    address,
    sold,
    bought,
    ...amounts,
    '',
    '',
    reserve0 ?? '',
    reserve1 ?? '',
  ];
  return `${cells.join(',')}\n`;
}
