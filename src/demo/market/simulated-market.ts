import { jettonRows } from '#demo/jettons/jetton-rows.ts';
import { openPool } from '#demo/pools/open-pool.ts';
import { generatePools } from '#demo/pools/pool-profile.ts';
import { poolRows } from '#demo/pools/pool-rows.ts';
import { simulateSwaps } from '#demo/pools/simulate-swaps.ts';
import { createSwapValuation, TonRateHistory } from '#demo/pools/swap-valuation.ts';
import { SwapWriter } from '#demo/pools/swap-writer.ts';
import { rateRows } from './exchange-rates.ts';
import { JettonHistories } from './jetton-histories.ts';
import { type MarketOptions, MarketPlan } from './market-plan.ts';

/** A market as rows for COPY in the columns of `jettonCopyFormat`, `poolCopyFormat`, `swapColumns` and `rateColumns`. */
export interface SimulatedMarket {
  readonly plan: MarketPlan;
  jettons(): Iterable<string>;
  pools(): Iterable<string>;
  /** Yields chunks of rows, pool by pool in order of time. Calls `onJetton` after each jetton. */
  swaps(onJetton?: (index: number) => void): Iterable<string>;
  rates(): Iterable<string>;
}

/** Generates a market. The same options always give identical data. */
export function generateMarket(options: MarketOptions): SimulatedMarket {
  const plan = new MarketPlan(options);
  return {
    plan,
    jettons: () => jettonRows(plan),
    pools: () => poolRows(plan),
    swaps: (onJetton) => swapChunks(plan, onJetton),
    rates: () => rateRows(plan),
  };
}

function* swapChunks(plan: MarketPlan, onJetton?: (index: number) => void): Generator<string> {
  const histories = new JettonHistories(plan);
  const writer = new SwapWriter();
  const rates = new TonRateHistory();
  for (let index = 0; index < plan.size; index += 1) {
    if (plan.poolCountOf(index) > 0) {
      const history = histories.get(index);
      for (const profile of generatePools(plan, history.profile)) {
        writer.startPool(profile.id, createSwapValuation(plan, rates, profile));
        yield* simulateSwaps(plan, history, openPool(plan, histories, history, profile), writer);
      }
    }
    onJetton?.(index);
  }
  yield writer.flush();
}
