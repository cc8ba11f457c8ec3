import { swapColumns } from '#demo/pools/swap-writer.ts';
import { copyChunks } from '#service/store/copy-text.ts';
import { jettonCopyFormat } from '#service/store/jetton-row.ts';
import { poolCopyFormat } from '#service/store/new-pool.ts';
import type { LoadSession } from '#service/store/replace-data.ts';
import { rateColumns } from './exchange-rates.ts';
import type { MarketOptions, MarketPlan } from './market-plan.ts';
import { generateMarket } from './simulated-market.ts';

/** Generates a market into an empty store. `onProgress` receives the completed share, up to 1. */
export async function loadSimulatedMarket(
  load: LoadSession,
  options: MarketOptions,
  onProgress: (share: number) => void = () => undefined,
): Promise<void> {
  const market = generateMarket(options);
  const { plan } = market;
  const total = plan.size + plan.poolCount + expectedSwaps(plan);
  let completed = 0;
  const add = (count: number) => {
    completed += count;
    onProgress(Math.min(completed / total, 1));
  };
  await load.copy('fx', rateColumns, copyChunks(market.rates()));
  await load.copy('jetton', jettonCopyFormat.columns, copyChunks(market.jettons()));
  add(plan.size);
  await load.copy('pool', poolCopyFormat.columns, copyChunks(market.pools()));
  add(plan.poolCount);
  const swaps = market.swaps((index) => add(plan.retailSwaps(index) + plan.botSwaps(index)));
  await load.copy('swap', swapColumns, copyChunks(swaps));
}

function expectedSwaps(plan: MarketPlan): number {
  let sum = 0;
  for (let index = 0; index < plan.size; index += 1) sum += plan.retailSwaps(index) + plan.botSwaps(index);
  return sum;
}
