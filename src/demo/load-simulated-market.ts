import { copyChunks } from '#service/store/copy-text.ts';
import { jettonCopyFormat } from '#service/store/jetton-row.ts';
import { poolCopyFormat } from '#service/store/pool-row.ts';
import type { LoadSession } from '#service/store/replace-data.ts';
import { swapCopyFormat } from '#service/store/swap-row.ts';
import { rateColumns } from './exchange-rates.ts';
import type { MarketOptions } from './market-plan.ts';
import { generateMarket } from './simulated-market.ts';

/** Generates a market into an empty store. `onProgress` receives the completed share, up to 1. */
export async function loadSimulatedMarket(
  load: LoadSession,
  options: MarketOptions,
  onProgress: (share: number) => void = () => undefined,
): Promise<void> {
  const market = generateMarket(options);
  const { plan } = market;
  const expectedSwaps = (index: number) => plan.retailSwaps(index) + plan.botSwaps(index);
  const swaps = Array.from({ length: plan.size }, (_, index) => expectedSwaps(index));
  const total = plan.size + plan.poolCount + swaps.reduce((sum, count) => sum + count, 0);
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
  const swapRows = market.swaps((index) => add(swaps[index] ?? 0));
  await load.copy('swap', swapCopyFormat.columns, copyChunks(swapRows));
}
