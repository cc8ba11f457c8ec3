import { copyChunks } from '#service/store/copy-text.ts';
import type { Load } from '#service/store/replace-data.ts';
import { rateColumns } from './exchange-rates.ts';
import { jettonColumns } from './jetton-rows.ts';
import type { MarketOptions, MarketPlan } from './market-plan.ts';
import { poolColumns } from './pool-rows.ts';
import { generateMarket } from './simulated-market.ts';
import { swapColumns } from './swap-writer.ts';

/** Generates a market straight into an empty store; `onProgress` hears of shares of the whole, up to 1. */
export async function loadSimulatedMarket(
  load: Load,
  options: MarketOptions,
  onProgress: (share: number) => void = () => undefined,
): Promise<void> {
  const market = generateMarket(options);
  const { plan } = market;
  const total = plan.size + plan.poolCount + expectedSwaps(plan);
  let done = 0;
  const add = (count: number) => {
    done += count;
    onProgress(Math.min(done / total, 1));
  };
  await load.copy('fx', rateColumns, copyChunks(market.rates()));
  await load.copy('jetton', jettonColumns, copyChunks(market.jettons()));
  add(plan.size);
  await load.copy('pool', poolColumns, copyChunks(market.pools()));
  add(plan.poolCount);
  const swaps = market.swaps((index) => add(plan.peoplesSwaps(index) + plan.botsSwaps(index)));
  await load.copy('swap', swapColumns, copyChunks(swaps));
}

function expectedSwaps(plan: MarketPlan): number {
  let sum = 0;
  for (let index = 0; index < plan.size; index += 1) sum += plan.peoplesSwaps(index) + plan.botsSwaps(index);
  return sum;
}
